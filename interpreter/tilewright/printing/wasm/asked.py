"""What functions in the small language may call that is not written in it, with its types."""

from __future__ import annotations

from collections.abc import Sequence

Numbers = Sequence[int]
Lists = Sequence[Sequence[int]]


def opened(s: list[int], seed: int) -> list[int]:
    """Begin a game; the first moves."""
    raise NotImplementedError


def play(s: list[int], moves: Numbers, seed: int, most: int) -> int:
    """Make random moves from some on, at most so many; how many were made."""
    raise NotImplementedError


def sheet(s: list[int], seat: int) -> list[int]:
    """The points of a seat, one number for each category."""
    raise NotImplementedError


def ties(s: list[int], seat: int) -> list[int]:
    """What decides between seats with equal points."""
    raise NotImplementedError


def keep_state(s: list[int], found: list[int]) -> None:
    """Put all slots behind the numbers of a list."""
    raise NotImplementedError


def mixed(number: int) -> int:
    """The 64 bits of a number, well mixed."""
    raise NotImplementedError


def as_mark(mixture: int) -> int:
    """A number of 62 bits from one of 64."""
    raise NotImplementedError


ASKED = (opened, play, sheet, ties, keep_state, mixed, as_mark)
