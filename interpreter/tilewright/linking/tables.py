"""Tables of the rules: functions and queries of one element, worked out for each of them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.language.operations import (
    ByItem,
    Domain,
    Option,
    Own,
    Query,
    Variable,
)
from tilewright.linking.fixed import ChangesError, Fixed, domain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import model
    from tilewright.language.operations import Asking, Expr
    from tilewright.linking.fixed import Known, Ways
    from tilewright.model import Game

# What a table may take to be worked out, what all that is worked out for the texts of a game may
# take together, and how many rows a table of numbers may have.
STEPS, ALL_STEPS = 100_000, 1_000_000
MOST_ROWS = 20


def one_argument(game: Game) -> list[str]:
    """The functions and queries that ask for one element or one number, and so may be a table."""
    tables: dict[str, model.Function | model.Query] = {**game.queries, **game.functions}
    return [name for name, made in tables.items()
            if len(made.args) == 1 and made.args[0].type.tag in ("kind", "int")]


def rows_of(game: Game, name: str) -> list[tuple[int, Any]]:
    """Each element or number with its value; nothing where values change in play.

    A table of numbers begins with 0 or 1 and ends where the list of its rule ends.
    """
    known = game.fixed
    if name not in known.tables:
        with _rules(game) as rules:
            known.tables[name] = _rows(rules, game.queries.get(name) or game.functions[name])
            if rules.left < 0:
                known.tables[name] = []
                known.too_long.add(name)
    return known.tables[name]


def number_of(game: Game, e: Expr) -> int | None:
    """The number that an expression always is, if it never changes."""
    known = game.fixed.numbers
    if id(e) not in known:
        with _rules(game) as rules:
            known[id(e)] = e, _number(rules, e)
    return known[id(e)][1]


def _number(rules: Fixed, e: Expr) -> int | None:
    try:
        found = rules.value(e, {})
    except ChangesError:
        return None
    return found if type(found) is int else None


@contextmanager
def _rules(game: Game) -> Iterator[Fixed]:
    """What works rules out, with the steps that there still are for this game."""
    steps = min(STEPS, ALL_STEPS - game.fixed.steps)
    rules = Fixed(game, steps, RULES)
    yield rules
    game.fixed.steps += steps - max(rules.left, 0)


def _rows(rules: Fixed, made: model.Function | model.Query) -> list[tuple[int, Any]]:
    asked = made.args[0].type
    if asked.tag == "kind":
        every = range(len(rules.game.kinds[asked.kind].items))
        rows = list(_tried(rules, made, every))
        return rows if len(rows) == len(every) else []
    rows = list(_tried(rules, made, range(MOST_ROWS))) or list(
        _tried(rules, made, range(1, MOST_ROWS)))
    return rows if not rows or rows[-1][0] < MOST_ROWS - 1 else []


def _tried(rules: Fixed, made: model.Function | model.Query, given: range
           ) -> Iterator[tuple[int, Any]]:
    """The rows as far as they can be worked out."""
    body = made.body if hasattr(made, "body") else made.base
    for one in given:
        try:
            yield one, rules.value(body, {made.args[0]: one})
        except ChangesError:
            return


# -- what asks other rules ------------------------------------------------------------------------


def _own(rules: Fixed, e: Own, known: Known) -> Any:
    made = rules.game.functions[e.name]
    return rules.value(made.body, _given(rules, made, e, known))


def _query(rules: Fixed, e: Query, known: Known) -> Any:
    made = rules.game.queries[e.name]
    return rules.value(made.base, _given(rules, made, e, known))


def _given(rules: Fixed, made: model.Function | model.Query, e: Asking, known: Known) -> Known:
    given = {var: rules.value(part, known) for var, part in zip(made.args, e.given, strict=True)}
    if isinstance(e.me, Variable) and e.me.var in known:
        given[made.me] = known[e.me.var]
    return given


def _option(rules: Fixed, e: Option, _known: Known) -> Any:
    return rules.game.options[e.name].default


def _by_item(rules: Fixed, e: ByItem, known: Known) -> Any:
    return rules.value(e.values[rules.value(e.which, known)], known)


def _domain(rules: Fixed, e: Domain, known: Known) -> list[int]:
    if rules.game.kinds[e.kind].counts:
        # How many there are depends on the number of players.
        raise ChangesError(e)
    return domain(rules, e, known)


# Queries are without their changes, and settings as they are if nobody chooses.
RULES: Ways = {Own: _own, Query: _query, Option: _option, ByItem: _by_item, Domain: _domain}
