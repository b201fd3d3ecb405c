"""Reads and writes the fields of a position by name, so that cases can set a table up.

A place is written as `owner.field`: `p1.coins` or `h10.boat` for one owner, `player.coins` for
all of a kind; a field of the game is its bare name. `size(place)` is how many elements a zone has,
`points.category` what each player has counted in a category of the score sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.compiling.layout import Room
from tilewright.compiling.zones import UNUSED
from tilewright.model import GAME, PLAYER
from tilewright.playing.state import State, run

if TYPE_CHECKING:
    from collections.abc import Sequence

Spot = tuple[Room, list[int]]


def decoded(kinds: dict[str, Any], type_: Any, raw: Any) -> Any:
    """A number of the compiled game as people write it."""
    if type_.tag == "list":
        return [decoded(kinds, type_.item, x) for x in raw]
    if type_.tag == "map":
        return {k: v for k, v in zip(kinds[type_.kind].items, raw, strict=False) if v}
    if type_.tag == "kind":
        return kinds[type_.kind].items[raw] if raw >= 0 else None
    if type_.tag == "bool":
        return bool(raw)
    return None if raw == NO_NUMBER else raw


def encoded(kinds: dict[str, Any], type_: Any, value: Any) -> int:
    """What people write as a number of the compiled game."""
    if type_.tag == "kind":
        return -1 if value is None else int(kinds[type_.kind].items.index(value))
    assert isinstance(value, int), f"{value!r} is not a number"
    return int(value)


# -- places ---------------------------------------------------------------------------------------

def find(state: State, place: str) -> Spot:
    """The room of a field and the first slots of the owners that a place names."""
    rooms = state.program.layout.rooms
    owner, dot, name = place.rpartition(".")
    if not dot:
        room = rooms[GAME, name]
        return room, [room.base]
    for (kind, field), room in rooms.items():
        if field == name and kind != GAME:
            items = state.program.game.kinds[kind].items[:room.owners]
            chosen = [i for i, item in enumerate(items) if owner in (kind, item)]
            if chosen:
                return room, [room.base + i * room.width for i in chosen]
    raise AssertionError(f"there is no place '{place}'")


def read(state: State, place: str, slots: Sequence[int] | None = None) -> Any:
    """A value; for all of a kind, those that are not empty by name."""
    if place.startswith("size("):
        return len(read(state, place[5:-1], slots))
    if place.startswith("points."):
        start = _points(state, place)
        found = (slots or state._s)[start:start + state.players]
        return {k: n for k, n in zip(_players(state), found, strict=False) if n}
    room, bases = find(state, place)
    values = [content(state, room, base, slots or state._s) for base in bases]
    if "." in place and place.split(".", maxsplit=1)[0] == room.field.owner:
        items = state.program.game.kinds[room.field.owner].items
        return {k: v for k, v in zip(items, values, strict=False) if v not in (None, 0, [], {})}
    return values[0]


def _players(state: State) -> list[str]:
    return list(state.program.game.kinds[PLAYER].items)


def _points(state: State, place: str) -> int:
    """Where the points of a counted category begin."""
    index = list(state.program.game.scoring).index(place.partition(".")[2])
    return state.program.layout.scores + index * state.players


def content(state: State, room: Room, base: int, slots: Sequence[int]) -> Any:
    """What a field of one owner holds."""
    kinds, field = state.program.game.kinds, room.field
    if field.zone:
        return [decoded(kinds, field.type, x) for x in slots[base + 1:base + 1 + slots[base]]]
    if field.per:
        values = [decoded(kinds, field.type, x) for x in slots[base:base + room.values]]
        return {k: v for k, v in zip(kinds[field.per].items, values, strict=False) if v}
    return decoded(kinds, field.type, slots[base])


def seen(state: State, room: Room, base: int, slots: Sequence[int]) -> Any:
    """What a view tells of a field of one owner; "?" is a number, or a size, that it does not."""
    if room.field.zone and slots[base] < 0:
        held = [x for x in slots[base + 1:base + 1 + room.values] if x >= 0]
        return [*content(state, room, 0, [len(held), *held]), "?"]
    if room.field.zone or not room.field.secret:
        return content(state, room, base, slots)
    kinds, field = state.program.game.kinds, room.field
    known = slots[base + room.notes:base + room.notes + room.values]
    values = [decoded(kinds, field.type, x) if k else "?"
              for x, k in zip(slots[base:base + room.values], known, strict=True)]
    return {k: v for k, v in zip(kinds[field.per].items, values, strict=False) if v} if (
        field.per) else values[0]


# -- writing --------------------------------------------------------------------------------------

def arrange(state: State, given: dict[str, Any]) -> State:
    """The same position with other values; moves are listed anew."""
    kinds = state.program.game.kinds
    made = state.clone()
    for place, value in given.items():
        if place.startswith("points."):
            for player, points in value.items():
                made._s[_points(made, place) + _players(made).index(player)] = points
            continue
        room, bases = find(made, place)
        for base in bases:
            if room.field.zone:
                _fill(made, room, base, [encoded(kinds, room.field.type, v) for v in value])
            elif isinstance(value, dict):
                _set_per(made, room, base, value)
            else:
                made._s[base] = encoded(kinds, room.field.type, value)
    _count_in_play(made)
    return State(state.program, made._s, run(state.program, made._s, made._s[0]))


def _set_per(state: State, room: Room, base: int, value: dict[str, Any]) -> None:
    kinds, field = state.program.game.kinds, room.field
    for key, number in value.items():
        slot = base + kinds[field.per].items.index(key)
        state._s[slot] = encoded(kinds, field.type, number)


def _fill(state: State, room: Room, base: int, wanted: list[int]) -> None:
    """The whole content of a zone. Tiles that come from elsewhere change places with those that
    lay here; what is left over leaves the game."""
    s = state._s
    displaced = [x for x in s[base + 1:base + 1 + s[base]] if x not in wanted]
    if room.field.type.tag == "kind" and state.program.game.kinds[room.field.type.kind].tiles:
        for item in wanted:
            _take_away(state, room, base, item, displaced)
    _write_zone(s, room, base, wanted)


def _take_away(state: State, into: Room, into_base: int, item: int, displaced: list[int]) -> None:
    s = state._s
    for room in state.program.layout.rooms.values():
        if not room.field.zone or room.field.type != into.field.type:
            continue
        for base in range(room.base, room.base + room.owners * room.width, room.width):
            items = s[base + 1:base + 1 + s[base]]
            if base != into_base and item in items:
                there = items.index(item)
                items[there:there + 1] = [displaced.pop(0)] if displaced else []
                _write_zone(s, room, base, items)
                return


def _write_zone(s: list[int], room: Room, base: int, items: list[int]) -> None:
    cap = room.field.cap
    assert len(items) <= cap, f"'{room.field.title}' holds {cap} at most"
    s[base] = len(items)
    s[base + 1:base + room.width] = UNUSED[base + 1:base + room.width]
    s[base + 1:base + 1 + len(items)] = items
    if room.field.hidden:
        seat = (base - room.base) // room.width
        known = 1 << seat if room.field.visible == "owner" else 0
        s[base + 1 + cap:base + 1 + cap + len(items)] = [known] * len(items)


def _count_in_play(state: State) -> None:
    """The counters of tiles in play follow from the zones."""
    program, s = state.program, state._s
    for kind, start in program.layout.in_play.items():
        width = len(program.game.kinds[kind].items)
        s[start:start + program.players * width] = [0] * (program.players * width)
        for room in program.layout.rooms.values():
            if room.field.in_play and room.field.type.kind == kind:
                for seat in range(program.players):
                    base = room.base + seat * room.width
                    for item in s[base + 1:base + 1 + s[base]]:
                        s[start + seat * width + item] += 1
