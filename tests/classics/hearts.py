"""Hearts. A game there is one deal of ours; it draws by chance how cards are passed, while we go
through all four ways."""

from __future__ import annotations

from typing import Any

import pyspiel

OPENSPIEL = "hearts"
PLAYERS = 4
OPTIONS: dict[str, int] = {"deals": 4}
FEW = 3

SUITS = "cdsh"
THEIR_SUITS = "cdhs"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]
# No pass, left, across, right; ours are left, right, across, none.
DIRECTIONS = [1, 3, 2, 0]
ALL = 26


def key(move: Any, state: Any) -> int:
    name = next(iter(move.picks.values()))
    return 4 * RANKS.index(name[1:]) + THEIR_SUITS.index(name[0])


# The points that ended deals gave there, one list for each; one game is compared at a time.
ENDED: list[list[int]] = []


def follow(ours: Any, theirs: Any) -> Any:
    """Each deal of ours begins a game of theirs."""
    if ours.round == 0:
        ENDED.clear()
    if theirs.is_terminal() and not ours.over:
        ENDED.append([ALL - int(n) for n in theirs.returns()])
        theirs = pyspiel.load_game(OPENSPIEL).new_initial_state()
    if theirs.is_initial_state():
        theirs.apply_action(DIRECTIONS[len(ENDED) % 4])
    return theirs


def result(state: Any) -> list[float]:
    """There, the points of a deal that somebody did not take."""
    before = [sum(deal[seat] for deal in ENDED) for seat in range(4)]
    return [float(ALL - now + then) for now, then in zip(state.scores(), before, strict=True)]


def board(state: Any, theirs: Any) -> tuple[list[int], list[int]]:
    """The points of ended deals, and of this one so far; our position stands still in a shuffle."""
    if state.decider is None or state.decider < 0:
        return [], []
    taken = str(theirs).partition("Points:")[2].split()[1::2] or [0] * 4
    there = [sum(deal[seat] for deal in ENDED) + int(taken[seat]) for seat in range(4)]
    points = [state.read(f"p{seat}.points") for seat in range(1, 5)]
    return [now + more for now, more in zip(state.scores(), points, strict=True)], there
