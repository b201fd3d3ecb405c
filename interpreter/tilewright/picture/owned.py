"""Boards of which each player has one of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.picture.board import outline
from tilewright.picture.colours import LINE, QUIET
from tilewright.picture.nodes import box, shape, words
from tilewright.picture.parts import Part
from tilewright.picture.places import REACHES, UNITS, cell_at, gap_between
from tilewright.picture.scene import GROUND, SITES, Thing

if TYPE_CHECKING:
    from tilewright.model import Field, Game, Grid
    from tilewright.picture.looks import Looks
    from tilewright.positions.reader import Reader

NAME_SIZE = 11.0
EMPTY, CELL_NAMES = "#fbf7ee", 14.0
# How far what is no cell reaches at least, and how far a site reaches that stands alone.
LEAST_REACH, ALONE = 9.0, 0.45
EDGE = 1.3


@dataclass(slots=True)
class Spread:
    """The places of a kind that is no grid, on a small board: their middles and how far each
    reaches."""

    wide: float
    high: float
    reach: float
    spots: dict[int, tuple[float, float]]


def spread(game: Game, kind: str, cell: float, most: float) -> Spread:
    """Where places lie on a small board whose cells are so wide, if there is room."""
    tiling, given = game.tilings.get(kind), game.coordinates[kind]
    across, down = UNITS[tiling.shape, tiling.fine] if tiling is not None else (1.0, 1.0)
    points = {i: (x * across, y * down) for i, (x, y) in given.items()}
    if tiling is None:
        own, size = ALONE * gap_between([*points.values()], [*points.values()]), cell / 2
    else:
        own = REACHES[tiling.shape, tiling.sort]
        size = cell / 2 if tiling.sort == tiling.shape else LEAST_REACH
    across_all, down_all = ([at[n] for at in points.values()] for n in (0, 1))
    left, right, upper, lower = (
        min(across_all), max(across_all), min(down_all), max(down_all))
    size *= min(most / ((right - left) * size / own + 2 * size * EDGE), 1)
    scale, border = size / own, size * EDGE
    spots = {i: ((x - left) * scale + border, (y - upper) * scale + border)
             for i, (x, y) in points.items()}
    return Spread((right - left) * scale + 2 * border, (lower - upper) * scale + 2 * border, size,
                  spots)


class OwnGrid:
    """What one player has on the places of a board."""

    def __init__(self, reader: Reader, looks: Looks, owned: Field, owner: int, id_: str) -> None:
        self.reader, self.looks = reader, looks
        self.owned, self.owner, self.id = owned, owner, id_

    def part(self, grid: Grid, size: float) -> Part:
        """The cells with what lies there, and the names of rows and columns."""
        made = Part(CELL_NAMES + grid.columns * size, CELL_NAMES + grid.rows * size)
        half = size / 2 - 1
        cell = box(-half, -half, 2 * half, 2 * half, fill=EMPTY, round_by=5, stroke=LINE)
        for index in range(grid.columns * grid.rows):
            column, row = cell_at(grid, index)
            x, y = CELL_NAMES + (column + 0.5) * size, (row + 0.5) * size
            item = self.looks.item(grid.kind, index)
            made.things.append(Thing(f"{self.id}:{item}:cell", x, y, cell,
                                     self.looks.name(grid.kind, index), SITES, grid.kind, item,
                                     self.owner, 2 * half, 2 * half))
            made.things += self._in_cell(index, f"{self.id}:{item}", (x, y, size))
        made.things += self._names(grid, size)
        return made

    def spread(self, kind: str, cell: float, most: float) -> Part:
        """Places that are no grid, with what lies there."""
        game = self.looks.game
        laid = spread(game, kind, cell, most)
        tiling, made = game.tilings.get(kind), Part(laid.wide, laid.high)
        is_cell = tiling is not None and tiling.sort == tiling.shape
        drawn = outline(is_cell and tiling is not None and tiling.shape == "squares",
                        "hex" if is_cell else "disc", laid.reach, EMPTY)
        for index, (x, y) in laid.spots.items():
            item, size = self.looks.item(kind, index), 2 * laid.reach
            made.things.append(Thing(f"{self.id}:{item}:cell", x, y, drawn,
                                     self.looks.name(kind, index), SITES, kind, item, self.owner,
                                     size, size))
            made.things += self._in_cell(index, f"{self.id}:{item}", (x, y, size))
        return made

    def _names(self, grid: Grid, size: float) -> list[Thing]:
        """Letters below the columns and numbers beside the rows, as the cells are called."""
        items, bottom = self.looks.game.kinds[grid.kind].items, grid.rows * size + NAME_SIZE
        found = [(f"column:{n}", CELL_NAMES + (n + 0.5) * size, bottom,
                  items[n].rstrip("0123456789")) for n in range(grid.columns)]
        for row in range(grid.rows):
            index = row * grid.columns
            found.append((f"row:{row}", CELL_NAMES / 2 - 1,
                          (cell_at(grid, index)[1] + 0.5) * size + 4,
                          items[index].lstrip("abcdefghijklmnopqrstuvwxyz")))
        return [Thing(f"{self.id}:{name}", x, y, words(0, 0, said, NAME_SIZE, fill=QUIET,
                                                   anchor="middle"), layer=GROUND)
                for name, x, y, said in found]

    def _in_cell(self, index: int, id_: str, at: tuple[float, float, float]) -> list[Thing]:
        (x, y, size), owned, owner = at, self.owned, self.owner
        if not self.reader.knows(owned, owner, index):
            return [Thing(id_, x, y, shape("card", "black", "?", size * 0.7), "?")]
        found = self.reader.number(owned, owner, index)
        if owned.type.tag == "kind" and found >= 0:
            of = owned.type.kind
            piece = self.looks.piece(of, found, size * 0.8)
            return [Thing(id_, x, y, piece, self.looks.name(of, found), kind=of,
                          item=self.looks.item(of, found))]
        if owned.type.tag == "kind" or not found or found == NO_NUMBER:
            return []
        if owned.type.tag == "bool":
            return [Thing(id_, x, y, shape("disc", "black", "", size * 0.4),
                          self.looks.title(owned))]
        return [Thing(id_, x, y + 5, words(0, 0, str(found), 14, anchor="middle"), str(found))]
