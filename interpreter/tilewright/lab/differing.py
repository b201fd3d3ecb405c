"""One figure on two sides that played the same blocks, and how surely it differs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.findings.figures import CANNOT_TELL, CLEAR, told
from tilewright.lab.numbers.base import Interval, sample
from tilewright.lab.numbers.blocks import block_means, paired
from tilewright.lab.numbers.evidence import judge
from tilewright.lab.numbers.many import corrected_level
from tilewright.lab.numbers.sequences import LEAST, e_value, interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

    from tilewright.lab.numbers.base import Floats
    from tilewright.lab.numbers.betting import Bounds

NEVER, ONLY_BEFORE, ONLY_AFTER = "never", "only_before", "only_after"
# The difference of two shares.
APART: Bounds = (-1.0, 1.0)
# Below this part of themselves, numbers differ by how they were added up.
EXACT = 1e-9

Told = dict[str, Any]
Blocks = Any


@dataclass(frozen=True, slots=True)
class Side:
    """A figure on one side: a value for each game, and the block of each."""

    values: Floats
    ids: Any

    @property
    def mean(self) -> float | None:
        """The mean of all games in which there is a value."""
        there = self.values[~np.isnan(self.values)]
        return float(there.mean()) if there.size else None


@dataclass(frozen=True, slots=True)
class Figure:
    """What is compared: a side is missing where rules have no such thing.

    Figures of one `group` are judged together, as one may look at all of them. A difference below
    `worth` does not matter."""

    group: str
    about: str
    id: str
    name: Mapping[str, str]
    before: Side | None
    after: Side | None
    bounds: Bounds | None = None
    worth: float = 0.0


@dataclass(frozen=True, slots=True)
class _Pair:
    """The differences of blocks, with what it gained to play the same ones."""

    differences: Floats
    correlation: float
    gain: float


def compared(figures: Sequence[Figure], rate: float, games_a_block: int) -> list[Told]:
    """What is to be said of each figure; of those that are clear at most a share is chance."""
    pairs = [_pair(figure) for figure in figures]
    weights = [1.0 if pair is None else e_value(pair.differences, 0.0, bounds=figure.bounds)
               for figure, pair in zip(figures, pairs, strict=True)]
    level = corrected_level(weights, rate)
    return [_told(figure, pair, level, games_a_block)
            for figure, pair in zip(figures, pairs, strict=True)]


def _pair(figure: Figure) -> _Pair | None:
    if figure.before is None or figure.after is None:
        return None
    found = paired(block_means(figure.after.values, figure.after.ids),
                   block_means(figure.before.values, figure.before.ids))
    return _Pair(exact(found.differences), found.correlation, found.gain)


def exact(values: ArrayLike) -> Floats:
    """Values, of which those that are all the same but for how they were added up are that."""
    numbers = sample(values)
    if numbers.size and np.ptp(numbers) <= EXACT * (1 + np.abs(numbers).max()):
        return np.full_like(numbers, round(float(numbers.mean()), 9))
    return numbers


def known(values: ArrayLike) -> Interval:
    """What is known of a mean of blocks; where all of enough blocks are the same, it is that."""
    numbers = exact(values)
    if numbers.size >= LEAST and float(np.ptp(numbers)) == 0:
        always = float(numbers[0])
        return Interval(always, always, always, numbers.size)
    return interval(numbers)


def known_of_forks(effects: ArrayLike) -> Interval:
    """What is known of an effect. Both ways of a fork share so much luck that it is often the same
    but in a few positions; then nothing is supposed to lie far beyond what was seen."""
    found, bounds = known(effects), seen(effects)
    return found if isfinite(found.half_width) or bounds is None else interval(
        exact(effects), bounds=bounds)


def seen(effects: ArrayLike) -> tuple[float, float] | None:
    """What was seen of an effect, and as much again on both sides; nothing of too few positions."""
    numbers = sample(effects)
    wide = float(np.ptp(numbers)) if numbers.size >= LEAST else 0.0
    return (float(numbers.min()) - wide, float(numbers.max()) + wide) if wide else None


def _told(figure: Figure, pair: _Pair | None, level: float, games_a_block: int) -> Told:
    mean_before, mean_after = (None if side is None else side.mean
                               for side in (figure.before, figure.after))
    made: Told = {"about": figure.about, "id": figure.id, "name": dict(figure.name),
                  "before": mean_before, "after": mean_after, "difference": None,
                  "level": level, "more": None, "small": False, "correlation": None, "gain": None}
    if pair is None:
        return made | {"verdict": ONLY_AFTER if figure.before is None else ONLY_BEFORE}
    made |= {"correlation": _finite(pair.correlation), "gain": _finite(pair.gain)}
    same = pair.differences.size > 0 and float(np.ptp(pair.differences)) == 0
    if same and (pair.differences[0] == 0 or pair.differences.size >= LEAST):
        always = float(pair.differences[0])
        return made | {"verdict": CLEAR if always else NEVER, "more": 0,
                       "small": not always, "difference": told(Interval(always, always, always,
                                                   pair.differences.size))}
    found = judge(pair.differences, level=level, bounds=figure.bounds, worth=figure.worth)
    return made | {
        "verdict": found.verdict.name.lower() if pair.differences.size else CANNOT_TELL,
        "difference": told(found.interval), "small": found.small,
        "more": None if found.more is None else found.more * games_a_block}


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
