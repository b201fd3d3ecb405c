"""Where things lie in the memory of a module: tables, words, the first state, then free room.

A list is a head of four numbers of 32 bits (how many elements, how many there is room for, where
they lie) and its elements, 64 bits each; a list of lists holds the places of their heads.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

# Nothing lies before this, so that no list is at 0.
FIRST = 64
HEAD = 16


class Memory:
    """Lays out what never changes."""

    def __init__(self) -> None:
        self.content = bytearray(FIRST)
        self._tables: dict[str, int] = {}
        self._rows: dict[tuple[Any, ...], int] = {}
        self._flat: dict[str, int] = {}
        self._grids: dict[str, tuple[int, int, int] | None] = {}
        self.texts: dict[str, int] = {}

    def table(self, word: str, values: Sequence[Any]) -> int:
        """Where the head of a table lies."""
        if word not in self._tables:
            self._tables[word] = self._list(tuple(values))
        return self._tables[word]

    def _list(self, values: tuple[Any, ...]) -> int:
        key = (values, tuple(map(type, values)))
        if key not in self._rows:
            numbers = [self._list(tuple(v)) if isinstance(v, (tuple, list, range)) else int(v)
                       for v in values]
            at = len(self.content)
            self.content += struct.pack("<iiii", len(numbers), len(numbers), at + HEAD, 0)
            self.content += struct.pack(f"<{len(numbers)}q", *numbers)
            self._rows[key] = at
        return self._rows[key]

    def flat(self, word: str, rows: Sequence[Sequence[Sequence[int]]], width: int) -> int:
        """A table of rows of rows, all equally long, as numbers one after another: where the ends
        of each row lie, two numbers of 32 bits."""
        if word not in self._flat:
            ends = []
            for row in rows:
                at = self.numbers([int(n) for one in row for n in one])
                ends += [at, at + 8 * width * len(row)]
            self._flat[word] = len(self.content)
            self.content += struct.pack(f"<{len(ends)}i", *ends)
            self.content += bytes(-len(self.content) % 8)
        return self._flat[word]

    def grid(self, word: str, rows: Sequence[Sequence[int]]) -> tuple[int, int, int] | None:
        """Equally long rows as numbers one after another: where, how many, and how long they are;
        nothing if they are not equally long."""
        if word not in self._grids:
            width = len(rows[0]) if rows else 0
            alike = width and all(len(row) == width for row in rows)
            self._grids[word] = (self.numbers([int(n) for row in rows for n in row]), len(rows),
                                 width) if alike else None
        return self._grids[word]

    def numbers(self, values: Sequence[int]) -> int:
        """Where plain numbers lie, without a head."""
        at = len(self.content)
        self.content += struct.pack(f"<{len(values)}q", *values)
        return at

    def text(self, said: str) -> int:
        """The number of some words for people."""
        return self.texts.setdefault(said, len(self.texts))
