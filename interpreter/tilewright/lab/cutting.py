"""A series cut into pieces of whole blocks, each of about the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

# Seconds: so long that sending does not count, so short that little is lost with a machine.
LONG = 2.0
# What is learned of a short piece says little of one that is many times as long.
GROWTH = 8


class Cutter:
    """The next piece of what is to be played, as long as pieces were found to be best."""

    def __init__(self, gaps: list[range], hands: int, size: int | None = None) -> None:
        self.gaps = gaps
        # How many play at the same time.
        self.hands = hands
        self._fixed = size is not None
        self._size = size or 1

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> range:
        if not self.gaps:
            raise StopIteration
        first = self.gaps[0]
        size = self._size if self._fixed else min(self._size, self._share())
        piece, rest = first[:size], first[size:]
        self.gaps[:1] = [rest] if rest else []
        return piece

    def _share(self) -> int:
        """At the end pieces get shorter, so that all are done at the same time."""
        return max(1, sum(len(gap) for gap in self.gaps) // (2 * max(1, self.hands)))

    def learn(self, blocks: int, seconds: float) -> None:
        """A piece of so many blocks has taken so long."""
        if not self._fixed:
            fitting = int(blocks * LONG / max(seconds, 1e-9))
            self._size = max(1, min(fitting, max(self._size, blocks) * GROWTH))


def laid_out(blocks: range, kept: Iterable[range]) -> tuple[list[tuple[range, range]], list[range]]:
    """What of these blocks is kept, as parts of pieces each behind its piece, and what is missing.

    No block comes twice, also where pieces overlap.
    """
    parts: list[tuple[range, range]] = []
    gaps: list[range] = []
    reached = blocks.start
    for piece in sorted(kept, key=lambda p: (p.start, p.stop)):
        part = range(max(piece.start, reached), min(piece.stop, blocks.stop))
        if not part:
            continue
        if part.start > reached:
            gaps.append(range(reached, part.start))
        parts.append((piece, part))
        reached = part.stop
    if reached < blocks.stop:
        gaps.append(range(reached, blocks.stop))
    return parts, gaps
