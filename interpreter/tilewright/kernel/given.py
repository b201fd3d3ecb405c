"""What operations are given, by the names that their annotations have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

# Numbers; rows of a table; numbers with what they are sorted by.
Numbers = Sequence[int]
Lists = Sequence[Sequence[int]]
Pairs = Sequence[tuple[int, int]]
# What is asked about an element, or about a step from one to another: a test, or a number.
Test = Callable[[int], int]
Through = Callable[[int, int], int]
