"""Things that stand on no board and lie in no zone, with what they carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.picture.counters import PIECE
from tilewright.picture.nodes import group, node, width, words
from tilewright.picture.parts import TITLE, Part, flow, titled
from tilewright.picture.scene import Thing
from tilewright.positions.shown import cell_fields, has_symbol, kinds_apart
from tilewright.text import labelled

if TYPE_CHECKING:
    from tilewright.model import Field
    from tilewright.picture.fields import Fields
    from tilewright.picture.looks import Looks
    from tilewright.picture.places import Board

BETWEEN, WITHIN = 14.0, 6.0
# Of kinds with more elements only those are shown of which there is something to tell.
FEW = 12

Apart = dict[str, list["Field"]]


def apart_from(board: Board, looks: Looks) -> Apart:
    """The kinds that have a row of their own, and their fields that the board does not show."""
    found: Apart = {}
    for kind in kinds_apart(looks.game):
        there = [*board.standing, *(cell_fields(looks.game, kind) if kind in board.kinds else ())]
        fields = [owned for owned in looks.carries(kind) if owned not in there]
        if fields:
            found[kind] = fields
    return found


def rows(apart: Apart, fields: Fields, most: float, gap: float) -> Part:
    """A row for each kind, as wide as there is room."""
    made = Part(most, 0)
    for kind, shown in apart.items():
        indexes = range(fields.reader.program.layout.sizes[kind])
        told = [i for i in indexes if len(indexes) <= FEW or any(
            _tells(fields, owned, i) for owned in shown)]
        if told:
            pieces = [_one(fields, kind, index, shown, most) for index in told]
            row = titled(_title(fields.looks, kind, shown), flow(pieces, most, BETWEEN),
                         f"{kind}:apart")
            top = made.high + (gap if made.high else 0)
            made.things += row.at(0, top)
            made.high = top + row.high
    return made


def _title(looks: Looks, kind: str, shown: list[Field]) -> str:
    """What a row is about: the values of each thing stand in this order."""
    told = ", ".join(looks.title(owned) for owned in shown)
    return labelled(looks.game, looks.kind(kind), told, looks.lang)


def _tells(fields: Fields, owned: Field, index: int) -> bool:
    if owned.zone:
        return bool(fields.reader.zone(owned, index))
    if owned.per:
        return bool(fields.reader.amounts(owned, index))
    return fields.reader.is_set(owned, index)


def _one(fields: Fields, kind: str, index: int, shown: list[Field], most: float) -> Part:
    """A thing as a piece, and what it carries beside it."""
    looks, item = fields.looks, fields.looks.item(kind, index)
    name, wide = looks.name(kind, index), PIECE
    drawn = [group(PIECE / 2, PIECE / 2, looks.piece(kind, index, PIECE))]
    if not has_symbol(looks.game, kind, index):
        drawn.append(words(PIECE + 4, PIECE / 2 + 4, name, TITLE))
        wide += 4 + width(name, TITLE)
    piece = Thing(f"{kind}:{item}:apart", 0, 0, node("g", drawn), name, kind=kind, item=item,
                  wide=wide, high=PIECE)
    values = [fields.inner(owned, index, most - wide - WITHIN) for owned in shown]
    return flow([Part(wide, PIECE, [piece]), *values], most, WITHIN)
