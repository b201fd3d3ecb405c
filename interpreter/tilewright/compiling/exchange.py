"""Code for things that change places, and for who can follow what leaves a zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.costs import BULK, CALL
from tilewright.middle import ir

if TYPE_CHECKING:
    from tilewright.compiling.writer import Emitter
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Target
    from tilewright.model import Field


def exchange_values(em: Emitter, first: Target, second: Target) -> None:
    """Each value is where the other was, and with it goes who knows it."""
    at_first = em.simple(em.target_address(first))
    at_second = em.simple(em.target_address(second))
    kept = em.keep(ir.state(at_first))
    known = [em.who_knows(second, at_second), em.who_knows(first, at_first)]
    a, b = first.field, second.field
    em.emit(ir.put(at_first, _bounded(ir.state(at_second), a, b)))
    em.emit(ir.put(at_second, _bounded(kept, b, a)))
    for target, address, bits in zip((first, second), (at_first, at_second), known, strict=True):
        if target.field.secret:
            note = em.note(target, address)
            em.emit(ir.put(note, ir.math("|", bits, em.always(target, address))))
            em.forget_offer(target, address)


def _bounded(value: ir.Value, field: Field, known: Field) -> ir.Value:
    """A number from one field for another; tested where the bounds of the other are closer."""
    if field.type.tag != "int" or (field.low <= known.low and known.high <= field.high):
        return value
    return ir.call("within", value, ir.const(field.low), ir.const(field.high),
                   ir.const(field.title))


def exchange_zones(em: Emitter, first: Target, second: Target) -> None:
    """All of the first zone is in the second one, and the other way round."""
    first, second = em.fix_owner(first), em.fix_owner(second)
    em.spend(CALL + 2 * (first.field.cap + second.field.cap) // BULK)
    args = [(*em.zone_args(zone), ir.const(zone.field.unordered), ir.const(zone.field.title))
            for zone in (first, second)]
    for change in (-1, 1):
        for zone, (base, *_) in zip((first, second), args, strict=True):
            if zone.field.in_play:
                _count_in_play(em, zone, base, change)
        if change < 0:
            em.emit(ir.Run(ir.call("exchange", ir.Position(), *args[0], *args[1])))


def _count_in_play(em: Emitter, zone: Target, base: ir.Value, change: int) -> None:
    """The tiles of a zone enter play, or leave it."""
    kind = zone.field.type.kind
    counts = em.in_play_address(kind, ir.const(0), em.expr(zone.index[0]))
    em.emit(ir.Run(ir.call("recount", ir.Position(), base, ir.const(0), ir.const(1), counts,
                           ir.const(0), ir.const(change))))


def forget_others(em: Emitter, source: Target, to: Target | None, chooser: Expr | None) -> None:
    """Whoever cannot follow which element leaves a zone no longer knows what lies there.

    What they knew may be what left, so their notes must end both on it and on what stays.
    """
    if not source.field.hidden:
        return
    base, cap, keep = em.zone_args(source)
    if to is not None:
        keep = ir.math("|", keep, em.zone_args(to)[2])
    if chooser is not None and em.build.can_read(chooser):
        keep = ir.math("|", keep, em.bits(chooser))
    em.spend(CALL + source.field.cap // BULK)
    em.emit(ir.Run(ir.call("forget_others", ir.Position(), base, cap, keep)))
