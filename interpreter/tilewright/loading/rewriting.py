"""Changes in YAML text that leave everything else as it is: comments, order, quotes, spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.loading.source import Map, Seq
    from tilewright.problems import Place


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
    if "{" in line[:key_at.col]:
        end = _end(at, line)
        lines[at.line - 1] = f"{line[:end]}, {key}: {value}{line[end:]}"
    else:
        lines.insert(at.line, f"{' ' * (key_at.col - 1)}{key}: {value}")
    return "\n".join(lines)


def replaced(text: str, place: Place, old: str, new: str) -> str:
    """Another word at a place; the text as it was if the old one does not stand there."""
    lines = text.split("\n")
    line, start = lines[place.line - 1], place.col - 1
    found = line.find(old, start)
    if found < 0:
        return text
    lines[place.line - 1] = line[:found] + new + line[found + len(old):]
    return "\n".join(lines)


def _end(at: Place, line: str) -> int:
    """Where a plain value on a line ends, with its quotes."""
    return at.end - 1 + line[at.end - 1:].startswith(("'", '"'))
