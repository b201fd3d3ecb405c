"""Code for lists that are put together, and for what is looked up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.compiling.coding import code_of
from tilewright.costs import BULK, CALL
from tilewright.language.operations import Entry, Join, ListOf, Nth, NumbersOf, Total, Without
from tilewright.middle import ir

if TYPE_CHECKING:
    from tilewright.compiling.emit import Expressions


@code_of(ListOf)
def _list(em: Expressions, e: ListOf) -> ir.Value:
    one = e.type.item or e.type
    items = [em.typed(i, one) for i in e.items if not em.is_absent(i)]
    if all(isinstance(i, ir.Const) for i in items):
        return em.table(tuple(i.value for i in items if isinstance(i, ir.Const)), "list")
    return ir.ListOf(items)


@code_of(Join)
def _join(em: Expressions, e: Join) -> ir.Value:
    both = ir.Chain([em.bulk(e.first), em.bulk(e.second)])
    return both if em.most(e) < limits.SPREAD else ir.call("bounded", both)


@code_of(Without)
def _without(em: Expressions, e: Without) -> ir.Value:
    return ir.call("without", em.bulk(e.first, CALL), em.bulk(e.second, CALL))


@code_of(Nth)
def _nth(em: Expressions, e: Nth) -> ir.Value:
    return ir.call("nth", em.expr(e.items), em.expr(e.at))


@code_of(Entry)
def _entry(em: Expressions, e: Entry) -> ir.Value:
    if isinstance(e.numbers, NumbersOf):
        return ir.state(em.address(e.numbers.field, (*e.numbers.index, e.element)))
    return ir.Item(em.expr(e.numbers), em.expr(e.element))


@code_of(Total)
def _total(em: Expressions, e: Total) -> ir.Value:
    em.spend(e.looked_at(em.build.layout.sizes) // BULK)
    return ir.call("sum", em.expr(e.numbers))
