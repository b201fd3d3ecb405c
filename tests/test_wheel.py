"""A built wheel works on its own, in an empty environment outside of the repository."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_a_wheel_checks_and_plays_outside_of_the_repository(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir",
             str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=900)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "tilewright/_data/content/tictactoe/pack.yaml" in names
    assert "tilewright/_data/schema/effect.schema.json" in names
    assert not [n for n in names if n.startswith("tests") or "__pycache__" in n]
    home = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True, timeout=900)
    python = home / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    str(wheel)], check=True, timeout=900)
    for args in (["check"], ["simulate", "tictactoe", "--games", "10"]):
        done = subprocess.run([home / "bin" / "tilewright", *args], cwd=tmp_path,
                              capture_output=True, text=True, timeout=900, check=False)
        assert done.returncode == 0, done.stderr
