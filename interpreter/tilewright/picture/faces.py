"""Faces of tiles and cards: name, what they are made of, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.picture.colours import LINE, QUIET
from tilewright.picture.nodes import box, group, node, words, wrapped

if TYPE_CHECKING:
    from tilewright.model import Attribute
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node

WIDE, LEAST, MARGIN = 128.0, 64.0, 9.0
PILE_WIDE, PILE_HIGH = 56.0, 66.0
ICON, TEXT, NAME = 17.0, 9.5, 12.0
LINES = 9
MOST_ICONS = 6
BACK = "#7b8a8e"


def face(looks: Looks, kind: str, index: int) -> tuple[Node, float]:
    """A tile as it lies open, from its upper left corner, and how high it is."""
    inside: list[Node] = []
    y = MARGIN + 11
    for line in wrapped(looks.name(kind, index), NAME, WIDE - 2 * MARGIN, 2):
        inside.append(words(MARGIN, y, line, NAME, bold=True))
        y += 14
    icons = _icons(looks, kind, index)
    if icons:
        inside += [group(MARGIN + ICON / 2 + at * (ICON + 2), y + ICON / 2 - 6, icon)
                   for at, icon in enumerate(icons)]
        y += ICON + 4
    for line in wrapped(looks.says(kind, index), TEXT, WIDE - 2 * MARGIN, LINES):
        inside.append(words(MARGIN, y + 3, line, TEXT, fill=QUIET))
        y += TEXT + 2.5
    high = max(y + MARGIN - 8, LEAST)
    card = box(0, 0, WIDE, high, fill="#fffdf7", round_by=9, stroke=LINE, stroke_width=1.5)
    return node("g", [card, *inside]), high


def back(count: int | None, said: str) -> Node:
    """A pile of tiles that lie face down, and how many."""
    layers = range(2, -1, -1) if count is None or count > 1 else range(1)
    under = [box(3 * n, 3 * n, PILE_WIDE, PILE_HIGH, fill=BACK, round_by=7, stroke="#fff",
                 stroke_width=1.5) for n in layers]
    number = words(PILE_WIDE / 2, PILE_HIGH / 2 + 8, said, 22, fill="#fff", anchor="middle",
                   bold=True)
    return node("g", [*under, number])


def _icons(looks: Looks, kind: str, index: int) -> list[Node]:
    """The elements that the data of a tile names, such as a cost, each as a small piece."""
    found: list[Node] = []
    for attribute in looks.game.kinds[kind].attributes.values():
        found += _named(looks, attribute, attribute.values[index])
    return found[:MOST_ICONS]


def _named(looks: Looks, attribute: Attribute, value: Any) -> list[Node]:
    type_ = attribute.type
    if value is None or type_.tag not in ("kind", "list", "map"):
        return []
    if type_.tag == "kind":
        return [looks.piece(type_.kind, value, ICON)]
    if type_.tag == "map":
        counts = [n if isinstance(n, int) else 0 for n in value]
        return [looks.piece(type_.kind, i, ICON) for i, n in enumerate(counts)
                for _ in range(max(min(n, MOST_ICONS), 0))]
    item = type_.item
    is_kind = item is not None and item.tag == "kind" and not looks.game.kinds[item.kind].tiles
    return [looks.piece(item.kind, i, ICON) for i in value] if is_kind and item is not None else []
