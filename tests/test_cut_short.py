"""What is told in play of what is long: as much as fits, on both sides of the limit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import game_with, make_pack
from tilewright.playing import compare
from tilewright.playing.tables_tried import Setting, in_turn, settings
from tilewright.problems import IllegalMove

if TYPE_CHECKING:
    from pathlib import Path

THREE = "f0 is 2, it was 1; f1 is 2, it was 1; f2 is 2, it was 1"
GAIN = "do: [{gain: {me.coins: 1}}]"


def state_of(folder: Path, text: str) -> tilewright.State:
    return tilewright.load(str(make_pack(folder / "game", {"game.yaml": text}))).new(seed=1)


@pytest.mark.parametrize(("value", "told"), [
    ("x" * 90, "x" * 90), ("x" * 91, "x" * 90 + "…"), ([1, {"a": None, "b": True}],
                                                      "[1, {a: none, b: true}]")])
def test_a_value_of_a_record_stands_on_one_line(value: Any, told: str) -> None:
    assert compare.shown(value) == told


@pytest.mark.parametrize(("count", "told"), [
    (0, ""), (1, "f0 is 2, it was 1"), (3, THREE), (5, f"{THREE}; and 2 more")])
def test_three_fields_tell_how_positions_differ(
        monkeypatch: pytest.MonkeyPatch, count: int, told: str) -> None:
    monkeypatch.setattr(compare, "differences",
                        lambda *_: [(f"f{n}", 1, 2) for n in range(count)])
    same: Any = SimpleNamespace()
    assert compare._unlike(same, same) == told


@pytest.mark.parametrize(("count", "told"), [
    (1, "in the step “late 0”;"), (3, "in the steps “late 0”, “late 1”, and “late 2”;"),
    (4, "in the steps “late 0”, “late 1”, and “late 2”;")])
def test_three_steps_tell_where_a_move_belongs(tmp_path: Path, count: int, told: str) -> None:
    steps = ", ".join(f"{{may: [more], step: late_{n}}}" for n in range(count))
    state = state_of(tmp_path, game_with(
        actions=f"{{go: {{{GAIN}}}, more: {{{GAIN}}}}}",
        flow=f"{{round: {{each: players, turn: [{{must: [go]}}, {steps}]}}}}"))
    with pytest.raises(IllegalMove) as refused:
        state.find("more")
    assert told in str(refused.value)


def test_eight_words_tell_how_moves_begin(tmp_path: Path) -> None:
    names = [f"a{n}" for n in range(10, 23)]
    state = state_of(tmp_path, game_with(
        actions="{" + ", ".join(f"{name}: {{{GAIN}}}" for name in names) + "}",
        flow=f"{{round: {{each: players, turn: [{{must: [{', '.join(names)}]}}]}}}}"))
    with pytest.raises(IllegalMove, match=r"begin with '?a10.*a16'? or '?a17'?$"):
        state.find("quite another one")


@pytest.mark.parametrize(("most", "values"), [(2, [0, 2]), (3, [0, 2, 3]), (4, [0, 4])])
def test_of_an_option_with_many_values_the_ends_are_played(tmp_path: Path, most: int,
                                                           values: list[int]) -> None:
    game = state_of(tmp_path, game_with(
        options=f"{{b: {{type: int, default: 1, min: 0, max: {most}}}}}",
        scoring="{coins: me.coins + b}")).program.game
    assert [s.options[0][1] for s in settings(game) if s.options] == values


@pytest.mark.parametrize(("count", "each", "times"), [
    (2, None, 30), (20, None, 3), (30, None, 3), (2, 7, 7), (2, 20, 20), (2, 21, 20)])
def test_so_many_games_of_each_setting_are_looked_at(count: int, each: int | None, times: int
                                                     ) -> None:
    """Sixty in all, but three of each; or as many as are asked for, of which twenty closely."""
    all_settings = [Setting(players) for players in range(count)]
    turns = list(in_turn(all_settings, each))
    assert sorted(turns, key=lambda turn: (turn[0], turn[1].players)) == [
        (seed, setting) for seed in range(times) for setting in all_settings]
