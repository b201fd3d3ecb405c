"""Code for values that are there: constants, names, what the position holds, what data says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import derived, rows
from tilewright.compiling.coding import code_of
from tilewright.costs import BULK
from tilewright.language.operations import (
    Apply,
    AttributeOf,
    Const,
    Domain,
    FieldOf,
    InPlay,
    Nothing,
    NumbersOf,
    Option,
    Points,
    Possible,
    Slot,
    Tolls,
    Unlimited,
    Used,
    ValueAt,
    Variable,
    ZoneOf,
)
from tilewright.middle import ir
from tilewright.model import PLAYER

if TYPE_CHECKING:

    from tilewright.compiling.emit import Expressions

# -- what never changes ---------------------------------------------------------------------------


@code_of(Const)
def _const(em: Expressions, e: Const) -> ir.Value:
    if em.is_absent(e):
        item = em.build.game.kinds[e.type.kind].items[e.value]
        return ir.call("absent", ir.const(item), ir.const(em.size(PLAYER)))
    return ir.const(e.value)


@code_of(Nothing)
def _nothing(em: Expressions, e: Nothing) -> ir.Value:
    del em, e
    return ir.const(-1)


@code_of(Option)
def _option(em: Expressions, e: Option) -> ir.Value:
    return ir.const(em.build.options[e.name])


@code_of(Variable)
def _variable(em: Expressions, e: Variable) -> ir.Value:
    return em.variable(e.var)


@code_of(Domain)
def _domain(em: Expressions, e: Domain) -> ir.Value:
    return em.table(tuple(range(em.size(e.kind))), e.kind)


@code_of(AttributeOf)
def _attribute(em: Expressions, e: AttributeOf) -> ir.Value:
    names = rows.taken_apart(em, e)
    if names is not None:
        return names
    values = em.build.attribute(e.kind, e.attribute)
    index = em.expr(e.element)
    number = ir.value_of(index)
    if number is not None and isinstance(values[number], (int, bool)):
        return ir.const(values[number])
    return ir.Item(em.table(values, f"{e.kind}_{e.attribute.name}"), index)


# -- what the position holds ----------------------------------------------------------------------


@code_of(FieldOf)
def _field(em: Expressions, e: FieldOf) -> ir.Value:
    return ir.state(em.address(e.field, e.index))


@code_of(ZoneOf)
def _zone(em: Expressions, e: ZoneOf) -> ir.Value:
    em.spend(e.looked_at(em.build.layout.sizes) // BULK)
    base = em.simple(em.address(e.field, e.index))
    return ir.View(ir.plus(base, 1), ir.plus(ir.math("+", base, ir.state(base)), 1))


@code_of(NumbersOf)
def _numbers(em: Expressions, e: NumbersOf) -> ir.Value:
    base = em.simple(em.address(e.field, e.index))
    em.spend(e.looked_at(em.build.layout.sizes) // BULK)
    return ir.View(base, ir.plus(base, em.size(e.field.per)))


@code_of(ValueAt)
def _value_at(em: Expressions, e: ValueAt) -> ir.Value:
    return ir.state(em.target_address(e.target))


@code_of(InPlay)
def _in_play(em: Expressions, e: InPlay) -> ir.Value:
    kind, index = e.tile
    return ir.state(em.in_play_address(kind, ir.const(index), em.expr(e.player)))


@code_of(Slot)
def _slot(em: Expressions, e: Slot) -> ir.Value:
    return ir.state(ir.plus(em.expr(e.player), e.base))


@code_of(Unlimited)
def _unlimited(em: Expressions, e: Unlimited) -> ir.Value:
    """Whether a limited action is still open to a player."""
    return ir.compare(ir.state(ir.plus(em.expr(e.player), e.base)), "<", ir.const(e.limit))


# -- what words, tiles and actions say ------------------------------------------------------------


@code_of(Apply)
def _apply(em: Expressions, e: Apply) -> ir.Value:
    return e.word.emit(em, e)


@code_of(Points)
def _points(em: Expressions, e: Points) -> ir.Value:
    word = derived.points(em.build, e.what, e.family)
    em.called(word)
    return ir.call(word, ir.Position(), em.expr(e.me), em.expr(e.tile))


@code_of(Used)
def _used(em: Expressions, e: Used) -> ir.Value:
    """How often an action was finished: what was begun without what is under way."""
    begun = em.build.used(("action", e.action), "turn")
    going_on = em.build.under_way.get(e.action)
    if going_on is None:
        return ir.state(ir.plus(em.expr(e.me), begun))
    who = em.simple(em.expr(e.me))
    return ir.math("-", ir.state(ir.plus(who, begun)), ir.state(ir.plus(who, going_on)))


@code_of(Possible)
def _possible(em: Expressions, e: Possible) -> ir.Value:
    word = derived.possible(em.build, e.action)
    em.called(word)
    return ir.call(word, ir.Position(), em.expr(e.me))


@code_of(Tolls)
def _tolls(em: Expressions, e: Tolls) -> ir.Value:
    word = derived.tolls(em.build, e.action, e.currency)
    em.called(word)
    return ir.call(word, ir.Position(), em.expr(e.me), *[em.expr(a) for a in e.given])
