"""Games that count half points: people read halves, programs whole numbers and their unit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

import tilewright
from bad_packs import game_with, make_pack
from command_line import run_here
from tilewright.cli.sheet import score_sheet
from tilewright.picture.compose import scene_of
from tilewright.playing.effect import series
from tilewright.playing.record import Session
from tilewright.playing.table import Table
from tilewright.positions.facts import facts_schema
from tilewright.table import wire
from tilewright.telling.words import lines
from tilewright.wording.points import points_told

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game

RULES = game_with(
    actions="{go: {do: [{score: {luck: 1}}, {score: {debt: -3}}]}}",
    scoring="{luck: counted, debt: counted, komi: 15 if me == p2 else 4}")


def table(played: Game) -> Table:
    session = Session(played, 2)
    session.apply(session.state.legal()[0])
    return Table(session)


def game(folder: Path, unit: str = "half") -> Game:
    made = make_pack(folder, {"game.yaml": f"{RULES}ranking: {{unit: {unit}}}\n"})
    return tilewright.load(str(made))


@pytest.mark.parametrize(("number", "said"), [
    (0, "0"), (1, "½"), (2, "1"), (15, "7½"), (-1, "−½"), (-15, "−7½"), (-4, "−2")])
def test_halves_are_told(number: int, said: str, tmp_path: Path) -> None:
    assert points_told(game(tmp_path / "half").model, number) == said
    whole = game(tmp_path / "whole", "whole").model
    assert points_told(whole, number) == str(number).replace("-", "−")


def test_all_that_people_see_tells_halves(tmp_path: Path) -> None:
    played = game(tmp_path)
    state = played.new(2)
    events = state.tell(state.legal()[0])
    said = [line.text for line in lines(state.program, events, "en")]
    assert [one for one in said if "½" in one] == ["p1: +½ (luck)", "p1: −1½ (debt)"]
    assert [str(line).split() for line in score_sheet(state, "en", 80)][1:] == [
        ["luck", "½", "0"], ["debt", "−1½", "0"], ["komi", "2", "7½"], ["total", "1", "7½"]]
    page = wire.whole(table(played), 0, "en")
    assert page["scores"] == ["1", "7½"]
    assert page["points"] == [["½", "0"], ["−1½", "0"], ["2", "7½"]]
    assert "7½" in str(scene_of(state.view(0), "en").data())


def test_a_game_of_whole_points_sends_numbers_to_pages(tmp_path: Path) -> None:
    assert wire.whole(table(game(tmp_path, "whole")), 0, "en")["scores"] == [2, 15]


def test_programs_read_whole_numbers_and_the_unit(tmp_path: Path) -> None:
    played = game(tmp_path / "half")
    state = played.new(2)
    state.apply(state.legal()[0])
    told = state.facts()
    assert (told["unit"], told["points"]["debt"]) == ("half", {"p1": -3, "p2": 0})
    jsonschema.validate(told, facts_schema(played.model))
    assert "unit" not in game(tmp_path / "whole", "whole").new(2).facts()
    assert state.scores() == [2, 15]


def test_a_series_tells_halves_and_writes_numbers(tmp_path: Path) -> None:
    folder = str(make_pack(tmp_path, {"game.yaml": f"{RULES}ranking: {{unit: half}}\n"}))
    said = run_here("simulate", folder, "--games", "2", "--players", "2").stdout
    assert "points −1 to −1, mean −1.00" in said
    assert "points 4½ to 4½, mean 4.50" in said
    assert [g.scores for g in series(tilewright.load(folder), (), 1, players=2)] == [(-1, 4.5)]
    data = json.loads(run_here("simulate", folder, "--games", "2", "--players", "2", "--json",
                               "-").stdout)
    assert (data["unit"], data["results"][0]["scores"]) == ("half", [-2, 9])
