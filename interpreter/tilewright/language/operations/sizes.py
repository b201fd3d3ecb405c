"""How many elements there can be where nothing but a type or a kind is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from tilewright.language.types import Type
    from tilewright.model import Game


def of_type(game: Game, type_: Type) -> int:
    """The most elements in a list of which nothing but its type is known."""
    if type_.item and type_.item.tag == "kind":
        return elements(game, type_.item.kind)
    return limits.REPEAT


def elements(game: Game, kind: str) -> int:
    """How many there are of a kind, copies of tiles too."""
    if kind == PLAYER:
        return game.most
    return max(len(game.kinds[kind].items), sum(game.kinds[kind].copies), 1)
