"""Players for any game, from data alone. A bot gets a view, never the state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.playing.stream import one_of
from tilewright.problems import IllegalMove, RuleError, UsageError, did_you_mean

if TYPE_CHECKING:
    from tilewright.playing.view import View

Bot = Callable[["View", random.Random], int]


def random_bot(view: View, rng: random.Random) -> int:
    """Any move, all equally likely."""
    return one_of(rng, view.legal())


def greedy_bot(view: View, rng: random.Random) -> int:
    """The move after which the own score leads most, in one way that the hidden things may lie."""
    moves = view.legal()
    if len(moves) == 1:
        return moves[0]
    try:
        known = view.determinize(rng.getrandbits(63))
    except IllegalMove:
        return random_bot(view, rng)
    best, found = None, moves
    for move in moves:
        trial = known.clone()
        try:
            trial.apply(move)
        except (IllegalMove, RuleError):
            continue
        value = _lead(trial.scores(), view.seat, most=trial.program.game.best == "most")
        if best is None or value > best:
            best, found = value, [move]
        elif value == best:
            found.append(move)
    return one_of(rng, found)


def _lead(scores: list[int], seat: int, *, most: bool) -> int:
    sign = 1 if most else -1
    others = [sign * s for i, s in enumerate(scores) if i != seat]
    return sign * scores[seat] - max(others, default=0)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}


def bot_named(name: str) -> Bot:
    if name.startswith("mcts"):
        from tilewright.playing.mcts import searcher

        found = searcher(name)
        if found is not None:
            return found
    if name not in BOTS:
        raise UsageError(f"there is no bot '{name}'; {did_you_mean(name, [*BOTS, 'mcts:200'])}")
    return BOTS[name]
