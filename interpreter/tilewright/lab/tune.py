"""The number of a game with which a figure reaches a goal, found by halves and tested anew."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any

from tilewright.lab.changed import number_at, trying, with_number
from tilewright.lab.differing import known
from tilewright.lab.findings.figures import told
from tilewright.lab.findings.games import Games
from tilewright.lab.findings.names import game_names
from tilewright.lab.goals import goal_of
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
FOUND, ALREADY, UNREACHED, NOT_MONOTONE, NO_EFFECT, TOO_FEW = (
    "found", "already", "unreached", "not_monotone", "no_effect", "too_few")

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be tuned, to what, and how much may be played for it."""

    path: str
    goal: str
    blocks: int
    between: tuple[int, int] | None = None
    hands: Hands = ALONE


@dataclass(slots=True)
class Trial:
    """A number that was tried."""

    number: int
    games: Games
    interval: Interval

    def told(self) -> Told:
        return {"number": self.number, "figure": told(self.interval), "mean": self.interval.mean,
                "games": len(self.games.noted)}


@dataclass(slots=True)
class Tuning:
    """Trials of one number for one goal."""

    plan: Plan
    wish: Wish
    goal: Goal
    tell: Callable[[int, int], None] | None = None
    trials: dict[int, Trial] = field(default_factory=dict)
    play: Callable[[int], Trial] = field(init=False)

    def trial(self, number: int) -> Trial:
        """What comes of a number; each is played once."""
        if number not in self.trials:
            self.trials[number] = self.play(number)
            if self.tell is not None:
                self.tell(len(self.trials), 0)
        return self.trials[number]

    def above(self, number: int) -> bool:
        return self.trial(number).interval.mean > self.goal.value

    def found(self, low: int, high: int, now: int) -> tuple[str, int | None]:
        """How the search ended, and with which number."""
        ends = self.trial(low), self.trial(high)
        if not all(isfinite(one.interval.half_width) for one in ends):
            return TOO_FEW, None
        if self.goal.sign != "=" and low <= now <= high and self._meets(now):
            return ALREADY, now
        if _never_differ(self.goal, *ends):
            return NO_EFFECT, None
        if self.above(low) == self.above(high):
            return self._not_crossed(low, high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.above(middle) == self.above(low) else (low, middle)
        if self._bends(*ends):
            return NOT_MONOTONE, None
        return FOUND, self._better(low, high)

    def _meets(self, number: int) -> bool:
        return self.goal.is_met(self.trial(number).interval.mean)

    def _not_crossed(self, low: int, high: int) -> tuple[str, int | None]:
        """Both ends are on one side of the goal: it may be that all between them is, too."""
        if self.goal.sign != "=" and self._meets(low):
            # What is wanted holds everywhere; the one nearest to the goal changes least.
            return FOUND, min((low, high), key=self._away)
        nearest = min((low, high), key=self._away)
        if self.goal.sign == "=" and not self.trial(nearest).interval.excludes(self.goal.value):
            return FOUND, nearest
        middle = self.trial((low + high) // 2)
        beyond = (middle.interval.high < self.goal.value if self.above(low)
                  else middle.interval.low > self.goal.value)
        return (NOT_MONOTONE if beyond else UNREACHED), None

    def _away(self, number: int) -> float:
        return abs(self.trial(number).interval.mean - self.goal.value)

    def _better(self, low: int, high: int) -> int:
        """Of two neighbours the one that is nearer, or the one that is on the side that is wanted.
        """
        if self.goal.sign == "=":
            return min((low, high), key=self._away)
        return low if self._meets(low) else high

    def _bends(self, first: Trial, last: Trial) -> bool:
        """Whether the figure clearly goes the other way somewhere."""
        rises = last.interval.mean > first.interval.mean
        row = [self.trials[at] for at in sorted(self.trials)]
        return any(_falls(self.goal, *((one, other) if rises else (other, one)))
                   for one, other in pairwise(row))


def _falls(goal: Goal, one: Trial, other: Trial) -> bool:
    """Whether a figure is clearly less in the second trial, block by block where it is a mean."""
    if goal.figure == "spread":
        return other.interval.high < one.interval.low
    return known(_differences(goal, one, other)).high < 0


def _differences(goal: Goal, one: Trial, other: Trial) -> Any:
    (before,), (after,) = (goal.blocks(trial.games) for trial in (one, other))
    count = min(before.size, after.size)
    return after[:count] - before[:count]


def _never_differ(goal: Goal, one: Trial, other: Trial) -> bool:
    if goal.figure == "spread":
        keys = ([game.key for game in trial.games.noted] for trial in (one, other))
        return len(set(map(tuple, keys))) == 1
    return not _differences(goal, one, other).any()


def tune(game: Game, plan: Plan, wish: Wish, tell: Callable[[int, int], None] | None = None,
         command: str = "") -> Told:
    """A search for a number, as data for JSON."""
    number = number_at(plan.arm.game, plan.arm.variants, wish.path)
    goal = goal_of(wish.goal, plan.program(game))
    low, high = wish.between or around(number.now, number.path)
    search = Tuning(plan, wish, goal, tell)
    with trying(number) as variants:
        def played(value: int, seed: int = 0, *, early: bool = True) -> Trial:
            given = variants(value)
            with_number(number, given, value)
            arm = replace(plan.arm, variants=given)
            own = replace(plan, arm=arm, seed=plan.seed + seed)
            return _trial(game, own, wish, goal, value, early=early)

        search.play = played
        status, value = search.found(low, high, number.now)
        fresh = None if value is None else played(value, FRESH, early=False)
    return {
        "version": VERSION, "made": _made(game, plan, search, fresh, command),
        "goal": {"said": goal.said, "figure": goal.figure, "sign": goal.sign,
                 "value": goal.value, "share": goal.is_share},
        "path": number.path, "now": number.now, "between": [low, high], "status": status,
        "value": value, "fresh": None if fresh is None else fresh.told(),
        "holds": None if fresh is None else _holds(goal, fresh.interval),
        "trials": [search.trials[at].told() for at in sorted(search.trials)]}


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
    if goal.sign == "=":
        return not found.excludes(goal.value)
    return found.high < goal.value if goal.sign == "<" else found.low > goal.value


def _made(game: Game, plan: Plan, search: Tuning, fresh: Trial | None, command: str) -> Told:
    trials = [*search.trials.values(), *([fresh] if fresh is not None else [])]
    return {"command": command, "tilewright": version("tilewright"),
            "game": {"id": game.id, "title": game_names(game.model), "version": game.model.version,
                     "hash": game.hash, "variants": list(game.model.variants),
                     "options": dict(plan.arm.options), "players": plan.players},
            "bots": list(plan.bots), "seed": plan.seed,
            "games": sum(len(one.games.noted) for one in trials)}
