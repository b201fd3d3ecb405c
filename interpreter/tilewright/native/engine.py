"""The engine that runs modules, if it is installed."""

from __future__ import annotations

import atexit
import os
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import Any

# What is asked of the environment to play without the engine although it is there.
SWITCH = "TILEWRIGHT_NATIVE"


def is_there() -> bool:
    """Whether modules can be run here."""
    return os.environ.get(SWITCH, "") != "0" and _installed()


@cache
def _installed() -> bool:
    return find_spec("wasmtime") is not None


@cache
def engine(*, timed: bool = False) -> Any:
    """An engine of this process: one whose calls can be stopped by the clock, or the quicker one.

    To look at the clock costs a tenth of the speed or more. A move has a budget of steps, and a
    call plays so few games that it is over soon, so only those who run what others ask for need it.
    """
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.epoch_interruption = timed
    made = wasmtime.Engine(config)
    atexit.register(made.close)
    return made


def compiled(data: bytes, *, timed: bool = False) -> Any:
    """A module made to run."""
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
