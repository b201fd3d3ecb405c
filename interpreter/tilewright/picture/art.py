"""Pictures that a game brings: which one stands for an element, and each written only once."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from tilewright.picture.colours import INK, paint
from tilewright.picture.nodes import node, number, width, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.model import Game
    from tilewright.picture.nodes import Node

# A sign stands in a corner of the square, so that the picture can still be seen.
CORNER, AROUND, HIGH = 29, 20, 26
# Pieces with pictures and what became of them, by identity; to hold a piece keeps it its own.
_known: dict[int, tuple[Node, Node, dict[str, Node]]] = {}
MOST_KNOWN = 4_096


class Art:
    """The pictures of one game; `shape` tells which shape an element has without one."""

    def __init__(self, game: Game, shape: Callable[[str, int], str]) -> None:
        self.game, self.shape = game, shape
        self._names: dict[str, list[str]] = {}
        self._made: dict[tuple[str, str, str, float], Node] = {}

    def own(self, kind: str, index: int, colour: str, size: float) -> Node | None:
        """The picture that is named like an element or its kind, or that `shapes` names."""
        name = self._own(kind, index) if self.game.art else ""
        return self._piece(name, colour, "", size) if name else None

    def card(self, kind: str, index: int, colour: str, wide: float, high: float
             ) -> tuple[Node, float] | None:
        """The picture of a tile as large as there is room for it, and how high it is then."""
        name = self._own(kind, index) if self.game.art else ""
        if not name:
            return None
        _, _, across, down = map(float, self.game.art[name][1]["viewBox"].split())
        share = min(wide / across, high / down)
        return self._piece(name, colour, "", share * max(across, down)), share * down

    def piece(self, kind: str, index: int, colour: str, sign: str, size: float) -> Node | None:
        """An element as its picture around its middle, if there is one.

        What of the picture is painted in `currentColor` has the colour of the element. Where
        several elements of a kind share a picture, each has its sign on it.
        """
        if kind not in self._names:
            count = len(self.game.kinds[kind].items)
            self._names[kind] = [self._name(kind, i) for i in range(count)]
        name = self._names[kind][index]
        if not name:
            return None
        is_shared = self._names[kind].count(name) > 1
        return self._piece(name, colour, sign if is_shared else "", size)

    def _piece(self, name: str, colour: str, sign: str, size: float) -> Node:
        key = name, colour, sign, size
        if key not in self._made:
            self._made[key] = _piece(self.game.art[name], colour, sign, size)
        return self._made[key]

    def _name(self, kind: str, index: int) -> str:
        shape = self.shape(kind, index)
        return self._own(kind, index) or (shape if shape in self.game.art else "")

    def _own(self, kind: str, index: int) -> str:
        given = self.game.show.get("shapes", {})
        for word in (self.game.kinds[kind].items[index], kind):
            if word in self.game.art:
                return word
            if word in given:
                return str(given[word]) if given[word] in self.game.art else ""
        return ""


def _piece(drawn: Node, colour: str, sign: str, size: float) -> Node:
    fill, ink = paint(colour)
    inside = [drawn]
    if sign:
        high = min(HIGH, 1.7 * AROUND / max(width(sign, 1.0), 0.1))
        inside += [node("circle", cx=CORNER, cy=CORNER, r=AROUND, fill=fill, stroke=INK,
                        stroke_width=3),
                   words(CORNER, CORNER + high * 0.36, sign, high, fill=ink, anchor="middle",
                         bold=True)]
    return node("g", inside, color=fill, transform=f"scale({number(size / 100, 3)})")


def shared(drawn: Node, found: dict[str, Node]) -> Node:
    """The same with a reference in place of each picture; `found` gets the pictures by name.

    Who asks for the same piece again gets the same data, so that nobody has to compare it.
    """
    known = _known.get(id(drawn))
    if known is None:
        own: dict[str, Node] = {}
        made = _without(drawn, own)
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _known[id(drawn)] = drawn, made, own
    if known[2]:
        found.update(known[2])
    return known[1]


def _without(drawn: Node, found: dict[str, Node]) -> Node:
    tag, attributes, inside = drawn
    if tag == "svg":   # nothing else that is drawn has this tag
        name = str(attributes["id"])
        found[name] = _definition(drawn)
        return node("use", [], href=f"#{name}")
    if tag != "g" or isinstance(inside, str):
        return drawn
    made = [_without(one, found) for one in inside]
    return drawn if all(map(is_, made, inside)) else (tag, attributes, made)


def _definition(drawn: Node) -> Node:
    """A picture that is not seen where it stands."""
    known = _known.get(id(drawn))
    if known is None:
        known = _known[id(drawn)] = drawn, node("defs", [drawn]), {}
    return known[1]
