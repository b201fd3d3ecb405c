"""Many games between bots; the result is the same for any number of processes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import GOLDEN, MASK, mixed
from tilewright.native.machine import no_native, why_python
from tilewright.playing.bots import Bot, bot_named, random_bot
from tilewright.playing.game import Game, load
from tilewright.playing.natively import can_play, cannot_play, games_of
from tilewright.playing.processes import shared
from tilewright.playing.stream import Stream
from tilewright.problems import UsageError, listed

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from tilewright.compiling.program import Program
    from tilewright.playing.state import State

MOST_DECISIONS = 100_000
# Seconds of play in Python before native play is begun.
PAYS = 0.1
PYTHON, NATIVE = ENGINES = ("python", "native")

Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """What to play; plain values, so that it can be sent to another process."""

    game: str
    variants: tuple[str, ...]
    players: int | None
    seed: int
    bot: str
    options: tuple[tuple[str, int], ...] = ()
    # Who plays: `python`, `native`, or the quickest that can where nobody says.
    engine: str = ""


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of a series."""
    return mixed(seed * GOLDEN + number + 1) >> 1


def play_out(state: State, bot: Bot, rng: random.Random) -> int:
    """Play a game to its end, or to a limit that is ours, not the game's; count decisions."""
    if bot is random_bot and isinstance(rng, Stream):
        return _at_random(state, rng.state)
    decisions = 0
    while not state.over and decisions < MOST_DECISIONS:
        seat = state.decider
        assert seat is not None
        state.apply(bot(state.view(seat), rng))
        decisions += 1
    return decisions


def _at_random(state: State, seed: int) -> int:
    """The same moves as the random bot makes, without a view for each."""
    decisions = 0
    legal, apply = state.legal, state.apply
    while (moves := legal()) and decisions < MOST_DECISIONS:
        seed = (seed + GOLDEN) & MASK
        apply(moves[mixed(seed) * len(moves) >> 64])
        decisions += 1
    return decisions


def one_game(game: Game, job: Job, number: int) -> Result:
    """A game of a series, in Python."""
    seed = seed_of(job.seed, number)
    state = game.new(job.players, seed, dict(job.options))
    decisions = play_out(state, bot_named(job.bot), Stream(seed))
    return {
        "seed": seed, "scores": state.scores(), "winners": state.winners(),
        "rounds": state.round, "decisions": decisions,
        "end_reason": state.end_reason or "limit", "key": state.key(),
    }


def _numbered(job: Job, first: int, number: int) -> Result:
    """A game of a series, in a process of its own."""
    return one_game(_loaded(job), job, first + number)


_GAMES: dict[tuple[str, tuple[str, ...]], Game] = {}


def _loaded(job: Job) -> Game:
    """Each process loads a game once."""
    key = (job.game, job.variants)
    if key not in _GAMES:
        _GAMES[key] = load(job.game, job.variants)
    return _GAMES[key]


def results_of(job: Job, games: int, jobs: int, game: Game) -> Iterator[tuple[Result, bool]]:
    """The results of a series, each with whether it was played natively.

    What is short is played in Python, unless native play is asked for: to compile a module takes
    longer than a few games.
    """
    _GAMES[job.game, job.variants] = game
    program = game.program(job.players, dict(job.options))
    done = 0
    _need_engine(program, job)
    if job.engine != PYTHON and can_play(program, job.bot):
        started = time.perf_counter()
        while not job.engine and done < games and time.perf_counter() - started < PAYS:
            yield one_game(game, job, done), False
            done += 1
        seeds = [seed_of(job.seed, number) for number in range(done, games)]
        if not seeds or job.engine or not why_python(program):
            again = partial(_again, game, job, done)
            yield from games_of(program, job.bot, seeds, MOST_DECISIONS, jobs, again)
            return
    for result in shared(partial(_numbered, job, done), games - done, jobs, "spawn"):
        yield result, False


def _need_engine(program: Program, job: Job) -> None:
    """Refuse an engine that is not there, or that cannot play these games."""
    if job.engine not in ("", *ENGINES):
        raise UsageError(f"there is no engine '{job.engine}'; it can be {listed(ENGINES)}")
    why = cannot_play(program, job.bot) if job.engine == NATIVE else ""
    if why:
        raise UsageError(f"this cannot be played natively: {why}")


def _again(game: Game, job: Job, first: int, number: int) -> Result:
    return one_game(game, job, first + number)


def simulate(job: Job, games: int, jobs: int = 1, tell: Callable[[int], None] | None = None,
             game: Game | None = None) -> dict[str, Any]:
    """Play a series of games and sum it up."""
    started = time.perf_counter()
    loaded = game or _loaded(job)
    results: list[Result] = []
    native = 0
    for result, natively in results_of(job, games, jobs, loaded):
        results.append(result)
        native += natively
        if tell is not None:
            tell(1)
    seconds = time.perf_counter() - started
    why = no_native(loaded.program(job.players, dict(job.options)))
    decisions = sum(r["decisions"] for r in results)
    return {
        "game": loaded.id, "players": loaded.program(job.players).players, "games": games,
        "seed": job.seed, "bot": job.bot, "decisions": decisions, "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "engine": NATIVE if native else PYTHON, "native_games": native,
        **({"why_python": why} if why else {}),
        **({"unit": "half"} if loaded.model.halves else {}), "results": results,
    }
