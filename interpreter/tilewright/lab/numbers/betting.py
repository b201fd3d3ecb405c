"""Confidence sequences for few values with bounds, by bets against each mean that they may have.

The hedged capital of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting" (2023).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import LEVEL, Floats, Interval, checked_share, mean_of, sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Bounds = tuple[float, float]
# A bet may lose half of what there is, never all.
MOST_LOST = 0.5
STEPS = 50


def scaled(values: ArrayLike, bounds: Bounds) -> Floats:
    """Values between bounds as values between 0 and 1."""
    low, high = bounds
    numbers = sample(values)
    if not low < high:
        raise ValueError(f"there is nothing between the bounds {low} and {high}")
    if numbers.size and (numbers.min() < low or numbers.max() > high):
        raise ValueError(f"a value lies outside of its bounds {low} and {high}")
    return (numbers - low) / (high - low)


def stakes(shares: Floats) -> Floats:
    """What is staked on each value; each stake knows only the values before it."""
    t = np.arange(1, shares.shape[-1] + 1)
    # Half a value and a quarter of spread are there from the start, so that nothing is sure.
    means = (0.5 + np.cumsum(shares, axis=-1)) / (t + 1)
    spreads = (0.25 + np.cumsum((shares - means) ** 2, axis=-1)) / (t + 1)
    before = np.concatenate([np.full_like(spreads[..., :1], 0.25), spreads[..., :-1]], axis=-1)
    # The same stakes at all levels, for the same reason as in `sequences.tuning`.
    staked: Floats = np.sqrt(2 * math.log(2 / (1 - LEVEL)) / (before * t * np.log(t + 1)))
    return staked


def _above(shares: Floats, staked: Floats, mean: float) -> Floats:
    """The logarithm of what bets made of 1 that the true mean is above this one."""
    most = MOST_LOST / mean if mean > 0 else math.inf
    return np.cumsum(np.log1p(np.minimum(staked, most) * (shares - mean)), axis=-1)


def capital(values: ArrayLike, mean: float, bounds: Bounds = (0.0, 1.0)) -> Floats:
    """The logarithm of what a bet against a mean made of 1, after each value."""
    shares = scaled(values, bounds)
    at = (mean - bounds[0]) / (bounds[1] - bounds[0])
    if not 0 <= at <= 1:
        return np.full_like(shares, np.inf)
    staked = stakes(shares)
    both = np.maximum(_above(shares, staked, at), _above(1 - shares, staked, 1 - at))
    return both - math.log(2)


def _lowest(shares: Floats, staked: Floats, most: float) -> float:
    """The lowest mean against which bets have not won enough; what they win falls with it."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        won = _above(shares, staked, middle)[-1] >= most
        low, high = (middle, high) if won else (low, middle)
    return low


def bet(values: ArrayLike, bounds: Bounds = (0.0, 1.0), *, level: float = LEVEL) -> Interval:
    """What is known of the mean of values with bounds, at any look, from the first one on."""
    shares = scaled(values, bounds)
    most = math.log(2 / (1 - checked_share(level, "level")))
    staked = stakes(shares)
    low, high = 0.0, 1.0
    if shares.size:
        low, high = _lowest(shares, staked, most), 1 - _lowest(1 - shares, staked, most)
    width = bounds[1] - bounds[0]
    ends = sorted((bounds[0] + low * width, bounds[0] + high * width))
    return Interval(mean_of(sample(values)), ends[0], ends[1], shares.size)
