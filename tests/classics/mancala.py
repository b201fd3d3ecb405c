"""Mancala, as it comes."""

from __future__ import annotations

from typing import Any

OPENSPIEL = "mancala"
PLAYERS = 2
OPTIONS: dict[str, int] = {}

# Their pits in the order of ours.
PITS = [*range(1, 14), 0]


def key(move: Any, state: Any) -> int:
    """Pits go around the board on both sides; their number 0 is the last one of ours."""
    side, number = move.picks["chosen"]
    return int(number) + (7 if side == "n" else 0)


def board(ours: Any, theirs: Any) -> tuple[list[int], list[int]]:
    here = [ours[pit].seeds for pit in ours.program.game.kinds["pit"].items]
    there = [int(n) for n in theirs.observation_tensor(0)]
    return here, [there[pit] for pit in PITS]
