"""What lies where in the zones of a position, while the notes of a move are read."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.telling.watched import there

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.telling.events import Moved
    from tilewright.telling.places import Places


# What an event of elements that move has for each of them.
OF_EACH = ("items", "known_items", "source_at", "target_at", "known_source_at", "known_target_at")


class Whereabouts(NamedTuple):
    """Where an element was or comes to: the zone, who knows it there, and its place."""

    base: int
    known: int
    at: int | None


class Lying:
    """The elements of the zones that are noted, from the top."""

    def __init__(self, places: Places, s: Sequence[int]) -> None:
        self.places, self.s = places, s
        self.zones: dict[int, list[int]] = {}

    def of(self, base: int) -> list[int]:
        """What lies in a zone; nothing of it was changed before it is first noted."""
        if base not in self.zones:
            self.zones[base] = there(self.s, base)
        return self.zones[base]

    def take(self, base: int, item: int) -> int | None:
        """Let an element lie there no more; where it was."""
        lying = self.of(base)
        if item not in lying:
            return None
        at = lying.index(item)
        del lying[at]
        return at

    def put(self, base: int, item: int, *, top: bool) -> int:
        """Let an element lie in a zone; its place there."""
        lying, spot = self.of(base), self.places.spot(base)
        at = 0 if top else len(lying)
        if spot is not None and spot.room.field.unordered:
            at = bisect_right(lying, item)
        lying.insert(at, item)
        return at


def goes_alike(one: Moved, other: Moved) -> bool:
    """Whether two elements went the same way for the same reason."""
    nothing: dict[str, Any] = dict.fromkeys(OF_EACH, ())
    return replace(one, **nothing) == replace(other, **nothing)
