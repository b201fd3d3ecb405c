"""The numbers of a position, field by field; nobody above this room knows where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.kernel.notes import EVERYBODY
from tilewright.middle.header import ACTOR, DECIDER, OVER, PC, REASON, ROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.model import Field


class Reader:
    """Reads the slots of a state, or those of a view, in which some are not known.

    Owners and elements are numbers here; `Named` has the same by name.
    """

    __slots__ = ("hides", "program", "slots")

    def __init__(self, program: Program, slots: Sequence[int], *, hides: bool) -> None:
        self.program = program
        self.slots = slots
        self.hides = hides

    # -- where it stands ----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.slots[PC] == OVER

    @property
    def node(self) -> Node | None:
        """What is asked now; nothing at the end."""
        return self.program.nodes.get(self.slots[PC])

    @property
    def decider(self) -> int | None:
        return None if self.over else self.slots[DECIDER]

    @property
    def actor(self) -> int:
        return self.slots[ACTOR]

    @property
    def turn(self) -> int:
        """Whose turn it is: a seat, or what the course of the game goes through instead."""
        flow, slots = self.program.game.flow, self.program.build.slots
        whose = flow.turn_of if flow is not None else None
        return self.slots[slots.get(whose, ACTOR) if whose is not None else ACTOR]

    @property
    def order_of(self) -> str:
        """Of which kind those are that have turns in a round, one after the other; empty where
        rules say after each turn who comes next."""
        flow = self.program.game.flow
        each = flow.each if flow is not None else None
        return "" if each is None else each.type.item.kind if each.type.item else each.type.kind

    @property
    def order(self) -> list[int]:
        """Whose turns are still to come in this round, after the one that has begun."""
        layout, kind = self.program.layout, self.order_of
        if not kind:
            return []
        begun, kept = self.slots[layout.turn_index], layout.turn_order
        if not kept:
            return list(range(begun, layout.sizes[kind]))
        return list(self.slots[kept + 1 + begun:kept + 1 + self.slots[kept]])

    @property
    def round(self) -> int:
        return self.slots[ROUND]

    @property
    def end_reason(self) -> str | None:
        number = self.slots[REASON]
        return self.program.game.reasons[number - 1] if number else None

    # -- fields -------------------------------------------------------------------------------

    def base(self, owned: Field, owner: int) -> int:
        """The first slot of a field of one owner."""
        room = self.program.layout.room(owned)
        return room.base + owner * room.width

    def values(self, owned: Field) -> int:
        """How many values a field of one owner has: one, or one for each element of a kind."""
        return self.program.layout.room(owned).values

    def number(self, owned: Field, owner: int, index: int = 0) -> int:
        """What a field holds as a number, whether it is known or not."""
        return self.slots[self.base(owned, owner) + index]

    def held(self, owned: Field, owner: int) -> tuple[int, ...]:
        """All numbers of a field of one owner; what is known of it is the same if they are."""
        base = self.base(owned, owner)
        return tuple(self.slots[base:base + self.program.layout.room(owned).width])

    def knows(self, owned: Field, owner: int, index: int = 0) -> bool:
        """Whether one value, or the element at a place in a zone, is known."""
        if not self.hides or not owned.secret:
            return True
        notes = self.program.layout.room(owned).notes
        return bool(self.slots[self.base(owned, owner) + notes + index] & EVERYBODY)

    def knows_all(self, owned: Field, owner: int) -> bool:
        """Whether all that a field of one owner holds is known."""
        if not self.hides or not owned.secret:
            return True
        count = self.size(owned, owner) if owned.zone else self.values(owned)
        return count is not None and all(self.knows(owned, owner, i) for i in range(count))

    def size(self, owned: Field, owner: int) -> int | None:
        """How many elements a zone holds; None where that is not known."""
        found = self.number(owned, owner)
        return found if found >= 0 else None

    def fullest(self, owned: Field) -> int:
        """How many elements the one of the zones of all owners holds that holds most."""
        room = self.program.layout.room(owned)
        return max(self.slots[room.base:room.base + room.size:room.width])

    def zone(self, owned: Field, owner: int) -> list[int]:
        """The elements of a zone, -1 for those that are not known.

        Where its size is not known, these are all that are.
        """
        first, size = self.base(owned, owner) + 1, self.size(owned, owner)
        if size is not None:
            return list(self.slots[first:first + size])
        return [i for i in self.slots[first:first + self.values(owned)] if i >= 0]

    def amounts(self, owned: Field, owner: int) -> list[tuple[int, int]]:
        """Element and value, for each element that has one as far as is known."""
        none = -1 if owned.type.tag == "kind" else 0
        found = ((i, self.number(owned, owner, i)) for i in range(self.values(owned)))
        return [(i, n) for i, n in found
                if self.knows(owned, owner, i) and n not in (none, NO_NUMBER)]

    def unknown(self, owned: Field, owner: int) -> int:
        """How many of the values of a field are not known."""
        return sum(not self.knows(owned, owner, i) for i in range(self.values(owned)))

    def is_set(self, owned: Field, owner: int) -> bool:
        """Whether there is anything to tell about a field with a single value."""
        if not self.knows(owned, owner):
            return True
        value = self.number(owned, owner)
        return value >= 0 if owned.type.tag == "kind" else value not in (0, NO_NUMBER)

    def points(self, category: str, seat: int) -> int:
        """The points that a seat has counted in a category of the score sheet so far."""
        index = list(self.program.game.scoring).index(category)
        return self.slots[self.program.layout.scores + index * self.program.players + seat]

    def used(self) -> dict[str, list[int]]:
        """How often each seat has done what has a limit, in the span that this is for."""
        seats = range(self.program.players)
        return {name: [max(self.slots[start + seat] for start in starts) for seat in seats]
                for name, starts in self.program.layout.counters.items()}
