"""Dots and boxes, three by three."""

from __future__ import annotations

from typing import Any

BOXES = 3
OPENSPIEL = f"dots_and_boxes(num_rows={BOXES},num_cols={BOXES})"
PLAYERS = 2
OPTIONS: dict[str, int] = {}


def key(move: Any, state: Any) -> int:
    """Lines are numbered row by row, first all that lie and then all that stand."""
    column, row = "abcdefg".index(move.picks["line"][0]), int(move.picks["line"][1]) - 1
    if row % 2 == 0:
        return row // 2 * BOXES + column // 2
    return (BOXES + 1) * BOXES + row // 2 * (BOXES + 1) + column // 2
