"""The line of a file that a problem is about, with a mark below it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from tilewright.reading.files import BREAK, read_bytes

if TYPE_CHECKING:
    from tilewright.problems import Place


def excerpt(place: Place) -> list[str]:
    """The line of a place with a caret below; nothing if it cannot be read."""
    try:
        raw = read_bytes(Path(place.file))
    except (OSError, ValueError):
        return []
    if b"\0" in raw:   # a picture has no lines
        return []
    text = raw.decode("utf-8-sig", errors="replace")
    lines = BREAK.split(text)
    if not 0 < place.line <= len(lines):
        return []
    line = "".join(c if c.isprintable() else " " for c in lines[place.line - 1])
    shown, start = _window(line, place.col - 1)
    stop = start + max(place.end - place.col, 1)
    number = f"{place.line:5} | "
    before, marked = _columns(shown[:start]), max(_columns(shown[start:stop]), 1)
    return [number + shown, " " * (len(number) + before) + "^" * marked]


def _columns(text: str) -> int:
    """How wide a text is on the screen."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _window(line: str, start: int) -> tuple[str, int]:
    """The part of a long line that matters."""
    if len(line) <= 110:
        return line, start
    first = max(start - 50, 0)
    return line[first:first + 110], start - first
