"""The door for agents of PettingZoo: its own tests, random games, and nothing that leaks."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import tilewright.pettingzoo
from bad_packs import game_with, make_pack
from packs.tables import shipped_game
from tilewright.problems import IllegalMove, UsageError

GAMES = [("tictactoe", 2), ("connect_four", 2), ("namiji", 3), ("yamatai", 2)]
PAGE = Path(__file__).resolve().parent.parent / "docs" / "agents.md"
# What `api_test` would rather see, and its own environments of board games do not do either.
ADVICE = ("Observation is not a NumPy array", "Observation space for each agent probably should be",
          "We recommend agents to be named in the format")


def advice(function: Any) -> Any:
    for said in ADVICE:
        function = pytest.mark.filterwarnings(f"ignore:{said}:UserWarning")(function)
    return function


@pytest.fixture(autouse=True)
def read_once(monkeypatch):
    """Shipped games are read once for all tests; a folder of a test is read as it is."""
    load = tilewright.pettingzoo.load
    monkeypatch.setattr(tilewright.pettingzoo, "load", lambda name, variants=(): (
        load(name, variants) if "/" in name else shipped_game(name, *variants)))


def play(env: Any, seed: int) -> tuple[list[float], int]:
    """A random game: the rewards of the agents, and how many moves it had."""
    rng, rewards, moves = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0), 0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        moves += 1
    return list(rewards.values()), moves


@advice
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_test_of_its_interface_passes(name, players, capsys):
    api_test(tilewright.pettingzoo.env(name, players), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_test_of_its_seeds_passes(name, players):
    seed_test(lambda: tilewright.pettingzoo.env(name, players), num_cycles=100)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_fifty_random_games(name, players):
    env = tilewright.pettingzoo.env(name, players)
    for seed in range(50):
        rewards, moves = play(env, seed)
        state = env.unwrapped.position
        assert state.over
        assert moves > 3
        assert sum(rewards) == pytest.approx(0)
        assert [r == max(rewards) for r in rewards] == [
            seat in state.winners() for seat in range(players)]


@pytest.mark.parametrize(("name", "players"), [
    ("namiji", 2), ("namiji", 4), ("namiji", 5), ("yamatai", 3), ("yamatai", 4)])
def test_each_number_of_players(name, players):
    env = tilewright.pettingzoo.env(name, players)
    assert env.possible_agents == [f"p{n}" for n in range(1, players + 1)]
    rewards, _ = play(env, 3)
    by_reward = sorted(zip(rewards, env.unwrapped.position.scores(), strict=True))
    assert [score for _, score in by_reward] == sorted(env.unwrapped.position.scores())
    assert (max(rewards), min(rewards)) == (1, -1)


@pytest.mark.parametrize(("name", "variant"), [
    ("tictactoe", "wide_board"), ("namiji", "northern_route"), ("namiji", "duet"),
    ("yamatai", "tides_storm"), ("yamatai", "two_captains")])
def test_variants_change_the_game(name, variant):
    env = tilewright.pettingzoo.env(name, variants=[variant])
    rewards, moves = play(env, 1)
    assert sum(rewards) == pytest.approx(0)
    assert moves > 3
    assert variant in [pack[0] for pack in env.unwrapped.game.model.packs]


def test_options_change_the_game():
    env = tilewright.pettingzoo.env("yamatai", 2, options={"starting_coins": 9})
    env.reset(seed=1)
    state = shipped_game("yamatai").new(2, 1, {"starting_coins": 9})
    assert env.unwrapped.position.key() == state.key()


def test_agents_have_the_names_of_the_seats():
    env = tilewright.pettingzoo.env("tictactoe")
    assert env.possible_agents == ["x", "o"]
    env.reset(seed=1)
    assert env.agent_selection == "x"
    assert env.unwrapped.label(0) == "mark a1"


def test_a_seed_begins_what_the_engine_begins_with_it():
    env = tilewright.pettingzoo.env("namiji", 3)
    env.reset(seed=7)
    assert env.unwrapped.position.key() == shipped_game("namiji").new(3, 7).key()
    env.reset()
    second = env.unwrapped.position.key()
    assert second != shipped_game("namiji").new(3, 7).key()
    env.reset(seed=7)
    env.reset()
    assert env.unwrapped.position.key() == second


@pytest.mark.parametrize(("name", "players"), GAMES[2:])
def test_an_agent_sees_nothing_but_its_view(name, players):
    """In a world that a seat cannot tell from the real one, it observes the same."""
    env = tilewright.pettingzoo.env(name, players)
    table, rng, others = env.unwrapped, random.Random(2), 0
    env.reset(seed=5)
    for step in range(40):
        real = table.position
        for seat, agent in enumerate(env.agents):
            seen = table.observe(agent)
            assert seen["action_mask"].any() == (agent == env.agent_selection)
            table.position = real.view(seat).determinize(step)
            again = table.observe(agent)
            others += table.position.key() != real.key()
            table.position = real
            assert all((seen[part] == again[part]).all() for part in seen)
        env.step(rng.choice(real.legal()))
    assert others > 40


def test_what_is_not_legal_is_refused_and_changes_nothing():
    env = tilewright.pettingzoo.env("tictactoe")
    env.reset(seed=1)
    env.step(4)
    before = env.unwrapped.position.key()
    with pytest.raises(IllegalMove):
        env.step(4)
    with pytest.raises(UsageError, match="None is for the end"):
        env.step(None)
    assert (env.unwrapped.position.key(), env.agent_selection) == (before, "o")


@pytest.mark.parametrize(("best", "rewards", "expected"), [
    ("most", "rank", [-1, 0, 1]), ("least", "rank", [1, 0, -1]),
    ("most", "score", [1, 4, 9]), ("least", "score", [-1, -4, -9])])
def test_rewards(tmp_path, best, rewards, expected):
    rules = game_with(
        actions="{go: {pick: {n: 'range(0, 9)'}, do: [gain: {me.coins: n}]}}",
        state="{player: {coins: int}}", ends="{enough: {when: round == 1, check: round}}",
        ranking=f"{{best: {best}}}")
    env = tilewright.pettingzoo.env(str(make_pack(tmp_path, {"game.yaml": rules})), 3,
                                    rewards=rewards)
    env.reset(seed=1)
    for points in (1, 4, 9):
        assert set(env.unwrapped.rewards.values()) == {0}
        env.step(env.unwrapped.position.find(f"go {points}"))
    assert list(env.unwrapped.rewards.values()) == expected


@pytest.mark.parametrize(("winner", "expected"), [
    ("[p1, p2]", [0.5, 0.5, -1]), ("p2", [-1, 1, 0]), ("[p for p in players if p.coins > 9]",
                                                      [0, 0, 0])])
def test_those_who_are_named_as_winners_are_level(tmp_path, winner, expected):
    rules = game_with(
        actions="{go: {pick: {n: 'range(0, 9)'}, do: [gain: {me.coins: n}]}}",
        state="{player: {coins: int}}", flow="{round: {each: players, turn: [must: [go]], "
        f"after: [{{end: game, winner: '{winner}'}}]}}}}")
    env = tilewright.pettingzoo.env(str(make_pack(tmp_path, {"game.yaml": rules})), 3)
    env.reset(seed=1)
    for points in (1, 4, 9):
        env.step(env.unwrapped.position.find(f"go {points}"))
    assert list(env.unwrapped.rewards.values()) == expected


@pytest.mark.parametrize("copied", [
    copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_from_where_the_game_stands(copied):
    env = tilewright.pettingzoo.env("namiji", 2)
    env.reset(seed=3)
    for _ in range(10):
        env.step(env.unwrapped.position.legal()[0])
    other = copied(env)
    assert other.unwrapped.position.key() == env.unwrapped.position.key()
    for _ in range(10):
        other.step(other.unwrapped.position.legal()[-1])
    assert other.unwrapped.position.key() != env.unwrapped.position.key()
    for _ in range(10):
        env.step(env.unwrapped.position.legal()[-1])
    assert other.unwrapped.position.key() == env.unwrapped.position.key()
    assert other.agent_selection == env.agent_selection


def test_numbers_that_are_too_large_are_cut():
    assert tilewright.pettingzoo._clipped((10**400, -10**400, 5)).tolist() == [10**18, -10**18, 5]
    assert tilewright.pettingzoo._clipped((3 * 10**18, 5)).tolist() == [10**18, 5]


def test_wrong_settings_are_told():
    with pytest.raises(UsageError, match="by 'rank' or by 'score', not by 'rnak'"):
        tilewright.pettingzoo.env("tictactoe", rewards="rnak")
    with pytest.raises(UsageError, match="is for 2 players, not 3"):
        tilewright.pettingzoo.env("tictactoe", 3)
    with pytest.raises(UsageError, match="has no option 'colour'"):
        tilewright.pettingzoo.env("tictactoe", options={"colour": 1})


def test_one_player_alone_has_no_rank(tmp_path):
    folder = str(make_pack(tmp_path, {"game.yaml": game_with(players="{min: 1, max: 2}")}))
    with pytest.raises(UsageError, match="ask for rewards by 'score'"):
        tilewright.pettingzoo.env(folder, 1)
    assert play(tilewright.pettingzoo.env(folder, 1, rewards="score"), 1) == ([6.0], 3)


def test_without_its_packages_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "tilewright.pettingzoo")
    with pytest.raises(ImportError, match=re.escape('pip install "tilewright[pettingzoo]"')):
        importlib.import_module("tilewright.pettingzoo")


def test_the_example_on_the_page_runs(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (block,) = [b for b in blocks if "pettingzoo" in b]
    made = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=tmp_path, check=False,
                          capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout
