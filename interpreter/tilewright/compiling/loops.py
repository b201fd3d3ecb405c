"""Comprehensions as loops: any, all, count, sum, min, max, first and lists."""

from __future__ import annotations

import ast
from contextlib import ExitStack
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.compiling import columns, rows
from tilewright.compiling import pyast as py
from tilewright.compiling.budget import SORTED
from tilewright.compiling.hoist import hoisted
from tilewright.compiling.kernel import NO_NUMBER

if TYPE_CHECKING:
    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.language.tree import Expr, Var

SHORT = 16


def comprehension(em: Emitter, e: Expr) -> ast.expr:
    if e.args[0] in ("any", "all"):
        return _any_all(em, e)
    e = columns.by_value(em, e)
    how, var, source, cond, value = e.args[:5]
    if how == "list":
        return _list(em, var, source, cond, value)
    if how == "flat":
        return _flat(em, e)
    if how in ("min", "max"):
        return _extreme(em, e)
    none = py.const(NO_NUMBER if e.type.tag == "int" else -1)
    return _gather(em, e, none if how == "first" else py.const(0))


def _list(em: Emitter, var: Var, source: Expr, cond: Expr | None, value: Expr) -> ast.expr:
    items = em.expr(source)
    if cond is None and value.op == "var" and value.args[0] is var:
        return items
    return mapped(em, var, items, em.most(source), columns.with_near(em, var, source, cond), value)


def mapped(em: Emitter, var: Var, items: ast.expr, most: int, cond: Expr | None, value: Expr,
           base: int = 0) -> ast.expr:
    """`[base + value for var in items if cond]`, as Python's own where no statement is needed."""
    with em.apart() as each, em.loop_var(var) as word:
        target = py.store(word)
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as before_value:
            node = py.plus(em.expr(value), base)
    if test is not None and not before_test and not em.loops:
        test = hoisted(em, word, test)
    short = test is not None and _is_short(em, items)
    if not before_test and not before_value and not short:
        items = em.charged(items, most, each.steps + 1)
        made = ast.comprehension(target, items, [test] if test is not None else [], 0)
        return ast.ListComp(node, [made])
    items = em.charged_before(items, most, each.steps + 1)
    out = em.keep(ast.List([], py.LOAD))
    with em.block() as inner:
        em.sink.extend(before_value)
        em.emit(py.run(py.method(out, "append", node)))
    _loop(em, target, items, before_test, test, inner)
    return out


def _is_short(em: Emitter, items: ast.expr) -> bool:
    """Over few elements a loop is faster than a comprehension, which is a call of its own."""
    table = em.build.tables.get(items.id) if isinstance(items, ast.Name) else None
    return table is not None and len(table) <= SHORT


def _loop(em: Emitter, target: ast.expr, items: ast.expr, before: list[ast.stmt],
          test: ast.expr | None, inner: list[ast.stmt]) -> None:
    with em.block() as body:
        em.sink.extend(before)
        if test is None:
            em.sink.extend(inner)
        else:
            em.emit(py.when(test, inner))
    em.emit(py.loop(target, items, body))


def _any_all(em: Emitter, e: Expr) -> ast.expr:
    short = rows.name_by_name(em, e)
    if short is not None:
        return short
    most = em.most(e.args[2])
    with rows.row_by_row(em, e) as row:
        if row is not None:
            return _found(em, e, most, *row)
    e = columns.by_value(em, e)
    return _found(em, e, most) if e.op == "comp" else em.expr(e)


def _found(em: Emitter, e: Expr, most: int, target: ast.expr | None = None,
           items: ast.expr | None = None) -> ast.expr:
    """A loop that stops as soon as the answer is known; over rows where names are given."""
    how, var, source, cond, value = e.args[:5]
    found = em.keep(py.const(how == "all"))
    if items is None:
        items = em.expr(source)
    with em.apart() as each, em.loop_var(var) as word:
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as before_value:
            node = em.expr(value)
    with em.block() as inner:
        em.sink.extend(before_value)
        hit = node if how == "any" else py.negated(node)
        with em.block() as done:
            em.emit(py.assign(found.id, py.const(how == "any")))
            em.emit(ast.Break())
        em.emit(py.when(hit, done))
    items = em.charged_before(items, most, each.steps + 1)
    _loop(em, target or py.store(word), items, before_test, test, inner)
    return found


def _gather(em: Emitter, e: Expr, start: ast.expr) -> ast.expr:
    """count, sum and first: a loop that keeps what it finds."""
    how, var, source, cond, value = e.args[:5]
    items = em.expr(source)
    found = em.keep(start)
    with em.apart() as each, em.loop_var(var) as word:
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as inner:
            if how == "count":
                em.emit(py.bump(found.id, py.const(1)))
            elif how == "sum":
                em.emit(py.bump(found.id, em.expr(value)))
            else:
                em.emit(py.assign(found.id, em.expr(value)))
                em.emit(ast.Break())
    items = em.charged_before(items, em.most(source), each.steps + 1)
    _loop(em, py.store(word), items, before_test, test, inner)
    return found


def _flat(em: Emitter, e: Expr) -> ast.expr:
    """Lists one after another, in one list."""
    _, var, source, cond, value = e.args
    items = em.expr(source)
    with em.apart() as each, em.loop_var(var) as word:
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as before_value:
            node = em.bulk(value)
    items = em.charged_before(items, em.most(source), each.steps + 1)
    out = em.keep(ast.List([], py.LOAD))
    with em.block() as inner:
        em.sink.extend(before_value)
        em.emit(py.run(py.method(out, "extend", node)))
    _loop(em, py.store(word), items, before_test, test, inner)
    return out if em.most(e) < limits.SPREAD else py.call("bounded", out)


def function_of(em: Emitter, names: list[Var], body: Expr) -> tuple[ast.expr, int]:
    """A test or a number as a function of elements, for walks; and the steps that it takes."""
    with ExitStack() as stack:
        words = [stack.enter_context(em.loop_var(var)) for var in names]
        each = stack.enter_context(em.apart())
        with em.inside() as before:
            node = em.expr(body)
    args = ast.arguments([], [ast.arg(word) for word in words], None, [], [], None, [])
    if not before:
        return ast.Lambda(args, node), each.steps + 1
    word = em.temp("ask")
    em.emit(ast.FunctionDef(word, args, [*before, ast.Return(node)], []))
    return py.name(word), each.steps + 1


def _extreme(em: Emitter, e: Expr) -> ast.expr:
    how, var, source, cond, value = e.args[:5]
    made = mapped(em, var, em.expr(source), em.most(source), cond, value)
    if len(e.args) > 5:
        return ast.Call(py.name(how), [made], [ast.keyword("default", em.expr(e.args[5]))])
    return py.call(f"{how}_of", made)


def keyed(em: Emitter, var: Var, source: Expr, key: Expr) -> ast.expr:
    """`[(key, element), …]`, to be sorted: that is counted too."""
    items = em.expr(source)
    with em.apart() as each, em.loop_var(var) as word:
        target = py.store(word)
        with em.inside() as before:
            node = em.expr(key)
        pair = ast.Tuple([node, em.variable(var)], py.LOAD)
    items = em.charged(items, em.most(source), each.steps + SORTED)
    if not before:
        return ast.ListComp(pair, [ast.comprehension(target, items, [], 0)])
    out = em.keep(ast.List([], py.LOAD))
    with em.block() as inner:
        em.emit(py.run(py.method(out, "append", pair)))
    _loop(em, target, items, before, None, inner)
    return out

