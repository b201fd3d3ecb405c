"""Random games with all that is decided in them, played inside of a module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.native.machine import StoppedError
from tilewright.native.series import NOTES, Played, played_of, width_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from tilewright.compiling.program import Program
    from tilewright.native.machine import Machine

# For so many decisions there is room in one call.
DECISIONS = 100_000
# What is noted of a decision: who decided, and the move.
SEAT, MOVE, EACH = range(3)


@dataclass(frozen=True, slots=True)
class Noted:
    """How a game went, and its decisions, one after another."""

    played: Played
    decided: array[int]


def noted(machine: Machine, program: Program, seeds: Sequence[int], most: int
          ) -> Iterator[Noted | None]:
    """A random game for each seed, with its decisions; nothing for one that was stopped, or is
    longer than there is room for, which Python must play."""
    width = width_of(program) + machine.made.slots
    done = 0
    while done < len(seeds):
        part = seeds[done:done + max(NOTES // (8 * width), 1)]
        whole, is_stopped = _call(machine, program, part, most, width)
        yield from whole
        done += len(whole)
        if is_stopped or not whole:
            yield None
            done += 1


def _call(machine: Machine, program: Program, seeds: Sequence[int], most: int, width: int
          ) -> tuple[list[Noted], bool]:
    """The games of one call, and whether the next one was stopped."""
    machine.clear()
    given = machine.list_of(seeds)
    notes, decided = (machine.list_of((), room) for room in (width * len(seeds), EACH * DECISIONS))
    is_stopped = False
    try:
        machine.call("noted_games", machine.made.state, given, most, program.players, notes,
                     decided, EACH * DECISIONS)
    except StoppedError:
        is_stopped = True
    told = machine.numbers(notes), machine.numbers(decided)
    return list(_apart(*told, width, program, machine)), is_stopped


def _apart(notes: array[int], decided: array[int], width: int, program: Program, machine: Machine
           ) -> Iterator[Noted]:
    """Each game with its part of the decisions."""
    at = 0
    for start in range(0, len(notes) // width * width, width):
        own = notes[start:start + width]
        last = at + EACH * own[0]
        yield Noted(played_of(own, program, machine, keep=True), decided[at:last])
        at = last
