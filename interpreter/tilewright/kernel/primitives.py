"""What every printer does by itself, as Python does it.

These are the words in which operations are written, beside numbers and lists; `words` has them by
name.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import mixed
from tilewright.kernel.faults import Fault
from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.kernel.given import Numbers, Pairs

    Spans = tuple[tuple[int, int], ...]


def once(items: Numbers) -> list[int]:
    """Each number of a list once, in the order in which they first come."""
    return list(dict.fromkeys(items))


def given(what: object) -> bool:
    """Whether there is a list, or a function, where one could be given."""
    return what is not None


def index(items: Numbers, wanted: int, start: int = 0) -> int:
    """Where a number first stands in a list that has it."""
    return items.index(wanted, start)


def count(items: Numbers, wanted: int) -> int:
    return items.count(wanted)


def pop(items: list[int]) -> int:
    """Take the last number from a list."""
    return items.pop()


# -- numbers with what they are sorted by ---------------------------------------------------------


def _key(pair: tuple[int, int]) -> int:
    return pair[0]


def in_order_by(pairs: Pairs) -> list[int]:
    """Equal ones keep their order."""
    return [item for _, item in sorted(pairs, key=_key)]


def least_by(pairs: Pairs) -> int:
    """The first of the least ones."""
    if not pairs:
        raise Fault("there is no least one in an empty list")
    return min(pairs, key=_key)[1]


def greatest_by(pairs: Pairs) -> int:
    """The first of the greatest ones."""
    if not pairs:
        raise Fault("there is no greatest one in an empty list")
    return max(pairs, key=_key)[1]


# -- positions ------------------------------------------------------------------------------------


def tried(s: list[int], ask: Callable[[list[int]], Any]) -> Any:
    """What is found on a copy of the position; only the steps it took are kept."""
    copy = s[:]
    found = ask(copy)
    s[STEPS] = copy[STEPS]
    return found


def marked(s: list[int], spans: Spans) -> int:
    """A number of 62 bits that two equal contents share, and hardly any two others.

    It is the sum of the slots, each times the mixed number of the slot + 1, mixed once more.
    """
    memory = _memory(spans)
    held = [s[first:end] for first, end in spans]
    last, mark = memory.last
    if last != held:
        mixture = sum(sum(map(mul, row, by)) for row, by in zip(held, memory.factors, strict=True))
        mark = mixed(mixture) >> 2
        # Both at once, for games that are played side by side.
        memory.last = held, mark
    return mark


class _Memory:
    """The factors of slots, and the last answer: what is noted is mostly asked for right after."""

    def __init__(self, spans: Spans) -> None:
        self.factors = [[mixed(slot + 1) for slot in range(first, end)] for first, end in spans]
        self.last: tuple[list[list[int]] | None, int] = None, 0


@lru_cache(256)
def _memory(spans: Spans) -> _Memory:
    return _Memory(spans)
