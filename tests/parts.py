"""Two parts of all tests: what `make test` runs, and what `make more` adds.

Laws are held against many games, files and languages. Most of these are alike, so of each test that
is marked `many` one case in four is enough before a commit; `make more` runs the rest of them, and
what is marked `late`. The two are all tests, and nothing is in both.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

FIRST, REST = "first", "rest"
ONE_IN = 4


def of_first(items: Sequence[pytest.Item]) -> set[str]:
    """The names of all tests that come first: a few cases of each test that has many."""
    cases = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("late"):
            cases[item.nodeid.partition("[")[0]].append(item)
    return {item.nodeid for own in cases.values() for item in _few(own)}


def _few(cases: list[pytest.Item]) -> list[pytest.Item]:
    if not cases[0].get_closest_marker("many"):
        return cases
    # By their numbers a few would all be of the same language, or of the same number of players.
    return sorted(cases, key=lambda item: crc32(item.nodeid.encode()))[:-(-len(cases) // ONE_IN)]
