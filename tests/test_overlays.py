"""Variants of the shipped games: changes by path, which have to hit something and to fit."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from merging.making import write_pack
from tilewright import load
from tilewright.stages import load_folders

CONTENT = Path(__file__).resolve().parent.parent / "content"
DO = [{"set": {"cell_to_mark.mark": "me"}}, {"score": {"win": 0}}]


def variant(folder: Path, overlay: dict, name: str = "changed", of: str = "tictactoe") -> Path:
    return write_pack(folder, name, of, overlay)


def problems(*folders: Path, of: str = "tictactoe") -> list:
    return load_folders(CONTENT / of, list(folders)).problems.sorted()


@pytest.mark.parametrize(("overlay", "code"), [
    ({"set": {"grids/cell/colums": 4}}, "overlay-path"),
    ({"set": {"grids/cell/columns": "six"}}, "wrong-value"),
    ({"set": {"grids/cell/columns": [6]}}, "overlay-sort"),
    ({"set": {"players": {"min": 2, "usual": 2}}}, "overlay-path"),
    ({"set": {"players": 2}}, "overlay-sort"),
    ({"replace": {"players": {"min": 2, "names": ["x", "o"]}}}, "missing-key"),
    ({"add": {"ranking": {"best": "most", "nonsense": 3}}}, "unknown-key"),
    ({"add": {"grids/cell/columns": 4}}, "overlay-path"),
    ({"add": {"players/names": ["x"]}}, "overlay-path"),
    ({"insert": {"players/names/x": {"before": ["o"]}}}, "overlay-path"),
    ({"plus": {"players/names": 1}}, "overlay-number"),
    ({"times": {"grids/cell/columns": {"by": "1/0", "round": "up"}}}, "overlay-number"),
    ({"expect": {"grids/cell/columns": 4}}, "overlay-expect"),
    ({"decide": {"grids/cell/columns": "someone"}}, "overlay-decide"),
    ({"remove": ["actions/mrk"]}, "overlay-path"),
    ({"remove": ["flow"]}, "missing-key"),
    ({"set": {"texts/en/game": "Noughts"}, "remove": ["texts/en/game"]}, "overlay-conflict"),
])
def test_an_overlay_that_does_not_fit_is_refused(tmp_path, overlay, code):
    found = problems(variant(tmp_path, overlay))
    assert [p.code for p in found] == [code]
    assert found[0].place.file.endswith("changed/changes.yaml")


@pytest.mark.parametrize(("verb", "refused"), [("set", True), ("replace", True), ("add", False)])
def test_what_is_not_there_can_only_be_added(tmp_path, verb, refused):
    bare = variant(tmp_path, {"remove": ["ranking"]}, "bare", of="yamatai")
    made = write_pack(tmp_path, "ranked", "yamatai", {verb: {"ranking": {"best": "least"}}},
                      {"after": ["bare"]})
    assert [p.code for p in problems(bare, made, of="yamatai")] == ["overlay-path"] * refused


def test_what_an_overlay_takes_away_needs_no_text(tmp_path):
    overlay = {"set": {"actions/mark/do": DO}}
    assert problems(variant(tmp_path, overlay)) == []


def test_a_variant_changes_the_game(tmp_path):
    folder = variant(tmp_path, {"set": {"grids/cell/columns": 4, "texts/en/game": "Wide"}})
    game = load("tictactoe", [str(folder)])
    assert len(game.new().legal()) == 12
    assert game.hash != load("tictactoe").hash
    assert game.model.texts["en"]["game"] == "Wide"


def test_a_game_with_variants_can_be_played_to_its_end(tmp_path):
    wide = variant(tmp_path, {"plus": {"grids/cell/columns": 1, "grids/cell/rows": 1}})
    long = write_pack(tmp_path, "long", "tictactoe",
                      {"times": {"grids/cell/lines/line/length": {"by": "4/3", "round": "up"}}},
                      {"after": ["changed"]})
    state = load("tictactoe", [str(long), str(wide)]).new(seed=1)
    chance = random.Random(1)
    moves = 0
    while not state.over:
        state.apply(chance.choice(state.legal()))
        moves += 1
    assert 7 <= moves <= 16


def test_two_variants_that_write_one_value_are_a_conflict(tmp_path):
    first = variant(tmp_path, {"set": {"grids/cell/columns": 4}}, "one")
    second = variant(tmp_path, {"set": {"grids/cell/columns": 5}}, "two")
    (problem,) = problems(first, second)
    assert problem.code == "overlay-conflict"
    assert "one/changes.yaml:2:3" in problem.message
    assert str(problem.place).endswith("two/changes.yaml:2:3")


@pytest.mark.parametrize("change", [
    {"set": {"grids/cell/columns": 4}}, {"add": {"show/empty": {"cell": "_"}}},
    {"set": {"grids/cell": {"columns": 4, "rows": 5}}}])
def test_two_variants_that_write_the_same_value_agree(tmp_path, change):
    assert not problems(variant(tmp_path, change, "one"), variant(tmp_path, change, "two"))


def test_a_third_variant_disagrees_with_both(tmp_path):
    packs = [variant(tmp_path, {"set": {"grids/cell/columns": n}}, name)
             for n, name in ((4, "one"), (4, "two"), (5, "three"))]
    assert {p.code for p in problems(*packs)} == {"overlay-conflict"}
    assert len(problems(*packs)) == 2


# A change that breaks something in the game's own files is told where the change stands.
BLAMED = [
    ("tictactoe", {"remove": ["actions/mark"]}, "unknown-action", "game.yaml"),
    ("tictactoe", {"remove": ["state/cell/mark"]}, "no-attribute", "game.yaml"),
    ("tictactoe", {"remove": ["grids/cell/lines"]}, "no-attribute", "game.yaml"),
    ("tictactoe", {"remove": ["texts/en/move.mark"]}, "text-missing", "text/en.yaml"),
    ("tictactoe", {"set": {"players/names/x": "z"}}, "unknown-element", "game.yaml"),
    ("yamatai", {"remove": ["kinds/colour/clay"]}, "unknown-element", "vocabulary.yaml"),
    ("yamatai", {"remove": ["procedures/stow"]}, "unknown-procedure", "turn.yaml"),
    ("yamatai", {"remove": ["verbs/take_half"]}, "unknown-verb", "specialists.yaml"),
    ("yamatai", {"remove": ["tiles/specialist/raijin/worth"]}, "missing-attribute",
     "specialists.yaml"),
    ("yamatai", {"replace": {"functions/has_pair": {"is": 3}}}, "wrong-type", "turn.yaml"),
    ("yamatai", {"remove": ["sites/island/items/i10"]}, "unknown-element", "board.yaml"),
]


@pytest.mark.parametrize(("of", "overlay", "code", "file"), BLAMED,
                         ids=[f"{c[0]}-{c[2]}-{n}" for n, c in enumerate(BLAMED)])
def test_a_change_is_told_what_it_breaks(tmp_path, of, overlay, code, file):
    found = problems(variant(tmp_path, overlay, of=of), of=of)
    first = [p for p in found if p.code == code and file in p.message]
    assert first, found
    assert all(str(p.place).endswith(("changes.yaml:2:3",)) for p in first), found
    assert all("does not fit the rest" in p.message for p in first)
    assert {p.place.file for p in found} == {first[0].place.file}
