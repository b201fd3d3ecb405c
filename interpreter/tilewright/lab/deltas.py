"""The shortest list that still shows something: ddmin of Zeller and Hildebrandt (2002)."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    # The list that shows it, perhaps without some that were not needed; none if it is not shown.
    Shows = Callable[[list["One"]], "list[One] | None"]

One = TypeVar("One")
# So many moves may be made for one record. It is a number and no time, so that each machine comes
# to the same.
MOST_WORK = 300_000


class Work:
    """How much may still be tried, and how often something was."""

    def __init__(self, most: int = MOST_WORK) -> None:
        self.left = most
        self.tries = 0

    def spend(self, moves: int) -> None:
        """Count a try, and the moves that it took."""
        self.tries += 1
        self.left -= moves + 1

    @contextmanager
    def share(self, part: int) -> Iterator[None]:
        """Inside, only a part of what is left may be used."""
        others = self.left - self.left // part
        self.left -= others
        try:
            yield
        finally:
            self.left += others

    @property
    def is_done(self) -> bool:
        return self.left <= 0


def smallest(items: list[One], shows: Shows[One], work: Work) -> list[One]:
    """A list of which no element can be left out, unless the work is done before that is known."""
    parts = 1
    while items and not work.is_done:
        found = next((less for rest in _tries(items, parts) if not work.is_done
                      and (less := shows(rest)) is not None), None)
        if found is not None:
            items, parts = found, max(min(parts, len(found)) - 1, 1)
        elif parts >= len(items):
            break
        else:
            parts = min(2 * parts, len(items))
    return items


def _tries(items: list[One], parts: int) -> Iterator[list[One]]:
    """Without anything; each part alone; then all but one part, the last part first: what comes
    later depends on less."""
    if parts == 1:
        yield []
        return
    cuts = [len(items) * part // parts for part in range(parts + 1)]
    spans = list(pairwise(cuts))
    if 2 < parts < len(items):
        yield from (items[start:stop] for start, stop in spans)
    for start, stop in reversed(spans):
        yield items[:start] + items[stop:]
