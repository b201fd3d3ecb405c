"""A position set up by names: at a step, in somebody's turn, with some values, else as begun."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.kernel.chance import seed_chance
from tilewright.language.tree import stmts_within
from tilewright.language.types import PLAYER as PLAYER_TYPE
from tilewright.middle.header import ROUND, STEPS
from tilewright.model import GAME
from tilewright.playing import faults
from tilewright.playing.begin import begin
from tilewright.playing.going import run
from tilewright.playing.one_stream import with_one_stream
from tilewright.playing.state import State
from tilewright.playing.work import Work, of_one
from tilewright.positions.question import PASS, name_of
from tilewright.positions.writing import ORDER, encoded, write, write_order
from tilewright.problems import RuleError, UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tilewright import model
    from tilewright.compiling.program import Program
    from tilewright.playing.game import Game
    from tilewright.positions.question import Question
    from tilewright.problems import Place

# What says where in the course of the game a position stands; all else are values.
STEP, TURN, ROUNDS = "step", "turn", "round"
# So many games are tried to come to a step, and so many decisions of each.
GAMES, DECISIONS = 40, 400


def first_of(game: Game, players: int | None, seed: int, options: dict[str, Any] | None,
             situation: Iterable[Mapping[str, Any]] = (), *, one_stream: bool = False,
             work: Work | None = None) -> State:
    """The position that a game begins with: after its set-up, or in a situation instead.

    A situation is values that are given, and perhaps others that come after them. Games of old
    have all their chance from one stream.
    """
    if one_stream:
        state = begin(with_one_stream(game.program(players, options)), seed)
    else:
        state = game.new(players, seed, options)
    if work is not None:
        work.take(state)
    for given in situation:
        state = arranged(state, given, work)
    return state


def arranged(state: State, given: Mapping[str, Any], work: Work | None = None) -> State:
    """The same position with other values, and perhaps at another step or in another turn.

    To come there, some moves are made; then all that the rules declare is as it was before them.
    """
    program = state.program
    work = work or of_one()
    work.read(state, 1 + len(given))
    values = {key: value for key, value in given.items() if not _is_course(program, key)}
    course = {key: value for key, value in given.items() if key not in values}
    made = _led(state, course, work) if {STEP, TURN} & set(course) else state.clone()
    slots = list(made._s)
    if made is not state:
        _as_before(program, slots, state._s)
    if ROUNDS in course:
        slots[ROUND] = _round(course[ROUNDS])
    if ORDER in course:
        write_order(program, slots, course[ORDER])
    write(program, slots, values)
    slots[STEPS] = 0
    try:
        moves = run(program, slots, slots[0])
    except faults.OF_RULES as error:
        raise faults.explained(program, error, slots) from error
    work.spend(slots[STEPS])
    return State(program, slots, moves)


def _is_course(program: Program, key: str) -> bool:
    """Whether a key says where the game stands; a field of the game may have such a name."""
    return key in (STEP, TURN, ROUNDS, ORDER) and (GAME, key) not in program.game.fields


def _round(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise UsageError(f"a round is a number from 0 on, not '{value}'")
    return value


def _as_before(program: Program, slots: list[int], before: list[int]) -> None:
    """All that rules declare or count as it was; only where the game stands is new."""
    layout = program.layout
    spans = [(room.base, room.size) for room in (*layout.rooms.values(), *layout.lost.values())]
    spans += [(base, program.players) for base in layout.used.values()]
    if layout.scores:
        spans.append((layout.scores, program.players * len(program.game.scoring)))
    for base, size in spans:
        slots[base:base + size] = before[base:base + size]


class Reseeding:
    """Other seeds for chance to come, by how many moves were made before."""

    def __init__(self) -> None:
        self.seeds: dict[int, int] = {}

    def add(self, count: int, seed: int) -> None:
        """Let chance follow from a seed after so many moves, in place of all later seeds."""
        self.seeds = {at: one for at, one in self.seeds.items() if at < count} | {count: seed}

    def cut(self, left: int) -> None:
        """Keep the last seed when moves are taken back, so that no older one returns."""
        last = max(self.seeds, default=0)
        if last > left:
            self.add(left, self.seeds[last])

    def apply(self, state: State, count: int) -> State:
        """Give a position after so many moves the seed that holds from there on."""
        if count not in self.seeds:
            return state
        slots = list(state.numbers)
        seed_chance(slots, self.seeds[count])
        return State(state.program, slots, state.legal())


# -- coming to a step -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """A step and the seat whose turn it is; of a step beside turns, the seat that is asked. Without
    places that are beside turns, either of the two will do."""

    step: str | None
    seat: int | None
    beside_turns: frozenset[Place] | None

    def is_there(self, asked: Question) -> bool:
        if self.step is not None and asked.name != self.step:
            return False
        if self.seat is None or self.beside_turns is None:
            return self.seat in (None, asked.actor, asked.decider)
        if asked.place in self.beside_turns:
            return self.step is not None and self.seat == asked.decider
        return self.seat == asked.actor


def _led(state: State, course: Mapping[str, Any], work: Work) -> State:
    """A position at a step, in the turn of somebody, that comes after some position in a game."""
    program = state.program
    step, turn = course.get(STEP), course.get(TURN)
    seat = encoded(program, PLAYER_TYPE, turn, TURN) if turn is not None else None
    if step is not None:
        _known_step(program, str(step))
    wanted = Wanted(str(step) if step is not None else None, seat, _beside_turns(program.game))
    # Where nobody has a turn in which this is asked, whoever is asked is meant.
    for one in (wanted, replace(wanted, beside_turns=None)) if seat is not None else (wanted,):
        for number in range(GAMES):
            found = _found(state.clone(), one, random.Random(number), work,
                           passing=number % 2 == 0)
            if found is not None:
                return found
    where = " ".join([f"'{step}'" if step is not None else "a turn",
                      f"of {turn}" if turn is not None else ""]).strip()
    raise UsageError(f"no way was found to {where}, in {GAMES} games of {DECISIONS} decisions")


def _known_step(program: Program, step: str) -> None:
    known = [name_of(node) for node in program.nodes.values()]
    if step not in known:
        raise UsageError(f"there is no step or choice '{step}'; "
                         f"{did_you_mean(step, known)}".rstrip("; "))


def _found(state: State, wanted: Wanted, rng: random.Random, work: Work, *, passing: bool
           ) -> State | None:
    for _ in range(DECISIONS):
        work.decide(state)
        asked = state.question
        if asked is None:
            return None
        if wanted.is_there(asked):
            return state
        moves = state.legal()
        passes = [move for move in moves if state.label(move) == PASS] if passing else []
        try:
            state.apply(rng.choice(passes or moves))
        except RuleError as error:
            work.spend(error.steps)
            return None
        work.take(state)
    return None


def _beside_turns(game: model.Game) -> frozenset[Place]:
    """Where something may be asked while nobody has the turn: in set-up, before and after rounds.
    """
    flow = game.flow
    return frozenset(stmt.place for part in (flow.setup, flow.before, flow.after)
                     for stmt in stmts_within(part)) if flow else frozenset()
