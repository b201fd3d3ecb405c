"""Expressions about what never changes, worked out while a game is put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.kernel.bounds import HUGE
from tilewright.language.operations import (
    Apply,
    AttributeOf,
    Both,
    Compare,
    Const,
    Domain,
    Either,
    Gather,
    IfElse,
    IsIn,
    ListOf,
    Math,
    Negative,
    Not,
    Nothing,
    Nth,
    Variable,
)
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.model import Game

    Known = dict[Var, Any]
    # How each operation is worked out.
    Ways = Mapping[type[Expr], Callable[[Any, Any, Known], Any]]

MATH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "//": lambda a, b: a // b, "%": lambda a, b: a % b}
SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
GATHER: dict[str, Callable[[list[Any]], Any]] = {
    "list": list, "any": any, "all": all, "count": len, "sum": sum,
    "first": lambda found: found[0] if found else None,
    "flat": lambda found: [x for part in found for x in part]}


class ChangesError(Exception):
    """An expression asks about what changes in play; `args` are the expression."""


class Fixed:
    """Works expressions out, step by step; `left` is how many steps there still are."""

    def __init__(self, game: Game, steps: int, more: Ways | None = None) -> None:
        self.game = game
        self.left = steps
        self.ways = {**WAYS, **(more or {})}

    def value(self, e: Expr, known: Known) -> Any:
        """The value of an expression with some names known."""
        self.left -= 1
        way = self.ways.get(type(e))
        if way is None or self.left < 0:
            raise ChangesError(e)
        found = way(self, e, known)
        if type(found) is list:
            self.charge(e, len(found))
        elif type(found) is int and abs(found) > HUGE:
            # Play stops there too.
            raise ChangesError(e)
        return found

    def charge(self, e: Expr, steps: int) -> None:
        """Take steps for a list, whether it is made or looked through."""
        self.left -= steps
        if self.left < 0:
            raise ChangesError(e)


# -- single values --------------------------------------------------------------------------------


def _const(_fixed: Fixed, e: Const, _known: Known) -> Any:
    return e.value


def _nothing(_fixed: Fixed, _e: Nothing, _known: Known) -> None:
    return None


def _variable(_fixed: Fixed, e: Variable, known: Known) -> Any:
    if e.var not in known:
        raise ChangesError(e)
    return known[e.var]


def _attribute(fixed: Fixed, e: AttributeOf, known: Known) -> Any:
    found = e.attribute.values[fixed.value(e.element, known)]
    return list(found) if isinstance(found, tuple) else found


def _compare(fixed: Fixed, e: Compare, known: Known) -> bool:
    return SIGNS[e.sign](fixed.value(e.left, known), fixed.value(e.right, known))


def _is_in(fixed: Fixed, e: IsIn, known: Known) -> bool:
    found: list[Any] = fixed.value(e.items, known)
    fixed.charge(e, len(found))
    return bool((fixed.value(e.item, known) in found) == (e.sign == "in"))


def _both(fixed: Fixed, e: Both, known: Known) -> bool:
    return all(fixed.value(test, known) for test in e.tests)


def _either(fixed: Fixed, e: Either, known: Known) -> bool:
    return any(fixed.value(test, known) for test in e.tests)


def _not(fixed: Fixed, e: Not, known: Known) -> bool:
    return not fixed.value(e.test, known)


def _negative(fixed: Fixed, e: Negative, known: Known) -> Any:
    return -fixed.value(e.number, known)


def _math(fixed: Fixed, e: Math, known: Known) -> int:
    a, b = fixed.value(e.left, known), fixed.value(e.right, known)
    if e.sign in ("//", "%") and b == 0:
        raise ChangesError(e)
    return MATH[e.sign](a, b)


def _if_else(fixed: Fixed, e: IfElse, known: Known) -> Any:
    return fixed.value(e.then if fixed.value(e.test, known) else e.other, known)


# -- lists and words ------------------------------------------------------------------------------


def domain(fixed: Fixed, e: Domain, _known: Known) -> list[int]:
    """All elements of a kind, but for the players, whose number nobody knows yet."""
    if e.kind == PLAYER:
        raise ChangesError(e)
    return list(range(len(fixed.game.kinds[e.kind].items)))


def _list(fixed: Fixed, e: ListOf, known: Known) -> list[Any]:
    return [fixed.value(item, known) for item in e.items]


def _nth(fixed: Fixed, e: Nth, known: Known) -> Any:
    found, index = fixed.value(e.items, known), fixed.value(e.at, known)
    if not 0 <= index < len(found):
        raise ChangesError(e)
    return found[index]


def _gather(fixed: Fixed, e: Gather, known: Known) -> Any:
    if e.how not in GATHER:
        raise ChangesError(e)
    return GATHER[e.how](list(_each(fixed, e, known)))


def _each(fixed: Fixed, e: Gather, known: Known) -> Iterator[Any]:
    for one in fixed.value(e.source, known):
        inner = {**known, e.var: one}
        if e.test is None or fixed.value(e.test, inner):
            yield fixed.value(e.value, inner)


def _apply(fixed: Fixed, e: Apply, known: Known) -> Any:
    if e.word.work is None:
        raise ChangesError(e)
    given = [fixed.value(part, known) for part in e.given]
    fixed.charge(e, sum(len(part) for part in given if type(part) is list))
    found = e.word.work(*given)
    if type(found) is range:
        fixed.charge(e, len(found))
        return list(found)
    return found


WAYS: Ways = {
    Const: _const, Nothing: _nothing, Variable: _variable, AttributeOf: _attribute,
    Compare: _compare, IsIn: _is_in, Both: _both, Either: _either, Not: _not,
    Negative: _negative, Math: _math, IfElse: _if_else, Domain: domain, ListOf: _list, Nth: _nth,
    Gather: _gather, Apply: _apply}
