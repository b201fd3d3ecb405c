"""How many elements there are with so many players, also where a variant changes who can play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bad_packs import game_with, make_pack
from merging.making import write_pack
from tilewright import stages

if TYPE_CHECKING:
    from pathlib import Path

RULES = game_with(
    kinds="{guest: {count: {2: 4, 3: 6}}}", scoring="{coins: me.coins + size(guests)}")


def with_variant(folder: Path, changes: str) -> stages.Loaded:
    base = make_pack(folder / "small", {"game.yaml": RULES})
    made = write_pack(folder / "other", "other", "small", changes)
    return stages.load_folders(base, [made])


@pytest.mark.parametrize("changes", [
    "set: {players/max: 2}",
    "set: {players/min: 3}",
    "set: {players/max: 4}\nadd: {kinds/guest/count/4: 8}",
    "replace: {kinds/guest/count: 5}",
])
def test_a_variant_changes_who_can_play(changes: str, tmp_path: Path) -> None:
    loaded = with_variant(tmp_path, changes)
    assert [p for p in loaded.problems.sorted() if p.code != "text-missing"] == []


def test_a_variant_for_more_players_says_how_many_there_are(tmp_path: Path) -> None:
    loaded = with_variant(tmp_path, "set: {players/max: 4}\n")
    told = [p for p in loaded.problems.sorted() if p.code != "text-missing"]
    assert [p.hint for p in told] == ["add '4: …'"]
