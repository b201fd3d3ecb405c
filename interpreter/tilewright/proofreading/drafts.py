"""First words for pieces that have none, and what is filled in there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import FALLBACK, PLAYER
from tilewright.proofreading.holes import typed_holes
from tilewright.text import plain, text

if TYPE_CHECKING:
    from tilewright.language.types import Type
    from tilewright.model import Game

WHO = {"me": "when you", "opponent": "when another player", "anyone": "when somebody"}


def draft(game: Game, key: str, holes: set[str]) -> str:
    """A first text for a piece, made of its ids; the author finds better words."""
    sort, name, *rest = key.split(".")
    if sort == "event":
        return f"{WHO.get(rest[0], 'when somebody')} {plain(name)}"
    if sort == "toll":
        said = text(game, f"field.{PLAYER}.{name}", FALLBACK) or plain(name)
        return f"you get {{n}} {said}"
    shown = "".join(f" {{{hole}}}" for hole in sorted(holes))
    return f"{plain(name)}{shown}"


def explained(game: Game, key: str, holes: set[str]) -> list[str]:
    """What stands behind each hole of a piece: `{n} is a number`."""
    types = typed_holes(game).get(key, {})
    return [f"{{{hole}}} is {_of(game, types.get(hole))}" for hole in sorted(holes)]


def _of(game: Game, type_: Type | None) -> str:
    if type_ is None or type_.tag == "int":
        return "a number"
    if type_.tag == "kind":
        return f"the name of one {text(game, f'kind.{type_.kind}', FALLBACK) or plain(type_.kind)}"
    return "true or false" if type_.tag == "bool" else "a list in words"
