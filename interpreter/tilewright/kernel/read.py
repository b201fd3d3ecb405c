"""The kernel in the middle language, for printers that are not Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright.kernel.words import OPERATIONS
from tilewright.middle.reading import Reader
from tilewright.problems import Place

if TYPE_CHECKING:
    from tilewright.middle.statements import Function


class Operations(Mapping[str, "Function"]):
    """All operations by name, and those that they call; each is read when it is asked for."""

    def __init__(self) -> None:
        self._functions: dict[str, Any] = dict(OPERATIONS)
        self._read: dict[str, Function] = {}

    def __getitem__(self, word: str) -> Function:
        if word not in self._read:
            reader = Reader(self._functions[word], {}, Place("kernel", 1, 1))
            self._read[word] = reader.read()
            self._functions.update(reader.calls)
        return self._read[word]

    def __contains__(self, word: object) -> bool:
        return word in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


@cache
def operations() -> Mapping[str, Function]:
    """The kernel as it is read, once for all programs."""
    return Operations()
