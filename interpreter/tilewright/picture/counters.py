"""Counters: numbers as chips, on tracks and at pieces, and cards of which only the name is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.picture.colours import LINE, QUIET, SOFT
from tilewright.picture.faces import CARD
from tilewright.picture.nodes import box, cut, group, node, number, width, words
from tilewright.picture.parts import Part
from tilewright.picture.scene import Thing

if TYPE_CHECKING:
    from tilewright.picture.nodes import Node

PIECE, CHIP = 32.0, 32.0
LABEL = 12.0
STEP = 17.0
# So many names of cards stand beside a pile below each other.
STACKED = 2
# Amounts of elements in fixed places: how wide each is, and how large its piece.
PLACE, SMALL, PLACE_HIGH, NONE_LEFT = 29.0, 27.0, 44.0, 0.3
TAG_HIGH, TAG_ICON, TAG_NAME, TAG_PAD = 27.0, 19.0, 12.0, 14.0


def chip(said: str, id_: str, high: float = CHIP) -> Part:
    """A number or a sign, as a counter that lies there."""
    # Two figures need no more room than one, so that nothing moves when there are ten.
    wide, size = max(width(said, 17, bold=True) + 18, CHIP + 10), min(17.0, 0.55 * high)
    drawn = node("g", [box(0, 0, wide, high, fill=CARD, round_by=high / 2, stroke=LINE,
                           stroke_width=1.5),
                       box(3, 3, wide - 6, high - 6, fill="none", round_by=high / 2 - 3,
                           stroke=SOFT),
                       words(wide / 2, high / 2 + 0.38 * size, said, size, anchor="middle",
                             bold=True)])
    return Part(wide, high, [Thing(id_, 0, 0, drawn, said)])


def counted(piece: Node, ghost: Node, count: int, id_: str, label: str, *, many: bool = False
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
        wide += max(width(said, 14, bold=True), width("×00", 14, bold=True)) + 6
        label = label if many else f"{label} {said}"
    return Part(wide, PIECE, [Thing(id_, 0, 0, node("g", inside), label, wide=PIECE, high=PIECE)])


def labelled(piece: Part, said: str) -> Part:
    """A piece with what it carries beside it."""
    thing, left = piece.things[0], piece.wide + 4
    wide = width(said, LABEL, bold=True) + 12
    thing.node = node("g", [thing.node, box(left, PIECE / 2 - 9, wide, 18, fill=CARD, round_by=9,
                                            stroke=LINE),
                            words(left + wide / 2, PIECE / 2 + 0.36 * LABEL, said, LABEL,
                                  anchor="middle", bold=True)])
    thing.label = f"{thing.label} ({said})"
    piece.wide = left + wide
    return piece


def track(at: int, most: int, id_: str) -> Part:
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


def place(piece: Node, count: int, id_: str, label: str) -> Part:
    """How many there are of an element, in a place of its own, also if there are none."""
    half, fill = PLACE / 2, {"fill": QUIET} if not count else {}
    shown = group(half, SMALL / 2, piece)
    if not count:
        shown[1]["opacity"] = NONE_LEFT
    said = f"×{count}"
    size = min(12.0, 12.0 * PLACE / width(said, 12.0, bold=True))
    drawn = node("g", [shown, words(half, SMALL + 12.5, said, size, anchor="middle",
                                    bold=bool(count), **fill)])
    return Part(PLACE, PLACE_HIGH, [Thing(id_, 0, 0, drawn, f"{label} {said}", wide=PLACE,
                                          high=PLACE_HIGH)])


def tag(name: str, fill: str, icons: list[Node], most: float, id_: str) -> Part:
    """A card that lies with others: its name and its icons; what it does is told when asked."""
    name_ = cut(name, TAG_NAME, most - TAG_PAD - TAG_ICON * len(icons), bold=True)
    long = width(name_, TAG_NAME, bold=True)
    wide = long + TAG_PAD + TAG_ICON * len(icons)
    inside = [box(0, 1, wide, TAG_HIGH - 2, fill=fill, round_by=6, stroke=LINE),
              words(7, 18, name_, TAG_NAME, bold=True)]
    inside += [node("g", [icon], transform=f"translate({number(long + TAG_ICON * (at + 0.5) + 9)} "
                                           f"{number(TAG_HIGH / 2)}) scale(0.8)")
               for at, icon in enumerate(icons)]
    return Part(wide, TAG_HIGH, [Thing(id_, 0, 0, node("g", inside), name,
                                               wide=wide, high=TAG_HIGH)])


def stacked(tags: list[Part]) -> list[Part]:
    """Tags below each other, as high as a pile; where they are more, it tells how many."""
    if not tags:
        return []
    shown, rest = (tags, []) if len(tags) <= STACKED else (tags[:STACKED - 1], tags[STACKED - 1:])
    if rest:
        more = chip(f"+{len(rest)}", f"{rest[0].things[0].id}:more", TAG_HIGH)
        more.things[0].label = ", ".join(part.things[0].label for part in rest)
        shown = [*shown, more]
    made = Part(max(part.wide for part in shown), 0)
    for part in shown:
        made.things += part.at(0, made.high)
        made.high += part.high
    return [made]
