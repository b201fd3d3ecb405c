"""Changes in YAML text that leave everything else as it is: comments, order, quotes, spaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.reading.files import BREAK

if TYPE_CHECKING:
    from tilewright.problems import Place
    from tilewright.reading.source import Map, Seq


def with_item(text: str, items: Seq, item: str) -> str:
    """One more item behind the last one of a list, in the way the list is written."""
    lines = text.split("\n")
    at = items.at(len(items) - 1)
    line = lines[at.line - 1]
    if line.lstrip().startswith("- "):
        lines.insert(at.line, line[:line.index("-")] + f"- {item}")
    else:
        end = _end(at, line)
        lines[at.line - 1] = f"{line[:end]}, {item}{line[end:]}"
    return "\n".join(lines)


def with_entry(text: str, holder: Map, key: str, value: str) -> str:
    """One more key behind the last one of a mapping of plain values."""
    lines = text.split("\n")
    last = list(holder)[-1]
    at, key_at = holder.at(last), holder.key_at(last)
    line = lines[at.line - 1]
    if lines[holder.place.line - 1].startswith("{", holder.place.col - 1):
        end = _end(at, line)
        lines[at.line - 1] = f"{line[:end]}, {key}: {value}{line[end:]}"
    else:
        # The place of a key in quotes is that of its first letter.
        before = line[:key_at.col - 1].rstrip("'\"")
        lines.insert(at.line, f"{' ' * len(before)}{key}: {value}")
    return "\n".join(lines)


def replaced(text: str, place: Place, old: str, new: str) -> str | None:
    """Another word at a place; nothing if the old one is not written there letter by letter."""
    # Line endings stay as they are, so they are kept between the lines.
    parts = re.split(f"({BREAK.pattern})", text)
    row, start = 2 * (place.line - 1), place.col - 1
    line = parts[row]
    if not line.startswith(old, start):
        return None
    parts[row] = line[:start] + new + line[start + len(old):]
    return "".join(parts)


def _end(at: Place, line: str) -> int:
    """Where a plain value on a line ends, with its quotes."""
    return at.end - 1 + line[at.end - 1:].startswith(("'", '"'))
