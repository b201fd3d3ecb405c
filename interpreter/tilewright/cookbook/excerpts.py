"""Some keys of a file as it was written, with its comments, below the keys they stand under."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

STEP = 2


def excerpt(text: str, paths: Iterable[str]) -> list[str]:
    """The lines of some keys; a KeyError names a path that leads nowhere."""
    lines = text.splitlines()
    wanted = sorted({n for path in paths for n in _lines_of(lines, path) if lines[n].strip()})
    shown: list[str] = []
    for number in wanted:
        if shown and not _indent(lines[number]) and not _is_comment(shown[-1]):
            shown.append("")
        shown.append(lines[number])
    return shown


def first_entry(text: str, section: str) -> list[str]:
    """A section with the first of its entries alone."""
    lines = text.splitlines()
    head = lines.index(f"{section}:")
    first = next(n for n in range(head + 1, len(lines))
                 if _indent(lines[n]) == STEP and not _is_comment(lines[n]))
    return [lines[n] for n in (head, *range(first, _end(lines, first)))]


def _lines_of(lines: list[str], path: str) -> set[int]:
    """The numbers of the lines of a key, with its comments, and of the keys above it."""
    found: set[int] = set()
    begin, end = 0, len(lines)
    for depth, key in enumerate(path.split("/")):
        head = f"{' ' * STEP * depth}{key}:"
        at = next((n for n in range(begin, end) if f"{lines[n]} ".startswith(f"{head} ")), None)
        if at is None:
            raise KeyError(path)
        found.add(at)
        begin, end = at + 1, _end(lines, at)
    found |= set(range(begin, end))
    above = begin - 2
    while above >= 0 and _is_comment(lines[above]) and "yaml-language-server" not in lines[above]:
        found.add(above)
        above -= 1
    return found


def _end(lines: list[str], begin: int) -> int:
    """Where that ends which belongs to a line, without empty lines behind it."""
    end = last = begin + 1
    while end < len(lines) and (not lines[end] or _indent(lines[end]) > _indent(lines[begin])):
        end += 1
        last = end if lines[end - 1] else last
    return last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
