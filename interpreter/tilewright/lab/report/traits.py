"""What an interactive page knows of rows and marks: what they are about, and what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from tilewright.lab.report.words import Interval


def key(*about: str) -> str:
    """What is about the same has the same key, without spaces."""
    return "/".join(quote(part, safe="") for part in about)


def tells(found: Interval | None, null: float) -> bool:
    """Whether an interval leaves out the value at which nothing would differ."""
    if found is None or found["low"] is None:
        return False
    return bool(found["low"] > null or found["high"] < null)
