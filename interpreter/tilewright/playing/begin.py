"""Positions to begin with: the first of a game, and one that was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import seed_chance
from tilewright.middle.header import HEADER, RNG, STEPS
from tilewright.playing import faults
from tilewright.playing.going import run
from tilewright.playing.shown import opened, show
from tilewright.playing.state import State
from tilewright.problems import RecordError

if TYPE_CHECKING:
    from tilewright.compiling.program import Program

# Points and fields have bounds; a sum that waits for a decision has that of a number in JSON.
MOST_BITS = 14_000


def begin(program: Program, seed: int, *, shows_chance: bool = False) -> State:
    """A new game, at its first decision, or where chance is first asked if it is to be shown."""
    if shows_chance:
        return _shown(program, seed)
    if program.kept.opening is None:
        program.kept.opening = _opening(program)
    slots, moves, is_fixed = program.kept.opening
    if is_fixed:
        s = slots[:]
        seed_chance(s, seed)
        return State(program, s, moves)
    return _begin(program, seed)


def _opening(program: Program) -> tuple[list[int], list[int], bool]:
    """The first decision, and whether it is the same in every game because no chance is used."""
    state = _begin(program, 0)
    drawn = program.layout.drawn
    is_fixed = state._s[drawn] == program.start[drawn] and state._s[RNG] == 0
    return state._s, state._moves, is_fixed


def _begin(program: Program, seed: int) -> State:
    s = program.start[:]
    seed_chance(s, seed)
    try:
        moves = run(program, s, program.entry)
    except faults.OF_RULES as error:
        raise faults.explained(program, error, s) from error
    return State(program, s, moves)


def _shown(program: Program, seed: int) -> State:
    s = program.start[:]
    seed_chance(s, seed)
    try:
        moves = opened(program, s)
    except faults.OF_RULES as error:
        raise faults.explained(program, error, s) from error
    return State(show(program).program, s, moves)


def restore(program: Program, saved: Any) -> State:
    """A position from what `save` gave; anything else is refused."""
    if not isinstance(saved, dict) or not isinstance(saved.get("slots"), list):
        raise RecordError("this is not a saved position")
    if saved.get("hash") != program.game.hash:
        raise RecordError("this position was saved with other rules than these")
    slots = saved["slots"]
    if len(slots) != program.layout.total or not all(
            type(x) is int and x.bit_length() <= (64 if at < HEADER else MOST_BITS)
            for at, x in enumerate(slots)):
        raise RecordError("this saved position is damaged")
    if slots[0] not in program.blocks:
        raise RecordError("this saved position is damaged: it stands at no decision")
    s = list(slots)
    try:
        moves = run(program, s, s[0])
    except faults.OF_RULES as error:
        raise RecordError(f"this saved position is damaged: {error}") from error
    s[STEPS] = slots[STEPS]
    if s != slots:
        raise RecordError("this saved position is damaged: it stands at no decision")
    return State(program, s, moves)
