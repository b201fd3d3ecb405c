"""What fields hold, drawn beside the board: numbers, pieces, cards, and what lies face down."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.picture import faces
from tilewright.picture.board import cell_at
from tilewright.picture.colours import QUIET, SOFT
from tilewright.picture.nodes import box, cut, node, shape, width, words
from tilewright.picture.scene import MARKS, SITES, Thing

if TYPE_CHECKING:
    from tilewright.model import Field, Grid
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node
    from tilewright.positions.reader import Reader

PIECE, GAP, TITLE = 30.0, 8.0, 11.0
TITLE_HIGH = 17.0
OWN_CELL = 36.0
FEW = 4


@dataclass(slots=True)
class Part:
    """Something with a size that can be put anywhere: things from its corner on."""

    wide: float
    high: float
    things: list[Thing] = field(default_factory=list)

    def copy(self) -> Part:
        return Part(self.wide, self.high, [thing.copy() for thing in self.things])

    def at(self, x: float, y: float) -> list[Thing]:
        for thing in self.things:
            thing.x, thing.y = thing.x + x, thing.y + y
        return self.things


def flow(parts: list[Part], most: float, gap: float = GAP) -> Part:
    """Parts beside each other, in as many lines as they need."""
    made, x, y, line = Part(0, 0), 0.0, 0.0, 0.0
    for part in parts:
        if x and x + part.wide > most:
            x, y, line = 0.0, y + line + gap, 0.0
        made.things += part.at(x, y)
        x, line = x + part.wide + gap, max(line, part.high)
        made.wide = max(made.wide, x - gap)
    made.high = y + line
    return made


def titled(title: str, inner: Part, id_: str) -> Part:
    """A part with its name above it."""
    said = Thing(f"{id_}:title", 0, TITLE, words(0, 0, title, TITLE, fill=QUIET), layer=MARKS)
    made = Part(max(inner.wide, width(title, TITLE)), TITLE_HIGH + inner.high, [said])
    made.things += inner.at(0, TITLE_HIGH)
    return made


# What was drawn of fields, by what they held.
Drawn = dict[tuple[Any, ...], Part | None]


class Fields:
    """Draws fields for one reader; what was drawn before is taken from `drawn`."""

    def __init__(self, reader: Reader, looks: Looks, drawn: Drawn | None = None) -> None:
        self.reader, self.looks = reader, looks
        self.drawn: Drawn = {} if drawn is None else drawn

    def part(self, owned: Field, owner: int, most: float) -> Part | None:
        """A field of an owner with its title; None if there is nothing to tell."""
        key = (owned.owner, owned.name, owner, most, self.reader.hides,
               self.reader.held(owned, owner))
        if key not in self.drawn:
            self.drawn[key] = self._part(owned, owner, most)
        part = self.drawn[key]
        return None if part is None else part.copy()

    def _part(self, owned: Field, owner: int, most: float) -> Part | None:
        id_ = f"{owned.owner}:{owner}:{owned.name}"
        if owned.zone:
            inner = self._zone(owned, owner, most, id_)
        elif owned.per and self._grid(owned) is not None:
            inner = self._own_grid(owned, owner, id_)
        elif owned.per:
            inner = self._amounts(owned, owner, most, id_)
        else:
            inner = self._value(owned, owner, id_)
        title = cut(self.looks.title(owned), TITLE, max(most, 60))
        return None if inner is None else titled(title, inner, id_)

    def _grid(self, owned: Field) -> Grid | None:
        """The grid of which each player has one of its own."""
        grids = self.looks.game.grids.values()
        return next((g for g in grids if g.kind == owned.per), None)

    def _own_grid(self, owned: Field, owner: int, id_: str) -> Part:
        grid = self._grid(owned)
        assert grid is not None
        made = Part(grid.columns * OWN_CELL, grid.rows * OWN_CELL)
        for index in range(grid.columns * grid.rows):
            column, row = cell_at(grid, index)
            x, y = (column + 0.5) * OWN_CELL, (row + 0.5) * OWN_CELL
            item = self.looks.item(grid.kind, index)
            half = OWN_CELL / 2 - 1
            cell = box(-half, -half, 2 * half, 2 * half, fill="#fbf7ee", round_by=5, stroke=SOFT)
            made.things.append(Thing(f"{id_}:{item}:cell", x, y, cell,
                                     self.looks.name(grid.kind, index), SITES, grid.kind, item,
                                     owner, 2 * half, 2 * half))
            made.things += self._in_cell(owned, owner, index, f"{id_}:{item}", x, y)
        return made

    def _in_cell(self, owned: Field, owner: int, index: int, id_: str, x: float, y: float
                 ) -> list[Thing]:
        if not self.reader.knows(owned, owner, index):
            return [Thing(id_, x, y, shape("card", "black", "?", OWN_CELL * 0.7), "?")]
        found = self.reader.number(owned, owner, index)
        if owned.type.tag == "kind" and found >= 0:
            of = owned.type.kind
            piece = self.looks.piece(of, found, OWN_CELL * 0.78)
            return [Thing(id_, x, y, piece, self.looks.name(of, found), kind=of,
                          item=self.looks.item(of, found))]
        if owned.type.tag == "kind" or not found or found == NO_NUMBER:
            return []
        if owned.type.tag == "bool":
            return [Thing(id_, x, y, shape("disc", "black", "", OWN_CELL * 0.4), owned.name)]
        return [Thing(id_, x, y + 5, words(0, 0, str(found), 14, anchor="middle"), str(found))]

    # -- the sorts of fields ------------------------------------------------------------------

    def _value(self, owned: Field, owner: int, id_: str) -> Part | None:
        if not self.reader.knows(owned, owner):
            return self._text("?", id_)
        found = self.reader.number(owned, owner)
        if owned.type.tag == "kind":
            return self._element(owned.type.kind, found, id_) if found >= 0 else None
        if owned.type.tag == "bool":
            return self._text("✓", id_) if found else None
        return None if found == NO_NUMBER else self._text(str(found), id_)

    def _text(self, said: str, id_: str) -> Part:
        wide = max(width(said, 20) + 18, 38)
        drawn = node("g", [box(0, 0, wide, 32, fill="#fffdf7", round_by=8, stroke=SOFT),
                           words(wide / 2, 23, said, 19, anchor="middle", bold=True)])
        return Part(wide, 32, [Thing(id_, 0, 0, drawn, said)])

    def _element(self, kind: str, index: int, id_: str, count: int = 1) -> Part:
        """An element: a tile as a card, else a piece, and how many of it."""
        label = self.looks.name(kind, index)
        item = self.looks.item(kind, index)
        if self.looks.game.kinds[kind].tiles:
            drawn, high = faces.face(self.looks, kind, index)
            says = self.looks.says(kind, index)
            return Part(faces.WIDE, high, [Thing(
                id_, 0, 0, drawn, f"{label}: {says}" if says else label, kind=kind, item=item,
                wide=faces.WIDE, high=high)])
        piece = self.looks.piece(kind, index, PIECE)
        inside: list[Node] = [node("g", [piece], transform=f"translate({PIECE / 2} {PIECE / 2})")]
        wide = PIECE
        if count != 1:
            said = f"×{count}"
            inside.append(words(PIECE + 2, PIECE / 2 + 5, said, 14, bold=True))
            wide += width(said, 14) + 6
            label = f"{label} {said}"
        return Part(wide, PIECE, [Thing(id_, 0, 0, node("g", inside), label, kind=kind, item=item,
                                        wide=PIECE, high=PIECE)])

    def _amounts(self, owned: Field, owner: int, most: float, id_: str) -> Part | None:
        parts = []
        for index, found in self.reader.amounts(owned, owner):
            own = f"{id_}:{self.looks.item(owned.per, index)}"
            if owned.type.tag == "kind":
                parts.append(self._element(owned.type.kind, found, own))
            else:
                parts.append(self._element(owned.per, index, own,
                                           found if owned.type.tag == "int" else 1))
        unknown = self.reader.unknown(owned, owner)
        if unknown:
            parts.append(self._text(f"?×{unknown}", f"{id_}:unknown"))
        return flow(parts, most) if parts else None

    def _zone(self, owned: Field, owner: int, most: float, id_: str) -> Part | None:
        kind, items = owned.type.kind, self.reader.zone(owned, owner)
        known = [i for i in items if i >= 0]
        parts = [self._element(kind, index, f"{id_}:{at}", n)
                 for at, (index, n) in enumerate(self._counted(kind, known))]
        hidden = len(items) - len(known)
        if self.reader.size(owned, owner) is None:
            parts.insert(0, self._pile(None, f"{id_}:hidden"))
        elif hidden:
            parts.insert(0, self._pile(hidden, f"{id_}:hidden"))
        return flow(parts, most) if parts else None

    def _counted(self, kind: str, items: list[int]) -> list[tuple[int, int]]:
        """Elements one by one; of many equal ones how many there are."""
        counts = Counter(items)
        if self.looks.game.kinds[kind].tiles or max(counts.values(), default=0) <= FEW:
            return [(index, 1) for index in items]
        return sorted(counts.items())

    def _pile(self, count: int | None, id_: str) -> Part:
        said = "?" if count is None else str(count)
        return Part(faces.PILE_WIDE + 8, faces.PILE_HIGH + 8,
                    [Thing(id_, 0, 0, faces.back(count, said), said)])
