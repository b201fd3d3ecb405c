"""What holds in a position, field by field and by name.

Unlike the key of a position, this does not depend on where the compiled game keeps its numbers,
so that positions of two versions of a game can be compared.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.layout import Room
    from tilewright.language.types import Type
    from tilewright.playing.state import State


def facts(state: State) -> dict[str, Any]:
    """The values of all fields, the points counted so far, and who decides."""
    told: dict[str, Any] = {"decider": state.decider, "round": state.round,
                            "end": state.end_reason}
    for (kind, name), room in state.program.layout.rooms.items():
        for owner in range(room.owners):
            place = name if kind == GAME else f"{_element(state, kind, owner)}.{name}"
            told[place] = _value(state, room, room.base + owner * room.width)
    layout = state.program.layout
    if layout.scores:
        counted = list(state.program.game.scoring)
        for seat in range(state.players):
            start = layout.scores + seat * len(counted)
            for index, category in enumerate(counted):
                told[f"points.{seat + 1}.{category}"] = state._s[start + index]
    return told


def mark(state: State, names: dict[str, str] | None = None) -> str:
    """A short text that is equal where the facts are; with other names for ids, if they are given.
    """
    told = facts(state)
    said = json.dumps(_called(told, names) if names else told, sort_keys=True, ensure_ascii=False)
    return blake2b(said.encode(), digest_size=5).hexdigest()


def _called(value: Any, names: dict[str, str]) -> Any:
    """A value with other names for ids."""
    if isinstance(value, list):
        return [_called(v, names) for v in value]
    if isinstance(value, dict):
        return {_place(k, names): _called(v, names) for k, v in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def _place(place: str, names: dict[str, str]) -> str:
    owner, dot, name = place.rpartition(".")
    return f"{names.get(owner, owner)}.{name}" if dot else names.get(place, place)


def differences(old: State, new: State) -> Iterator[tuple[str, Any, Any]]:
    """Fields that both positions have, with other values; ids are called as they are now."""
    before, after = _called(facts(old), new.program.game.renamed), facts(new)
    for place, value in before.items():
        if place in after and after[place] != value:
            yield place, value, after[place]


def _element(state: State, kind: str, index: int) -> str:
    return str(state.program.game.kinds[kind].items[index])


def _value(state: State, room: Room, base: int) -> Any:
    s, field = state._s, room.field
    if field.zone:
        return [_element(state, field.type.kind, i) for i in s[base + 1:base + 1 + s[base]]]
    if field.per:
        type_ = field.type.item or field.type
        items = state.program.game.kinds[field.per].items
        return {items[i]: _plain(state, type_, s[base + i]) for i in range(room.width)}
    return _plain(state, field.type, s[base])


def _plain(state: State, type_: Type, number: int) -> Any:
    if type_.tag == "kind":
        return _element(state, type_.kind, number) if number >= 0 else None
    if type_.tag == "bool":
        return bool(number)
    return None if number == NO_NUMBER else number
