"""What can be said of a question: clear, likely, or cannot tell yet, and when it might."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import LEVEL, Floats, Interval, checked_share, sample
from tilewright.lab.numbers.sequences import TUNED, interval, moments, needed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tilewright.lab.numbers.betting import Bounds

LIKELY_LEVEL = 0.80
WRONG = 0.05


class Verdict(Enum):
    """How sure it is that a mean is another one than supposed."""

    CLEAR = "clear"
    LIKELY = "likely"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict with its interval. `more` blocks or so would make it clear, if anybody can say;
    `small` means that no difference is left that would matter."""

    verdict: Verdict
    interval: Interval
    level: float
    null: float
    more: int | None
    small: bool


def judge(values: ArrayLike, *, null: float = 0.0, level: float = LEVEL, worth: float = 0.0,
          tuned: int = TUNED, bounds: Bounds | None = None) -> Finding:
    """Whether the mean of blocks is another than `null`, at any look.

    A difference below `worth` does not matter; no blocks are asked for to find it."""
    numbers = sample(values)
    known = moments(numbers) if numbers.size else None
    found = interval(numbers, level=level, tuned=tuned, bounds=bounds, known=known)
    loose = interval(numbers, level=min(LIKELY_LEVEL, level), tuned=tuned, bounds=bounds,
                     known=known)
    verdict = (Verdict.CLEAR if found.excludes(null)
               else Verdict.LIKELY if loose.excludes(null) else Verdict.CANNOT_TELL)
    small = null - worth <= found.low and found.high <= null + worth
    if verdict is Verdict.CLEAR or small:
        return Finding(verdict, found, level, null, 0, small)
    away = abs(found.mean - null)
    # Either the null or all that matters has to lie outside.
    more = needed(numbers, max(away, worth - away), level=level, tuned=tuned, known=known)
    return Finding(verdict, found, level, null, more, small)


class Outcome(Enum):
    """What a test of two shares ended with."""

    HIGHER = "higher"
    LOWER = "lower"
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class Sprt:
    """Where a test stands: `llr` now, and after how many blocks it was decided.

    The mean of a series that such a test ended is biased outwards; estimate with `interval`."""

    outcome: Outcome
    llr: float
    bound: float
    decided_after: int | None


def llr(values: ArrayLike, lower: float, higher: float,
        looks: ArrayLike | None = None) -> Floats:
    """By how much the higher mean is likelier than the lower one, as a logarithm.

    The generalised test of fishtest, on block means; 0 until they can be taken as normal. The
    variance is that which such values have half-way between the two means: that of the sample is
    smaller whenever the sample is low by chance, and 5% of errors would be more than 6."""
    if not lower < higher:
        raise ValueError(f"'higher' is {higher}; it has to be more than {lower}")
    known = moments(values, looks)
    middle = (lower + higher) / 2
    found = np.where(known.ready, known.deviations, 1.0) ** 2
    spread = np.maximum(found + known.growth * (middle - known.means), found / 2)
    logs = known.blocks * (higher - lower) * (2 * known.means - lower - higher) / (2 * spread)
    return np.where(known.ready, logs, 0.0)


def sprt(values: ArrayLike, lower: float, higher: float, *, wrong: float = WRONG) -> Sprt:
    """Which of two means it is, as soon as the blocks say so; later ones do not change that."""
    bound = math.log(1 / checked_share(wrong, "wrong") - 1)
    numbers = sample(values)
    if not numbers.size:
        return Sprt(Outcome.GO_ON, 0.0, bound, None)
    logs = llr(numbers, lower, higher, np.arange(1, numbers.size + 1))
    crossed = np.flatnonzero(np.abs(logs) >= bound)
    if not crossed.size:
        return Sprt(Outcome.GO_ON, float(logs[-1]), bound, None)
    outcome = Outcome.HIGHER if logs[crossed[0]] > 0 else Outcome.LOWER
    return Sprt(outcome, float(logs[-1]), bound, int(crossed[0]) + 1)
