"""Where problems point to, and how they are printed for people, programs and GitHub."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bad_packs import GAME, MANIFEST, game_with, make_pack, problems_of
from tilewright.cli.report import FORMATS, excerpt, print_problems
from tilewright.problems import Place, Problem

if TYPE_CHECKING:
    from pathlib import Path

# A line of the section `scoring`; the caret must stand below the word `wrong`.
LINES = [
    "a: wrong",
    "a: 'wrong'",
    'a: "wrong"',
    "a: 1 + wrong",
    "a: '1 + (2 * wrong)'",
    'a: "me.coins + wrong"',
    "{a: me.coins, b: 1 + wrong, c: 3}",
    "{a: me.coins, b: '1 + wrong', c: 3}",
    '{ "a" : me.coins , "b" :  "1 + wrong" , c: 3}',
    "a:     me.coins + wrong     # and a note",
    "a: '  1 + wrong'",
    "a: [c for c in players if wrong]",
]


@pytest.mark.parametrize("line", LINES)
def test_the_caret_stands_below_the_wrong_word(tmp_path: Path, line: str) -> None:
    text = game_with(scoring=line if line.startswith("{") else f"\n  {line}")
    if line.endswith("]"):
        text = game_with(scoring=f"\n  {line.replace('[', '1 if any(').replace(']', ') else 2')}"
                         .replace("c for c", "c == me for c"))
    (found,) = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    written = text.splitlines()[found.place.line - 1]
    assert written[found.place.col - 1:found.place.end - 1] == "wrong"
    shown, caret = excerpt(found.place)
    assert shown[caret.index("^"):caret.rindex("^") + 1] == "wrong"


@pytest.mark.parametrize(("before", "width"), [
    ("caf\u00e9", 4), ("\u00dc\u00df", 2), ("\u4e2d\u6587", 4), ("e\u0301", 1), ("\U0001f3b2", 2)])
def test_the_caret_is_right_after_other_letters(tmp_path: Path, before: str, width: int) -> None:
    folder = make_pack(tmp_path / "pack", {
        "pack.yaml": f"{MANIFEST}texts: {{en: en.yaml}}\n",
        "en.yaml": f'{{game: "{before}", move.wrong: gone, move.go: go, end.enough: e, '
                   "score.coins: c}\n"})
    (found,) = problems_of(folder)
    assert found.place.col == len(f'{{game: "{before}", ') + 1
    shown, caret = excerpt(found.place)
    assert caret.strip() == "^" * len("move.wrong")
    assert caret.index("^") == shown.index("move.wrong") - len(before) + width


@pytest.mark.parametrize("scalar", [
    '"1 + \\x77rong"', "|\n    1 + wrong\n", ">\n    1 +\n    wrong\n", "1 +\n    wrong"])
def test_a_text_without_exact_columns_is_marked_as_a_whole(tmp_path: Path, scalar: str) -> None:
    text = game_with(scoring=f"\n  a: {scalar}")
    (found,) = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    first = text.index(scalar) + (scalar[0] == '"')
    assert text.splitlines()[found.place.line - 1].startswith("  a: ")
    assert found.place.col == first - text.rindex("\n", 0, first)
    assert excerpt(found.place)[1].count("^") == 1


def test_a_long_line_is_cut_around_the_place(tmp_path: Path) -> None:
    text = game_with(scoring="{" + ", ".join(f"s{i}: me.coins" for i in range(50)) + ", a: wrong}")
    (found,) = problems_of(make_pack(tmp_path / "pack", {"game.yaml": text}))
    shown, caret = excerpt(found.place)
    assert len(shown) < 130
    assert shown[caret.index("^"):caret.rindex("^") + 1] == "wrong"


def test_a_file_that_is_not_there_has_no_excerpt() -> None:
    assert excerpt(Place("/no/such/file.yaml", 1, 1)) == []
    assert excerpt(Place("/dev/zero", 1, 1)) == []
    assert excerpt(Place("nul\0byte", 1, 1)) == []


@pytest.mark.parametrize("form", FORMATS)
def test_paths_with_spaces_and_signs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    folder = make_pack(tmp_path / "my pack, 100%: new", {
        "game.yaml": GAME.replace("me.coins}", "me.coin}")})
    (found,) = problems_of(folder)
    print_problems([found], form)
    said = capsys.readouterr().out
    file = f"{folder}/game.yaml"
    if form == "json":
        (data,) = json.loads(said)
        assert data == {"code": "no-attribute", "file": file, "line": 15, "col": 18,
                        "message": "a player has no 'coin'", "hint": "did you mean 'coins'?"}
    elif form == "github":
        escaped = file.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
        assert said == (f"::error file={escaped},line=15,col=18,title=no-attribute::"
                        "a player has no 'coin'; did you mean 'coins'?\n")
    else:
        first, shown, caret = said.splitlines()
        assert first == (f"{file}:15:18: no-attribute: a player has no 'coin'; "
                         "did you mean 'coins'?")
        assert shown[caret.index("^"):caret.rindex("^") + 1] == "me.coin"


def test_no_message_can_write_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    problem = Problem("wrong-name", Place("a.yaml"), "a\n::error::b", "c\r\nd")
    print_problems([problem], "github")
    assert capsys.readouterr().out.count("\n") == 1
