"""Zones in the state, for generated code.

A zone is its length, then its elements; a hidden zone has one more number for each element, its
note. A length that no zone can have is a fault before anything is written, so that a state keeps
its size whatever stands in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.kernel.chance import below
from tilewright.kernel.faults import Fault, damaged, no_room
from tilewright.kernel.notes import EVERYBODY, NOTE, forget

if TYPE_CHECKING:
    from tilewright.kernel.given import Numbers

# What stands in the unused room of zones, slot by slot. A copy of the state counts one more
# reference to each number; counting at a single zero over and over stalls the processor, and makes
# a copy of a large state slower by 40%.
UNUSED = tuple(7 + slot % 199 for slot in range(limits.STATE_SLOTS))


# -- open zones -------------------------------------------------------------------------------


def add_bottom(s: list[int], base: int, cap: int, item: int, title: str) -> None:
    n = s[base]
    if not 0 <= n < cap:
        no_room(n, title, cap)
    s[base] = n + 1
    s[base + 1 + n] = item


def add_top(s: list[int], base: int, cap: int, item: int, title: str) -> None:
    n = s[base]
    if not 0 <= n < cap:
        no_room(n, title, cap)
    s[base + 1:base + n + 2] = [item, *s[base + 1:base + n + 1]]
    s[base] = n + 1


def add_sorted(s: list[int], base: int, cap: int, item: int, title: str) -> None:
    n = s[base]
    if not 0 <= n < cap:
        no_room(n, title, cap)
    s[base + 1:base + n + 2] = sorted([item, *s[base + 1:base + n + 1]])
    s[base] = n + 1


def take(s: list[int], base: int, item: int, title: str) -> None:
    n = s[base]
    first = base + 1
    end = first + n
    held = s[first:end]
    if len(held) != n:
        damaged(n)
    held.append(item)
    at = held.index(item)
    if at == n:
        raise Fault(f"the element to take is not in {title}")
    at += first
    s[at:end - 1] = s[at + 1:end]
    s[end - 1] = UNUSED[end - 1]
    s[base] = n - 1


def replace(s: list[int], base: int, items: Numbers) -> None:
    """The same elements in another order."""
    if len(items) != s[base]:
        damaged(s[base])
    s[base + 1:base + 1 + len(items)] = items


def shuffle(s: list[int], base: int, stream: int) -> None:
    n = s[base]
    if not 0 <= n < len(s) - base:
        damaged(n)
    for i in range(n, 1, -1):
        j = base + 1 + below(s, stream, i)
        k = base + i
        item = s[j]
        s[j] = s[k]
        s[k] = item


def keep_list(s: list[int], base: int, cap: int, items: Numbers) -> None:
    """Store a list in a frame; the rest of its room is zero, so that equal positions are equal."""
    if len(items) > cap:
        raise Fault(f"a list of more than {cap} elements cannot be kept over a decision")
    s[base:base + 1 + cap] = [len(items), *items, *[0] * (cap - len(items))]


def recount(s: list[int], base: int, width: int, owners: int, counts: int, kinds: int,
            change: int) -> None:
    """The tiles of a zone enter play, or leave it."""
    for owner in range(owners):
        here = base + owner * width
        n = s[here]
        if not 0 <= n < len(s) - here:
            damaged(n)
        for tile in s[here + 1:here + 1 + n]:
            slot = counts + owner * kinds + tile
            if not 0 <= slot < len(s):
                damaged(tile)
            s[slot] += change


# -- hidden zones -----------------------------------------------------------------------------


def hide_bottom(s: list[int], base: int, cap: int, item: int, known: int, title: str) -> None:
    n = s[base]
    if not 0 <= n < cap:
        no_room(n, title, cap)
    s[base] = n + 1
    s[base + 1 + n] = item
    s[base + 1 + cap + n] = known & NOTE


def hide_top(s: list[int], base: int, cap: int, item: int, known: int, title: str) -> None:
    n = s[base]
    if not 0 <= n < cap:
        no_room(n, title, cap)
    bits = base + 1 + cap
    s[base + 1:base + n + 2] = [item, *s[base + 1:base + n + 1]]
    s[bits:bits + n + 1] = [known & NOTE, *s[bits:bits + n]]
    s[base] = n + 1


def lose(s: list[int], base: int, cap: int, item: int, known: int) -> None:
    """An element leaves the game unseen; only guesses ask where it is."""
    if s[base] < cap:
        hide_bottom(s, base, cap, item, known, "")


def take_hidden(s: list[int], base: int, cap: int, item: int, title: str) -> int:
    n = s[base]
    if not 0 <= n <= cap:
        damaged(n)
    first = base + 1
    end = first + n
    held = s[first:end]
    held.append(item)
    at = held.index(item)
    if at == n:
        raise Fault(f"the element to take is not in {title}")
    at += first
    s[at:end - 1] = s[at + 1:end]
    s[end - 1] = UNUSED[end - 1]
    at += cap
    end += cap
    known = s[at]
    s[at:end - 1] = s[at + 1:end]
    s[end - 1] = UNUSED[end - 1]
    s[base] = n - 1
    return known


def shuffle_hidden(s: list[int], base: int, cap: int, seen: int, grouping: int, stream: int
                   ) -> None:
    """A shuffled zone is unknown, except to those who may always look."""
    forget(s, base, cap, seen, grouping)
    shuffle(s, base, stream)


# -- many at once -----------------------------------------------------------------------------


def pour(s: list[int], base: int, cap: int, seen: int, count: int, to: int, to_cap: int,
         to_seen: int, title: str) -> None:
    """Move so many elements from the top of one zone to the bottom of another.

    `seen` is -1 for an open zone; else it has the bits of the players who may always look.
    """
    n = s[base]
    if not 0 <= n <= cap:
        damaged(n)
    if count <= 0 or n == 0:
        return
    many = min(count, n)
    first = base + 1
    end = first + n
    items = s[first:first + many]
    known: Numbers = _known(s, base, cap, seen, many) if to_seen >= 0 else []
    s[first:end] = [*s[first + many:end], *UNUSED[end - many:end]]
    s[base] = n - many
    if seen >= 0:
        bits = first + cap
        s[bits:bits + n] = [*s[bits + many:bits + n], *UNUSED[end + cap - many:end + cap]]
    held = s[to]
    if not 0 <= held <= to_cap:
        damaged(held)
    if held + many > to_cap:
        no_room(to_cap, title, to_cap)
    last = to + 1 + held
    s[last:last + many] = items
    s[to] = held + many
    if to_seen >= 0:
        s[last + to_cap:last + to_cap + many] = [k | to_seen for k in known]


def exchange(
    s: list[int], base: int, cap: int, seen: int, sets: int, title: str,
    other: int, other_cap: int, other_seen: int, other_sets: int, other_title: str,
) -> None:
    """All of a zone goes into another, and all of that one into the first; orders are kept.

    Who knew an element still knows it. `sets` says whether a zone keeps its elements sorted.
    """
    if base == other:
        return
    n = s[base]
    m = s[other]
    if not 0 <= n <= cap:
        damaged(n)
    if not 0 <= m <= other_cap:
        damaged(m)
    if n > other_cap:
        no_room(other_cap, other_title, other_cap)
    if m > cap:
        no_room(cap, title, cap)
    mine = s[base + 1:base + 1 + n]
    theirs = s[other + 1:other + 1 + m]
    known = _known(s, base, cap, seen, n)
    their_known = _known(s, other, other_cap, other_seen, m)
    clear(s, base, cap, seen)
    clear(s, other, other_cap, other_seen)
    _lay(s, base, cap, seen, sets, theirs, their_known)
    _lay(s, other, other_cap, other_seen, other_sets, mine, known)


def _known(s: list[int], base: int, cap: int, seen: int, n: int) -> list[int]:
    """Who knows each of the first elements of a zone."""
    if seen < 0:
        return [EVERYBODY] * n
    return s[base + 1 + cap:base + 1 + cap + n]


def _lay(s: list[int], base: int, cap: int, seen: int, sets: int, items: Numbers, known: Numbers
         ) -> None:
    """Fill an empty zone."""
    first = base + 1
    n = len(items)
    s[base] = n
    s[first:first + n] = sorted(items) if sets else items
    if seen >= 0:
        s[first + cap:first + cap + n] = [k | seen & EVERYBODY for k in known]


def clear(s: list[int], base: int, cap: int, seen: int) -> None:
    n = s[base]
    if not 0 <= n <= cap:
        damaged(n)
    first = base + 1
    end = first + n
    s[base] = 0
    s[first:end] = UNUSED[first:end]
    if seen >= 0:
        s[first + cap:end + cap] = UNUSED[first + cap:end + cap]
