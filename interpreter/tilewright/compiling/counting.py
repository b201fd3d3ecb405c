"""Code that counts what it does: how often a statement runs, and both sides of a test.

Only a program that is compiled for this counts; any other is written as if this did not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.operations import Const
from tilewright.linking.text_keys import statements
from tilewright.middle import ir
from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.operations import Expr
    from tilewright.language.tree import Stmt
    from tilewright.model import Game

COUNTS, SIDED = "COUNTS", "sided"


class Counts:
    """The counters of one program: one for each statement, two for each test that was written."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.numbers: list[int] = []
        self.statements: dict[Place, int] = {}
        self.tests: dict[Place, int] = {}
        # With what they are of, since the id of what is gone may soon be that of something else.
        self._stmts = {id(stmt): stmt for stmt in statements(game)}
        self._exprs = {id(test): test for test in tests_of(game)}
        for stmt in self._stmts.values():
            self._counter(self.statements, stmt.place, 1)

    def _counter(self, kept: dict[Place, int], place: Place, size: int) -> int:
        """The counter of a place; what the rules say once may be written several times."""
        start = Place(place.file, place.line, place.col)
        if start not in kept:
            kept[start] = len(self.numbers)
            self.numbers += [0] * size
        return kept[start]

    def reached(self, stmt: Stmt) -> list[ir.Statement]:
        """What counts a statement, if the rules say it."""
        if id(stmt) not in self._stmts:
            return []
        at = ir.const(self._counter(self.statements, stmt.place, 1))
        more = ir.plus(ir.Item(ir.Data(COUNTS, 1), at), 1)
        return [ir.Put(ir.Data(COUNTS, 1), at, more)]

    def sided(self, test: Expr, node: ir.Value) -> ir.Value:
        """A test that counts on which side it falls; one that is known before play counts now."""
        if id(test) not in self._exprs:
            return node
        at = self._counter(self.tests, test.place, 2)
        known = ir.value_of(node)
        if known is not None:
            self.numbers[at + bool(known)] += 1
            return node
        return ir.call(SIDED, ir.const(at), node, gives=ir.BOOL)

    def names(self) -> dict[str, Any]:
        """What the code of the program reaches to count."""
        numbers = self.numbers

        def sided(at: int, holds: Any) -> Any:
            numbers[at + (1 if holds else 0)] += 1
            return holds

        return {COUNTS: numbers, SIDED: sided}


def tests_of(game: Game) -> Iterator[Expr]:
    """What rules say behind `if`, `when` and the like."""
    found = [getattr(stmt, name, None) for stmt in statements(game)
             for name in ("test", "pass_when", "optional")]
    found += [branch.guard for stmt in statements(game) for branch in getattr(stmt, "branches", ())]
    found += [action.guard for action in game.actions.values()]
    found += [toll.when for action in game.actions.values() for toll in action.tolls]
    found += [handler.when for event in game.events.values() for handler in event.handlers]
    found += [change.when for query in game.queries.values() for change in query.changes]
    found += [points.test for points in game.points]
    found += [ending.test for ending in game.endings]
    if game.flow is not None:
        found.append(game.flow.test)
    # A word such as `optional: true` is no test.
    yield from (test for test in found if test is not None and not isinstance(test, Const))
