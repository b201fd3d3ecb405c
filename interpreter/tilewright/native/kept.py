"""Modules that were compiled before, kept for the next time.

A compiled module is code of this machine. It is kept in the cache folder of the user alone, and
taken from nowhere else: a file that others could have written is not read.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import stat
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.native.engine import compiled, taken_up, version
from tilewright.native.making import Made, module_of
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from tilewright.compiling.program import Program

# What of this package decides what a module is.
PARTS = ("compiling", "kernel", "language", "linking", "middle", "native", "printing")


def native_parts(program: Program, *, timed: bool = False) -> tuple[Made, Any]:
    """The module of a program, and what it is compiled to; from the cache if it is there."""
    path = _path(program, timed=timed)
    if path is not None and _is_own(path):
        with suppress(OSError, ValueError, TypeError):
            head, _, raw = path.read_bytes().partition(b"\n")
            module = taken_up(raw, timed=timed)
            if module is not None:
                return _told(json.loads(head)), module
    made = module_of(program)
    module = compiled(made.data, timed=timed)
    if path is not None:
        _keep(path, made, bytes(module.serialize()))
    return made, module


def _told(head: dict[str, Any]) -> Made:
    return Made(**{**head, "data": b"", "faults": tuple(head["faults"])})


def _keep(path: Path, made: Made, raw: bytes) -> None:
    """Keep a module with what a host must know of it; if that cannot be, it is made again."""
    head = {name: value for name, value in asdict(replace(made, data=b"")).items()
            if name != "data"}
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, json.dumps(head).encode() + b"\n" + raw)
        path.chmod(0o600)


def _path(program: Program, *, timed: bool) -> Path | None:
    """Where a module is kept: under a name that follows from all that it depends on."""
    folder = cache_folder()
    if folder is None:
        return None
    told = (program.game.hash, program.players, sorted(program.options.items()), timed,
            version(), platform.machine(), sys.platform, sys.version, _sources())
    return folder / f"{hashlib.sha256(repr(told).encode()).hexdigest()}.native"


@cache
def _sources() -> str:
    """A short text that is another one whenever the program that makes modules is."""
    package = Path(__file__).resolve().parents[1]
    found = hashlib.sha256()
    for part in PARTS:
        for file in sorted((package / part).rglob("*.py")):
            known = file.stat()
            found.update(f"{file.name} {known.st_size} {known.st_mtime_ns}\n".encode())
    return found.hexdigest()


def cache_folder() -> Path | None:
    """The folder of the user for what can be made anew; nothing where there is none."""
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        home = Path(given) if given else Path.home() / (
            "Library/Caches" if sys.platform == "darwin" else ".cache")
    except RuntimeError:
        return None
    return home / "tilewright" if home.is_absolute() else None


def _is_own(path: Path) -> bool:
    """Whether a file is there, and nobody but the user can have written it."""
    if not hasattr(os, "getuid"):
        return path.is_file()
    for one in (path, path.parent):
        try:
            found = one.stat(follow_symlinks=False)
        except OSError:
            return False
        if found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return False
    return True
