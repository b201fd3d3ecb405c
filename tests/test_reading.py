"""Where files and expressions cannot be read: what is told, and which signs are marked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from bad_packs import GAME, doing, game_with, make_pack, problems_of
from tilewright.problems import Problems
from tilewright.reading.checked import checked
from tilewright.reading.excerpt import excerpt
from tilewright.reading.meant import shown
from tilewright.reading.pruning import LeftOut, without
from tilewright.reading.source import parse

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.problems import Problem

TABS = "indent with spaces, never with tabs"
QUOTES = "put quotes around a text that contains ': '"
BRACKETS = "put quotes around a key or an expression that holds [ ], inside { } and [ ]"
CLOSE = "put a comma between parts, and '{}' at the end"
DEEPER = "let it start in the same column as the line above"
COLUMN = "check that the lines of one list or mapping start in the same column"
LIST = "each line of a list starts with '- '; a key cannot stand beside them"
SAME_SIGN = "write the same sign at the end of the text"
START = "put quotes around a text that starts with '{}'"
ABOVE = "check the quotes, brackets and indentation just above this line"


def unreadable(text: str) -> Problem:
    problems = Problems()
    source = parse(text, "a.yaml", problems)
    assert (source.broken, source.data) == (True, None)
    (problem,) = problems
    assert problem.code == "yaml-syntax"
    return problem


@pytest.mark.parametrize(("text", "at", "said", "hint"), [
    ("\ta: 1\n", "1:1", "a tab", TABS),
    ("a:\n\tb: 1\n", "2:1", "a tab", TABS),
    ("a:\n  b: 1\n  \tc: 1\n", "3:3", "a tab", TABS),
    ("a:\n  b:\n    - 1\n   \t- 2\n", "4:4", "a tab", TABS),
    ("a: b: c\n", "1:5", "mapping values are not allowed", QUOTES),
    ("\n\na: say: this\n", "3:7", "mapping values are not allowed", QUOTES),
    ("x: 1\na: b: c\n", "2:5", "mapping values are not allowed", QUOTES),
    ("a: me.coins > 1 say: yes\n", "1:20", "mapping values are not allowed",
     f"{QUOTES}, or write 'say:' in a line of its own"),
    ("a: b c: d e: f\n", "1:7", "mapping values", f"{QUOTES}, or write 'c:' in a line of its own"),
    ("x: 1\n  a: b: c\n", "2:3", "stands deeper than the one above", DEEPER),
    ("x:y\na: b\n", "1:1", "a space is missing after 'x:'",
     "write a space after the colon: x: y"),
    ("x:\n  - y z\n    w: 2\n", "2:5", "a colon is missing after 'y'", "write it as: y: z"),
    ("a: {b[c]: 1}\n", "1:6", "expected ',' or '}'", BRACKETS),
    ("a: [1, 2\nb: 3\n", "1:4", "what begins with '[' here", CLOSE.format("]")),
    ("a:\n  b: {x: 1\nc: 3\n", "2:6", "what begins with '{' here", CLOSE.format("}")),
    ("a: 1\n b: 2\n", "2:2", "stands deeper than the one above", DEEPER),
    ("a: 1\n# note\n\n  b: 2\n", "4:3", "stands deeper than the one above", DEEPER),
    ("a:\n  b 4\n  c: 3\n", "2:3", "a colon is missing after 'b'", "write it as: b: 4"),
    ("a:\n  - b\n    c: 3\n", "2:5", "a colon is missing after 'b'", "write it as: b:"),
    ("a:\n  b: 1\n c: 3\n", "3:2", "did not find expected key", COLUMN),
    ("- a\nb: 3\n", "2:1", "expected '-' indicator", LIST),
    ("a: 'b\n", "1:4", "these quotes are never closed", SAME_SIGN),
    ('a:\n  b: "c\n  d: 1\n', "2:6", "these quotes are never closed", SAME_SIGN),
    ("a: @b\n", "1:4", "a text cannot start with '@'", START.format("@")),
    ("a: %b\n", "1:4", "a text cannot start with '%'", START.format("%")),
    ("a: ]\n", "1:4", "", ABOVE),
])
def test_what_is_no_yaml_is_told_at_its_sign(text: str, at: str, said: str, hint: str) -> None:
    problem = unreadable(text)
    assert (str(problem.place), problem.hint) == (f"a.yaml:{at}", hint)
    assert said in problem.message


@pytest.mark.parametrize(("text", "line"), [("a: \x01\n", 1), ("a: 1\nb: 2\nc: \x02\n", 3)])
def test_a_sign_that_yaml_does_not_allow_is_told_with_its_line(text: str, line: int) -> None:
    problem = unreadable(text)
    assert (problem.place.line, problem.place.col) == (line, 1)
    assert problem.message == "this file holds a character that YAML does not allow"


# -- expressions ----------------------------------------------------------------------------------


def marked(problem: Problem) -> str:
    """The signs of the file above the mark."""
    line, mark = excerpt(problem.place)
    return line[mark.index("^"):mark.rindex("^") + 1]


@pytest.mark.parametrize(("expression", "signs", "hint"), [
    ("1 + * 2", "*", ""),
    ("1 + (2 * 3", "(", "this '(' is never closed; add ')'"),
    ("me.coins = 3", "=", "'==' compares two values"),
    ("me.coins > 2 && round == 1", "&&", "the word is 'and'"),
    ("2 || 3", "||", "the word is 'or'"),
    ("!me", "!", "the word is 'not'"),
    ("1 +", "", ""),
    ("lambda + 1", "lambda", "'lambda' cannot be a name in expressions, choose another one"),
    ("class", "class", "'class' cannot be a name in expressions, choose another one"),
])
def test_the_signs_are_marked_where_an_expression_cannot_be_read(
        tmp_path: Path, expression: str, signs: str, hint: str) -> None:
    pack = make_pack(tmp_path, {"game.yaml": doing(f"[{{gain: {{me.coins: '{expression}'}}}}]")})
    (problem,) = (p for p in problems_of(pack) if p.code == "expression-syntax")
    assert (problem.message, problem.hint) == ("this expression cannot be read", hint)
    assert len(marked(problem)) == max(len(signs), 1)
    assert problem.place.end == problem.place.col + max(len(signs), 1)
    if signs:
        assert marked(problem) == signs


@pytest.mark.parametrize(("expression", "signs"), [
    ("1 + true", "true"), ("coin + 1", "coin"), ("me.purse", "me.purse"), ("sum(1)", "1"),
    ("foo(1)", "foo"), ("max(1, true)", "true"), ("2 if 3 else 4", "3"),
    ("count(g == me for g in players)", "g == me"), ("sum(p for p in players)", "p"),
])
def test_the_part_that_is_wrong_is_marked(tmp_path: Path, expression: str, signs: str) -> None:
    pack = make_pack(tmp_path, {"game.yaml": doing(f"[{{gain: {{me.coins: '{expression}'}}}}]")})
    (problem,) = problems_of(pack)
    assert marked(problem) == signs


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "is_read", "fits", "codes"), [
    (GAME, True, True, []), (None, False, False, ["file-unreadable"]),
    ("a: b: c", True, False, ["yaml-syntax"]), ("players: 3\n", True, True, ["wrong-value"]),
    ("[]", True, False, ["wrong-value"]),
])
def test_what_a_file_is_good_for(tmp_path: Path, text: str | None, codes: list[str], *,
                                 is_read: bool, fits: bool) -> None:
    path, problems = tmp_path / "game.yaml", Problems()
    if text is not None:
        path.write_text(text, encoding="utf-8")
    for _ in range(2):
        source, fine = checked(path, "game.yaml", "game", problems, LeftOut())
        assert (source is not None, fine) == (is_read, fits)
        assert sorted({p.code for p in problems}) == codes


# -- numbers that are too large -------------------------------------------------------------------


@pytest.mark.parametrize("coins", [
    "max: 99999999999, start: 3", "max: 999999999999999, start: 1", "min: -99999999999, start: -5",
    "start: 99999999999, max: 5", "start: -99999999999, max: 5"])
def test_a_number_that_is_too_large_is_told_once(tmp_path: Path, coins: str) -> None:
    """What is right beside a number as it was meant is no second mistake."""
    state = f"{{player: {{coins: {{type: int, {coins}}}}}}}"
    folder = make_pack(tmp_path, {"game.yaml": game_with(state=state)})
    assert [p.code for p in problems_of(folder)] == ["yaml-number-size"]


@pytest.mark.parametrize(("value", "told"), [
    (True, "true"), (False, "false"), (5, "5"), (0, "0"), (" a ", "a"), ("x" * 40, "x" * 40),
    ("x" * 41, ""), (10**39, f"{10**39}"), (10**40, ""), ("a\nb", ""), (None, ""), ([1], ""),
    (1.5, "")])
def test_what_is_short_is_shown_in_a_way_out(value: object, told: str) -> None:
    assert shown(value) == told


@pytest.mark.parametrize(("paths", "left", "lines"), [
    ([[0]], ["b", "c"], [3, 4]), ([[1]], ["a", "c"], [2, 4]), ([[2], [0]], ["b"], [3]),
    ([[0], [1], [2]], [], []), ([[1], [1, "x"]], ["a", "c"], [2, 4])])
def test_what_is_left_of_a_list_keeps_its_places(
        paths: list[list[object]], left: list[str], lines: list[int]) -> None:
    source = parse("do:\n- a\n- b\n- c\n", "game.yaml", Problems())
    errors = [SimpleNamespace(absolute_path=["do", *path], absolute_schema_path=[])
              for path in paths]
    assert without(source, errors, 0, LeftOut())
    items = source.data["do"]
    assert list(items) == left
    assert [items.at(at).line for at in range(len(items))] == lines
    assert len(items.items_at) == len(items)
