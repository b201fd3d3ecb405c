"""Comprehensions as loops: any, all, count, sum, min, max, first and lists.

A fixed table of fixed-length tuples is unrolled, so that a test over the lines of a grid runs as
fast as if it were written by hand.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright.compiling import columns
from tilewright.compiling import pyast as py
from tilewright.compiling.hoist import hoisted
from tilewright.language.tree import Expr, Var
from tilewright.model import GAME

if TYPE_CHECKING:
    from tilewright.compiling.emit import Expressions as Emitter

UNROLL = 6
SHORT = 16
NO_NUMBER = -(1 << 40)   # `none` where a number could stand


def comprehension(em: Emitter, e: Expr) -> ast.expr:
    if e.args[0] in ("any", "all"):
        return _any_all(em, e)
    e = columns.by_value(em, e)
    how, var, source, cond, value = e.args[:5]
    if how == "list":
        return _list(em, var, source, cond, value)
    default = e.args[5] if len(e.args) > 5 else None
    none = py.const(NO_NUMBER if e.type.tag == "int" else -1)
    return _gather(em, how, var, source, cond, value, default, none)


def source_of(em: Emitter, source: Expr) -> ast.expr:
    return em.expr(source)


def _list(em: Emitter, var: Var, source: Expr, cond: Expr | None, value: Expr) -> ast.expr:
    items = source_of(em, source)
    if cond is None and value.op == "var" and value.args[0] is var:
        return items
    return mapped(em, var, items, columns.with_near(em, var, source, cond), value)


def mapped(em: Emitter, var: Var, items: ast.expr, cond: Expr | None, value: Expr,
           base: int = 0) -> ast.expr:
    """`[base + value for var in items if cond]`, as Python's own where no statement is needed."""
    with em.loop_var(var) as word:
        target = py.store(word)
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as before_value:
            node = py.plus(em.expr(value), base)
    if test is not None and not before_test and not em.loops:
        test = hoisted(em, word, test)
    if not before_test and not before_value and not (test and _is_short(em, items)):
        made = ast.comprehension(target, items, [test] if test is not None else [], 0)
        return ast.ListComp(node, [made])
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
    how, var, source, cond, value = e.args[:5]
    short = _constant_unroll(em, how, var, source, cond, value)
    if short is not None:
        return short
    target, items, restore = _table_of_rows(em, var, source, cond, value)
    if target is None:
        e = columns.by_value(em, e)
        if e.op != "comp":
            return em.expr(e)
        how, var, source, cond, value = e.args[:5]
    found = em.keep(py.const(how == "all"))
    with em.loop_var(var) as word:
        if target is None:
            items = source_of(em, source)
            target = py.store(word)
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as before_value:
            node = em.expr(value)
    if restore is not None:
        restore()
    with em.block() as inner:
        em.sink.extend(before_value)
        hit = node if how == "any" else py.negated(node)
        with em.block() as done:
            em.emit(py.assign(found.id, py.const(how == "any")))
            em.emit(ast.Break())
        em.emit(py.when(hit, done))
    assert items is not None
    _loop(em, target, items, before_test, test, inner)
    return found


def _constant_unroll(em: Emitter, how: str, var: Var, source: Expr, cond: Expr | None,
                     value: Expr) -> ast.expr | None:
    """`all(c.mark == me for c in row.cells)` over names that a table row was unpacked into."""
    key = _row_key(source)
    names = em.build.unpacked.get(key) if key is not None else None
    if names is None or cond is not None:
        return None
    tests = []
    for name in names:
        with em.loop_var(var, name), em.block() as body:
            tests.append(em.expr(value))
        if body:
            return None
    return py.both(tests) if how == "all" else py.either(tests)


def _row_key(source: Expr) -> tuple[int, str] | None:
    """A list attribute of a loop variable, as a key."""
    if source.op == "attr" and source.args[2].op == "var":
        return id(source.args[2].args[0]), source.args[0].name
    return None


def _table_of_rows(em: Emitter, var: Var, source: Expr, cond: Expr | None, value: Expr) -> Any:
    """Loop over rows of elements when the variable only serves to reach its fixed-length list."""
    uses = [x for part in (cond, value) if part is not None for x in part.walk()]
    reads = [x for x in uses if x.op == "var" and x.args[0] is var]
    rows = [x for x in uses if x.op == "attr" and x.args[2].op == "var"
            and x.args[2].args[0] is var and x.type.tag == "list"]
    if source.op != "attr" or not rows or len(reads) != len(rows):
        return None, None, None
    attribute = rows[0].args[0]
    values = em.build.attribute(var.type.kind, attribute)
    widths = {len(v) for v in values}
    if any(r.args[0] is not attribute for r in rows) or len(widths) != 1 or max(widths) > UNROLL:
        return None, None, None
    outer, kind, inner = source.args
    base = _shared_base(em, uses, rows)
    table = tuple(
        tuple(tuple(c + base for c in values[line]) for line in lines)
        for lines in em.build.attribute(kind, outer))
    names = [em.temp("c") for _ in range(max(widths))]
    key = _row_key(rows[0])
    assert key is not None
    em.build.unpacked[key] = names
    em.build.shifted.update(dict.fromkeys(names, base))
    word = f"{kind}_{outer.name}_{attribute.name}"
    items = py.item(em.table(table, word), em.expr(inner))
    target = ast.Tuple([py.store(n) for n in names], py.STORE)
    return target, items, lambda: em.build.unpacked.pop(key)


def _shared_base(em: Emitter, uses: list[Expr], rows: list[Expr]) -> int:
    """The base of the one field that the elements are looked up in, so that it can be added once.

    Zero if the elements are used in any other way.
    """
    loops = [x for x in uses if x.op == "comp" and any(x.args[2] is r for r in rows)]
    bases = set()
    for each in loops:
        var = each.args[1]
        inside = [x for part in each.args[3:5] if isinstance(part, Expr) for x in part.walk()]
        reads = [x for x in inside if x.op == "var" and x.args[0] is var]
        fields = [x for x in inside if x.op == "field" and len(x.args[1]) == 1
                  and x.args[1][0].op == "var" and x.args[1][0].args[0] is var]
        if len(reads) != len(fields) or any(f.args[0].owner == GAME for f in fields):
            return 0
        bases |= {em.build.layout.room(f.args[0]).base for f in fields}
    return bases.pop() if len(bases) == 1 and len(loops) == len(rows) else 0


def _gather(em: Emitter, how: str, var: Var, source: Expr, cond: Expr | None, value: Expr,
            default: Expr | None, none: ast.expr) -> ast.expr:
    start = none if how == "first" else py.const(0)
    if how in ("min", "max"):
        return _extreme(em, how, var, source, cond, value, default)
    items = source_of(em, source)
    found = em.keep(start)
    with em.loop_var(var) as word:
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
    _loop(em, py.store(word), items, before_test, test, inner)
    return found


def _extreme(em: Emitter, how: str, var: Var, source: Expr, cond: Expr | None, value: Expr,
             default: Expr | None) -> ast.expr:
    items = source_of(em, source)
    made = mapped(em, var, items, cond, value)
    if default is not None:
        node = ast.Call(py.name(how), [made], [ast.keyword("default", em.expr(default))])
    else:
        node = py.call(f"{how}_of", made)  # type: ignore[assignment]
    return node


def keyed(em: Emitter, var: Var, source: Expr, key: Expr) -> ast.expr:
    """`[(key, element), …]`."""
    items = source_of(em, source)
    with em.loop_var(var) as word:
        target = py.store(word)
        with em.inside() as before:
            node = em.expr(key)
        pair = ast.Tuple([node, em.variable(var)], py.LOAD)
    if not before:
        return ast.ListComp(pair, [ast.comprehension(target, items, [], 0)])
    out = em.keep(ast.List([], py.LOAD))
    with em.block() as inner:
        em.emit(py.run(py.method(out, "append", pair)))
    _loop(em, target, items, before, None, inner)
    return out
