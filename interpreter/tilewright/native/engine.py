"""The engine that runs modules, if it is installed."""

from __future__ import annotations

import atexit
import os
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

# What is asked of the environment to play without the engine although it is there.
SWITCH = "TILEWRIGHT_NATIVE"
# Addresses that a memory takes at a time, where these are counted.
GROWTH, GUARD = 4 << 20, 1 << 16


class NoNativeError(Exception):
    """There is no native play; says why."""


def is_there() -> bool:
    """Whether modules can be run here."""
    return os.environ.get(SWITCH, "") != "0" and _installed()


@cache
def _installed() -> bool:
    return find_spec("wasmtime") is not None


def is_tight() -> bool:
    """Whether the addresses of this process are limited, as they are at tables and by `ulimit -v`.
    """
    try:
        import resource
    except ImportError:   # only where there is such a thing
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def engine(*, timed: bool = False) -> Any:
    """An engine of this process: one whose calls can be stopped by the clock, or the quicker one.

    To look at the clock costs a tenth of the speed or more. A move has a budget of steps, and a
    call plays so few games that it is over soon, so only those who run what others ask for need it.
    """
    return _engine(timed=timed, tight=is_tight())


@cache
def _engine(*, timed: bool, tight: bool) -> Any:
    with told_if_missing():
        import wasmtime

        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        config.epoch_interruption = timed
        if tight:
            # By itself each memory takes 4 GB of addresses, so that none has to be checked. To
            # check them costs a fifth of the speed or more, and two fifths in the smallest games.
            config.memory_reservation = 0
            config.memory_reservation_for_growth = GROWTH
            config.memory_guard_size = GUARD
            # Each thread takes 64 MB of addresses, and where they are used up the process ends.
            config.parallel_compilation = False
        made = wasmtime.Engine(config)
    atexit.register(made.close)
    return made


@contextmanager
def told_if_missing() -> Iterator[None]:
    """What the engine cannot have here is a reason to play in Python."""
    try:
        yield
    except MemoryError:
        raise NoNativeError("there is not enough memory") from None
    except (ImportError, OSError) as error:
        raise NoNativeError(f"wasmtime cannot be loaded: {error}") from error
    except Exception as error:
        # Its own errors have a module of their own, which may be what cannot be loaded.
        if type(error).__module__.partition(".")[0] != "wasmtime":
            raise
        raise NoNativeError(f"wasmtime: {str(error).partition(chr(10))[0]}") from error


def compiled(data: bytes, *, timed: bool = False) -> Any:
    """A module made to run."""
    with told_if_missing():
        import wasmtime

        return wasmtime.Module(engine(timed=timed), data)


def taken_up(raw: bytes, *, timed: bool = False) -> Any | None:
    """What was compiled before; nothing if this engine cannot use it."""
    import wasmtime

    with suppress(wasmtime.WasmtimeError):
        return wasmtime.Module.deserialize(engine(timed=timed), raw)
    return None


def version() -> str:
    """The version of the engine."""
    from importlib.metadata import version as installed

    return installed("wasmtime")
