"""Grids of which each player has one of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.kernel import NO_NUMBER
from tilewright.picture.colours import LINE, QUIET
from tilewright.picture.nodes import box, shape, words
from tilewright.picture.parts import Part
from tilewright.picture.places import cell_at
from tilewright.picture.rooms import CELL_NAMES
from tilewright.picture.scene import GROUND, SITES, Thing

if TYPE_CHECKING:
    from tilewright.model import Field, Grid
    from tilewright.picture.looks import Looks
    from tilewright.positions.reader import Reader

NAME_SIZE = 11.0


class OwnGrid:
    """What one player has in the cells of a grid."""

    def __init__(self, reader: Reader, looks: Looks, owned: Field, owner: int, id_: str) -> None:
        self.reader, self.looks = reader, looks
        self.owned, self.owner, self.id = owned, owner, id_

    def part(self, grid: Grid, size: float) -> Part:
        """The cells with what lies there, and the names of rows and columns."""
        made = Part(CELL_NAMES + grid.columns * size, CELL_NAMES + grid.rows * size)
        half = size / 2 - 1
        cell = box(-half, -half, 2 * half, 2 * half, fill="#fbf7ee", round_by=5, stroke=LINE)
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
