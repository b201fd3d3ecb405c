"""What lies below the sites of a board and never changes: regions, links, names of rows."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from tilewright.picture.colours import LINE, QUIET, SOFT, pale
from tilewright.picture.nodes import box, node, number, words
from tilewright.picture.places import EDGE, NAMES, region_of
from tilewright.picture.scene import GROUND, Thing
from tilewright.positions.shown import links

if TYPE_CHECKING:
    from tilewright.model import Game
    from tilewright.picture.looks import Looks
    from tilewright.picture.nodes import Node
    from tilewright.picture.places import Board, Spot

PLAIN, LINK = "#e4ecec", "#b3c4c5"
NAME = 11.0


def ground_of(board: Board, looks: Looks) -> list[Thing]:
    """The ground of a board, from below to above."""
    if not board.sites:
        return []
    plate = box(0, 0, board.wide, board.high, fill=SOFT if board.grids else PLAIN, round_by=14,
                stroke=LINE, stroke_width=1.5)
    found = [Thing("board", 0, 0, plate, layer=GROUND, wide=board.wide, high=board.high)]
    found += [_regions(board, looks, kind) for kind in board.kinds if region_of(looks.game, kind)]
    found += _links(board, looks.game)
    return found + [name for kind in board.grids for name in _names(board, looks.game, kind)]


# -- regions --------------------------------------------------------------------------------------


def _regions(board: Board, looks: Looks, kind: str) -> Thing:
    """Areas behind the sites of each region, in the colour of that region."""
    attribute = region_of(looks.game, kind)
    assert attribute is not None
    drawn: list[Node] = []
    own = {i: spot for (k, i), spot in board.sites.items() if k == kind}
    edge = min(min(s.x, s.y, board.wide - s.x, board.high - s.y) for s in own.values())
    for index, spot in own.items():
        value = attribute.values[index]
        if value is not None and value >= 0:
            fill = pale(looks.colour(attribute.type.kind, value), 0.25)
            far = min(spot.reach * 1.9, board.apart * 0.66, edge - 2)
            drawn.append(node("circle", cx=number(spot.x), cy=number(spot.y), fill=fill,
                              r=number(far)))
    return Thing(f"regions:{kind}", 0, 0, node("g", drawn), layer=GROUND)


# -- links ----------------------------------------------------------------------------------------


def _links(board: Board, game: Game) -> list[Thing]:
    """Lines between sites that belong together, where they are few enough to be read."""
    found = [_line(f"{name}:{one[0]}:{one[1]}:{other[1]}", board.sites[one], board.sites[other])
             for name, one, other in links(game, board.sites)]
    return found + [line for kind in game.show.get("routes", ()) for line in _route(board, kind)]


def _route(board: Board, kind: str) -> list[Thing]:
    """The sites of a route, in the order in which the game has them."""
    sites = sorted((i, spot) for (k, i), spot in board.sites.items() if k == kind)
    pairs = list(pairwise(sites))
    far = 2.6 * min((dist((a.x, a.y), (b.x, b.y)) for (_, a), (_, b) in pairs), default=0)
    return [_line(f"route:{kind}:{i}:{j}", a, b) for (i, a), (j, b) in pairs
            if dist((a.x, a.y), (b.x, b.y)) <= far]


def _line(id_: str, one: Spot, other: Spot) -> Thing:
    drawn = node("line", x1=0, y1=0, x2=number(other.x - one.x), y2=number(other.y - one.y),
                 stroke=LINK, stroke_width=3, stroke_linecap="round")
    return Thing(id_, one.x, one.y, drawn, layer=GROUND)


# -- the names of rows and columns ----------------------------------------------------------------


def _names(board: Board, game: Game, kind: str) -> list[Thing]:
    """Letters below the columns and numbers beside the rows, as the cells are called."""
    grid, items = board.grids[kind], game.kinds[kind].items
    bottom = board.tops[kind] + EDGE + 2 * board.sites[kind, 0].reach * grid.rows
    found = []
    for column in range(grid.columns):
        spot = board.sites[kind, column]
        found.append(_name(f"{kind}:column:{column}", spot.x, bottom + NAMES - 4,
                           items[column].rstrip("0123456789")))
    for row in range(grid.rows):
        spot = board.sites[kind, row * grid.columns]
        found.append(_name(f"{kind}:row:{row}", EDGE + NAMES / 2 - 3, spot.y + 4,
                           items[row * grid.columns].lstrip("abcdefghijklmnopqrstuvwxyz")))
    return found


def _name(id_: str, x: float, y: float, said: str) -> Thing:
    return Thing(id_, x, y, words(0, 0, said, NAME, fill=QUIET, anchor="middle"), layer=GROUND)
