"""Comprehensions as loops: any, all, count, sum, min, max, first and lists."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.compiling import columns, lazily, rows
from tilewright.compiling.coding import code_of
from tilewright.compiling.hoist import hoisted
from tilewright.costs import SORTED
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.language.operations import Gather
from tilewright.middle import ir

if TYPE_CHECKING:
    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var

SHORT = 16


@code_of(Gather)
def _comprehension(em: Emitter, e: Gather) -> ir.Value:
    if e.how in ("any", "all"):
        return _any_all(em, e)
    made = columns.by_value(em, e)
    assert isinstance(made, Gather)
    if made.how == "list":
        return _list(em, made)
    if made.how == "flat":
        return _flat(em, made)
    if made.how in ("min", "max"):
        return _extreme(em, made)
    none = ir.const(NO_NUMBER if made.type.tag == "int" else -1)
    return _gather(em, made, none if made.how == "first" else ir.const(0))


def _list(em: Emitter, e: Gather) -> ir.Value:
    items = em.expr(e.source)
    if e.test is None and e.gives_elements:
        return items
    cond = columns.with_near(em, e.var, e.source, e.test)
    return mapped(em, e.var, items, em.most(e.source), cond, e.value)


def mapped(em: Emitter, var: Var, items: ir.Value, most: int, cond: Expr | None, value: Expr,
           base: int = 0) -> ir.Value:
    """`[base + value for var in items if cond]`, as Python's own where no statement is needed."""
    with em.apart() as each, em.loop_var(var) as word:
        with em.inside() as before_test:
            test = em.expr(cond) if cond is not None else None
        with em.inside() as before_value:
            node = ir.plus(em.expr(value), base)
    if test is not None and not before_test and not em.loops:
        test = hoisted(em, word, test)
    short = test is not None and _is_short(em, items)
    if not before_test and not before_value and not short:
        items = em.charged(items, most, each.steps + 1)
        return ir.Map(node, word, items, test)
    items = em.charged_before(items, most, each.steps + 1)
    out = em.keep(ir.new_list())
    with em.block() as inner:
        em.sink.extend(before_value)
        em.emit(ir.Append(out.word, node))
    _loop(em, [word], items, before_test, test, inner)
    return out


def _is_short(em: Emitter, items: ir.Value) -> bool:
    """Over few elements a loop is faster than a comprehension, which is a call of its own."""
    table = em.build.tables.get(items.word) if isinstance(items, ir.Data) else None
    return table is not None and len(table) <= SHORT


def _loop(em: Emitter, words: list[str], items: ir.Value, before: list[ir.Statement],
          test: ir.Value | None, inner: list[ir.Statement]) -> None:
    with em.block() as body:
        em.sink.extend(before)
        if test is None:
            em.sink.extend(inner)
        else:
            em.emit(ir.when(test, inner))
    em.emit(ir.For(words, items, body))


def _any_all(em: Emitter, e: Gather) -> ir.Value:
    short = rows.name_by_name(em, e) or lazily.any_or_all(em, e)
    if short is not None:
        return short
    most = em.most(e.source)
    with rows.row_by_row(em, e) as row:
        if row is not None:
            return _found(em, e, most, *row)
    made = columns.by_value(em, e)
    return _found(em, made, most) if isinstance(made, Gather) else em.expr(made)


def _found(em: Emitter, e: Gather, most: int, words: list[str] | None = None,
           items: ir.Value | None = None) -> ir.Value:
    """A loop that stops as soon as the answer is known; over rows where names are given."""
    found = em.keep(ir.const(e.how == "all"))
    if items is None:
        items = em.expr(e.source)
    with em.apart() as each, em.loop_var(e.var) as word:
        with em.inside() as before_test:
            test = em.expr(e.test) if e.test is not None else None
        with em.inside() as before_value:
            node = em.expr(e.value)
    with em.block() as inner:
        em.sink.extend(before_value)
        hit = node if e.how == "any" else ir.negated(node)
        with em.block() as done:
            em.emit(ir.Let(found.word, ir.const(e.how == "any")))
            em.emit(ir.Stop())
        em.emit(ir.when(hit, done))
    items = em.charged_before(items, most, each.steps + 1)
    _loop(em, words or [word], items, before_test, test, inner)
    return found


def _gather(em: Emitter, e: Gather, start: ir.Value) -> ir.Value:
    """count, sum and first: a loop that keeps what it finds."""
    items = em.expr(e.source)
    found = em.keep(start)
    with em.apart() as each, em.loop_var(e.var) as word:
        with em.inside() as before_test:
            test = em.expr(e.test) if e.test is not None else None
        with em.inside() as inner:
            if e.how == "count":
                em.emit(ir.grow(found, ir.const(1)))
            elif e.how == "sum":
                em.emit(ir.grow(found, em.expr(e.value)))
            else:
                em.emit(ir.Let(found.word, em.expr(e.value)))
                em.emit(ir.Stop())
    items = em.charged_before(items, em.most(e.source), each.steps + 1)
    _loop(em, [word], items, before_test, test, inner)
    return found


def _flat(em: Emitter, e: Gather) -> ir.Value:
    """Lists one after another, in one list."""
    items = em.expr(e.source)
    with em.apart() as each, em.loop_var(e.var) as word:
        with em.inside() as before_test:
            test = em.expr(e.test) if e.test is not None else None
        with em.inside() as before_value:
            node = em.bulk(e.value)
    items = em.charged_before(items, em.most(e.source), each.steps + 1)
    out = em.keep(ir.new_list())
    with em.block() as inner:
        em.sink.extend(before_value)
        em.emit(ir.Extend(out.word, node, by_method=True))
    _loop(em, [word], items, before_test, test, inner)
    return out if em.most(e) < limits.SPREAD else ir.call("bounded", out)


def function_of(em: Emitter, names: list[Var], body: Expr) -> tuple[ir.Value, int]:
    """A test or a number as a function of elements, for walks; and the steps that it takes."""
    with ExitStack() as stack:
        words = [stack.enter_context(em.loop_var(var)) for var in names]
        each = stack.enter_context(em.apart())
        with em.inside() as before:
            node = em.expr(body)
    if not before:
        return ir.Asked(words, node), each.steps + 1
    word = em.temp("ask")
    em.emit(ir.Define(word, words, [*before, ir.Return(node)]))
    return ir.Name(word, ir.FUNCTION), each.steps + 1


def _extreme(em: Emitter, e: Gather) -> ir.Value:
    made = mapped(em, e.var, em.expr(e.source), em.most(e.source), e.test, e.value)
    if e.default is not None:
        return ir.Extreme(e.how, made, em.expr(e.default))
    return ir.call(f"{e.how}_of", made)


def keyed(em: Emitter, var: Var, source: Expr, key: Expr) -> ir.Value:
    """`[(key, element), …]`, to be sorted: that is counted too."""
    items = em.expr(source)
    with em.apart() as each, em.loop_var(var) as word:
        with em.inside() as before:
            node = em.expr(key)
        pair = ir.Pair(node, em.variable(var))
    items = em.charged(items, em.most(source), each.steps + SORTED)
    if not before:
        return ir.Map(pair, word, items)
    out = em.keep(ir.new_list())
    with em.block() as inner:
        em.emit(ir.Append(out.word, pair))
    _loop(em, [word], items, before, None, inner)
    return out

