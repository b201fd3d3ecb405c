"""Go by area on nine by nine, with a komi of seven and a half."""

from __future__ import annotations

from typing import Any

OPENSPIEL = "go(board_size=9,komi=7.5)"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
SIGNS = {None: "+", "black": "X", "white": "O"}


def key(move: Any, state: Any) -> int:
    """Points go row by row on both sides, and then there is to pass."""
    points = _points(state)
    return len(points) if move.is_pass else points.index(move.picks["chosen"])


def follow(ours: Any, theirs: Any) -> Any:
    """Pass there for a player who can do nothing else, and whom we do not ask."""
    only = [len(_points(ours))]
    while theirs.legal_actions() == only and ours.decider != theirs.current_player():
        theirs.apply_action(*only)
    return theirs


def board(ours: Any, theirs: Any) -> tuple[str, str]:
    rows = [line.split()[1] for line in str(theirs).splitlines() if line[:2].strip().isdigit()]
    return "".join(SIGNS[ours[point].stone] for point in _points(ours)), "".join(reversed(rows))


def _points(ours: Any) -> list[str]:
    return list(ours.program.game.kinds["point"].items)
