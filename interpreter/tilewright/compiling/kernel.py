"""The helpers that generated code may call: chance, bounds, lists and boards.

Together with `zones` they are the only names that it can reach besides its own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

from tilewright import limits
from tilewright.middle.header import RNG, STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence, Sized

MASK = (1 << 64) - 1
HUGE = 10**18
NO_NUMBER = -(1 << 40)   # `none` where a number could stand
# Numbers below this can stand in a set of what was offered.
MOST_BITS = 4_096
GOLDEN = 0x9E3779B97F4A7C15


class Fault(Exception):
    """A rule cannot go on; the message is for the designer."""


class Passed(Fault):
    """A field would hold more, or less, than it was declared for; `title` is its name."""

    def __init__(self, title: str, said: str) -> None:
        super().__init__(f"{title} {said}")
        self.title = title


def fail(message: str) -> None:
    raise Fault(message)


# -- chance -----------------------------------------------------------------------------------


def mixed(seed: int) -> int:
    """The splitmix64 finish: 64 well mixed bits."""
    z = seed & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(s: list[int], n: int) -> int:
    """A random number from 0 to n-1, all equally likely."""
    s[RNG] = seed = (s[RNG] + GOLDEN) & MASK
    return (mixed(seed) * n) >> 64


def pick(s: list[int], items: Sequence[int], _label: int) -> int:
    """One of some outcomes; whoever watches is told by the label what they are for."""
    return items[below(s, len(items))]


def absent(item: str, players: int) -> int:
    raise Fault(f"'{item}' does not take part with {players} players")


# -- bounds -----------------------------------------------------------------------------------


def charge(s: list[int], steps: int, most: int = limits.STEPS) -> None:
    s[STEPS] = taken = s[STEPS] + steps
    if taken > most:
        raise Fault(f"this took more than {limits.STEPS:,} steps by here; look at fewer things at "
                    "once, or keep what stays the same in a 'let' before the loop")


def metered(s: list[int], items: Sized, steps: int, most: int = limits.STEPS) -> Any:
    """A list, charged for each of its elements."""
    s[STEPS] = taken = s[STEPS] + len(items) * steps
    if taken > most:
        charge(s, 0)
    return items


def bounded(items: list[int]) -> list[int]:
    """A list that is put together of others, each of which may be long."""
    if len(items) > limits.SPREAD:
        raise Fault(f"this list has {len(items):,} elements, and {limits.SPREAD:,} are the most")
    return items


def within(value: int, low: int, high: int, title: str) -> int:
    if low <= value <= high:
        return value
    raise Passed(title, f"would become {value}, outside of {low} to {high}")


def product(a: int, b: int) -> int:
    found = a * b
    if -HUGE < found < HUGE:
        return found
    raise Fault("a number becomes too large here")


def too_many_points() -> None:
    """Points have the bounds of all numbers that are worked out, so that each game can be saved."""
    raise Fault("the points become too large here")


def too_many(title: str, high: int) -> None:
    raise Passed(title, f"would become more than {high}; give it a larger 'max', or gain no more "
                 "than there is room for")


def full(title: str, capacity: int) -> NoReturn:
    raise Passed(title, f"is full, it holds {capacity}")


def nth(items: Sequence[int], index: int) -> int:
    if 0 <= index < len(items):
        return items[index]
    raise Fault(f"the list has no element [{index}]: it holds {len(items)}, counted from 0")


def index_of(items: Sequence[int], wanted: int) -> int:
    """The place of one in a list; if it is not there, what stands for no number."""
    for place, one in enumerate(items):
        if one == wanted:
            return place
    return NO_NUMBER


def bounded_range(first: int, last: int) -> range:
    if last - first >= limits.REPEAT:
        raise Fault(f"a range holds at most {limits.REPEAT:,} numbers")
    return range(first, last + 1)


def bounded_times(times: int) -> range:
    if times > limits.REPEAT:
        raise Fault(f"'repeat' goes up to {limits.REPEAT:,} times, here {times:,}")
    return range(times)


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


def pay_tolls(s: list[int], payer: int, owed: list[int], base: int, width: int, high: int,
              title: str) -> None:
    """Pay tolls: to whom, how much, and the number of the tile that asks for it, one by one."""
    for at in range(0, len(owed), 3):
        owner, amount = owed[at], owed[at + 1]
        s[payer] -= amount
        s[base + owner * width] += amount
        if s[base + owner * width] > high:
            too_many(title, high)


def offered(items: Iterable[int]) -> int:
    """A bit for each of some numbers; none if they are too large for that."""
    bits = 0
    for item in items:
        if not 0 <= item < MOST_BITS:
            return 0
        bits |= 1 << item
    return bits


# -- lists ------------------------------------------------------------------------------------


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


BUILT_IN: dict[str, Any] = {
    "len": len, "range": range, "min": min, "max": max, "abs": abs, "sum": sum, "list": list,
    "set": set, "int": int,
}
KERNEL: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        fail, absent, product, pay_tolls, below, pick, charge, within, too_many,
        too_many_points, nth, index_of,
        bounded_range, bounded_times, clamp, in_order, least, greatest, in_order_by, least_by,
        greatest_by, min_of, max_of, without, many_left, count_left, codes_once, int_codes,
        int_chances, shortfall, spread, kinds_in, tally, metered, bounded,
        offered,
    )
}
