"""What holds in a position, field by field and by name.

Unlike the key of a position, this does not depend on where the compiled game keeps its numbers,
so that positions of two versions of a game can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from tilewright.merging.renames import newest_id
from tilewright.model import GAME
from tilewright.positions.decoder import plain, single

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tilewright.language.types import Type
    from tilewright.model import Field
    from tilewright.playing.state import State

# Gives an id another name: of a kind, and what it is called there.
Names = Callable[[str, str], str]


def same(_kind: str, word: str) -> str:
    """Ids as they are."""
    return word


def facts(state: State, names: Names = same) -> dict[str, Any]:
    """The values of all fields, the points counted so far, who decides, and how it ended."""
    reader = _Reader(state, names)
    told = {place: reader.value(owned, owner) for place, owned, owner in reader.places()}
    return told | _counted(state, names)


def _counted(state: State, names: Names) -> dict[str, Any]:
    """What is no field: who decides, the points counted so far, and how it ended."""
    told: dict[str, Any] = {"decider": state.decider, "round": state.round,
                            "end": state.end_reason}
    for name, category in state.program.game.scoring.items():
        if category.value is None:
            told |= {f"points.{seat + 1}.{names('', name)}": points
                     for seat, points in enumerate(state.points(name).values())}
    if state.over:
        told["scores"], told["winners"] = state.scores(), state.winners()
    return told


class _Reader:
    """Turns the numbers of a position into ids."""

    def __init__(self, state: State, names: Names) -> None:
        self.reader, self.names = state.reader, names
        self.fields, self.kinds = state.program.game.fields, state.program.game.kinds
        self.players = state.players

    def places(self) -> Iterator[tuple[str, Field, int]]:
        """Each field of each owner, and what that place is called."""
        for (kind, name), owned in self.fields.items():
            for owner in range(1 if kind == GAME else self.kinds[kind].size(self.players)):
                place = kind if kind == GAME else f"{kind}.{self.element(kind, owner)}"
                yield f"{place}.{self.names('', name)}", owned, owner

    def element(self, kind: str, index: int) -> str:
        return self.names(kind, str(self.kinds[kind].items[index]))

    def value(self, owned: Field, owner: int) -> Any:
        type_ = single(owned)
        if owned.zone:
            return [self.element(type_.kind, i) for i in self.reader.zone(owned, owner)]
        if owned.per:
            return {self.element(owned.per, i): self.plain(type_, owned, owner, i)
                    for i in range(self.reader.values(owned))}
        return self.plain(type_, owned, owner)

    def plain(self, type_: Type, owned: Field, owner: int, index: int = 0) -> Any:
        number = self.reader.number(owned, owner, index)
        if type_.tag == "kind":
            return self.element(type_.kind, number) if number >= 0 else None
        return plain(self.kinds, type_, number)


def mark(state: State, before: dict[str, str] | None = None) -> str:
    """A short text that is equal where the facts are; if it is asked for, with ids of before."""
    said = _json(facts(state, lambda _, word: before.get(word, word))) if before else (
        _written(state))
    return blake2b(said.encode(), digest_size=5).hexdigest()


_json = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode


@dataclass(slots=True)
class _Written:
    """A field of one owner: where its numbers lie, what they were, and how that was written."""

    place: str
    owned: Field
    owner: int
    first: int
    last: int
    seen: tuple[Sequence[int], str] = ((), "")


def _written(state: State) -> str:
    """The facts as JSON. A move changes few of them, so what has not changed since the last
    position of this program, in whichever game, is not written again."""
    kept, slots = state.program.kept, state.reader.slots
    reader = _Reader(state, same)
    if kept.written is None:
        kept.written = sorted((_place(reader, *place) for place in reader.places()),
                              key=lambda field: field.place)
    told = []
    for field in kept.written:
        now = slots[field.first:field.last]
        held, said = field.seen
        if now != held:
            said = _entry(field.place, reader.value(field.owned, field.owner))
            field.seen = (now, said)
        told.append((field.place, said))
    told += [(place, _entry(place, value)) for place, value in _counted(state, same).items()]
    told.sort()
    return "{" + ", ".join([said for _, said in told]) + "}"


def _entry(place: str, value: Any) -> str:
    return f"{_json(place)}: {_json(value)}"


def _place(reader: _Reader, place: str, owned: Field, owner: int) -> _Written:
    first = reader.reader.base(owned, owner)
    width = reader.reader.program.layout.room(owned).width
    return _Written(place, owned, owner, first, first + width)


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
