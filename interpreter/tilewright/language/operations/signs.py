"""Operations on single values: arithmetic, comparisons, tests and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.operations.base import Expr, operation

if TYPE_CHECKING:
    from tilewright.language.operations.base import OfFunction
    from tilewright.model import Game


@operation(fixed=True)
class Math(Expr):
    """A sum, a difference, a product, a quotient or what is left over."""

    sign: str
    left: Expr
    right: Expr


@operation(fixed=True)
class Negative(Expr):
    """A number with the other sign."""

    number: Expr


@operation(fixed=True, harmless=True)
class Compare(Expr):
    """Two values compared."""

    sign: str
    left: Expr
    right: Expr


@operation(fixed=True, harmless=True)
class IsIn(Expr):
    """Whether a list holds a value; the sign is `in` or `not in`."""

    sign: str
    item: Expr
    items: Expr


@operation(fixed=True, harmless=True)
class Both(Expr):
    """All of some tests."""

    tests: tuple[Expr, ...]


@operation(fixed=True, harmless=True)
class Either(Expr):
    """At least one of some tests."""

    tests: tuple[Expr, ...]


@operation(fixed=True, harmless=True)
class Not(Expr):
    """The opposite of a test."""

    test: Expr


@operation(fixed=True, harmless=True)
class IfElse(Expr):
    """One of two values."""

    test: Expr
    then: Expr
    other: Expr

    def longest(self, game: Game) -> int:
        return max(self.then.longest(game), self.other.longest(game))

    def repeats(self, of_function: OfFunction) -> bool:
        return self.then.repeats(of_function) or self.other.repeats(of_function)

    def adds_up_to(self, game: Game) -> int:
        return max(self.then.adds_up_to(game), self.other.adds_up_to(game))


@operation(fixed=True, harmless=True)
class ByItem(Expr):
    """One of several values, one for each element of a kind."""

    which: Expr
    values: tuple[Expr, ...]
