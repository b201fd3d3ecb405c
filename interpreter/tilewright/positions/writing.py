"""Values put into a position by name; what cannot be is refused with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.language.types import INT, one
from tilewright.language.types import PLAYER as PLAYER_TYPE
from tilewright.model import GAME
from tilewright.positions.decoder import Decoder, single
from tilewright.positions.named import POINTS, SEES, USED
from tilewright.positions.names import Names, Spot, need_counted
from tilewright.positions.placing import Zone, place
from tilewright.positions.reader import Reader
from tilewright.problems import UsageError, did_you_mean, listed

ORDER = "order"

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.compiling.program import Program
    from tilewright.language.types import Type
    from tilewright.model import Field



def write(program: Program, slots: list[int], given: Mapping[str, Any]) -> None:
    """Write values by path, or by owner and field; what is not named stays as it is."""
    writer = _Writer(program, slots)
    zones: dict[int, Zone] = {}
    seen = {path: value for path, value in given.items() if SEES in path}
    for path, value in _paths(program, {k: v for k, v in given.items() if k not in seen}):
        if path.startswith(f"{POINTS}."):
            writer.points(path.partition(".")[2], value)
            continue
        if path.startswith(f"{USED}.") and writer.names.is_free(USED):
            writer.used(path.partition(".")[2], value)
            continue
        for spot, element in writer.spots(path):
            if spot.field.zone:
                zones[writer.base(spot)] = Zone(spot.field, spot.owner, writer.base(spot),
                                                writer.elements(spot, value))
            else:
                writer.values(spot, element, value)
    place(program, slots, zones)
    for path, value in seen.items():
        writer.sees(path, value)


def write_order(program: Program, slots: list[int], value: Any) -> None:
    """Write whose turns are still to come in the round, after the one that has begun."""
    reader = Reader(program, slots, hides=False)
    if not reader.order_of:
        raise UsageError("in this game rules say after each turn who comes next, so no order can "
                         "be given")
    type_ = one(reader.order_of)
    if not isinstance(value, list):
        raise UsageError("write whose turns are still to come: 'order: […]'")
    order = [encoded(program, type_, who, ORDER) for who in value]
    index, kept = program.layout.turn_index, program.layout.turn_order
    if kept:
        flow = program.game.flow
        assert flow is not None
        assert flow.each is not None
        most = flow.each.longest(program.game) - 1
        if len(order) > most:
            raise UsageError(f"at most {most} turns can be still to come, and these are "
                             f"{len(order)}")
        slots[kept:kept + 2 + len(order)] = [1 + len(order), reader.turn, *order]
        slots[index] = 1
        return
    everybody = list(range(program.layout.sizes[reader.order_of]))
    if order != everybody[len(everybody) - len(order):]:
        items = Names(program).items(reader.order_of)
        raise UsageError(f"turns come in this order: {listed(items, 'and')}; '{ORDER}' can only be "
                         "the last of them")
    slots[index] = len(everybody) - len(order)


def _paths(program: Program, given: Mapping[str, Any], above: str = ""
           ) -> Iterator[tuple[str, Any]]:
    """Each value with its whole path; `p1: {coins: 3}` is the same as `p1.coins: 3`."""
    names = Names(program)
    for key, value in given.items():
        path = f"{above}{key}"
        if not isinstance(value, dict):
            yield path, value
        elif _is_owner(names, path, is_first=not above) or _is_element(names, path):
            yield from _paths(program, value, f"{path}.")
        elif _is_by_owner(names, path, value):
            kind, _, name = path.partition(".")
            yield from ((f"{kind}.{item}.{name}", one) for item, one in value.items())
        else:
            yield path, value


def _is_owner(names: Names, path: str, *, is_first: bool) -> bool:
    """Whether what follows are the fields of something, or the elements of a kind."""
    return is_first and "." not in path and (
        path == GAME or (GAME, path) not in names.program.game.fields)


def _is_by_owner(names: Names, path: str, value: dict[str, Any]) -> bool:
    """Whether a value such as that of `cell.mark` tells one for each of some cells."""
    kind, _, name = path.partition(".")
    return names.is_of_all(kind, name) and all(key in names.items(kind) for key in value)


def _is_element(names: Names, path: str) -> bool:
    """Whether a path such as `cell.a1` is an element and not a field."""
    kind, dot, item = path.partition(".")
    return bool(dot) and kind in names.program.game.kinds and item in names.items(kind) and (
        item not in names.of(kind))


class _Writer:
    """Writes single values."""

    def __init__(self, program: Program, slots: list[int]) -> None:
        self.program, self.slots, self.names = program, slots, Names(program)
        self.kinds = program.game.kinds

    def spots(self, path: str) -> list[tuple[Spot, str | None]]:
        """The fields that a path means, those of all elements where it names a kind."""
        first, _, rest = path.partition(".")
        if self.names.is_of_all(first, rest):
            name, _, element = rest.partition(".")
            owned = self.names.field(first, name)
            return [(Spot(owned, i), element or None)
                    for i in range(len(self.names.items(first)))]
        (kind, owner), (name, *more) = self.names.at(path)
        return [(Spot(self.names.field(kind, name), owner), more[0] if more else None)]

    def base(self, spot: Spot) -> int:
        room = self.program.layout.room(spot.field)
        return room.base + spot.owner * room.width

    def values(self, spot: Spot, element: str | None, value: Any) -> None:
        """A number or a mark; a mapping writes those values per element that it names."""
        owned = spot.field
        if isinstance(value, dict) and owned.per and element is None:
            for item, one in value.items():
                self.values(spot, str(item), one)
            return
        if owned.per and element is None:
            raise UsageError(f"{owned.title} holds a value for each {owned.per}; write it as "
                             f"'{{{self.names.items(owned.per)[0]}: …}}'")
        index = self.names.index(owned, element)
        room = self.program.layout.room(owned)
        self.slots[self.base(spot) + index] = self.number(owned, value)
        if owned.secret:
            note = self.base(spot) + room.notes + index
            self.slots[note] = owned.seen_by(spot.owner)

    def number(self, owned: Field, value: Any) -> int:
        """A value as the compiled game holds it."""
        type_ = single(owned)
        found = encoded(self.program, type_, value, owned.title)
        is_number = type_.tag == "int" and found != NO_NUMBER
        if is_number and not owned.low <= found <= owned.high:
            bounds = (f"{owned.low} or more" if owned.high == limits.NUMBER
                      else f"from {owned.low} to {owned.high}")
            raise UsageError(f"{owned.title} is {bounds}, not {found}")
        return found

    def elements(self, spot: Spot, value: Any) -> list[int]:
        """What a zone shall hold, from its first place on."""
        owned = spot.field
        if not isinstance(value, list):
            raise UsageError(f"{owned.title} is a zone; write a list, as '[…]'")
        found = [encoded(self.program, owned.type, one, owned.title) for one in value]
        if len(found) > owned.cap:
            raise UsageError(f"{owned.title} holds {owned.cap} at most, and these are {len(found)}")
        return sorted(found) if owned.unordered else found

    def points(self, category: str, value: Any) -> None:
        """What players have counted so far."""
        scoring = self.program.game.scoring
        need_counted(self.program.game, category)
        if not isinstance(value, dict):
            raise UsageError(f"write the points of each player: '{POINTS}.{category}: {{p1: 3}}'")
        start = self.program.layout.scores + list(scoring).index(category) * self.program.players
        for player, number in value.items():
            seat = encoded(self.program, PLAYER_TYPE, player, category)
            self.slots[start + seat] = encoded(self.program, INT, number, category)

    def sees(self, path: str, value: Any) -> None:
        """What somebody knows of what is hidden, as a view tells it: `null` is what is unknown."""
        who, _, rest = path.partition(SEES)
        seat = encoded(self.program, PLAYER_TYPE, who, path)
        for spot, element in self.spots(rest):
            if not spot.field.secret:
                raise UsageError(f"everybody sees {spot.field.title}, so nobody has to look at it")
            self._sees(spot, element, seat, value, path)

    def _sees(self, spot: Spot, element: str | None, seat: int, value: Any, path: str) -> None:
        owned, base = spot.field, self.base(spot)
        there = Decoder(Reader(self.program, self.slots, hides=False)).held(spot, element)
        held = there if isinstance(there, list) else (
            list(there.values()) if isinstance(there, dict) else [there])
        said = value if owned.zone else (
            [value.get(item) for item in there] if isinstance(there, dict) and isinstance(
                value, dict) else [value])
        if not isinstance(said, list) or len(said) != len(held):
            raise UsageError(f"write '{path}' with as many as there are: {len(held)}, and 'null' "
                             "for what is not known")
        first = self.program.layout.room(owned).notes + base + (
            self.names.index(owned, element) if element is not None else 0)
        for at, (told, really) in enumerate(zip(said, held, strict=True)):
            if told is not None and str(told) != str(really):
                raise UsageError(f"{path.partition(SEES)[0]} cannot know '{told}' there: "
                                 f"{owned.title} holds '{really}'")
            note = self.slots[first + at] & ~(1 << seat)
            self.slots[first + at] = note | (told is not None) << seat

    def used(self, what: str, value: Any) -> None:
        """How often players have done something that has a limit, in the span that this is for."""
        self.names.need_limited(what)
        if not isinstance(value, dict):
            raise UsageError(f"write how often each player has: '{USED}.{what}: {{p1: 1}}'")
        for player, times in value.items():
            seat = encoded(self.program, PLAYER_TYPE, player, what)
            number = encoded(self.program, INT, times, what)
            if number < 0:
                raise UsageError(f"nobody can have done '{what}' {number} times")
            for start in self.program.layout.counters[what]:
                self.slots[start + seat] = number


def encoded(program: Program, type_: Type, value: Any, what: str) -> int:
    """What people write, as a number of the compiled game."""
    if type_.tag == "kind":
        items = Names(program).items(type_.kind)
        if value is None and type_.optional:
            return -1
        if str(value) not in items:
            hint = did_you_mean(str(value), items)
            raise UsageError(f"there is no {type_.kind} '{value}' for {what}; {hint}".rstrip("; "))
        return items.index(str(value))
    if type_.tag == "bool":
        if not isinstance(value, bool):
            raise UsageError(f"{what} is true or false, not '{value}'")
        return int(value)
    if value is None and type_.optional:
        return NO_NUMBER
    if type(value) is not int:
        raise UsageError(f"{what} is a number, not '{value}'")
    return value
