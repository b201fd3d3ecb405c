"""How often each move came up for each seat, as arrays by the codes of moves.

Labels are only worked out where somebody asks by them: a large game has hundreds of moves, and a
series has thousands of games.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from tilewright.compiling.program import Program

    Numbers = NDArray[np.integer[Any]]
    # The label of a move by its code.
    Labels = Callable[[int], str]

# Small numbers, and all others.
SMALL, LARGE = "<u2", "<i8"
MARK = "counted"


class Counted(Mapping[str, list[int]]):
    """How often each move came up, by label: a number for each seat. `codes` go up, and `rows` has
    a row for each of them."""

    __slots__ = ("_told", "codes", "labels", "rows")

    def __init__(self, labels: Labels, codes: Numbers, rows: Numbers) -> None:
        self.labels, self.codes, self.rows = labels, codes, rows
        self._told: dict[str, list[int]] | None = None

    @classmethod
    def of(cls, labels: Labels, by_seat: Sequence[Mapping[int, int]]) -> Counted:
        """Counts of each seat by code."""
        codes = sorted(set().union(*by_seat))
        rows = [[one.get(code, 0) for one in by_seat] for code in codes]
        return cls(labels, np.array(codes, dtype=np.int64),
                   np.array(rows, dtype=np.int64).reshape(len(codes), len(by_seat)))

    def _by_label(self) -> dict[str, list[int]]:
        if self._told is None:
            self._told = dict(zip(map(self.labels, self.codes.tolist()), self.rows.tolist(),
                                  strict=True))
        return self._told

    def __getitem__(self, label: str) -> list[int]:
        return self._by_label()[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_label())

    def __len__(self) -> int:
        return len(self.codes)

    def __repr__(self) -> str:
        return repr(self._by_label())


class Grouped:
    """Counts of many games by label: in which games a move came up, and how often for each seat."""

    def __init__(self, counts: Sequence[Counted]) -> None:
        self.size = len(counts)
        codes = np.concatenate([one.codes for one in counts])
        # What is small is sorted in one go.
        small = codes.astype(np.uint16) if codes.size and codes.max() < 1 << 16 else codes
        order = np.argsort(small, kind="stable")
        self._games = np.repeat(np.arange(self.size), [len(one.codes) for one in counts])[order]
        self._rows = np.concatenate([one.rows for one in counts if len(one.codes)] or [
            np.empty((0, 0), dtype=np.int32)])[order]
        found, firsts = np.unique(codes[order], return_index=True)
        ends = [*firsts.tolist(), codes.size]
        self._slices = {
            counts[self._games[first]].labels(code): slice(first, last)
            for code, (first, last) in zip(found.tolist(), pairwise(ends), strict=True)}

    @property
    def labels(self) -> Collection[str]:
        """The labels of all that came up in some game."""
        return self._slices.keys()

    def places(self, label: str) -> Numbers:
        """For which seats of which games it came up: `game * players + seat`, going up."""
        own = self._slices.get(label)
        if own is None:
            return np.empty(0, dtype=np.int64)
        rows = self._rows[own]
        games, seats = np.nonzero(rows)
        found: Numbers = self._games[own][games] * rows.shape[1] + seats
        return found

    def times(self, labels: Iterable[str]) -> NDArray[np.float64]:
        """How often some of them came up in each game, for all seats together."""
        found = np.zeros(self.size)
        for own in (self._slices[label] for label in labels if label in self._slices):
            found[self._games[own]] += self._rows[own].sum(axis=1)
        return found


def label(program: Program, code: int) -> str:
    """The label of a move, which is worked out once."""
    labels = program.kept.labels
    known = labels.get(code)
    if known is None:
        known = labels[code] = label_of(program, code)
    return known


def written(value: Any) -> Any:
    """Counts as data for JSON, without labels; nothing else needs it."""
    if not isinstance(value, Counted):
        raise TypeError(f"{type(value).__name__} is no data for JSON")
    whole = np.concatenate([value.codes, value.rows.ravel()])
    form = SMALL if not whole.size or whole.max() < 1 << 16 else LARGE
    return {MARK: [form, len(value.codes), b64encode(whole.astype(form).tobytes()).decode()]}


def read(told: Mapping[str, Any], labels: Labels) -> Counted:
    """The counts that were written."""
    form, count, text = told[MARK]
    whole: Numbers = np.frombuffer(b64decode(text), dtype=form).astype(
        np.int32 if form == SMALL else np.int64)
    return Counted(labels, whole[:count], whole[count:].reshape(count, -1 if count else 0))


def labels_of(counts: Sequence[Counted]) -> dict[int, str]:
    """The labels of all moves that came up in games of the same rules."""
    if not counts:
        return {}
    codes = np.unique(np.concatenate([one.codes for one in counts])).tolist()
    return {code: counts[0].labels(code) for code in codes}
