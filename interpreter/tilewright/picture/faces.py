"""Faces of tiles and cards: name, what they are made of, and what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.picture.colours import LINE, QUIET, WHEEL, paint, pale
from tilewright.picture.nodes import box, cut, group, node, number, width, words, wrapped

if TYPE_CHECKING:
    from tilewright.model import Attribute
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node

WIDE, WIDER, LEAST, MARGIN, ROUND = 126.0, 178.0, 60.0, 8.0, 9.0
PILE_WIDE, PILE_HIGH = 44.0, 50.0
PICTURE = 84.0
ICON, TEXT, NAME = 22.0, 12.0, 12.5
LINES = 20
# So many icons are drawn one by one; more have numbers.
FEW = 6
# Room for what a tile carries, at its lower edge or, if it is one number, beside its name.
LABEL, LABEL_HIGH, COUNTED = 12.0, 18.0, 30.0
CARD = "#fffdf7"


@dataclass(slots=True)
class Face:
    """What stands on a tile, from its upper left corner, and how much room it takes."""

    inside: list[Node]
    band: float
    wide: float
    high: float


class Faces:
    """The faces of one game in one language, each made once."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks
        self._made: dict[tuple[str, int], Face] = {}
        self._cards: dict[tuple[str, int, float], Node] = {}
        self._wide: dict[str, float] = {}
        self._tall: dict[str, float] = {}
        tiles = [k for k, kind in looks.game.kinds.items() if kind.tiles]
        self._paints = {k: WHEEL[at % len(WHEEL)] for at, k in enumerate(tiles)}

    def of(self, kind: str, index: int) -> Face:
        key = kind, index
        if key not in self._made:
            self._made[key] = self._face(kind, index)
        return self._made[key]

    def wide(self, kind: str) -> float:
        """How wide all tiles of a kind are: wider if one of them says more than has room."""
        if kind not in self._wide:
            many = any(len(wrapped(self.looks.says(kind, index), TEXT, WIDE - 2 * MARGIN, 99))
                       > LINES for index in range(len(self.looks.game.kinds[kind].items)))
            self._wide[kind] = WIDER if many else WIDE
        return self._wide[kind]

    def tall(self, kind: str) -> float:
        """How high the highest tile of a kind is, so that rows stay as high as they are."""
        if kind not in self._tall:
            self._tall[kind] = max((self.of(kind, index).high for index in range(
                len(self.looks.game.kinds[kind].items))), default=LEAST)
        return self._tall[kind]

    def pale(self, kind: str) -> str:
        return pale(self._paints.get(kind, WHEEL[0]), 0.3)

    def card(self, kind: str, index: int, high: float) -> Node:
        """A tile as it lies open, at least as high as it needs to be."""
        key = kind, index, high
        if key not in self._cards:
            self._cards[key] = self._card(kind, self.of(kind, index), high)
        return self._cards[key]

    def _card(self, kind: str, face: Face, high: float) -> Node:
        return node("g", [
            box(0, 0, face.wide, high, fill=CARD, round_by=ROUND, stroke=LINE, stroke_width=1.5),
            _band(face.wide, face.band, self.pale(kind)),
            *face.inside])

    def label(self, said: str, face: Face, high: float, *, is_count: bool) -> Node:
        """What a tile carries, as a chip: a number beside its name, words at its lower edge."""
        shown = cut(said, LABEL, face.wide - 4 * MARGIN, bold=True)
        long = width(shown, LABEL, bold=True) + 1.5 * MARGIN
        left = face.wide - long - MARGIN / 2
        top = (face.band - LABEL_HIGH) / 2 if is_count else high - LABEL_HIGH - MARGIN / 2
        return node("g", [
            box(left, top, long, LABEL_HIGH, fill=paint("yellow")[0], round_by=LABEL_HIGH / 2,
                stroke=LINE),
            words(left + long / 2, top + LABEL_HIGH / 2 + 0.36 * LABEL, shown, LABEL,
                  anchor="middle", bold=True)])

    def back(self, kind: str, count: int | None, said: str) -> Node:
        """A pile of tiles that lie face down, and how many."""
        fill, ink = paint(self._paints.get(kind, "black"))
        layers = range(2, -1, -1) if count is None or count > 1 else range(1)
        under = [box(2.5 * n, 2.5 * n, PILE_WIDE, PILE_HIGH, fill=fill, round_by=7, stroke="#fff",
                     stroke_width=1.5) for n in layers]
        rim = box(5, 5, PILE_WIDE - 10, PILE_HIGH - 10, fill="none", round_by=4, stroke=ink,
                  stroke_width=1, stroke_dasharray="2 3")
        told = words(PILE_WIDE / 2, PILE_HIGH / 2 + 6.5, said, 18, fill=ink, anchor="middle",
                     bold=True)
        return node("g", [*under, rim, told])

    def _face(self, kind: str, index: int) -> Face:
        """A name in its band, icons, and as many lines as there are; wider if they are many."""
        says = self.looks.says(kind, index)
        icons = self.icons(kind, index)
        wide = self.wide(kind)
        room, y = wide - 2 * MARGIN, MARGIN + 9
        inside: list[Node] = []
        named = room - COUNTED if self.looks.counts(kind) else room
        for line in wrapped(self.looks.name(kind, index), NAME, named, 2, bold=True):
            inside.append(words(MARGIN, y, line, NAME, bold=True))
            y += NAME + 3
        band = y - 7
        top = band + 6
        picture = self.looks.art.card(kind, index, self._paints.get(kind, WHEEL[0]), room, PICTURE)
        if picture is not None:
            drawn, high = picture
            inside.append(group(wide / 2, top + high / 2, drawn))
            y, top = y + high + 5, top + high + 5
        if icons:
            step = min(ICON + 3, (room - ICON) / max(len(icons) - 1, 1))
            inside += [group(MARGIN + ICON / 2 + at * step, top + ICON / 2, icon)
                       for at, icon in enumerate(icons)]
            y += ICON + 8
        for line in wrapped(says, TEXT, room, LINES):
            inside.append(words(MARGIN, y + 5, line, TEXT, fill=QUIET))
            y += TEXT + 2
        if self.looks.carries(kind) and not self.looks.counts(kind):
            y += LABEL_HIGH
        return Face(inside, band, wide, max(y + MARGIN - 7, LEAST))

    def icons(self, kind: str, index: int) -> list[Node]:
        """The elements that the data of a tile names, such as a cost, each as a small piece."""
        kinds = self.looks.game.kinds
        found = [(of, at, count) for attribute in kinds[kind].attributes.values()
                 for of, at, count in _named(attribute, attribute.values[index])
                 if not kinds[of].tiles]
        if sum(count for _, _, count in found) <= FEW:
            found = [(of, at, 1) for of, at, count in found for _ in range(count)]
        return [self._icon(of, at, count) for of, at, count in found]

    def _icon(self, kind: str, index: int, count: int) -> Node:
        """One piece, or more of the same with how many."""
        piece = self.looks.piece(kind, index, ICON)
        if count == 1:
            return piece
        return node("g", [piece, node("circle", cx=9, cy=8, r=6.5, fill=CARD, stroke=LINE),
                          words(9, 11.7, str(count), 10, anchor="middle", bold=True)])


def _band(wide: float, high: float, fill: str) -> Node:
    """The upper part of a card, with its round corners."""
    inner = wide - 1.5
    return node("path", fill=fill, d=f"M.8 {number(high)}v{number(ROUND - high)}q0-8.2 8.2-8.2h"
                f"{number(inner - 16.4)}q8.2 0 8.2 8.2v{number(high - ROUND)}z")


def _named(attribute: Attribute, value: Any) -> list[tuple[str, int, int]]:
    """Kind, element and how many, for each that an attribute names."""
    type_ = attribute.type
    if value is None or type_.tag not in ("kind", "list", "map"):
        return []
    if type_.tag == "kind":
        return [(type_.kind, value, 1)]
    if type_.tag == "map":
        return [(type_.kind, i, n) for i, n in enumerate(value) if isinstance(n, int) and n > 0]
    item = type_.item
    if item is None or item.tag != "kind":
        return []
    return [(item.kind, i, list(value).count(i)) for i in dict.fromkeys(value)]


