"""Random games that find what no reading of the rules can: what fails, never ends, has no words.

The same games are played on every machine, in the same order; a slow one plays fewer of them.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.middle.header import DECIDER, HEADER, PC, ROUND, STEPS
from tilewright.playing.guess import broken_certainties
from tilewright.playing.stream import Stream
from tilewright.playing.tables_tried import CLOSELY, Setting, in_turn, settings, worth_a_look
from tilewright.playing.wordless import Proofreader
from tilewright.problems import ContentError, Problem, Problems, RuleError, UsageError
from tilewright.spoken import describe
from tilewright.text import seat_name

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.problems import Place
    from tilewright.reading.source import Map

# No new game begins after so much work.
SECONDS = 1.0
# A game that takes longer is stopped; these limits are ours, not the game's.
LONGEST = 10_000
MOST_STEPS = 2 * limits.STEPS
# So many positions at the end of such a game are compared.
COMPARED = 1_000
# Scores and views are asked for at each of so many first decisions, then at every eighth.
FIRST, EVERY = 100, 8
MOVES_TOLD = 3
NODES_TOLD = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule that failed in a random game, and the moves that led there.

    `failing` is the move with which it failed; none where it was something that a table asks.
    """

    code: str
    place: Place
    setting: Setting
    seed: int
    moves: tuple[int, ...]
    failing: int | None


@dataclass(slots=True)
class Tried:
    """What random games found, and how many were played."""

    problems: Problems = field(default_factory=Problems)
    games: int = 0
    # Those of them that were played natively.
    native: int = 0
    # Games of so much work that they were not played to their end.
    unfinished: int = 0
    # Settings of which a game could not begin; many more of them would tell nothing else.
    unplayable: set[Setting] = field(default_factory=set)
    told: set[tuple[str, Place, str]] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)

    def add(self, problem: Problem, about: str = "", fault: Fault | None = None) -> None:
        """Tell a problem, the first time that it is met at its place and is about that."""
        code, place = problem.code, problem.place
        if (code, place, about) not in self.told:
            self.told.add((code, place, about))
            self.problems.add(code, place, problem.message, problem.hint)
            self.faults += [] if fault is None else [fault]


def tried(game: Game, texts: dict[str, Map], command: str, each: int | None = None) -> Tried:
    """Play random games of all settings; with `each`, so many of every one without a limit.

    `command` is the command line that plays this game.
    """
    made = Tried()
    reader = Proofreader(game.model, texts)
    began = time.process_time()
    all_settings = settings(game.model)
    for seed, setting in in_turn(all_settings, each):
        if each is None and made.games and time.process_time() - began > SECONDS:
            break
        made.games += 1
        Trial(game, setting, seed, command, made).run(reader)
    playable = [setting for setting in all_settings if setting not in made.unplayable]
    for setting in playable if each is not None else ():
        more = range(CLOSELY, each or 0)
        odd = worth_a_look(game, setting, more, LONGEST)
        made.games += len(more)
        made.native += len(more) - len(odd)
        for seed in odd:
            Trial(game, setting, seed, command, made).run(reader)
    return made


class Trial:
    """One random game, which ends with the first thing that fails.

    It is the game that `play` shows with bots in all seats and the same seed.
    """

    def __init__(self, game: Game, setting: Setting, seed: int, command: str, found: Tried) -> None:
        self.game = game
        self.setting = setting
        self.seed = seed
        self.found = found
        self.shown = f"see it with: {command} {setting.words} --seats bot --seed {seed}"
        self.has_begun = False
        self.decisions = 0
        self.steps = 0
        self.last: deque[tuple[int, int, int]] = deque()
        self.moves: list[int] = []
        self.asked: Counter[int] = Counter()
        self.positions: deque[int] = deque(maxlen=COMPARED)

    def run(self, reader: Proofreader) -> None:
        try:
            self._play(reader)
        except RuleError as error:
            self._failed(error)
        except ContentError as error:
            for problem in error.problems:
                self.found.add(problem)
        except UsageError as error:
            self.found.add(Problem("cannot-compile", self.game.model.place,
                                   f"with {self.setting}: {error}"))
        if not self.has_begun:
            self.found.unplayable.add(self.setting)

    def _play(self, reader: Proofreader) -> None:
        program = self.game.program(self.setting.players, dict(self.setting.options))
        draw = Stream(self.seed).below
        state = self.game.new(self.setting.players, self.seed, dict(self.setting.options))
        self.has_begun = True
        while not state.over:
            if self.decisions == LONGEST:
                self._endless(state)
                return
            if self.steps > MOST_STEPS:
                self.found.unfinished += 1
                return
            moves = state.legal()
            self._note(state)
            for problem in reader.problems(program, state._s[PC], moves):
                self.found.add(problem, problem.hint)
            move = moves[draw(len(moves))]
            self.last.append((state._s[DECIDER], move, state._s[PC]))
            self.moves.append(move)
            state.apply(move)
            self.decisions += 1
            if len(self.last) > MOVES_TOLD:
                self.last.popleft()
            self.steps += state._s[STEPS]
        asked_of(state)
        self._certain(state)

    def _note(self, state: State) -> None:
        """What is asked now; and everything that a table may ask for."""
        self.asked[state._s[PC]] += 1
        if self.decisions < FIRST or self.decisions % EVERY == 0:
            asked_of(state)
            self._certain(state)
        if self.decisions >= LONGEST - COMPARED:
            s, first = state._s, state.program.layout.streams.stop
            self.positions.append(hash((*s[:STEPS], *s[ROUND + 1:HEADER], *s[first:])))

    # -- what is told ---------------------------------------------------------------------------

    def _failed(self, error: RuleError) -> None:
        place = error.place or self.game.model.place
        said = str(error).removeprefix(f"{place}: ").replace("\n ", ",")
        self.found.add(Problem("rule-fails", place, f"{said}; {self._when()}", self.shown),
                       fault=self._fault("rule-fails", place))

    def _certain(self, state: State) -> None:
        """What the rules say to be certain, and is not."""
        for name, place in broken_certainties(state):
            self.found.add(Problem("not-certain", place,
                                   f"'{name}' does not hold {self._when()}", self.shown),
                           fault=self._fault("not-certain", place))

    def _fault(self, code: str, place: Place) -> Fault:
        made = tuple(self.moves[:self.decisions])
        failing = self.moves[-1] if len(self.moves) > self.decisions else None
        return Fault(code, place, self.setting, self.seed, made, failing)

    def _when(self) -> str:
        """Which game it was, and the moves that led there."""
        game = f"a random game of {self.setting}, seed {self.seed}"
        if not self.decisions:
            return f"at the beginning of {game}{self._moves()}"
        moves = f"{self.decisions:,} move{'' if self.decisions == 1 else 's'}"
        return f"after {moves} of {game}{self._moves()}"

    def _moves(self) -> str:
        program = self.game.program(self.setting.players, dict(self.setting.options))
        told = [f"'{seat_name(self.game.model, seat)}: {describe(program, move, now=now)}'"
                for seat, move, now in self.last]
        # A move that failed was not counted.
        failed = f"then {told.pop()} failed" if len(told) > min(self.decisions, MOVES_TOLD) else ""
        said = [f"the last: {', '.join(told)}" if told else "", failed]
        return f" ({'; '.join(filter(None, said))})" if told or failed else ""

    def _endless(self, state: State) -> None:
        program = state.program
        often = [(program.nodes[pc], n) for pc, n in self.asked.most_common(NODES_TOLD)]
        told = ", ".join(f"'{node.step or '_'.join(node.actions) or node.site}' ({n:,} times)"
                         for node, n in often)
        self.found.add(Problem(
            "game-endless", often[0][0].place,
            f"{self.decisions:,} decisions do not end a random game of {self.setting}, seed "
            f"{self.seed}; it is in round {state.round:,}, and what is asked again and again is "
            f"{told}{self._same()}", self.shown))

    def _same(self) -> str:
        """Whether the positions at the end are the same ones over and over."""
        different = len(set(self.positions))
        if 2 * different > len(self.positions):
            return ""
        return (f"; but for the number of the round, the last {len(self.positions):,} positions "
                f"are {different} that come back")


def asked_of(state: State) -> Any:
    """All that a table may ask at any time; rules that fail there fail here."""
    views = [state.view(seat) for seat in range(state.players)]
    return state.scores(), state.winners(), views
