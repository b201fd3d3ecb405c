"""Random games with all that is decided in them, played inside of a module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.kernel.chance import MASK, mixed
from tilewright.native.machine import StoppedError
from tilewright.native.series import NOTES, Played, played_of, width_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from tilewright.compiling.program import Program
    from tilewright.native.machine import Machine

# For so many moves that are offered there is room in one call.
OFFERED = 200_000
# What is noted of a decision: which it was, who decided, among how many moves, and the move.
BLOCK, SEAT, MOVES, MOVE, EACH = range(5)


@dataclass(frozen=True, slots=True)
class Noted:
    """How a game went; its decisions, one after another; all moves that were offered; and for each
    look how many decisions there were, and the points of each seat."""

    played: Played
    decided: array[int]
    offered: array[int]
    looks: array[int]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What bots draw from, a generator for each game or one for each seat of it; and after how many
    decisions points are looked at, or 0 where that is when rounds end."""

    states: Sequence[int]
    each_seat: bool = False
    every: int = 0


def noted(machine: Machine, program: Program, seeds: Sequence[int], most: int,
          drawn: Drawn | None = None) -> Iterator[Noted | None]:
    """A random game for each seed, with its decisions; nothing for one that was stopped, or is
    longer than there is room for, which Python must play."""
    told = drawn or Drawn([mixed(seed & MASK) for seed in seeds])
    width = width_of(machine, program) + machine.made.slots + 1
    each = program.players if told.each_seat else 1
    done = 0
    while done < len(seeds):
        part = seeds[done:done + max(NOTES // (8 * width), 1)]
        whole, is_stopped = _call(machine, program, part, most, told,
                                  told.states[done * each:(done + len(part)) * each], width)
        yield from whole
        done += len(whole)
        if is_stopped or not whole:
            yield None
            done += 1


def _call(machine: Machine, program: Program, seeds: Sequence[int], most: int, told: Drawn,
          states: Sequence[int], width: int) -> tuple[list[Noted], bool]:
    """The games of one call, and whether the next one was stopped."""
    machine.clear()
    given, draws = machine.list_of(seeds), machine.list_of(states)
    notes = machine.list_of((), width * len(seeds))
    decided, offered, looks = (machine.list_of((), room) for room in (
        EACH * OFFERED, OFFERED, (1 + program.players) * (OFFERED + len(seeds))))
    is_stopped = False
    try:
        machine.call("noted_games", machine.made.state, given, draws, int(told.each_seat), most,
                     program.players, told.every, notes, decided, offered, looks, OFFERED)
    except StoppedError:
        is_stopped = True
    lists = [machine.numbers(one) for one in (decided, offered, looks)]
    return list(_apart(machine.numbers(notes), width, lists, program, machine)), is_stopped


def _apart(notes: array[int], width: int, lists: list[array[int]], program: Program,
           machine: Machine) -> Iterator[Noted]:
    """Each game with its part of the lists."""
    decided, offered, looks = lists
    at = moves = seen = 0
    for start in range(0, len(notes) // width * width, width):
        own = notes[start:start + width]
        last = at + EACH * own[0]
        count = sum(decided[at + MOVES:last:EACH])
        yield Noted(played_of(own[:-1], program, machine, keep=True), decided[at:last],
                    offered[moves:moves + count], looks[seen:own[-1]])
        at, moves, seen = last, moves + count, own[-1]
