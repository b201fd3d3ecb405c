"""Operations that give a value that is there: constants, names, and what the position holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.operations.base import Expr, operation
from tilewright.language.operations.sizes import of_type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.language.operations.base import OfFunction
    from tilewright.language.tree import Target, Var
    from tilewright.language.types import Type
    from tilewright.model import Attribute, Field, Game
    from tilewright.problems import Place


# -- what never changes ---------------------------------------------------------------------------


@operation(fixed=True, harmless=True, cheap=True)
class Const(Expr):
    """A number, true or false, or an element by name."""

    value: Any


@operation(fixed=True, harmless=True, cheap=True)
class Nothing(Expr):
    """The value `none`."""


@operation(fixed=True, harmless=True)
class Option(Expr):
    """What an option of the game was set to."""

    name: str


@operation(fixed=True, harmless=True, cheap=True)
class Variable(Expr):
    """A name that is bound somewhere around."""

    var: Var

    def longest(self, game: Game) -> int:
        return int(self.var.cap) or of_type(game, self.type)

    def is_open(self, game: Game) -> bool:
        del game
        return self.var.is_list and not self.var.cap


def variable_of(e: Expr | None) -> Var | None:
    """The name that an expression is, if it is nothing but a name."""
    return e.var if isinstance(e, Variable) else None


@operation(fixed=True)
class Domain(Expr):
    """All elements of a kind."""

    kind: str

    def repeats(self, of_function: OfFunction) -> bool:
        del of_function
        return False


@operation(fixed=True, harmless=True)
class AttributeOf(Expr):
    """What an element has once and for all."""

    attribute: Attribute
    kind: str
    element: Expr

    def longest(self, game: Game) -> int:
        del game
        return max((len(v) for v in self.attribute.values), default=1)

    def repeats(self, of_function: OfFunction) -> bool:
        del of_function
        return False

    def adds_up_to(self, game: Game) -> int:
        del game
        return max((sum(n for n in row if n > 0) for row in self.attribute.values), default=1)


# -- what the position holds ----------------------------------------------------------------------


class Reading(Expr):
    """A read of a field of the position, of one owner where it has owners."""

    __slots__ = ()
    field: Field
    index: tuple[Expr, ...]


@operation(harmless=True, cheap=True)
class FieldOf(Reading):
    """One value."""

    field: Field
    index: tuple[Expr, ...]


@operation()
class ZoneOf(Reading):
    """All that lies in a zone."""

    field: Field
    index: tuple[Expr, ...]

    def longest(self, game: Game) -> int:
        del game
        return max(int(self.field.cap), 1)

    def looked_at(self, sizes: Mapping[str, int]) -> int:
        del sizes
        return self.field.cap


@operation(harmless=True)
class NumbersOf(Reading):
    """The values of a field for all elements of a kind."""

    field: Field
    index: tuple[Expr, ...]

    def adds_up_to(self, game: Game) -> int:
        return int(self.field.high) * len(game.kinds[self.field.per].items)

    def looked_at(self, sizes: Mapping[str, int]) -> int:
        return sizes[self.field.per]


def reading(field: Field, type_: Type, place: Place, index: tuple[Expr, ...]) -> Reading:
    """What a field holds: one value, all that lies in a zone, or the values of all elements."""
    made = ZoneOf if field.zone else NumbersOf if field.per else FieldOf
    return made(type_, place, field, index)


@operation()
class Column(Expr):
    """The values of a field for the elements of a list, fetched in one go."""

    field: Field
    source: Expr

    def longest(self, game: Game) -> int:
        return self.source.longest(game)


@operation()
class ValueAt(Expr):
    """What stands now where something will be written."""

    target: Target


@operation()
class InPlay(Expr):
    """How many copies of a tile a player has in play."""

    tile: tuple[str, int]
    player: Expr


@operation()
class Slot(Expr):
    """A counter of a player."""

    base: int
    player: Expr


@operation()
class Unlimited(Expr):
    """Whether a counter of a player is still below a limit."""

    base: int
    limit: int
    player: Expr
