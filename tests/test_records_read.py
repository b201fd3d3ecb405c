"""Records as they are read, also of version 1, and as they are written again."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from merging.making import write_pack
from tilewright import limits, load
from tilewright.playing import recorded
from tilewright.playing.compare import Changed, Difference, first_difference, responsible
from tilewright.playing.record import Record, Session, read_record, verify
from tilewright.problems import RecordError

if TYPE_CHECKING:
    from pathlib import Path

LABELS = ("mark b2", "mark a1", "mark c3")


@cache
def played() -> Session:
    session = Session(load("tictactoe"), seed=4)
    for label in LABELS:
        session.apply(label)
    return session


def version_1(*, key: str = "", moves: int = 3) -> list[str]:
    """The same game as records were once: without marks, with the key of the last position."""
    header, *made, _ = [json.loads(line) for line in played().lines()]
    told = [header | {"version": 1}, *({k: m[k] for k in ("seat", "move")} for m in made[:moves])]
    end = {"end": moves} | ({"key": key} if key else {})
    return [json.dumps(line) for line in (*told, end)]


def test_a_record_of_version_1_is_compared_by_its_key() -> None:
    key = played().state.key()
    record = read_record(version_1(key=key))
    assert (record.key, record.marks) == (key, [])
    assert record.moves == [(seat, label) for seat, label in zip((0, 1, 0), LABELS, strict=True)]
    assert verify(load("tictactoe"), record).key() == key


def test_another_key_is_another_end() -> None:
    record = read_record(version_1(key="0" * 32))
    with pytest.raises(RecordError) as caught:
        verify(load("tictactoe"), record)
    assert str(caught.value) == (f"all 3 moves can be made, but the final position differs: "
                                 f"{played().state.key()} instead of {'0' * 32}")


def test_a_record_of_version_1_without_moves_needs_no_key() -> None:
    assert read_record(version_1(moves=0)).moves == []
    with pytest.raises(RecordError, match="the record:3: the key of the last position is missing"):
        read_record(version_1(moves=1))


def test_a_record_of_version_1_goes_on_as_one_of_version_2() -> None:
    """It is played again, so its moves have marks when it is saved; its chance stays as it was."""
    record = read_record(version_1(key=played().state.key()))
    again = Session.of(load("tictactoe"), record)
    assert again.lines()[1:] == played().lines()[1:]
    assert json.loads(again.lines()[0])["version"] == 2
    assert (again.state.key(), again.last(2)) == (played().state.key(), played().last(2))


def test_moves_without_marks_are_not_written_as_if_there_were_none() -> None:
    record = read_record(version_1(key=played().state.key()))
    with pytest.raises(ValueError, match="shorter"):
        record.lines()


def test_what_is_written_is_read_again() -> None:
    lines = played().lines(rules=True)
    record = read_record(lines)
    assert record.lines() == lines
    assert read_record("\n".join(lines)) == read_record(f"{line}\r\n" for line in lines) == record
    assert (record.key, len(record.marks), record.seed, record.players) == ("", 3, 4, 2)


def test_a_mark_that_is_another_one_is_named_with_its_move() -> None:
    record = read_record(played().lines())
    record.marks[1] = record.marks[0]
    with pytest.raises(RecordError, match=r"the first difference is after move 2 \('mark a1'\)"):
        verify(load("tictactoe"), record)


# -- headers and lines ----------------------------------------------------------------------------


def headed(**changed: Any) -> Record:
    lines = played().lines()
    return read_record([json.dumps(json.loads(lines[0]) | changed), *lines[1:]])


def nested(levels: int, inner: Any = 1) -> Any:
    """A mapping in a mapping, so many of them."""
    for number in range(levels):
        inner = {f"k{number}": inner}
    return inner


NUMBER = limits.NUMBER
FITS = {
    "situation": [
        [], [{}], [{"a": 1}, {"b": None}], [nested(5)], [nested(5, "x")], [nested(4, [1, True])],
        [{"a": [[[[1]]]]}], [{"a": NUMBER, "b": -NUMBER}]],
    "packs": [[], [{"id": "a", "version": "1", "hash": ""}]],
    "variants": [[], ["a", "b"]], "options": [{}, {"a": 1, "b": True}],
    "players": [3, -1], "seed": [0, 2 ** 70], "rules": ["", "x"], "game": ["other"], "hash": [""],
}
WRONG = {
    "situation": [
        {}, [1], [{}, {}, {}], [nested(6)], [nested(5, {})], [nested(5, [])],
        [{"a": [[[[[]]]]]}], [{"a": NUMBER + 1}], [{"a": -NUMBER - 1}], [{"a": 1.5}],
        [{"a": "\x1b[3m"}], [{"\x1b[3m": 1}]],
    "packs": [{}, ["a"], [{"id": "a", "version": "1"}], [{"id": "a", "version": "1", "hash": 5}]],
    "variants": [5, "ab", [5], ["\x1b"]], "options": [[], {"a": "x"}, {"\x1b": 1}, {"a": 1.0}],
    "players": [None, True, "2", 2.0], "seed": [None, False, "1"], "rules": [None, "\x1b", 5],
    "game": [None, 3, "\n"], "hash": [None, 0],
}
CASES = [(key, value) for key, values in FITS.items() for value in values]
REFUSED = [(key, value) for key, values in WRONG.items() for value in values]


@pytest.mark.parametrize(("key", "value"), CASES)
def test_a_header_is_taken_as_it_is(key: str, value: Any) -> None:
    given = getattr(headed(**{key: value}), key)
    assert given == (tuple(value) if key == "variants" else value)


@pytest.mark.parametrize(("key", "value"), REFUSED)
def test_a_header_that_is_no_header_is_refused(key: str, value: Any) -> None:
    with pytest.raises(RecordError) as caught:
        headed(**{key: value})
    assert str(caught.value) == (
        f"the record:1: the header is damaged: '{key}' is missing or wrong")


@pytest.mark.parametrize(("lines", "said"), [
    ([], "'the record' is empty"),
    (["[]"], "the record:1: this line is not part of a replay"),
    (['{"format": "x"}'], "'the record' is not a replay"),
    (['{"format": "tilewright-replay"}'],
     "the record:1: the header is damaged: it names no version"),
    (['{"format": "tilewright-replay", "version": true}'],
     "the record:1: the header is damaged: it names no version"),
    (['{"format": "tilewright-replay", "version": 4}'],
     "'the record' is of version 4, this reads '1', '2' and '3'"),
    (["HEAD"], "the record:1: this replay is cut short: it has no last line"),
    (["HEAD", '{"end": 0}', '{"end": 0}'], "the record:3: this line stands after the end"),
    (["HEAD", '{"end": 1}'], "the record:2: the record says 1 moves, but holds 0"),
    (["HEAD", "MOVE", '{"end": 1}'], ""),
    (["HEAD", '{"seat": "0", "move": "x", "mark": "m"}'], "the record:2: this line is not a move"),
    (["HEAD", '{"seat": true, "move": "x", "mark": "m"}'],
     "the record:2: this line is not a move"),
    (["HEAD", '{"seat": 0, "mark": "m"}'], "the record:2: this line is not a move"),
    (["HEAD", "MOVE", '{"seat": 0, "move": "x"}'], "the record:3: this move has no mark"),
    (["HEAD", "{"], "the record:2: this line is not JSON"),
    (["HEAD", 5], "a line of a record is text, not int"),
])
def test_lines_of_a_record(lines: list[Any], said: str) -> None:
    own = {"HEAD": played().lines()[0], "MOVE": played().lines()[1]}
    given = [own.get(line, line) for line in lines]
    if not said:
        assert len(read_record(given).moves) == 1
        return
    with pytest.raises(RecordError) as caught:
        read_record(given)
    assert str(caught.value) == said


def test_a_record_has_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = played().lines()
    size = sum(map(len, lines))
    monkeypatch.setattr(recorded, "MOST_BYTES", size)
    monkeypatch.setattr(recorded, "MOST_MOVES", 3)
    assert len(read_record(lines).moves) == 3
    monkeypatch.setattr(recorded, "MOST_MOVES", 2)
    with pytest.raises(RecordError, match="4: a replay holds at most 2 moves"):
        read_record(lines)
    monkeypatch.setattr(recorded, "MOST_BYTES", size - 1)
    with pytest.raises(RecordError, match=f"'the record' is larger than {size - 1:,} bytes"):
        read_record(lines)


def test_a_file_has_the_same_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text("\n".join(played().lines()), encoding="utf-8")
    monkeypatch.setattr(recorded, "MOST_BYTES", path.stat().st_size)
    assert len(read_record(path).moves) == len(read_record(str(path)).moves) == 3
    monkeypatch.setattr(recorded, "MOST_BYTES", path.stat().st_size - 1)
    with pytest.raises(RecordError, match="is larger than"):
        read_record(path)


# -- under other rules ----------------------------------------------------------------------------


def test_with_the_same_rules_nothing_is_to_blame() -> None:
    record, game = read_record(played().lines(rules=True)), load("tictactoe")
    assert first_difference(record, game, game) is None
    assert responsible(record, Difference(2, "mark a1", ""), game) is None


def test_the_only_change_is_to_blame(tmp_path: Path) -> None:
    record = read_record(played().lines(rules=True))
    narrow = write_pack(tmp_path, "narrow", "tictactoe", {"set": {"grids/cell/columns": 2}})
    today = load("tictactoe", [str(narrow)])
    found = first_difference(record, load("tictactoe"), today)
    assert found is not None
    assert (found.number, found.label) == (3, "mark c3")
    assert responsible(record, found, today) == Changed(("grids", "cell", "columns"), 3, 2)
