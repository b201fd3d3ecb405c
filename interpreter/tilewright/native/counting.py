"""Games of bots with what is counted of them, played inside of a module."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tilewright.middle.header import OVER
from tilewright.native.machine import StoppedError
from tilewright.native.series import HEADING, NOTES, points_of, width_of
from tilewright.printing.wasm.counting import CHANGES, COURSE, EACH, NOW, SINCE

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from tilewright.compiling.program import Program
    from tilewright.native.machine import Machine

# For so many numbers there is room in each list of one call, and for those of one game at least.
ROOM = 1 << 20
# What stands behind the notes of a game: who led, then where its looks, moves and questions end,
# how many decisions had one move, and how many moves all others had.
ENDS = 5
BEHIND = COURSE + ENDS
# How often a question was asked, and with how many moves.
ASKED = EACH


@dataclass(frozen=True, slots=True)
class Bots:
    """Who plays: for each seat of each game the generator it draws from, and a 1 where it looks
    ahead; and after how many decisions points are looked at, or 0 where that is when rounds end."""

    draws: Sequence[int]
    greedy: Sequence[int]
    every: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """How a game went. `points` and `ties` go by seat; `slots` are as the module has them; `looks`
    tell how many decisions there were, and the points of each seat. `changes` is how often somebody
    else came to lead alone, `leader` who does so in the end (the number of a seat from 1, 0 for
    nobody), `since` after how many decisions that began."""

    decisions: int
    is_over: bool
    rounds: int
    reason: int
    points: list[array[int]]
    ties: list[array[int]]
    slots: array[int]
    looks: array[int]
    changes: int
    leader: int
    since: int
    forced: int
    options: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of one call. `moves` has a row for each move that came up in a game: the move, and for
    each seat how often it was offered and taken; `asked` one for each question: its block, how
    often, with how many moves. Both are numbers of 64 bits, as they lay in memory, and `ends` tell
    for each game after how many of them its part ends."""

    games: list[Counted]
    moves: bytearray
    asked: bytearray
    ends: list[tuple[int, int]]
    is_stopped: bool


def counted(machine: Machine, program: Program, seeds: Sequence[int], most: int, bots: Bots
            ) -> Iterator[Batch]:
    """A game for each seed, in batches; where one is stopped, the next game is one that Python must
    play, as it was stopped or there is no room for it."""
    width = width_of(program) + machine.made.slots + BEHIND
    seats, done = program.players, 0
    while done < len(seeds):
        last = done + max(NOTES // (8 * width), 1)
        own = slice(done * seats, last * seats)
        some = Bots(bots.draws[own], bots.greedy[own], bots.every)
        batch = _call(machine, program, seeds[done:last], most, some, width)
        yield batch
        done += len(batch.games) + batch.is_stopped


def _call(machine: Machine, program: Program, seeds: Sequence[int], most: int, bots: Bots,
          width: int) -> Batch:
    machine.clear()
    sign = 1 if program.game.best == "most" else -1
    is_stopped, notes = False, 0
    counts: _Counts | None = None
    try:
        given = [machine.list_of(one) for one in (seeds, bots.draws, bots.greedy)]
        notes, counts = machine.list_of((), width * len(seeds)), _room(machine, program)
        machine.call("counted_games", machine.made.state, *given, most, program.players, bots.every,
                     sign, notes, *counts)
    except StoppedError:
        is_stopped = True
    if counts is None:
        # So many moves are too much for the memory of a module.
        return Batch([], bytearray(), bytearray(), [], is_stopped)
    apart = list(_apart(machine.numbers(notes), machine.numbers(counts.looks), width))
    games = [_counted(own, seen, program, machine) for own, seen in apart]
    ends = [(own[-4], own[-3]) for own, _ in apart]
    moves_end, asked_end = ends[-1] if ends else (0, 0)
    return Batch(games, machine.raw(counts.rows, moves_end), machine.raw(counts.asked, asked_end),
                 ends, is_stopped or not games)


class _Counts(NamedTuple):
    """Where lists lie that are counted in, and how much room each of those has that grow."""

    looks: int
    course: int
    cells: int
    rows: int
    questions: int
    asked: int
    held: int
    best: int
    room: int


def _room(machine: Machine, program: Program) -> _Counts:
    seats, moves, blocks = program.players, program.moves, max(program.nodes) + 1
    room = max(ROOM, (1 + 2 * seats) * moves, (1 + ASKED) * blocks)
    looks, course = machine.list_of((), room), machine.list_of([0] * COURSE)
    cells, rows = machine.list_of([0] * (2 * seats * moves)), machine.list_of((), room)
    questions, asked = machine.list_of([0] * (ASKED * blocks)), machine.list_of((), room)
    held, best = (machine.list_of((), moves) for _ in range(2))
    return _Counts(looks, course, cells, rows, questions, asked, held, best, room)


def _apart(notes: array[int], looks: array[int], width: int
           ) -> Iterator[tuple[array[int], array[int]]]:
    """The notes of each game, and its looks."""
    seen = 0
    for start in range(0, len(notes) // width * width, width):
        own = notes[start:start + width]
        yield own, looks[seen:own[-ENDS]]
        seen = own[-ENDS]


def _counted(notes: array[int], looks: array[int], program: Program, machine: Machine) -> Counted:
    decisions, block, rounds, reason = notes[:HEADING]
    end = len(notes) - BEHIND - machine.made.slots
    points, ties = points_of(notes[HEADING:end], program)
    course = notes[-BEHIND:-ENDS]
    return Counted(decisions, block == OVER, rounds, reason, points, ties, notes[end:-BEHIND],
                   looks, course[CHANGES], course[NOW], course[SINCE], notes[-2], notes[-1])
