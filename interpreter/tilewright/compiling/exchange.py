"""Code for two zones that change places with all that lies in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import pyast as py
from tilewright.compiling.budget import BULK, CALL

if TYPE_CHECKING:
    import ast

    from tilewright.compiling.writer import Emitter
    from tilewright.language.tree import Target


def exchanged(em: Emitter, first: Target, second: Target) -> None:
    """All of the first zone is in the second one, and the other way round."""
    em.spend(CALL + 2 * (first.field.cap + second.field.cap) // BULK)
    args = [(*em.zone_args(zone), py.const(zone.field.unordered), py.const(zone.field.title))
            for zone in (first, second)]
    for change in (-1, 1):
        for zone, (base, *_) in zip((first, second), args, strict=True):
            if zone.field.in_play:
                _count_in_play(em, zone, base, change)
        if change < 0:
            em.emit(py.run(py.call("exchange", py.name("S"), *args[0], *args[1])))


def _count_in_play(em: Emitter, zone: Target, base: ast.expr, change: int) -> None:
    """The tiles of a zone enter play, or leave it."""
    kind = zone.field.type.kind
    counts = em.in_play_address(kind, py.const(0), em.expr(zone.index[0]))
    em.emit(py.run(py.call("recount", py.name("S"), base, py.const(0), py.const(1), counts,
                           py.const(0), py.const(change))))
