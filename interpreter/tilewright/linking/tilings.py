"""Boards by rule: cells of a shape that fit together, with their corners, edges and directions."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category

from tilewright import limits
from tilewright.language.types import BOOL, INT, many, one
from tilewright.linking.lattices import LATTICES, ball, drawn, middle, rectangle, slanted
from tilewright.linking.making import Making
from tilewright.model import Relation, Tiling, Ways
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.linking.lattices import Lattice, Point
    from tilewright.model import Kind
    from tilewright.problems import Place
    from tilewright.reading.source import Seq

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Tilings(Making):
    """Declares cells that are placed by rule, and all that follows from where they lie."""

    def _tiling(self, name: str, raw: Map, at: Place) -> None:
        sort = raw.get("of", "squares")
        lattice = LATTICES[sort]
        signs = self._spots(sort, raw, at)
        if not signs:
            return
        rows = sorted({y for _, y in signs}, reverse=raw.get("first_row", "bottom") == "bottom")
        spots = sorted(signs, key=lambda spot: (rows.index(spot[1]), spot[0]))
        columns = _columns(spots, by_place=sort == "hexagons")
        if max(columns) > len(LETTERS):
            self.problems.add("too-many", at, "a row has at most 26 cells")
            return
        kind = self.add(name, [f"{LETTERS[column - 1]}{rows.index(spot[1]) + 1}"
                               for spot, column in zip(spots, columns, strict=True)], at,
                        raw.get("plural", ""))
        if kind is None:
            return
        self.game.tilings[name] = Tiling(sort, sort, name)
        self.game.coordinates[name] = dict(enumerate(spots))
        self._attribute(kind, "column", INT, columns, at)
        self._attribute(kind, "row", INT, [rows.index(y) + 1 for _, y in spots], at)
        self._signs(kind, raw, [signs[spot] for spot in spots])
        index = {spot: i for i, spot in enumerate(spots)}
        near = {way: [index.get((x + step[0], y + step[1]), -1) for x, y in spots]
                for way, step in lattice.steps.items()}
        self._neighbours(kind, lattice, near, at)
        self._ways(kind, raw, lattice, near)
        self._between(kind, raw, lattice, spots, at)

    def _spots(self, sort: str, raw: Map, at: Place) -> dict[Point, str]:
        """Where the cells lie, each with its sign in a drawing."""
        if "drawing" in raw:
            found = drawn([str(line) for line in raw["drawing"]])
            if self._unseen(raw["drawing"], found):
                return {}
            odd = [spot for spot in found if sort == "hexagons"
                   and (sum(spot) - sum(next(iter(found)))) % 2]
            if odd or not found:
                self.problems.add(
                    "wrong-value", raw.at("drawing") if not odd else raw["drawing"].at(odd[0][1]),
                    "hexagons stand in every second place, and half a step further in the next "
                    "row" if odd else "this drawing has no cell",
                    "write them like this: [' a b ', 'c d e', ' f g ']")
                return {}
            return {} if self._too_many(len(found), raw.at("drawing")) else found
        count = 3 * raw.get("side", 1) ** 2 if "side" in raw else raw["columns"] * raw["rows"]
        if self._too_many(count, at):
            return {}
        if "side" in raw and sort != "hexagons":
            self.problems.add("wrong-value", raw.at("side"), "only hexagons have a 'side'",
                              "add 'of: hexagons', or give 'columns' and 'rows'")
            return {}
        if "side" in raw:
            return dict.fromkeys(ball(raw["side"]), "")
        shape = slanted if sort == "hexagons" else rectangle
        return dict.fromkeys(shape(raw["columns"], raw["rows"]), "")

    def _too_many(self, cells: int, at: Place) -> bool:
        if cells > limits.ELEMENTS:
            self.problems.add("too-many", at, f"a grid has at most {limits.ELEMENTS:,} cells")
        return cells > limits.ELEMENTS

    def _unseen(self, drawing: Seq, found: dict[Point, str]) -> bool:
        """Tell a cell that nobody sees in the drawing: marks without width, odd spaces, tabs."""
        for (x, y), sign in found.items():
            if not sign.isprintable() or category(sign)[0] == "M":
                self.problems.add("wrong-value", drawing.at(y), f"character {x + 1} of this line, "
                                  f"U+{ord(sign):04X}, cannot be seen, and would be a cell",
                                  "write a letter for a cell, a space or a dot where there is none")
                return True
        return False

    def _signs(self, kind: Kind, raw: Map, signs: list[str]) -> None:
        """What the signs of a drawing say of the cells, to be read when all kinds are known."""
        legend = raw.get("legend", Map(kind.place))
        rows = Map(kind.place)
        for item, sign in zip(kind.items, signs, strict=True):
            if sign and legend and sign not in legend:
                self.problems.add("wrong-value", raw.at("drawing"),
                                  f"'{sign}' stands in the drawing, but not in its 'legend'",
                                  "say there what it means")
                return
            said = legend.get(sign)
            rows.put(item, said if isinstance(said, Map) else Map(kind.place),
                     raw.key_at("legend") if legend else kind.place,
                     legend.at(sign) if sign in legend else kind.place)
        self.rows_of[kind.name] = rows

    def _neighbours(self, kind: Kind, lattice: Lattice, near: dict[str, list[int]], at: Place
                    ) -> None:
        named = {"beside": lattice.beside}
        if len(lattice.steps) > len(lattice.beside):
            named["around"] = tuple(lattice.steps)
        for name, ways in named.items():
            # Around a board of one column a cell would be its own neighbour.
            links = {(here, near[way][here]) for way in ways for here in range(len(kind.items))
                     if near[way][here] not in (-1, here)}
            self._add_relation(Relation(name, kind.name, kind.name, sorted(links), at))

    # -- directions ---------------------------------------------------------------------------

    def _ways(self, kind: Kind, raw: Map, lattice: Lattice, near: dict[str, list[int]]) -> None:
        """The directions as a kind, and where each leads from each cell."""
        if "directions" not in raw:
            return
        name, at = raw["directions"], raw.at("directions")
        items = list(lattice.steps)
        known = self.game.kinds.get(name)
        if known is None or known.items != items or known.place == kind.place:
            made = self.add(name, items, at)
            if made is None:
                return
            half, count = len(items) // 2, len(items)
            self._attribute(made, "opposite", one(name),
                            [(i + half) % count for i in range(count)], at)
            self._attribute(made, "clockwise", one(name), [(i + 1) % count for i in range(count)],
                            at)
            self._attribute(made, "diagonal", BOOL, [i not in lattice.beside for i in items], at)
        steps = tuple(zip(*(near[way] for way in items), strict=True))
        rays: list[tuple[tuple[int, ...], ...]] = []
        for here in range(len(kind.items)):
            rays.append(tuple(tuple(_ray(steps, here, way)) for way in range(len(items))))
            self._charge_values(sum(len(ray) + 1 for ray in rays[-1]), at)
        self.game.ways[kind.name] = Ways(name, steps, tuple(rays))
        if len(items) > len(lattice.beside):
            links = sorted((here, to) for here, row in enumerate(steps)
                           for way, to in zip(items, row, strict=True)
                           if to >= 0 and way not in lattice.beside)
            self._add_relation(Relation("diagonals", kind.name, kind.name, links, at))

    # -- corners and edges --------------------------------------------------------------------

    def _between(self, kind: Kind, raw: Map, lattice: Lattice, spots: list[Point], at: Place
                 ) -> None:
        """Corners and edges as kinds of their own, linked with the cells and with each other."""
        if not {"corners", "edges"} & raw.keys():
            return
        around = [lattice.around(spot) for spot in spots]
        sides = [[tuple(sorted((corners[i - 1], corners[i]))) for i in range(len(corners))]
                 for corners in around]
        corners = sorted({c for cell in around for c in cell}, key=lambda c: (c[1], c[0]))
        edges = sorted({e for cell in sides for e in cell},
                       key=lambda e: (e[0][1] + e[1][1], e[0][0] + e[1][0]))
        left, top = (min(c[n] for c in corners) for n in (0, 1))

        def placed(spot: Point) -> Point:
            return spot[0] - left, spot[1] - top

        self.game.coordinates[kind.name] = {
            i: placed(lattice.on_net(spot)) for i, spot in enumerate(spots)}
        self.game.tilings[kind.name].fine = True
        corner_of = {c: i for i, c in enumerate(corners)}
        edge_of = {e: i for i, e in enumerate(edges)}
        ends = [[corner_of[c] for c in edge] for edge in edges]
        corner = self._part(kind, raw, "corners", [placed(c) for c in corners],
                            [[corner_of[c] for c in cell] for cell in around])
        edge = self._part(kind, raw, "edges", [placed(middle(*e)) for e in edges],
                          [[edge_of[e] for e in cell] for cell in sides])
        if edge is not None:
            self.game.tilings[edge.name].ends = tuple((placed(a), placed(b)) for a, b in edges)
        at_corner = backwards(ends, len(corners))
        if corner is not None:
            links = sorted({pair for a, b in ends for pair in ((a, b), (b, a))})
            self._add_relation(Relation("beside", corner.name, corner.name, links, at))
        if edge is not None:
            links = sorted({(a, b) for both in at_corner for a in both for b in both if a != b})
            self._add_relation(Relation("beside", edge.name, edge.name, links, at))
        if corner is not None and edge is not None:
            self._attribute(edge, corner.plural, many(one(corner.name)), ends, at)
            self._attribute(corner, edge.plural, many(one(edge.name)), at_corner, at)

    def _part(self, kind: Kind, raw: Map, key: str, spots: list[Point], of_cells: list[list[int]]
              ) -> Kind | None:
        """The corners or the edges, linked with the cells that they belong to."""
        if key not in raw:
            return None
        said, at = raw[key], raw.at(key)
        name = said["kind"] if isinstance(said, Map) else str(said)
        plural = said.get("plural", "") if isinstance(said, Map) else ""
        made = self.add(name, [f"{name}_{i + 1}" for i in range(len(spots))], at, plural)
        if made is None:
            return None
        self.game.tilings[name] = Tiling(key, self.game.tilings[kind.name].shape, kind.name,
                                         fine=True)
        self.game.coordinates[name] = dict(enumerate(spots))
        self._attribute(kind, made.plural, many(one(name)), of_cells, at)
        self._attribute(made, kind.plural, many(one(kind.name)), backwards(of_cells, len(spots)),
                        at)
        return made


def _columns(spots: list[Point], *, by_place: bool) -> list[int]:
    """The number of each cell in its row: by its place among the cells there, or by where it is."""
    first = min(x for x, _ in spots)
    if not by_place:
        return [x - first + 1 for x, _ in spots]
    found: list[int] = []
    for i, spot in enumerate(spots):
        same = i > 0 and spots[i - 1][1] == spot[1]
        found.append(found[-1] + 1 if same else 1)
    return found


def _ray(steps: tuple[tuple[int, ...], ...], here: int, way: int) -> list[int]:
    """The cells in a direction, up to the edge, or around the board once."""
    found: list[int] = []
    there = steps[here][way]
    while there >= 0 and there != here:
        found.append(there)
        there = steps[there][way]
    return found


def backwards(rows: list[list[int]], count: int) -> list[list[int]]:
    """For each element the rows that it is in."""
    found: list[list[int]] = [[] for _ in range(count)]
    for index, row in enumerate(rows):
        for item in row:
            found[item].append(index)
    return found
