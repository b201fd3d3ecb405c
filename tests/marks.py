"""What every mark below a line must be like: it begins and ends where words do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.problems import Place

# What goes on over several lines, and what is not there, has a place but no length.
BEGINS = re.compile(r"[\w./\"-]+:( |$)|- |$| *#")


def check_mark(place: Place, line: str | None = None) -> None:
    """No letter of a word is left out, no quotes are cut off, and no space is marked."""
    if not place.end:
        return
    if line is None:
        line = Path(place.file).read_text("utf-8-sig", "replace").split("\n")[place.line - 1]
    start, end = place.col - 1, place.end - 1
    if end - start < 2 and BEGINS.match(line[start:]):
        return
    marked = line[start:end]
    assert 0 <= start < end <= len(line), (line, place)
    assert marked == marked.strip(" "), (line, marked)
    for at in (start, end):
        assert not re.fullmatch(r"\w\w", line[max(at - 1, 0):at + 1]), (line, marked)
    for quote in "'\"":
        assert marked.count(quote) % 2 == 0, (line, marked)
