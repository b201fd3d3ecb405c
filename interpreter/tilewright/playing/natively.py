"""Series of games in native play, with the results that Python gives."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import TYPE_CHECKING, Any

from tilewright.native.engine import is_there
from tilewright.native.machine import machine_of, native_of, no_native
from tilewright.native.making import why_not
from tilewright.native.noting import noted
from tilewright.native.series import games
from tilewright.playing.keys import key_of
from tilewright.playing.scores import standing_of, won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tilewright.compiling.program import Program
    from tilewright.native.counting import Counted
    from tilewright.native.noting import Noted
    from tilewright.native.series import Played

# Games that a thread plays before it takes the next ones.
PART = 256


def can_play(program: Program, bot: str) -> bool:
    """Whether games of a bot can be played natively: greedy bots would have to guess hidden things.

    This is asked often, so it takes no look at the rules, which may be too deep for a module.
    """
    return is_there() and not why_not(program) and (
        bot == "random" or (bot == "greedy" and not program.plan.hides))


def cannot_play(program: Program, bot: str) -> str:
    """Why games of a bot cannot be played natively; nothing if they can."""
    if not is_there():
        return "it needs the extra 'fast': pip install 'tilewright[fast]'"
    why = why_not(program) or ("" if native_of(program) else no_native(program))
    if why or can_play(program, bot):
        return why
    return f"the bot '{bot}' has to guess what is hidden" if bot == "greedy" else (
        f"the bot '{bot}' plays in Python")


def games_of(program: Program, bot: str, seeds: Sequence[int], most: int, jobs: int,
             again: Callable[[int], dict[str, Any]]) -> Iterator[tuple[dict[str, Any], bool]]:
    """The results of a game for each seed, in their order, each with whether it was native.

    A game that stops inside is played `again`, by its place in the list, where its error is told.
    """
    def part(start: int) -> list[tuple[dict[str, Any], bool]]:
        machine = machine_of(program)
        some = seeds[start:start + PART]
        if machine is None:
            return [(again(start + at), False) for at in range(len(some))]
        found = games(machine, program, some, most, keep=True, greedy=bot == "greedy")
        return [(again(start + at), False) if played is None else
                (_result(program, some[at], played), True) for at, played in enumerate(found)]

    starts = range(0, len(seeds), PART)
    if jobs < 2:
        for start in starts:
            yield from part(start)
        return
    with ThreadPoolExecutor(jobs) as pool:
        for results in pool.map(part, starts):
            yield from results


def notes_of(program: Program, seeds: Sequence[int], most: int) -> Iterator[Noted | None]:
    """A random game for each seed, with its decisions; nothing for one that Python must play."""
    machine = machine_of(program) if seeds else None
    return (repeat(None, len(seeds)) if machine is None
            else noted(machine, program, seeds, most))


def whole_games(program: Program, seeds: Sequence[int], most: int) -> Iterator[bool]:
    """Whether the random game of each seed comes to its end."""
    machine = machine_of(program) if seeds else None
    found = repeat(None, len(seeds)) if machine is None else games(
        machine, program, seeds, most, keep=False)
    for played in found:
        yield played is not None and played.is_over


def winners_of(program: Program, played: Played | Counted) -> list[int]:
    """The seats that have won a game; none if it did not come to its end."""
    if not played.is_over:
        return []
    return won(program, played.slots, lambda: standing_of(
        program, map(sum, played.points), played.ties))


def _result(program: Program, seed: int, played: Played) -> dict[str, Any]:
    scores = [sum(points) for points in played.points]
    reason = program.game.reasons[played.reason - 1] if played.reason else "limit"
    return {
        "seed": seed, "scores": scores, "winners": winners_of(program, played),
        "rounds": played.rounds, "decisions": played.decisions, "end_reason": reason,
        "key": key_of(program, played.slots),
    }
