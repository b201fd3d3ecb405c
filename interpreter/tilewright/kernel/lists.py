"""Lists of numbers, for generated code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.kernel.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Numbers below this can stand in a set of what was offered.
MOST_BITS = 4_096


def index_of(items: Sequence[int], wanted: int) -> int:
    """The place of one in a list; if it is not there, what stands for no number."""
    for place, one in enumerate(items):
        if one == wanted:
            return place
    return NO_NUMBER


def offered(items: Iterable[int]) -> int:
    """A bit for each of some numbers; none if they are too large for that."""
    bits = 0
    for item in items:
        if not 0 <= item < MOST_BITS:
            return 0
        bits |= 1 << item
    return bits


def in_order(items: Iterable[int]) -> list[int]:
    return sorted(items)


def least(items: Sequence[int]) -> int:
    return min_of(items)


def greatest(items: Sequence[int]) -> int:
    return max_of(items)


def _first(pair: tuple[int, int]) -> int:
    return pair[0]


def in_order_by(pairs: list[tuple[int, int]]) -> list[int]:
    return [item for _, item in sorted(pairs, key=_first)]


def least_by(pairs: list[tuple[int, int]]) -> int:
    if not pairs:
        raise Fault("there is no least one in an empty list")
    return min(pairs, key=_first)[1]


def greatest_by(pairs: list[tuple[int, int]]) -> int:
    if not pairs:
        raise Fault("there is no greatest one in an empty list")
    return max(pairs, key=_first)[1]


def min_of(items: Sequence[int]) -> int:
    if not items:
        raise Fault("there is no least number in an empty list; give a 'default'")
    return min(items)


def max_of(items: Sequence[int]) -> int:
    if not items:
        raise Fault("there is no greatest number in an empty list; give a 'default'")
    return max(items)


def without(items: Iterable[int], taken: Iterable[int]) -> list[int]:
    """The list without the elements of another, each taken once."""
    away = Counter(taken)
    left = []
    for one in items:
        if away[one] > 0:
            away[one] -= 1
        else:
            left.append(one)
    return left


def many_left(source: Iterable[int], chosen: list[int], missing: int, ordered: int) -> list[int]:
    """What may be chosen next of several, so that as many as are missing can still follow."""
    if ordered:
        return list(dict.fromkeys(without(source, chosen)))
    left = without(sorted(source), chosen)
    if chosen:
        left = [x for x in left if x >= chosen[-1]]
    found = {}
    for place, x in enumerate(left):
        if x not in found and len(left) - place >= missing:
            found[x] = place
    return list(found)


def count_left(source: Sequence[int], taken: int) -> int:
    return max(len(source) - taken, 0)


def codes_once(items: Iterable[int], base: int) -> list[int]:
    """Moves for elements, each once, in the order in which they first come."""
    return [base + x for x in dict.fromkeys(items)]


def int_chances(items: Sequence[int], base: int, size: int) -> list[int]:
    """Moves for numbers, with repeats."""
    int_codes(items, base, size)
    return [base + x for x in items]


def int_codes(items: Iterable[int], base: int, size: int) -> list[int]:
    """Moves for numbers."""
    found = dict.fromkeys(items)
    for x in found:
        if not 0 <= x < size:
            raise Fault(f"numbers to choose from go from 0 to {size - 1}, here {x}")
    return [base + x for x in found]


def shortfall(cost: Sequence[int], have: Sequence[int]) -> int:
    return sum([c - h for c, h in zip(cost, have, strict=True) if c > h])


def spread(numbers: Sequence[int]) -> list[int]:
    return [i for i, n in enumerate(numbers) for _ in range(n)]


def kinds_in(numbers: Sequence[int]) -> list[int]:
    return [i for i, n in enumerate(numbers) if n > 0]


def tally(items: Iterable[int], kinds: int) -> list[int]:
    counts = [0] * kinds
    for item in items:
        counts[item] += 1
    return counts
