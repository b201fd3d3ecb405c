"""Tables of the rules: functions and queries of one element, worked out for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.linking.fixed import ChangesError, Fixed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.tree import Expr
    from tilewright.linking.fixed import Known
    from tilewright.model import Function, Game, Query

# What a table may take to be worked out, and how many rows one of numbers may have.
STEPS = 100_000
MOST_ROWS = 20


def one_argument(game: Game) -> list[str]:
    """The functions and queries that ask for one element or one number, and so may be a table."""
    tables: dict[str, Function | Query] = {**game.queries, **game.functions}
    return [name for name, made in tables.items()
            if len(made.args) == 1 and made.args[0].type.tag in ("kind", "int")]


def rows_of(game: Game, name: str) -> list[tuple[int, Any]]:
    """Each element or number with its value; nothing where values change in play.

    A table of numbers begins with 0 or 1 and ends where the list of its rule ends.
    """
    made = game.queries.get(name) or game.functions[name]
    asked = made.args[0].type
    if asked.tag == "kind":
        rows = list(_tried(game, made, range(len(game.kinds[asked.kind].items))))
        return rows if len(rows) == len(game.kinds[asked.kind].items) else []
    rows = list(_tried(game, made, range(MOST_ROWS))) or list(
        _tried(game, made, range(1, MOST_ROWS)))
    return rows if not rows or rows[-1][0] < MOST_ROWS - 1 else []


def number_of(game: Game, e: Expr) -> int | None:
    """The number that an expression always is, if it never changes."""
    try:
        found = Rules(game, STEPS).value(e, {})
    except ChangesError:
        return None
    return found if type(found) is int else None


def _tried(game: Game, made: Function | Query, given: range) -> Iterator[tuple[int, Any]]:
    """The rows as far as they can be worked out."""
    rules = Rules(game, STEPS)
    body = made.body if hasattr(made, "body") else made.base
    for one in given:
        try:
            yield one, rules.value(body, {made.args[0]: one})
        except ChangesError:
            return


class Rules(Fixed):
    """Works out also what asks other rules: functions, queries without their changes, settings as
    they are if nobody chooses."""

    def _own(self, e: Expr, known: Known) -> Any:
        name, me, parts = e.args
        made = self.game.functions[name]
        return self.value(made.body, self._given(made, me, parts, known))

    def _query(self, e: Expr, known: Known) -> Any:
        name, me, parts = e.args
        made = self.game.queries[name]
        return self.value(made.base, self._given(made, me, parts, known))

    def _given(self, made: Function | Query, me: Expr, parts: tuple[Expr, ...], known: Known
               ) -> Known:
        given = {var: self.value(part, known)
                 for var, part in zip(made.args, parts, strict=True)}
        if me.op == "var" and me.args[0] in known:
            given[made.me] = known[me.args[0]]
        return given

    def _option(self, e: Expr, _known: Known) -> Any:
        return self.game.options[e.args[0]].default

    def _by_item(self, e: Expr, known: Known) -> Any:
        index, values = e.args
        return self.value(values[self.value(index, known)], known)

    def _domain(self, e: Expr, known: Known) -> list[int]:
        if self.game.kinds[e.args[0]].counts:
            # How many there are depends on the number of players.
            raise ChangesError(e)
        return super()._domain(e, known)
