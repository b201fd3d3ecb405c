"""Positions tried and positions remembered, for generated code."""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Spans = Sequence[tuple[int, int]]


def tried(s: list[int], ask: Callable[[list[int]], Any]) -> Any:
    """What is found on a copy of the position; only the steps it took are kept."""
    copy = s[:]
    found = ask(copy)
    s[STEPS] = copy[STEPS]
    return found


def _mark(s: list[int], spans: Spans) -> int:
    """A number that two equal contents share, and hardly any two others."""
    mixed = blake2b(digest_size=8)
    for first, end in spans:
        slots = array("q", s[first:end])
        if sys.byteorder == "big":
            slots.byteswap()
        mixed.update(slots.tobytes())
    return int.from_bytes(mixed.digest(), "little") >> 2


def times_seen(s: list[int], base: int, spans: Spans) -> int:
    return s[base + 1:base + 1 + s[base]].count(_mark(s, spans))


def remember(s: list[int], base: int, most: int, spans: Spans) -> None:
    """Keep the last so many marks: the oldest goes when there is no more room."""
    count = s[base]
    if count < most:
        s[base] = count + 1
        s[base + 1 + count] = _mark(s, spans)
    else:
        s[base + 1:base + 1 + most] = [*s[base + 2:base + 1 + most], _mark(s, spans)]
