"""Many numbers that were written at once, as if they had been written one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.notes import EVERYBODY
from tilewright.telling.watched import FILLED, IN, OUT, WROTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.telling.places import Places, Spot
    from tilewright.telling.watched import Here, Note


def one_by_one(places: Places, notes: Iterable[Note]) -> Iterator[Note]:
    """The notes; of fields that begin anew, and of what a turn leaves behind, one for each."""
    for here, what, told in notes:
        if what != FILLED:
            yield here, what, told
            continue
        start, was, now = told
        if places.rule(here) is not None:
            yield from _zones(places, here, start, was, now)
        for at, (before, after) in enumerate(zip(was, now, strict=True)):
            if before != after:
                yield here, WROTE, (start + at, before, after)


def _zones(places: Places, here: Here, start: int, was: list[int], now: list[int]
           ) -> Iterator[Note]:
    """Zones that begin anew: what lay there is gone, and what they begin with is there."""
    at = 0
    while at < len(now):
        spot = places.spot(start + at)
        if spot is None or not spot.room.field.zone or spot.at:
            at += 1
            continue
        end = at + spot.room.width
        if was[at:end] != now[at:end]:
            yield from _elements(here, OUT, spot, was[at:end])
            yield from _elements(here, IN, spot, now[at:end])
        at = end


def _elements(here: Here, what: str, spot: Spot, numbers: list[int]) -> Iterator[Note]:
    for at in range(1, 1 + numbers[0]):
        known = numbers[at + spot.room.values] if spot.room.field.secret else EVERYBODY
        yield here, what, (spot.base, numbers[at], known)
