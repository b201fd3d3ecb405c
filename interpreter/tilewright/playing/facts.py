"""What holds in a position, field by field and by name.

Unlike the key of a position, this does not depend on where the compiled game keeps its numbers,
so that positions of two versions of a game can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.merging.renames import newest_id
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.layout import Room
    from tilewright.language.types import Type
    from tilewright.playing.state import State

# Gives an id another name: of a kind, and what it is called there.
Names = Callable[[str, str], str]


def facts(state: State, names: Names = lambda _kind, word: word) -> dict[str, Any]:
    """The values of all fields, the points counted so far, who decides, and how it ended."""
    told: dict[str, Any] = {"decider": state.decider, "round": state.round,
                            "end": state.end_reason}
    reader = _Reader(state, names)
    for (kind, name), room in state.program.layout.rooms.items():
        for owner in range(room.owners):
            place = kind if kind == GAME else f"{kind}.{reader.element(kind, owner)}"
            base = room.base + owner * room.width
            told[f"{place}.{names('', name)}"] = reader.value(room, base)
    told |= _points(state, names)
    if state.over:
        told["scores"], told["winners"] = state.scores(), state.winners()
    return told


def _points(state: State, names: Names) -> dict[str, int]:
    """The points that are counted while the game goes on."""
    start = state.program.layout.scores
    return {f"points.{seat + 1}.{names('', name)}": state._s[start + index * state.players + seat]
            for index, (name, category) in enumerate(state.program.game.scoring.items())
            if category.value is None for seat in range(state.players)}


class _Reader:
    """Turns the numbers of a position into ids."""

    def __init__(self, state: State, names: Names) -> None:
        self.state, self.names = state, names

    def element(self, kind: str, index: int) -> str:
        return self.names(kind, str(self.state.program.game.kinds[kind].items[index]))

    def value(self, room: Room, base: int) -> Any:
        s, field = self.state._s, room.field
        if field.zone:
            return [self.element(field.type.kind, i) for i in s[base + 1:base + 1 + s[base]]]
        if field.per:
            type_ = field.type.item or field.type
            return {self.element(field.per, i): self.plain(type_, s[base + i])
                    for i in range(room.values)}
        return self.plain(field.type, s[base])

    def plain(self, type_: Type, number: int) -> Any:
        if type_.tag == "kind":
            return self.element(type_.kind, number) if number >= 0 else None
        if type_.tag == "bool":
            return bool(number)
        return None if number == NO_NUMBER else number


def mark(state: State, before: dict[str, str] | None = None) -> str:
    """A short text that is equal where the facts are; if it is asked for, with ids of before."""
    told = facts(state, lambda _, word: before.get(word, word)) if before else facts(state)
    said = json.dumps(told, sort_keys=True, ensure_ascii=False)
    return blake2b(said.encode(), digest_size=5).hexdigest()


def differences(old: State, new: State) -> Iterator[tuple[str, Any, Any]]:
    """Fields that both positions have, with other values; ids are called as they are now."""
    before, after = facts(old, _of_today(new)), facts(new)
    for place, value in before.items():
        if place in after and after[place] != value:
            yield place, value, after[place]


def _of_today(new: State) -> Names:
    """What ids are called in a game; one that is still there is no other one."""
    game = new.program.game
    if not game.renamed:
        return lambda _kind, word: word
    there = {name: set(kind.items) for name, kind in game.kinds.items()}
    there[""] = {name for _, name in game.fields} | set(game.scoring)

    def names(kind: str, word: str) -> str:
        return word if word in there.get(kind, ()) else newest_id(word, game.renamed)

    return names
