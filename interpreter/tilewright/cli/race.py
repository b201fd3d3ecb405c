"""How fast random games are: those who are compared take turns, so that all see the same load."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    # Seconds a decision, decisions a game.
    Round = tuple[float, float]
    # Plays random games for so many seconds; the number of the round says which.
    Runner = Callable[[float, int], Round]

ROUNDS = 20


def race(runners: Mapping[str, Runner], seconds: float, rounds: int = ROUNDS) -> dict[str, Round]:
    """The best of several rounds of each, with how long its games were."""
    ran: dict[str, list[Round]] = {name: [] for name in runners}
    for number in range(rounds):
        for name, runner in runners.items():
            ran[name].append(runner(seconds / rounds, number))
    return {name: (min(r[0] for r in of), sum(r[1] for r in of) / len(of))
            for name, of in ran.items()}


def in_python(new: Callable[[int], Any]) -> Runner:
    """Random games move by move: list the moves, take one, apply it."""

    def play(seconds: float, seed: int) -> Round:
        draw = random.Random(seed).random
        decisions = games = 0
        clock = time.perf_counter
        started = clock()
        while clock() - started < seconds or games == 0:
            state = new(games)
            games += 1
            legal, apply = state.legal, state.apply
            while moves := legal():
                apply(moves[int(draw() * len(moves))])
                decisions += 1
        return (clock() - started) / decisions, decisions / games

    return play


def best_of(function: Callable[[], Any], times: int, tries: int = 5) -> float:
    """Seconds that one call takes."""
    best = 1e9
    for _ in range(tries):
        started = time.perf_counter()
        for _ in range(times):
            function()
        best = min(best, time.perf_counter() - started)
    return best / times
