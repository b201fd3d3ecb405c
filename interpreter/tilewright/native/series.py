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
# For so many moves that are offered there is room in one call.
DECISIONS = 200_000


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
    width = _width(machine, program) + (machine.made.slots if keep else 0)
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
            yield _played(found[game * width:(game + 1) * width], program, machine, keep=keep)
        done += whole
        if stopped:
            yield None
            done += 1


@dataclass(frozen=True, slots=True)
class Noted:
    """How a game went, and its decisions: for each who decided, among how many moves, and the move
    that was made; all moves that were offered, one decision after another; at the end of each round
    how many decisions there were, and the points of each seat."""

    played: Played
    decided: array[int]
    offered: array[int]
    standings: array[int]


def noted(machine: Machine, program: Program, seeds: Sequence[int], most: int
          ) -> Iterator[Noted | None]:
    """A random game for each seed, with its decisions; nothing for one that was stopped, or is
    longer than there is room for, which Python must play."""
    width = _width(machine, program) + machine.made.slots + 1
    done = 0
    while done < len(seeds):
        part = seeds[done:done + max(NOTES // (8 * width), 1)]
        machine.clear()
        given, notes = machine.list_of(part), machine.list_of((), width * len(part))
        lists = [machine.list_of((), room) for room in (
            3 * DECISIONS, DECISIONS, (1 + program.players) * DECISIONS)]
        stopped = False
        try:
            machine.call("noted_games", machine.made.state, given, most, program.players, 1, notes,
                         *lists, DECISIONS)
        except StoppedError:
            stopped = True
        whole = list(_apart(machine.numbers(notes), width, [*map(machine.numbers, lists)],
                            program, machine))
        yield from whole
        done += len(whole)
        if stopped or not whole:
            yield None
            done += 1


def _apart(notes: array[int], width: int, lists: list[array[int]], program: Program,
           machine: Machine) -> Iterator[Noted]:
    """The games of a call, each with its part of the lists."""
    decided, offered, standings = lists
    at = moves = ends = 0
    for start in range(0, len(notes) // width * width, width):
        own = notes[start:start + width]
        last = at + 3 * own[0]
        count = sum(decided[at + 1:last:3])
        yield Noted(_played(own[:-1], program, machine, keep=True), decided[at:last],
                    offered[moves:moves + count], standings[ends:own[-1]])
        at, moves, ends = last, moves + count, own[-1]


def _for_greedy(machine: Machine, program: Program) -> tuple[int, int, int, int]:
    """Room for all moves, twice, and what a lead is."""
    held, best = (machine.list_of((), program.moves) for _ in range(2))
    return held, best, 1 if program.game.best == "most" else -1, program.players


def _width(machine: Machine, program: Program) -> int:
    """How many numbers are noted of a game."""
    counts = [len(machine.numbers(machine.call(word, machine.made.state, 0)))
              for word in ("sheet", "ties")]
    return HEADING + program.players * sum(counts)


def _played(notes: array[int], program: Program, machine: Machine, *, keep: bool) -> Played:
    decisions, block, rounds, reason = notes[:HEADING]
    categories = len(program.game.scoring)
    end = len(notes) - (machine.made.slots if keep else 0)
    each = (end - HEADING) // program.players
    starts = range(HEADING, end, each) if each else [HEADING] * program.players
    return Played(
        decisions, block == OVER, rounds, reason,
        [notes[at:at + categories] for at in starts],
        [notes[at + categories:at + each] for at in starts],
        as_state(notes[end:]) if keep else [])
