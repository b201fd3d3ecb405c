"""Many games between bots; the result is the same for any number of processes."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.compiling.kernel import GOLDEN, mixed
from tilewright.playing.bots import Bot, bot_named, random_bot
from tilewright.playing.game import Game, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.playing.state import State

MOST_DECISIONS = 100_000
CHUNK = 25


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


def _chunk(job: Job, first: int, last: int) -> list[dict[str, Any]]:
    """Games of one series, in a process of their own."""
    game = _loaded(job)
    return [one_game(game, job, number) for number in range(first, last)]


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
    results: list[dict[str, Any]] = []
    runner = _in_processes(job, games, jobs) if jobs > 1 else _here(job, games, game)
    for chunk in runner:
        results += chunk
        if tell is not None:
            tell(len(chunk))
    seconds = time.perf_counter() - started
    decisions = sum(r["decisions"] for r in results)
    loaded = game or _loaded(job)
    return {
        "game": loaded.id, "players": loaded.program(job.players).players, "games": games,
        "seed": job.seed, "bot": job.bot, "decisions": decisions, "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "results": results,
    }


def _here(job: Job, games: int, game: Game | None) -> Iterator[list[dict[str, Any]]]:
    loaded = game or _loaded(job)
    for first in range(0, games, CHUNK):
        yield [one_game(loaded, job, n) for n in range(first, min(first + CHUNK, games))]


def _in_processes(job: Job, games: int, jobs: int) -> Iterator[list[dict[str, Any]]]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(_chunk, job, first, min(first + CHUNK, games))
                   for first in range(0, games, CHUNK)]
        for future in futures:
            yield future.result()
