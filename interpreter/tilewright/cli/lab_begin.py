"""What commands of the lab begin with: that numbers can be worked out, bots, and a bar."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def need_numpy() -> None:
    """Say what is missing where the extra of the lab is not installed."""
    from importlib.util import find_spec

    from tilewright.problems import UsageError

    if find_spec("numpy") is None:
        raise UsageError('for series of games, install: pip install "tilewright[lab]"')


def bots_for(word: str, players: int) -> tuple[str, ...]:
    """The bots that somebody names: one for all, or one for each player."""
    from tilewright.lab.seated import bots_of

    return bots_of([one.strip() for one in word.split(",")], players)


def put_out(found: dict[str, Any], lines: Sequence[str], json_to: str | None) -> None:
    """Write what was found where somebody wants it as JSON, and tell it unless that goes here."""
    from tilewright.cli.series import write_json

    if json_to is not None:
        write_json(found, json_to)
    if json_to != "-":
        print("\n".join(lines))


@contextmanager
def bar(words: str, unit: str) -> Iterator[Callable[[int, int], None] | None]:
    """What shows how far something is, if somebody sits there to see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(words, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total or None)
