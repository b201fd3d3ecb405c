"""Records of games: a header line and a line for each move. Undo and replay are one function."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.problems import IllegalMove, RecordError, RuleError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

FORMAT = "tilewright-replay"
VERSION = 1
MOST_BYTES = 20_000_000
MOST_MOVES = 100_000


@dataclass(slots=True)
class Record:
    """A game as it can be told again: how it began, and its moves by label."""

    game: str
    hash: str
    variants: tuple[str, ...]
    options: dict[str, Any]
    players: int
    seed: int
    moves: list[tuple[int, str]] = field(default_factory=list)
    key: str = ""

    def header(self) -> dict[str, Any]:
        return {"format": FORMAT, "version": VERSION, "game": self.game, "hash": self.hash,
                "variants": list(self.variants), "options": self.options,
                "players": self.players, "seed": self.seed}

    def lines(self) -> list[str]:
        made = [json.dumps(self.header(), ensure_ascii=False)]
        made += [json.dumps({"seat": seat, "move": label}, ensure_ascii=False)
                 for seat, label in self.moves]
        made.append(json.dumps({"end": len(self.moves), "key": self.key}))
        return made


class Session:
    """A game with its history: what a table or a terminal plays on."""

    def __init__(self, game: Game, players: int | None = None, seed: int = 0,
                 options: dict[str, Any] | None = None) -> None:
        self.game = game
        self.state = game.new(players, seed, options)
        program = self.state.program
        self.record = Record(game.id, game.hash, game.model.variants, dict(program.options),
                             program.players, seed)

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

    def lines(self) -> list[str]:
        self.record.key = self.state.key()
        return self.record.lines()

    @classmethod
    def of(cls, game: Game, record: Record) -> Session:
        """The session that a record tells, ready to go on."""
        made = cls(game, record.players, record.seed, record.options)
        made.state = replayed(game, record, record.moves)
        made.record.moves = list(record.moves)
        return made


def replayed(game: Game, record: Record, moves: list[tuple[int, str]]) -> State:
    """The position after some moves; the first that does not fit is named."""
    try:
        state = game.new(record.players, record.seed, record.options)
    except UsageError as error:
        raise RecordError(f"this record does not fit the game: {error}") from error
    for number, (seat, label) in enumerate(moves, 1):
        if state.decider != seat:
            raise RecordError(f"move {number} ('{label}') was made by seat {seat}, "
                              f"but seat {state.decider} decides there")
        try:
            state.apply(state.find(label))
        except (IllegalMove, RuleError) as error:
            raise RecordError(f"move {number} ('{label}') cannot be made: {error}") from error
    return state


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
    if data.get("version") != VERSION:
        raise RecordError(f"'{path}' is of version {data.get('version')}, this reads {VERSION}")
    try:
        record = Record(data["game"], data["hash"], tuple(data["variants"]), dict(data["options"]),
                        data["players"], data["seed"])
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{path}:1: the header is damaged") from error
    fine = (isinstance(record.game, str) and isinstance(record.hash, str)
            and type(record.players) is int and type(record.seed) is int
            and all(isinstance(v, str) for v in record.variants)
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
    if data["end"] != len(record.moves) or not isinstance(data.get("key"), str):
        raise RecordError(f"{path}:{number}: the record says {data['end']} moves, "
                          f"but holds {len(record.moves)}")
    record.key = data["key"]
    return True


def verify(game: Game, record: Record) -> State:
    """Tell a game again and compare the end; the first difference is named."""
    state = replayed(game, record, record.moves)
    if state.key() != record.key:
        raise RecordError(f"all {len(record.moves)} moves can be made, but the final position "
                          f"differs: {state.key()} instead of {record.key}")
    return state
