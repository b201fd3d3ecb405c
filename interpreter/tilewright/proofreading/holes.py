"""The types of what is filled into texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.tree import Choose, ChooseMany
from tilewright.linking.text_keys import statements
from tilewright.wording.pieces import HOWS, at_verb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.types import Type
    from tilewright.model import Game

Holes = dict[str, "Type"]


def typed_holes(game: Game) -> dict[str, Holes]:
    """The types of what is filled in, for each key of which they are known."""
    found: dict[str, Holes] = {}
    for key, holes in (*_of_moves(game), *_of_pieces(game)):
        for there in (key, *at_verb(game, key)):
            found.setdefault(there, {}).update(holes)
    return found


def _of_moves(game: Game) -> Iterator[tuple[str, Holes]]:
    for action in game.actions.values():
        for index, pick in enumerate(action.picks):
            key = f"move.{action.name}" + (f".{pick.name}" if index else "")
            # What was picked before can be said once more.
            yield key, {p.name: p.var.type for p in action.picks[:index + 1]}
    for stmt in statements(game):
        if isinstance(stmt, (Choose, ChooseMany)):
            yield f"move.{stmt.site}", {stmt.var.name: stmt.var.type}


def _of_pieces(game: Game) -> Iterator[tuple[str, Holes]]:
    for verb, args in game.published.verbs.items():
        yield f"verb.{verb}", {a.name: a.type for a in args}
    for query in game.queries.values():
        holes = {a.name: a.type for a in query.args}
        for how in HOWS:
            yield f"change.{query.name}.{how}", {"n": query.type, **holes}
    for kind in game.kinds.values():
        if kind.tiles:
            yield f"family.{kind.name}", {n: a.type for n, a in kind.attributes.items()}
