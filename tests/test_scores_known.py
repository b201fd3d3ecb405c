"""Points that read hidden things: only those who may know them see them before the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from tilewright.cli.sheet import score_sheet
from tilewright.playing.scores import rewards

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "language: 2\nid: points\nversion: 1.0.0\nrules: [game.yaml]\n"
GAME = """
players: {min: 2, max: 2}
kinds: {card: [ace, king, queen, jack]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player:
    coins: {type: int, start: 1}
    hand: {zone: card, visible: owner}
    luck: {type: int, start: 2, visible: owner}
    vow: {type: int, start: 3, visible: owner}
flow:
  setup:
    - for_each: {p: players}
      do: [{draw: 2, from: deck, to: p.hand}]
  round: {each: players, turn: [{must: [go]}]}
actions: {go: {do: [{gain: {me.coins: 1}}]}}
ends: {enough: {when: round == 2, check: round}}
scoring:
  coins: me.coins
  cards: sum(index(c) for c in me.hand)
  most: "1 if all(index(me.hand[0]) >= index(p.hand[0]) for p in players) else 0"
  late: {points: "index(me.hand[0])", at_end: true}
ranking: {ties: [me.luck]}
"""


@pytest.fixture
def game(tmp_path: Path) -> tilewright.Game:
    (tmp_path / "pack.yaml").write_text(MANIFEST)
    (tmp_path / "game.yaml").write_text(GAME)
    return tilewright.load(str(tmp_path))


def test_each_category_has_its_readers(game: tilewright.Game) -> None:
    readers = {c.name: c.known_to for c in game.model.scoring.values()}
    assert readers == {"coins": "all", "cards": "owner", "most": "nobody", "late": "owner"}


def test_a_seat_sees_what_it_may_know(game: tilewright.Game) -> None:
    view = game.new(2, seed=1).view(0)
    assert view.score_sheet(0) == {"coins": 1, "cards": 3, "most": None, "late": 0}
    assert view.score_sheet(1) == {"coins": 1, "cards": None, "most": None, "late": 0}
    assert view.scores() == [None, None]


def test_in_the_end_everybody_sees_all(game: tilewright.Game) -> None:
    state = game.new(2, seed=1)
    while not state.over:
        state.apply(state.legal()[0])
    for seat in (0, 1):
        view = state.view(seat)
        assert [view.score_sheet(n) for n in (0, 1)] == [state.score_sheet(n) for n in (0, 1)]
        assert view.scores() == state.scores() == [3 + 3 + 0 + 1, 3 + 7 + 1 + 3]


def test_in_the_end_everybody_sees_what_counts_and_nothing_else(game: tilewright.Game) -> None:
    state = game.new(2, seed=1)
    paths = [f"{player}.{field}" for player in ("p1", "p2") for field in ("hand", "luck")]
    assert state.view(0).read("p2.hand") == [None, None]
    assert state.view(0).read("p2.luck") is None
    while not state.over:
        state.apply(state.legal()[0])
    for seat in (0, 1, None):
        view = state.view(seat)
        assert [view.read(path) for path in paths] == [state.read(path) for path in paths]
        assert None in (view.read("p1.vow"), view.read("p2.vow"))
        assert view.determinize(1).read("p2.hand") == state.read("p2.hand")


def test_the_terminal_shows_a_sign_instead(game: tilewright.Game) -> None:
    state = game.new(2, seed=1)
    lines = [line.plain.split() for line in score_sheet(state.view(0), "en", 80)]
    assert lines[2] == ["cards", "3", "?"]
    assert lines[-1] == ["total", "?", "?"]


def test_open_points_are_worked_out_from_what_is_seen() -> None:
    state = tilewright.load("namiji").new(3, seed=4)
    for seat in range(3):
        assert state.view(seat).scores() == state.scores()


@pytest.mark.parametrize(("needs", "wanted"), [(4, 1.0), (5, -1.0)])
def test_whoever_plays_alone_wins_or_loses(tmp_path: Path, needs: int, wanted: float) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST)
    (tmp_path / "game.yaml").write_text(
        "players: {min: 1, max: 1}\nstate: {player: {coins: {type: int, start: 3}}}\n"
        "flow: {round: {each: players, turn: [{must: [go]}]}}\n"
        "actions: {go: {do: [{gain: {me.coins: 1}}]}}\nends: {soon: {when: round == 1}}\n"
        f"scoring: {{coins: me.coins}}\nranking: {{needs: {needs}}}\n")
    state = tilewright.load(str(tmp_path)).new(1, seed=1)
    assert rewards(state, by_rank=True) == [0.0]
    state.apply(state.legal()[0])
    assert rewards(state, by_rank=True) == [wanted]
