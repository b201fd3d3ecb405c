"""How the arguments of functions are checked, and what type comes out."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.habits import without_none
from tilewright.language.operations import (
    Apply,
    Const,
    Expr,
    Gather,
    NumbersOf,
    Points,
    Possible,
    Total,
    Used,
    Variable,
)
from tilewright.language.operations.sizes import of_type
from tilewright.language.tree import Var
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN, Type, fits, many
from tilewright.problems import did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.language.declared import Check, Word
    from tilewright.language.expressions import Checker
    from tilewright.language.names import Scope
    from tilewright.problems import Place

# A word without bounds that could cross.
NO_BOUNDS = slice(0)


def gathered(how: str, value: Type) -> Type | None:
    """The type of a comprehension that gathers values in a certain way, or None if it cannot."""
    if how == "list":
        return many(value) if value.tag in ("int", "bool", "kind") else None
    if how in ("any", "all"):
        return BOOL if fits(value, BOOL) else None
    if how == "count":
        return INT
    if how in ("sum", "min", "max"):
        return INT if fits(value, INT) else None
    if how == "first":
        return value.or_none() if value.tag in ("int", "kind") else None
    return None


def arguments(word: Word, ch: Checker, node: ast.Call, least: int, most: int,
               keys: tuple[str, ...] = ()) -> dict[str, ast.expr]:
    """The keyword arguments, after the number and names of all arguments were checked."""
    given = {k.arg or "**": k.value for k in node.keywords}
    odd = [k for k in given if k not in keys]
    if odd or not least <= len(node.args) <= most:
        hint = did_you_mean(odd[0], keys) if odd and keys else ""
        ch.fail("wrong-arguments", node, f"it is called like this: {word.form}", hint)
    return given


def gathers(how: str, *, compares: bool = False) -> Check:
    """any, all, count …: over `x for y in list if …` or over a list. Those that compare may also
    get two numbers, and a `default` for an empty list."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, want: Type | None) -> Expr:
        if compares and len(node.args) > 1:
            return _of_two(word, ch, node, scope)
        given = arguments(word, ch, node, 1, 1, ("default",) if compares else ())
        inner = node.args[0]
        made = (ch.comprehension(how, inner.elt, inner.generators, scope, node)
                if isinstance(inner, ast.GeneratorExp)
                else _over_list(how, ch, inner, scope, node, want))
        if "default" in given:
            assert isinstance(made, Gather)
            made = replace(made, default=ch.need(given["default"], scope, INT))
        return made

    return check


def _of_two(word: Word, ch: Checker, node: ast.Call, scope: Scope) -> Expr:
    if len(node.args) > 2:
        first, second, *rest = map(ch.source_of, node.args)
        ch.fail("wrong-arguments", node, f"'{word.name}' compares two numbers, or a list of them",
                f"write {word.name}({word.name}({first}, {second}), {', '.join(rest)})")
    arguments(word, ch, node, 2, 2)
    return Apply(INT, ch.at(node), word, tuple(ch.need(a, scope, INT) for a in node.args))


def _over_list(how: str, ch: Checker, inner: ast.expr, scope: Scope, node: ast.Call,
               want: Type | None) -> Expr:
    source = ch.check(inner, scope, many(want) if want else None)
    if source.type.tag == "map" and how == "sum":
        return Total(INT, ch.at(node), source)
    if source.type.tag != "list" or source.type.item is None:
        ch.fail("wrong-type", inner, f"this is {source.type.words}, not a list")
    item = source.type.item or UNKNOWN
    if gathered(how, item) is None:
        each = str(item)[:1]
        ch.fail("wrong-type", inner, f"'{how}' does not take a list of {item}",
                f"say what of each: {how}({each}.… for {each} in {ch.source_of(inner)})"
                if item.tag == "kind" else
                without_none(ch.source_of(inner)) if item.optional else "")
    return over_list(how, source, ch.at(node))


def element(ch: Checker, name: str, item: Type) -> Var:
    """The name of each element of a list; one that is a list itself has a length."""
    return Var(name, item, cap=of_type(ch.names.game, item) if item.tag == "list" else 0)


def over_list(how: str, source: Expr, at: Place) -> Expr:
    """The elements of a list themselves, gathered in some way."""
    item = source.type.item or UNKNOWN
    var = Var("it", item)
    value = Variable(item, source.place, var)
    return Gather(gathered(how, item) or UNKNOWN, at, how, var, source, None, value)


def takes(*types: Type, gives: Type, bounds: slice = NO_BOUNDS) -> Check:
    """A function of fixed types; two of the arguments may be bounds, the lower one first."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        arguments(word, ch, node, len(types), len(types))
        args = tuple(ch.need(a, scope, t) for a, t in zip(node.args, types, strict=True))
        _bounds_in_order(word, ch, node, args[bounds])
        return Apply(gives, ch.at(node), word, args)

    return check


def _bounds_in_order(word: Word, ch: Checker, node: ast.Call, bounds: tuple[Expr, ...]) -> None:
    """Plain numbers in the wrong order: a range without numbers, bounds that cross."""
    plain = [b.value for b in bounds if isinstance(b, Const)]
    if len(plain) == 2 and plain[0] > plain[1]:
        ch.names.problems.add("wrong-order", ch.at(node), "the first bound is more than the last",
                              f"it is called like this: {word.form}")


def list_of(ch: Checker, node: ast.expr, scope: Scope) -> Expr:
    found = ch.check(node, scope)
    if found.type.tag != "list" or found.type.item is None:
        ch.fail("wrong-type", node, f"this is {found.type.words}, not a list",
                f"write sum({ch.source_of(node)})" if found.type.tag == "map" else "")
    return found


def takes_list(result: Callable[[Type], Type], extra: tuple[Type, ...] = (), *,
               in_order: bool = False) -> Check:
    """A function of a list and perhaps more; it may go by the order of the list."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        arguments(word, ch, node, 1 + len(extra), 1 + len(extra))
        source = list_of(ch, node.args[0], scope)
        if in_order:
            ch.needs_order(source)
        rest = tuple(ch.need(a, scope, t) for a, t in zip(node.args[1:], extra, strict=True))
        assert source.type.item is not None
        return Apply(result(source.type.item), ch.at(node), word, (source, *rest))

    return check


def takes_list_and_one(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None
                       ) -> Expr:
    """index_of: a list with an order, and one that may be in it."""
    arguments(word, ch, node, 2, 2)
    source = list_of(ch, node.args[0], scope)
    ch.needs_order(source)
    wanted = ch.need(node.args[1], scope, source.type.item or UNKNOWN)
    return Apply(INT.or_none(), ch.at(node), word, (source, wanted))


def takes_elements(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None
                   ) -> Expr:
    arguments(word, ch, node, 1, 1)
    source = list_of(ch, node.args[0], scope)
    item = source.type.item or UNKNOWN
    if item.tag != "kind" or item.optional:
        ch.fail("wrong-type", node.args[0], f"this is a list of {item}, not of elements",
                without_none(ch.source_of(node.args[0])) if item.optional else "")
    return Apply(Type("map", item.kind, INT), ch.at(node), word, (source,))


def takes_list_by(result: Callable[[Type], Type]) -> Check:
    """sort, argmin, argmax: a list, and what to compare for each `it`."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        given = arguments(word, ch, node, 1, 1, ("by",))
        source = list_of(ch, node.args[0], scope)
        assert source.type.item is not None
        var = element(ch, "it", source.type.item)
        if "by" in given:
            key = ch.need(given["by"], scope.with_var(var), INT)
        else:
            key = Variable(source.type.item, ch.at(node), var)
        return Apply(result(source.type.item), ch.at(node), word, (source, key), it=var)

    return check


def takes_numbers(*wanted: str, gives: Callable[[str], Type]) -> Check:
    """A function of numbers per element of one kind."""

    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        arguments(word, ch, node, len(wanted), len(wanted))
        first = ch.check(node.args[0], scope)
        if first.type.tag != "map":
            ch.fail("wrong-type", node.args[0],
                     f"this is {first.type.words}, not numbers per kind")
        rest = [ch.need(a, scope, first.type) for a in node.args[1:]]
        made = Apply(gives(first.type.kind), ch.at(node), word, (first, *rest))
        _bounded(ch, made, node.args[0])
        return made

    return check


def _bounded(ch: Checker, made: Apply, node: ast.expr) -> None:
    """A list that is made of numbers must not get longer than anybody can want."""
    if made.word.most is None or made.type.tag != "list":
        return
    longest = made.longest(ch.names.game)
    if longest > limits.SPREAD:
        fields = {x.field.title for x in made.walk() if isinstance(x, NumbersOf)}
        way = f"give {listed(sorted(fields), 'and')} a smaller 'max' in 'state'" if fields else ""
        ch.fail("no-bound", node, f"this can make a list of {longest:,} elements, and "
                f"{limits.SPREAD:,} are the most", way)


def takes_element(result: Type | None) -> Check:
    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        arguments(word, ch, node, 1, 1)
        inner = ch.check(node.args[0], scope)
        if inner.type.tag != "kind" or inner.type.optional:
            ch.fail("wrong-type", node.args[0], f"this is {inner.type.words}, not an element")
        return Apply(result or inner.type, ch.at(node), word, (inner,))

    return check


def takes_tile(result: Type) -> Check:
    def check(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
        arguments(word, ch, node, 1, 1)
        inner = ch.check(node.args[0], scope)
        kind = ch.names.game.kinds.get(inner.type.kind)
        if inner.type.tag != "kind" or kind is None or not kind.tiles:
            ch.fail("wrong-type", node.args[0], f"this is {inner.type.words}, not a tile")
        assert kind is not None
        ch.names.use("points", kind.name)
        ch.names.call(f"points {kind.name}")
        me = Variable(PLAYER, ch.at(node), scope.me)
        return Points(result, ch.at(node), word.name, kind.name, me, inner)

    return check


def takes_used(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None) -> Expr:
    """used: the name of an action."""
    found = _action(word, ch, node)
    ch.names.used_actions.add(found)
    return Used(INT, ch.at(node), found, Variable(PLAYER, ch.at(node), scope.me))


def takes_possible(word: Word, ch: Checker, node: ast.Call, scope: Scope, _want: Type | None
                   ) -> Expr:
    """possible: the name of an action."""
    found = _action(word, ch, node)
    ch.names.use("action", found)
    ch.names.call(f"possible {found}")
    return Possible(BOOL, ch.at(node), found, Variable(PLAYER, ch.at(node), scope.me))


def _action(word: Word, ch: Checker, node: ast.Call) -> str:
    arguments(word, ch, node, 1, 1)
    given = node.args[0]
    found = given.id if isinstance(given, ast.Name) else ""
    if found not in ch.names.actions:
        ch.fail("unknown-action", given, "this is not an action",
                 did_you_mean(found, ch.names.actions))
    return found
