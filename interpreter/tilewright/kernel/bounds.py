"""Bounds: of steps, of numbers, and of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.kernel.faults import Fault, Passed, too_many
from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

HUGE = 10**18
NO_NUMBER = -(1 << 40)   # `none` where a number could stand


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


def nth(items: Sequence[int], index: int) -> int:
    if 0 <= index < len(items):
        return items[index]
    raise Fault(f"the list has no element [{index}]: it holds {len(items)}, counted from 0")


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
