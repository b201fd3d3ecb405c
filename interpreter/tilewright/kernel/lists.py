"""Lists of numbers, for generated code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.kernel.faults import Fault

if TYPE_CHECKING:
    from tilewright.kernel.given import Numbers

# Numbers below this can stand in a set of what was offered.
MOST_BITS = 4_096
# To look through so many numbers is quicker than to sort them.
FEW = 64


def index_of(items: Numbers, wanted: int) -> int:
    """The place of one in a list; if it is not there, what stands for no number."""
    if wanted in items:
        return items.index(wanted)
    return NO_NUMBER


def offered(items: Numbers) -> int:
    """A bit for each of some numbers; none if they are too large for that.

    Only Python has room for so many bits in one slot: a game that keeps what was offered needs it,
    unless its numbers are below 62.
    """
    bits = 0
    for item in items:
        if not 0 <= item < MOST_BITS:
            return 0
        bits |= 1 << item
    return bits


# -- order ----------------------------------------------------------------------------------------


def in_order(items: Numbers) -> list[int]:
    return sorted(items)


def least(items: Numbers) -> int:
    return min_of(items)


def greatest(items: Numbers) -> int:
    return max_of(items)


def min_of(items: Numbers) -> int:
    if not items:
        raise Fault("there is no least number in an empty list; give a 'default'")
    return min(items)


def max_of(items: Numbers) -> int:
    if not items:
        raise Fault("there is no greatest number in an empty list; give a 'default'")
    return max(items)


# -- what is left of a list -----------------------------------------------------------------------


def without(items: Numbers, taken: Numbers) -> list[int]:
    """The list without the elements of another, each taken once."""
    if len(taken) > FEW:
        return _without_many(items, sorted(taken))
    left = []
    away = list(taken)
    for one in items:
        if one in away:
            at = away.index(one)
            last = away.pop()
            if at < len(away):
                away[at] = last
        else:
            left.append(one)
    return left


def _without_many(items: Numbers, away: list[int]) -> list[int]:
    """The same for elements to take away that are in order, found by halves."""
    left = []
    # How many of those that are equal are taken, beside the first of them.
    used = [0] * len(away)
    for one in items:
        low = 0
        high = len(away)
        while low < high:
            middle = (low + high) // 2
            if away[middle] < one:
                low = middle + 1
            else:
                high = middle
        if low < len(away) and low + used[low] < len(away) and away[low + used[low]] == one:
            used[low] += 1
        else:
            left.append(one)
    return left


def many_left(source: Numbers, chosen: Numbers, missing: int, ordered: int) -> list[int]:
    """What may be chosen next of several, so that as many as are missing can still follow."""
    if ordered:
        return list(dict.fromkeys(without(source, chosen)))
    left = without(sorted(source), chosen)
    if chosen:
        last = chosen[len(chosen) - 1]
        left = [x for x in left if x >= last]
    found = []
    for place, x in enumerate(left):
        if len(left) - place >= missing and (place == 0 or left[place - 1] != x):
            found.append(x)
    return found


def count_left(source: Numbers, taken: int) -> int:
    return max(len(source) - taken, 0)


# -- moves ----------------------------------------------------------------------------------------


def codes_once(items: Numbers, base: int) -> list[int]:
    """Moves for elements, each once, in the order in which they first come."""
    return [base + x for x in dict.fromkeys(items)]


def int_chances(items: Numbers, base: int, size: int) -> list[int]:
    """Moves for numbers, with repeats."""
    int_codes(items, base, size)
    return [base + x for x in items]


def int_codes(items: Numbers, base: int, size: int) -> list[int]:
    """Moves for numbers."""
    found = dict.fromkeys(items)
    for x in found:
        if not 0 <= x < size:
            raise Fault(f"numbers to choose from go from 0 to {size - 1}, here {x}")
    return [base + x for x in found]


# -- numbers of each kind -------------------------------------------------------------------------


def shortfall(cost: Numbers, have: Numbers) -> int:
    return sum([n - have[i] for i, n in enumerate(cost) if n > have[i]])


def spread(numbers: Numbers) -> list[int]:
    found: list[int] = []
    for i, n in enumerate(numbers):
        found += [i] * n
    return found


def kinds_in(numbers: Numbers) -> list[int]:
    return [i for i, n in enumerate(numbers) if n > 0]


def tally(items: Numbers, kinds: int) -> list[int]:
    counts = [0] * kinds
    for item in items:
        counts[item] += 1
    return counts
