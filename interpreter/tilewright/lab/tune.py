"""The number of a game with which a figure reaches a goal, found by halves and tested anew."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tilewright.lab.changed import number_at, trying, with_number
from tilewright.lab.findings.games import Games
from tilewright.lab.findings.names import game_names
from tilewright.lab.goals import goal_of
from tilewright.lab.halving import OPEN, Ended, Search, Trial, more_games, side_of
from tilewright.lab.noting import Noted, told_block
from tilewright.lab.pieces import run
from tilewright.lab.series import ALONE
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.lab.goals import Goal
    from tilewright.lab.numbers.base import Interval
    from tilewright.lab.plan import Plan
    from tilewright.lab.series import Hands
    from tilewright.playing.game import Game

VERSION = 1
# Blocks between two looks at a trial; one that is clear is not played further.
LOOK = 25
# The fresh test is played with other seeds than the trials: tuned values flatter themselves.
FRESH = 1 << 32

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be tuned, to what, and how much may be played for it."""

    path: str
    goal: str
    blocks: int
    between: tuple[int, int] | None = None
    hands: Hands = ALONE


def tune(game: Game, plan: Plan, wish: Wish, tell: Callable[[int, int], None] | None = None,
         command: str = "") -> Told:
    """A search for a number, as data for JSON."""
    number = number_at(plan.arm.game, plan.arm.variants, wish.path)
    goal = goal_of(wish.goal, plan.program(game))
    low, high = wish.between or around(number.now, number.path)
    with trying(number) as variants:
        def played(value: int, seed: int = 0, *, early: bool = True) -> Trial:
            given = variants(value)
            with_number(number, given, value)
            arm = replace(plan.arm, variants=given)
            own = replace(plan, arm=arm, seed=plan.seed + seed)
            return _trial(game, own, wish, goal, value, early=early)

        search = Search(goal, played, tell)
        ended = search.found(low, high, number.now)
        fresh = None if ended.value is None else played(ended.value, FRESH, early=False)
    more = search.more(ended, low, high)
    if fresh is not None and goal.side and side_of(goal, fresh.interval) != goal.side:
        ended, more = _not_shown(ended, fresh, goal)
    return {
        "version": VERSION, "made": _made(game, plan, search, fresh, command),
        "goal": {"said": goal.said, "figure": goal.figure, "sign": goal.sign,
                 "value": goal.value, "share": goal.is_share},
        "path": number.path, "now": number.now, "between": [low, high], "status": ended.status,
        "value": ended.value, "left": ended.left and list(ended.left), "more": more,
        "fresh": None if fresh is None else fresh.told(),
        "holds": None if fresh is None else _holds(goal, fresh.interval),
        "trials": [search.trials[at].told() for at in sorted(search.trials)]}


def _not_shown(ended: Ended, fresh: Trial, goal: Goal) -> tuple[Ended, int | None]:
    """What a search comes to whose number does not show it in other games, too."""
    first, last = ended.left or (fresh.number, fresh.number)
    left = min(first, fresh.number), max(last, fresh.number)
    away = abs(fresh.interval.mean - goal.value)
    return Ended(OPEN, ended.value, left), more_games(goal, fresh, away) if away else None


def around(now: int, path: str) -> tuple[int, int]:
    """From half to double."""
    if now == 0:
        raise UsageError(f"'{path}' is 0 now, so half and double say nothing; say with "
                         "'--between A B' which numbers are tried")
    low, high = sorted((int(now / 2), 2 * now))
    return low, high


def _trial(game: Game, plan: Plan, wish: Wish, goal: Goal, value: int, *, early: bool) -> Trial:
    """Play a number until it is clear on which side of the goal it is, or it was enough."""
    noted: list[Noted] = []
    best = game.model.best
    with closing(_rows(plan, wish)) as rows:
        for count, some in enumerate(rows, 1):
            noted += map(Noted.read, some)
            if early and count % LOOK == 0 and goal.measured(
                    Games.of(noted, plan, best)).excludes(goal.value):
                break
    games = Games.of(noted, plan, best)
    return Trial(value, games, goal.measured(games))


def _rows(plan: Plan, wish: Wish) -> Any:
    hands = wish.hands
    return run(plan, range(wish.blocks), told_block, jobs=hands.jobs, cluster=hands.cluster,
               store=hands.store)


def _holds(goal: Goal, found: Interval) -> bool:
    """Whether a fresh test agrees: with a number as far as it can tell, else for sure."""
    return side_of(goal, found) == goal.side


def _made(game: Game, plan: Plan, search: Search, fresh: Trial | None, command: str) -> Told:
    trials = [*search.trials.values(), *([fresh] if fresh is not None else [])]
    return {"command": command, "tilewright": version("tilewright"),
            "game": {"id": game.id, "title": game_names(game.model), "version": game.model.version,
                     "hash": game.hash, "variants": list(game.model.variants),
                     "options": dict(plan.arm.options), "players": plan.players},
            "bots": list(plan.bots), "seed": plan.seed,
            "games": sum(len(one.games.noted) for one in trials)}
