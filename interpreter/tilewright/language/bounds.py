"""How long lists can get: what the room for kept lists and the charging of steps rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.operations import Const
from tilewright.language.operations.sizes import elements

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.model import Game

    Most = Callable[[Game, tuple[Expr, ...]], int]


def in_play(game: Game, source: Expr) -> int:
    """The most elements that a list can have in play, where an argument may be any list."""
    if any(part.is_open(game) for part in source.walk()):
        return limits.SPREAD
    return source.longest(game)


def know_lets(game: Game, bindings: list[tuple[Var, Expr]]) -> None:
    """Note how long the lists can get that rules keep under a name; later ones read earlier."""
    waiting = [(var, value) for var, value in bindings if var.is_list]
    while waiting:
        open_still = []
        for var, value in waiting:
            if any(part.is_open(game) for part in value.walk()):
                open_still.append((var, value))
            else:
                var.cap = min(value.longest(game), limits.SPREAD)
        if len(open_still) == len(waiting):
            return
        waiting = open_still


# -- how long the lists are that words give -------------------------------------------------------


def as_given(game: Game, args: tuple[Expr, ...]) -> int:
    """As long as the list that a word gets."""
    return args[0].longest(game)


def as_asked(game: Game, args: tuple[Expr, ...]) -> int:
    """As many as are asked for, of the list that is there."""
    whole, count = args[0].longest(game), args[1]
    return max(min(whole, int(count.value)), 1) if isinstance(count, Const) else whole


def of_kind(game: Game, args: tuple[Expr, ...]) -> int:
    """Each element of a kind once at most."""
    return elements(game, args[0].type.kind)


def in_range(_game: Game, args: tuple[Expr, ...]) -> int:
    first, last = args
    if isinstance(first, Const) and isinstance(last, Const):
        return max(min(int(last.value - first.value) + 1, limits.REPEAT), 1)
    return limits.REPEAT


def total(game: Game, args: tuple[Expr, ...]) -> int:
    """As many as numbers per kind can add up to."""
    return args[0].adds_up_to(game)
