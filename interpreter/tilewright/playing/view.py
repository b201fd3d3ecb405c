"""What one seat may know: hidden elements are gone, not merely unread.

A bot or a player gets a `View`, never the `State`. From it, `determinize` deals the unknown
elements anew, in a way that agrees with everything the seat knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.layout import DECIDER, KNOWN_TO_ALL, RNG, STEPS
from tilewright.playing.reading import Reading
from tilewright.playing.scores import Scores, sheets_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.layout import Room
    from tilewright.playing.state import State

UNKNOWN = -1


class View(Reading, Scores):
    """A position as one seat sees it."""

    __slots__ = ("_moves", "_sheets", "program", "seat", "slots", "unseen")

    def __init__(self, state: State, seat: int) -> None:
        self.program = state.program
        self.seat = seat
        slots = list(state._s)
        self.unseen: dict[str, list[int]] = {}
        for room, base in self.program.layout.secret:
            if room.field.zone:
                if slots[base] or room.field.secret_size:
                    self._hide_zone(slots, room, base)
            else:
                self._hide_values(slots, base, base + room.notes, room.values)
        for items in self.unseen.values():
            items.sort()
        self._hide_choices(slots)
        slots[RNG] = slots[STEPS] = 0
        self.slots = tuple(slots)
        mine = slots[DECIDER] == seat
        self._moves = tuple(state.legal()) if mine else ()
        self._sheets = sheets_for(state, seat)

    # -- what is hidden -----------------------------------------------------------------------

    def _hidden_rooms(self) -> Iterator[tuple[Room, int]]:
        return ((room, base) for room, base in self.program.layout.secret if room.field.zone)

    def _hide_zone(self, slots: list[int], room: Room, base: int) -> None:
        count, field = slots[base], room.field
        unseen = self._hide_values(slots, base + 1, base + room.notes, count)
        if field.in_play:
            self._hide_play(slots, room, base, unseen)
        if field.secret_size and not self._always_sees(room, base):
            self._hide_size(slots, room, base)
        elif unseen:
            self.unseen.setdefault(field.type.kind, []).extend(unseen)

    def _hide_values(self, slots: list[int], first: int, notes: int, count: int) -> list[int]:
        """Hide values that this seat does not know, and what others know; which ones these are."""
        bit, unseen = 1 << self.seat, []
        for i in range(first, first + count):
            note = notes + i - first
            known = slots[note] = slots[note] & bit
            if not known:
                unseen.append(slots[i])
                slots[i] = UNKNOWN
        return unseen

    def _hide_play(self, slots: list[int], room: Room, base: int, unseen: list[int]) -> None:
        """Hidden tiles in play are not counted where everybody can read it."""
        kind, layout = room.field.type.kind, self.program.layout
        owner = (base - room.base) // room.width
        for tile in unseen:
            slots[layout.in_play[kind] + owner * layout.sizes[kind] + tile] -= 1

    def _always_sees(self, room: Room, base: int) -> bool:
        own = room.base + self.seat * room.width
        return room.field.visible == "owner" and base == own

    def _hide_size(self, slots: list[int], room: Room, base: int) -> None:
        """A zone of which only the elements are left that this seat knows, wherever they lie."""
        first, count, cap = base + 1, slots[base], room.values
        known = [i for i in slots[first:first + count] if i != UNKNOWN]
        slots[base] = UNKNOWN
        slots[first:first + cap] = [*known, *[UNKNOWN] * (cap - len(known))]
        bit, notes = 1 << self.seat, base + room.notes
        slots[notes:notes + cap] = [*[bit] * len(known), *[0] * (cap - len(known))]

    def _hide_choices(self, slots: list[int]) -> None:
        """A secret value that is kept over a decision is known to one seat at most."""
        from tilewright.playing.guess import secret_slots

        for slot, cap, knower, _kind in secret_slots(self.program.build):
            if slots[knower] in (KNOWN_TO_ALL, self.seat + 1):
                continue
            if cap:
                slots[slot + 1:slot + 1 + slots[slot]] = [UNKNOWN] * slots[slot]
            else:
                slots[slot] = UNKNOWN

    # -- what may be done ---------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The moves of this seat, if it decides now."""
        return list(self._moves)

    @property
    def decider(self) -> int:
        return self.slots[DECIDER]

    def describe(self, move: int, lang: str = "en") -> str:
        from tilewright.text import describe

        return describe(self.program, move, lang, self.slots[0])

    # -- a guess ------------------------------------------------------------------------------

    def determinize(self, seed: int) -> State:
        """A whole position that this seat cannot tell from the real one."""
        from tilewright.playing.guess import guessed

        return guessed(self, seed)

    def _secret_pending(self) -> bool:
        """Whether some other seat has made a secret choice that is not carried out yet."""
        from tilewright.playing.guess import secret_pending

        return secret_pending(self)
