"""Records read from files, texts and streams; whatever is wrong is said, with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.playing.record import FORMAT, MOST_MOVES, READS, WITH_MARKS, Record
from tilewright.problems import RecordError, listed, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_BYTES = 20_000_000
GIVEN_DEPTH = 5
NAMELESS = "the record"


def read(source: Path | str | Iterable[str]) -> Record:
    """Read a replay: a file by its path, a text, a stream or lines."""
    if isinstance(source, str) and not source.lstrip().startswith("{"):
        source = Path(source)
    if isinstance(source, Path):
        name = printable(str(source))
        return _record(_of_file(source, name), name)
    return _record(source if isinstance(source, str) else _of_lines(source), NAMELESS)


def _record(text: str, name: str) -> Record:
    lines = text.splitlines()
    if not lines:
        raise RecordError(f"'{name}' is empty")
    first = _line(lines[0], 1, name)
    record = _header(first, name)
    ended = False
    for number, line in enumerate(lines[1:], 2):
        data = _line(line, number, name)
        if ended:
            raise RecordError(f"{name}:{number}: this line stands after the end")
        if "end" in data:
            _end(record, data, number, name)
            ended = True
        else:
            _move(record, data, number, name, marked=record.version >= WITH_MARKS)
    if not ended:
        raise RecordError(f"{name}:{len(lines)}: this replay is cut short: it has no last line")
    return record


def _of_file(path: Path, name: str) -> str:
    try:
        if path.exists() and not path.is_file():
            # A pipe or a device can keep a reader waiting for ever.
            raise RecordError(f"'{name}' is not a plain file")
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not possible"
        raise RecordError(f"'{name}' cannot be read: {why}") from error
    if len(raw) > MOST_BYTES:
        raise RecordError(f"'{name}' is larger than {MOST_BYTES:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"'{name}' is not a replay: it is not UTF-8 text") from error


def _of_lines(given: Iterable[str]) -> str:
    """Lines with or without their ends, as far as a record may go."""
    lines: list[str] = []
    size = 0
    for line in given:
        if not isinstance(line, str):
            raise RecordError(f"a line of a record is text, not {type(line).__name__}")
        size += len(line)
        if size > MOST_BYTES:
            raise RecordError(f"'{NAMELESS}' is larger than {MOST_BYTES:,} bytes")
        lines.append(line.rstrip("\r\n"))
    return "\n".join(lines)


def _line(line: str, number: int, name: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = ", so this is no record of a game" if number == 1 else ""
        raise RecordError(f"{name}:{number}: this line is not JSON{why}") from error
    if not isinstance(data, dict):
        raise RecordError(f"{name}:{number}: this line is not part of a replay")
    return data


def _header(data: dict[str, Any], name: str) -> Record:
    if data.get("format") != FORMAT:
        raise RecordError(f"'{name}' is not a replay")
    version = data.get("version")
    if type(version) is not int:
        raise RecordError(f"{name}:1: the header is damaged: it names no version")
    if version not in READS:
        raise RecordError(f"'{name}' is of version {str(version)[:20]}, this reads "
                          f"{listed(map(str, READS), 'and')}")
    data = {"packs": [], "rules": "", "situation": [], **data}
    wrong = next((key for key, fits in HEADER.items() if not fits(data.get(key))), "")
    if wrong:
        raise RecordError(f"{name}:1: the header is damaged: '{wrong}' is missing or wrong")
    given = {key: data[key] for key in HEADER}
    return Record(**{**given, "variants": tuple(data["variants"]), "version": version})


def _plain(value: Any) -> bool:
    """A word that may be shown on a screen."""
    return isinstance(value, str) and value.isprintable()


def _is_pack(value: Any) -> bool:
    return isinstance(value, dict) and all(_plain(value.get(k)) for k in ("id", "version", "hash"))


def _is_situation(value: Any) -> bool:
    """What was given: by its file, and by itself."""
    return isinstance(value, list) and len(value) <= 2 and all(
        isinstance(one, dict) and _is_given(one) for one in value)


def _is_given(value: Any, depth: int = GIVEN_DEPTH) -> bool:
    """Values by name, as a file of situations can hold them."""
    if isinstance(value, dict):
        return depth > 0 and all(_plain(k) and _is_given(v, depth - 1) for k, v in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_is_given(one, depth - 1) for one in value)
    if type(value) is int:
        return abs(value) <= limits.NUMBER
    return value is None or isinstance(value, bool) or _plain(value)


def is_options(value: Any) -> bool:
    """Choices by the names of options, as a record holds them."""
    return isinstance(value, dict) and all(
        _plain(k) and type(n) in (int, bool) for k, n in value.items())


# What a header holds, and how each value has to be.
HEADER: dict[str, Callable[[Any], bool]] = {
    "game": _plain,
    "hash": _plain,
    "variants": lambda v: isinstance(v, list) and all(map(_plain, v)),
    "options": is_options,
    "players": lambda v: type(v) is int,
    "seed": lambda v: type(v) is int,
    "situation": _is_situation,
    "packs": lambda v: isinstance(v, list) and all(map(_is_pack, v)),
    "rules": _plain,
}


def _move(record: Record, data: dict[str, Any], number: int, name: str, *, marked: bool) -> None:
    seat, label, mark = data.get("seat"), data.get("move"), data.get("mark")
    if type(seat) is not int or not _plain(label):
        raise RecordError(f"{name}:{number}: this line is not a move")
    if marked and not _plain(mark):
        raise RecordError(f"{name}:{number}: this move has no mark")
    if len(record.moves) >= MOST_MOVES:
        raise RecordError(f"{name}:{number}: a replay holds at most {MOST_MOVES:,} moves")
    record.moves.append((seat, str(label)))
    if marked:
        record.marks.append(str(mark))


def _end(record: Record, data: dict[str, Any], number: int, name: str) -> None:
    if data["end"] != len(record.moves):
        raise RecordError(f"{name}:{number}: the record says {str(data['end'])[:20]} moves, "
                          f"but holds {len(record.moves)}")
    if not record.marks and record.moves:
        if not _plain(data.get("key")):
            raise RecordError(f"{name}:{number}: the key of the last position is missing")
        record.key = data["key"]


