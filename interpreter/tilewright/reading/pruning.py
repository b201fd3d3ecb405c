"""Files of a wrong shape: what does not fit is taken out, so that the rest can be looked at.

The words of what was taken out are kept. A name among them is not told as unknown elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.reading.source import Source

    Path = list[Any]

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Lists of statements; a wrong one is taken out alone.
LISTS = ("do", "then", "else", "setup", "before", "turn", "after_turn", "after")
# Sections that are one thing, not a table of entries.
WHOLE = ("players", "flow", "ranking", "show")
# A big file is looked through again less often.
VALUES_AGAIN = 20_000


@dataclass(slots=True)
class LeftOut:
    """What could not be read, file by file, and the words that stood in it."""

    files: dict[str, None] = field(default_factory=dict)
    parts: dict[str, None] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    # Nobody knows what stood there.
    anything: bool = False

    def __bool__(self) -> bool:
        return bool(self.files or self.words or self.anything)

    def whole(self, file: str, lines: Iterable[str] | None = None) -> None:
        """A file that is left out, with its lines if it could be read as text."""
        self.files[file] = None
        self.parts.pop(file, None)
        if lines is None:
            self.anything = True
        else:
            self.words.update(w for line in lines for w in WORD.findall(line))

    def part(self, file: str, *values: Any) -> None:
        """Something in a file that is left out."""
        self.parts[file] = None
        self.words.update(words_in(values))

    def add(self, other: LeftOut) -> None:
        self.files |= other.files
        self.parts |= other.parts
        self.words |= other.words
        self.anything = self.anything or other.anything


def words_in(value: Any) -> Iterator[str]:
    """All words of some data: its keys and what is in its texts."""
    todo = [value]
    while todo:
        here = todo.pop()
        if isinstance(here, str):
            yield from WORD.findall(here)
        elif isinstance(here, dict):
            todo += [*here, *here.values()]
        elif isinstance(here, (list, tuple)):
            todo += here


def passes(source: Source, most: int) -> int:
    """How often a file may be looked through again."""
    return max(1, min(most, VALUES_AGAIN // (1 + source.values)))


def without(source: Source, errors: list[Any], step: int, left: LeftOut) -> bool:
    """Take the entries out that have errors: the smallest first, in later steps bigger ones."""
    spots = {tuple(_entry(source.data, _path(e), step)) for e in errors}
    if () in spots:
        return False
    for spot in sorted(spots, key=lambda s: (len(s), str(s[:-1]), _number(s[-1])), reverse=True):
        _drop(source, list(spot), left)
    return True


def _number(step: Any) -> int:
    return step if isinstance(step, int) else -1


def _path(error: Any) -> Path:
    found = list(error.absolute_path)
    return [*found, error.instance] if "propertyNames" in error.absolute_schema_path else found


def _entry(data: Any, path: Path, step: int) -> Path:
    """The entry that is taken out because of something wrong at a path."""
    if step == 0:
        for length in range(len(path), 1, -1):
            if isinstance(path[length - 1], int) and path[length - 2] in LISTS:
                return path[:length]
        if path[:1] == ["tiles"] and len(path) > 3 and path[2] == "abilities":
            return path[:4]
    if path[:1] == ["tiles"] and isinstance(data, dict) and "family" in data:
        return path[:2] if len(path) > 1 else []
    if not path or step > 1 or path[0] in WHOLE:
        return path[:1]
    return path[:3] if path[0] in ("vocabulary", "state") else path[:2]


def _drop(source: Source, spot: Path, left: LeftOut) -> None:
    """Take one entry out, unless it went with a bigger one."""
    holder: Any = source.data
    for step in spot[:-1]:
        if not (step in holder if isinstance(holder, Map) else isinstance(holder, Seq)):
            return
        holder = holder[step]
    last = spot[-1]
    if isinstance(holder, Map) and last in holder:
        left.part(source.name, last, holder.drop(last)[0])
    elif isinstance(holder, Seq):
        left.part(source.name, holder.pop(last))
        holder.items_at.pop(last)
