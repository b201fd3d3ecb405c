"""A position with everything open, for those who look at a game that is over.

What nobody has seen yet in zones, such as a deck, stays face down: it would be told long before it
happens, and a deck that is spread out hides all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.layout import RNG, STEPS
from tilewright.playing.dealing import UNKNOWN
from tilewright.positions.named import Named
from tilewright.positions.question import question

if TYPE_CHECKING:
    from tilewright.playing.state import State
    from tilewright.positions.question import Question


class Opened(Named):
    """What all seats know together, and all values."""

    __slots__ = ("_scores", "program", "slots")

    def __init__(self, state: State) -> None:
        self.program = state.program
        slots = list(state.numbers)
        for zone in self.program.plan.zones:
            first = zone.base + 1
            for slot in range(first, first + slots[zone.base]):
                if not slots[slot + zone.cap]:
                    slots[slot] = UNKNOWN
        slots[RNG] = slots[STEPS] = 0
        self.slots = tuple(slots)
        self._scores: list[int | None] = [*state.scores()]

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.slots

    @property
    def question(self) -> Question | None:
        return question(self.reader, None)

    def scores(self) -> list[int | None]:
        """The points of all seats as they stand."""
        return list(self._scores)

    def key(self) -> str:
        """Nothing: no move is made with it."""
        return ""
