"""Short ways to read and set positions in tests, by the public face of states and views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import GAME
from tilewright.playing.setting import arranged as arrange
from tilewright.situations.compare import wanted_of

if TYPE_CHECKING:
    from tilewright import State, View

UNKNOWN = "?"


def read(state: State | View, place: str) -> Any:
    """A value; of mappings only what is not empty."""
    return wanted_of(state.read(place))


def told(position: State | View, owner: str, name: str) -> Any:
    """What a state or a view tells of a field; "?" is a number, or a size, that it does not."""
    field = position.program.game.fields[owner.partition(".")[0], name]
    found = position.field(owner, name)
    if field.zone:
        return found if position.size(owner, name) is not None else [*found, UNKNOWN]
    if field.per:
        known = {k: v if position.knows(owner, name, k) else UNKNOWN for k, v in found.items()}
        return {k: v for k, v in known.items() if v}
    return found if position.knows(owner, name) else UNKNOWN


def all_told(position: State | View, kind: str, name: str) -> dict[str, Any]:
    """What is told of a field of each of a kind."""
    if kind == GAME:
        return {GAME: told(position, GAME, name)}
    size = position.program.layout.sizes[kind]
    return {item: told(position, f"{kind}.{item}", name)
            for item in position.program.game.kinds[kind].items[:size]}


__all__ = ["all_told", "arrange", "read", "told"]
