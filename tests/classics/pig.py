"""Pig. OpenSpiel cuts a game off after a thousand moves, which none of these reaches."""

from __future__ import annotations

from typing import Any

OPENSPIEL = "pig"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
MORE = [{"OPENSPIEL": "pig(players=3,winscore=40)", "PLAYERS": 3, "OPTIONS": {"goal": 40}}]

FACES = ["one", "two", "three", "four", "five", "six"]


def key(move: Any, state: Any) -> int:
    if state.decider < 0:
        return FACES.index(move.picks["rolled"])
    return ["roll", "hold"].index(move.action)


def result(state: Any) -> list[float]:
    """One who wins alone, of whom the others each pay a share."""
    loses = -1 / (state.players - 1)
    return [1.0 if seat in state.winners() else loses for seat in range(state.players)]


def board(state: Any, theirs: Any) -> tuple[list[int], list[int]]:
    ours = [*state.scores(), state["game"].at_risk]
    scores, _, total = str(theirs).partition(", Turn total: ")
    there = [int(n) for n in scores.partition(": ")[2].split()]
    return ours, [*there, int(total.split()[0])]
