"""Who may know of something that happened, from the notes of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.layout import KNOWN_TO_ALL
from tilewright.kernel.notes import EVERYBODY
from tilewright.middle.header import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.language.tree import Var
    from tilewright.telling.places import Spot

    # What is written next into a slot, if that is before the second slot is written to.
    Later = Callable[[int, int], int | None]


class Knowers:
    """Answers for one program, in bits: one for each seat."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.all = frozenset([*range(program.players), SPECTATOR])

    def seats(self, bits: int) -> frozenset[int]:
        """The seats of some bits, and whoever only watches if everybody knows."""
        return frozenset(seat for seat in self.all if bits >> seat & 1)

    def of_value(self, spot: Spot, s: Sequence[int], later: Later) -> tuple[int, int]:
        """Who knew a value, and who knows the one that is written over it."""
        owned = spot.room.field
        if not owned.secret:
            return EVERYBODY, EVERYBODY
        note = spot.base + spot.room.notes + spot.at
        written = later(note, spot.base + spot.at)
        return s[note], s[note] if written is None else written

    def of_element(self, begin: Spot | None, end: Spot | None, known: int, knew: int) -> int:
        """Who knows which element went from one zone to another.

        In an open zone everybody sees it, in a hidden one who always looks there; else it is known
        to those who still know it where it is now.
        """
        found = known if end is not None else knew
        for spot in (begin, end):
            if spot is not None:
                owned = spot.room.field
                found |= owned.seen_by(spot.owner) if owned.secret else EVERYBODY
        return found

    def of_place(self, spot: Spot | None, known: int) -> int:
        """Who sees at which place of a zone an element lies that some know there."""
        if spot is None:
            return 0
        owned = spot.room.field
        if not owned.secret:
            return EVERYBODY
        return (known | owned.seen_by(spot.owner)) & self.of_size(spot)

    def of_size(self, spot: Spot | None) -> int:
        """Who knows how many elements a zone holds; nowhere is for all to see."""
        if spot is None or not spot.room.field.secret_size:
            return EVERYBODY
        return spot.room.field.seen_by(spot.owner)

    def of_chance(self, node: Node, later: Later) -> int:
        """Who knows what chance has brought: it may be for one seat, or be drawn from secrets."""
        var = node.choice.var if node.choice is not None else None
        return self.of_variable(var, later) if var is not None else EVERYBODY

    def of_variable(self, var: Var, later: Later) -> int:
        knower = self.program.build.secrets.get(var)
        if knower is None:
            return EVERYBODY
        seat = later(knower, -1)
        return EVERYBODY if seat is None or seat == KNOWN_TO_ALL else 1 << (seat - 1)
