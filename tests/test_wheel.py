"""A built wheel works on its own, in an empty environment outside of the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
DATA = ("content", "schema", "variants")


def needed(dist: Distribution) -> set[str]:
    """The names of all that a package says it needs, and of what that needs in turn."""
    found: set[str] = set()
    waiting = [dist]
    while waiting:
        for said in waiting.pop().requires or ():
            wanted = Requirement(said)
            if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
                continue
            assert not wanted.extras, f"this test does not follow extras: {said}"
            there = distribution(wanted.name)
            assert wanted.specifier.contains(there.version, prereleases=True), said
            if wanted.name not in found:
                found.add(wanted.name)
                waiting.append(there)
    return found


def link_needed(site: Path) -> None:
    """Put beside an installed Tilewright what its wheel asks for, and nothing else.

    To install it anew would take a network and half a minute; what is here already is linked to.
    """
    (made,) = (d for d in distributions(path=[str(site)]) if d.name == "tilewright")
    for name in needed(made):
        there = distribution(name)
        for top in {f.parts[0] for f in there.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(there.locate_file(top))


@pytest.mark.late
def test_a_wheel_checks_and_plays_outside_of_the_repository(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir",
             str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, timeout=900)
    (wheel,) = tmp_path.glob("*.whl")
    packed = zipfile.ZipFile(wheel)
    names = packed.namelist()
    assert "tilewright/_data/content/tictactoe/pack.yaml" in names
    assert "tilewright/_data/schema/effect.schema.json" in names
    assert not [n for n in names if n.startswith("tests") or "__pycache__" in n]
    for file in (f for top in DATA for f in (ROOT / top).rglob("*") if f.is_file()):
        name = f"tilewright/_data/{file.relative_to(ROOT).as_posix()}"
        assert packed.read(name) == file.read_bytes()
    home = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True,
                   timeout=900)
    python = home / "bin" / "python"
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps",
                    "--quiet", "--disable-pip-version-check", str(wheel)], check=True, timeout=900)
    (site,) = home.glob("lib/python3*/site-packages")
    link_needed(site)
    # What leads Python into the repository must not help.
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    where = subprocess.run([python, "-c", "import tilewright; print(tilewright.__file__)"],
                           cwd=tmp_path, env=alone, capture_output=True, text=True, timeout=900,
                           check=True)
    assert Path(where.stdout.strip()).is_relative_to(site)
    # All packs are the same as in the repository, where another test plays each of them.
    for args in (["check", "--no-play"], ["check", "tictactoe"],
                 ["simulate", "tictactoe", "--games", "10"]):
        done = subprocess.run([home / "bin" / "tilewright", *args], cwd=tmp_path, env=alone,
                              capture_output=True, text=True, timeout=900, check=False)
        assert done.returncode == 0, done.stderr
