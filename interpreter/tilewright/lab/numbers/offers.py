"""The effect of taking a thing, from offers that chance made: the Wald ratio."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import LEVEL, Floats, Interval
from tilewright.lab.numbers.blocks import contrast
from tilewright.lab.numbers.sequences import TUNED, interval, is_ready, margin

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True, slots=True)
class Wald:
    """What an offer changes in a result, what it changes in taking, and the one by the other:
    the effect on those who take because it was offered."""

    offer: Interval
    taking: Interval
    effect: Interval


def wald(values: ArrayLike, offered: ArrayLike, taken: ArrayLike, blocks: ArrayLike, *,
         level: float = LEVEL, tuned: int = TUNED) -> Wald:
    """The effect of taking, at any look; each value is one seat of one game."""
    results = contrast(values, offered, blocks)
    takes = contrast(np.asarray(taken, dtype=np.float64), offered, blocks)
    known = [interval(means, level=level, tuned=tuned) for means in (results, takes)]
    return Wald(known[0], known[1], _ratio(results, takes, level, tuned))


def _ratio(tops: Floats, bottoms: Floats, level: float, tuned: int) -> Interval:
    """All ratios r for which the mean of top - r * bottom may be 0, as Fieller has it.

    If the bottom itself may be 0, so may any ratio be true."""
    top, bottom = float(tops.mean()), float(bottoms.mean())
    ratio = top / bottom if bottom else math.nan
    everything = Interval(ratio, -math.inf, math.inf, tops.size)
    if not is_ready(tops):
        return everything
    (tt, tb), (_, bb) = np.cov(tops, bottoms) * float(margin(tops.size, level=level,
                                                             tuned=tuned)) ** 2
    square, line, rest = bottom**2 - bb, top * bottom - tb, top**2 - tt
    if square <= 0:
        return everything
    half = math.sqrt(max(line**2 - square * rest, 0.0)) / square
    return Interval(ratio, line / square - half, line / square + half, tops.size)
