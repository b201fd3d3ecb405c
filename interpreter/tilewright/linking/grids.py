"""Grids: rectangles of cells, with lines, shapes and neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.types import INT, many, one
from tilewright.linking.lattices import SQUARES
from tilewright.linking.tilings import LETTERS, Tilings, backwards
from tilewright.model import Grid, Kind
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.problems import Place


# What makes a grid one of cells that are placed by rule, and what only plain rectangles have.
BY_RULE = ("of", "side", "drawing", "corners", "edges")
PLAIN = ("lines", "shapes", "wrap")
DIRECTIONS = {"row": [(1, 0)], "column": [(0, 1)], "diagonal": [(1, 1), (1, -1)]}


class Grids(Tilings):
    """Declares grids and all that follows from them."""

    def _grid(self, name: str, raw: Map, at: Place) -> None:
        by_rule = [key for key in BY_RULE if key in raw]
        if by_rule:
            for key in PLAIN:
                if key in raw:
                    self.problems.add("wrong-value", raw.key_at(key), f"a grid with '{by_rule[0]}' "
                                      f"has no '{key}'", f"remove '{key}'")
            self._tiling(name, raw, at)
            return
        if "attributes" in raw:
            self.problems.add("key-not-here", raw.key_at("attributes"), "the cells of a grid have "
                              "attributes by the signs of a 'drawing', and this grid has none",
                              "draw the grid, or remove 'attributes'")
        columns, rows = raw["columns"], raw["rows"]
        if columns * rows > limits.ELEMENTS or columns > len(LETTERS):
            self.problems.add("too-many", at, "a grid has at most 26 columns and "
                              f"{limits.ELEMENTS:,} cells")
            return
        cells = [f"{LETTERS[c]}{r + 1}" for r in range(rows) for c in range(columns)]
        kind = self.add(name, cells, at, raw.get("plural", ""))
        if kind is None:
            return
        grid = Grid(name, columns, rows, raw.get("first_row", "bottom") == "bottom",
                    raw.get("wrap", ""))
        self.game.grids[name] = grid
        self._attribute(kind, "column", INT, [i % columns + 1 for i in range(len(cells))], at)
        self._attribute(kind, "row", INT, [i // columns + 1 for i in range(len(cells))], at)
        upwards = 1 if grid.bottom_up else -1
        near = {way: [-1 if (there := _step(grid, here, dc, -dr * upwards)) is None else there
                      for here in range(len(cells))]
                for way, (dc, dr) in SQUARES.steps.items()}
        self._neighbours(kind, SQUARES, near, at)
        self._ways(kind, raw, SQUARES, near)
        lines = raw.get("lines", {})
        for line, shape in lines.items():
            self._lines(kind, grid, line, shape, lines.key_at(line))
        shapes = raw.get("shapes", {})
        for shape_name, shape in shapes.items():
            self._shape(kind, grid, shape_name, shape, shapes.key_at(shape_name))

    def _lines(self, kind: Kind, grid: Grid, name: str, shape: Map, at: Place) -> None:
        """Straight runs of cells, as a kind of their own."""
        length = shape.get("length")
        found: list[list[int]] = []
        names: list[str] = []
        fits = length is None or length <= max(grid.columns, grid.rows)
        for direction in shape.get("directions", ["row", "column", "diagonal"]) if fits else ():
            self._charge_placings(
                len(DIRECTIONS[direction]) * len(kind.items) * (length or 1), at,
                "give fewer lines, shorter ones, or fewer 'directions'")
            for run in _runs(grid, direction, length):
                found.append(run)
                names.append(f"{name}_{len(found)}")
        # Each line knows its cells, and each cell its lines.
        self._charge_values(2 * sum(map(len, found)), at)
        made = self.add(name, names, at, shape.get("plural", ""))
        if made is None:
            return
        if not found:
            self.problems.add("no-lines", at, "the grid is too small for such a line")
        self._attribute(made, kind.plural, many(one(kind.name)), found, at)
        self._attribute(kind, made.plural, many(one(name)), backwards(found, len(kind.items)), at)
        self._values(made, shape)

    def _values(self, made: Kind, shape: Map) -> None:
        values = shape.get("values", Map(made.place))
        for key, given in values.items():
            if len(given) != len(made.items):
                self.problems.add("wrong-count", values.at(key),
                                  f"there are {len(made.items)} of these, and {len(given)} values")
            else:
                self._attribute(made, key, INT, list(given), values.key_at(key))

    def _shape(self, kind: Kind, grid: Grid, name: str, shape: Map, at: Place) -> None:
        """All ways to put a shape on a grid.

        The order of cells tells which half is where, unless the cells are alike.
        """
        cells = [(c[0], c[1]) for c in shape["cells"]]
        ways = [cells]
        if shape.get("turns", False):
            for _ in range(3):
                ways.append([(-r, c) for c, r in ways[-1]])
        found: list[list[int]] = []
        alike = bool(shape.get("alike", False))
        seen: set[tuple[int, ...]] = set()
        if not len(set(cells)) == len(cells) <= len(kind.items):
            ways = []
        self._charge_placings(len(ways) * len(kind.items) * len(cells), at,
                              "give fewer shapes, or smaller ones")
        for way in ways:
            for here in range(len(kind.items)):
                spot = _spot(grid, here, way)
                covered = tuple(sorted(spot) if alike else spot)
                if spot and covered not in seen:
                    seen.add(covered)
                    found.append(spot)
        if not found:
            self.problems.add("no-lines", shape.at("cells"), "no such shape fits on the grid",
                              "give each cell once, as [column, row] from [0, 0]")
        self._charge_values(sum(map(len, found)), at)
        made = self.add(name, [f"{name}_" + "_".join(kind.items[c] for c in run)
                               for run in found], at, shape.get("plural", ""))
        if made:
            self._attribute(made, kind.plural, many(one(kind.name)), found, at)


def _step(grid: Grid, here: int, columns: int, rows: int) -> int | None:
    column, row = here % grid.columns + columns, here // grid.columns + rows
    if grid.wrap in ("columns", "both"):
        column %= grid.columns
    if grid.wrap in ("rows", "both"):
        row %= grid.rows
    if 0 <= column < grid.columns and 0 <= row < grid.rows:
        return row * grid.columns + column
    return None


def _spot(grid: Grid, here: int, way: list[tuple[int, int]]) -> list[int]:
    """The cells of a shape that is put at a place; none if it does not fit there."""
    spot = []
    for columns, rows in way:
        there = _step(grid, here, columns, rows)
        if there is None:
            return []
        spot.append(there)
    return spot


def _runs(grid: Grid, direction: str, length: int | None) -> list[list[int]]:
    """The straight runs of one direction: of a length, or as long as the grid allows."""
    found = []
    for dc, dr in DIRECTIONS[direction]:
        for start in range(grid.columns * grid.rows):
            if length is None:
                if _step(grid, start, -dc, -dr) is not None:
                    continue
                run, here = [], start
                while True:
                    run.append(here)
                    there = _step(grid, here, dc, dr)
                    if there is None:
                        break
                    here = there
                found.append(run)
                continue
            spots = [_step(grid, start, dc * i, dr * i) for i in range(length)]
            kept = [s for s in spots if s is not None]
            if len(kept) == length:
                found.append(kept)
    return found
