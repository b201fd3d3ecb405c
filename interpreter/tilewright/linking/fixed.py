"""Expressions about what never changes, worked out while a game is put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.language.tree import Expr, Var
    from tilewright.model import Game

    Known = dict[Var, Any]

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
CALLS: dict[str, Callable[..., Any]] = {
    "abs": abs, "half": lambda n: n // 2, "min": min, "max": max, "size": len,
    "index": lambda element: element + 1, "range": lambda a, b: list(range(a, b + 1)),
    "clamp": lambda n, low, high: max(low, min(n, high)), "reverse": lambda found: found[::-1],
    "unique": lambda found: sorted(set(found)), "top": lambda found, n: found[:max(n, 0)]}


class ChangesError(Exception):
    """An expression asks about what changes in play; `args` are the expression."""


class Fixed:
    """Works expressions out, step by step; `left` is how many steps there still are."""

    def __init__(self, game: Game, steps: int) -> None:
        self.game = game
        self.left = steps

    def value(self, e: Expr, known: Known) -> Any:
        """The value of an expression with some names known."""
        self.left -= 1
        work = getattr(self, f"_{e.op}", None)
        if work is None or self.left < 0:
            raise ChangesError(e)
        return work(e, known)

    def _const(self, e: Expr, _known: Known) -> Any:
        return e.args[0]

    def _none(self, _e: Expr, _known: Known) -> None:
        return None

    def _var(self, e: Expr, known: Known) -> Any:
        if e.args[0] not in known:
            raise ChangesError(e)
        return known[e.args[0]]

    def _attr(self, e: Expr, known: Known) -> Any:
        attribute, _, inner = e.args
        found = attribute.values[self.value(inner, known)]
        return list(found) if isinstance(found, tuple) else found

    def _domain(self, e: Expr, _known: Known) -> list[int]:
        if e.args[0] == PLAYER:
            raise ChangesError(e)
        return list(range(len(self.game.kinds[e.args[0]].items)))

    def _cmp(self, e: Expr, known: Known) -> bool:
        sign, left, right = e.args
        return SIGNS[sign](self.value(left, known), self.value(right, known))

    def _isin(self, e: Expr, known: Known) -> bool:
        sign, left, right = e.args
        found: list[Any] = self.value(right, known)
        return bool((self.value(left, known) in found) == (sign == "in"))

    def _and(self, e: Expr, known: Known) -> bool:
        return all(self.value(part, known) for part in e.args[0])

    def _or(self, e: Expr, known: Known) -> bool:
        return any(self.value(part, known) for part in e.args[0])

    def _not(self, e: Expr, known: Known) -> bool:
        return not self.value(e.args[0], known)

    def _neg(self, e: Expr, known: Known) -> Any:
        return -self.value(e.args[0], known)

    def _math(self, e: Expr, known: Known) -> int:
        sign, left, right = e.args
        a, b = self.value(left, known), self.value(right, known)
        if sign in ("//", "%") and b == 0:
            raise ChangesError(e)
        return MATH[sign](a, b)

    def _list(self, e: Expr, known: Known) -> list[Any]:
        return [self.value(part, known) for part in e.args[0]]

    def _ifelse(self, e: Expr, known: Known) -> Any:
        test, then, other = e.args
        return self.value(then if self.value(test, known) else other, known)

    def _nth(self, e: Expr, known: Known) -> Any:
        found, index = (self.value(part, known) for part in e.args)
        if not 0 <= index < len(found):
            raise ChangesError(e)
        return found[index]

    def _comp(self, e: Expr, known: Known) -> Any:
        how = e.args[0]
        if how not in GATHER:
            raise ChangesError(e)
        return GATHER[how](list(self._each(e, known)))

    def _each(self, e: Expr, known: Known) -> Iterator[Any]:
        _, var, source, cond, value = e.args[:5]
        for one in self.value(source, known):
            inner = {**known, var: one}
            if cond is None or self.value(cond, inner):
                yield self.value(value, inner)

    def _call(self, e: Expr, known: Known) -> Any:
        word = e.args[0].name
        if word not in CALLS:
            raise ChangesError(e)
        return CALLS[word](*[self.value(part, known) for part in e.args[1]])
