"""The t distribution, for one look at a number of blocks that was fixed before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tilewright.lab.numbers.base import (
    LEVEL,
    Interval,
    checked_share,
    mean_of,
    nothing_known,
    sample,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

EXACT = 1e-15
TINY = 1e-300
MOST_TERMS = 10_000


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by the method of Lentz."""
    c, d = 1.0, 1 / (_away(1 - (a + b) * x / (a + 1)))
    total = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            c, d = _away(1 + term / c), 1 / _away(1 + term * d)
            total *= c * d
        if abs(c * d - 1) < EXACT:
            break
    return total


def _away(number: float) -> float:
    """A number that can be divided by."""
    return number if abs(number) > TINY else TINY


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
                     + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def tail(t: float, freedom: float) -> float:
    """How probable it is to be farther from 0 than `t`, on either side."""
    return _beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def quantile(level: float, freedom: float) -> float:
    """The t within which, on both sides of 0, so much of the distribution lies."""
    checked_share(level, "level")
    if freedom <= 0:
        raise ValueError(f"'freedom' is {freedom}; it has to be more than 0")
    low, high = 0.0, 1.0
    while tail(high, freedom) > 1 - level:
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, freedom) > 1 - level else (low, middle)
    return (low + high) / 2


def once(values: ArrayLike, *, level: float = LEVEL) -> Interval:
    """The t interval of a mean; it is only true for one look."""
    numbers = sample(values)
    if numbers.size < 2:
        return nothing_known(numbers)
    mean = mean_of(numbers)
    half = quantile(level, numbers.size - 1) * _error(values)
    return Interval(mean, mean - half, mean + half, numbers.size)


def _error(values: ArrayLike) -> float:
    """The standard error of a mean of blocks."""
    numbers = sample(values)
    return float(numbers.std(ddof=1)) / math.sqrt(numbers.size)


def surprise(values: ArrayLike, null: float = 0.0) -> float:
    """The p-value of one look, for `many.benjamini_hochberg`; nothing for people to read."""
    numbers = sample(values)
    if numbers.size < 2 or not _error(numbers):
        return 1.0
    return tail((mean_of(numbers) - null) / _error(numbers), numbers.size - 1)
