"""A command as it is typed, run in this process: to start one takes longer than most commands.

Where streams, signals or the end of a process matter, tests start a process.
"""

from __future__ import annotations

import io
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest
import typer.main

from tilewright.__main__ import _code

if TYPE_CHECKING:
    from pathlib import Path

# To make all commands from their functions takes longer than most of them; they stay the same.
made_once = cache(typer.main.get_command)


def run_here(*args: str, cwd: Path | None = None, stdin: str = "", columns: int = 100,
             together: bool = False, env: dict[str, str] | None = None
             ) -> subprocess.CompletedProcess[str]:
    """The exit code of a command, and what it printed; `together` puts errors where they came."""
    done = run_with(stdin.encode(), *args, cwd=cwd, together=together,
                    env={"COLUMNS": str(columns), **(env or {})})
    return subprocess.CompletedProcess(list(args), done.returncode, done.stdout.decode(),
                                       done.stderr.decode())


def run_with(typed: bytes, *args: str, cwd: Path | None = None, together: bool = False,
             env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """The same with bytes, which may be no text at all."""
    out = io.BytesIO()
    err = out if together else io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        if cwd is not None:
            patch.chdir(cwd)
        for key, value in (env or {}).items():
            patch.setenv(key, value)
        patch.setattr(typer.main, "get_command", made_once)
        patch.setattr(sys, "argv", ["tilewright", *args])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "utf-8"))
        for name, stream in (("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, io.TextIOWrapper(stream, "utf-8", write_through=True))
        code = _code()
        sys.stdout.flush()
        # With the streams around them, they are closed.
        said = out.getvalue(), err.getvalue()
    return subprocess.CompletedProcess(list(args), code, *said)
