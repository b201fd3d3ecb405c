"""Records of games: a header line and a line for each move. Undo and replay are one function."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.merging.renames import newest_id
from tilewright.playing.facts import mark
from tilewright.problems import IllegalMove, RecordError, RuleError, UsageError, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

FORMAT = "tilewright-replay"
# Version 1 has no marks and ends with the key of the position, which depends on the engine.
VERSION = 2
READS = (1, 2)
MOST_BYTES = 20_000_000
MOST_MOVES = 100_000
# Ids in a label: of an action or a question, and of what was picked.
WORD = re.compile(r"[^ .]+")


@dataclass(slots=True)
class Record:
    """A game as it can be told again: how it began, and its moves by label.

    `marks` are what held after each move (see `facts.py`), `rules` the merged data of the game.
    """

    game: str
    hash: str
    variants: tuple[str, ...]
    options: dict[str, Any]
    players: int
    seed: int
    moves: list[tuple[int, str]] = field(default_factory=list)
    packs: list[dict[str, str]] = field(default_factory=list)
    rules: str = ""
    marks: list[str] = field(default_factory=list)
    key: str = ""

    def header(self) -> dict[str, Any]:
        told = {"format": FORMAT, "version": VERSION, "game": self.game, "hash": self.hash,
                "packs": self.packs, "variants": list(self.variants), "options": self.options,
                "players": self.players, "seed": self.seed}
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
    """A game with its history: what a table or a terminal plays on."""

    def __init__(self, game: Game, players: int | None = None, seed: int = 0,
                 options: dict[str, Any] | None = None) -> None:
        self.game = game
        self.state = game.new(players, seed, options)
        program = self.state.program
        self.record = Record(game.id, game.hash, game.model.variants, dict(program.options),
                             program.players, seed, packs=_packs(game))

    def apply(self, move: int) -> None:
        seat = self.state.decider
        label = self.state.label(move)
        self.state.apply(move)
        self.record.moves.append((seat if seat is not None else -1, label))

    def undo(self, count: int = 1) -> None:
        """Take moves back, by telling the shorter game again."""
        kept = self.record.moves[: max(len(self.record.moves) - count, 0)]
        self.state = replayed(self.game, self.record, kept)
        self.record.moves = kept

    def lines(self, *, rules: bool = False) -> list[str]:
        """The record; with the rules in it, it can be played on whatever becomes of them."""
        from tilewright.playing.archive import packed

        self.record.marks = list(marks(self.game, self.record))
        self.record.rules = packed(self.game.model) if rules else ""
        return self.record.lines()

    @classmethod
    def of(cls, game: Game, record: Record) -> Session:
        """The session that a record tells, ready to go on."""
        begun(game, record)
        made = cls(game, record.players, record.seed, record.options)
        for label, state in told(game, record, record.moves):
            # What was called otherwise when it was recorded has the label of today.
            seat, _ = record.moves[len(made.record.moves)]
            made.record.moves.append((seat, label))
            made.state = state
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
        return game.new(record.players, record.seed, record.options)
    except UsageError as error:
        raise RecordError(f"this record does not fit the game: {error}") from error


def told(game: Game, record: Record, moves: list[tuple[int, str]]
         ) -> Iterator[tuple[str, State]]:
    """Each of some moves, and the one position after it; the first that does not fit is named."""
    state = begun(game, record)
    for number, (seat, label) in enumerate(moves, 1):
        if state.decider != seat:
            raise RecordError(f"move {number} ('{label}') was made by seat {seat}, "
                              f"but seat {state.decider} decides there")
        try:
            move = find_move(state, label)
            state.apply(move)
        except (IllegalMove, RuleError) as error:
            raise RecordError(f"move {number} ('{label}') cannot be made: {error}") from error
        yield state.label(move), state


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


def marks(game: Game, record: Record) -> Iterator[str]:
    """What held after each move, in a few letters."""
    yield from (mark(state) for _, state in told(game, record, record.moves))


def read_record(path: Path) -> Record:
    """Read a replay file; whatever is wrong with it is said, with its line."""
    lines = _text(path).splitlines()
    if not lines:
        raise RecordError(f"'{path}' is empty")
    first = _line(lines[0], 1, path)
    record = _header(first, path)
    ended = False
    for number, line in enumerate(lines[1:], 2):
        data = _line(line, number, path)
        if ended:
            raise RecordError(f"{path}:{number}: this line stands after the end")
        if "end" in data:
            _end(record, data, number, path)
            ended = True
        else:
            _move(record, data, number, path, marked=first["version"] > 1)
    if not ended:
        raise RecordError(f"{path}:{len(lines)}: this replay is cut short: it has no last line")
    return record


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            # A pipe or a device can keep a reader waiting for ever.
            raise RecordError(f"'{path}' is not a plain file")
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"'{path}' cannot be read: {error.strerror}") from error
    if len(raw) > MOST_BYTES:
        raise RecordError(f"'{path}' is larger than {MOST_BYTES:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"'{path}' is not a replay: it is not UTF-8 text") from error


def _line(line: str, number: int, path: Path) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}:{number}: this line is not JSON") from error
    if not isinstance(data, dict):
        raise RecordError(f"{path}:{number}: this line is not part of a replay")
    return data


def _header(data: dict[str, Any], path: Path) -> Record:
    if data.get("format") != FORMAT:
        raise RecordError(f"'{path}' is not a replay")
    version = data.get("version")
    if type(version) is not int:
        raise RecordError(f"{path}:1: the header is damaged: it names no version")
    if version not in READS:
        raise RecordError(f"'{path}' is of version {str(version)[:20]}, this reads "
                          f"{listed(map(str, READS), 'and')}")
    data = {"packs": [], "rules": "", **data}
    wrong = next((key for key, fits in HEADER.items() if not fits(data.get(key))), "")
    if wrong:
        raise RecordError(f"{path}:1: the header is damaged: '{wrong}' is missing or wrong")
    given = {key: data[key] for key in HEADER}
    return Record(**{**given, "variants": tuple(data["variants"])})


def _plain(value: Any) -> bool:
    """A word that may be shown on a screen."""
    return isinstance(value, str) and value.isprintable()


def _is_pack(value: Any) -> bool:
    return isinstance(value, dict) and all(_plain(value.get(k)) for k in ("id", "version", "hash"))


# What a header holds, and how each value has to be.
HEADER: dict[str, Callable[[Any], bool]] = {
    "game": _plain,
    "hash": _plain,
    "variants": lambda v: isinstance(v, list) and all(map(_plain, v)),
    "options": lambda v: isinstance(v, dict) and all(
        _plain(k) and type(n) in (int, bool) for k, n in v.items()),
    "players": lambda v: type(v) is int,
    "seed": lambda v: type(v) is int,
    "packs": lambda v: isinstance(v, list) and all(map(_is_pack, v)),
    "rules": _plain,
}


def _move(record: Record, data: dict[str, Any], number: int, path: Path, *, marked: bool) -> None:
    seat, label, mark = data.get("seat"), data.get("move"), data.get("mark")
    if type(seat) is not int or not _plain(label):
        raise RecordError(f"{path}:{number}: this line is not a move")
    if marked and not _plain(mark):
        raise RecordError(f"{path}:{number}: this move has no mark")
    if len(record.moves) >= MOST_MOVES:
        raise RecordError(f"{path}:{number}: a replay holds at most {MOST_MOVES:,} moves")
    record.moves.append((seat, str(label)))
    if marked:
        record.marks.append(str(mark))


def _end(record: Record, data: dict[str, Any], number: int, path: Path) -> None:
    if data["end"] != len(record.moves):
        raise RecordError(f"{path}:{number}: the record says {str(data['end'])[:20]} moves, "
                          f"but holds {len(record.moves)}")
    if not record.marks and record.moves:
        if not _plain(data.get("key")):
            raise RecordError(f"{path}:{number}: the key of the last position is missing")
        record.key = data["key"]


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
        if record.marks[number] not in (mark(state), mark(state, before)):
            raise RecordError(f"the first difference is after move {number + 1} "
                              f"('{record.moves[number][1]}'): it can be made, but the position "
                              "is another one")
    return state
