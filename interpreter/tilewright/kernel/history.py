"""Positions remembered, for generated code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.faults import damaged
from tilewright.kernel.primitives import marked

if TYPE_CHECKING:
    from tilewright.kernel.primitives import Spans


def times_seen(s: list[int], base: int, spans: Spans) -> int:
    """How often that is noted; there is no room for notes where no rule ever takes any."""
    if base == 0:
        return 0
    n = s[base]
    if not 0 <= n < len(s) - base:
        damaged(n)
    return s[base + 1:base + 1 + n].count(marked(s, spans))


def remember(s: list[int], base: int, most: int, spans: Spans) -> None:
    """Keep the last so many marks: the oldest goes when there is no more room."""
    n = s[base]
    if not 0 <= n <= most:
        damaged(n)
    mark = marked(s, spans)
    if n < most:
        s[base] = n + 1
        s[base + 1 + n] = mark
    else:
        s[base + 1:base + 1 + most] = [*s[base + 2:base + 1 + most], mark]
