"""The names that generated code can reach: the kernel, zones, walks, its tables, and no others."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tilewright.kernel.words import OPERATIONS, PYTHON

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    Getter = Callable[[list[int]], tuple[int, ...]]


def namespace(tables: dict[str, Any], fetched: Container[str]) -> dict[str, Any]:
    """What a module of generated code sees when it runs."""
    return {"__builtins__": {}, **PYTHON, **OPERATIONS, **tables_of(tables, fetched)}


def tables_of(tables: dict[str, Any], fetched: Container[str]) -> dict[str, Any]:
    """Tables as code reads them: for rows of slots that are fetched together, functions."""
    return {word: tuple(_getters(rows)) if word in fetched else rows
            for word, rows in tables.items()}


def _getters(rows: tuple[tuple[int, ...], ...]) -> Iterator[Getter]:
    """For each row a function of the state that reads all of its slots."""
    for slots in rows:
        yield itemgetter(*slots) if len(slots) > 1 else _few(slots)


def _few(slots: tuple[int, ...]) -> Getter:
    """`itemgetter` gives no tuple for a single slot."""
    return lambda s: tuple([s[i] for i in slots])
