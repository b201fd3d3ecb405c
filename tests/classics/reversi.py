"""Reversi, there Othello, in which a player who cannot place a disc has a move of its own."""

from __future__ import annotations

from typing import Any

OPENSPIEL = "othello"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
SIGNS = {None: "-", "black": "x", "white": "o"}
PASS = 64


def key(move: Any, state: Any) -> int:
    """Cells go row by row on both sides."""
    return int(state.program.game.kinds["cell"].items.index(move.picks["chosen"]))


def follow(ours: Any, theirs: Any) -> Any:
    """Pass there."""
    while theirs.legal_actions() == [PASS]:
        theirs.apply_action(PASS)
    return theirs


def board(ours: Any, theirs: Any) -> tuple[str, str]:
    cells = ours.program.game.kinds["cell"].items
    return ("".join(SIGNS[ours[cell].disc] for cell in cells),
            "".join(sign for line in str(theirs).splitlines()[2:10] for sign in line[2:18:2]))
