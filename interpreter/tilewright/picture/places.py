"""Where each site of a game lies: in its grid, at its coordinates, or as its links pull it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from math import dist, sqrt
from typing import TYPE_CHECKING

from tilewright.model import PLAYER, Attribute
from tilewright.picture.pulled import pulled, winding
from tilewright.positions.shown import cell_fields

if TYPE_CHECKING:
    from tilewright.model import Field, Function, Game, Grid

# How wide cells are, and how high a grid may become; how far sites lie apart that are nearest,
# on a board with many and on one with few.
CELL, GRID_HIGH = 112.0, 560.0
APART, ROOMY = 62.0, 104.0
LARGEST, SMALLEST = 46.0, 9.0
EDGE, NAMES = 12.0, 20.0
HIGHEST = 900.0
# How far rows lie apart at most, by how far their sites do.
BETWEEN = 1.05
# On a screen that is narrower a wide board stands upright.
UPRIGHT = 640.0

# Of cells in a plane, in parts of how far a hexagon reaches, and of how wide a square is: how far
# apart the lines of their coordinates are, and how far each sort of site reaches.
UNITS = {("hexagons", False): (sqrt(3) / 2, 1.5), ("hexagons", True): (sqrt(3) / 4, 0.25),
         ("squares", False): (1.0, 1.0), ("squares", True): (0.5, 0.5)}
REACHES = {("hexagons", "hexagons"): 0.775, ("hexagons", "corners"): 0.22,
           ("hexagons", "edges"): 0.2, ("squares", "squares"): 0.5, ("squares", "corners"): 0.15,
           ("squares", "edges"): 0.14}

Site = tuple[str, int]
Points = dict[str, dict[int, tuple[float, float]]]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a site lies: its middle, and how far it reaches."""

    x: float
    y: float
    reach: float


@dataclass(slots=True)
class Board:
    """The sites of a game with their places, from 0,0 on, and what can stand on them."""

    wide: float = 0
    high: float = 0
    sites: dict[Site, Spot] = field(default_factory=dict)
    grids: dict[str, Grid] = field(default_factory=dict)
    # Where grids begin, for the names at their edges.
    tops: dict[str, float] = field(default_factory=dict)
    # The fields that say where pieces stand, and those that decide what a site looks like.
    standing: list[Field] = field(default_factory=list)
    deciding: dict[str, tuple[list[Field], list[Function]]] = field(default_factory=dict)
    # Of cells that fit together: how far apart the lines of their coordinates are drawn.
    units: dict[str, tuple[float, float]] = field(default_factory=dict)
    # Between neighbours that are nearest; less is hard to touch.
    apart: float = CELL

    @property
    def kinds(self) -> list[str]:
        return list(dict.fromkeys(kind for kind, _ in self.sites))


def board_of(game: Game, sizes: dict[str, int], most: float, *, upright: bool) -> Board:
    """All boards below each other, no wider than there is room."""
    made = Board(standing=_standing(game))
    for grid in game.grids.values():
        if cell_fields(game, grid.kind):
            _add_grid(made, grid, most)
    for name, tiling in game.tilings.items():
        if tiling.board == name and parts_of(game, name):
            _add_tiling(made, game, name, most)
    placed = _placed(game, sizes, {f.type.kind for f in made.standing})
    if any(placed.values()):
        placed = _as_hexes(game, placed)
        _add_sites(made, _turned(placed) if upright else placed, most)
    return made


def _standing(game: Game) -> list[Field]:
    """The fields that say at which site a piece stands, if the site does not say it too."""
    found = []
    for owned in game.fields.values():
        site = owned.type.kind if owned.type.tag == "kind" else ""
        stands = owned.name == "at" and owned.owner in game.kinds and not owned.per
        if stands and site and site != PLAYER and not owned.zone and not game.kinds[site].tiles:
            held = {f.type.kind for f in cell_fields(game, site) if f.type.tag == "kind"}
            if owned.owner not in held:
                found.append(owned)
    return found


def cell_at(grid: Grid, index: int) -> tuple[int, int]:
    """The column and the row of a cell, from the upper left corner."""
    row, column = divmod(index, grid.columns)
    return column, grid.rows - 1 - row if grid.bottom_up else row


def _add_grid(made: Board, grid: Grid, most: float) -> None:
    """Cells, with room at the left and below for the names of rows and columns."""
    top = made.high + (EDGE if made.high else 0)
    size = min(CELL, GRID_HIGH / grid.rows, GRID_HIGH / grid.columns * 1.25,
               (most - 2 * EDGE - NAMES) / grid.columns)
    for index in range(grid.columns * grid.rows):
        column, row = cell_at(grid, index)
        made.sites[grid.kind, index] = Spot(
            EDGE + NAMES + (column + 0.5) * size, top + EDGE + (row + 0.5) * size, size / 2)
    made.grids[grid.kind], made.tops[grid.kind] = grid, top
    made.apart = min(made.apart, size)
    made.wide = max(made.wide, grid.columns * size + 2 * EDGE + NAMES)
    made.high = top + grid.rows * size + 2 * EDGE + NAMES


# -- cells that fit together, with corners and edges ----------------------------------------------


def parts_of(game: Game, board: str) -> list[str]:
    """The kinds of a board of cells on which something can be seen: the cells below all else, and
    the corners above the edges."""
    found = sorted((kind for kind, tiling in game.tilings.items() if tiling.board == board),
                   key=lambda kind: (kind != board, game.tilings[kind].sort == "corners"))
    seen = [kind for kind in found if kind == board or cell_fields(game, kind)]
    return seen if len(seen) > 1 or any(cell_fields(game, k) or colouring(game, k)
                                        for k in seen) else []


def _add_tiling(made: Board, game: Game, board: str, most: float) -> None:
    """Cells that touch each other, and what lies on their corners and edges."""
    tiling = game.tilings[board]
    across, down = UNITS[tiling.shape, tiling.fine]
    parts = parts_of(game, board)
    own = [(x * across, y * down) for x, y in game.coordinates[board].values()]
    left, right = (f(x for x, _ in own) for f in (min, max))
    upper, lower = (f(y for _, y in own) for f in (min, max))
    half = (sqrt(3) / 2, 1.0) if tiling.shape == "hexagons" else (0.5, 0.5)
    wide, high = right - left + 2 * half[0], lower - upper + 2 * half[1]
    largest = CELL * (1.6 if len(parts) > 1 else 1.0) / 2 / half[0]
    # What lies at the edge reaches over it.
    border = EDGE + (LARGEST / 3 if len(parts) > 1 else 0)
    scale = min(largest, (HIGHEST if len(parts) > 1 else GRID_HIGH) / high,
                (most - 2 * border) / wide)
    top = made.high + (EDGE if made.high else 0)
    for kind in parts:
        reach = REACHES[tiling.shape, game.tilings[kind].sort] * scale
        for index, (x, y) in game.coordinates[kind].items():
            made.sites[kind, index] = Spot(
                border + (x * across - left + half[0]) * scale,
                top + border + (y * down - upper + half[1]) * scale, reach)
        made.units[kind] = across * scale, down * scale
    made.apart = min(made.apart, scale * (0.5 if len(parts) > 1 else 2 * half[0]))
    made.wide = max(made.wide, wide * scale + 2 * border)
    made.high = top + high * scale + 2 * border


# -- sites with coordinates -----------------------------------------------------------------------


def _placed(game: Game, sizes: dict[str, int], stood_on: set[str]) -> Points:
    """The places of all sites: as the game says, else by their links, else in their order."""
    given: Points = {kind: {i: (float(x), float(y)) for i, (x, y) in spots.items()
                            if i < sizes[kind]} for kind, spots in game.coordinates.items()
                     if kind not in game.tilings}
    if any(given.values()):
        return given
    drawn = {k for k in game.kinds if k not in game.grids and k not in game.tilings and k != PLAYER
             and not game.kinds[k].tiles and (cell_fields(game, k) or k in stood_on)}
    links = [((r.source, a), (r.target, b)) for r in game.relations.values()
             for a, b in r.links
             if {r.source, r.target} <= drawn and a < sizes[r.source] and b < sizes[r.target]]
    linked = {kind for pair in links for kind, _ in pair}
    if linked:
        return pulled([(k, i) for k in game.kinds if k in linked for i in range(sizes[k])], links)
    named = [k for k in game.kinds if k in drawn and (
        k in stood_on or k in game.show.get("cells", {}) or k in game.show.get("routes", ()))]
    return winding([(k, i) for k in named for i in range(sizes[k])])


def colouring(game: Game, kind: str) -> Attribute | None:
    """The attribute that gives a site its colour for good: one that `show` names, else the first
    that says of which kind it is, where nothing else is drawn."""
    shown = cell_fields(game, kind)
    found = [a for a in shown or game.kinds[kind].attributes.values()
             if isinstance(a, Attribute) and _sorts(game, kind, a)]
    return found[0] if found else None


def region_of(game: Game, kind: str) -> Attribute | None:
    """The attribute that says to which region a site belongs, where something else is drawn."""
    if not cell_fields(game, kind):
        return None
    found = [a for a in game.kinds[kind].attributes.values() if _sorts(game, kind, a)]
    return found[0] if found and colouring(game, kind) is None else None


def _sorts(game: Game, kind: str, attribute: Attribute) -> bool:
    """Whether an attribute names something that is no site, no player and no tile."""
    of = attribute.type.kind if attribute.type.tag == "kind" else PLAYER
    return of not in (PLAYER, kind) and of not in game.coordinates and of not in game.grids and (
        not game.kinds[of].tiles)


def site_shape(game: Game, kind: str) -> str:
    """How a site is drawn: round, or as `show` says of its kind."""
    return str(game.show.get("shapes", {}).get(kind, "disc"))


def _as_hexes(game: Game, placed: Points) -> Points:
    """Hexes of which each row begins half a step later are stretched until they touch."""
    points = [at for spots in placed.values() for at in spots.values()]
    stretched = all(site_shape(game, kind) == "hex" for kind in placed) and all(
        (x + y) % 2 == 0 for x, y in points)
    if not stretched:
        return placed
    return {kind: {i: (x, y * sqrt(3)) for i, (x, y) in spots.items()}
            for kind, spots in placed.items()}


def _add_sites(made: Board, placed: Points, most: float) -> None:
    """Sites at their coordinates; each kind as large as its neighbours let it be."""
    placed = _squeezed(placed)
    points = [at for spots in placed.values() for at in spots.values()]
    left, upper = min(x for x, _ in points), min(y for _, y in points)
    wide = max(max(x for x, _ in points) - left, 1.0)
    high = max(max(y for _, y in points) - upper, 1.0)
    nearest = min((dist(a, b) for n, a in enumerate(points) for b in points[:n] if a != b),
                  default=1.0)
    # What is at the edge reaches a little further than half of what is between two.
    roomy = min(ROOMY / nearest, GRID_HIGH / (high + nearest))
    scale = min(max(APART / nearest, roomy), (most - 2 * EDGE) / (wide + nearest),
                HIGHEST / (high + nearest))
    gaps = _gaps(placed)
    for _ in range(2):
        reach = _reaches(placed, gaps, scale)
        border = max(*reach.values(), min(scale * nearest / 2, LARGEST))
        scale = min(scale, (most - 2 * EDGE - 2 * border) / wide)
    top = made.high + (EDGE if made.high else 0)
    for kind, spots in placed.items():
        for index, (x, y) in spots.items():
            made.sites[kind, index] = Spot(
                EDGE + border + (x - left) * scale, top + EDGE + border + (y - upper) * scale,
                reach[kind])
    made.apart = min(made.apart, scale * nearest)
    made.wide = max(made.wide, wide * scale + 2 * border + 2 * EDGE)
    made.high = top + high * scale + 2 * border + 2 * EDGE


def _turned(placed: Points) -> Points:
    """On a narrow screen a wide board stands upright."""
    points = [at for spots in placed.values() for at in spots.values()]
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    if wide <= 1.2 * high:
        return placed
    return {kind: {i: (-y, x) for i, (x, y) in spots.items()} for kind, spots in placed.items()}


def _squeezed(placed: Points) -> Points:
    """Rows with nothing between them come nearer, so that all can be drawn larger."""
    points = [at for spots in placed.values() for at in spots.values()]
    most = BETWEEN * min((dist(a, b) for n, a in enumerate(points) for b in points[:n] if a != b),
                         default=1.0)
    rows = sorted({y for _, y in points})
    moved, now = dict[float, float](), rows[0]
    for at, row in enumerate(rows):
        now += min(row - rows[at - 1], most) if at else 0
        moved[row] = now
    return {kind: {i: (x, moved[y]) for i, (x, y) in spots.items()}
            for kind, spots in placed.items()}


def _gaps(placed: Points) -> dict[frozenset[str], float]:
    """How far the nearest sites of each two kinds are apart."""
    kinds = [(kind, [*spots.values()]) for kind, spots in placed.items() if spots]
    return {frozenset((one, other)): gap_between(mine, theirs)
            for at, (one, mine) in enumerate(kinds) for other, theirs in kinds[:at + 1]}


def _reaches(placed: Points, gaps: dict[frozenset[str], float], scale: float) -> dict[str, float]:
    """How far the sites of each kind reach, so that none touches another."""
    kinds = [kind for kind, spots in placed.items() if spots]
    found = {kind: min(LARGEST, 0.45 * scale * gaps[frozenset((kind,))]) for kind in kinds}
    for one, other in permutations(kinds, 2):
        room, needs = 0.94 * scale * gaps[frozenset((one, other))], found[one] + found[other]
        if needs > room:
            found[one], found[other] = (found[k] * room / needs for k in (one, other))
    return {kind: found.get(kind, SMALLEST) for kind in placed}


def gap_between(mine: list[tuple[float, float]], theirs: list[tuple[float, float]]) -> float:
    return min((dist(a, b) for a in mine for b in theirs if a != b), default=10.0)
