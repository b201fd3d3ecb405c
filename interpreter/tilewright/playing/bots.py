"""Players for any game, from data alone. A bot gets a view, never the state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.playing.scores import worths
from tilewright.playing.stream import one_of
from tilewright.problems import IllegalMove, RuleError, UsageError, did_you_mean

if TYPE_CHECKING:
    from tilewright.playing.view import View

Bot = Callable[["View", random.Random], int]


def random_bot(view: View, rng: random.Random) -> int:
    """Any move, all equally likely."""
    return one_of(rng, view.legal())


def greedy_bot(view: View, rng: random.Random) -> int:
    """The move after which a seat leads most, in one way that the hidden things may lie: by points,
    and by what the game hints at."""
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
        value = _lead(worths(trial), view.seat)
        if best is None or value > best:
            best, found = value, [move]
        elif value == best:
            found.append(move)
    return one_of(rng, found)


def _lead(worths: list[int], seat: int) -> int:
    others = [worth for other, worth in enumerate(worths) if other != seat]
    return worths[seat] - max(others, default=0)


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}


def bot_named(name: str) -> Bot:
    if name.startswith("mcts"):
        from tilewright.playing.mcts import searcher

        found = searcher(name)
        if found is not None:
            return found
    if name not in BOTS:
        known = [*BOTS, "mcts:200", "mcts:200+hints"]
        raise UsageError(f"there is no bot '{name}'; {did_you_mean(name, known)}")
    return BOTS[name]
