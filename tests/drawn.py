"""How large drawn things really are: their nodes, measured."""

from __future__ import annotations

import re
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from tilewright.picture.nodes import width
from tilewright.picture.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.picture.nodes import Node
    from tilewright.picture.scene import Thing

Point = tuple[float, float]
# x and y of a point are a*x + c*y + e and b*x + d*y + f.
Way = tuple[float, float, float, float, float, float]
STAY: Way = (1, 0, 0, 1, 0, 0)
SQUARE = [(-50.0, -50.0), (50.0, 50.0), (-50.0, 50.0), (50.0, -50.0)]


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box, by: float) -> bool:
        """Whether they lie on each other by more than a little."""
        return min(self.right, other.right) - max(self.left, other.left) > by and (
            min(self.bottom, other.bottom) - max(self.top, other.top) > by)


class Said(NamedTuple):
    """A text that is drawn: its size, and where it reaches."""

    text: str
    size: float
    box: Box


def box_of(thing: Thing) -> Box:
    """All that is drawn of a thing."""
    return _around([at for _, points, _ in _walk(thing.node, _placed(thing)) for at in points])


def texts_of(thing: Thing) -> list[Said]:
    return [Said(text, size, _around(points))
            for text, points, size in _walk(thing.node, _placed(thing)) if text]


def frame_of(thing: Thing) -> list[Point]:
    """The corners of an area."""
    way = _placed(thing)
    return [_at(way, x, y) for x, y in ((0, 0), (thing.wide, 0), (thing.wide, thing.high),
                                        (0, thing.high))]


def _placed(thing: Thing) -> Way:
    turn = radians(thing.turned)
    return cos(turn), sin(turn), -sin(turn), cos(turn), thing.x, thing.y


def _around(points: list[Point]) -> Box:
    if not points:
        return Box(0, 0, 0, 0)
    return Box(min(x for x, _ in points), min(y for _, y in points),
               max(x for x, _ in points), max(y for _, y in points))


def _at(way: Way, x: float, y: float) -> Point:
    a, b, c, d, e, f = way
    return a * x + c * y + e, b * x + d * y + f


def _walk(one: Node, way: Way) -> Iterator[tuple[str, list[Point], float]]:
    """Each piece: what it says, where its corners lie, and how high its letters are."""
    tag, attributes, inside = one
    way = _after(way, str(attributes.get("transform", "")))
    if tag in ("defs", "title"):
        return
    if isinstance(inside, str) and tag == "text":
        size = float(attributes["font-size"])
        long = width(inside, size, bold="font-weight" in attributes)
        left = float(attributes["x"]) - {"start": 0, "middle": long / 2, "end": long}[
            str(attributes["text-anchor"])]
        y = float(attributes["y"])
        scale = (way[0] ** 2 + way[1] ** 2) ** 0.5
        yield inside, [_at(way, left + x, y + up) for x in (0, long)
                       for up in (-0.76 * size, 0.2 * size)], size * scale
    elif points := _corners(tag, attributes):
        yield "", [_at(way, x, y) for x, y in points], 0
    if not isinstance(inside, str):
        for inner in inside:
            yield from _walk(inner, way)


def _after(way: Way, transform: str) -> Way:
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(n) for n in given.split()]
        if name == "translate":
            e, f = _at(way, numbers[0], numbers[1])
            way = (*way[:4], e, f)
        elif name == "scale":
            by = numbers[0]
            way = (way[0] * by, way[1] * by, way[2] * by, way[3] * by, way[4], way[5])
        else:
            raise AssertionError(transform)
    return way


def _corners(tag: str, attributes: dict[str, object]) -> list[Point]:
    def number(name: str) -> float:
        return float(str(attributes.get(name, 0)))

    if tag == "rect":
        x, y = number("x"), number("y")
        return [(x + right, y + down) for right in (0, number("width"))
                for down in (0, number("height"))]
    if tag == "circle":
        x, y, r = number("cx"), number("cy"), number("r")
        return [(x - r, y - r), (x + r, y + r)]
    if tag == "line":
        return [(number("x1"), number("y1")), (number("x2"), number("y2"))]
    if tag == "path" and attributes["d"] in SHAPES.values():
        return SQUARE
    if tag == "path" and "M" in str(attributes["d"]) and not re.search("[a-z]", str(
            attributes["d"]).rstrip("z")):
        found = [float(n) for n in re.findall(r"-?\d+\.?\d*", str(attributes["d"]))]
        return list(zip(found[::2], found[1::2], strict=True))
    return []
