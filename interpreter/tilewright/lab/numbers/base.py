"""What all statistics share: samples of blocks, and intervals for what they tell."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, where the truth probably lies, and how many blocks say so."""

    mean: float
    low: float
    high: float
    blocks: int

    @property
    def half_width(self) -> float:
        """Half of its width; infinite where nothing can be told yet."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside."""
        return not self.low <= value <= self.high


def sample(values: ArrayLike) -> Floats:
    """Values as an array, one a block, or one row of them a series; none may be missing."""
    numbers = np.asarray(values, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError("a block has no finite value; leave missing blocks out first")
    return numbers


def mean_of(values: Floats) -> float:
    """The mean of one series, which is no number if there are no blocks."""
    return float(values.mean()) if values.size else math.nan


def nothing_known(values: Floats) -> Interval:
    """The interval that holds everything."""
    return Interval(mean_of(values), -math.inf, math.inf, values.size)


def checked_share(share: float, name: str) -> float:
    """A number between 0 and 1, neither of them."""
    if not 0 < share < 1:
        raise ValueError(f"'{name}' is {share}; it has to lie between 0 and 1")
    return share
