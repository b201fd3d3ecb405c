"""Zones in the state, for generated code.

A zone is its length, then its elements; a hidden zone has one more number for each element: the
bits of the players who know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.kernel.chance import below
from tilewright.kernel.faults import Fault, full
from tilewright.middle.header import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterable

# All seats, and whoever only watches.
EVERYBODY = (1 << SPECTATOR + 1) - 1
# What stands in the unused room of zones, slot by slot. A copy of the state counts one more
# reference to each number; counting at a single zero over and over stalls the processor, and makes
# a copy of a large state slower by 40 %.
UNUSED = tuple(7 + slot % 199 for slot in range(limits.STATE_SLOTS))


# -- open zones -------------------------------------------------------------------------------


def add_bottom(s: list[int], base: int, cap: int, item: int, title: str) -> None:
    n = s[base]
    if n >= cap:
        full(title, cap)
    s[base] = n + 1
    s[base + 1 + n] = item


def add_top(s: list[int], base: int, cap: int, item: int, title: str) -> None:
    n = s[base]
    if n >= cap:
        full(title, cap)
    s[base + 1:base + n + 2] = [item, *s[base + 1:base + n + 1]]
    s[base] = n + 1


def add_sorted(s: list[int], base: int, cap: int, item: int, title: str) -> None:
    n = s[base]
    if n >= cap:
        full(title, cap)
    s[base + 1:base + n + 2] = sorted([item, *s[base + 1:base + n + 1]])
    s[base] = n + 1


def take(s: list[int], base: int, item: int, title: str) -> None:
    end = base + 1 + s[base]
    try:
        at = s.index(item, base + 1, end)
    except ValueError:
        raise Fault(f"the element to take is not in {title}") from None
    s[at:end] = [*s[at + 1:end], UNUSED[end - 1]]
    s[base] -= 1


def replace(s: list[int], base: int, items: list[int]) -> None:
    """The same elements in another order."""
    s[base + 1:base + 1 + len(items)] = items


def shuffle(s: list[int], base: int) -> None:
    for i in range(s[base], 1, -1):
        j = base + 1 + below(s, i)
        k = base + i
        s[j], s[k] = s[k], s[j]


def keep_list(s: list[int], base: int, cap: int, items: Iterable[int]) -> None:
    """Store a list in a frame; the rest of its room is zero, so that equal positions are equal."""
    kept = list(items)
    if len(kept) > cap:
        raise Fault(f"a list of more than {cap} elements cannot be kept over a decision")
    s[base:base + 1 + cap] = [len(kept), *kept, *[0] * (cap - len(kept))]


def recount(s: list[int], base: int, width: int, owners: int, counts: int, kinds: int,
            change: int) -> None:
    """The tiles of a zone enter play, or leave it."""
    for owner in range(owners):
        here = base + owner * width
        for tile in s[here + 1:here + 1 + s[here]]:
            s[counts + owner * kinds + tile] += change


# -- hidden zones -----------------------------------------------------------------------------


def hide_bottom(s: list[int], base: int, cap: int, item: int, known: int, title: str) -> None:
    n = s[base]
    if n >= cap:
        full(title, cap)
    s[base] = n + 1
    s[base + 1 + n] = item
    s[base + 1 + cap + n] = known & EVERYBODY


def hide_top(s: list[int], base: int, cap: int, item: int, known: int, title: str) -> None:
    n = s[base]
    if n >= cap:
        full(title, cap)
    bits = base + 1 + cap
    s[base + 1:base + n + 2] = [item, *s[base + 1:base + n + 1]]
    s[bits:bits + n + 1] = [known & EVERYBODY, *s[bits:bits + n]]
    s[base] = n + 1


def lose(s: list[int], base: int, cap: int, item: int, known: int) -> None:
    """An element leaves the game unseen; only guesses ask where it is."""
    if s[base] < cap:
        hide_bottom(s, base, cap, item, known, "")


def take_hidden(s: list[int], base: int, cap: int, item: int, title: str) -> int:
    n = s[base]
    try:
        at = s.index(item, base + 1, base + 1 + n)
    except ValueError:
        raise Fault(f"the element to take is not in {title}") from None
    bits = at + cap
    known = s[bits]
    end = base + 1 + n
    s[at:end] = [*s[at + 1:end], UNUSED[end - 1]]
    s[bits:end + cap] = [*s[bits + 1:end + cap], UNUSED[end + cap - 1]]
    s[base] = n - 1
    return known


def shuffle_hidden(s: list[int], base: int, cap: int, seen: int) -> None:
    """A shuffled zone is unknown, except to those who may always look."""
    shuffle(s, base)
    n, bits = s[base], base + 1 + cap
    s[bits:bits + n] = [seen & EVERYBODY] * n


def forget(s: list[int], base: int, cap: int, seen: int) -> None:
    """Nobody can tell any more which element lies where, except those who may always look."""
    bits = base + 1 + cap
    s[bits:bits + s[base]] = [seen & EVERYBODY] * s[base]


def reveal(s: list[int], base: int, cap: int, count: int, known: int) -> None:
    bits = base + 1 + cap
    for i in range(min(count, s[base])):
        s[bits + i] |= known & EVERYBODY


def tell(s: list[int], first: int, count: int, known: int) -> None:
    """Values of a secret field become known; `first` is where it stands who knows them."""
    for note in range(first, first + count):
        s[note] |= known & EVERYBODY


# -- many at once -----------------------------------------------------------------------------


def pour(s: list[int], base: int, cap: int, seen: int, count: int, to: int, to_cap: int,
         to_seen: int, title: str) -> None:
    """Move so many elements from the top of one zone to the bottom of another.

    `seen` is -1 for an open zone; else it has the bits of the players who may always look.
    """
    n = s[base]
    if count <= 0 or not n:
        return
    count = min(count, n)
    first = base + 1
    end = first + n
    items, known = s[first:first + count], [EVERYBODY] * count
    s[first:end] = [*s[first + count:end], *UNUSED[end - count:end]]
    s[base] = n - count
    if seen >= 0:
        bits = first + cap
        known = s[bits:bits + count]
        s[bits:bits + n] = [*s[bits + count:bits + n], *UNUSED[end + cap - count:end + cap]]
    held = s[to]
    if held + count > to_cap:
        full(title, to_cap)
    last = to + 1 + held
    s[last:last + count] = items
    s[to] = held + count
    if to_seen >= 0:
        s[last + to_cap:last + to_cap + count] = [k | to_seen for k in known]


def exchange(
    s: list[int], base: int, cap: int, seen: int, sets: int, title: str,
    other: int, other_cap: int, other_seen: int, other_sets: int, other_title: str,
) -> None:
    """All of a zone goes into another, and all of that one into the first; orders are kept.

    Who knew an element still knows it. `sets` says whether a zone keeps its elements sorted.
    """
    if base == other:
        return
    mine, theirs = _held(s, base, cap, seen), _held(s, other, other_cap, other_seen)
    if len(mine[0]) > other_cap:
        full(other_title, other_cap)
    if len(theirs[0]) > cap:
        full(title, cap)
    clear(s, base, cap, seen)
    clear(s, other, other_cap, other_seen)
    _lay(s, base, cap, seen, sets, theirs)
    _lay(s, other, other_cap, other_seen, other_sets, mine)


def _held(s: list[int], base: int, cap: int, seen: int) -> tuple[list[int], list[int]]:
    """What a zone holds, and who knows each of it."""
    first, n = base + 1, s[base]
    known = [EVERYBODY] * n if seen < 0 else s[first + cap:first + cap + n]
    return s[first:first + n], known


def _lay(s: list[int], base: int, cap: int, seen: int, sets: int,
         held: tuple[list[int], list[int]]) -> None:
    """Fill an empty zone."""
    items, known = held
    first, n = base + 1, len(items)
    s[base] = n
    s[first:first + n] = sorted(items) if sets else items
    if seen >= 0:
        s[first + cap:first + cap + n] = [k | seen & EVERYBODY for k in known]


def clear(s: list[int], base: int, cap: int, seen: int) -> None:
    first = base + 1
    end = first + s[base]
    s[base] = 0
    s[first:end] = UNUSED[first:end]
    if seen >= 0:
        s[first + cap:end + cap] = UNUSED[first + cap:end + cap]
