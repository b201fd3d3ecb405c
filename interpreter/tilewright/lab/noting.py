"""One game played and noted: what was offered and taken, who led, how it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.ahead import by_rounds, natively
from tilewright.lab.arrays import counts_of, decisions_of, questions_of
from tilewright.lab.leading import Leading
from tilewright.lab.seated import seated
from tilewright.middle.header import DECIDER, ROUND
from tilewright.native.noting import MOVE, MOVES, SEAT
from tilewright.playing import faults
from tilewright.playing.begin import begin
from tilewright.playing.going import step
from tilewright.playing.natively import winners_of
from tilewright.playing.state import State
from tilewright.positions.question import name_of
from tilewright.spoken import label_of
from tilewright.wording.points import points_meant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tilewright.compiling.program import Program
    from tilewright.lab.plan import Plan
    from tilewright.lab.seated import Seated
    from tilewright.native.noting import Noted as Native
    from tilewright.playing.game import Game

# Games that take longer are cut off; this limit is ours, not the game's.
LONGEST = 10_000
CUT_OFF = "limit"
# Decisions whose offers are kept until they are counted.
KEPT = 4096

Counts = dict[str, list[int]]


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
    offered: Counts
    taken: Counts
    asked: Counts
    key: str

    def told(self) -> dict[str, Any]:
        """The game as data for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Noted:
        """The game that `told` gave."""
        return cls(**told)


def play_block(game: Game, plan: Plan, block: int) -> list[Noted]:
    """All games of a block: the same chance, and everybody at every seat."""
    program = plan.program(game)
    found = natively(program, plan, block, LONGEST) or [None] * plan.players
    return [play_one(program, plan, block, rotation) if native is None else
            _of_native(program, native, (block, rotation, plan.seed_of(block)))
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
    return _noted(state, notes, seats, (sheets, state.winners()), (block, rotation, seed), (
        _by_label(notes.offered, program), _by_label(notes.taken, program)))


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

    def forced(self) -> int:
        """Decisions with one move."""
        return sum(times for (_, size), times in self.questions.items() if size == 1)

    def options(self) -> int:
        """The moves of all other decisions."""
        return sum(size * times for (_, size), times in self.questions.items() if size > 1)

    def by_question(self) -> Counts:
        """How often each question was asked, and with how many moves."""
        found: Counts = {}
        for (label, size), times in sorted(self.questions.items()):
            told = found.setdefault(name_of(self.program.nodes[label]), [0, 0])
            told[0] += times
            told[1] += size * times
        return found


def _of_native(program: Program, native: Native, place: tuple[int, int, int]) -> Noted:
    """The same of a game that was played natively."""
    notes = Notes(program)
    told = decisions_of(native)
    notes.decisions = native.played.decisions
    notes.questions.update(questions_of(told))
    notes.looks.take(native.looks)
    state = State(program, native.played.slots, [])
    ended = native.played.points, winners_of(program, native.played)
    offered, taken = (
        {_label(program, code): row for code, row in counts_of(codes, seats, program)}
        for codes, seats in ((native.offered, np.repeat(told[:, SEAT], told[:, MOVES])),
                             (told[:, MOVE], told[:, SEAT])))
    return _noted(state, notes, [], ended, place, (offered, taken))


def _noted(state: State, notes: Notes, seats: list[Seated],
           ended: tuple[Sequence[Sequence[int]], list[int]], place: tuple[int, int, int],
           counted: tuple[Counts, Counts]) -> Noted:
    game, (sheets, winners) = state.program.game, ended
    sheet = [[points_meant(game, points) for points in one] for one in sheets]
    return Noted(
        *place, notes.decisions, state.round, (state.end_reason or "") if state.over else CUT_OFF,
        [sum(points) for points in sheet], sheet, shares_of(winners, state.players),
        notes.forced(), notes.options(), sum(one.thought for one in seats),
        sum(one.clear for one in seats), notes.looks.changes(), notes.looks.decided(winners),
        notes.looks.leads(winners), *counted, notes.by_question(), state.key())


def shares_of(winners: Sequence[int], players: int) -> list[float]:
    """The share of the win of each seat; where nobody has won, nobody has one."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def _by_label(counted: Iterable[Counter[int]], program: Program) -> Counts:
    """Counts by code as counts by label, of which the first seat comes first."""
    by_seat = list(counted)
    found: Counts = {}
    for code in sorted(set().union(*by_seat)):
        found[_label(program, code)] = [one[code] for one in by_seat]
    return found


def _label(program: Program, code: int) -> str:
    """The label of a move, which is worked out once."""
    labels = program.kept.labels
    label = labels.get(code)
    if label is None:
        label = labels[code] = label_of(program, code)
    return label


def told_block(game: Game, plan: Plan, block: int) -> list[dict[str, Any]]:
    """The games of a block as data for JSON, as they are sent and kept."""
    return [one.told() for one in play_block(game, plan, block)]
