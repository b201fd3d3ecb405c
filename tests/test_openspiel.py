"""The door for algorithms of OpenSpiel: its tests, its algorithms, and chance with true odds."""

from __future__ import annotations

import importlib
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, minimax

import tilewright.openspiel
from bad_packs import doing, make_pack
from packs.tables import shipped_game
from tilewright.middle.header import RNG
from tilewright.problems import UsageError

GAMES = [("tictactoe", 2), ("connect_four", 2), ("namiji", 3), ("yamatai", 2)]
PAGE = Path(__file__).resolve().parent.parent / "docs" / "agents.md"


@pytest.fixture(autouse=True)
def read_once(monkeypatch):
    """Shipped games are read once for all tests; a folder of a test is read as it is."""
    load = tilewright.openspiel.load_rules
    monkeypatch.setattr(tilewright.openspiel, "load_rules", lambda name, variants=(): (
        load(name, variants) if "/" in name else shipped_game(name, *variants)))


def small(folder: Path, turn: str, **sections: str) -> Any:
    """The small game, in which the only action does something else."""
    rules = doing(turn, **sections)
    return tilewright.openspiel.load(str(make_pack(folder, {"game.yaml": rules})))


def gone_on(state: Any, seed: int, moves: int) -> Any:
    """A state after some random moves."""
    rng = random.Random(seed)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def set_up(state: Any, seed: int) -> Any:
    """A state at the first decision of a player."""
    rng = random.Random(seed)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def to_chance(state: Any, seed: int) -> Any:
    """A state at the next chance node."""
    rng = random.Random(seed)
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_its_random_simulations_pass(name, players):
    game = tilewright.openspiel.load(name, players)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("rewards", ["rank", "score"])
def test_its_random_simulations_pass_with_variants_and_options(rewards):
    game = tilewright.openspiel.load("namiji", 4, ["northern_route"], {"reverse": True}, rewards)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert "variants=northern_route" in str(game)
    assert again.program is game.program
    assert again.program.options["reverse"] is True


def test_its_minimax_solves_the_smallest_game():
    value, _ = minimax.alpha_beta_search(tilewright.openspiel.load("tictactoe"))
    assert value == 0


def test_its_search_beats_chance():
    game = tilewright.openspiel.load("connect_four")
    won = []
    for number in range(6):
        rng = np.random.RandomState(number)
        bot = mcts.MCTSBot(game, 1.4, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == number % 2
            state.apply_action(bot.step(state) if mine else rng.choice(state.legal_actions()))
        won.append(state.returns()[number % 2])
    assert sum(won) >= 4


@pytest.mark.parametrize(("name", "players"), GAMES[2:])
def test_a_search_can_do_without_what_is_hidden(name, players):
    """Its search over information states asks for worlds, and checks that they look the same."""
    game, rng = tilewright.openspiel.load(name, players), np.random.RandomState(1)
    random.seed(1)
    state = gone_on(game.new_initial_state(), 1, 12)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 6, random_state=rng)
    for _ in range(3):
        state.apply_action(bot.step(state) if not state.is_chance_node()
                           else state.legal_actions()[0])
    assert len(state.history()) == 15


# -- what kind of game it is ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "chance", "information", "actions", "outcomes"), [
    ("tictactoe", "DETERMINISTIC", "PERFECT_INFORMATION", 9, 0),
    ("connect_four", "DETERMINISTIC", "PERFECT_INFORMATION", 7, 0),
    ("namiji", "EXPLICIT_STOCHASTIC", "IMPERFECT_INFORMATION", 203, 321),
    ("yamatai", "EXPLICIT_STOCHASTIC", "IMPERFECT_INFORMATION", 988, 1354)])
def test_a_game_says_what_it_is(name, chance, information, actions, outcomes):
    game = tilewright.openspiel.load(name)
    kind = game.get_type()
    assert kind.chance_mode.name == chance
    assert kind.information.name == information
    assert kind.utility.name == "ZERO_SUM"
    assert (game.num_distinct_actions(), game.max_chance_outcomes()) == (actions, outcomes)
    assert (kind.min_num_players, kind.max_num_players) == (
        shipped_game(name).players[0], shipped_game(name).players[-1])


def test_the_score_can_be_the_utility():
    game = tilewright.openspiel.load("namiji", 2, rewards="score")
    assert game.get_type().utility.name == "GENERAL_SUM"
    state = game.new_initial_state()
    assert state.returns() == [0, 0]
    rng = random.Random(1)
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns() == state.position.scores() != [0, 0]


def test_those_who_are_level_share_their_ranks(tmp_path):
    game = small(tmp_path, "[gain: {me.coins: 1}]", players="{min: 3, max: 3}")
    state = gone_on(game.new_initial_state(), 1, 9)
    assert state.returns() == [0, 0, 0]


def test_who_is_level_in_points_is_ranked_by_the_tie_breaker(tmp_path):
    game = small(tmp_path, "[gain: {me.coins: index(me)}]", scoring="{coins: 4}",
                 ranking="{ties: [me.coins]}", players="{min: 3, max: 3}")
    assert gone_on(game.new_initial_state(), 1, 9).returns() == [-1, 0, 1]


@pytest.mark.parametrize(("best", "expected"), [("most", [-1, 0, 1]), ("least", [1, 0, -1])])
def test_ranks_of_three(tmp_path, best, expected):
    game = small(tmp_path, "[gain: {me.coins: index(me)}]", ranking=f"{{best: {best}}}",
                 players="{min: 3, max: 3}")
    assert gone_on(game.new_initial_state(), 1, 9).returns() == expected


# -- chance ---------------------------------------------------------------------------------------


def test_what_is_listed_more_than_once_is_as_much_more_likely(tmp_path):
    game = small(tmp_path, "[{random: {n: '[1, 2, 2, 5]'}, do: [{gain: {me.coins: n}}]}]")
    state = game.new_initial_state()
    assert not state.is_chance_node()
    state.apply_action(state.legal_actions()[0])
    assert [(state.action_to_string(move), odds) for move, odds in state.chance_outcomes()] == [
        ("go.n 1", 0.25), ("go.n 2", 0.5), ("go.n 5", 0.25)]
    state.apply_action(state.chance_outcomes()[1][0])
    assert state.position["p1"].coins == 5
    assert state.current_player() == 1
    assert game.get_type().chance_mode.name == "EXPLICIT_STOCHASTIC"


def test_the_engine_draws_with_the_odds_that_are_told():
    """The same position many times, with other seeds: what comes is as likely as it is said."""
    game = tilewright.openspiel.load("namiji", 2)
    state = set_up(game.new_initial_state(), 1)
    rng = random.Random(4)
    while not state.is_chance_node():
        before, move = state.clone(), rng.choice(state.legal_actions())
        state.apply_action(move)
    odds = dict(state.chance_outcomes())
    assert len(set(odds.values())) > 1
    assert sum(odds.values()) == pytest.approx(1)
    after = {state.child(outcome).position.key(): outcome for outcome in odds}
    drawn: list[int] = []
    for seed in range(2_000):
        saved = before.position.save()
        saved["slots"][RNG] = seed
        other = game.rules.restore(saved)
        other.show_chance(shown=False)
        other.apply(move)
        drawn.append(after[other.key()])
    for outcome, probability in odds.items():
        assert drawn.count(outcome) / len(drawn) == pytest.approx(probability, abs=0.04)


@pytest.mark.parametrize(("name", "players"), GAMES[2:])
def test_a_set_up_is_drawn_element_by_element(name, players):
    state = tilewright.openspiel.load(name, players).new_initial_state()
    first = state.chance_outcomes()
    assert state.action_to_string(first[0][0]).startswith("shuffle.")
    assert sum(odds for _, odds in first) == pytest.approx(1)
    assert state.observation_string(0) == "seat 0: "
    set_up(state, 1)
    assert state.current_player() >= 0
    assert state.position.question.name == shipped_game(name).new(players, 1).question.name


def test_chance_of_the_set_up_has_its_odds(tmp_path):
    draw = ("\n  setup: [{random: {p: players}, do: [{gain: {p.coins: 5}}]}]"
            "\n  round: {each: players, turn: [{must: [go]}]}")
    game = small(tmp_path, "[gain: {me.coins: 1}]", flow=draw)
    state = game.new_initial_state()
    assert [odds for _, odds in state.chance_outcomes()] == [0.5, 0.5]
    coins = {tuple(state.child(move).position[p].coins for p in ("p1", "p2"))
             for move, _ in state.chance_outcomes()}
    assert coins == {(8, 3), (3, 8)}


# -- what seats see -------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES[2:])
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(name, players):
    state = set_up(tilewright.openspiel.load(name, players).new_initial_state(), 2)
    rng, others = random.Random(3), 0
    for _ in range(30):
        if not state.is_chance_node():
            for seat in range(players):
                other = state.resample_from_infostate(seat, rng.random)
                others += other.position.key() != state.position.key()
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
                assert other.information_state_tensor(seat) == state.observation_tensor(seat)
        state.apply_action(rng.choice(state.legal_actions()))
    assert others > 20


def test_the_past_is_part_of_an_information_state():
    """The same position, in which the first player has made its moves in another order."""
    game = tilewright.openspiel.load("tictactoe")
    one, other = (game.new_initial_state() for _ in range(2))
    for move, instead in ((0, 4), (1, 1), (4, 0)):
        one.apply_action(move)
        other.apply_action(instead)
    assert one.position.key() == other.position.key()
    for seat in (0, 1):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)


def test_a_seat_remembers_what_it_has_chosen(tmp_path):
    game = small(tmp_path, "[{choose: {n: 'range(0, 3)'}, do: [{gain: {me.coins: 1}}]}]")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    after = [state.child(move) for move in state.legal_actions()]
    assert len({other.observation_string(0) for other in after}) == 1
    assert len({other.information_state_string(0) for other in after}) == len(after) == 4


def test_it_does_not_matter_when_the_past_is_asked_for():
    game = tilewright.openspiel.load("namiji", 2)
    often = set_up(game.new_initial_state(), 1)
    rng = random.Random(1)
    for _ in range(30):
        often.information_state_string(0)
        often = often.clone()
        often.apply_action(rng.choice(often.legal_actions()))
    once = game.new_initial_state()
    for move in often.history():
        once.apply_action(move)
    for seat in (0, 1):
        assert once.information_state_string(seat) == often.information_state_string(seat)


def test_others_are_not_told_what_was_chosen_in_secret(tmp_path):
    game = small(tmp_path, "[{secretly: {p.bid: 'range(0, 3)'}, each: {p: players}}]",
                 state="{player: {coins: int, bid: {type: int, max: 3, visible: owner}}}")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    after = [state.child(move) for move in state.legal_actions()]
    assert len(after) == 4
    assert len({other.information_state_string(1) for other in after}) == 1
    assert len({other.information_state_string(0) for other in after}) == 4
    assert game.get_type().information.name == "IMPERFECT_INFORMATION"


def test_chance_is_not_seen_while_it_decides():
    state = to_chance(set_up(tilewright.openspiel.load("namiji", 2).new_initial_state(), 2), 2)
    assert state.observation_string(1) == "seat 1: "
    assert not any(state.observation_tensor(0))


def test_there_is_no_observation_of_all_that_is_hidden():
    game = tilewright.openspiel.load("namiji", 2)
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(UsageError, match="the only observation is the view of a seat"):
        game.make_py_observer(everything)


# -- states ---------------------------------------------------------------------------------------


def test_a_clone_goes_its_own_way():
    state = set_up(tilewright.openspiel.load("yamatai", 2).new_initial_state(), 1)
    before, other = str(state), state.clone()
    gone_on(other, 2, 5)
    assert str(state) == before != str(other)
    assert len(other.history()) == len(state.history()) + 5


def test_a_state_can_be_pickled():
    state = gone_on(tilewright.openspiel.load("namiji", 2).new_initial_state(), 1, 90)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


def test_wrong_settings_are_told():
    with pytest.raises(UsageError, match="rewards are by 'rank' or by 'score'"):
        tilewright.openspiel.load("tictactoe", rewards="rnak")
    with pytest.raises(UsageError, match="is for 2 players, not 3"):
        tilewright.openspiel.load("tictactoe", 3)
    with pytest.raises(UsageError, match="the option 'reverse' cannot be 'no'"):
        tilewright.openspiel.load("namiji", options={"reverse": "no"})
    with pytest.raises(UsageError, match="there is no game ''"):
        tilewright.openspiel.PySpielGame()


def test_one_player_alone_has_no_rank(tmp_path):
    with pytest.raises(UsageError, match="ask for rewards by 'score'"):
        small(tmp_path, "[gain: {me.coins: 1}]", players="{min: 1, max: 1}")


def test_without_its_packages_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tilewright.openspiel")
    with pytest.raises(ImportError, match=re.escape('pip install "tilewright[openspiel]"')):
        importlib.import_module("tilewright.openspiel")


def test_the_example_on_the_page_runs(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (block,) = [b for b in blocks if "openspiel" in b]
    made = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=tmp_path, check=False,
                          capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stdout
