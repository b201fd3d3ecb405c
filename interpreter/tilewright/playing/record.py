"""Records of games: a header line and a line for each move. Undo and replay are one function."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.playing.facts import mark
from tilewright.problems import IllegalMove, RecordError, RuleError, UsageError, listed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

FORMAT = "tilewright-replay"
# Version 1 has no marks and ends with the key of the position, which depends on the engine.
VERSION = 2
READS = (1, 2)
MOST_BYTES = 20_000_000
MOST_MOVES = 100_000


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
        made = cls(game, record.players, record.seed, record.options)
        made.state = replayed(game, record, record.moves)
        made.record.moves = list(record.moves)
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


def told(game: Game, record: Record, moves: list[tuple[int, str]]) -> Iterator[State]:
    """The one position after each of some moves; the first that does not fit is named."""
    state = begun(game, record)
    for number, (seat, label) in enumerate(moves, 1):
        if state.decider != seat:
            raise RecordError(f"move {number} ('{label}') was made by seat {seat}, "
                              f"but seat {state.decider} decides there")
        try:
            state.apply(find_move(state, label))
        except (IllegalMove, RuleError) as error:
            raise RecordError(f"move {number} ('{label}') cannot be made: {error}") from error
        yield state


def find_move(state: State, label: str) -> int:
    """The legal move of a label, also of one with ids that have changed since."""
    try:
        return state.find(label)
    except IllegalMove:
        now = state.program.game.renamed
        words = [now.get(word, word) for word in label.split(" ")]
        if " ".join(words) == label:
            raise
        return state.find(" ".join(words))


def replayed(game: Game, record: Record, moves: list[tuple[int, str]]) -> State:
    """The position after some moves."""
    state = begun(game, record)
    for state in told(game, record, moves):  # noqa: B007 - the last one counts
        pass
    return state


def marks(game: Game, record: Record) -> Iterator[str]:
    """What held after each move, in a few letters."""
    yield from (mark(state) for state in told(game, record, record.moves))


def read_record(path: Path) -> Record:
    """Read a replay file; whatever is wrong with it is said, with its line."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"'{path}' cannot be read: {error.strerror}") from error
    if len(raw) > MOST_BYTES:
        raise RecordError(f"'{path}' is larger than {MOST_BYTES:,} bytes")
    try:
        lines = raw.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise RecordError(f"'{path}' is not a replay: it is not UTF-8 text") from error
    if not lines:
        raise RecordError(f"'{path}' is empty")
    record = _header(_line(lines[0], 1, path), path)
    ended = False
    for number, line in enumerate(lines[1:], 2):
        data = _line(line, number, path)
        if "end" in data:
            ended = _end(record, data, number, path)
            continue
        if ended or len(record.moves) >= MOST_MOVES:
            raise RecordError(f"{path}:{number}: there are moves after the end")
        record.moves.append(_move(data, number, path))
        if isinstance(data.get("mark"), str):
            record.marks.append(data["mark"])
    if not ended:
        raise RecordError(f"{path}:{len(lines)}: this replay is cut short: it has no last line")
    return record


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
    if data.get("version") not in READS:
        raise RecordError(f"'{path}' is of version {data.get('version')}, this reads "
                          f"{listed(map(str, READS), 'and')}")
    try:
        record = Record(data["game"], data["hash"], tuple(data["variants"]), dict(data["options"]),
                        data["players"], data["seed"],
                        packs=[dict(p) for p in data.get("packs", [])],
                        rules=data.get("rules", ""))
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{path}:1: the header is damaged") from error
    fine = (isinstance(record.game, str) and isinstance(record.hash, str)
            and type(record.players) is int and type(record.seed) is int
            and all(isinstance(v, str) for v in (*record.variants, record.rules))
            and all(isinstance(v, str) for p in record.packs for v in p.values())
            and all(type(v) in (int, bool) for v in record.options.values()))
    if not fine:
        raise RecordError(f"{path}:1: the header is damaged")
    return record


def _move(data: dict[str, Any], number: int, path: Path) -> tuple[int, str]:
    seat, label = data.get("seat"), data.get("move")
    if type(seat) is not int or not isinstance(label, str):
        raise RecordError(f"{path}:{number}: this line is not a move")
    return seat, label


def _end(record: Record, data: dict[str, Any], number: int, path: Path) -> bool:
    key = data.get("key", "")
    marked = len(record.marks) == (0 if key else len(record.moves))
    if data["end"] != len(record.moves) or not isinstance(key, str) or not marked:
        raise RecordError(f"{path}:{number}: the record says {data['end']} moves, "
                          f"but holds {len(record.moves)}")
    record.key = key
    return True


def verify(game: Game, record: Record) -> State:
    """Tell a game again and compare what holds after each move; the first difference is named."""
    if record.key:
        state = replayed(game, record, record.moves)
        if state.key() != record.key:
            raise RecordError(f"all {len(record.moves)} moves can be made, but the final position "
                              f"differs: {state.key()} instead of {record.key}")
        return state
    state = begun(game, record)
    before = {now: then for then, now in game.model.renamed.items()}
    for number, state in enumerate(told(game, record, record.moves)):
        if record.marks[number] not in (mark(state), mark(state, before)):
            raise RecordError(f"the first difference is after move {number + 1} "
                              f"('{record.moves[number][1]}'): it can be made, but the position "
                              "is another one")
    return state
