"""Numbers of a position as people read them: ids, true or false, none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.positions.names import Names, Spot
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tilewright.language.types import Type
    from tilewright.model import Field, Kind
    from tilewright.positions.reader import Reader


class Decoder:
    """What fields of a position hold, with ids; None where it is not known."""

    __slots__ = ("kinds", "names", "reader")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.names = Names(reader.program)
        self.kinds = reader.program.game.kinds

    def held(self, spot: Spot, element: str | None = None) -> Any:
        """What a field of one owner holds; with an element, its part of values per element."""
        owned = spot.field
        if element is not None or not (owned.zone or owned.per):
            return self.value(spot, self.names.index(owned, element))
        if owned.zone:
            return self.elements(spot)
        items = self.kinds[owned.per].items
        return {items[i]: self.value(spot, i) for i in range(self.reader.values(owned))}

    def all_held(self, owned: Field) -> list[Any]:
        """What a field of each of its owners holds, in their order: quicker than one by one."""
        room, slots = self.reader.program.layout.room(owned), self.reader.slots
        bases = range(room.base, room.base + room.size, room.width)
        if owned.secret and self.reader.hides:
            return [self.held(Spot(owned, owner)) for owner in range(room.owners)]
        if owned.zone:
            items = self.kinds[owned.type.kind].items
            return [[items[i] for i in slots[base + 1:base + 1 + slots[base]]] for base in bases]
        one = _reading(self.kinds, single(owned))
        if owned.per:
            items = self.kinds[owned.per].items[:room.values]
            return [dict(zip(items, map(one, slots[base:base + room.values]), strict=True))
                    for base in bases]
        return [one(slots[base]) for base in bases]

    def size(self, spot: Spot) -> int | None:
        return self.reader.size(_zone(spot.field), spot.owner)

    def elements(self, spot: Spot) -> list[str | None]:
        """The elements of a zone."""
        found = self.reader.zone(_zone(spot.field), spot.owner)
        items = self.kinds[spot.field.type.kind].items
        return [items[i] if i >= 0 else None for i in found]

    def value(self, spot: Spot, index: int) -> Any:
        """One value of a field."""
        if not self.reader.knows(spot.field, spot.owner, index):
            return None
        return plain(self.kinds, single(spot.field),
                     self.reader.number(spot.field, spot.owner, index))


def _zone(owned: Field) -> Field:
    if not owned.zone:
        raise UsageError(f"{owned.title} is not a zone; read it with 'field'")
    return owned


def single(owned: Field) -> Type:
    """The type of one value of a field."""
    return owned.type.item or owned.type


def _reading(kinds: Any, type_: Type) -> Callable[[int], Any]:
    """What `plain` makes of single values of a type."""
    if type_.tag == "kind":
        # The last one is that of -1, which stands for none.
        return (*kinds[type_.kind].items, None).__getitem__
    if type_.tag == "bool":
        return bool
    return lambda value: None if value == NO_NUMBER else value


def plain(kinds: Any, type_: Type, value: Any) -> Any:
    """What people read for a value of the compiled game: ids, numbers, true or false, None."""
    if value is None:
        return None
    if type_.tag == "list":
        assert type_.item is not None
        return [plain(kinds, type_.item, one) for one in value]
    if type_.tag == "map":
        assert type_.item is not None
        return {item: plain(kinds, type_.item, one)
                for item, one in zip(kinds[type_.kind].items, value, strict=False)}
    if type_.tag == "kind":
        return kinds[type_.kind].items[value] if value >= 0 else None
    if type_.tag == "bool":
        return bool(value)
    return None if value == NO_NUMBER else value


def with_names(kinds: Mapping[str, Kind], type_: Type, value: Any) -> Any:
    """A value of an attribute with the names of its elements."""
    if value is None:
        return None
    if type_.tag == "kind":
        return kinds[type_.kind].items[value]
    if type_.tag == "list" and type_.item is not None:
        return [with_names(kinds, type_.item, one) for one in value]
    if type_.tag == "map":
        items = kinds[type_.kind].items
        return {items[at]: number for at, number in enumerate(value) if number}
    return value
