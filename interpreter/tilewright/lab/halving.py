"""The search for a number by halves, and which numbers are left when it cannot be told yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any

from tilewright.lab.differing import known
from tilewright.lab.findings.figures import told
from tilewright.lab.numbers.sequences import needed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.lab.findings.games import Games
    from tilewright.lab.goals import Goal
    from tilewright.lab.numbers.base import Interval

FOUND, ALREADY, OPEN, UNREACHED, NOT_MONOTONE, NO_EFFECT, TOO_FEW = (
    "found", "already", "open", "unreached", "not_monotone", "no_effect", "too_few")
BELOW, UNTOLD, ABOVE = -1, 0, 1

Told = dict[str, Any]


@dataclass(slots=True)
class Trial:
    """A number that was tried."""

    number: int
    games: Games
    interval: Interval

    def told(self) -> Told:
        return {"number": self.number, "figure": told(self.interval), "mean": self.interval.mean,
                "games": len(self.games.noted)}


@dataclass(frozen=True, slots=True)
class Ended:
    """How a search has ended, with which number, and of which numbers it cannot be told yet whether
    they do, too: from the first to the last of them."""

    status: str
    value: int | None = None
    left: tuple[int, int] | None = None


@dataclass(slots=True)
class Search:
    """Trials of numbers for one goal."""

    goal: Goal
    play: Callable[[int], Trial]
    tell: Callable[[int, int], None] | None = None
    trials: dict[int, Trial] = field(default_factory=dict)

    def trial(self, number: int) -> Trial:
        """What comes of a number; each is played once."""
        if number not in self.trials:
            self.trials[number] = self.play(number)
            if self.tell is not None:
                self.tell(len(self.trials), 0)
        return self.trials[number]

    def side(self, number: int) -> int:
        """On which side of the goal the figure is, if that is clear."""
        return side_of(self.goal, self.trial(number).interval)

    def found(self, low: int, high: int, now: int) -> Ended:
        """Look for the number between two others."""
        ends = self.trial(low), self.trial(high)
        if not all(isfinite(one.interval.half_width) for one in ends):
            return Ended(TOO_FEW)
        wanted = self.goal.side
        if wanted and low <= now <= high and self.side(now) == wanted:
            return Ended(ALREADY, now)
        if _never_differ(self.goal, *ends):
            return Ended(NO_EFFECT)
        if self.side(low) == self.side(high) not in (wanted, UNTOLD):
            return self._beyond(low, high)
        ended = self._wanted(low, high, wanted) if wanted else self._nearest(low, high)
        return Ended(NOT_MONOTONE) if self._bends(*ends) else ended

    def _beyond(self, low: int, high: int) -> Ended:
        """Both ends are clearly on one side: it may be that all between them is, too."""
        middle = (low + high) // 2
        return Ended(NOT_MONOTONE if self.side(middle) == -self.side(low) else UNREACHED)

    # -- a value that is to be met ----------------------------------------------------------------

    def _nearest(self, low: int, high: int) -> Ended:
        """The number with which the figure is nearest to a value, and all that might be it, too."""
        rises = self._mean(low) < self._mean(high)
        below, above = (BELOW, ABOVE) if rises else (ABOVE, BELOW)
        one, other = low, high
        if (self._mean(low) > self.goal.value) != (self._mean(high) > self.goal.value):
            while other - one > 1:
                middle = (one + other) // 2
                is_low = (self._mean(middle) > self.goal.value) != rises
                one, other = (middle, other) if is_low else (one, middle)
        some = [at for at in sorted(self.trials) if self.side(at) == UNTOLD]
        if not some:
            # Two neighbours are clearly on both sides.
            return Ended(FOUND, min((one, other), key=self._away))
        left = self._last(below, low, some[0], 1) + 1, self._last(above, high, some[-1], -1) - 1
        if left[0] == left[1]:
            return Ended(FOUND, left[0])
        return Ended(OPEN, min(some, key=self._away), left)

    def _mean(self, number: int) -> float:
        return self.trial(number).interval.mean

    def _away(self, number: int) -> float:
        return abs(self._mean(number) - self.goal.value)

    # -- a side that is wanted --------------------------------------------------------------------

    def _wanted(self, low: int, high: int, wanted: int) -> Ended:
        """The first number with which the figure is clearly on a side."""
        good = [at for at in (low, high) if self.side(at) == wanted]
        if len(good) == 2:
            # What is wanted holds everywhere; the one nearest to the goal changes least.
            return Ended(FOUND, min(good, key=self._away))
        if not good:
            best = max((low, high), key=lambda at: wanted * self._mean(at))
            return Ended(OPEN, best, self._not_against(low + high - best, best, wanted))
        (best,) = good
        other = low + high - best
        step = 1 if other > best else -1
        value = self._last(wanted, best, other, step)
        return Ended(FOUND, value, self._not_against(other, value + step, wanted))

    def _not_against(self, other: int, best: int, wanted: int) -> tuple[int, int] | None:
        """From the one end of the numbers to the best: those that are not clearly on the wrong
        side."""
        step = 1 if best > other else -1
        if self.side(best) != UNTOLD:
            return None
        first = self._last(-wanted, other, best, step) + step
        return min(first, best), max(first, best)

    # -- by halves --------------------------------------------------------------------------------

    def _last(self, side: int, start: int, end: int, step: int) -> int:
        """On the way from one number to another that is not on a side, the last one that clearly
        is; the one before the first if that is not, either."""
        if self.side(start) != side:
            return start - step
        while abs(end - start) > 1:
            middle = (start + end) // 2
            start, end = (middle, end) if self.side(middle) == side else (start, middle)
        return start

    def _bends(self, first: Trial, last: Trial) -> bool:
        """Whether the figure clearly goes the other way somewhere."""
        rises = last.interval.mean > first.interval.mean
        row = [self.trials[at] for at in sorted(self.trials)]
        return any(_falls(self.goal, *((one, other) if rises else (other, one)))
                   for one, other in pairwise(row))

    # -- how much more it takes -------------------------------------------------------------------

    def more(self, ended: Ended, low: int, high: int) -> int | None:
        """About how many more games with each number that is left would tell it from its
        neighbours, if anybody can say."""
        apart = abs(self._mean(high) - self._mean(low)) / (high - low)
        if ended.left is None or ended.value is None or not apart:
            return None
        return more_games(self.goal, self.trial(ended.value), apart / 2)


def side_of(goal: Goal, found: Interval) -> int:
    """On which side of a goal a figure clearly is."""
    return ABOVE if found.low > goal.value else BELOW if found.high < goal.value else UNTOLD


def more_games(goal: Goal, trial: Trial, half_width: float) -> int | None:
    """About how many more games until a figure is known so well, if anybody can say."""
    columns = goal.blocks(trial.games)
    # Both ends of the distance between two seats move.
    wanted = half_width / (1 if len(columns) == 1 else 2)
    blocks = [needed(column, wanted) for column in columns]
    most = max((one for one in blocks if one is not None), default=0)
    return most * trial.games.players if most and None not in blocks else None


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
