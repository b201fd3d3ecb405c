"""Small parts of reading expressions: what they weigh, what they may hold, what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from case_runner import Case, write_pack
from tilewright import limits, stages
from tilewright.language import habits
from tilewright.language.checking import read
from tilewright.language.slips import LOOKALIKES
from tilewright.reading import meant, other_words, words_meant

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("text", "parts", "levels"), [
    ("1", 1, 1),
    # A name is also that it is read.
    ("a", 2, 2),
    ("a + 1", 5, 3),
    ("f(a, 1)", 6, 3),
    ("not a", 4, 3),
    ("[1, [2]]", 6, 3),
])
def test_expressions_weigh_what_they_are_made_of(text: str, parts: int, levels: int) -> None:
    assert read(text)[1:] == (parts, levels)


def said(folder: Path, value: str, **more: object) -> list[str]:
    """What is said of a value that is gained."""
    case = Case("said", 0, {"go": [{"gain": {"me.coins": value}}], "rules": more})
    found = stages.load(str(write_pack(case, folder)), []).problems.sorted()
    return [f"{p.place.col}-{p.place.end} {p.sentence}" for p in found]


def ones(count: int) -> str:
    return f"max([{','.join('1' * count)}])"


@pytest.mark.parametrize(("value", "words"), [
    (f"1 +{' ' * (limits.EXPRESSION_LENGTH - 4)}1", ""),
    (f"1 +{' ' * (limits.EXPRESSION_LENGTH - 3)}1", "at most 600 characters; give parts of it a"),
    (ones(limits.EXPRESSION_NODES - 5), ""),
    (ones(limits.EXPRESSION_NODES - 4), "at most 300 parts; give parts of it a name under"),
    ("-" * (limits.EXPRESSION_DEPTH - 3) + "me.coins", ""),
    ("-" * (limits.EXPRESSION_DEPTH - 2) + "me.coins", "at most 60 levels; give parts of it a"),
])
def test_expressions_go_up_to_their_limits_and_no_further(
        tmp_path: Path, value: str, words: str) -> None:
    found = said(tmp_path, value)
    assert len(found) == bool(words)
    assert all(words in one for one in found)


def test_all_expressions_together_have_a_limit(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the small game have 16 parts: of a start, two paths, players and a test."""
    for number, (most, value, fine) in enumerate((
            (17, "1", True), (16, "1", False), (20, "1 + 1", True), (19, "1 + 1", False))):
        monkeypatch.setattr(limits, "ALL_PARTS", most)
        (tmp_path / str(number)).mkdir()
        found = said(tmp_path / str(number), value)
        assert [one.partition(" ")[2] for one in found] == ([] if fine else [
            f"all expressions together have at most {most} parts"])


def test_all_statements_together_have_a_limit(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the small game are a step and one statement of its action."""
    for number, (most, fine) in enumerate(((2, True), (1, False))):
        monkeypatch.setattr(limits, "STATEMENTS", most)
        (tmp_path / str(number)).mkdir()
        found = said(tmp_path / str(number), "1")
        assert [one.partition(" ")[2] for one in found] == ([] if fine else [
            f"a game has at most {most} statements and abilities"])


@pytest.mark.parametrize(("value", "words"), [
    ("one(n=1)", "one(n)"),
    ("one()", "one(n)"),
    ("one(1, 2)", "one(n); for another player than 'me' it takes 'of=p': one(n, of=p)"),
    ("none_of(1)", "none_of(); for another player than 'me' it takes 'of=p': none_of(of=p)"),
    ("none_of(to=p1)", "none_of(); for another player than 'me' it takes 'of=p': none_of(of=p)"),
])
def test_how_a_function_is_called(tmp_path: Path, value: str, words: str) -> None:
    functions = {"one": {"args": {"n": "int"}, "is": "n"}, "none_of": {"is": "me.coins"}}
    both = "one(1) + none_of(of=p1)"
    (found,) = said(tmp_path, value, functions=functions, scoring={"coins": both})
    assert found.partition(" ")[2] == f"it is called like this: {words}"


@pytest.mark.parametrize("hint", [
    habits.name_hint("zebra"), habits.call_hint("zebra"), habits.plain_hint("zebra"),
    habits.plain_hint([1, 2]), habits.no_list_hint("bool", 1), habits.type_meant("zebra", ["int"]),
    meant.shown(None), meant.shown("x" * 41), meant.shown("a\nb"), meant.shown([]),
    words_meant.name_meant([], "zebra", "x", ""), words_meant.key_meant("zebra", ["int"]),
    words_meant.key_hint([], "zebra", [], {}, []), words_meant.effect_hint("zebra", 1, [], {}),
    meant.shape_hint(["a"], "zebra", ["null"], "", {}), meant.shape_hint([], 3, ["object"], "", {}),
])
def test_where_nothing_is_known_nothing_is_said(hint: object) -> None:
    assert hint == ""


@pytest.mark.parametrize("table", [
    other_words.OTHER_WORDS, other_words.OTHER_KEYS, other_words.ELSEWHERE,
    other_words.OTHER_VALUES, habits.TYPES, meant.YES_AND_NO])
def test_words_of_elsewhere_are_words(table: dict[str, object]) -> None:
    assert [word for word in table if not word.isidentifier()] == []
    assert [word for word in table if len(word) < 2 and table is not meant.YES_AND_NO] == []


def test_signs_that_only_look_alike_are_single_ones() -> None:
    assert {len(sign) for sign in LOOKALIKES} == {1}
    assert "".join(LOOKALIKES).isascii() is False
    assert [sign for sign in LOOKALIKES if sign.isalnum()] == []
