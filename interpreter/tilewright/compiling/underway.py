"""Which actions must note that they are under way, so that `used` leaves them out.

That costs time at each action, so it is only done where some rule asks for an action while it is
carried out: in its prices, in its effect, or in what these lead to.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from tilewright.language.operations import (
    Expr,
    Own,
    Points,
    Possible,
    Query,
    Used,
)
from tilewright.language.tree import (
    Branch,
    Call,
    Event,
    Menu,
    Stmt,
    Target,
)
from tilewright.model import Cost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.model import Action, Game


def asked_under_way(game: Game) -> list[str]:
    """The actions that some rule may ask for while they are carried out."""
    return sorted(name for name in game.counted
                  if name in _asked_in(game, _performed(game, game.actions[name])))


def _performed(game: Game, action: Action) -> list[Any]:
    """What an action pays and does, with what tiles do because of it."""
    parts = [action.costs, [t.when for t in action.tolls], action.body]
    return [*parts, *_reactions(game, action.event)] if action.event else parts


def _asked_in(game: Game, parts: list[Any]) -> set[str]:
    """The actions that `used` names in some rules, and in all that they lead to."""
    asked: set[str] = set()
    seen: set[tuple[str, str]] = set()
    todo: list[Any] = list(parts)
    while todo:
        for piece in _pieces(todo.pop()):
            if isinstance(piece, Used):
                asked.add(piece.action)
            for key, more in _leads_to(game, piece):
                if key not in seen:
                    seen.add(key)
                    todo += more
    return asked


def _leads_to(game: Game, piece: Any) -> Iterator[tuple[tuple[str, str], list[Any]]]:
    """The rules that a piece of rules uses, by name."""
    if isinstance(piece, Call):
        yield ("procedure", piece.procedure), [game.procedures[piece.procedure].body]
    elif isinstance(piece, Event):
        yield ("event", piece.event), _reactions(game, piece.event)
    elif isinstance(piece, Menu):
        powers = [a.name for a in game.actions.values() if a.tile is not None]
        for name in (*piece.actions, *powers):
            yield ("action", name), _whole(game, game.actions[name])
    elif isinstance(piece, Own):
        yield ("function", piece.name), [game.functions[piece.name].body]
    elif isinstance(piece, Query):
        made = game.queries[piece.name]
        yield ("query", made.name), [made.base, *((c.value, c.when) for c in made.changes)]
    elif isinstance(piece, Possible):
        yield ("action", piece.action), _whole(game, game.actions[piece.action])
    elif isinstance(piece, Points):
        yield ("points", piece.family), [(p.points, p.test) for p in game.points]


def _whole(game: Game, action: Action) -> list[Any]:
    return [[p.source for p in action.picks], action.guard, *_performed(game, action)]


def _reactions(game: Game, event: str) -> list[Any]:
    return [(h.when, game.procedures[h.procedure].body) for h in game.events[event].handlers]


def _pieces(value: Any) -> Iterator[Any]:
    """All expressions and statements in a value, itself included."""
    todo = [value]
    while todo:
        this = todo.pop()
        if isinstance(this, (list, tuple)):
            todo += this
        elif isinstance(this, dict):
            todo += this.values()
        elif isinstance(this, (Expr, Stmt, Target, Branch, Cost)):
            yield this
            todo += [getattr(this, f.name) for f in fields(this)]
