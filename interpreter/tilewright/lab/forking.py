"""Positions in which something can be taken, played on with it and without it.

Both ways have the same chance and the same draws of bots, and so have all prices that are tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.kernel.chance import GOLDEN, MASK, NARROW, mixed
from tilewright.lab.seated import seated
from tilewright.middle.header import DECIDER, RNG
from tilewright.native.machine import StoppedError, machine_of
from tilewright.playing import faults
from tilewright.playing.begin import begin
from tilewright.playing.going import run, step
from tilewright.playing.natively import can_play
from tilewright.playing.state import State
from tilewright.playing.stream import Stream
from tilewright.wording.points import points_meant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program
    from tilewright.lab.plan import Plan

LONGEST = 10_000
# Of the playouts of a fork, so many have the same chance in the rules.
AT_ONCE = 8
# How often each other move is tried to find the best of them, where the bot itself looks at none.
TRIED = 16
# What draws the position of a game, what chooses the best moves, and what plays on.
SAMPLING, CHOOSING, TRYING, ON = 1 << 40, 1 << 41, 1 << 42, 1 << 43

Lead = float
# The moves of some games, by their blocks.
Games = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Position:
    """A position in which a seat can take the thing, and with which move it does something else."""

    block: int
    seat: int
    numbers: list[int]
    taking: int
    other: int


class Forks:
    """Forks of a plan: a position of each game, in which one of some moves can be made.

    `finish` are the bots that play on, if these are not those of the games; `games` are moves of
    games that were played before, which others may ask for too.
    """

    def __init__(self, plan: Plan, program: Program, wanted: frozenset[int], playouts: int,
                 finish: Sequence[str] = (), games: Games | None = None) -> None:
        self.plan, self.program, self.wanted, self.playouts = plan, program, wanted, playouts
        self.finish = finish or plan.bots
        self.games: Games = {} if games is None else games

    # -- positions ----------------------------------------------------------------------------

    def position(self, block: int) -> Position | None:
        """One position of a game, each in which the thing can be taken as likely as the others."""
        plan, program = self.plan, self.program
        drawn = Stream(mixed(plan.seed_of(block) + SAMPLING))
        state = begin(program, plan.seed_of(block))
        s, moves = state.numbers, state.legal()
        met, found = 0, None
        try:
            for move in self._game(block):
                # Not all moves may be of the thing: there has to be another one.
                if 0 < len(self.wanted.intersection(moves)) < len(moves):
                    met += 1
                    if drawn.below(met) == 0:
                        found = s[:], moves
                moves = step(program, s, move)
            return None if found is None else self._chosen(block, *found)
        except faults.OF_RULES as error:
            raise faults.explained(program, error) from error

    def _game(self, block: int) -> list[int]:
        """The moves of a game; it is played once, whatever is asked of it."""
        if block not in self.games:
            plan, program = self.plan, self.program
            seats = [seated(plan.bots[seat], plan.chance_of(seat, block))
                     for seat in range(plan.players)]
            state = begin(program, plan.seed_of(block))
            s, moves, made = state.numbers, state.legal(), list[int]()
            while moves and len(made) < LONGEST:
                made.append(seats[s[DECIDER]].choose(program, s, moves))
                moves = step(program, s, made[-1])
            self.games[block] = made
        return self.games[block]

    def _chosen(self, block: int, slots: list[int], moves: list[int]) -> Position:
        taking, other = ([m for m in moves if (m in self.wanted) is wanted]
                         for wanted in (True, False))
        return Position(block, slots[DECIDER], slots, self._best(block, slots, taking),
                        self._best(block, slots, other))

    def _best(self, block: int, slots: list[int], moves: list[int]) -> int:
        """The best of some moves, as the bot says; for one that does not look, as playouts say."""
        if len(moves) == 1:
            return moves[0]
        bot = self.plan.bots[slots[DECIDER]]
        seed = self.plan.seed_of(block)
        if bot != "random":
            chance = Stream(mixed(seed + CHOOSING))
            return seated(bot, chance).choose(self.program, slots[:], moves)
        return max(moves, key=lambda move: self._after(
            self.program, slots, move, slots[DECIDER], seed + TRYING, TRIED))

    # -- playing on ---------------------------------------------------------------------------

    def effect(self, program: Program, at: Position) -> float | None:
        """By how many points of lead it is better to take the thing, by rules that may differ in a
        number; nothing where these do not let it be taken."""
        slots = list(at.numbers)
        moves = run(program, slots, slots[0])
        if at.taking not in moves or at.other not in moves:
            return None
        seed = self.plan.seed_of(at.block) + ON
        taken, other = (self._after(program, at.numbers, move, at.seat, seed, self.playouts)
                        for move in (at.taking, at.other))
        return taken - other

    def lead_from(self, state: State, at: Position) -> Lead:
        """The lead of a seat when a position is played on from."""
        seed = self.plan.seed_of(at.block) + ON
        return self._mean(self.program, state.numbers, at.seat, seed, self.playouts, None)

    def _after(self, program: Program, slots: Sequence[int], move: int, seat: int, seed: int,
               playouts: int) -> Lead:
        return self._mean(program, slots, seat, seed, playouts, move)

    def _mean(self, program: Program, slots: Sequence[int], seat: int, seed: int, playouts: int,
              move: int | None) -> Lead:
        """The mean lead over playouts, some of which have the same chance in the rules."""
        leads: list[float] = []
        for first in range(0, playouts, AT_ONCE):
            s = list(slots)
            s[RNG] = mixed(seed + first) & NARROW
            moves = run(program, s, s[0]) if move is None else step(program, s, move)
            seeds = [mixed(seed + GOLDEN * (1 + n)) & NARROW
                     for n in range(first, min(first + AT_ONCE, playouts))]
            leads += [lead(program, points, seat)
                      for points in play_on(program, self.finish, s, moves, seeds)]
        return sum(leads) / len(leads)


def lead(program: Program, points: Sequence[int], seat: int) -> Lead:
    """How far a seat is ahead of the best other one; where few points are best, behind."""
    sign = 1 if program.game.best == "most" else -1
    others = [sign * own for at, own in enumerate(points) if at != seat]
    return points_meant(program.game, sign * points[seat] - max(others, default=0))


def play_on(program: Program, bots: Sequence[str], slots: list[int], moves: list[int],
            seeds: Sequence[int]) -> list[Sequence[int]]:
    """The points of all seats after a game is played on, once for each seed."""
    if set(bots) == {"random"}:
        return _natively(program, slots, moves, seeds) or [
            _at_random(program, slots[:], moves, seed) for seed in seeds]
    return [_by_bots(program, bots, slots[:], moves, seed) for seed in seeds]


def _natively(program: Program, slots: list[int], moves: list[int], seeds: Sequence[int]
              ) -> list[Sequence[int]]:
    """The same inside of a module; nothing where that cannot be, or a rule failed."""
    machine = machine_of(program) if can_play(program, "random") else None
    if machine is None:
        return []
    machine.clear()
    width = 1 + program.players
    found = machine.list_of((), width * len(seeds))
    try:
        machine.call("playouts", machine.made.state, machine.list_of(slots), machine.list_of(moves),
                     machine.list_of(seeds), LONGEST, program.players, found)
    except StoppedError:
        return []
    numbers = machine.numbers(found)
    return [numbers[at + 1:at + width] for at in range(0, len(numbers), width)]


def _at_random(program: Program, s: list[int], moves: list[int], seed: int) -> Sequence[int]:
    draw = mixed(seed)
    for _ in range(LONGEST):
        if not moves:
            break
        draw = (draw + GOLDEN) & MASK
        moves = step(program, s, moves[mixed(draw) * len(moves) >> 64])
    return State(program, s, moves).scores()


def _by_bots(program: Program, bots: Sequence[str], s: list[int], moves: list[int], seed: int
             ) -> Sequence[int]:
    seats = [seated(bot, Stream(mixed(seed + 1 + seat))) for seat, bot in enumerate(bots)]
    for _ in range(LONGEST):
        if not moves:
            break
        moves = step(program, s, seats[s[DECIDER]].choose(program, s, moves))
    return State(program, s, moves).scores()
