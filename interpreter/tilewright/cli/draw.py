"""A position on the screen: the board, the table beside it, the mats, and the moves."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from tilewright.cli.chart import board
from tilewright.cli.ink import beside, cut
from tilewright.cli.look import WIDEST, Look
from tilewright.cli.mats import mats, table
from tilewright.cli.moves import list_of_moves, numbers
from tilewright.cli.own import own_grids

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.playing.view import View
    from tilewright.positions.moves import Move

NARROWEST_TABLE = 36
BETWEEN = 3
NARROWEST = 40


def make_console() -> Console:
    """The terminal; plain text for files, pipes and those who want no colours."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return Console(color_system=None, highlight=False, markup=False, emoji=False)
    return Console(highlight=False, markup=False, emoji=False)


def width_of(console: Console) -> int:
    """A file is as wide as a wide terminal, so that it is the same everywhere."""
    return max(min(console.width, WIDEST), NARROWEST) if console.is_terminal else WIDEST


def look_at(view: View, lang: str, width: int = WIDEST, moves: Iterable[Move] | None = ()
            ) -> Look:
    """What a seat sees, with the numbers of its moves; `moves` tell what they cost.

    They are None where nothing is to be chosen.
    """
    chosen = {move.code: move for move in moves or ()}
    return Look(view, lang, width, numbers(view) if moves is not None else {}, chosen)


def position(look: Look) -> list[Text]:
    """All that a seat may see."""
    left = board(look)
    told = mats(look)
    taken = max((line.cell_len for line in left), default=0) + BETWEEN
    if not left:
        lines = table(look, look.width) + own_grids(look, look.width)
    elif look.width - taken >= NARROWEST_TABLE:
        right = table(look, look.width - taken)
        private = own_grids(look, look.width - taken)
        # Boards of players stand below the board if they would go further down beside it.
        is_beside = len(right) + len(private) <= len(left)
        lines = beside(left, right + private if is_beside else right, taken)
        lines += [] if is_beside else own_grids(look, look.width)
    else:
        lines = left + table(look, look.width) + own_grids(look, look.width)
    gap = [Text()] if lines and told else []
    return [_whole(line, look.width) for line in [*lines, *gap, *told]]


def _whole(line: Text, width: int) -> Text:
    line.rstrip()
    return cut(line, width)


def screen(look: Look) -> list[Text]:
    """A position with the moves of the seat that decides."""
    return [*position(look), Text(), *[_whole(m, look.width) for m in list_of_moves(look)]]
