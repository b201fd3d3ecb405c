"""A position with everything open, for those who look at a game that is over.

What nobody has seen yet in zones, such as a deck, stays face down: it would be told long before it
happens, and a deck that is spread out hides all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.notes import EVERYBODY
from tilewright.middle.header import SPECTATOR
from tilewright.playing.dealing import UNKNOWN
from tilewright.playing.view import View, without_chance

if TYPE_CHECKING:
    from tilewright.playing.state import State


class Opened(View):
    """What all seats know together, all values, and all points. It is there to be looked at."""

    __slots__ = ()
    hides = False

    def __init__(self, state: State) -> None:
        self.program = state.program
        self.seat = SPECTATOR
        self.unknown, self.kept, self._moves = [], [], ()
        slots = list(state.numbers)
        for zone in self.program.plan.zones:
            first = zone.base + 1
            for slot in range(first, first + slots[zone.base]):
                if not slots[slot + zone.cap] & EVERYBODY:
                    slots[slot] = UNKNOWN
        without_chance(self.program, slots)
        self.slots = tuple(slots)
        self._sheets = [dict(state.score_sheet(seat)) for seat in range(state.players)]

    def alike(self) -> tuple[int | bool | None, ...]:
        """Like no view of a seat."""
        return ()
