"""Code for arithmetic, comparisons, tests and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import lazily
from tilewright.compiling.coding import code_of
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.language.operations import (
    Both,
    ByItem,
    Compare,
    Either,
    Expr,
    IfElse,
    IsIn,
    Math,
    Negative,
    Not,
    Nothing,
    variable_of,
)
from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.emit import Expressions


@code_of(Math)
def _math(em: Expressions, e: Math) -> ir.Value:
    a, b = em.expr(e.left), em.expr(e.right)
    if e.sign == "*" and not (ir.value_of(a) in (0, 1, 2) or ir.value_of(b) in (0, 1, 2)):
        # Products of products grow without end; everything else only adds up.
        return ir.call("product", a, b)
    return ir.math(e.sign, a, b)


@code_of(Negative)
def _negative(em: Expressions, e: Negative) -> ir.Value:
    return ir.Minus(em.expr(e.number))


# -- tests ----------------------------------------------------------------------------------------


@code_of(Compare)
def _compare(em: Expressions, e: Compare) -> ir.Value:
    for this, that in ((e.left, e.right), (e.right, e.left)):
        if isinstance(this, Nothing):
            return _is_nothing(em, that, e.sign)
        if em.is_absent(this):
            return ir.const(e.sign == "!=")
    found = lazily.compared(em, e)
    return found or ir.compare(em.expr(e.left), e.sign, em.expr(e.right))


def _is_nothing(em: Expressions, e: Expr, sign: str) -> ir.Value:
    if e.type.tag == "int":
        return ir.compare(em.expr(e), sign, ir.const(NO_NUMBER))
    return ir.compare(em.expr(e), "<" if sign == "==" else ">=", ir.const(0))


@code_of(IsIn)
def _is_in(em: Expressions, e: IsIn) -> ir.Value:
    if em.is_absent(e.item):
        return ir.const(e.sign == "not in")
    item, items = em.typed(e.item, e.items.type.item or e.item.type), em.bulk(e.items)
    if variable_of(e.items) in em.build.marks:
        return ir.Item(items, item)
    return ir.compare(item, e.sign, items)


@code_of(Not)
def _not(em: Expressions, e: Not) -> ir.Value:
    inner = e.test
    if isinstance(inner, Compare) and inner.sign in ("==", "!="):
        sign = "!=" if inner.sign == "==" else "=="
        return _compare(em, Compare(e.type, e.place, sign, inner.left, inner.right))
    return ir.negated(em.expr(inner))


@code_of(Both)
def _both(em: Expressions, e: Both) -> ir.Value:
    return _lazy(em, e.tests, is_and=True)


@code_of(Either)
def _either(em: Expressions, e: Either) -> ir.Value:
    return _lazy(em, e.tests, is_and=False)


def _lazy(em: Expressions, parts: tuple[Expr, ...], *, is_and: bool) -> ir.Value:
    """`and`/`or`; parts that need statements are worked out only when they count."""
    done = [em.expr(parts[0])]
    join = ir.both if is_and else ir.either
    for index, part in enumerate(parts[1:], 1):
        with em.block() as body, em.sometimes():
            node = em.expr(part)
        if body:
            word = em.temp()
            em.emit(ir.Let(word, join(done)))
            with em.block() as rest:
                for stmt in body:
                    em.sink.append(stmt)
                em.emit(ir.Let(word, node))
                if index + 1 < len(parts):
                    tail = _lazy_rest(em, ir.Name(word, ir.BOOL), parts[index + 1:], join, is_and)
                    em.emit(ir.Let(word, tail))
            test: ir.Value = ir.Name(word, ir.BOOL)
            em.emit(ir.when(test if is_and else ir.negated(test), rest))
            return ir.Name(word, ir.BOOL)
        done.append(node)
    return join(done)


def _lazy_rest(em: Expressions, first: ir.Value, parts: tuple[Expr, ...],
               join: Callable[[list[ir.Value]], ir.Value], is_and: bool) -> ir.Value:
    with em.block() as body, em.sometimes():
        node = _lazy(em, parts, is_and=is_and)
    if not body:
        return join([first, node])
    word = em.temp()
    em.emit(ir.Let(word, first))
    with em.block() as inner:
        em.sink.extend(body)
        em.emit(ir.Let(word, node))
    test: ir.Value = ir.Name(word, ir.BOOL)
    em.emit(ir.when(test if is_and else ir.negated(test), inner))
    return ir.Name(word, ir.BOOL)


# -- one of several values ------------------------------------------------------------------------


@code_of(IfElse)
def _if_else(em: Expressions, e: IfElse) -> ir.Value:
    condition = em.expr(e.test)
    with em.block() as body, em.sometimes():
        a = em.typed(e.then, e.type)
    with em.block() as rest, em.sometimes():
        b = em.typed(e.other, e.type)
    if not body and not rest:
        return ir.Choose(condition, a, b)
    word = em.temp()
    with em.block() as one:
        em.sink.extend(body)
        em.emit(ir.Let(word, a))
    with em.block() as two:
        em.sink.extend(rest)
        em.emit(ir.Let(word, b))
    em.emit(ir.when(condition, one, two))
    return ir.Name(word, a.type)


@code_of(ByItem)
def _by_item(em: Expressions, e: ByItem) -> ir.Value:
    """One of several values, one for each element of a kind."""
    which, nodes = e.which, [em.typed(v, e.type) for v in e.values]
    if not which.type.optional and all(isinstance(n, ir.Const) for n in nodes):
        table = tuple(n.value for n in nodes if isinstance(n, ir.Const))
        return ir.Item(em.table(table, f"by_{which.type.kind}"), em.expr(which))
    index, made = em.simple(em.expr(which)), em.typed(Nothing(e.type, e.place), e.type)
    for number, node in reversed(list(enumerate(nodes))):
        made = ir.Choose(ir.compare(index, "==", ir.const(number)), node, made)
    return made
