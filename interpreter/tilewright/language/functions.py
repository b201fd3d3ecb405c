"""The functions of the expression language: each is declared once, here.

A declaration holds the words for people (form, sentence, example), the check of its arguments
and the code it becomes. The reference page is made from this table.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.compiling import pyast as py
from tilewright.language.tree import Expr, Var
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN, Type, fits, many, one
from tilewright.problems import did_you_mean

if TYPE_CHECKING:
    from tilewright.compiling.writer import Emitter
    from tilewright.language.expressions import Checker
    from tilewright.language.names import Scope

Check = Callable[["Word", "Checker", ast.Call, "Scope", "Type | None"], Expr]
Emit = Callable[["Emitter", Expr], ast.expr]


@dataclass(frozen=True, slots=True)
class Word:
    """One function: what people read, how arguments are checked, what code it becomes."""

    name: str
    form: str
    about: str
    example: str
    checker: Check
    emit: Emit

    def check(self, ch: Checker, node: ast.Call, scope: Scope, want: Type | None) -> Expr:
        return self.checker(self, ch, node, scope, want)


FUNCTIONS: dict[str, Word] = {}


def declare(form: str, about: str, example: str, checker: Check, emit: Emit) -> None:
    name = form.split("(", 1)[0]
    FUNCTIONS[name] = Word(name, form, about, example, checker, emit)


# -- checking ---------------------------------------------------------------------------------


def gathered(how: str, value: Type) -> Type | None:
    """The type of a comprehension that gathers values in a certain way, or None if it cannot."""
    if how == "list":
        return many(value.plain) if value.tag in ("int", "bool", "kind") else None
    if how in ("any", "all"):
        return BOOL if fits(value, BOOL) else None
    if how == "count":
        return INT
    if how in ("sum", "min", "max"):
        return INT if fits(value, INT) else None
    if how == "first":
        return value.or_none() if value.tag in ("int", "kind") else None
    return None


def _arguments(word: Word, ch: Checker, node: ast.Call, least: int, most: int,
               keys: tuple[str, ...] = ()) -> dict[str, ast.expr]:
    """The keyword arguments, after the number and names of all arguments were checked."""
    given = {k.arg or "**": k.value for k in node.keywords}
    odd = [k for k in given if k not in keys]
    if odd or not least <= len(node.args) <= most:
        hint = did_you_mean(odd[0], keys) if odd and keys else ""
        ch.fail("wrong-arguments", node, f"it is called like this: {word.form}", hint)
    return given


def _gather(word: Word, ch: Checker, node: ast.Call, scope: Scope, want: Type | None) -> Expr:
    """any, all, count, sum, min, max, first: over `x for y in list if …` or over a list."""
    if len(node.args) == 2 and word.name in ("min", "max"):
        _arguments(word, ch, node, 2, 2)
        return Expr("call", INT, ch.at(node),
                    (word, tuple(ch.need(a, scope, INT) for a in node.args)))
    given = _arguments(word, ch, node, 1, 1, ("default",) if word.name in ("min", "max") else ())
    inner = node.args[0]
    if isinstance(inner, ast.GeneratorExp):
        made = ch.comprehension(word.name, inner.elt, inner.generators, scope, node)
    else:
        made = _over_list(word, ch, inner, scope, node, want)
    if "default" in given:
        default = ch.need(given["default"], scope, INT)
        made = Expr("comp", made.type, made.place, (*made.args, default), made.cost)
    return made


def _over_list(word: Word, ch: Checker, inner: ast.expr, scope: Scope, node: ast.Call,
               want: Type | None) -> Expr:
    source = ch.check(inner, scope, many(want) if want else None)
    if source.type.tag == "map" and word.name == "sum":
        return Expr("total", INT, ch.at(node), (source,), ch_size(ch, source.type.kind))
    if source.type.tag != "list" or source.type.item is None:
        ch.fail("wrong-type", inner, f"this is {source.type.words}, not a list")
    item = source.type.item or UNKNOWN
    var = Var("it", item)
    result = gathered(word.name, item)
    if result is None:
        ch.fail("wrong-type", inner, f"'{word.name}' does not take a list of {item}")
    value = Expr("var", item, ch.at(inner), (var,))
    cost = source.cost + ch.length(source)
    return Expr("comp", result or UNKNOWN, ch.at(node),
                (word.name, var, source, None, value), cost)


def ch_size(ch: Checker, kind: str) -> int:
    return len(ch.names.game.kinds[kind].items)


def takes(*types: Type, gives: Type) -> Check:
    """A function of fixed types."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        _arguments(word, ch, node, len(types), len(types))
        args = tuple(ch.need(a, scope, t) for a, t in zip(node.args, types, strict=True))
        return Expr("call", gives, ch.at(node), (word, args))

    return check


def _list_of(ch: Checker, node: ast.expr, scope: Scope) -> Expr:
    found = ch.check(node, scope)
    if found.type.tag != "list" or found.type.item is None:
        ch.fail("wrong-type", node, f"this is {found.type.words}, not a list")
    return found


def _of_list(result: Callable[[Type], Type], extra: tuple[Type, ...] = ()) -> Check:
    """A function of a list and perhaps more."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        _arguments(word, ch, node, 1 + len(extra), 1 + len(extra))
        source = _list_of(ch, node.args[0], scope)
        rest = tuple(ch.need(a, scope, t) for a, t in zip(node.args[1:], extra, strict=True))
        assert source.type.item is not None
        return Expr("call", result(source.type.item), ch.at(node), (word, (source, *rest)),
                    1 + ch.length(source))

    return check


def _tally(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
    _arguments(word, ch, node, 1, 1)
    source = _list_of(ch, node.args[0], scope)
    item = source.type.item or UNKNOWN
    if item.tag != "kind":
        ch.fail("wrong-type", node.args[0], f"this is a list of {item}, not of elements")
    return Expr("call", Type("map", item.kind, INT), ch.at(node), (word, (source,)),
                1 + ch.length(source))


def _by(result: Callable[[Type], Type]) -> Check:
    """sort, argmin, argmax: a list, and what to compare for each `it`."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        given = _arguments(word, ch, node, 1, 1, ("by",))
        source = _list_of(ch, node.args[0], scope)
        assert source.type.item is not None
        var = Var("it", source.type.item)
        if "by" in given:
            key = ch.need(given["by"], scope.with_var(var), INT)
        else:
            key = Expr("var", source.type.item, ch.at(node), (var,))
        n = ch.length(source)
        return Expr("call", result(source.type.item), ch.at(node), (word, (source, key), var),
                    source.cost + n * (key.cost + 4))

    return check


def _of_map(*wanted: str, gives: Callable[[str], Type]) -> Check:
    """A function of numbers per element of one kind."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        _arguments(word, ch, node, len(wanted), len(wanted))
        first = ch.check(node.args[0], scope)
        if first.type.tag != "map":
            ch.fail("wrong-type", node.args[0],
                     f"this is {first.type.words}, not numbers per kind")
        rest = [ch.need(a, scope, first.type) for a in node.args[1:]]
        return Expr("call", gives(first.type.kind), ch.at(node), (word, (first, *rest)),
                    ch_size(ch, first.type.kind) * len(wanted))

    return check


def _any_element(result: Type | None) -> Check:
    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        _arguments(word, ch, node, 1, 1)
        inner = ch.check(node.args[0], scope)
        if inner.type.tag != "kind" or inner.type.optional:
            ch.fail("wrong-type", node.args[0], f"this is {inner.type.words}, not an element")
        return Expr("call", result or inner.type, ch.at(node), (word, (inner,)))

    return check


def _tile(result: Type) -> Check:
    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        _arguments(word, ch, node, 1, 1)
        inner = ch.check(node.args[0], scope)
        kind = ch.names.game.kinds.get(inner.type.kind)
        if inner.type.tag != "kind" or kind is None or not kind.tiles:
            ch.fail("wrong-type", node.args[0], f"this is {inner.type.words}, not a tile")
        assert kind is not None
        ch.names.use("points", kind.name)
        me = Expr("var", PLAYER, ch.at(node), (scope.me,))
        return Expr("points", result, ch.at(node), (word.name, kind.name, me, inner), 50)

    return check


def _action(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
    """used(action) and possible(action)."""
    _arguments(word, ch, node, 1, 1)
    given = node.args[0]
    found = given.id if isinstance(given, ast.Name) else ""
    if found not in ch.names.actions:
        ch.fail("unknown-action", given, "this is not an action",
                 did_you_mean(found, ch.names.actions))
    me = Expr("var", PLAYER, ch.at(node), (scope.me,))
    if word.name == "used":
        ch.names.used_actions.add(found)
        return Expr("used", INT, ch.at(node), (found, me))
    ch.names.use("action", found)
    ch.names.call(f"possible {found}")
    return Expr("possible", BOOL, ch.at(node), (found, me), 200)


def _graph(result: Callable[[Type], Type], sites: int, keys: tuple[str, ...] = ()) -> Check:
    """A function of sites and the name of a relation."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        given = _arguments(word, ch, node, sites + 1, sites + 1, keys)
        first = ch.check(node.args[0], scope)
        if first.type.tag != "kind" or first.type.optional:
            ch.fail("wrong-type", node.args[0], f"this is {first.type.words}, not a site")
        rest = [ch.need(a, scope, first.type) for a in node.args[1:sites]]
        kind = first.type.kind
        relation = node.args[sites]
        name = relation.id if isinstance(relation, ast.Name) else ""
        known = [r for k, r in ch.names.game.relations
                 if k == kind and ch.names.game.relations[k, r].target == kind]
        if name not in known:
            ch.fail("unknown-relation", relation, f"this is not a relation of {kind}",
                     did_you_mean(name, known))
        ch.names.use("attribute", f"{kind}.{name}")
        extra = _graph_extra(ch, given, scope, first.type)
        n = ch_size(ch, kind)
        cost = n * 4 + sum(e.cost * n for e in extra if isinstance(e, Expr))
        return Expr("call", result(first.type), ch.at(node),
                    (word, (first, *rest), (kind, name), extra), cost)

    return check


def _graph_extra(ch: Checker, given: dict[str, ast.expr], scope: Scope,
                 site: Type) -> tuple[Any, ...]:
    """`within=list` for components; `until=test of it` for reach."""
    if "within" in given:
        return (ch.need(given["within"], scope, many(site)), None, None)
    if "until" in given:
        var = Var("it", site)
        return (None, ch.need(given["until"], scope.with_var(var), BOOL), var)
    return (None, None, None)


# -- code -------------------------------------------------------------------------------------


def _args(em: Emitter, e: Expr) -> list[ast.expr]:
    return [em.expr(a) for a in e.args[1]]


def kernel(word: str) -> Emit:
    """Code that calls a helper of the same arguments."""

    def emit(em: Emitter, e: Expr) -> ast.expr:
        return py.call(word, *_args(em, e))

    return emit


def _size(em: Emitter, e: Expr) -> ast.expr:
    source = e.args[1][0]
    if source.op == "zone":
        return py.state(em.address(source.args[0], source.args[1]))
    if source.op == "domain":
        return py.const(em.size(source.args[0]))
    return py.call("len", em.expr(source))


def _sorted(em: Emitter, e: Expr, function: str) -> ast.expr:
    source, key = e.args[1]
    var: Var = e.args[2]
    if key.op == "var" and key.args[0] is var:
        return py.call(function, em.expr(source))
    made = em.list_of_keys(var, source, key)
    return py.call(f"{function}_by", made)


def _minmax(word: str) -> Emit:
    def emit(em: Emitter, e: Expr) -> ast.expr:
        return py.call(word, *_args(em, e))

    return emit


def _first_top(em: Emitter, e: Expr) -> ast.expr:
    source, n = e.args[1]
    if source.op == "zone":
        base = em.simple(em.address(source.args[0], source.args[1]))
        count = py.call("min", py.state(base), py.call("max", em.expr(n), py.const(0)))
        start = py.plus(base, 1)
        return py.span(start, py.math("+", start, count))
    return py.item(em.expr(source), ast.Slice(None, py.call("max", em.expr(n), py.const(0))))


def _range(em: Emitter, e: Expr) -> ast.expr:
    a, b = _args(em, e)
    return py.call("bounded_range", a, b)


def _component(em: Emitter, e: Expr) -> ast.expr:
    site = em.expr(e.args[1][0])
    table = em.relation_table(*e.args[2])
    within = e.args[3][0]
    return py.call("component", table, site, *([em.expr(within)] if within is not None else []))


def _distance(em: Emitter, e: Expr) -> ast.expr:
    a, b = _args(em, e)
    return py.item(py.item(em.distance_table(*e.args[2]), a), b)


def _reach(em: Emitter, e: Expr) -> ast.expr:
    _, until, var = e.args[3]
    site = em.expr(e.args[1][0])
    stops: ast.expr = py.const(())
    if until is not None:
        domain = Expr("domain", many(var.type), e.place, (var.type.kind,))
        listed = Expr("comp", many(var.type), e.place,
                      ("list", var, domain, until, Expr("var", var.type, e.place, (var,))))
        stops = em.expr(listed)
    return py.call("reach", em.relation_table(*e.args[2]), site, stops)


def _opponents_from(em: Emitter, e: Expr) -> ast.expr:
    (player,) = _args(em, e)
    return py.item(em.table(em.seat_orders(), "seats"), player)


def _next_player(em: Emitter, e: Expr) -> ast.expr:
    (player,) = _args(em, e)
    n = em.size("player")
    return py.item(em.table(tuple((i + 1) % n for i in range(n)), "next"), player)


def _index(em: Emitter, e: Expr) -> ast.expr:
    return py.plus(em.expr(e.args[1][0]), 1)


def _unused(_em: Emitter, _e: Expr) -> ast.expr:
    raise AssertionError("this word becomes code through its own kind of expression")


SAME = many
LIST_FORM = "x for y in list if test"

declare(f"any({LIST_FORM})", "true if the test holds for at least one of the list",
        "any(c.mark == me for c in cells)", _gather, _unused)
declare(f"all({LIST_FORM})", "true if the test holds for each of the list; true for an empty list",
        "all(c.mark != none for c in cells)", _gather, _unused)
declare(f"count({LIST_FORM})", "how many the list has", "count(c for c in cells if c.mark == me)",
        _gather, _unused)
declare(f"sum({LIST_FORM})", "the numbers added up; also the total of numbers per kind",
        "sum(p.coins for p in players)", _gather, _unused)
declare(f"min({LIST_FORM})",
        "the least number of a list, or of two; `default=` is for an empty list",
        "min(p.coins for p in players)", _gather, _minmax("min"))
declare(f"max({LIST_FORM})",
        "the greatest number of a list, or of two; `default=` is for an empty list",
        "max(me.coins, 3)", _gather, _minmax("max"))
declare(f"first({LIST_FORM})", "the first of the list, or none",
        "first(c for c in cells if c.mark == none) != none", _gather, _unused)
declare("sort(list, by=number of it)", "the list in ascending order; equal ones keep their order",
        "sort(players, by=-it.coins)", _by(many), lambda em, e: _sorted(em, e, "in_order"))
declare("argmin(list, by=number of it)", "the one with the least number; the first of equal ones",
        "argmin(players, by=it.coins) == me", _by(lambda t: t),
        lambda em, e: _sorted(em, e, "least"))
declare("argmax(list, by=number of it)", "the one with the greatest number; the first of equals",
        "argmax(players, by=it.coins) == me", _by(lambda t: t),
        lambda em, e: _sorted(em, e, "greatest"))
declare("size(list)", "how many elements a list or zone holds", "size(cells)",
        _of_list(lambda _t: INT), _size)
declare("top(list, number)", "the first so many of a list or zone", "top(cells, 3)",
        _of_list(many, (INT,)), _first_top)
declare("unique(list)", "each element once, in the order of its kind", "unique([me, actor])",
        _of_list(many), lambda em, e: py.call("in_order", py.call("set", *_args(em, e))))
declare("reverse(list)", "the list backwards", "reverse(cells)", _of_list(many),
        lambda em, e: py.item(py.call("list", *_args(em, e)),
                              ast.Slice(None, None, py.const(-1))))
declare("range(from, to)", "the numbers from the first to the last, both included",
        "sum(range(1, 4)) == 10", takes(INT, INT, gives=many(INT)), _range)
declare("half(number)", "half of a number, rounded down", "half(7) == 3", takes(INT, gives=INT),
        lambda em, e: py.math("//", _args(em, e)[0], py.const(2)))
declare("abs(number)", "the number without its sign", "abs(2 - 5) == 3", takes(INT, gives=INT),
        kernel("abs"))
declare("clamp(number, least, most)", "the number, kept between two bounds",
        "clamp(9, 0, 5) == 5", takes(INT, INT, INT, gives=INT), kernel("clamp"))
declare("index(element)", "the place of an element in its kind, counted from 1",
        "index(me) == 1", _any_element(INT), _index)
declare("shortfall(cost, have)", "how many pieces of a cost are missing, kind by kind",
        "shortfall(me.stock, me.stock) == 0", _of_map("cost", "have", gives=lambda _k: INT),
        kernel("shortfall"))
declare("spread(numbers)", "numbers per kind as a list with repeats: {a: 2, b: 1} is [a, a, b]",
        "size(spread(me.stock))", _of_map("numbers", gives=lambda k: many(one(k))),
        kernel("spread"))
declare("kinds(numbers)", "the elements of which there is at least one",
        "size(kinds(me.stock))", _of_map("numbers", gives=lambda k: many(one(k))),
        kernel("kinds_in"))
declare("tally(list)", "how many of each: [a, a, b] is {a: 2, b: 1}",
        "shortfall(tally(spread(me.stock)), me.stock) == 0",
        _tally,
        lambda em, e: py.call("tally", _args(em, e)[0],
                              py.const(em.size(e.args[1][0].type.item.kind))))
declare("next_player(player)", "the player on the left of a player", "next_player(me) != me",
        takes(PLAYER, gives=PLAYER), _next_player)
declare("seats_from(player)", "all players in seat order, beginning with one",
        "first(seats_from(me)) == me", takes(PLAYER, gives=many(PLAYER)), _opponents_from)
declare("component(site, relation, within=list)",
        "all sites of the list that hang together with a site, itself included",
        "size(component(first_cell(), beside, within=cells))",
        _graph(many, 1, ("within",)), _component)
declare("distance(site, site, relation)", "the fewest steps between two sites; -1 if there is none",
        "distance(a1, c1, beside) == 2", _graph(lambda _t: INT, 2), _distance)
declare("reach(site, relation, until=test of it)",
        "all sites that can be walked to; a site where the test holds ends the walk",
        "size(reach(a1, beside, until=it.mark != none))", _graph(many, 1, ("until",)), _reach)
declare("used(action)", "how often the player did an action in this turn", "used(mark) == 0",
        _action, _unused)
declare("possible(action)", "true if the action could be carried out now", "possible(mark)",
        _action, _unused)
declare("tile_points(tile)", "what the `score` and `goal` abilities of a tile give its owner",
        "sum(tile_points(t) for t in me.cards)", _tile(INT), _unused)
declare("goal_met(tile)", "true if each `goal` ability of a tile is met by its owner",
        "count(t for t in me.cards if goal_met(t))", _tile(BOOL), _unused)
