"""Chance for bots: the generator that games have, so that native play draws the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import GOLDEN, MASK, mixed

if TYPE_CHECKING:
    from collections.abc import MutableSequence


class Stream(random.Random):
    """Random numbers by splitmix64, with all that `random.Random` offers."""

    state: int

    def seed(self, a: object = 0, version: int = 2) -> None:  # noqa: ARG002
        """Begin anew; the same number gives the same draws.

        A game of the same seed draws by the same generator, so the number is mixed first: bots
        must not draw what the game has drawn.
        """
        self.state = mixed(a & MASK if isinstance(a, int) else hash(a) & MASK)

    def bits(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GOLDEN) & MASK
        return mixed(self.state)

    def below(self, count: int) -> int:
        """A number from 0 to one less than a count, all equally likely."""
        return self.bits() * count >> 64

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put a list in an order of which all are equally likely."""
        state = self.state
        for last in range(len(x) - 1, 0, -1):
            state = (state + GOLDEN) & MASK
            at = mixed(state) * (last + 1) >> 64
            x[last], x[at] = x[at], x[last]
        self.state = state

    def random(self) -> float:
        return (self.bits() >> 11) * 2.0 ** -53

    def getrandbits(self, k: int, /) -> int:
        made = 0
        for _ in range(0, k, 64):
            made = made << 64 | self.bits()
        return made >> (-k % 64)


def one_of(rng: random.Random, moves: list[int]) -> int:
    """One of some moves, all equally likely."""
    if isinstance(rng, Stream):
        return moves[rng.below(len(moves))]
    return moves[int(rng.random() * len(moves))]
