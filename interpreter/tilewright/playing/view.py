"""What one seat may know: hidden elements are gone, not merely unread.

A bot or a player gets a `View`, never the `State`. From it, `determinize` deals the unknown
elements anew, in a way that agrees with everything the seat knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.layout import DECIDER, RNG, STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.layout import Room
    from tilewright.playing.state import State

UNKNOWN = -1


class View:
    """A position as one seat sees it."""

    __slots__ = ("_moves", "program", "seat", "slots", "unseen")

    def __init__(self, state: State, seat: int) -> None:
        self.program = state.program
        self.seat = seat
        slots = list(state._s)
        self.unseen: dict[str, list[int]] = {}
        self._hide_zones(slots)
        self._hide_choices(slots)
        slots[RNG] = slots[STEPS] = 0
        self.slots = tuple(slots)
        mine = slots[DECIDER] == seat
        self._moves = tuple(state.legal()) if mine else ()

    def _hidden_rooms(self) -> Iterator[tuple[Room, int]]:
        for room in self.program.layout.rooms.values():
            if room.field.hidden:
                for owner in range(room.owners):
                    yield room, room.base + owner * room.width

    def _hide_zones(self, slots: list[int]) -> None:
        bit = 1 << self.seat
        for room, base in self._hidden_rooms():
            cap, kind = room.field.cap, room.field.type.kind
            for i in range(slots[base]):
                known = slots[base + 1 + cap + i]
                if not known & bit:
                    self.unseen.setdefault(kind, []).append(slots[base + 1 + i])
                    slots[base + 1 + i] = UNKNOWN
                slots[base + 1 + cap + i] = known & bit
        for items in self.unseen.values():
            items.sort()

    def _hide_choices(self, slots: list[int]) -> None:
        """A value read from hidden zones, kept over a decision, is known to one seat at most."""
        from tilewright.playing.guess import secret_slots

        for slot, cap, knower, _kind in secret_slots(self.program.build):
            if slots[knower] == self.seat + 1:
                continue
            if cap:
                for i in range(slots[slot]):
                    slots[slot + 1 + i] = UNKNOWN
            elif slots[knower]:
                slots[slot] = UNKNOWN

    def legal(self) -> list[int]:
        """The moves of this seat, if it decides now."""
        return list(self._moves)

    @property
    def decider(self) -> int:
        return self.slots[DECIDER]

    def zone(self, owner: int, field: str) -> list[str | None]:
        """The elements of a zone of a player by name; None where this seat does not know."""
        return self._zone("player", owner, field)

    def common_zone(self, field: str) -> list[str | None]:
        """The elements of a zone of the game by name; None where this seat does not know."""
        return self._zone("game", 0, field)

    def _zone(self, kind: str, owner: int, name: str) -> list[str | None]:
        room = self.program.layout.rooms[kind, name]
        base = room.base + owner * room.width
        items = self.program.game.kinds[room.field.type.kind].items
        found = self.slots[base + 1:base + 1 + self.slots[base]]
        return [items[i] if i >= 0 else None for i in found]

    def describe(self, move: int, lang: str = "en") -> str:
        from tilewright.text import describe

        return describe(self.program, move, lang, self.slots[0])

    def determinize(self, seed: int) -> State:
        """A whole position that this seat cannot tell from the real one."""
        from tilewright.playing.guess import guessed

        return guessed(self, seed)

    def _secret_pending(self) -> bool:
        """Whether some other seat has made a secret choice that is not carried out yet."""
        from tilewright.playing.guess import secret_pending

        return secret_pending(self)
