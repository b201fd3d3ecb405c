"""Functions and queries of the rules: Python functions, or written in place when they are small."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.compiling import rewrite, tabulate
from tilewright.compiling.coding import code_of
from tilewright.compiling.derived import when_holds
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.language import operations
from tilewright.language.operations import Const, InPlay, Nothing, Own
from tilewright.language.types import INT, kind_of
from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.emit import Expressions
    from tilewright.compiling.writer import Emitter
    from tilewright.language.operations import Asking, Expr
    from tilewright.language.tree import Var
    from tilewright.model import Change, Function, Query

SMALL = 30
FEW = 2


@code_of(Own)
def _function(em: Expressions, e: Own) -> ir.Value:
    """The value of a function of the rules."""
    build, made = em.build, em.build.game.functions[e.name]
    given = [em.expr(e.me), *[em.expr(a) for a in e.given]]
    values = _table(build, made)
    if values is not None:
        node: ir.Value = em.table(values, made.name)
        for index in given[1:]:
            node = ir.Item(node, index)
        return node
    if _is_small(em, [made.body]) and all(map(_is_plain, given)):
        with _bound(em, e, [made.me, *made.args], given):
            return em.expr(made.body)
    word = _defined(build, made)
    em.called(word)
    return ir.call(word, ir.Position(), *given, gives=kind_of(e.type))


@contextmanager
def in_place(em: Expressions, e: Own) -> Iterator[Expr]:
    """What a function works out, with what it is given under its own names."""
    made = em.build.game.functions[e.name]
    given = [em.simple(em.expr(e.me)), *[em.simple(em.expr(a)) for a in e.given]]
    with _bound(em, e, [made.me, *made.args], given):
        yield made.body


def may_repeat(build: Build, name: str) -> bool:
    """Whether the list that a function gives may hold an element twice."""
    made = build.game.functions[name]
    rows = _table(build, made)
    if rows is None:
        return True
    for _ in made.args[1:]:
        rows = tuple(row for part in rows for row in part)
    return any(len(set(row)) < len(row) for row in rows)


def _table(build: Build, made: Function) -> tuple[Any, ...] | None:
    """What a function gives for each element, if that is the same in every position."""
    if not tabulate.is_fixed(build, made):
        return None
    return tabulate.table_of(build, made, _defined(build, made))


def _defined(build: Build, made: Function) -> str:
    words = [ir.POSITION, *map(build.argument, (made.me, *made.args))]
    return build.define(("function", made.name), made.name, words, made.place,
                        lambda inner: inner.emit(ir.Return(inner.expr(made.body))),
                        f"'{made.name}'", kind_of(made.body.type))


@code_of(operations.Query)
def _query(em: Expressions, e: operations.Query) -> ir.Value:
    """The value of a query: its base, as the tiles in play change it."""
    build, made = em.build, em.build.game.queries[e.name]
    given = [em.expr(e.me), *[em.expr(a) for a in e.given]]
    if _is_simple(em, made) and all(map(_is_plain, given)):
        with _bound(em, e, [made.me, *made.args], given):
            return _changed(em, made)
    words = [ir.POSITION, *map(build.argument, (made.me, *made.args))]
    word = build.define(("query", e.name), e.name, words, made.place,
                        lambda inner: _body(inner, made), f"'{e.name}'", kind_of(made.type))
    em.called(word)
    return ir.call(word, ir.Position(), *given, gives=kind_of(e.type))


# -- in place -------------------------------------------------------------------------------------

def _is_small(em: Expressions, parts: list[Expr]) -> bool:
    """Whether it is short and cannot fail, as it does where somebody named takes no part."""
    nodes = [x for part in parts for x in part.walk()]
    return len(nodes) <= SMALL and all(x.HARMLESS and not em.is_absent(x) for x in nodes)


def _is_plain(node: ir.Value) -> bool:
    """Whether a value may be written twice."""
    return isinstance(node, (ir.Name, ir.Data, ir.Const)) or (
        isinstance(node, ir.Load) and isinstance(node.address, ir.Const)) or (
        isinstance(node, ir.Item) and isinstance(node.index, ir.Const)
        and isinstance(node.holder, (ir.Name, ir.Data)))


def _is_simple(em: Expressions, made: Query) -> bool:
    parts = [made.base, *[p for c in made.changes for p in (c.value, c.when) if p is not None]]
    # Nothing is added to a number that may be none.
    hows = {"to", "add"} if isinstance(made.base, Const) and made.type.tag == "int" else {"to"}
    return (not made.stack and len(made.changes) <= FEW and _is_small(em, parts)
            and all(c.how in hows for c in made.changes)
            and not any(isinstance(p, Nothing) for p in parts))


@contextmanager
def _bound(em: Expressions, e: Asking, names: list[Var], given: list[ir.Value]) -> Iterator[None]:
    """Inside, arguments are what was given, and all code stands where the call does."""
    aliases, outer = em.build.aliases, em.written_at
    hidden = {v: aliases[v] for v in names if v in aliases}
    aliases.update(zip(names, given, strict=True))
    em.written_at = outer or e.place
    try:
        yield
    finally:
        em.written_at = outer
        for var in names:
            del aliases[var]
        aliases.update(hidden)


def _changed(em: Expressions, made: Query) -> ir.Value:
    value = em.expr(made.base)
    for change in _in_order(made):
        copies, node = _copies(em, made, change), em.expr(change.value)
        if change.how == "add":
            node = ir.math("*", node, copies)
            if change.when is not None:
                node = ir.Choose(em.expr(change.when), node, ir.const(0))
            value = ir.math("+", value, node)
        else:
            tests = [ir.compare(copies, ">", ir.const(0))]
            tests += [em.expr(change.when)] if change.when is not None else []
            value = _chosen(ir.both(tests), node, value)
    return value


def _chosen(test: ir.Value, node: ir.Value, value: ir.Value) -> ir.Value:
    if isinstance(node, ir.Const) and isinstance(value, ir.Const) and (
            (node.value, value.value) == (True, False)):
        return test
    return ir.Choose(test, node, value)


def _in_order(made: Query) -> list[Change]:
    """First what sets the value, then what adds to it, then what multiplies."""
    return [c for how in ("to", "add", "times") for c in made.changes if c.how == how]


def _copies(em: Expressions, made: Query, change: Change) -> ir.Value:
    """How many copies of the tile of a change the player has in play."""
    me = rewrite.var_of(made.me, made.place)
    return em.expr(InPlay(INT, change.place, change.tile, me))


# -- as a function --------------------------------------------------------------------------------

def _body(em: Emitter, made: Query) -> None:
    value = em.keep(em.typed(made.base, made.type))
    first = em.keep(ir.const(True)) if made.stack in ("highest", "lowest") else None
    for change in _in_order(made):
        with em.at(change.place):
            copies = _copies(em, made, change)
            with em.block() as body:
                _apply(em, made, change, value, em.typed(change.value, made.type), copies, first)
            em.emit(ir.when(copies, when_holds(em, change.when, body)))
    em.emit(ir.Return(value))


def _apply(em: Emitter, made: Query, change: Change, value: ir.Name, node: ir.Value,
           copies: ir.Value, first: ir.Name | None) -> None:
    if change.how == "to" and first is not None:
        best = ir.call("max" if made.stack == "highest" else "min", value, node)
        em.emit(ir.Let(value.word, ir.Choose(first, node, best)))
        em.emit(ir.Let(first.word, ir.const(False)))
    elif change.how == "to":
        em.emit(ir.Let(value.word, node))
    else:
        by = ir.math("*", node, copies) if change.how == "add" else node
        grown = ir.math("+" if change.how == "add" else "*", value, by)
        is_none = ir.compare(value, "==", ir.const(NO_NUMBER))
        em.emit(ir.Let(value.word, ir.Choose(is_none, value, grown)))
