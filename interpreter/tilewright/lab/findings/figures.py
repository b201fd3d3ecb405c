"""Figures with their intervals, as data for JSON; a figure of which nothing is known is None."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.numbers.base import Interval
from tilewright.lab.numbers.evidence import Verdict
from tilewright.lab.numbers.sequences import LEAST, interval, needed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tilewright.lab.findings.games import Games
    from tilewright.lab.numbers.base import Floats
    from tilewright.lab.numbers.betting import Bounds

SHARE: Bounds = (0.0, 1.0)
# A mean is known well if it is right to so much of itself, and roughly to twice as much.
WELL, ROUGHLY = 0.05, 0.10
CLEAR, LIKELY, CANNOT_TELL = (one.name.lower() for one in (
    Verdict.CLEAR, Verdict.LIKELY, Verdict.CANNOT_TELL))

Told = dict[str, Any]


def told(found: Interval) -> Told | None:
    """An interval as data; None where its ends are not known."""
    numbers = found.mean, found.low, found.high
    if not all(math.isfinite(number) for number in numbers):
        return None
    return {"mean": found.mean, "low": found.low, "high": found.high, "blocks": found.blocks}


def of_blocks(means: Floats, bounds: Bounds | None = None) -> Told | None:
    """What is known of a mean from the means of blocks.

    Where all blocks are the same, as the rounds of a game that has always nine, it is that."""
    if bounds is None and means.size >= LEAST and np.ptp(means) == 0:
        return told(Interval(float(means[0]), float(means[0]), float(means[0]), means.size))
    return told(interval(means, bounds=bounds))


def figure(games: Games, values: ArrayLike, bounds: Bounds | None = None) -> Told | None:
    """What is known of the mean of a value of each game; no number where a game has none."""
    return of_blocks(games.by_block(values), bounds)


def known(games: Games, values: ArrayLike, scale: float | None = None) -> tuple[str, int | None]:
    """How well a mean is known beside a scale, normally itself, and about how many more games it
    takes to know it well."""
    means = games.by_block(values)
    size = abs(float(means.mean())) if scale is None and means.size else scale or 1.0
    found = of_blocks(means, SHARE if scale == 1 else None)
    half = math.inf if found is None else (found["high"] - found["low"]) / 2
    if half <= WELL * size:
        return CLEAR, 0
    more = needed(means, WELL * size)
    return (LIKELY if half <= ROUGHLY * size else CANNOT_TELL,
            None if more is None else more * games.players)
