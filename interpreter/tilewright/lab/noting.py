"""One game played and noted: what was offered and taken, who led, how it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.lab.ahead import by_rounds, natively
from tilewright.lab.arrays import Tally
from tilewright.lab.counted import Counted, label
from tilewright.lab.leading import Course, Leading, decided
from tilewright.lab.seated import seated
from tilewright.middle.header import DECIDER, ROUND
from tilewright.playing import faults
from tilewright.playing.begin import begin
from tilewright.playing.going import step
from tilewright.playing.keys import key_of
from tilewright.playing.natively import winners_of
from tilewright.playing.state import State
from tilewright.positions.question import name_of
from tilewright.wording.points import points_meant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tilewright.compiling.program import Program
    from tilewright.lab.plan import Plan
    from tilewright.lab.seated import Seated
    from tilewright.native.counting import Counted as Native
    from tilewright.playing.game import Game

# Games that take longer are cut off; this limit is ours, not the game's.
LONGEST = 10_000
CUT_OFF = "limit"
# Decisions whose offers are kept until they are counted.
KEPT = 4096


@dataclass(frozen=True, slots=True)
class Noted:
    """One game. Points are whole ones also where a game counts halves, and lists go by seat.

    `offered` and `taken` tell by label of the move in how many decisions of each seat; `asked` by
    question how often and how many moves there were. `leads` is what the winner was ahead of the
    best other one, at the beginning and after each tenth of the game; empty without one winner.
    """

    block: int
    rotation: int
    seed: int
    decisions: int
    rounds: int
    reason: str
    scores: list[float]
    sheet: list[list[float]]
    shares: list[float]
    forced: int
    options: int
    thought: int
    clear: int
    lead_changes: int
    decided: float
    leads: list[float]
    offered: Counted
    taken: Counted
    asked: dict[str, list[int]]
    key: str

    def told(self) -> dict[str, Any]:
        """The game as data, of which counts are made ready for JSON where they are packed."""
        return {name: getattr(self, name) for name in NAMES}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Noted:
        """The game that `told` gave."""
        return cls(**told)


NAMES = [field.name for field in fields(Noted)]


def play_block(game: Game, plan: Plan, block: int) -> list[Noted]:
    """All games of a block: the same chance, and everybody at every seat."""
    program = plan.program(game)
    found = natively(program, plan, block, LONGEST) or [None] * plan.players
    return [play_one(program, plan, block, rotation) if native is None else
            _of_native(program, *native, (block, rotation, plan.seed_of(block)))
            for rotation, native in enumerate(found)]


def play_one(program: Program, plan: Plan, block: int, rotation: int,
             tell: Callable[[int], None] | None = None) -> Noted:
    """One game of a block; `tell` hears each move."""
    people = [plan.person_at(seat, rotation) for seat in range(plan.players)]
    seats = [seated(plan.bots[person], plan.chance_of(person, block)) for person in people]
    seed = plan.seed_of(block)
    notes = Notes(program)
    try:
        slots, moves = _played(program, seats, notes, seed, tell)
    except faults.OF_RULES as error:
        raise faults.explained(program, error) from error
    notes.count()
    state = State(program, slots, moves)
    sheets = [list(state.score_sheet(seat).values()) for seat in range(state.players)]
    ended = Ended(notes.decisions, state.round, state.end_reason or "" if state.over else CUT_OFF,
                  sheets, state.winners(), state.key())
    return _noted(program, notes.looks.course(ended.winners), notes.tally(), seats, ended,
                  (block, rotation, seed))


def _played(program: Program, seats: list[Seated], notes: Notes, seed: int,
            tell: Callable[[int], None] | None) -> tuple[list[int], list[int]]:
    """Play on numbers alone, and only keep what was offered: it is counted later, all at once."""
    start = begin(program, seed)
    s, moves = start.numbers, start.legal()
    look, seen, made, asked = notes.looks.at, notes.seen, notes.made, notes.asked
    rounds = by_rounds(program)
    decisions, now = 0, s[ROUND]
    look(0, s)
    while moves and decisions < LONGEST:
        seat = s[DECIDER]
        move = seats[seat].choose(program, s, moves)
        seen[seat].append(moves)
        made[seat].append(move)
        asked.append((s[0], len(moves)))
        if tell is not None:
            tell(move)
        moves = step(program, s, move)
        decisions += 1
        if s[ROUND] != now if rounds else decisions % program.players == 0:
            now = s[ROUND]
            look(decisions, s)
        if decisions % KEPT == 0:
            notes.count()
    look(decisions, s)
    notes.decisions = decisions
    return s, moves


class Notes:
    """What is kept of a game while it is played, and counted from time to time."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.looks = Leading(program)
        self.decisions = 0
        players = range(program.players)
        self.seen: list[list[Sequence[int]]] = [[] for _ in players]
        self.made: list[list[int]] = [[] for _ in players]
        self.asked: list[tuple[int, int]] = []
        self.offered: list[Counter[int]] = [Counter() for _ in players]
        self.taken: list[Counter[int]] = [Counter() for _ in players]
        self.questions: Counter[tuple[int, int]] = Counter()

    def count(self) -> None:
        """Count what was kept, and keep it no longer."""
        for seat, seen in enumerate(self.seen):
            self.offered[seat].update(chain.from_iterable(seen))
            self.taken[seat].update(self.made[seat])
            seen.clear()
            self.made[seat].clear()
        self.questions.update(self.asked)
        self.asked.clear()

    def tally(self) -> Tally:
        """All that was counted."""
        labels = partial(label, self.program)
        asked: dict[int, tuple[int, int]] = {}
        for (block, size), times in sorted(self.questions.items()):
            before = asked.get(block, (0, 0))
            asked[block] = before[0] + times, before[1] + size * times
        free = [size * times for (_, size), times in self.questions.items() if size > 1]
        forced = [times for (_, size), times in self.questions.items() if size == 1]
        return Tally(Counted.of(labels, self.offered), Counted.of(labels, self.taken),
                     [(block, *told) for block, told in asked.items()], sum(forced), sum(free))


class Ended(NamedTuple):
    """How a game has ended; the points of each seat by category."""

    decisions: int
    rounds: int
    reason: str
    sheets: Sequence[Sequence[int]]
    winners: list[int]
    key: str


def _of_native(program: Program, native: Native, tally: Tally, place: tuple[int, int, int]
               ) -> Noted:
    """The same of a game that was played natively."""
    reason = program.game.reasons[native.reason - 1] if native.reason else ""
    ended = Ended(native.decisions, native.rounds, reason if native.is_over else CUT_OFF,
                  native.points, winners_of(program, native), key_of(program, native.slots))
    course = Course(native.changes, decided(native.leader, native.since, native.decisions,
                                            ended.winners),
                    Leading(program, native.looks).leads(ended.winners))
    return _noted(program, course, tally, [], ended, place)


def _noted(program: Program, course: Course, tally: Tally, seats: list[Seated], ended: Ended,
           place: tuple[int, int, int]) -> Noted:
    game, winners = program.game, ended.winners
    sheet = [[points_meant(game, points) for points in one] for one in ended.sheets]
    return Noted(
        *place, ended.decisions, ended.rounds, ended.reason,
        [sum(points) for points in sheet], sheet, shares_of(winners, program.players),
        tally.forced, tally.options, sum(one.thought for one in seats),
        sum(one.clear for one in seats), *course, tally.offered, tally.taken,
        _by_question(program, tally), ended.key)


def _by_question(program: Program, tally: Tally) -> dict[str, list[int]]:
    """How often each question was asked, and with how many moves."""
    found: dict[str, list[int]] = {}
    for block, times, moves in tally.asked:
        told = found.setdefault(name_of(program.nodes[block]), [0, 0])
        told[0] += times
        told[1] += moves
    return found


def shares_of(winners: Sequence[int], players: int) -> list[float]:
    """The share of the win of each seat; where nobody has won, nobody has one."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def told_block(game: Game, plan: Plan, block: int) -> list[dict[str, Any]]:
    """The games of a block as data, as they are sent and kept."""
    return [one.told() for one in play_block(game, plan, block)]
