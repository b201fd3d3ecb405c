"""Many games of bots at once: the same as Python plays them, number by number."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.middle.header import OVER
from tilewright.native.machine import StoppedError, as_state

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from tilewright.compiling.program import Program
    from tilewright.native.machine import Machine

# What is noted of a game before its points.
HEADING = 4
# How many bytes of notes a call may make; how many games it begins with, and the seconds after
# which fewer are played in one, so that whoever waits can be heard.
NOTES, FIRST, SHORT = 8 << 20, 8, 0.05


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went: its points by category for each seat, what breaks ties, its last slots."""

    decisions: int
    is_over: bool
    rounds: int
    reason: int
    points: list[array[int]]
    ties: list[array[int]]
    slots: list[int]


def games(machine: Machine, program: Program, seeds: Sequence[int], most: int, *, keep: bool,
          greedy: bool = False) -> Iterator[Played | None]:
    """A game for each seed; nothing for one that was stopped, which Python must play again."""
    width = width_of(program) + (machine.made.slots if keep else 0)
    at_once, done = FIRST, 0
    while done < len(seeds):
        part = seeds[done:done + max(min(NOTES // (8 * width), at_once), 1)]
        started = time.perf_counter()
        machine.clear()
        given, notes = machine.list_of(part), machine.list_of((), width * len(part))
        stopped = False
        try:
            told = machine.made.state, given, most, program.players, int(keep), notes
            if greedy:
                machine.call("greedy_games", *told, *_for_greedy(machine, program))
            else:
                machine.call("random_games", *told)
        except StoppedError:
            stopped = True
        at_once = at_once * 2 if time.perf_counter() - started < SHORT else max(at_once // 2, 1)
        found = machine.numbers(notes)
        whole = len(found) // width
        for game in range(whole):
            yield played_of(found[game * width:(game + 1) * width], program, machine, keep=keep)
        done += whole
        if stopped:
            yield None
            done += 1


def _for_greedy(machine: Machine, program: Program) -> tuple[int, int, int, int]:
    """Room for all moves, twice, and what a lead is."""
    held, best = (machine.list_of((), program.moves) for _ in range(2))
    return held, best, 1 if program.game.best == "most" else -1, program.players


def width_of(program: Program) -> int:
    """How many numbers are noted of a game."""
    return HEADING + program.players * (len(program.game.scoring) + len(program.game.ties))


def played_of(notes: array[int], program: Program, machine: Machine, *, keep: bool) -> Played:
    decisions, block, rounds, reason = notes[:HEADING]
    end = len(notes) - (machine.made.slots if keep else 0)
    return Played(decisions, block == OVER, rounds, reason,
                  *points_of(notes[HEADING:end], program), as_state(notes[end:]) if keep else [])


def points_of(notes: array[int], program: Program) -> tuple[list[array[int]], list[array[int]]]:
    """The points by category of each seat, and what breaks ties."""
    categories = len(program.game.scoring)
    each = len(notes) // program.players
    starts = [each * seat for seat in range(program.players)]
    return ([notes[at:at + categories] for at in starts],
            [notes[at + categories:at + each] for at in starts])
