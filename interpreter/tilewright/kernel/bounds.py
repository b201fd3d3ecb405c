"""Bounds: of steps, of numbers, and of lists."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.kernel.faults import Fault, Passed, Spent, too_many
from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    from tilewright.kernel.given import Numbers

HUGE = 10**18
# Two numbers below this have a product below HUGE.
ROOT = isqrt(HUGE)
NO_NUMBER = -(1 << 40)   # `none` where a number could stand
MOST = limits.STEPS


def charge(s: list[int], steps: int) -> None:
    s[STEPS] = taken = s[STEPS] + steps
    if taken > MOST:
        raise Spent(f"this took more than {limits.STEPS:,} steps by here; look at fewer things at "
                    "once, or keep what stays the same in a 'let' before the loop")


def metered(s: list[int], items: Numbers, steps: int) -> Numbers:
    """A list, charged for each of its elements."""
    s[STEPS] = taken = s[STEPS] + len(items) * steps
    if taken > MOST:
        charge(s, 0)
    return items


def bounded(items: Numbers) -> Numbers:
    """A list that is put together of others, each of which may be long."""
    if len(items) > limits.SPREAD:
        raise Fault(f"this list has {len(items):,} elements, and {limits.SPREAD:,} are the most")
    return items


def within(value: int, low: int, high: int, title: str) -> int:
    if low <= value <= high:
        return value
    raise Passed(title, f"would become {value}, outside of {low} to {high}")


def product(a: int, b: int) -> int:
    """Looked at before it is worked out: where numbers have 64 bits it could not be told after."""
    if -ROOT < a < ROOT and -ROOT < b < ROOT:
        return a * b
    if a == 0 or abs(b) <= (HUGE - 1) // abs(a):
        return a * b
    raise Fault("a number becomes too large here")


def nth(items: Numbers, index: int) -> int:
    if 0 <= index < len(items):
        return items[index]
    raise Fault(f"the list has no element [{index}]: it holds {len(items)}, counted from 0")


def bounded_range(first: int, last: int) -> Numbers:
    if last - first >= limits.REPEAT:
        raise Fault(f"a range holds at most {limits.REPEAT:,} numbers")
    return range(first, last + 1)


def bounded_times(times: int) -> int:
    """How many times something is done: a number from 0 on."""
    if times > limits.REPEAT:
        raise Fault(f"'repeat' goes up to {limits.REPEAT:,} times, here {times:,}")
    return max(times, 0)


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


def pay_tolls(s: list[int], payer: int, owed: Numbers, base: int, width: int, high: int,
              title: str) -> None:
    """Pay tolls: to whom, how much, and the number of the tile that asks for it, one by one."""
    for at in range(0, len(owed), 3):
        amount = owed[at + 1]
        to = base + owed[at] * width
        s[payer] -= amount
        s[to] += amount
        if s[to] > high:
            too_many(title, high)
