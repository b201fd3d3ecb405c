"""The fields of a view by name; what the seat does not know is None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.model import GAME, PLAYER
from tilewright.problems import UsageError, did_you_mean

if TYPE_CHECKING:
    from tilewright.compiling.layout import Room
    from tilewright.compiling.program import Program
    from tilewright.language.types import Type
    from tilewright.model import Field

    # A seat, the id of an element such as a cell, or `game`.
    Owner = int | str


class Reading:
    """Reads the slots of a view."""

    __slots__ = ()
    program: Program
    slots: tuple[int, ...]

    def field(self, owner: Owner, name: str, element: str | None = None) -> Any:
        """What a field holds, with ids; for numbers per kind one of them, or all by id.

        None means none, or that this seat does not know: `knows` tells which.
        """
        room, base = self._at(owner, name)
        if room.field.zone:
            return self._elements(room, base)
        if element is not None or not room.field.per:
            return self._value(room, base, self._index(room, element))
        items = self.program.game.kinds[room.field.per].items[:room.values]
        return {item: self._value(room, base, i) for i, item in enumerate(items)}

    def knows(self, owner: Owner, name: str, element: str | None = None) -> bool:
        """Whether this seat knows all that a field holds, or one of its numbers per kind."""
        room, base = self._at(owner, name)
        if not room.field.secret:
            return True
        if room.field.zone:
            size = self.slots[base]
            return size >= 0 and all(self.slots[base + room.notes:base + room.notes + size])
        first = self._index(room, element) if element is not None else 0
        count = 1 if element is not None else room.values
        return all(self.slots[base + room.notes + first:base + room.notes + first + count])

    def size(self, owner: Owner, name: str) -> int | None:
        """How many elements a zone holds; None where this seat does not know."""
        base = self._zone_at(owner, name)[1]
        return self.slots[base] if self.slots[base] >= 0 else None

    def zone(self, owner: int, field: str) -> list[str | None]:
        """The elements of a zone of a player by name; None where this seat does not know.

        Of a zone with a hidden size these are the elements that this seat knows.
        """
        return self._elements(*self._zone_at(owner, field))

    def common_zone(self, field: str) -> list[str | None]:
        """The elements of a zone of the game by name; None where this seat does not know."""
        return self._elements(*self._zone_at(GAME, field))

    # -- where it stands ----------------------------------------------------------------------

    def _at(self, owner: Owner, name: str) -> tuple[Room, int]:
        """The slots of a field of one owner, and where they begin."""
        if isinstance(owner, int):
            kind, index = PLAYER, self._seat(owner)
        elif owner == GAME:
            kind, index = GAME, 0
        else:
            kind, index = self._owner(owner, name)
        rooms = self.program.layout.rooms
        if (kind, name) not in rooms:
            known = [n for k, n in rooms if k == kind]
            raise UsageError(f"{_of(kind)} has no field '{name}'; {did_you_mean(name, known)}"
                             .rstrip("; "))
        room = rooms[kind, name]
        return room, room.base + index * room.width

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.program.players:
            raise UsageError(f"there is no seat {seat}, seats go from 0 to "
                             f"{self.program.players - 1}")
        return seat

    def _owner(self, owner: str, name: str) -> tuple[str, int]:
        """The element of that id; of several kinds that have it, the one with the field."""
        layout, kinds = self.program.layout, self.program.game.kinds
        found = [(kind, items.index(owner)) for kind in kinds
                 for items in (kinds[kind].items[:layout.sizes[kind]],) if owner in items]
        if not found:
            known = [i for k in kinds for i in kinds[k].items[:layout.sizes[k]]]
            raise UsageError(f"there is nothing called '{owner}'; "
                             f"{did_you_mean(owner, [GAME, *known])}".rstrip("; "))
        return next((f for f in found if (f[0], name) in layout.rooms), found[0])

    def _zone_at(self, owner: Owner, name: str) -> tuple[Room, int]:
        room, base = self._at(owner, name)
        if not room.field.zone:
            raise UsageError(f"{room.field.title} is not a zone; read it with 'field'")
        return room, base

    def _index(self, room: Room, element: str | None) -> int:
        """Which of the numbers per kind is meant; the only value of another field."""
        field = room.field
        if element is None and not field.per:
            return 0
        items = self.program.game.kinds[field.per].items[:room.values] if field.per else []
        if element not in items:
            raise UsageError(f"{field.title} holds nothing for '{element}'; "
                             f"{did_you_mean(str(element), items)}".rstrip("; "))
        return items.index(element)

    # -- what it holds ------------------------------------------------------------------------

    def _elements(self, room: Room, base: int) -> list[str | None]:
        items, size = self.program.game.kinds[room.field.type.kind].items, self.slots[base]
        if size >= 0:
            found = self.slots[base + 1:base + 1 + size]
            return [items[i] if i >= 0 else None for i in found]
        return [items[i] for i in self.slots[base + 1:base + 1 + room.values] if i >= 0]

    def _value(self, room: Room, base: int, index: int) -> Any:
        if room.field.secret and not self.slots[base + room.notes + index]:
            return None
        return plain(self.program.game.kinds, _single(room.field), self.slots[base + index])


def _single(field: Field) -> Type:
    return field.type.item or field.type


def plain(kinds: Any, type_: Type, number: int) -> Any:
    """A number of the state as people read it: an id, true or false, a number, or None."""
    if type_.tag == "kind":
        return kinds[type_.kind].items[number] if number >= 0 else None
    if type_.tag == "bool":
        return bool(number)
    return None if number == NO_NUMBER else number


def _of(kind: str) -> str:
    return "the game" if kind == GAME else f"a {kind}"
