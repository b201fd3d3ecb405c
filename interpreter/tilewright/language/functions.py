"""The functions of the expression language: each is declared once, here.

A declaration holds the words for people (form, sentence, example), the check of its arguments
and the code it becomes. The reference page is made from this table. Those about boards are declared
in `board_words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.costs import SORTED
from tilewright.language import board_words, bounds, look_words
from tilewright.language.declared import FUNCTIONS, Gives, declare, given, kernel
from tilewright.language.operations import Apply, Domain, ZoneOf, variable_of
from tilewright.language.signatures import (
    gathers,
    takes,
    takes_element,
    takes_elements,
    takes_list,
    takes_list_and_one,
    takes_list_by,
    takes_numbers,
    takes_possible,
    takes_tile,
    takes_used,
)
from tilewright.language.types import BOOL, INT, PLAYER, kind_of, many, one
from tilewright.middle import ir

if TYPE_CHECKING:
    from tilewright.language.coder import Coder


def _size(em: Coder, e: Apply) -> ir.Value:
    (source,) = e.given
    if isinstance(source, ZoneOf):
        return ir.state(em.address(source.field, source.index))
    if isinstance(source, Domain):
        return ir.const(em.size(source.kind))
    return ir.call("len", em.expr(source))


def _sorted(em: Coder, e: Apply, function: str) -> ir.Value:
    source, key = e.given
    assert e.it is not None
    if variable_of(key) is e.it:
        return ir.call(function, em.bulk(source, SORTED))
    made = em.list_of_keys(e.it, source, key)
    return ir.call(f"{function}_by", made, gives=kind_of(e.type))


def _first_top(em: Coder, e: Apply) -> ir.Value:
    source, n = e.given
    if isinstance(source, ZoneOf):
        base = em.simple(em.address(source.field, source.index))
        count = ir.call("min", ir.state(base), ir.call("max", em.expr(n), ir.const(0)))
        start = ir.plus(base, 1)
        return ir.View(start, ir.math("+", start, count))
    return ir.Cut(em.bulk(source), None, ir.call("max", em.expr(n), ir.const(0)))


def _spread(em: Coder, e: Apply) -> ir.Value:
    most = bounds.total(em.game, e.given)
    return em.charged(ir.call("spread", *given(em, e)), most, 1)


def _range(em: Coder, e: Apply) -> ir.Value:
    a, b = given(em, e)
    return ir.call("bounded_range", a, b)


def _opponents_from(em: Coder, e: Apply) -> ir.Value:
    (player,) = given(em, e)
    return ir.Item(em.table(em.seat_orders(), "seats"), player)


def _next_player(em: Coder, e: Apply) -> ir.Value:
    (player,) = given(em, e)
    n = em.size("player")
    return ir.Item(em.table(tuple((i + 1) % n for i in range(n)), "next"), player)


def _index(em: Coder, e: Apply) -> ir.Value:
    return ir.plus(em.expr(e.given[0]), 1)


def _unused(_em: Coder, _e: Apply) -> ir.Value:
    raise AssertionError("this word becomes code through its own kind of expression")


board_words.declare_all()
look_words.declare_all()
LIST_FORM = "x for y in list if test"

declare(f"any({LIST_FORM})", "true if the test holds for at least one of the list",
        "any(c.mark == me for c in cells)", gathers("any"), _unused)
declare(f"all({LIST_FORM})", "true if the test holds for each of the list; true for an empty list",
        "all(c.mark != none for c in cells)", gathers("all"), _unused)
declare(f"count({LIST_FORM})", "how many the list has, of those for which the test holds",
        "count(c for c in cells if c.mark == me)", gathers("count"), _unused)
declare(f"sum({LIST_FORM})", "the numbers added up; also the total of numbers per kind",
        "sum(p.coins for p in players)", gathers("sum"), _unused)
declare(f"min({LIST_FORM})",
        "the least number of a list, or of two; `default=` is for an empty list, which is a fault "
        "of the rules without it",
        "min(p.coins for p in players)", gathers("min", compares=True), kernel("min"), work=min)
MAX = declare(
        f"max({LIST_FORM})",
        "the greatest number of a list, or of two; `default=` is for an empty list, which is a "
        "fault of the rules without it",
        "max(me.coins, 3)", gathers("max", compares=True), kernel("max"), work=max)
declare(f"first({LIST_FORM})", "the first of the list, or none if it is empty",
        "first(c for c in cells if c.mark == none) != none", gathers("first"), _unused)
declare("sort(list, by=number of it)", "the list in ascending order; equal ones keep their order",
        "sort(players, by=-it.coins)", takes_list_by(many),
        lambda em, e: _sorted(em, e, "in_order"), most=bounds.as_given, gives=Gives.ALL)
declare("argmin(list, by=number of it)",
        "the one with the least number; the first of equal ones. An empty list is a fault",
        "argmin(players, by=it.coins) == me", takes_list_by(lambda t: t),
        lambda em, e: _sorted(em, e, "least"), gives=Gives.ONE)
declare("argmax(list, by=number of it)",
        "the one with the greatest number; the first of equals. An empty list is a fault",
        "argmax(players, by=it.coins) == me", takes_list_by(lambda t: t),
        lambda em, e: _sorted(em, e, "greatest"), gives=Gives.ONE)
SIZE = declare("size(list)", "how many elements a list or zone holds", "size(cells)",
               takes_list(lambda _t: INT), _size, gives=Gives.COUNT, work=len)
declare("top(list, number)",
        "the first so many of a list or zone: all, if it holds fewer, and none for 0 or less",
        "top(cells, 3)", takes_list(many, (INT,), in_order=True), _first_top,
        most=bounds.as_asked, gives=Gives.FIRST, work=lambda found, n: found[:max(n, 0)])
declare("unique(list)", "each element once, in the order of its kind", "unique([me, actor])",
        takes_list(many), lambda em, e: ir.call("in_order", ir.call("once", *given(em, e))),
        most=bounds.as_given, distinct=True, gives=Gives.EACH,
        work=lambda found: sorted(set(found)))
declare("reverse(list)", "the list backwards", "reverse(cells)", takes_list(many),
        lambda em, e: ir.Backwards(*given(em, e)),
        most=bounds.as_given, gives=Gives.ALL, work=lambda found: found[::-1])
declare("range(from, to)", "the numbers from the first to the last, both included; none if the "
        "last is less than the first", "sum(range(1, 4)) == 10",
        takes(INT, INT, gives=many(INT), bounds=slice(2)), _range, most=bounds.in_range,
        distinct=True, work=lambda first, last: range(first, last + 1))
declare("half(number)", "half of a number, rounded down, also below zero: half(-1) is -1",
        "half(7) == 3", takes(INT, gives=INT),
        lambda em, e: ir.math("//", given(em, e)[0], ir.const(2)),
        work=lambda number: number // 2)
ABS = declare("abs(number)", "the number without its sign", "abs(2 - 5) == 3",
              takes(INT, gives=INT), kernel("abs"), work=abs)
declare("clamp(number, least, most)",
        "the number, kept between two bounds; the least if that is more than the most",
        "clamp(9, 0, 5) == 5", takes(INT, INT, INT, gives=INT, bounds=slice(1, 3)),
        kernel("clamp"), work=lambda number, least, most: max(least, min(number, most)))
INDEX = declare("index(element)",
        "the place of an element in its kind, counted from 1; places in lists are counted from 0",
        "index(me) == 1", takes_element(INT), _index,
        work=lambda element: element + 1)
declare("index_of(list, element)",
        "the place of an element or a number in a list or zone, counted from 0, or none if it is "
        "not there; of equal ones the first", "index_of(cells, b1) == 1", takes_list_and_one,
        kernel("index_of"))
declare("shortfall(cost, have)", "how many pieces of a cost are missing, kind by kind",
        "shortfall(me.stock, me.stock) == 0", takes_numbers("cost", "have", gives=lambda _k: INT),
        kernel("shortfall"))
declare("spread(numbers)", "numbers per kind as a list with repeats: {a: 2, b: 1} is [a, a, b]",
        "size(spread(me.stock))", takes_numbers("numbers", gives=lambda k: many(one(k))),
        _spread, most=bounds.total)
declare("kinds(numbers)", "the elements of which there is at least one",
        "size(kinds(me.stock))", takes_numbers("numbers", gives=lambda k: many(one(k))),
        kernel("kinds_in"), most=bounds.of_kind, distinct=True)
declare("tally(list)", "how many of each: [a, a, b] is {a: 2, b: 1}",
        "shortfall(tally(spread(me.stock)), me.stock) == 0",
        takes_elements,
        lambda em, e: ir.call("tally", given(em, e)[0],
                              ir.const(em.size(e.type.kind))), total=bounds.as_given)
declare("next_player(player)", "the player on the left of a player", "next_player(me) != me",
        takes(PLAYER, gives=PLAYER), _next_player)
SEATS_FROM = declare(
        "seats_from(player)", "all players in seat order, beginning with one: that player too",
        "first(seats_from(me)) == me", takes(PLAYER, gives=many(PLAYER)), _opponents_from,
        most=bounds.of_kind, distinct=True, gives=Gives.KIND)
declare("used(action)",
        "how often the player finished an action in this turn; one that is still under way, with "
        "its price and what follows from it, does not count yet, though for its `limit` it does",
        "used(mark) == 0",
        takes_used, _unused)
declare("possible(action)", "true if the action could be carried out now", "possible(mark)",
        takes_possible, _unused)
declare("tile_points(tile)", "what the `score` and `goal` abilities of a tile give its owner",
        "sum(tile_points(t) for t in me.cards)", takes_tile(INT), _unused)
declare("goal_met(tile)", "true if each `goal` ability of a tile is met by its owner",
        "count(t for t in me.cards if goal_met(t))", takes_tile(BOOL), _unused)

__all__ = ["ABS", "FUNCTIONS", "INDEX", "MAX", "SEATS_FROM", "SIZE"]
