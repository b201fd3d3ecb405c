"""Many questions at once: how many of those that look clear may be chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import Flags, Floats, checked_share
from tilewright.lab.numbers.evidence import Finding, judge
from tilewright.lab.numbers.sequences import TUNED, e_value
from tilewright.lab.numbers.student import surprise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from tilewright.lab.numbers.betting import Bounds

RATE = 0.10


def _chosen(e_values: Floats, rate: float) -> int:
    """How many are chosen: the most so that each of them has its share of evidence."""
    highest = np.sort(e_values)[::-1]
    places = np.arange(1, highest.size + 1)
    enough = np.flatnonzero(highest * places >= highest.size / rate)
    return int(enough[-1]) + 1 if enough.size else 0


def corrected_level(e_values: ArrayLike, rate: float = RATE) -> float:
    """The level at which intervals leave the null out just for those that `e_bh` chooses."""
    numbers = np.asarray(e_values, dtype=np.float64)
    chosen = _chosen(numbers, checked_share(rate, "rate"))
    return 1 - rate * max(chosen, 1) / max(numbers.size, 1)


def e_bh(e_values: ArrayLike, rate: float = RATE) -> Flags:
    """Which are chosen, so that at most this share of them is chance, on average and at any look.

    Wang, Ramdas, "False discovery rate control with e-values" (2022); they may depend on each
    other in any way."""
    numbers = np.asarray(e_values, dtype=np.float64)
    chosen = _chosen(numbers, checked_share(rate, "rate"))
    flags: Flags = numbers * max(chosen, 1) >= numbers.size / rate
    return flags


def benjamini_hochberg(surprises: ArrayLike, rate: float = RATE) -> Flags:
    """The same for one look at a number of blocks that was fixed before, from p-values."""
    numbers = np.asarray(surprises, dtype=np.float64)
    checked_share(rate, "rate")
    steps = rate * np.arange(1, numbers.size + 1) / max(numbers.size, 1)
    below = np.flatnonzero(np.sort(numbers) <= steps)
    limit = steps[below[-1]] if below.size else -1.0
    flags: Flags = numbers <= limit
    return flags


def fixed_look(series: Sequence[ArrayLike], *, null: float = 0.0, rate: float = RATE) -> Flags:
    """Which means are other than `null`, at one look at a number of blocks fixed before."""
    return benjamini_hochberg([surprise(values, null) for values in series], rate)


def judge_all(series: Sequence[ArrayLike], *, null: float = 0.0, rate: float = RATE,
              worth: float = 0.0, tuned: int = TUNED,
              bounds: Bounds | None = None) -> list[Finding]:
    """A finding for each of many questions; of those that are clear at most a share is chance."""
    weights = [e_value(values, null, tuned=tuned, bounds=bounds) for values in series]
    level = corrected_level(weights, rate)
    return [judge(values, null=null, level=level, worth=worth, tuned=tuned, bounds=bounds)
            for values in series]
