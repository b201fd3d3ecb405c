"""Streams of chance, one for each purpose: a change of one draw leaves the others as they were.

A purpose is a zone that is shuffled, for each of its owners, or a place where rules choose by
chance. A stream is a number that counts its draws; it begins with a number that follows from the
name of its purpose alone, so other rules, fields or variants do not change what it gives.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from tilewright.kernel.chance import DRAWS
from tilewright.language.tree import Choose, Do
from tilewright.linking.text_keys import statements
from tilewright.middle import ir
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.emit import Expressions
    from tilewright.compiling.layout import Layout
    from tilewright.language.tree import Target
    from tilewright.model import Field, Game

# How many bytes of a digest a stream begins with.
BYTES = 8


def stream_of(em: Expressions, zone: Target) -> ir.Value:
    """The slot of the stream by which a zone is shuffled."""
    first = ir.const(em.build.layout.streams_of[_purpose(zone.field)].start)
    return first if zone.field.owner == GAME else ir.plus(em.expr(zone.index[0]), first)


def _purpose(zone: Field) -> str:
    """The purpose of a shuffle; no place of a choice is called so."""
    return f"shuffle {zone.title}"


def lay_out(layout: Layout, game: Game) -> None:
    """Slots for all streams of a game, one after the other."""
    first = layout.total
    for purpose, owners in dict(_purposes(layout, game)).items():
        base = layout.take(owners)
        layout.streams_of[purpose] = range(base, base + owners)
    layout.streams = range(first, layout.total)


def _purposes(layout: Layout, game: Game) -> Iterator[tuple[str, int]]:
    """What draws by chance, and how many streams it has."""
    for stmt in statements(game):
        if isinstance(stmt, Choose) and stmt.chance:
            yield stmt.site, 1
        elif isinstance(stmt, Do) and stmt.word == "shuffle":
            zone = stmt.args["zone"].field
            yield _purpose(zone), 1 if zone.owner == GAME else layout.sizes[zone.owner]


def first_numbers(layout: Layout) -> Iterator[tuple[int, int]]:
    """The slot of each stream, and what it begins with."""
    for purpose, slots in layout.streams_of.items():
        for owner, slot in enumerate(slots):
            digest = blake2b(f"{purpose} {owner}".encode(), digest_size=BYTES).digest()
            yield slot, int.from_bytes(digest, "big") & DRAWS
