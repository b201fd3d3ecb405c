"""A series as arrays: one row a game, one column a seat, and the block of each game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.noting import CUT_OFF
from tilewright.lab.numbers.blocks import block_means

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from tilewright.lab.noting import Noted
    from tilewright.lab.numbers.base import Flags, Floats
    from tilewright.lab.plan import Plan

LEVEL_SHARES = 1e-9


@dataclass(frozen=True, slots=True)
class Games:
    """All games of a series, in whole blocks; `best` is 1 where most points are best, else -1."""

    noted: Sequence[Noted]
    plan: Plan
    best: int
    ids: NDArray[np.int64]
    shares: Floats
    scores: Floats

    @classmethod
    def of(cls, noted: Iterable[Noted], plan: Plan, best: str = "most") -> Games:
        """A series in the order of its blocks, in whichever order its games come."""
        games = sorted(noted, key=lambda one: (one.block, one.rotation))
        sizes = Counter(one.block for one in games)
        if not games or set(sizes.values()) != {plan.players}:
            raise ValueError("a series is made of whole blocks, at least one")
        return cls(games, plan, 1 if best == "most" else -1,
                   np.array([one.block for one in games]),
                   np.array([one.shares for one in games], dtype=np.float64),
                   np.array([one.scores for one in games], dtype=np.float64))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self.noted) // self.plan.players

    @property
    def players(self) -> int:
        return self.plan.players

    def each(self, value: Callable[[Noted], float]) -> Floats:
        """A value of each game."""
        return np.array([value(one) for one in self.noted], dtype=np.float64)

    def by_block(self, values: ArrayLike) -> Floats:
        """The means of blocks, of those in which there is a value."""
        return block_means(values, self.ids).known

    @property
    def cut_off(self) -> Flags:
        """Which games were cut off."""
        flags: Flags = np.array([one.reason == CUT_OFF for one in self.noted])
        return flags

    @property
    def nobody(self) -> Flags:
        """Which games nobody won: those that all lost, and those that were cut off."""
        flags: Flags = self.shares.sum(axis=1) == 0
        return flags

    @property
    def balanced(self) -> Floats:
        """Shares that are one for each game: what nobody won says nothing of seats, so it counts
        as even."""
        return self.shares + self.nobody[:, None] / self.players

    @property
    def even(self) -> float:
        """What each seat would win if seats were alike."""
        return float((~self.nobody).mean()) / self.players

    @property
    def winner(self) -> NDArray[np.int64]:
        """The seat that won alone in each game; -1 where none did."""
        alone = self.shares.max(axis=1) > 1 - LEVEL_SHARES
        found: NDArray[np.int64] = np.where(alone & ~self.cut_off, self.shares.argmax(axis=1), -1)
        return found

    @property
    def ahead(self) -> Floats:
        """What the winner was ahead of the best other one: 0 where several won, no number where
        nobody did or nobody plays against anybody."""
        found = np.where(self.nobody | (self.players < 2), np.nan, 0.0)
        for at, seat in enumerate(self.winner):
            if seat >= 0 and self.players > 1:
                scores = self.best * self.scores[at]
                found[at] = scores[seat] - np.delete(scores, seat).max()
        return found

    def without_seats(self, values: Floats) -> Floats:
        """Values by game and seat, less what the same bot has at the same seat on average: so a
        thing that one seat takes more often does not look good because the seat is."""
        found = values.copy()
        kinds = np.array([[self.plan.bots[self.plan.person_at(seat, one.rotation)]
                           for seat in range(self.players)] for one in self.noted])
        for seat in range(self.players):
            for kind in set(self.plan.bots):
                rows = kinds[:, seat] == kind
                if rows.any():
                    found[rows, seat] -= values[rows, seat].mean()
        return found
