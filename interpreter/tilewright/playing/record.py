"""Records of games: a header line and a line for each move. Undo and replay are one function."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.merging.renames import newest_id
from tilewright.playing.facts import mark
from tilewright.playing.setting import Reseeding, first_of
from tilewright.problems import IllegalMove, RecordError, RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from tilewright import model
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.telling.events import Event

FORMAT = "tilewright-replay"
# Version 1 has no marks and ends with the key of the position, which depends on the engine; in
# versions 1 and 2 all chance comes from one stream.
VERSION = 3
WITH_MARKS, WITH_STREAMS = 2, 3
READS = (1, 2, 3)
MOST_MOVES = 100_000
KEEP = 16
# Ids in a label: of an action or a question, and of what was picked.
WORD = re.compile(r"[^ .]+")


@dataclass(slots=True)
class Record:
    """A game as it can be told again: how it began, and its moves by label.

    `marks` are what held after each move (see `facts.py`), `rules` the merged data of the game. One
    that began in a situation holds in `situation` what was given there.
    """

    game: str
    hash: str
    variants: tuple[str, ...]
    options: dict[str, Any]
    players: int
    seed: int
    moves: list[tuple[int, str]] = field(default_factory=list)
    packs: list[dict[str, str]] = field(default_factory=list)
    situation: list[dict[str, Any]] = field(default_factory=list)
    rules: str = ""
    marks: list[str] = field(default_factory=list)
    key: str = ""
    version: int = VERSION

    @property
    def one_stream(self) -> bool:
        """Whether all chance comes from one stream, as once."""
        return self.version < WITH_STREAMS

    def header(self) -> dict[str, Any]:
        told = {"format": FORMAT, "version": max(self.version, WITH_MARKS),
                "game": self.game, "hash": self.hash, "packs": self.packs,
                "variants": list(self.variants), "options": self.options,
                "players": self.players, "seed": self.seed}
        if self.situation:
            told["situation"] = self.situation
        return {**told, "rules": self.rules} if self.rules else told

    def lines(self) -> list[str]:
        made = [_json(self.header())]
        made += [_json({"seat": seat, "move": label, "mark": mark})
                 for (seat, label), mark in zip(self.moves, self.marks, strict=True)]
        made.append(_json({"end": len(self.moves)}))
        return made


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


class Session:
    """A game with its history: its moves, what happened with each, and what it was like before."""

    def __init__(self, game: Game, players: int | None = None, seed: int = 0,
                 options: dict[str, Any] | None = None,
                 situation: Sequence[dict[str, Any]] = (), *, one_stream: bool = False) -> None:
        self.game = game
        self.state = first_of(game, players, seed, options, situation, one_stream=one_stream)
        program = self.state.program
        self.record = Record(game.id, game.hash, game.model.variants, dict(program.options),
                             program.players, seed, packs=_packs(game),
                             situation=list(situation),
                             version=WITH_MARKS if one_stream else VERSION)
        self.events: list[list[Event]] = []
        self._codes: list[int] = []
        # The positions after every so many moves, so that no way back is long.
        self._kept = [self.state.clone()]
        self._packed = ""
        self.reseeding = Reseeding()

    def apply(self, move: int | str) -> list[Event]:
        """Make a move, given as its number or as its label, and tell what happened."""
        code = find_move(self.state, move) if isinstance(move, str) else move
        before, count = self.state.clone(), len(self._codes)
        events = self.state.tell(code)
        try:
            assert before.decider is not None
            self.record.moves.append((before.decider, self.state.label(code)))
            self.record.marks.append(mark(self.state))
            self.events.append(events)
            self._codes.append(code)
            if len(self._codes) % KEEP == 0:
                self._kept.append(self.state.clone())
        except BaseException:
            # To count the points of an end can fail, and then the move was not made.
            self.state = before
            self._cut(count)
            raise
        return events

    def before(self, count: int) -> State:
        """The position before the last moves."""
        at = max(len(self._codes) - count, 0)
        *_, state = self.positions(at - at % KEEP, at)
        return state

    def positions(self, first: int = 0, last: int | None = None) -> Iterator[State]:
        """The positions after so many moves and more; each is used up when the next is asked for.

        The first one is that of a multiple of `KEEP`.
        """
        state = self.reseeding.apply(self._kept[first // KEEP].clone(), first)
        yield state
        for number, code in enumerate(self._codes[first:last], first + 1):
            state.apply(code)
            state = self.reseeding.apply(state, number)
            yield state

    def last(self, count: int) -> list[int]:
        """The codes of the last moves."""
        return self._codes[max(len(self._codes) - count, 0):]

    def reseed(self, seed: int) -> None:
        """From here on chance follows from another seed, also after moves were taken back."""
        self.reseeding.add(len(self._codes), seed)
        self.state = self.reseeding.apply(self.state, len(self._codes))

    def undo(self, count: int = 1) -> None:
        """Take moves back."""
        left = max(len(self._codes) - count, 0)
        self.reseeding.cut(left)
        self.state = self.before(count)
        self._cut(left)

    def _cut(self, left: int) -> None:
        """Forget all but the first few moves."""
        for told in (self._codes, self.events, self.record.moves, self.record.marks):
            del told[left:]
        del self._kept[left // KEEP + 1:]

    def lines(self, *, rules: bool = False) -> list[str]:
        """The record; with the rules in it, it can be played on whatever becomes of them."""
        from tilewright.playing.archive import packed

        self._packed = self._packed or packed(self.game.model) if rules else self._packed
        self.record.rules = self._packed if rules else ""
        return self.record.lines()

    @classmethod
    def of(cls, game: Game, record: Record) -> Session:
        """The session that a record tells, ready to go on."""
        begun(game, record)
        made = cls(game, record.players, record.seed, record.options, _today(game, record),
                   one_stream=record.one_stream)
        for number, (seat, label) in enumerate(record.moves, 1):
            # What was called otherwise when it was recorded has the label of today.
            make_again(made.state, number, seat, label, made.apply)
        if not game.hash:
            # A game out of a record is of the packs that the record names.
            made.record.hash, made.record.packs = record.hash, record.packs
            made.record.variants = record.variants
        return made


def _packs(game: Game) -> list[dict[str, str]]:
    return [{"id": id_, "version": version, "hash": digest}
            for id_, version, digest in game.model.packs]


def begun(game: Game, record: Record) -> State:
    """The position that a record begins with."""
    try:
        return first(game, record)
    except (RuleError, UsageError) as error:
        raise RecordError(f"this record does not fit the game: {error}") from error


def first(game: Game, record: Record) -> State:
    """The same, with what is wrong as the rules tell it."""
    return first_of(game, record.players, record.seed, record.options, _today(game, record),
                    one_stream=record.one_stream)


def _today(game: Game, record: Record) -> list[dict[str, Any]]:
    """The situation in which a record began, with ids as they are called now."""
    if not game.model.renamed:
        return record.situation
    made: list[dict[str, Any]] = _renamed(record.situation, game.model)
    return made


def _renamed(value: Any, game: model.Game) -> Any:
    if isinstance(value, dict):
        return {_renamed(key, game): _renamed(one, game) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, game) for one in value]
    return _newest(value, game) if isinstance(value, str) else value


def _newest(said: str, game: model.Game) -> str:
    """Words with ids as they are called now; what is still there is no other one."""
    there = {item for kind in game.kinds.values() for item in kind.items}
    there |= {name for owned in game.fields for name in owned} | set(game.scoring)
    return WORD.sub(lambda word: word.group() if word.group() in there
                    else newest_id(word.group(), game.renamed), said)


def told(game: Game, record: Record, moves: list[tuple[int, str]]
         ) -> Iterator[tuple[str, State]]:
    """Each of some moves, and the one position after it; the first that does not fit is named."""
    state = begun(game, record)
    for number, (seat, label) in enumerate(moves, 1):
        move = make_again(state, number, seat, label, state.apply)
        yield state.label(move), state


def make_again(state: State, number: int, seat: int, label: str,
               make: Callable[[int], object]) -> int:
    """Make a move of a record; one that does not fit is named."""
    if state.decider != seat:
        raise RecordError(f"move {number} ('{label}') was made by seat {seat}, "
                          f"but seat {state.decider} decides there")
    try:
        move = find_move(state, label)
        make(move)
    except (IllegalMove, RuleError) as error:
        raise RecordError(f"move {number} ('{label}') cannot be made: {error}") from error
    return move


def find_move(state: State, label: str) -> int:
    """The legal move of a label, also of one with ids that have changed since."""
    try:
        return state.find(label)
    except IllegalMove:
        renamed = state.program.game.renamed
        today = WORD.sub(lambda word: newest_id(word.group(), renamed), label)
        if today == label:
            raise
        return state.find(today)


def replayed(game: Game, record: Record, moves: list[tuple[int, str]]) -> State:
    """The position after some moves."""
    state = begun(game, record)
    for _, state in told(game, record, moves):  # noqa: B007 - the last one counts
        pass
    return state


def read_record(source: Path | str | Iterable[str]) -> Record:
    """Read a replay: a file by its path, a text, a stream or lines; what is wrong is said."""
    from tilewright.playing.recorded import read

    return read(source)


def verify(game: Game, record: Record) -> State:
    """Tell a game again and compare what holds after each move; the first difference is named."""
    if record.key:
        state = replayed(game, record, record.moves)
        if state.key() != record.key:
            raise RecordError(f"all {len(record.moves)} moves can be made, but the final position "
                              f"differs: {state.key()} instead of {record.key}")
        return state
    state = begun(game, record)
    before = {newest_id(then, game.model.renamed): then for then in game.model.renamed}
    for number, (_, state) in enumerate(told(game, record, record.moves)):
        wanted = record.marks[number]
        if wanted != mark(state) and not (before and wanted == mark(state, before)):
            raise RecordError(f"the first difference is after move {number + 1} "
                              f"('{record.moves[number][1]}'): it can be made, but the position "
                              "is another one")
    return state
