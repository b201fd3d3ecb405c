"""How strong a player is: shares of the win with several seats, and a ladder."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.numbers.base import LEVEL, Floats, Interval
from tilewright.lab.numbers.sequences import TUNED, interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

ELO = 400
WHOLE = (0.0, 1.0)


def win_shares(won: ArrayLike) -> Floats:
    """The share of the win of each seat, from who won: one row a game, one column a seat.

    Who wins together shares; where nobody wins it is all seats."""
    flags = np.asarray(won, dtype=np.bool_)
    if flags.ndim != 2:
        raise ValueError("one row a game and one column a seat are needed")
    winners = np.where(flags.any(axis=1, keepdims=True), flags, True).astype(np.float64)
    shares: Floats = winners / winners.sum(axis=1, keepdims=True)
    return shares


def odds(share: float, seats: int) -> float:
    """How many times as often as one opponent somebody wins who has this share of the win."""
    if seats < 2:
        raise ValueError(f"there are {seats} seats; it takes two to compare")
    return math.inf if share >= 1 else max(share, 0.0) * (seats - 1) / (1 - share)


def elo(share: float, seats: int) -> float:
    """The same on the scale of chess: 400 points are odds of ten to one."""
    times = odds(share, seats)
    return ELO * math.log10(times) if times > 0 else -math.inf


@dataclass(frozen=True, slots=True)
class Entry:
    """A player on a ladder: the share of the win, odds and points against the others."""

    name: str
    share: Interval
    odds: Interval
    elo: Interval


def entry(name: str, shares: ArrayLike, seats: int, *, level: float = LEVEL,
          tuned: int = TUNED) -> Entry:
    """How strong a player is against one kind of opponents in all other seats; a share a block."""
    share = interval(shares, level=level, tuned=tuned, bounds=WHOLE)
    if not share.blocks:
        share = Interval(share.mean, *WHOLE, 0)
    return Entry(name, share, *(Interval(change(share.mean, seats), change(share.low, seats),
                                         change(share.high, seats), share.blocks)
                                for change in (odds, elo)))


def ladder(shares: Mapping[str, ArrayLike], seats: int, *, level: float = LEVEL,
           tuned: int = TUNED) -> list[Entry]:
    """All players who met the same opponents, the strongest first."""
    entries = [entry(name, found, seats, level=level, tuned=tuned)
               for name, found in shares.items()]
    return sorted(entries, key=lambda e: (-e.share.mean if e.share.blocks else 0.0, e.name))
