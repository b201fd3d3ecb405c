"""Operations on lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.operations.base import Expr, operation
from tilewright.language.operations.values import ZoneOf, variable_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.language.operations.base import OfFunction
    from tilewright.language.tree import Var
    from tilewright.model import Game


@operation(fixed=True, harmless=True)
class ListOf(Expr):
    """A list of elements that are written one by one."""

    items: tuple[Expr, ...]

    def longest(self, game: Game) -> int:
        del game
        return max(len(self.items), 1)

    def repeats(self, of_function: OfFunction) -> bool:
        del of_function
        return len(self.items) > 1


@operation(fixed=True)
class Join(Expr):
    """Two lists, one after the other."""

    first: Expr
    second: Expr

    def longest(self, game: Game) -> int:
        return self.first.longest(game) + self.second.longest(game)


@operation(fixed=True)
class Without(Expr):
    """A list without the elements of another one, each taken once."""

    first: Expr
    second: Expr

    def longest(self, game: Game) -> int:
        return self.first.longest(game) + self.second.longest(game)


@operation(fixed=True)
class Nth(Expr):
    """The element of a list at a place, counted from 0."""

    items: Expr
    at: Expr


@operation(harmless=True)
class Entry(Expr):
    """One of the numbers that there are for each element of a kind."""

    numbers: Expr
    element: Expr


@operation(fixed=True)
class Total(Expr):
    """Numbers per element, added up."""

    numbers: Expr

    def looked_at(self, sizes: Mapping[str, int]) -> int:
        return sizes[self.numbers.type.kind]


@operation(fixed=True)
class Gather(Expr):
    """`value for var in source if test`: as a list, or what `how` makes of it (any, sum, first …).

    `flat` puts lists one after another; `default` is for the least or greatest of nothing.
    """

    how: str
    var: Var
    source: Expr
    test: Expr | None
    value: Expr
    default: Expr | None = None

    @property
    def gives_elements(self) -> bool:
        """Whether the values are the elements themselves."""
        return variable_of(self.value) is self.var

    @property
    def is_filter(self) -> bool:
        """Whether it is a list of elements as they are."""
        return self.how == "list" and self.gives_elements

    def binds(self) -> Iterator[Var]:
        yield self.var

    def longest(self, game: Game) -> int:
        inner = self.value.longest(game) if self.how == "flat" else 1
        return min(self.source.longest(game) * inner, limits.SPREAD)

    def repeats(self, of_function: OfFunction) -> bool:
        return not self.is_filter or self.source.repeats(of_function)


def order_matters(source: Expr) -> None:
    """Note that a rule goes by the order in which things lie in the zones of a list."""
    for part in source.walk():
        if isinstance(part, ZoneOf):
            part.field.keeps_order = True
