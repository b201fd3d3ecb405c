"""Pieces of pages in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

REMAKE = "tilewright reference --write docs"


def fence(text: str, language: str = "yaml") -> list[str]:
    return [f"```{language}", *text.rstrip("\n").split("\n"), "```", ""]


def table(heads: tuple[str, ...], rows: Iterable[Iterable[str]]) -> list[str]:
    body = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in [heads, ("---",) * len(heads), *body]] + [""]
