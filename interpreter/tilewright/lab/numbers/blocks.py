"""From games to blocks. A block is one seed with all rotations of the seats: its games go
together, so errors are worked out from blocks alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.numbers.base import Floats, sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Blocks:
    """The mean of each block, and from how many values; no number where a thing never was."""

    ids: NDArray[Any]
    means: Floats
    counts: Floats

    @property
    def known(self) -> Floats:
        """The means of blocks in which the thing was."""
        return self.means[self.counts > 0]

    @property
    def missing(self) -> int:
        """In how many blocks the thing never was."""
        return int(np.sum(self.counts == 0))


def _sums(values: ArrayLike, blocks: ArrayLike) -> tuple[NDArray[Any], Floats, Floats]:
    """The blocks, and for each the sum of its values and how many there are."""
    numbers = np.asarray(values, dtype=np.float64)
    names = np.asarray(blocks)
    if numbers.ndim != 1 or numbers.shape != names.shape:
        raise ValueError(f"{numbers.shape} values and {names.shape} blocks do not go together")
    there = ~np.isnan(numbers)
    sample(numbers[there])
    ids, places = _numbered(names)
    sums = np.bincount(places, np.where(there, numbers, 0.0), ids.size)
    counts = np.bincount(places, there, ids.size)
    return ids, sums.astype(np.float64), counts.astype(np.float64)


def _numbered(names: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The different names, and which of them each is; games mostly come in the order of blocks."""
    new = names[1:] != names[:-1]
    if names.size and bool(np.all(names[1:] >= names[:-1])):
        places = np.concatenate(([0], np.cumsum(new)))
        return names[np.concatenate(([True], new))], places
    ids, found = np.unique(names, return_inverse=True)
    return ids, found


def block_means(values: ArrayLike, blocks: ArrayLike) -> Blocks:
    """Means by block of values by game; a value that is no number is left out."""
    ids, sums, counts = _sums(values, blocks)
    means = np.full(ids.size, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return Blocks(ids, means, counts)


def per_time(values: ArrayLike, blocks: ArrayLike) -> Floats:
    """One value a block, whose mean is the mean of all values, however many a block has.

    Block means would weigh a value less where there are many; blocks with none stay in, as they
    tell how often there are any."""
    _, sums, counts = _sums(values, blocks)
    if not counts.sum():
        raise ValueError("there is no value in any block")
    mean = sums.sum() / counts.sum()
    linear: Floats = mean + (sums - mean * counts) / counts.mean()
    return linear


def contrast(values: ArrayLike, group: ArrayLike, blocks: ArrayLike) -> Floats:
    """One value a block, whose mean is the mean inside of a group less that outside."""
    numbers, inside = np.asarray(values, dtype=np.float64), np.asarray(group, dtype=np.bool_)
    return (per_time(np.where(inside, numbers, np.nan), blocks)
            - per_time(np.where(inside, np.nan, numbers), blocks))


@dataclass(frozen=True, slots=True)
class Paired:
    """Differences of two arms on the same blocks, and what it gained to play the same ones.

    `gain` times as many blocks would be needed with seeds of their own; `left_out` blocks have
    no value in one of the arms."""

    ids: NDArray[Any]
    differences: Floats
    correlation: float
    gain: float
    left_out: int


def paired(one: Blocks, other: Blocks) -> Paired:
    """One arm less the other, block by block."""
    ids, here, there = np.intersect1d(one.ids, other.ids, assume_unique=True, return_indices=True)
    first, second = one.means[here], other.means[there]
    both = ~np.isnan(first) & ~np.isnan(second)
    ids, first, second = ids[both], first[both], second[both]
    left_out = np.union1d(one.ids, other.ids).size - ids.size
    return Paired(ids, first - second, *_gained(first, second), left_out)


def _gained(first: Floats, second: Floats) -> tuple[float, float]:
    """The correlation of two arms, and how many times smaller the variance of differences is."""
    if first.size < 2:
        return math.nan, math.nan
    apart = float(first.var() + second.var())
    together = float((first - second).var())
    product = float(first.std() * second.std())
    correlation = (apart - together) / 2 / product if product else math.nan
    if not together:
        return correlation, math.inf if apart else math.nan
    return correlation, apart / together
