"""Boards: the ground, the sites, and what lies and stands there."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.model import Attribute, Field, Function
from tilewright.picture.colours import INK, LINE, PLAIN, paint, pale
from tilewright.picture.nodes import box, node, number, shape, width, words
from tilewright.picture.places import colouring, region_of, site_shape
from tilewright.picture.scene import MARKS, SITES, THINGS, Thing
from tilewright.playing.worked import worked
from tilewright.positions.shown import cell_fields, is_marked

if TYPE_CHECKING:
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node
    from tilewright.picture.places import Board, Site, Spot
    from tilewright.positions.reader import Reader

# What was drawn at sites, by what lay there. It is emptied when it grows past this.
Drawn = dict[tuple[Any, ...], list[Thing]]
MOST_DRAWN = 5_000
# A colour, a sign and a name.
Tint = tuple[str, str, str]
# A field, the element whose field it is, and the number of the piece.
Standing = tuple["Field", int]

EDGE_OF_SITE = "#8d8671"
# At a site where a function that is shown fails.
FAILED = "!"
PLAIN_PART = "#fffdf6"
FILLS = ("#f6f1e3", "#dcd3ae", "#e8dcc8")
# A site whose neighbours touch it reaches so much further than a disc that stands alone.
HEX, SQUARE = 1.27, 1.06


class Drawing:
    """The sites of one board with what a reader finds there."""

    def __init__(self, board: Board, reader: Reader, looks: Looks, drawn: Drawn) -> None:
        self.board, self.reader, self.looks, self.drawn = board, reader, looks, drawn
        self.fills = {kind: FILLS[at % len(FILLS)] for at, kind in enumerate(board.kinds)}
        self.standing = self._standing()

    def things(self) -> list[Thing]:
        if len(self.drawn) > MOST_DRAWN:
            self.drawn.clear()
        found = []
        hides = self.reader.hides
        for site, spot in self.board.sites.items():
            stands = self.standing.get(site, ())
            key = (site, hides, self._held(site), tuple((f.owner, i) for f, i in stands))
            made = self.drawn.get(key)
            if made is None:
                made = self.drawn[key] = self._site(site, spot)
            found += [thing.copy() for thing in made]
        return found

    def _standing(self) -> dict[Site, list[Standing]]:
        """The pieces that say themselves where they stand."""
        found: dict[Site, list[Standing]] = {}
        for owned in self.board.standing:
            for index in range(self.reader.program.layout.sizes[owned.owner]):
                if self.reader.knows(owned, index) and self.reader.is_set(owned, index):
                    site = owned.type.kind, self.reader.number(owned, index)
                    found.setdefault(site, []).append((owned, index))
        return found

    def _held(self, site: Site) -> tuple[Any, ...]:
        """All numbers that decide what a site looks like."""
        kind, index = site
        if kind not in self.board.deciding:
            self.board.deciding[kind] = self._deciding(kind)
        fields, functions = self.board.deciding[kind]
        return (*[self.reader.held(owned, index) for owned in fields],
                *[worked(self.reader, made, index) for made in functions])

    def _deciding(self, kind: str) -> tuple[list[Field], list[Function]]:
        game = self.looks.game
        marks: dict[str, str] = game.show.get("marks", {}).get(kind, {})
        shown = cell_fields(game, kind)
        return ([*(f for f in shown if isinstance(f, Field)),
                 *(game.fields[kind, n] for n in marks if (kind, n) in game.fields)],
                [f for f in shown if isinstance(f, Function)])

    # -- one site -----------------------------------------------------------------------------

    def _site(self, site: Site, spot: Spot) -> list[Thing]:
        kind, index = site
        looks, item = self.looks, self.looks.item(kind, index)
        tint = self._tint(index, colouring(looks.game, kind))
        region = self._tint(index, region_of(looks.game, kind))
        pieces = self._pieces(site, spot)
        marks = self._marks(kind, index, spot)
        if tint is not None and pieces:
            marks.append(_badge(f"{kind}:{item}:sign", spot, tint[1], (-0.74, 0.74)))
        if region is not None:
            marks.append(_badge(f"{kind}:{item}:region", spot, region[1], (-0.74, -0.74)))
        told = [f"{looks.kind(kind)} {looks.name(kind, index)}",
                *(t[2] for t in (tint, region) if t),
                *(thing.label for thing in [*pieces, *marks])]
        ground = Thing(f"{kind}:{item}", spot.x, spot.y, self._ground(site, spot, tint, pieces),
                       ", ".join(t for t in told if t), SITES, kind, item,
                       wide=2 * spot.reach, high=2 * spot.reach)
        return [ground, *marks, *pieces]

    def _tint(self, index: int, owned: Attribute | None) -> Tint | None:
        """The colour, the sign and the name of what a site is for good."""
        value = None if owned is None else owned.values[index]
        if owned is None or not isinstance(value, int) or value < 0:
            return None
        of, looks = owned.type.kind, self.looks
        return looks.colour(of, value), looks.sign(of, value), looks.name(of, value)

    def _ground(self, site: Site, spot: Spot, tint: Tint | None, pieces: list[Thing]) -> Node:
        """An empty site: a cell, a hex or a disc; what it is for good has its colour and sign."""
        kind, index = site
        tiling = self.looks.game.tilings.get(kind)
        if kind in self.board.grids:
            fill = _checked(index, self.board.grids[kind].columns)
        elif tiling is not None:
            fill = FILLS[0] if tiling.sort == tiling.shape else PLAIN_PART
        else:
            fill = self.fills[kind]
        if tint is not None:
            fill = pale(tint[0])
        picture = self.looks.art.own(kind, index, tint[0] if tint is not None else PLAIN,
                                     2 * spot.reach)
        outline = picture or self._shaped(kind, index, spot.reach, fill)
        if tint is None or pieces:
            return outline
        size = min(spot.reach * 0.95, 1.5 * spot.reach / max(len(tint[1]), 1))
        return node("g", [outline, words(0, size * 0.36, tint[1], size, fill=INK,
                                         anchor="middle", bold=True)])

    def _shaped(self, kind: str, index: int, reach: float, fill: str) -> Node:
        """The outline of a site, as cells or where it lies between them."""
        tiling = self.looks.game.tilings.get(kind)
        if tiling is None or tiling.sort == "corners":
            return outline(kind in self.board.grids, site_shape(self.looks.game, kind), reach,
                            fill)
        if tiling.sort == "edges":
            return bar(self._half(kind, index), reach * 0.5, fill, EDGE_OF_SITE)
        return outline(tiling.sort == "squares", "hex", reach, fill)

    def _half(self, kind: str, index: int) -> tuple[float, float]:
        """From the middle of an edge to one of its ends."""
        (x, y), across = self.looks.game.coordinates[kind][index], self.board.units[kind]
        end = self.looks.game.tilings[kind].ends[index][1]
        return (end[0] - x) * across[0], (end[1] - y) * across[1]

    # -- what lies and stands there -----------------------------------------------------------

    def _pieces(self, site: Site, spot: Spot) -> list[Thing]:
        """The first field that is not empty, and all that stands there, beside each other."""
        kind, index = site
        found = []
        for owned in cell_fields(self.looks.game, kind):
            if not isinstance(owned, Attribute):
                made = self._content(owned, site)
                if made is not None:
                    found.append(made)
                    break
        found += [self._stands(owned, at) for owned, at in self.standing.get((kind, index), ())]
        size = spot.reach * (1.55 if spot.reach > 16 else 1.75)
        far = spot.reach * 0.54
        if len(found) > 1:
            size = min(size * 0.62, 1.94 * far * sin(pi / len(found)))
        places = _around(len(found), far)
        tiling = self.looks.game.tilings.get(kind)
        if tiling is not None and tiling.ends and len(found) == 1 and found[0][1]:
            return [self._bar(found[0], site, spot)]
        if tiling is not None and tiling.sort == "corners":
            size *= 1.3
        return [self._put(one, spot, size, place)
                for one, place in zip(found, places, strict=True)]

    def _bar(self, one: tuple[Thing, str, int], site: Site, spot: Spot) -> Thing:
        """A piece that lies along an edge."""
        thing, of, number_ = one
        thing.x, thing.y = spot.x, spot.y
        (fill, ink), sign = paint(self.looks.colour(of, number_)), self.looks.sign(of, number_)
        size = min(spot.reach * 0.8, 1.6 * spot.reach / max(len(sign), 1))
        thing.node = node("g", [
            bar(self._half(*site), spot.reach, fill, INK),
            words(0, size * 0.36, sign, size, fill=ink, anchor="middle", bold=True)])
        return thing

    def _put(self, one: tuple[Thing, str, int], spot: Spot, size: float,
             place: tuple[float, float]) -> Thing:
        thing, of, number_ = one
        thing.x, thing.y = spot.x + place[0], spot.y + place[1]
        if of:
            thing.node = self.looks.piece(of, number_, size)
        return thing

    def _content(self, shown: Field | Function, site: Site) -> tuple[Thing, str, int] | None:
        """What a field or a function tells of a site; a piece as its kind and number."""
        kind, index = site
        item = self.looks.item(kind, index)
        place, reach = f"{kind}:{item}:{shown.name}", self.board.sites[site].reach
        if isinstance(shown, Field) and not self.reader.knows(shown, index):
            return Thing(place, 0, 0, shape("card", "black", "?", reach * 1.5), "?", THINGS, kind,
                         item), "", 0
        value = self.reader.number(shown, index) if isinstance(shown, Field) else worked(
            self.reader, shown, index)
        if shown.type.tag == "kind":
            return self._piece(place, shown.type.kind, value) if value not in (-1, None) else None
        if shown.type.tag == "bool":
            return (Thing(place, 0, 0, shape("disc", "black", "", reach * 0.75),
                          self.looks.of_site(kind, shown.name)), "", 0) if value else None
        if value == NO_NUMBER:
            return None
        said = FAILED if value is None else str(value)
        return Thing(place, 0, 0, words(0, 6, said, 18, anchor="middle", bold=True), said), "", 0

    def _stands(self, owned: Field, index: int) -> tuple[Thing, str, int]:
        return self._piece(f"{owned.owner}:{self.looks.item(owned.owner, index)}:at",
                           owned.owner, index)

    def _piece(self, id_: str, kind: str, index: int) -> tuple[Thing, str, int]:
        empty = node("g")
        return Thing(id_, 0, 0, empty, self.looks.name(kind, index), THINGS, kind,
                     self.looks.item(kind, index)), kind, index

    def _marks(self, kind: str, index: int, spot: Spot) -> list[Thing]:
        """What is always so at a site, or for now, as small signs at its edge."""
        found = []
        given: dict[str, str] = self.looks.game.show.get("marks", {}).get(kind, {})
        for at, (name, mark) in enumerate(given.items()):
            if is_marked(self.looks.game, self.reader, kind, index, name):
                made = _badge(f"{kind}:{self.looks.item(kind, index)}:{name}", spot, mark,
                              (0.72, -0.72 + 0.8 * at))
                made.label = self.looks.of_site(kind, name)
                found.append(made)
        return found


def bar(half: tuple[float, float], reach: float, fill: str, edge: str) -> Node:
    """A bar along an edge, which leaves room for the corners."""
    x, y = half[0] * 0.56, half[1] * 0.56
    ends = {"x1": number(-x), "y1": number(-y), "x2": number(x), "y2": number(y),
            "stroke_linecap": "round"}
    return node("g", [node("line", **ends, stroke=edge, stroke_width=number(reach + 2.4)),
                      node("line", **ends, stroke=fill, stroke_width=number(reach))])


def outline(is_cell: bool, called: str, reach: float, fill: str) -> Node:
    if is_cell:
        return box(1.5 - reach, 1.5 - reach, 2 * reach - 3, 2 * reach - 3, round_by=8, fill=fill,
                   stroke=LINE, stroke_width=1)
    if called == "hex":
        far = reach * HEX
        points = [(far * sin(n * pi / 3), far * cos(n * pi / 3)) for n in range(6)]
        drawn = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"
        return node("path", d=drawn, fill=fill, stroke=EDGE_OF_SITE, stroke_width=1.2)
    if called in ("tile", "cube", "card"):
        half = reach * SQUARE
        return box(-half, -half, 2 * half, 2 * half, round_by=4, fill=fill, stroke=EDGE_OF_SITE,
                   stroke_width=1.2)
    return node("circle", r=number(reach), fill=fill, stroke=EDGE_OF_SITE, stroke_width=1.2)


def _checked(index: int, columns: int) -> str:
    """Two shades by turns, so that rows and columns can be followed."""
    return ("#fbf7ee", "#f3ecdc")[(index // columns + index % columns) % 2]


def _around(count: int, far: float) -> list[tuple[float, float]]:
    """Where pieces stand that share a site."""
    if count < 2:
        return [(0.0, 0.0)] * count
    first = pi if count == 2 else -pi / 2
    return [(far * cos(first + 2 * pi * n / count), far * sin(first + 2 * pi * n / count))
            for n in range(count)]


def _badge(id_: str, spot: Spot, sign: str, at: tuple[float, float]) -> Thing:
    """A small sign at the edge of a site."""
    size = 7.5 if spot.reach > 14 else 6.0
    high = min(size * 1.4, 1.6 * size / width(sign, 1.0, bold=True))
    drawn = node("g", [node("circle", r=size, fill=paint("black")[0], stroke="#fff",
                            stroke_width=1),
                       words(0, high * 0.36, sign, high, fill="#fff", anchor="middle", bold=True)])
    return Thing(id_, spot.x + spot.reach * at[0], spot.y + spot.reach * at[1], drawn, "", MARKS)
