"""Plays games with code that counts what it does, and tells which rules they have reached."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.compiling.counting import Counts
from tilewright.lab.coverage import Coverage
from tilewright.language.tree import Choose
from tilewright.linking.text_keys import statements
from tilewright.model import FALLBACK
from tilewright.playing.begin import begin
from tilewright.playing.bots import bot_named, random_bot
from tilewright.playing.record import Record, find_move
from tilewright.playing.setting import arranged
from tilewright.playing.simulate import seed_of
from tilewright.playing.stream import Stream, one_of
from tilewright.problems import IllegalMove, RecordError, RuleError
from tilewright.text import text
from tilewright.wording.pieces import ASKED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tilewright.compiling.program import Program
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.problems import Place

    Chosen = Callable[[State, int], int]

# Texts that are read while a game is played: questions, moves, and why it has ended.
READ = (*ASKED, "end")
ELSEWHERE = (".unknown", ".about")
# A longer game is left there.
MOST_DECISIONS = 10_000


def covered(game: Game, players: int | None = None, options: dict[str, Any] | None = None,
            games: Iterable[int | Record] = range(100), bot: str = "random") -> Coverage:
    """What some games reach: each is a seed, played by a bot, or a record."""
    played = Covering(game, players, options)
    for one in games:
        if isinstance(one, Record):
            played.record(one)
        else:
            played.bots(one, bot)
    return played.coverage()


def covered_by(game: Game, counts: Sequence[int], options: dict[str, Any], games: int, seed: int,
               bot: str) -> Coverage:
    """What so many games of a bot reach, with each number of players in turn."""
    parts = [covered(game, count, options,
                     [seed_of(seed, number) for number in range(at, games, len(counts))], bot)
             for at, count in enumerate(counts)]
    for part in parts[1:]:
        parts[0].take(part)
    return parts[0]


def _is_read(key: str) -> bool:
    return key.partition(".")[0] in READ and not key.endswith(ELSEWHERE)


class Noted(dict[str, str]):
    """Texts, with a note of those that were read."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.read.add(key)
        return super().__getitem__(key)


class Covering:
    """Games of one number of players while they are played, and what they have reached."""

    def __init__(self, game: Game, players: int | None, options: dict[str, Any] | None) -> None:
        self.game = game
        self.plain = game.program(players, options)
        self.texts = Noted(game.model.texts.get(FALLBACK, {}))
        model = replace(game.model, texts={**game.model.texts, FALLBACK: self.texts})
        self.counts = Counts(model)
        self.program: Program = game.counted(self.counts, players, options)
        self.made = Coverage(game.id)
        self.worded: set[tuple[int, int]] = set()
        # Zones that were never full yet.
        self.room = {owned.title: owned for owned in model.fields.values() if owned.zone}
        self.made.zones = {title: [0, owned.cap] for title, owned in self.room.items()}
        self.made.ends = dict.fromkeys(model.reasons, 0)
        self.made.actions = {name: [0, 0] for name in model.actions}

    # -- games --------------------------------------------------------------------------------

    def bots(self, seed: int, bot: str) -> None:
        """A game between bots, the same one as without counting."""
        rng, chosen = Stream(seed), bot_named(bot)
        beside = None
        if chosen is not random_bot:
            # What a bot tries must not count, so it looks at the same game without counters.
            beside = begin(self.plain, seed)

        def choose(state: State, _number: int) -> int:
            if beside is None:
                return one_of(rng, state.legal())
            code = chosen(beside.view(beside.decider), rng)
            beside.apply(code)
            return code

        self._play(seed, [], choose, MOST_DECISIONS)

    def record(self, record: Record) -> None:
        """A game that was recorded, as far as it goes."""
        if record.players != self.program.players or any(
                self.program.options.get(name) != value for name, value in record.options.items()):
            raise RecordError("this record is of other players or options than are looked at")

        def choose(state: State, number: int) -> int:
            label = record.moves[number][1]
            try:
                return find_move(state, label)
            except IllegalMove as error:
                raise RecordError(f"move {number + 1} ('{label}') of this record cannot be made: "
                                  f"{error}") from error

        self._play(record.seed, record.situation, choose, len(record.moves))

    def _play(self, seed: int, given: list[dict[str, Any]], choose: Chosen, most: int) -> None:
        self.made.games += 1
        offered, taken, number = set[int](), set[int](), 0
        try:
            state = begin(self.program, seed)
            for one in given:
                state = arranged(state, one)
            while not state.over and number < most:
                moves = state.legal()
                offered.update(moves)
                self._look(state, moves)
                code = choose(state, number)
                taken.add(code)
                state.apply(code)
                number += 1
            self._end(state)
        except RuleError as error:
            said = str(error).partition("\n")[0]
            self.made.faults[said] = self.made.faults.get(said, 0) + 1
        self.made.decisions += number
        for at, codes in enumerate((offered, taken)):
            for name in self._actions(codes):
                self.made.actions[name][at] += 1

    def _actions(self, codes: set[int]) -> set[str]:
        groups = {id(group): group for group in map(self.program.group_of, codes) if group}
        return {group.name for group in groups.values()} & self.made.actions.keys()

    # -- what a table sees --------------------------------------------------------------------

    def _look(self, state: State, moves: list[int]) -> None:
        """How full zones are, and the words of what is asked and offered."""
        self._zones(state)
        asked = state.question if self.texts else None
        if asked is None:
            return
        new = [code for code in moves if (asked.node.label, code) not in self.worded]
        if new:
            asked.words(FALLBACK)
        for code in new:
            self.worded.add((asked.node.label, code))
            state.describe(code)

    def _zones(self, state: State) -> None:
        reader = state.reader
        for title, owned in list(self.room.items()):
            full = self.made.zones[title]
            full[0] = max(full[0], reader.fullest(owned))
            if full[0] >= full[1]:
                del self.room[title]

    def _end(self, state: State) -> None:
        """All that is asked at the end, and for what reason it came."""
        self._zones(state)
        state.scores()
        if state.over:
            state.winners()
        reason = state.end_reason
        if reason is not None:
            self.made.ends[reason] += 1
            text(self.program.game, f"end.{reason}", FALLBACK)

    # -- what it comes to ---------------------------------------------------------------------

    def coverage(self) -> Coverage:
        numbers, made = self.counts.numbers, self.made
        made.statements = {place: numbers[at] for place, at in self.counts.statements.items()}
        made.tests = {place: numbers[at:at + 2] for place, at in self.counts.tests.items()}
        made.reactions = {f"{self._tile(handler.tile)}: {event.name}": self._ran(handler.procedure)
                          for event in self.game.model.events.values()
                          for handler in event.handlers}
        made.texts = {key: int(key in self.texts.read) for key in sorted(self.texts)
                      if _is_read(key) and key.partition(".")[2] not in self._by_chance()}
        return replace(made, statements=self._shared(made.statements),
                       tests=self._shared(made.tests),
                       faults={self._named(said): n for said, n in made.faults.items()})

    def _shared(self, met: dict[Place, Any]) -> dict[Place, Any]:
        """What was met, at places in files that are named by their packs."""
        return {place._replace(file=self._named(place.file)): told for place, told in met.items()}

    def _named(self, said: str) -> str:
        """Words with files named by their packs, not by where these lie."""
        for folder, pack in sorted(self.game.model.folders, key=lambda one: -len(one[0])):
            said = re.sub(rf"(?<![\w./\\]){re.escape(folder)}/", f"{pack}/", said)
        return said

    def _by_chance(self) -> set[str]:
        """What nobody is asked."""
        return {stmt.site for stmt in statements(self.game.model)
                if isinstance(stmt, Choose) and stmt.chance}

    def _tile(self, tile: tuple[str, int]) -> str:
        return self.game.model.kinds[tile[0]].items[tile[1]]

    def _ran(self, procedure: str) -> int:
        """How often a procedure has run, by the statement of it that ran most."""
        body = self.game.model.procedures[procedure].body
        return max((self.made.statements.get(stmt.place._replace(end=0), 0) for stmt in body),
                   default=0)
