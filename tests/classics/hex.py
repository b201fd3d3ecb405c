"""Hex on eleven by eleven, without the rule that the second player may change sides."""

from __future__ import annotations

from typing import Any

SIZE = 11
OPENSPIEL = f"hex(board_size={SIZE},string_rep=explicit)"
PLAYERS = 2
OPTIONS: dict[str, int] = {}


def key(move: Any, state: Any) -> int:
    """Cells go row by row on both sides."""
    return int(state.program.game.kinds["cell"].items.index(move.picks["chosen"]))
