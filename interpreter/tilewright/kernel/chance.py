"""Chance: numbers that nobody can foresee, and that come again with the same seed.

There is a stream of them for each purpose: what follows depends on the seed, on where the stream
begins, and on how often it was asked, not on what else was drawn meanwhile.

A seed of up to 63 bits is for experiments: whoever has one can repeat a game, and whoever sees a
few draws can find it by trying. A wider seed is for games among people: two independent words
follow from it, and each draw is mixed with both (the construction of Even and Mansour, 1997).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from tilewright.kernel.faults import damaged
from tilewright.middle.header import CHANCE_KEY, RNG

if TYPE_CHECKING:
    from tilewright.kernel.given import Numbers

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
# The numbers that a stream counts with.
DRAWS = (1 << 62) - 1
# Seeds that fit into one slot.
NARROW = (1 << 63) - 1
# A seed has at most so many bits.
WIDEST = 512


def seed_chance(s: list[int], seed: int) -> None:
    """Let all draws to come follow from a seed."""
    if abs(seed) <= NARROW:
        s[RNG], s[CHANCE_KEY] = seed & NARROW, 0
        return
    digest = blake2b((seed % (1 << WIDEST)).to_bytes(WIDEST // 8, "big"), digest_size=16).digest()
    words = (int.from_bytes(half, "big") & NARROW for half in (digest[:8], digest[8:]))
    s[RNG], key = words
    s[CHANCE_KEY] = key or 1


def mixed(seed: int) -> int:
    """The splitmix64 finish: 64 well mixed bits."""
    z = seed & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(s: list[int], stream: int, n: int) -> int:
    """A random number from 0 to n-1, all equally likely; `stream` is the slot that counts."""
    if not 0 <= stream < len(s):
        damaged(stream)
    s[stream] = drawn = (s[stream] + 1) & DRAWS
    number = mixed(s[RNG] + drawn * GOLDEN)
    if s[CHANCE_KEY]:
        number = mixed(number ^ s[CHANCE_KEY])
    return (number * n) >> 64


def pick(s: list[int], items: Numbers, stream: int, _label: int) -> int:
    """One of some outcomes; whoever watches is told by the label what they are for."""
    return items[below(s, stream, len(items))]
