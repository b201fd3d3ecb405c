"""Parts of the rules that no game came to, as coverage tells them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Unreached:
    """So many parts of one sort: lines of a file, or names."""

    kind: str
    what: str
    count: int


def unreached(coverage: Mapping[str, Any]) -> list[Unreached]:
    """What never ran, held, was offered, was taken, happened or ended a game."""
    steps = {file: {at: not n for at, n in met.items()}
             for file, met in (coverage.get("statements") or {}).items()}
    # A condition that was never asked stands in a step that never ran.
    tests = {file: {at: bool(no) and not yes for at, (no, yes) in met.items()}
             for file, met in (coverage.get("tests") or {}).items()}
    actions = coverage.get("actions") or {}
    names = {
        "action": [name for name, (offered, _) in actions.items() if not offered],
        "untaken": [name for name, (offered, taken) in actions.items() if offered and not taken],
        "reaction": [name for name, n in (coverage.get("reactions") or {}).items() if not n],
        "end": [name for name, n in (coverage.get("ends") or {}).items() if not n]}
    return [*_places("statement", steps), *_places("guard", tests),
            *(Unreached(kind, ", ".join(some), len(some)) for kind, some in names.items() if some)]


def _places(kind: str, files: Mapping[str, Mapping[str, bool]]) -> list[Unreached]:
    """The lines of each file, several in a row as one range."""
    found = []
    for file, met in files.items():
        places = [at for at, is_missed in met.items() if is_missed]
        if places:
            lines = sorted({int(at.partition(":")[0]) for at in places})
            found.append(Unreached(kind, f"{file}:{_ranges(lines)}", len(places)))
    return found


def _ranges(lines: list[int]) -> str:
    spans: list[list[int]] = []
    for line in lines:
        if spans and spans[-1][1] == line - 1:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in spans)
