"""What native play notes of games, counted for many of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.counted import Counted
from tilewright.native.noting import BLOCK, EACH, MOVE, MOVES, SEAT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tilewright.compiling.program import Program
    from tilewright.lab.counted import Labels
    from tilewright.native.noting import Noted

    Numbers = NDArray[np.int64]
    Small = NDArray[np.int32]

# For so many numbers there is room while games are counted.
ROOM = 1 << 22


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted of a game: moves that were offered and taken, questions with how often each
    was asked and with how many moves together, decisions with one move, and the moves of all
    others."""

    offered: Counted
    taken: Counted
    asked: Sequence[tuple[int, int, int]]
    forced: int
    options: int


def tallied(games: Sequence[Noted], program: Program, labels: Labels) -> Iterator[Tally]:
    """A tally of each game."""
    at_once = max(ROOM // max(program.moves * program.players, 1), 1)
    for first in range(0, len(games), at_once):
        yield from _tallied(games[first:first + at_once], program, labels)


def _tallied(games: Sequence[Noted], program: Program, labels: Labels) -> Iterator[Tally]:
    decided = _joined([one.decided for one in games]).reshape(-1, EACH)
    sizes, seats = decided[:, MOVES], decided[:, SEAT]
    own = np.repeat(np.arange(len(games)), [len(one.decided) // EACH for one in games])
    offered = _counts(_joined([one.offered for one in games]), np.repeat(seats, sizes),
                      np.repeat(own, sizes), len(games), program)
    taken = _counts(decided[:, MOVE], seats, own, len(games), program)
    questions, which = np.unique(decided[:, BLOCK], return_inverse=True)
    at, room = own * questions.size + which, len(games) * questions.size
    times, moves = np.bincount(at, minlength=room), _sums(at, sizes, room)
    met = np.flatnonzero(times)
    asked = list(zip(questions[met % questions.size].tolist(), times[met].tolist(),
                     moves[met].tolist(), strict=True))
    ends = np.searchsorted(met, np.arange(len(games) + 1) * questions.size).tolist()
    forced = _sums(own, sizes == 1, len(games)).tolist()
    options = _sums(own, np.where(sizes > 1, sizes, 0), len(games)).tolist()
    for game, (start, end) in enumerate(pairwise(ends)):
        yield Tally(Counted(labels, *offered[game]), Counted(labels, *taken[game]),
                    asked[start:end], forced[game], options[game])


def _joined(parts: Sequence[object]) -> Numbers:
    found: Numbers = np.concatenate([np.frombuffer(one, dtype=np.int64)  # type: ignore[call-overload]
                                     for one in parts])
    return found


def _sums(places: Numbers, values: NDArray[np.generic], room: int) -> Numbers:
    """The sum of the values at each place; they are whole, and so small that no digit is lost."""
    found: Numbers = np.bincount(places, values, room).astype(np.int64)
    return found


def _counts(codes: Numbers, seats: Numbers, games: Numbers, count: int, program: Program
            ) -> list[tuple[Small, Small]]:
    """For each game the codes that came up, and how often they did so for each seat."""
    moves, players = program.moves, program.players
    each = np.bincount((games * moves + codes) * players + seats, minlength=count * moves * players)
    found = np.flatnonzero(each) // players
    came_up = found[np.flatnonzero(np.diff(found, prepend=-1))]
    rows = each.reshape(count * moves, players)[came_up].astype(np.int32)
    ends = np.searchsorted(came_up, np.arange(count + 1) * moves).tolist()
    own = (came_up % moves).astype(np.int32)
    return [(own[first:last], rows[first:last]) for first, last in pairwise(ends)]
