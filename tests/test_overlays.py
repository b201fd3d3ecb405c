"""Variants: changes by path, which have to hit something and to fit the schemas."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tilewright import load
from tilewright.stages import load_folders

ROOT = Path(__file__).resolve().parent.parent
BASE = ROOT / "content" / "tictactoe"


def variant(folder: Path, overlay: dict, name: str = "changed") -> Path:
    made = folder / name
    made.mkdir()
    (made / "variant.yaml").write_text(
        f"language: 1\nid: {name}\nversion: 1.0.0\nvariant_of: tictactoe\n"
        "overlays: [overlay.yaml]\n")
    (made / "overlay.yaml").write_text(yaml.safe_dump(overlay))
    return made


def codes(*folders: Path) -> list[str]:
    return [p.code for p in load_folders(BASE, list(folders)).problems.sorted()]


@pytest.mark.parametrize(("overlay", "code"), [
    ({"set": {"grids/cell/colums": 4}}, "overlay-path"),
    ({"set": {"grids/cell/columns": "six"}}, "wrong-value"),
    ({"set": {"players": {"min": 2, "names": ["x", "o"]}}}, "missing-key"),
    ({"add": {"ranking": {"best": "most", "nonsense": 3}}}, "unknown-key"),
    ({"add": {"grids/cell/columns": 4}}, "overlay-path"),
    ({"remove": ["actions/mrk"]}, "overlay-path"),
    ({"remove": ["flow"]}, "missing-key"),
    ({"set": {"texts/en/game": "Noughts"}, "remove": ["texts/en/game"]}, "overlay-conflict"),
])
def test_an_overlay_that_does_not_fit_is_refused(tmp_path, overlay, code):
    assert code in codes(variant(tmp_path, overlay))


def test_what_an_overlay_takes_away_needs_no_text(tmp_path):
    overlay = {"set": {"actions/mark/do": [{"set": {"cell_to_mark.mark": "me"}},
                                           {"score": {"win": 0}}]}}
    assert codes(variant(tmp_path, overlay)) == []


def test_a_variant_changes_the_game(tmp_path):
    folder = variant(tmp_path, {"set": {"grids/cell/columns": 4, "texts/en/game": "Wide"}})
    game = load("tictactoe", [str(folder)])
    assert len(game.new().legal()) == 12
    assert game.hash != load("tictactoe").hash
    assert game.model.texts["en"]["game"] == "Wide"


def test_two_variants_that_write_one_value_are_a_conflict(tmp_path):
    first = variant(tmp_path, {"set": {"grids/cell/columns": 4}}, "one")
    second = variant(tmp_path, {"set": {"grids/cell/columns": 5}}, "two")
    (problem,) = load_folders(BASE, [first, second]).problems.sorted()
    assert problem.code == "overlay-conflict"
    assert "one/overlay.yaml" in problem.message
    assert "two/overlay.yaml" in problem.place.file
