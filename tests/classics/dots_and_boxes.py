"""Dots and boxes, three by three."""

from __future__ import annotations

from typing import Any

BOXES = 3
OPENSPIEL = f"dots_and_boxes(num_rows={BOXES},num_cols={BOXES})"
PLAYERS = 2
OPTIONS: dict[str, int] = {}


def key(move: Any, state: Any) -> int:
    """Ours go down the board; theirs are first all that lie, and then all that stand."""
    at = state.program.game.kinds["line"].items.index(move.picks["chosen"])
    row, column = divmod(at, 2 * BOXES + 1)
    if column < BOXES:
        return row * BOXES + column
    return (BOXES + 1) * BOXES + row * (BOXES + 1) + column - BOXES
