"""What native play has counted of games, apart for each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.counted import Counted
from tilewright.native.counting import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tilewright.compiling.program import Program
    from tilewright.lab.counted import Labels
    from tilewright.native.counting import Batch


NUMBER = "<i8"


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted of a game: moves that were offered and taken, questions with how often each
    was asked and with how many moves together, decisions with one move, and the moves of all
    others."""

    offered: Counted
    taken: Counted
    asked: Sequence[Sequence[int]]
    forced: int
    options: int


def tallied(batch: Batch, program: Program, labels: Labels) -> Iterator[Tally]:
    """A tally of each game of a batch."""
    seats = program.players
    moves = np.frombuffer(batch.moves, NUMBER).reshape(-1, 1 + 2 * seats)
    asked = np.frombuffer(batch.asked, NUMBER).reshape(-1, 1 + ASKED).tolist()
    codes, small = moves[:, 0].astype(np.int32), moves[:, 1:].astype(np.int32)
    offered, taken = small[:, ::2], small[:, 1::2]
    was_taken = reduce(or_, taken.T) > 0
    before = np.concatenate(([0], np.cumsum(was_taken))).tolist()
    taken, taken_codes = taken[was_taken], codes[was_taken]
    first = start = 0
    for game, ends in zip(batch.games, batch.ends, strict=True):
        last, end = ends[0] // moves.shape[1], ends[1] // (1 + ASKED)
        took = slice(before[first], before[last])
        yield Tally(Counted(labels, codes[first:last], offered[first:last]),
                    Counted(labels, taken_codes[took], taken[took]),
                    asked[start:end], game.forced, game.options)
        first, start = last, end
