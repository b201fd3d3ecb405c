"""Who knows what lies in hidden zones and fields, in notes behind their values, for generated code.

A note has the bits of the seats that know an element, and behind them the number of its group. What
everybody saw go into a shuffle is a group: nobody knows which of its elements lies where, and
everybody knows that each place with its number has one of them.
"""

from __future__ import annotations

from tilewright.kernel.faults import damaged
from tilewright.middle.header import SPECTATOR

# All seats, and whoever only watches.
EVERYBODY = (1 << SPECTATOR + 1) - 1
# Behind so many bits of a note stands the number of a group.
GROUP = 16
NOTE = EVERYBODY | -1 << GROUP


def forget(s: list[int], base: int, cap: int, seen: int, grouping: int) -> None:
    """Nobody can tell any more which element lies where, except those who may always look.

    `grouping` is where the group of each element stands; 0 where elements can be alike.
    """
    n = s[base]
    if not 0 <= n <= cap:
        damaged(n)
    bits = base + 1 + cap
    note = seen & EVERYBODY
    if grouping and n > 1 and _is_known(s, bits, n):
        note |= _group(s, base + 1, n, grouping) << GROUP
    s[bits:bits + n] = [note] * n


def _is_known(s: list[int], bits: int, n: int) -> bool:
    """Whether everybody knows each of the first elements of a zone."""
    seats = EVERYBODY
    for known in s[bits:bits + n]:
        seats = seats & known
    return seats == EVERYBODY


def _group(s: list[int], first: int, n: int, grouping: int) -> int:
    """Elements become a group, with a number that follows from which ones they are."""
    number = min(s[first:first + n]) + 1
    for item in s[first:first + n]:
        if not 0 <= item < len(s) - grouping:
            damaged(item)
        s[grouping + item] = number
    return number


def forget_others(s: list[int], base: int, cap: int, keep: int) -> None:
    """Only some seats still know what lies in a zone, as far as they did before."""
    n = s[base]
    if not 0 <= n <= cap:
        damaged(n)
    bits = base + 1 + cap
    for at in range(bits, bits + n):
        s[at] = s[at] & keep


def reveal(s: list[int], base: int, cap: int, count: int, known: int) -> None:
    n = s[base]
    if not 0 <= n <= cap:
        damaged(n)
    bits = base + 1 + cap
    for at in range(bits, bits + min(count, n)):
        s[at] |= known & EVERYBODY


def tell(s: list[int], first: int, count: int, known: int) -> None:
    """Values of a secret field become known; `first` is where it stands who knows them."""
    for note in range(first, first + count):
        s[note] |= known & EVERYBODY
