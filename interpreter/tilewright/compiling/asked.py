"""Functions and queries of the rules: Python functions, or written in place when they are small."""

from __future__ import annotations

import ast
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.compiling import pyast as py
from tilewright.compiling import rewrite, tabulate
from tilewright.compiling.derived import when_holds
from tilewright.compiling.kernel import NO_NUMBER
from tilewright.language.tree import Expr
from tilewright.language.types import INT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.emit import Expressions
    from tilewright.compiling.writer import Emitter
    from tilewright.language.tree import Var
    from tilewright.model import Change, Function, Query

SMALL = 30
FEW = 2
# What needs no statement of its own and cannot fail, so that no traceback can point at it.
HARMLESS = frozenset({"var", "const", "none", "option", "field", "cmp", "and", "or", "not", "attr",
                      "isin", "list", "ifelse", "item", "vector", "by_item"})


def function(em: Expressions, e: Expr) -> ast.expr:
    """The value of a function of the rules."""
    name, me, args = e.args
    build, made = em.build, em.build.game.functions[name]
    given = [em.expr(me), *[em.expr(a) for a in args]]
    values = _table(build, made)
    if values is not None:
        node: ast.expr = em.table(values, name)
        for index in given[1:]:
            node = py.item(node, index)
        return node
    if _is_small([made.body]) and all(map(_is_plain, given)):
        with _bound(em, e, [made.me, *made.args], given):
            return em.expr(made.body)
    word = _defined(build, made)
    em.called(word)
    return py.call(word, py.name("S"), *given)


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
    words = ["S", build.local(made.me), *[build.local(a) for a in made.args]]
    return build.define(("function", made.name), made.name, words, made.place,
                        lambda inner: inner.emit(py.back(inner.expr(made.body))),
                        f"'{made.name}'")


def query(em: Expressions, e: Expr) -> ast.expr:
    """The value of a query: its base, as the tiles in play change it."""
    name, me, args = e.args
    build, made = em.build, em.build.game.queries[name]
    given = [em.expr(me), *[em.expr(a) for a in args]]
    if _is_simple(made) and all(map(_is_plain, given)):
        with _bound(em, e, [made.me, *made.args], given):
            return _changed(em, made)
    words = ["S", build.local(made.me), *[build.local(a) for a in made.args]]
    word = build.define(("query", name), name, words, made.place,
                        lambda inner: _body(inner, made), f"'{name}'")
    em.called(word)
    return py.call(word, py.name("S"), *given)


# -- in place -------------------------------------------------------------------------------------

def _is_small(parts: list[Expr]) -> bool:
    nodes = [x for part in parts for x in part.walk()]
    return len(nodes) <= SMALL and all(x.op in HARMLESS for x in nodes)


def _is_plain(node: ast.expr) -> bool:
    """Whether a value may be written twice."""
    return isinstance(node, (ast.Name, ast.Constant)) or (
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
        and isinstance(node.value, ast.Name))


def _is_simple(made: Query) -> bool:
    parts = [made.base, *[p for c in made.changes for p in (c.value, c.when) if p is not None]]
    # Nothing is added to a number that may be none.
    hows = {"to", "add"} if made.base.op == "const" and made.type.tag == "int" else {"to"}
    return (not made.stack and len(made.changes) <= FEW and _is_small(parts)
            and all(c.how in hows for c in made.changes)
            and not any(p.op == "none" for p in parts))


@contextmanager
def _bound(em: Expressions, e: Expr, names: list[Var], given: list[ast.expr]) -> Iterator[None]:
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


def _changed(em: Expressions, made: Query) -> ast.expr:
    value = em.expr(made.base)
    for change in _in_order(made):
        copies, node = _copies(em, made, change), em.expr(change.value)
        if change.how == "add":
            node = py.math("*", node, copies)
            if change.when is not None:
                node = ast.IfExp(em.expr(change.when), node, py.const(0))
            value = py.math("+", value, node)
        else:
            tests = [py.compare(copies, ">", py.const(0))]
            tests += [em.expr(change.when)] if change.when is not None else []
            value = _chosen(py.both(tests), node, value)
    return value


def _chosen(test: ast.expr, node: ast.expr, value: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(value, ast.Constant) and (
            (node.value, value.value) == (True, False)):
        return test
    return ast.IfExp(test, node, value)


def _in_order(made: Query) -> list[Change]:
    """First what sets the value, then what adds to it, then what multiplies."""
    return [c for how in ("to", "add", "times") for c in made.changes if c.how == how]


def _copies(em: Expressions, made: Query, change: Change) -> ast.expr:
    """How many copies of the tile of a change the player has in play."""
    me = rewrite.var_of(made.me, made.place)
    return em.expr(Expr("in_play", INT, change.place, (change.tile, me)))


# -- as a function --------------------------------------------------------------------------------

def _body(em: Emitter, made: Query) -> None:
    whole = Expr("", made.type, made.place)
    value = em.keep(em.typed(made.base, whole))
    first = em.keep(py.const(True)) if made.stack in ("highest", "lowest") else None
    for change in _in_order(made):
        with em.at(change.place):
            copies = _copies(em, made, change)
            with em.block() as body:
                _apply(em, made, change, value, em.typed(change.value, whole), copies, first)
            em.emit(py.when(copies, when_holds(em, change.when, body)))
    em.emit(py.back(value))


def _apply(em: Emitter, made: Query, change: Change, value: ast.Name, node: ast.expr,
           copies: ast.expr, first: ast.Name | None) -> None:
    if change.how == "to" and first is not None:
        best = py.call("max" if made.stack == "highest" else "min", value, node)
        em.emit(py.assign(value.id, ast.IfExp(first, node, best)))
        em.emit(py.assign(first.id, py.const(False)))
    elif change.how == "to":
        em.emit(py.assign(value.id, node))
    else:
        by = py.math("*", node, copies) if change.how == "add" else node
        grown = py.math("+" if change.how == "add" else "*", value, by)
        is_none = py.compare(value, "==", py.const(NO_NUMBER))
        em.emit(py.assign(value.id, ast.IfExp(is_none, value, grown)))
