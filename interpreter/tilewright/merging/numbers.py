"""Changes of numbers in overlays: how much more, or how many times as much."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from tilewright import limits

ROUNDING = {"down": floor, "up": ceil, "nearest": lambda x: floor(x + Fraction(1, 2))}
WORDS = {"down": "rounded down", "up": "rounded up", "nearest": "rounded to the nearest"}


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def has_numbers(value: Any) -> bool:
    """Whether there is a number in a mapping, however deep."""
    return isinstance(value, dict) and any(is_number(v) or has_numbers(v) for v in value.values())


def changed(verb: str, old: int, given: Any) -> tuple[int | None, str]:
    """The new number and how it came about; None and the reason if there is none."""
    if verb == "plus":
        sign = "+" if given >= 0 else "-"
        return _within(old + given, f"{old} {sign} {abs(given)}")
    by, way = (given["by"], given.get("round")) if isinstance(given, dict) else (given, None)
    factor = Fraction(str(by)) if not _by_nothing(str(by)) else None
    if factor is None:
        return None, f"{by} is no fraction: nothing can be divided by 0"
    exact = old * factor
    how = f"{old} × {by}"
    if exact.denominator == 1:
        return _within(int(exact), how)
    if way is None:
        return None, f"{how} is no whole number, and nothing says how to round it"
    return _within(ROUNDING[way](exact), f"{how}, {WORDS[way]}")


def _by_nothing(by: str) -> bool:
    _, line, below = by.partition("/")
    return bool(line) and int(below) == 0


def _within(number: int, how: str) -> tuple[int | None, str]:
    if abs(number) > limits.NUMBER:
        return None, f"{how} is more than {limits.NUMBER:,}"
    return number, f"{number} ({how})"
