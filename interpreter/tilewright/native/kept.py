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

from tilewright.native.engine import compiled, is_tight, taken_up, told_if_missing, version
from tilewright.native.making import Made, module_of
from tilewright.writing import write_whole

if TYPE_CHECKING:
    from tilewright.compiling.program import Program

# What of this package decides what a module is.
PARTS = ("compiling", "kernel", "language", "linking", "middle", "native", "printing")
ENDING = ".native"
# Most files that are kept, and most bytes of all of them together.
FILES, BYTES = 400, 200_000_000


def native_parts(program: Program, *, timed: bool = False) -> tuple[Made, Any]:
    """The module of a program, and what it is compiled to; from the cache if it is there."""
    path = _path(program, timed=timed)
    found = None if path is None else _found(path, program, timed=timed)
    if found is not None:
        return found
    made = module_of(program)
    module = compiled(made.data, timed=timed)
    if path is not None:
        with told_if_missing():
            raw = bytes(module.serialize())
        _keep(path, made, raw)
    return made, module


def _found(path: Path, program: Program, *, timed: bool) -> tuple[Made, Any] | None:
    """What is kept in a file; nothing if that is not what was once written there."""
    if not _is_own(path):
        return None
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        if path.stat().st_size > BYTES:
            return None
        digest, _, kept = path.read_bytes().partition(b"\n")
        if digest != _digest(kept):
            return None
        head, _, raw = kept.partition(b"\n")
        made = _told(json.loads(head))
        module = taken_up(raw, timed=timed) if made.slots == len(program.start) else None
        if module is not None:
            os.utime(path)   # what was used last goes last
            return made, module
    return None


def _digest(kept: bytes) -> bytes:
    """A change of one bit of the code would run as whatever it says then."""
    return hashlib.sha256(kept).hexdigest().encode()


def _told(head: dict[str, Any]) -> Made:
    return Made(b"", int(head["state"]), int(head["slots"]), tuple(map(str, head["faults"])),
                {str(word): (tuple(given), tuple(gives))
                 for word, (given, gives) in head["exports"].items()})


def _keep(path: Path, made: Made, raw: bytes) -> None:
    """Keep a module with what a host must know of it; if that cannot be, it is made again."""
    head = {name: value for name, value in asdict(replace(made, data=b"")).items()
            if name != "data"}
    kept = json.dumps(head).encode() + b"\n" + raw
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, _digest(kept) + b"\n" + kept)
        path.chmod(0o600)
        _clear(path.parent)


def _clear(folder: Path) -> None:
    """Take away the modules that were not used for longest, if there are too many or too large
    ones: each change of a game makes another one."""
    kept = sorted(((file.stat().st_mtime_ns, file.stat().st_size, file)
                   for file in folder.glob(f"*{ENDING}")), reverse=True)
    total = 0
    for number, (_, size, file) in enumerate(kept):
        total += size
        if number >= FILES or total > BYTES:
            with suppress(OSError):
                file.unlink()


def _path(program: Program, *, timed: bool) -> Path | None:
    """Where a module is kept: under a name that follows from all that it depends on."""
    folder = cache_folder()
    if folder is None:
        return None
    told = (program.game.hash, program.players, sorted(program.options.items()), timed, is_tight(),
            version(), platform.machine(), sys.platform, sys.version, _sources())
    return folder / f"{hashlib.sha256(repr(told).encode()).hexdigest()}{ENDING}"


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
    """The folder of the user for what can be made again; nothing where there is none."""
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
