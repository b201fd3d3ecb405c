"""Paths that were probably meant by one that leads nowhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.merging.addresses import NotFound, find, missing
from tilewright.problems import listed, nearest
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.merging.addresses import Path

TOLD = 3
# So much of a game is looked through.
MOST = 20_000
# What people write between the steps of a path.
BETWEEN = re.compile(r"\s*(?:->|[.>:|\\])\s*|\s+")
NUMBER = re.compile(r"\[\d+\]")


def near_paths(root: Map, steps: Path) -> list[str]:
    """Paths that hold all steps in their order and end alike; else those that end with a word."""
    wanted = tuple(p for step in steps for p in BETWEEN.split(NUMBER.sub("", step)) if p)
    if not wanted:
        return []
    there = list(_paths(root))
    found = [p for p in there if p[-1] == wanted[-1] and _is_within(wanted, p)]
    if not found and len(wanted) == 1:
        ends = {p[-1] for p in there}
        found = [p for p in there if wanted[0] in p[-1].split("_")]
        near = nearest(wanted[0], ends) if not found else ""
        found = [p for p in there if p[-1] == near] if near else found
    return ["/".join(p) for p in sorted(found, key=len)[:TOLD]]


def _paths(root: Map) -> Iterator[Path]:
    todo: list[tuple[Map, Path]] = [(root, ())]
    seen = 0
    for holder, above in todo:
        for key, value in holder.items():
            seen += 1
            if seen > MOST:
                return
            yield (*above, key)
            if isinstance(value, Map):
                todo.append((value, (*above, key)))


def _is_within(wanted: Path, path: Path) -> bool:
    """Whether all steps come in a path, in their order."""
    rest = iter(path)
    return all(step in rest for step in wanted)


def nowhere(root: Map, path: Path) -> str:
    """What is wrong with a path that leads to nothing, and which ones may be meant."""
    try:
        spot = find(root, path)
        error = missing(spot, path)
    except NotFound as found:
        error = found
    alike = near_paths(root, path)
    hint = f"did you mean {listed(alike)}?" if alike else (
        error.hint or "a path looks like state/player/coins")
    return f"{error.message}; {hint}"
