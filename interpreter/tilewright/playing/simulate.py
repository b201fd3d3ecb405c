"""Many games between bots; the result is the same for any number of processes."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import GOLDEN, mixed
from tilewright.playing.bots import Bot, bot_named, random_bot
from tilewright.playing.game import Game, load
from tilewright.playing.processes import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.playing.state import State

MOST_DECISIONS = 100_000


@dataclass(frozen=True, slots=True)
class Job:
    """What to play; plain values, so that it can be sent to another process."""

    game: str
    variants: tuple[str, ...]
    players: int | None
    seed: int
    bot: str
    options: tuple[tuple[str, int], ...] = ()


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of a series."""
    return mixed(seed * GOLDEN + number + 1) >> 1


def play_out(state: State, bot: Bot, rng: random.Random) -> int:
    """Play a game to its end, or to a limit that is ours, not the game's; count decisions."""
    decisions = 0
    if bot is random_bot:
        # The same moves as below, without making a view for each.
        draw = rng.random
        legal, apply = state.legal, state.apply
        while (moves := legal()) and decisions < MOST_DECISIONS:
            apply(moves[int(draw() * len(moves))])
            decisions += 1
        return decisions
    while not state.over and decisions < MOST_DECISIONS:
        seat = state.decider
        assert seat is not None
        state.apply(bot(state.view(seat), rng))
        decisions += 1
    return decisions


def one_game(game: Game, job: Job, number: int) -> dict[str, Any]:
    seed = seed_of(job.seed, number)
    state = game.new(job.players, seed, dict(job.options))
    decisions = play_out(state, bot_named(job.bot), random.Random(seed))
    return {
        "seed": seed, "scores": state.scores(), "winners": state.winners(),
        "rounds": state.round, "decisions": decisions,
        "end_reason": state.end_reason or "limit", "key": state.key(),
    }


def _numbered(job: Job, number: int) -> dict[str, Any]:
    """A game of a series, in a process of its own."""
    return one_game(_loaded(job), job, number)


_GAMES: dict[tuple[str, tuple[str, ...]], Game] = {}


def _loaded(job: Job) -> Game:
    """Each process loads a game once."""
    key = (job.game, job.variants)
    if key not in _GAMES:
        _GAMES[key] = load(job.game, job.variants)
    return _GAMES[key]


def simulate(job: Job, games: int, jobs: int = 1, tell: Callable[[int], None] | None = None,
             game: Game | None = None) -> dict[str, Any]:
    """Play a series of games and sum it up."""
    started = time.perf_counter()
    if game is not None:
        _GAMES[job.game, job.variants] = game
    results: list[dict[str, Any]] = []
    for result in shared(partial(_numbered, job), games, jobs, "spawn"):
        results.append(result)
        if tell is not None:
            tell(1)
    seconds = time.perf_counter() - started
    decisions = sum(r["decisions"] for r in results)
    loaded = _loaded(job)
    return {
        "game": loaded.id, "players": loaded.program(job.players).players, "games": games,
        "seed": job.seed, "bot": job.bot, "decisions": decisions, "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        **({"unit": "half"} if loaded.model.halves else {}), "results": results,
    }
