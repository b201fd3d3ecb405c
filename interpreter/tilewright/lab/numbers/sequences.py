"""Intervals that stay true however often somebody looks: confidence sequences of a mean.

Without bounds: the asymptotic sequence of Waudby-Smith and others, "Time-uniform central limit
theory". While there is little, and values have bounds: see `betting`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import (
    LEVEL,
    Flags,
    Floats,
    Interval,
    checked_share,
    mean_of,
    nothing_known,
    sample,
)
from tilewright.lab.numbers.betting import Bounds, bet, capital

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

TUNED = 500
LEAST = 30
# Means of skewed values are near to normal late. Cochran's rule (Sampling Techniques), with the
# constant of Sugden, Smith and Jones: at least 28 blocks and 25 for each square of the skewness.
# Without it something that happens in a block of a hundred is told wrong in half of all series.
FIRST, PER_SKEWNESS = 28, 25
FURTHEST = 10_000_000


@dataclass(frozen=True, slots=True)
class Moments:
    """What is known of series after some blocks: means, deviations, by how much the variance of
    such values grows with their mean, and blocks until means can be taken as normal."""

    blocks: Floats
    means: Floats
    deviations: Floats
    growth: Floats
    least: Floats

    @property
    def ready(self) -> Flags:
        """Whether there are as many blocks."""
        ready: Flags = self.blocks >= self.least
        return ready


def moments(values: ArrayLike, looks: ArrayLike | None = None) -> Moments:
    """Moments of each series after so many blocks; without `looks` after all of them."""
    numbers = sample(values)
    count = numbers.shape[-1]
    at = np.asarray([count] if looks is None else looks, dtype=np.int64)
    if at.size and not (at.min() >= 1 and at.max() <= count):
        raise ValueError(f"there are {count} blocks; nobody can look at {at.tolist()}")
    n = at.astype(np.float64)
    # Sums of squares lose less where they are about values near to zero.
    shift = numbers.mean(axis=-1, keepdims=True)
    away = numbers - shift
    squares = away * away
    # A third power by multiplying is many times as quick as one by logarithms.
    first, second, third = (np.cumsum(one, axis=-1)[..., at - 1] / n
                            for one in (away, squares, squares * away))
    spread = np.maximum(second - first**2, 0.0)
    lean = third - 3 * first * second + 2 * first**3
    varied = spread > (1e-12 * (1 + np.abs(shift))) ** 2
    growth = lean / np.where(varied, spread, 1.0)
    return Moments(n, first + shift, np.sqrt(spread * n / np.maximum(n - 1, 1)), growth,
                   np.where(varied, _least(growth**2 / np.where(varied, spread, 1.0)), np.inf))


def _least(skewness: Floats) -> Floats:
    """How many blocks there have to be, from the square of the skewness."""
    return np.maximum(LEAST, FIRST + PER_SKEWNESS * skewness)


def tuning(tuned: int) -> float:
    """The variance of the mixture for which intervals are narrowest after `tuned` blocks.

    It is the same at all levels, so that an interval leaves out a value just when the evidence
    against this value is large enough."""
    if tuned < 1:
        raise ValueError(f"'tuned' is {tuned}; it has to be at least 1")
    wide = -2 * math.log(1 - LEVEL)
    return (wide + math.log(wide + 1)) / tuned


def margin(blocks: ArrayLike, *, level: float = LEVEL, tuned: int = TUNED) -> Floats:
    """Half the width of the sequence after so many blocks, in standard deviations of a block."""
    n = np.asarray(blocks, dtype=np.float64)
    wrong = 1 - checked_share(level, "level")
    grown = n * tuning(tuned) + 1
    widths: Floats = np.sqrt(2 * grown * np.log(np.sqrt(grown) / wrong)
                             / (n * n * tuning(tuned)))
    return widths


def running(values: ArrayLike, looks: ArrayLike, *, level: float = LEVEL,
            tuned: int = TUNED) -> tuple[Floats, Floats, Floats]:
    """Means, lows and highs of each series after so many blocks, by the asymptotic sequence."""
    return _ends(moments(values, looks), level, tuned)


def _ends(known: Moments, level: float, tuned: int) -> tuple[Floats, Floats, Floats]:
    half = np.where(known.ready,
                    known.deviations * margin(known.blocks, level=level, tuned=tuned), np.inf)
    return known.means, known.means - half, known.means + half


def interval(values: ArrayLike, *, level: float = LEVEL, tuned: int = TUNED,
             bounds: Bounds | None = None, known: Moments | None = None) -> Interval:
    """What is known of a mean, at any look; all numbers are possible while there is too little.

    With `bounds` of a value something is known from the first block on. Who knows the moments can
    give them, so that they are not worked out again."""
    numbers = sample(values)
    checked_share(level, "level")
    if not numbers.size:
        return nothing_known(numbers)
    known = moments(numbers) if known is None else known
    if bounds is not None and not known.ready[0]:
        return bet(numbers, bounds, level=level)
    _, lows, highs = _ends(known, level, tuned)
    low, high = bounds or (-math.inf, math.inf)
    return Interval(mean_of(numbers), max(low, float(lows[0])), min(high, float(highs[0])),
                    numbers.size)


def is_ready(values: ArrayLike) -> bool:
    """Whether there are blocks enough for the asymptotic sequence."""
    numbers = sample(values)
    return bool(numbers.size) and bool(moments(numbers).ready[0])


def e_value(values: ArrayLike, null: float, *, tuned: int = TUNED,
            bounds: Bounds | None = None) -> float:
    """The evidence that a mean is not `null`: what a fair bet against it made of 1 by now."""
    numbers = sample(values)
    known = moments(numbers) if numbers.size else None
    if known is not None and known.ready[0]:
        return math.exp(min(log_evidence(known, null, tuned=tuned)[0], 700.0))
    if numbers.size and bounds is not None:
        return math.exp(min(float(capital(numbers, null, bounds)[-1]), 700.0))
    return 1.0


def log_evidence(known: Moments, null: float, *, tuned: int = TUNED) -> Floats:
    """Logarithms of the mixture martingale from which the sequence comes; 0 before it is ready."""
    grown = known.blocks * tuning(tuned) + 1
    away = (known.means - null) / np.where(known.ready, known.deviations, 1.0)
    logs = known.blocks**2 * tuning(tuned) * away**2 / (2 * grown) - np.log(grown) / 2
    return np.where(known.ready, logs, 0.0)


def width_after(values: ArrayLike, more: int, *, level: float = LEVEL,
                tuned: int = TUNED) -> float:
    """About half the width of the interval after so many more blocks."""
    numbers = sample(values)
    return _width(moments(numbers), numbers.size + more, level, tuned) if numbers.size else math.inf


def _width(known: Moments, blocks: int, level: float, tuned: int) -> float:
    """Half the width after so many blocks, if they go on as they were."""
    if blocks < known.least[0]:
        return math.inf
    return float(known.deviations[0] * margin(blocks, level=level, tuned=tuned))


def needed(values: ArrayLike, half_width: float, *, level: float = LEVEL,
           tuned: int = TUNED, known: Moments | None = None) -> int | None:
    """About how many more blocks until the interval is as narrow; `None` if nobody can say."""
    numbers = sample(values)
    if not numbers.size:
        return None
    known = moments(numbers) if known is None else known
    if _width(known, numbers.size + FURTHEST, level, tuned) > half_width:
        return None
    low, high = -1, FURTHEST
    while high - low > 1:
        middle = (low + high) // 2
        wide = _width(known, numbers.size + middle, level, tuned) > half_width
        low, high = (middle, high) if wide else (low, middle)
    return high
