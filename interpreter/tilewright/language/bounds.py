"""How long a list can get: what the room for kept lists and the charging of steps rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.language.tree import Expr, Var
    from tilewright.language.types import Type
    from tilewright.model import Game

    Most = Callable[[Game, tuple[Expr, ...]], int]


def longest(game: Game, source: Expr) -> int:
    """The most elements that a list can have."""
    if source.op == "zone":
        return max(int(source.args[0].cap), 1)
    if source.op == "attr":
        return max((len(v) for v in source.args[0].values), default=1)
    if source.op == "comp":
        inner = longest(game, source.args[4]) if source.args[0] == "flat" else 1
        return min(longest(game, source.args[2]) * inner, limits.SPREAD)
    if source.op == "column":
        return longest(game, source.args[1])
    if source.op == "list":
        return max(len(source.args[0]), 1)
    if source.op in ("join", "without"):
        return longest(game, source.args[0]) + longest(game, source.args[1])
    if source.op == "ifelse":
        return max(longest(game, source.args[1]), longest(game, source.args[2]))
    if source.op == "own" and source.args[0] in game.functions:
        return longest(game, game.functions[source.args[0]].body)
    if source.op == "var" and source.args[0].cap:
        return int(source.args[0].cap)
    if source.op == "call" and source.args[0].most is not None:
        return int(source.args[0].most(game, source.args[1]))
    return of_type(game, source.type)


def in_play(game: Game, source: Expr) -> int:
    """The most elements that a list can have in play, where an argument may be any list."""
    if any(_is_open(game, part) for part in source.walk()):
        return limits.SPREAD
    return longest(game, source)


def _is_open(game: Game, part: Expr) -> bool:
    """Whether it is a list of an argument, or a list that a function makes of one."""
    if part.op == "var":
        return part.args[0].is_list and not part.args[0].cap
    return part.op == "own" and part.type.tag == "list" and part.args[0] in game.functions and any(
        arg.is_list for arg in game.functions[part.args[0]].args)


def know_lets(game: Game, bindings: list[tuple[Var, Expr]]) -> None:
    """Note how long the lists can get that rules keep under a name; later ones read earlier."""
    waiting = [(var, value) for var, value in bindings if var.is_list]
    while waiting:
        open_still = []
        for var, value in waiting:
            if any(_is_open(game, part) for part in value.walk()):
                open_still.append((var, value))
            else:
                var.cap = min(longest(game, value), limits.SPREAD)
        if len(open_still) == len(waiting):
            return
        waiting = open_still


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


# -- how long the lists are that functions give ---------------------------------------------------


def as_given(game: Game, args: tuple[Expr, ...]) -> int:
    """As long as the list that a function gets."""
    return longest(game, args[0])


def as_asked(game: Game, args: tuple[Expr, ...]) -> int:
    """As many as are asked for, of the list that is there."""
    whole, count = longest(game, args[0]), args[1]
    return max(min(whole, int(count.args[0])), 1) if count.op == "const" else whole


def of_kind(game: Game, args: tuple[Expr, ...]) -> int:
    """Each element of a kind once at most."""
    return elements(game, args[0].type.kind)


def of_numbers(game: Game, args: tuple[Expr, ...]) -> int:
    """Each element of the kind that numbers are given for, once at most."""
    return elements(game, args[0].type.kind)


def in_range(_game: Game, args: tuple[Expr, ...]) -> int:
    first, last = args
    if first.op == last.op == "const":
        return max(min(int(last.args[0] - first.args[0]) + 1, limits.REPEAT), 1)
    return limits.REPEAT


def total(game: Game, args: tuple[Expr, ...]) -> int:
    """As many as numbers per kind can add up to."""
    numbers = args[0]
    if numbers.op == "call" and numbers.args[0].name == "tally":
        return longest(game, numbers.args[1][0])
    if numbers.op == "attr":
        return max((sum(n for n in row if n > 0) for row in numbers.args[0].values), default=1)
    if numbers.op == "own" and numbers.args[0] in game.functions:
        return total(game, (game.functions[numbers.args[0]].body,))
    if numbers.op == "ifelse":
        return max(total(game, (part,)) for part in numbers.args[1:])
    if numbers.op == "vector":
        return int(numbers.args[0].high) * len(game.kinds[numbers.args[0].per].items)
    return limits.NUMBER
