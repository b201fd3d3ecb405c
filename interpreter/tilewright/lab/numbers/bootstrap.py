"""Intervals for medians, quantiles and ratios, by drawing blocks anew; true for one look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import (
    LEVEL,
    Floats,
    Interval,
    checked_share,
    nothing_known,
    sample,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

DRAWS = 2000
# So many numbers are held at once; it does not change what is drawn.
AT_ONCE = 2_000_000


def bootstrap(values: ArrayLike, statistic: Callable[[Floats], Floats], *, level: float = LEVEL,
              draws: int = DRAWS, seed: int = 0) -> Interval:
    """The percentile interval of a statistic of blocks; each row of `values` is a block.

    `statistic` is given many drawn samples at once, one along each first axis, and gives one
    number for each of them."""
    numbers = sample(values)
    checked_share(level, "level")
    if len(numbers) < 2:
        return nothing_known(numbers)
    chance = np.random.Generator(np.random.PCG64(seed))
    step = max(1, AT_ONCE // numbers.size)
    found = [statistic(numbers[chance.integers(0, len(numbers), (count, len(numbers)))])
             for count in _portions(draws, step)]
    low, high = np.quantile(np.concatenate(found), [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(statistic(numbers[np.newaxis])[0]), float(low), float(high),
                    len(numbers))


def _portions(draws: int, step: int) -> list[int]:
    """How many draws are made at once, each time."""
    return [min(step, draws - done) for done in range(0, draws, step)]


def quantile(values: ArrayLike, share: float, *, level: float = LEVEL, draws: int = DRAWS,
             seed: int = 0) -> Interval:
    """The value below which a share of the games lies; a row of `values` is a block of games."""
    checked_share(share, "share")
    return bootstrap(values, lambda drawn: np.quantile(drawn.reshape(len(drawn), -1), share,
                                                       axis=1),
                     level=level, draws=draws, seed=seed)


def median(values: ArrayLike, *, level: float = LEVEL, draws: int = DRAWS,
           seed: int = 0) -> Interval:
    """The median of the games."""
    return quantile(values, 0.5, level=level, draws=draws, seed=seed)


def ratio(tops: ArrayLike, bottoms: ArrayLike, *, level: float = LEVEL, draws: int = DRAWS,
          seed: int = 0) -> Interval:
    """The sum of one thing by the sum of another, from the sums of each block."""
    return bootstrap(np.stack([sample(tops), sample(bottoms)], axis=-1), _ratios,
                     level=level, draws=draws, seed=seed)


def _ratios(drawn: Floats) -> Floats:
    """Sums of first numbers by sums of second ones."""
    sums = drawn.sum(axis=1)
    if not sums[:, 1].all():
        raise ValueError("a draw of blocks has nothing to divide by; there are too few of them")
    ratios: Floats = sums[:, 0] / sums[:, 1]
    return ratios
