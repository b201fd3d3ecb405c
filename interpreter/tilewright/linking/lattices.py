"""Squares and hexagons in the plane: their middles, corners and edges, on whole numbers.

A middle has coordinates of its own on the board. What is drawn more finely, with corners and edges
between, has them on a finer net: those of a square are one step away, those of a hexagon so that
three net lines meet in each corner.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """How one sort of cells lies in the plane; y grows downwards."""

    # Neighbours by direction, in the order of the clock, and which of them share an edge.
    steps: dict[str, Point]
    beside: tuple[str, ...]
    # Net lines for each step of the coordinates, and corners around a middle on the net.
    fine: Point
    corners: tuple[Point, ...]

    def around(self, spot: Point) -> list[Point]:
        """The corners of a cell on the net, in the order of the clock."""
        x, y = self.on_net(spot)
        return [(x + dx, y + dy) for dx, dy in self.corners]

    def on_net(self, spot: Point) -> Point:
        return spot[0] * self.fine[0], spot[1] * self.fine[1]


SQUARES = Lattice(
    {"north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
     "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1)},
    ("north", "east", "south", "west"), (2, 2), ((-1, -1), (1, -1), (1, 1), (-1, 1)))
HEXAGONS = Lattice(
    {"northeast": (1, -1), "east": (2, 0), "southeast": (1, 1),
     "southwest": (-1, 1), "west": (-2, 0), "northwest": (-1, -1)},
    ("northeast", "east", "southeast", "southwest", "west", "northwest"), (2, 6),
    ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2)))
LATTICES = {"squares": SQUARES, "hexagons": HEXAGONS}


def rectangle(columns: int, rows: int) -> list[Point]:
    return [(column, row) for row in range(rows) for column in range(columns)]


def slanted(columns: int, rows: int) -> list[Point]:
    """Rows of hexagons, each half a hexagon further to the right than the one above it."""
    return [(2 * column + row, row) for row in range(rows) for column in range(columns)]


def ball(side: int) -> list[Point]:
    """A hexagon of hexagons, with so many along each side."""
    return [(x, y) for y in range(2 * side - 1)
            for x in range(abs(side - 1 - y), 4 * side - 3 - abs(side - 1 - y), 2)]


def drawn(lines: list[str]) -> dict[Point, str]:
    """The characters of a drawing, each with its place; a space or a dot is no cell."""
    return {(x, y): sign for y, line in enumerate(lines) for x, sign in enumerate(line)
            if sign not in " ."}


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
