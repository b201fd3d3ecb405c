"""Operations that ask for something by its name: words, functions, queries, actions, tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.operations.base import Expr, operation
from tilewright.language.operations.sizes import of_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.board_words import Asked
    from tilewright.language.declared import Word
    from tilewright.language.operations.base import OfFunction
    from tilewright.language.tree import Var
    from tilewright.model import Action, Game


@operation(fixed=True)
class Apply(Expr):
    """A word of the expression language with its arguments.

    Some words bind a name (`it`), some go along a relation of a kind (`way`) and ask something on
    the way (`asked`), some compare fields (`titles`), one carries out a procedure.
    """

    word: Word
    given: tuple[Expr, ...]
    it: Var | None = None
    way: tuple[str, str] = ("", "")
    asked: Asked | None = None
    titles: tuple[str, ...] = ()
    procedure: str = ""

    @property
    def is_fixed(self) -> bool:
        return not self.word.live

    def binds(self) -> Iterator[Var]:
        if self.it is not None:
            yield self.it
        if self.asked is not None:
            yield from (self.asked.it, self.asked.there)

    def longest(self, game: Game) -> int:
        if self.word.most is None:
            return of_type(game, self.type)
        return int(self.word.most(game, self.given))

    def repeats(self, of_function: OfFunction) -> bool:
        del of_function
        return not self.word.distinct

    def adds_up_to(self, game: Game) -> int:
        if self.word.total is None:
            return Expr.adds_up_to(self, game)
        return int(self.word.total(game, self.given))


class Asking(Expr):
    """A function or a query of the rules, asked for a player."""

    __slots__ = ()
    name: str
    me: Expr
    given: tuple[Expr, ...]


@operation()
class Own(Asking):
    """A function of the rules."""

    name: str
    me: Expr
    given: tuple[Expr, ...]

    def longest(self, game: Game) -> int:
        made = game.functions[self.name]
        if "longest" not in made.bounds:
            made.bounds["longest"] = made.body.longest(game)
        return made.bounds["longest"]

    def is_open(self, game: Game) -> bool:
        return self.type.tag == "list" and any(
            arg.is_list for arg in game.functions[self.name].args)

    def adds_up_to(self, game: Game) -> int:
        made = game.functions[self.name]
        if "total" not in made.bounds:
            made.bounds["total"] = made.body.adds_up_to(game)
        return made.bounds["total"]

    def repeats(self, of_function: OfFunction) -> bool:
        return of_function(self.name)


@operation()
class Query(Asking):
    """A query of the rules, as the tiles in play change it."""

    name: str
    me: Expr
    given: tuple[Expr, ...]


@operation(far=True)
class Points(Expr):
    """What the `score` and `goal` abilities of a tile say; `what` is the word for it."""

    what: str
    family: str
    me: Expr
    tile: Expr

    @property
    def counts(self) -> bool:
        """Whether it asks how many points there are; else whether all goals are met."""
        return self.type.tag == "int"


@operation(far=True)
class Used(Expr):
    """How often a player finished an action in this turn."""

    action: str
    me: Expr


@operation(far=True)
class Possible(Expr):
    """Whether a player could carry out an action now."""

    action: str
    me: Expr


@operation()
class Tolls(Expr):
    """What a player owes others for an action, in one currency."""

    action: Action
    currency: str
    me: Expr
    given: tuple[Expr, ...]
