"""What was fine once is not read again, and nobody can tell."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bad_packs import game_with, make_pack
from tilewright import stages
from tilewright.packs.pack import read_pack
from tilewright.problems import Problems
from tilewright.reading import checked
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.reading.source import Source

ROOT = Path(__file__).parent.parent


def told(data: Any) -> Any:
    """Data with all of its places."""
    if isinstance(data, Map):
        return [data.place, data.name, data.keys_at, data.values_at,
                {key: told(value) for key, value in data.items()}]
    if isinstance(data, Seq):
        return [data.place, data.items_at, [told(value) for value in data]]
    return data


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Source]:
    """Nothing was read before."""
    memory: dict[Any, Source] = {}
    monkeypatch.setattr(checked, "_fine", memory)
    return memory


@pytest.mark.parametrize("name", ["content/namiji", "content/yamatai", "tests/packs/coast_walk"])
def test_what_is_copied_is_what_was_read(name: str, forgetful: dict[Any, Source]) -> None:
    problems = Problems()
    first, second = (read_pack(ROOT / name, problems) for _ in range(2))
    assert first is not None
    assert second is not None
    assert len(forgetful) == len(first.sources) - 1
    assert {n: told(s.data) for n, s in first.sources.items()} == {
        n: told(s.data) for n, s in second.sources.items()}
    assert (first.digest, first.values, first.fine) == (second.digest, second.values, second.fine)
    assert not problems


def test_each_has_a_copy_of_its_own(tmp_path: Path, forgetful: dict[Any, Source]) -> None:
    folder = make_pack(tmp_path / "pack")

    def read() -> Any:
        pack = read_pack(folder, Problems())
        assert pack is not None
        return pack.files["rules"][0].data

    seen = []
    for _ in range(3):
        data = read()
        seen.append(copy.deepcopy(told(data)))
        data["actions"]["go"]["do"].clear()
        data["actions"]["go"]["do"].items_at.clear()
        data["actions"].drop("go")
    assert seen[0] == seen[1] == seen[2]


def test_a_changed_file_is_seen_and_its_problems_are_told_each_time(
        tmp_path: Path, forgetful: dict[Any, Source]) -> None:
    folder = make_pack(tmp_path / "pack")
    assert stages.load(str(folder), []).game is not None
    make_pack(folder, {"game.yaml": game_with(scoring="{coin: 1, coins: [1]}")})
    codes = [[p.code for p in stages.load(str(folder), []).problems.sorted()] for _ in range(2)]
    assert codes == [["wrong-value"], ["wrong-value"]]
    make_pack(folder)
    assert stages.load(str(folder), []).game is not None


def test_memory_is_bounded_and_the_oldest_is_forgotten(
        tmp_path: Path, forgetful: dict[Any, Source], monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [make_pack(tmp_path / str(n)) for n in range(5)]
    first = read_pack(folders[0], Problems())
    assert first is not None
    monkeypatch.setattr(checked, "MOST_VALUES", 2 * first.files["rules"][0].values)
    for folder in folders:
        read_pack(folder, Problems())
    assert [Path(shown).parent.name for _, shown, _ in forgetful] == ["3", "4"]
    read_pack(folders[3], Problems())
    read_pack(folders[0], Problems())
    assert [Path(shown).parent.name for _, shown, _ in forgetful] == ["3", "0"]


def test_the_same_problems_come_with_and_without(
        tmp_path: Path, forgetful: dict[Any, Source], monkeypatch: pytest.MonkeyPatch) -> None:
    variant = tmp_path / "variant"
    variant.mkdir()
    (variant / "variant.yaml").write_text(
        "language: 1\nid: other\nversion: 1.0.0\nvariant_of: tictactoe\noverlays: [o.yaml]\n")
    (variant / "o.yaml").write_text("set: {grids/cell/columns: 1}\nremove: [ends/three_in_a_row]\n")
    known = stages.load("tictactoe", [str(variant)]).problems.sorted()
    assert known
    monkeypatch.setattr(checked, "_keep", lambda *_: None)
    forgetful.clear()
    assert stages.load("tictactoe", [str(variant)]).problems.sorted() == known
