"""Go by area on nine by nine, with a komi of seven and a half."""

from __future__ import annotations

from typing import Any

SIZE = 9
OPENSPIEL = f"go(board_size={SIZE},komi=7.5)"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
SIGNS = {None: "+", "black": "X", "white": "O"}


def key(move: Any, state: Any) -> int:
    """Points go row by row on both sides, and then there is to pass."""
    if move.is_pass:
        return SIZE * SIZE
    return int(state.program.game.kinds["point"].items.index(move.picks["chosen"]))


def follow(ours: Any, theirs: Any) -> Any:
    """Pass there for a player who can do nothing else, and whom we do not ask."""
    while theirs.legal_actions() == [SIZE * SIZE] and ours.decider != theirs.current_player():
        theirs.apply_action(SIZE * SIZE)
    return theirs


def board(ours: Any, theirs: Any) -> tuple[str, str]:
    points = ours.program.game.kinds["point"].items
    rows = [line.split()[1] for line in str(theirs).splitlines()[2:2 + SIZE]]
    return "".join(SIGNS[ours[point].stone] for point in points), "".join(reversed(rows))
