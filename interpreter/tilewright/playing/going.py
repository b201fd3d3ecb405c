"""From one decision to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.kernel.faults import Spent
from tilewright.middle.header import ROUND, STEPS
from tilewright.playing import faults

if TYPE_CHECKING:
    from tilewright.compiling.program import Program

# Rules that jump so often and use up their steps go round rather than look at too much.
MANY_JUMPS = 100


def step(program: Program, s: list[int], move: int) -> list[int]:
    """Make a legal move in some slots; `State.apply` has the same in place, to be fast."""
    s[STEPS] = 0
    found: Any = program.resumes[s[0]](s, move)
    moves: list[int] = run(program, s, found) if found.__class__ is int else found
    return moves


def run(program: Program, s: list[int], label: int) -> list[int]:
    """Follow blocks until the next decision."""
    blocks = program.blocks
    found: Any = label
    before = s[ROUND]
    try:
        for jumps in range(limits.JUMPS):  # noqa: B007  counted for when the steps run out
            found = blocks[found](s)
            if found.__class__ is not int:
                moves: list[int] = found
                return moves
    except Spent as error:
        # In dear rules the steps run out before the jumps do; the mistake is the same.
        if s[ROUND] <= before + 1 and jumps + 1 < MANY_JUMPS:
            raise
        raise faults.goes_round(program, s, found, rounds=s[ROUND] - before) from error
    raise faults.goes_round(program, s, found, rounds=s[ROUND] - before)
