"""What native play notes of a game, counted all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.native.noting import BLOCK, EACH, MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from tilewright.compiling.program import Program
    from tilewright.native.noting import Noted

    Numbers = NDArray[np.int64]

# More moves than this no decision offers.
MOST = 1 << 32


def decisions_of(native: Noted) -> Numbers:
    """A row for each decision."""
    return np.frombuffer(native.decided, dtype=np.int64).reshape(-1, EACH)


def questions_of(decisions: Numbers) -> dict[tuple[int, int], int]:
    """How often each question was asked with so many moves."""
    found, times = np.unique(decisions[:, BLOCK] * MOST + decisions[:, MOVES], return_counts=True)
    return {divmod(one, MOST): count
            for one, count in zip(found.tolist(), times.tolist(), strict=True)}


def counts_of(codes: ArrayLike, seats: Numbers, program: Program
              ) -> Iterator[tuple[int, list[int]]]:
    """How often each move came up, for each seat; moves that never did are left out."""
    players = program.players
    each = np.bincount(np.asarray(codes) * players + seats, minlength=program.moves * players)
    by_code = each.reshape(-1, players)
    came_up = np.flatnonzero(by_code.any(axis=1))
    return zip(came_up.tolist(), by_code[came_up].tolist(), strict=True)
