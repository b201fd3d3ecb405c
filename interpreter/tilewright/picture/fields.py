"""What fields hold, drawn beside the board: numbers, pieces, cards, and what lies face down."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.model import GAME, PLAYER
from tilewright.picture.colours import LINE, SOFT
from tilewright.picture.faces import CARD, PILE_HIGH, PILE_WIDE
from tilewright.picture.nodes import box, cut, group, node, number, shape, width, words
from tilewright.picture.parts import TITLE, Part, fan, flow, titled
from tilewright.picture.places import cell_at
from tilewright.picture.scene import SITES, Thing
from tilewright.picture.shapes import SHAPES

if TYPE_CHECKING:
    from tilewright.model import Field, Grid
    from tilewright.picture.faces import Faces
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node
    from tilewright.positions.reader import Reader

PIECE, CHIP = 32.0, 32.0
OWN_CELL = 38.0
FEW = 4
# Numbers that cannot be larger are marks on a track.
TRACK, STEP = 12, 17.0

# What was drawn of fields, by what they held. It is emptied when it grows past this.
Drawn = dict[tuple[Any, ...], "Part | None"]
MOST_DRAWN = 1_500


class Fields:
    """Draws fields for one reader; what was drawn before is taken from `drawn`."""

    def __init__(self, reader: Reader, looks: Looks, faces: Faces, drawn: Drawn) -> None:
        self.reader, self.looks, self.faces, self.drawn = reader, looks, faces, drawn

    def part(self, owned: Field, owner: int, most: float) -> Part | None:
        """A field of an owner with its title; None if there is nothing to tell."""
        key = (owned.owner, owned.name, owner, most, self.reader.hides,
               self.reader.held(owned, owner))
        if key not in self.drawn:
            if len(self.drawn) > MOST_DRAWN:
                self.drawn.clear()
            self.drawn[key] = self._part(owned, owner, most)
        part = self.drawn[key]
        return None if part is None else part.copy()

    def _part(self, owned: Field, owner: int, most: float) -> Part | None:
        id_ = f"{owned.owner}:{owner}:{owned.name}"
        grid = next((g for g in self.looks.game.grids.values() if g.kind == owned.per), None)
        if owned.zone:
            inner = self._zone(owned, owner, most, id_)
        elif grid is not None:
            inner = self._own_grid(owned, owner, id_, grid, min(OWN_CELL, most / grid.columns))
        elif owned.per:
            inner = self._amounts(owned, owner, most, id_)
        else:
            inner = self._value(owned, owner, id_)
        title = cut(self.looks.title(owned), TITLE, max(most, 60))
        return None if inner is None else titled(title, inner, id_)

    def _own_grid(self, owned: Field, owner: int, id_: str, grid: Grid, size: float) -> Part:
        """A grid of which each player has one of its own."""
        made = Part(grid.columns * size, grid.rows * size)
        half = size / 2 - 1
        cell = box(-half, -half, 2 * half, 2 * half, fill="#fbf7ee", round_by=5, stroke=LINE)
        for index in range(grid.columns * grid.rows):
            column, row = cell_at(grid, index)
            x, y = (column + 0.5) * size, (row + 0.5) * size
            item = self.looks.item(grid.kind, index)
            made.things.append(Thing(f"{id_}:{item}:cell", x, y, cell,
                                     self.looks.name(grid.kind, index), SITES, grid.kind, item,
                                     owner, 2 * half, 2 * half))
            made.things += self._in_cell(owned, owner, index, f"{id_}:{item}", (x, y, size))
        return made

    def _in_cell(self, owned: Field, owner: int, index: int, id_: str,
                 at: tuple[float, float, float]) -> list[Thing]:
        x, y, size = at
        if not self.reader.knows(owned, owner, index):
            return [Thing(id_, x, y, shape("card", "black", "?", size * 0.7), "?")]
        found = self.reader.number(owned, owner, index)
        if owned.type.tag == "kind" and found >= 0:
            of = owned.type.kind
            piece = self.looks.piece(of, found, size * 0.8)
            return [Thing(id_, x, y, piece, self.looks.name(of, found), kind=of,
                          item=self.looks.item(of, found))]
        if owned.type.tag == "kind" or not found or found == NO_NUMBER:
            return []
        if owned.type.tag == "bool":
            return [Thing(id_, x, y, shape("disc", "black", "", size * 0.4),
                          self.looks.title(owned))]
        return [Thing(id_, x, y + 5, words(0, 0, str(found), 14, anchor="middle"), str(found))]

    # -- the sorts of fields ------------------------------------------------------------------

    def _value(self, owned: Field, owner: int, id_: str) -> Part | None:
        if not self.reader.knows(owned, owner):
            return _chip("?", id_)
        found = self.reader.number(owned, owner)
        if owned.type.tag == "kind":
            return self._element(owned.type.kind, found, id_) if found >= 0 else None
        if owned.type.tag == "bool":
            return _chip("✓", id_) if found else None
        if found == NO_NUMBER:
            return None
        named = owned.name if owned.name in SHAPES else owned.name.removesuffix("s")
        if named in SHAPES:
            # What is called like a shape looks like it.
            is_own = owned.owner == PLAYER
            colour = self.looks.colour(PLAYER, owner) if is_own else "white"
            sign = self.looks.sign(PLAYER, owner) if is_own else ""
            return _counted(shape(named, colour, sign, PIECE), shape(named, colour, "", PIECE),
                            found, id_, f"{self.looks.title(owned)}: {found}", many=True)
        if owned.low == 0 < owned.high <= TRACK and found <= owned.high:
            return _track(found, owned.high, id_)
        return _chip(str(found), id_)

    def _element(self, kind: str, index: int, id_: str, count: int = 1) -> Part:
        """An element: a tile as a card, else a piece, and how many of it."""
        if self.looks.game.kinds[kind].tiles:
            return _part_of(self._card(kind, index, id_, 0))
        label = self.looks.name(kind, index)
        looks, piece = self.looks, self.looks.piece(kind, index, PIECE)
        name, colour, sign = (tell(kind, index) for tell in (looks.shape, looks.colour, looks.sign))
        # What lies below is plain, unless the game has drawn it itself.
        is_built_in = piece == shape(name, colour, sign, PIECE)
        ghost = shape(name, colour, "", PIECE) if is_built_in else piece
        made = _counted(piece, ghost, count, id_, label)
        thing = made.things[0]
        thing.kind, thing.item = kind, self.looks.item(kind, index)
        return made

    def _card(self, kind: str, index: int, id_: str, least: float) -> Thing:
        """A tile that lies open, as high as its neighbours."""
        face, says = self.faces.of(kind, index), self.looks.says(kind, index)
        label, high = self.looks.name(kind, index), max(face.high, least)
        return Thing(id_, 0, 0, self.faces.card(kind, index, high),
                     f"{label}: {says}" if says else label, kind=kind,
                     item=self.looks.item(kind, index), wide=face.wide, high=high)

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
            parts.append(_chip(f"?×{unknown}", f"{id_}:unknown"))
        return flow(parts, most) if parts else None

    def _zone(self, owned: Field, owner: int, most: float, id_: str) -> Part | None:
        """What lies in a zone; what does not lie open is a pile."""
        kind, items = owned.type.kind, self.reader.zone(owned, owner)
        known = [i for i in items if i >= 0]
        if self.looks.game.kinds[kind].tiles:
            parts = self._cards(owned, known, most, id_)
        else:
            parts = [self._element(kind, index, f"{id_}:{at}", n)
                     for at, (index, n) in enumerate(_grouped(known))]
        hidden = len(items) - len(known)
        if hidden or self.reader.size(owned, owner) is None:
            size = self.reader.size(owned, owner)
            parts.insert(0, self._pile(kind, None if size is None else hidden, f"{id_}:hidden"))
        return flow(parts, most) if parts else None

    def _cards(self, owned: Field, known: list[int], most: float, id_: str) -> list[Part]:
        """Open cards beside each other; in a hand as a fan."""
        kind = owned.type.kind
        high = max((self.faces.of(kind, index).high for index in known), default=0)
        cards = [self._card(kind, index, f"{id_}:{at}", high) for at, index in enumerate(known)]
        if owned.owner != GAME and owned.visible == "owner" and len(cards) > 1:
            return [fan(cards, most)]
        return [_part_of(card) for card in cards]

    def _pile(self, kind: str, count: int | None, id_: str) -> Part:
        said = "?" if count is None else str(count)
        return Part(PILE_WIDE + 8, PILE_HIGH + 8,
                    [Thing(id_, 0, 0, self.faces.back(kind, count, said), said)])


def _part_of(card: Thing) -> Part:
    return Part(card.wide, card.high, [card])


def _grouped(items: list[int]) -> list[tuple[int, int]]:
    """Elements one by one; of many equal ones how many there are."""
    counts = Counter(items)
    if max(counts.values(), default=0) <= FEW:
        return [(index, 1) for index in items]
    return sorted(counts.items())


def _chip(said: str, id_: str) -> Part:
    """A number or a sign, as a counter that lies there."""
    wide = max(width(said, 17, bold=True) + 18, CHIP + 6)
    drawn = node("g", [box(0, 0, wide, CHIP, fill=CARD, round_by=CHIP / 2, stroke=LINE,
                           stroke_width=1.5),
                       box(3, 3, wide - 6, CHIP - 6, fill="none", round_by=CHIP / 2 - 3,
                           stroke=SOFT),
                       words(wide / 2, 22.5, said, 17, anchor="middle", bold=True)])
    return Part(wide, CHIP, [Thing(id_, 0, 0, drawn, said)])


def _counted(piece: Node, ghost: Node, count: int, id_: str, label: str, *, many: bool = False
             ) -> Part:
    """A piece, and how many of it; more than one lie on each other."""
    half, wide = PIECE / 2, PIECE
    inside: list[Node] = []
    if count > 1:
        inside.append(group(half + 3, half - 3, ghost))
    inside.append(group(half, half, piece))
    if count != 1 or many:
        said = f"×{count}"
        inside.append(words(PIECE + 4, half + 5, said, 14, bold=True))
        wide += width(said, 14, bold=True) + 6
        label = label if many else f"{label} {said}"
    return Part(wide, PIECE, [Thing(id_, 0, 0, node("g", inside), label, wide=PIECE, high=PIECE)])


def _track(at: int, most: int, id_: str) -> Part:
    """A number that is a place on a short track."""
    inside = [box(0, 4, (most + 1) * STEP + 6, CHIP - 8, fill=CARD, round_by=8, stroke=LINE)]
    for n in range(most + 1):
        x, is_here = number(3 + (n + 0.5) * STEP), n == at
        inside += [node("circle", cx=x, cy=16, r=8.5 if is_here else 3,
                        fill="#33333a" if is_here else SOFT)]
    inside.append(words(3 + (at + 0.5) * STEP, 20, str(at), 11, fill="#fff", anchor="middle",
                        bold=True))
    return Part((most + 1) * STEP + 6, CHIP, [Thing(id_, 0, 0, node("g", inside),
                                                    f"{at}/{most}")])


