"""Series of games: what bots choose, what is counted, and the processes that share the work."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import game_with, make_pack
from tilewright.playing import processes, simulate
from tilewright.playing.bots import bot_named
from tilewright.playing.simulate import Job, one_game, seed_of
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright.playing.game import Game

CHOICES = game_with(
    actions="""
  plain: {do: []}
  good: {do: [{gain: {me.coins: 1}}]}
  great: {do: [{gain: {me.coins: 2}}]}
  generous: {do: [{gain: {next_player(me).coins: 4}}, {gain: {me.coins: 2}}]}""",
    flow="\n  round: {each: players, turn: [{must: [plain, good, great, generous]}]}")
BOTS = ["random", "greedy"]


def small(folder: Path, ranking: str = "most") -> Game:
    return tilewright.load(str(make_pack(folder, {
        "game.yaml": CHOICES + f"ranking: {{best: {ranking}}}\n"})))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return small(tmp_path_factory.mktemp("most"))


def chosen(game: Game, bot: str, players: int = 2) -> Counter[str]:
    view, rng = game.new(players).view(0), random.Random(4)
    labels = {m.code: m.label for m in game.new(players).moves()}
    return Counter(labels[bot_named(bot)(view, rng)] for _ in range(200))


def test_a_random_bot_makes_each_move_about_as_often(game: Game) -> None:
    found = chosen(game, "random")
    assert set(found) == {"plain", "good", "great", "generous"}
    assert 30 < min(found.values()) <= max(found.values()) < 80


@pytest.mark.parametrize("players", [2, 3])
def test_a_greedy_bot_leads_by_as_much_as_it_can(game: Game, players: int) -> None:
    assert set(chosen(game, "greedy", players)) == {"great"}


def test_where_the_fewest_points_win_others_are_given_most(tmp_path: Path) -> None:
    assert set(chosen(small(tmp_path, "least"), "greedy")) == {"generous"}


def test_a_greedy_bot_takes_any_of_the_best(tmp_path: Path) -> None:
    rules = game_with(actions="\n  a: {do: []}\n  b: {do: []}\n  c: {do: [{lose: {me.coins: 1}}]}",
                      flow="\n  round: {each: players, turn: [{must: [a, b, c]}]}")
    even = tilewright.load(str(make_pack(tmp_path, {"game.yaml": rules})))
    assert set(chosen(even, "greedy")) == {"a", "b"}


def test_a_bot_of_another_name_is_told() -> None:
    with pytest.raises(UsageError, match=r"no bot 'gredy'.*greedy"):
        bot_named("gredy")


# -- series ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_series_counts_what_is_played(game: Game, bot: str, players: int) -> None:
    told: list[int] = []
    found = simulate.simulate(Job("small", (), players, 7, bot), 3, tell=told.append, game=game)
    assert told == [1, 1, 1]
    assert (found["game"], found["players"], found["games"]) == ("small", players, 3)
    assert (found["seed"], found["bot"]) == (7, bot)
    # Three rounds in which each player makes one move.
    assert found["decisions"] == 3 * 3 * players
    for number, one in enumerate(found["results"]):
        assert one == one_game(game, Job("small", (), players, 7, bot), number)
        assert one["seed"] == seed_of(7, number)
        assert (one["decisions"], one["rounds"], one["end_reason"]) == (3 * players, 3, "enough")
        most = max(one["scores"])
        assert one["winners"] == [s for s, points in enumerate(one["scores"]) if points == most]
    assert len({one["seed"] for one in found["results"]}) == 3


def test_seeds_of_games_are_positive_and_all_others() -> None:
    seeds = {seed_of(seed, number) for seed in range(20) for number in range(20)}
    assert len(seeds) == 400
    assert all(0 <= seed < 1 << 63 for seed in seeds)
    # A series is the same in every version.
    assert [seed_of(0, 0), seed_of(0, 1), seed_of(7, 3)] == [
        3119036373970289394, 7919892530791287365, 8491773573939007407]


@pytest.mark.parametrize("bot", BOTS)
def test_a_game_without_an_end_is_cut(tmp_path: Path, bot: str,
                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MOST_DECISIONS", 11)
    endless = tilewright.load(str(make_pack(tmp_path, {
        "game.yaml": CHOICES.replace("round == 3", "round == 300")})))
    found = one_game(endless, Job("small", (), 2, 1, bot), 0)
    assert (found["decisions"], found["end_reason"]) == (11, "limit")


# -- processes ------------------------------------------------------------------------------------


def whose(number: int) -> tuple[int, int]:
    return number, os.getpid()


def ends_with_its_parent(_number: int) -> bool:
    return multiprocessing.current_process().daemon


def lost(number: int) -> int:
    """Work in which one process ends without a word."""
    if number == 2 and multiprocessing.parent_process() is not None:
        os._exit(3)
    return number * 10


def refused(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


@pytest.mark.parametrize(("count", "jobs", "others"), [
    (5, 2, 2), (2, 5, 2), (5, 1, 0), (1, 5, 0), (0, 3, 0)])
def test_work_is_done_by_as_many_processes_as_there_is_work_for(
        count: int, jobs: int, others: int) -> None:
    found = list(processes.shared(whose, count, jobs, "fork"))
    assert [number for number, _ in found] == list(range(count))
    workers = [pid for _, pid in found]
    assert len(set(workers) - {os.getpid()}) == others
    assert (os.getpid() in workers) == (others == 0 < count)
    assert all(pid == workers[at % others] for at, pid in enumerate(workers) if others)


def test_what_a_process_leaves_undone_is_done_here() -> None:
    assert list(processes.shared(lost, 6, 2, "fork")) == [0, 10, 20, 30, 40, 50]


def test_an_error_comes_at_its_number() -> None:
    found: Iterator[int] = processes.shared(refused, 6, 2, "fork")
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(found)
    assert multiprocessing.active_children() == []


def test_no_process_outlives_who_started_it() -> None:
    """They are ended with this one, and when nobody wants the rest."""
    assert list(processes.shared(ends_with_its_parent, 6, 2, "fork")) == [True] * 6
    found = processes.shared(whose, 6, 2, "fork")
    next(found)
    found.close()
    assert multiprocessing.active_children() == []
