"""What hidden values were chosen from, kept beside them for as long as they stand.

A list that reads open things may be another one when somebody guesses. Everybody knows what it was,
if it reads nothing hidden, so it can stand in the open: a bit for each number that was offered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.language.operations import variable_of
from tilewright.language.tree import Choose, Do, Target
from tilewright.linking.text_keys import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.compiling.provenance import FieldKey
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Stmt
    from tilewright.model import Game


@dataclass(slots=True)
class Offers:
    """The lists by the targets into which the choice is written, and the fields of these.

    `alone` are the fields into which nothing else is ever written.
    """

    lists: dict[int, Expr] = field(default_factory=dict)
    fields: set[FieldKey] = field(default_factory=set)
    alone: set[FieldKey] = field(default_factory=set)


def offers_of(game: Game, is_secret: Callable[[Expr], bool]) -> Offers:
    """All choices that are written into a hidden field at once, out of lists that all know."""
    made = Offers()
    for stmt in statements(game):
        # What chance takes twice as often would need more than a bit.
        if isinstance(stmt, Choose) and not stmt.chance and not is_secret(stmt.source):
            for target in _written(stmt):
                made.lists[id(target)] = stmt.source
                made.fields.add((target.field.owner, target.field.name))
    others = {(t.field.owner, t.field.name) for t in _targets(game) if id(t) not in made.lists}
    made.alone = made.fields - others
    return made


def _written(stmt: Choose) -> Iterator[Target]:
    """The hidden fields into which a choice is written before anything else is done with it."""
    for inner in stmt.body:
        if not isinstance(inner, Do) or inner.word != "set":
            return
        target, value = inner.args["target"], inner.args["value"]
        if variable_of(value) is stmt.var and target.field.secret:
            yield target


def _targets(game: Game) -> Iterator[Target]:
    """Everything that is written to, apart from what begins anew by itself."""
    for stmt in statements(game):
        yield from _in(stmt)
    for action in game.actions.values():
        yield from (cost.target for cost in action.costs)


def _in(stmt: Stmt) -> Iterator[Target]:
    if isinstance(stmt, Do):
        for arg in stmt.args.values():
            for one in arg if isinstance(arg, (list, tuple)) else [arg]:
                if isinstance(one, Target):
                    yield one
