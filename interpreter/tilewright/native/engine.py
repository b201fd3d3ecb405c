"""The engine that runs modules, if it is installed; what it compiles is kept for the next time.

Compiled modules are code of this machine. They are kept in the cache folder of the user alone, and
taken from nowhere else.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import stat
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.writing import write_whole

if TYPE_CHECKING:
    from tilewright.native.making import Made

# What is asked of the environment to play without the engine although it is there.
SWITCH = "TILEWRIGHT_NATIVE"
# Ticks of the clock until a call is stopped.
TICKS = 1_000_000


def is_there() -> bool:
    """Whether modules can be run here."""
    return os.environ.get(SWITCH, "") != "0" and _installed()


@cache
def _installed() -> bool:
    return find_spec("wasmtime") is not None


@cache
def engine() -> Any:
    """The one engine of this process."""
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    made = wasmtime.Engine(config)
    atexit.register(made.close)
    return made


def compiled(made: Made) -> Any:
    """A module made to run, from the cache if it was made before."""
    import wasmtime

    kept = _kept(made.data)
    if kept is not None and _is_own(kept):
        with suppress(OSError, wasmtime.WasmtimeError):
            return wasmtime.Module.deserialize(engine(), kept.read_bytes())
    module = wasmtime.Module(engine(), made.data)
    if kept is not None:
        with suppress(OSError):
            kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(kept, bytes(module.serialize()))
            kept.chmod(0o600)
    return module


def _kept(data: bytes) -> Path | None:
    """Where a compiled module is kept: under a name that follows from all it depends on."""
    folder = cache_folder()
    if folder is None:
        return None
    told = f"{version()} {platform.machine()} {sys.platform}".encode()
    return folder / f"{hashlib.sha256(told + data).hexdigest()}.cwasm"


def version() -> str:
    """The version of the engine."""
    from importlib.metadata import version as installed

    return installed("wasmtime")


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
