"""Boards: where each site lies, what connects them, and what lies there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.model import Attribute
from tilewright.picture.colours import INK, LINE, SOFT, paint, pale
from tilewright.picture.nodes import box, cut, node, number, shape, words
from tilewright.picture.scene import GROUND, MARKS, SITES, THINGS, Thing
from tilewright.positions.shown import cell_fields, is_marked

if TYPE_CHECKING:
    from tilewright.model import Field, Game, Grid
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node
    from tilewright.positions.reader import Reader

CELL = 72.0
# How far sites at coordinates lie apart that are nearest to each other.
APART = 54.0
LARGEST, SMALLEST = 34.0, 11.0
EDGE = 12.0
# Relations that link more than this to each site would hide the board.
MOST_LINKS = 5
BOARD_WIDE = 980.0

Site = tuple[str, int]
# What was drawn at sites, by what lay there.
Drawn = dict[tuple[Any, ...], "list[Thing]"]
# A colour, a sign and a name.
Tint = tuple[str, str, str]


@dataclass(slots=True)
class Spot:
    """Where a site lies: its middle, and how far it reaches."""

    x: float
    y: float
    reach: float


@dataclass(slots=True)
class Board:
    """The sites of a game with their places, from 0,0 on."""

    wide: float
    high: float
    sites: dict[Site, Spot]
    grids: list[str]


def board_of(game: Game, sizes: dict[str, int]) -> Board:
    """All boards below each other."""
    made = Board(0, 0, {}, [])
    for grid in game.grids.values():
        if cell_fields(game, grid.kind):
            _add_grid(made, grid)
    placed = {kind: {i: at for i, at in spots.items() if i < sizes[kind]}
              for kind, spots in game.coordinates.items()}
    if any(placed.values()):
        _add_sites(made, placed)
    return made


def cell_at(grid: Grid, index: int) -> tuple[int, int]:
    """The column and the row of a cell, from the upper left corner."""
    row, column = divmod(index, grid.columns)
    return column, grid.rows - 1 - row if grid.bottom_up else row


def _add_grid(made: Board, grid: Grid) -> None:
    top = made.high + (EDGE if made.high else 0)
    size = min(CELL, BOARD_WIDE / grid.columns)
    for index in range(grid.columns * grid.rows):
        column, row = cell_at(grid, index)
        made.sites[grid.kind, index] = Spot(
            EDGE + (column + 0.5) * size, top + EDGE + (row + 0.5) * size, size / 2)
    made.grids.append(grid.kind)
    made.wide = max(made.wide, grid.columns * size + 2 * EDGE)
    made.high = top + grid.rows * size + 2 * EDGE


def _add_sites(made: Board, placed: dict[str, dict[int, tuple[int, int]]]) -> None:
    """Sites at their coordinates; each kind as large as its neighbours let it be."""
    points = [at for spots in placed.values() for at in spots.values()]
    columns = sorted({x for x, _ in points})
    rows = sorted({y for _, y in points})
    nearest = min((dist(a, b) for n, a in enumerate(points) for b in points[:n] if a != b),
                  default=1.0)
    wide = max(columns[-1] - columns[0], 1)
    scale = min(APART / nearest, (BOARD_WIDE - 2 * LARGEST) / wide)
    reach = _reaches(placed, scale)
    most = max(reach.values())
    top = made.high + (EDGE if made.high else 0)
    for kind, spots in placed.items():
        for index, (x, y) in spots.items():
            made.sites[kind, index] = Spot(
                EDGE + most + (x - columns[0]) * scale,
                top + EDGE + most + (y - rows[0]) * scale, reach[kind])
    made.wide = max(made.wide, wide * scale + 2 * most + 2 * EDGE)
    made.high = top + (rows[-1] - rows[0]) * scale + 2 * most + 2 * EDGE


def _reaches(placed: dict[str, dict[int, tuple[int, int]]], scale: float) -> dict[str, float]:
    """How far the sites of each kind reach, so that none touches another."""
    kinds = {kind: list(spots.values()) for kind, spots in placed.items() if spots}
    found = {kind: min(LARGEST, 0.44 * scale * _nearest(own, own)) for kind, own in kinds.items()}
    for one, mine in kinds.items():
        for other, theirs in kinds.items():
            room, needs = 0.94 * scale * _nearest(mine, theirs), found[one] + found[other]
            if one != other and needs > room:
                found[one], found[other] = (found[k] * room / needs for k in (one, other))
    return {kind: max(found.get(kind, SMALLEST), SMALLEST) for kind in placed}


def _nearest(mine: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> float:
    return min((dist(a, b) for a in mine for b in theirs if a != b), default=10.0)


# -- what is drawn --------------------------------------------------------------------------------


def board_things(board: Board, reader: Reader, looks: Looks, drawn: Drawn | None = None
                 ) -> list[Thing]:
    """The ground, the sites, and all that lies there; what was drawn before is in `drawn`."""
    if not board.sites:
        return []
    sea = box(0, 0, board.wide, board.high, fill="#dfe9ea" if not board.grids else SOFT,
              round_by=14, stroke=LINE, stroke_width=1.5)
    found = [Thing("board", 0, 0, sea, layer=GROUND, wide=board.wide, high=board.high)]
    found += _links(board, looks.game)
    drawn = {} if drawn is None else drawn
    for (kind, index), spot in board.sites.items():
        key = (kind, index, reader.hides, _held(kind, index, reader, looks.game))
        if key not in drawn:
            drawn[key] = _site(board, kind, index, spot, reader, looks)
        found += [thing.copy() for thing in drawn[key]]
    return found


def _held(kind: str, index: int, reader: Reader, game: Game) -> tuple[Any, ...]:
    """All numbers that decide what a site looks like."""
    marks: dict[str, str] = game.show.get("marks", {}).get(kind, {})
    fields = [f for f in cell_fields(game, kind) if not isinstance(f, Attribute)]
    fields += [game.fields[kind, name] for name in marks if (kind, name) in game.fields]
    return tuple(reader.held(owned, index) for owned in fields)


def _links(board: Board, game: Game) -> list[Thing]:
    """Lines between sites that belong together, where they are few enough to be read."""
    found, seen = [], set[frozenset[Site]]()
    for (kind, name), relation in game.relations.items():
        both = kind in game.coordinates and relation.target == kind
        if not both or len(relation.links) > MOST_LINKS * len(game.coordinates[kind]):
            continue
        for a, b in relation.links:
            pair = frozenset({(kind, a), (kind, b)})
            if pair in seen or not pair <= board.sites.keys() or len(pair) < 2:
                continue
            seen.add(pair)
            found.append(_line(f"{name}:{a}:{b}", board.sites[kind, a], board.sites[kind, b]))
    for kind, spots in game.coordinates.items():
        if not any(kind == of for of, _ in game.relations):
            found += _route(board, kind, list(spots))
    return found


def _route(board: Board, kind: str, order: list[int]) -> list[Thing]:
    """Sites that nothing links are a route, in the order in which the game has them."""
    sites = [(i, board.sites[kind, i]) for i in order if (kind, i) in board.sites]
    pairs = list(pairwise(sites))
    far = 2.6 * min((dist((a.x, a.y), (b.x, b.y)) for (_, a), (_, b) in pairs), default=0)
    return [_line(f"route:{i}:{j}", a, b) for (i, a), (j, b) in pairs
            if dist((a.x, a.y), (b.x, b.y)) <= far]


def _line(id_: str, one: Spot, other: Spot) -> Thing:
    drawn = node("line", x1=0, y1=0, x2=number(other.x - one.x), y2=number(other.y - one.y),
                 stroke="#b9c9ca", stroke_width=3, stroke_linecap="round")
    return Thing(id_, one.x, one.y, drawn, layer=GROUND)


def _site(board: Board, kind: str, index: int, spot: Spot, reader: Reader, looks: Looks
          ) -> list[Thing]:
    item, name = looks.item(kind, index), looks.name(kind, index)
    told = [f"{looks.kind(kind)} {name}"]
    pieces: list[Thing] = []
    lasting = [f for f in cell_fields(looks.game, kind) if isinstance(f, Attribute)]
    tint = next((t for f in lasting for t in [_tint(f, index, looks)] if t is not None), None)
    for owned in cell_fields(looks.game, kind):
        if isinstance(owned, Attribute):
            continue
        piece = _content(owned, kind, index, spot, reader, looks)
        if piece is not None:
            told.append(piece.label)
            pieces.append(piece)
            break
    if tint is not None:
        told.insert(1, tint[2])
    marks = [m for m in _marks(kind, index, spot, reader, looks) if m is not None]
    told += [mark.label for mark in marks]
    ground = Thing(f"{kind}:{item}", spot.x, spot.y, _ground(board, kind, index, spot, looks, tint),
                   ", ".join(t for t in told if t), SITES, kind, item,
                   wide=2 * spot.reach, high=2 * spot.reach)
    return [ground, *marks, *pieces]


def _tint(owned: Attribute, index: int, looks: Looks) -> Tint | None:
    """The colour, the sign and the name of what a site is for good."""
    value = owned.values[index]
    if owned.type.tag != "kind" or value is None or value < 0:
        return None
    of = owned.type.kind
    return looks.colour(of, value), looks.sign(of, value), looks.name(of, value)


def _ground(board: Board, kind: str, index: int, spot: Spot, looks: Looks, tint: Tint | None
            ) -> Node:
    """An empty site: a cell, or a disc; what it is for good has its colour and sign."""
    reach = spot.reach
    if tint is not None:
        return node("g", [
            node("circle", r=number(reach), fill=pale(tint[0]), stroke="#8d8671", stroke_width=1.2),
            words(0, reach * 0.32, tint[1], reach * 0.9, fill=INK,
                  anchor="middle", bold=True)])
    if kind in board.grids:
        grid = next(g for g in looks.game.grids.values() if g.kind == kind)
        is_dark = (index // grid.columns + index) % 2 if grid.columns % 2 == 0 else index % 2
        return box(1.5 - reach, 1.5 - reach, 2 * reach - 3, 2 * reach - 3, round_by=8,
                   fill="#fbf7ee" if is_dark else "#f1e9d8", stroke=LINE, stroke_width=1)
    first = list(looks.game.coordinates).index(kind)
    fill = ("#f6f1e3", "#dcd3ae", "#e8dcc8")[first % 3]
    return node("circle", r=number(reach), fill=fill, stroke="#a59a80", stroke_width=1.2)


def _content(owned: Field, kind: str, index: int, spot: Spot, reader: Reader,
             looks: Looks) -> Thing | None:
    """What lies at a site in one field."""
    item, size = looks.item(kind, index), spot.reach * (1.5 if spot.reach > 20 else 1.8)
    if not reader.knows(owned, index):
        return Thing(f"{kind}:{item}:{owned.name}", spot.x, spot.y,
                     shape("card", "black", "?", size), "?", THINGS, kind, item)
    number_ = reader.number(owned, index)
    place = f"{kind}:{item}:{owned.name}"
    if owned.type.tag == "kind":
        if number_ < 0:
            return None
        of = owned.type.kind
        return Thing(place, spot.x, spot.y, looks.piece(of, number_, size),
                     looks.name(of, number_), THINGS, of, looks.item(of, number_))
    if owned.type.tag == "bool":
        return Thing(place, spot.x, spot.y, shape("disc", "black", "", size * 0.5),
                     owned.name) if number_ else None
    if number_ == NO_NUMBER:
        return None
    return Thing(place, spot.x, spot.y + 6, words(0, 0, str(number_), 18, anchor="middle"),
                 str(number_))


def _marks(kind: str, index: int, spot: Spot, reader: Reader, looks: Looks) -> list[Thing | None]:
    """What is always so at a site, or for now, as small signs at its edge."""
    found: list[Thing | None] = []
    given: dict[str, str] = looks.game.show.get("marks", {}).get(kind, {})
    for at, (name, mark) in enumerate(given.items()):
        if is_marked(looks.game, reader, kind, index, name):
            x, y = spot.x + spot.reach * 0.72, spot.y - spot.reach * (0.72 - 0.8 * at)
            drawn = node("g", [node("circle", r=7.5, fill=paint("black")[0], stroke="#fff",
                                    stroke_width=1),
                               words(0, 3.6, cut(mark, 10, 14), 10, fill="#fff", anchor="middle",
                                     bold=True)])
            found.append(Thing(f"{kind}:{looks.item(kind, index)}:{name}", x, y, drawn,
                               _title(kind, name, looks), MARKS))
    return found


def _title(kind: str, name: str, looks: Looks) -> str:
    owned = looks.game.fields.get((kind, name))
    return looks.title(owned) if owned is not None else name.replace("_", " ")
