"""What one program may be: a budget for its code and its tables, whoever wrote the rules.

Code is counted in nodes as it is written, tables in numbers. Whatever is written twice counts
twice, so that a few lines that multiply are seen at once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.problems import ContentError, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.problems import Place


class Budget:
    """What a compilation has spent, and where."""

    def __init__(self, counts: int) -> None:
        """A game for many numbers of players becomes as many programs, which share the whole."""
        self.most = max(limits.PROGRAM_NODES // counts, limits.PROGRAM_LEAST)
        self.nodes = 0
        self.numbers = 0
        self._places: Counter[Place] = Counter()
        self._here: Place | None = None

    def spend(self, nodes: int, place: Place) -> None:
        """Count nodes of code that a line of the rules became."""
        self.nodes += nodes
        self._here = place
        self._places[place] += nodes
        if self.nodes > self.most:
            raise ContentError([self._too_big()])

    def table(self, values: Any) -> None:
        """Count the numbers of a table that the code written last reads."""
        self.numbers += _numbers(values)
        if self.numbers > limits.PROGRAM_NUMBERS and self._here is not None:
            raise ContentError([Problem(
                "program-too-big", self._here,
                f"the tables of this game hold more than {limits.PROGRAM_NUMBERS:,} numbers; the "
                "one for this is too much", "look at fewer things at once, or link fewer")])

    def _too_big(self) -> Problem:
        """The line that became most of the code, and how much that is."""
        lines: Counter[tuple[str, int]] = Counter()
        for place, nodes in self._places.items():
            lines[place.file, place.line] += nodes
        (dearest, most), = lines.most_common(1)
        at = next(p for p in self._places if (p.file, p.line) == dearest)
        share = 100 * most // self.nodes
        told = f"{share}% of them come from this line" if share else (
            f"this line, the dearest of {len(lines):,}, is less than 1% of them")
        return Problem(
            "program-too-big", at,
            f"the rules become more than {self.most:,} pieces of code, and {told}",
            "it is written anew wherever it is used: make it shorter, or a procedure")


def _numbers(values: Any) -> int:
    if isinstance(values, (tuple, list, range)):
        inner: Sequence[Any] = values
        if inner and isinstance(inner[0], (tuple, list)):
            return sum(_numbers(v) for v in inner)
        return len(inner) + 1
    return 1
