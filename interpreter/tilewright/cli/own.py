"""Boards that each player has, to be filled during play: those of all, beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.chart import empty, grid_of, numbered, placed, written
from tilewright.cli.ink import QUIET, UNKNOWN, inked, named, padded
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.model import PLAYER
from tilewright.positions.shown import own_boards

if TYPE_CHECKING:
    from tilewright.cli.look import Look
    from tilewright.model import Field

HEADING = "bold"
BETWEEN = 4


def draws(look: Look, owned: Field, seat: int) -> bool:
    """Whether a board of a player is drawn: one's own, and those of others of which something is
    known, if they are told of players."""
    if owned not in own_boards(look.game, owned.per):
        return False
    if seat == look.view.seat:
        return True
    is_told = owned in look.fields(PLAYER, "mat")
    return is_told and look.reader.unknown(owned, seat) < look.reader.values(owned)


def own_grids(look: Look, width: int) -> list[Text]:
    """The boards of each sort in rows, as many beside each other as there is room for."""
    lines: list[Text] = []
    for owned in look.game.fields.values():
        blocks = [_board(look, owned, seat) for seat in look.seats if draws(look, owned, seat)]
        lines += side_by_side(blocks, width)
    return lines


def side_by_side(blocks: list[list[Text]], width: int) -> list[Text]:
    """Blocks of lines in rows; all columns are as wide as the widest block."""
    if not blocks:
        return []
    widest = max(line.cell_len for block in blocks for line in block) + BETWEEN
    count = max((width + BETWEEN) // widest, 1)
    lines: list[Text] = []
    for start in range(0, len(blocks), count):
        row = blocks[start:start + count]
        for at in range(max(map(len, row))):
            made = Text()
            for block in row:
                made += padded(block[at] if at < len(block) else Text(), widest)
            made.rstrip()
            lines.append(made)
    return lines


def _board(look: Look, owned: Field, seat: int) -> list[Text]:
    """The board of one player, with whose it is above it."""
    def write(look: Look, kind: str, index: int) -> Text:
        number = look.numbers.get((kind, index)) if seat == look.view.seat else None
        made = numbered(number, _there(look, owned, seat, index))
        return made if made.plain else inked(empty(look.game, kind, index), QUIET)

    grid = look.game.grids.get(owned.per)
    head = inked(f"{look.title(owned)} ", QUIET) + named(look.game, PLAYER, seat, look.lang)
    head.stylize(HEADING)
    drawn = grid_of(look, grid, write) if grid is not None else placed(look, [owned.per], write)
    return [head, *drawn]


def _there(look: Look, owned: Field, seat: int, index: int) -> Text:
    if not look.reader.knows(owned, seat, index):
        return Text(UNKNOWN)
    found = look.reader.number(owned, seat, index)
    is_none = owned.type.tag == "int" and found in (0, NO_NUMBER)
    return Text() if is_none else written(look, owned, found)
