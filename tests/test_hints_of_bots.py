"""Hints for bots: what a game says things to be worth that bring points only later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, make_pack
from command_line import run_here
from merging.making import write_pack
from tilewright.native.engine import SWITCH, is_there
from tilewright.playing.bots import greedy_bot
from tilewright.playing.mcts import searcher
from tilewright.playing.scores import worths
from tilewright.playing.simulate import MOST_DECISIONS, Job, one_game, seed_of
from tilewright.playing.stream import Stream
from tilewright.problems import ContentError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game

# A coin counts at once, a seed three points at the end.
GARDEN = """
players: {min: 2, max: 3}
state:
  player: {coins: int, seeds: int}
flow: {round: {each: players, turn: [{must: [earn, sow, dig]}]}}
actions:
  earn: {do: [{gain: {me.coins: 1}}]}
  sow: {do: [{gain: {me.seeds: 1}}]}
  dig: {do: [{random: {n: "[0, 1, 2, 3]"}, do: [{gain: {me.coins: n}}]}]}
ends: {late: {when: round > 4, check: round}}
scoring: {coins: me.coins, garden: {points: 3 * me.seeds, at_end: true}}
"""
LEAST = "ranking: {best: least}\n"
HINT = "bots: {seeds: 'me.seeds * 3'}\n"


def garden(folder: Path, more: str = "") -> Game:
    return tilewright.load(str(make_pack(folder, {
        "pack.yaml": MANIFEST, "game.yaml": GARDEN + more})))


def chosen(game: Game, seed: int = 0) -> set[str]:
    """What a greedy bot chooses in the first positions of some games."""
    found = set()
    for number in range(seed, seed + 20):
        state = game.new(2, number)
        found.add(state.label(greedy_bot(state.view(0), Stream(number))))
    return found


def test_a_hint_is_looked_at_by_greedy_bots(tmp_path: Path) -> None:
    assert "sow" not in chosen(garden(tmp_path / "a"))
    assert "sow" in chosen(garden(tmp_path / "b", HINT))
    assert chosen(garden(tmp_path / "c", "bots: {seeds: 'me.seeds * 9'}\n")) == {"sow"}


def test_hints_add_up_and_change_no_points(tmp_path: Path) -> None:
    game = garden(tmp_path, "bots: {seeds: me.seeds * 3, coins: '0 - me.coins'}\n")
    state = game.position({"p1": {"seeds": 2, "coins": 5}, "p2": {"seeds": 1}}, 2)
    assert state.scores() == [5, 0]
    assert worths(state) == [5 + 6 - 5, 3]


def test_where_few_points_are_good_a_hint_is_still_good(tmp_path: Path) -> None:
    game = garden(tmp_path, HINT + LEAST)
    state = game.position({"p1": {"seeds": 2, "coins": 5}}, 2)
    assert worths(state) == [6 - 5, 0]


def test_at_the_end_points_alone_count(tmp_path: Path) -> None:
    state = garden(tmp_path, HINT).new(2, 1)
    while not state.over:
        state.apply(state.find("sow"))
    assert worths(state) == state.scores() == [15, 15]


@pytest.mark.skipif(not is_there(), reason="nothing is here that runs modules")
@pytest.mark.parametrize("more", ["", HINT, LEAST, HINT + LEAST])
def test_native_bots_look_at_hints_too(tmp_path: Path, more: str) -> None:
    from tilewright.playing.natively import games_of

    game = garden(tmp_path, more)
    job = Job(str(tmp_path), (), 3, 5, "greedy")
    here = [one_game(game, job, number) for number in range(30)]
    seeds = [seed_of(job.seed, number) for number in range(30)]
    assert list(games_of(game.program(3), "greedy", seeds, MOST_DECISIONS, 1,
                         here.__getitem__)) == [(one, True) for one in here]
    assert sum(len(set(game["scores"])) > 1 for game in here) > 10


@pytest.mark.parametrize(("more", "best"), [
    ("", "dig"), (LEAST, "sow"), ("bots: {seeds: 'me.seeds * 3'}\n", "sow"),
    ("bots: {debts: '0 - me.coins * 3'}\n", "sow")])
def test_a_search_that_judges_by_hints_takes_what_they_praise(
        tmp_path: Path, more: str, best: str) -> None:
    """In the middle of a game nobody sees the points of its end; to dig brings one and a half."""
    bot = searcher("mcts:200+hints")
    assert bot is not None
    state = garden(tmp_path, more).new(2, 1)
    assert state.label(bot(state.view(0), Stream(5))) == best


@pytest.mark.skipif(not is_there(), reason="wasmtime is not installed")
def test_such_a_search_is_the_same_in_python(tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    game = garden(tmp_path, HINT)
    bot = searcher("mcts:60+hints")
    assert bot is not None
    natively = bot.thoughts(game.new(3, 2).view(0), Stream(3))
    monkeypatch.setenv(SWITCH, "0")
    assert bot.thoughts(game.new(3, 2).view(0), Stream(3)) == natively


def test_a_variant_changes_a_hint(tmp_path: Path) -> None:
    base = make_pack(tmp_path / "a", {"pack.yaml": MANIFEST, "game.yaml": GARDEN + HINT})
    name = tilewright.load(str(base)).id
    dull = write_pack(tmp_path, "dull", name, {"set": {"bots/seeds": "0"}})
    begun = write_pack(tmp_path, "begun", name, {"add": {"bots/coins": "0 - 9 * me.coins"}})
    assert "sow" not in chosen(tilewright.load(str(base), [str(dull)]))
    assert chosen(tilewright.load(str(base), [str(begun)])) == {"sow"}


@pytest.mark.parametrize(("hint", "code"), [
    ("me.seeds > 1", "wrong-type"), ("me.sedes", "no-attribute"), ("players", "wrong-type")])
def test_a_wrong_hint_is_told_at_its_place(tmp_path: Path, hint: str, code: str) -> None:
    with pytest.raises(ContentError) as caught:
        garden(tmp_path, f"bots:\n  seeds: {hint}\n")
    told = caught.value.problems[0]
    assert (told.code, told.place.line) == (code, len(GARDEN.splitlines()) + 2)


def test_a_hint_that_fails_in_a_game_is_found_by_check(tmp_path: Path) -> None:
    make_pack(tmp_path, {"pack.yaml": MANIFEST,
                         "game.yaml": GARDEN + "bots:\n  seeds: 9 // (me.coins - 2)\n"})
    told = run_here("check", str(tmp_path))
    assert f"game.yaml:{len(GARDEN.splitlines()) + 2}:" in told.stdout
    assert "rule-fails" in told.stdout
