"""Terminals, pipes and files that are closed, full or narrow: what comes of them is said."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Any

from typer.core import TyperGroup

from tilewright.problems import UsageError


class Left(BaseException):
    """Why a command was left: Ctrl-C, or a stream that takes no more. It passes what calls it."""

    def __init__(self, error: KeyboardInterrupt | OSError) -> None:
        self.error = error
        super().__init__(str(error))


class Commands(TyperGroup):
    """The commands; what they are left for is told in one place, not by each library below."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, OSError) as error:
            raise Left(error) from error
        except Exception as error:
            _tell_arguments(error)
            raise

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            _tell_arguments(error)
            raise


def _tell_arguments(error: Exception) -> None:
    """What the library says of arguments is told as one sentence of ours."""
    from tilewright.cli.misread import is_of_arguments, sentence

    if is_of_arguments(error):
        raise UsageError(sentence(error)) from error


def prepare() -> None:
    """Have all three streams: what cannot be said in their encoding is replaced.

    One that was closed is opened, so that no other file gets its number: nothing can be read or
    written there, and who tries is told.
    """
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.FileIO(os.open(os.devnull, os.O_RDONLY)))
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(io.FileIO(os.open(os.devnull, os.O_RDONLY), "w")))
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.FileIO(os.open(os.devnull, os.O_WRONLY), "w"),
                                      write_through=True)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def why(error: OSError) -> str:
    """One sentence about a file or a stream."""
    said = error.strerror or str(error) or "this file cannot be used"
    if error.filename is None:
        return f"this cannot be read or written: {said}"
    return f"'{error.filename}' cannot be read or written: {said}"


def abandon() -> None:
    """Nothing more goes to the streams, not even at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
