"""Series of games: plans, blocks, and what is noted of a game."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bad_packs import make_pack
from tilewright import RuleError, load
from tilewright.lab import noting, seated
from tilewright.lab.noting import Noted, play_block, play_one, shares_of
from tilewright.lab.plan import Arm, Plan
from tilewright.playing import bots
from tilewright.playing.bots import random_bot
from tilewright.playing.mcts import Found
from tilewright.playing.simulate import seed_of

# The first to save is ahead; to save needs coins, so the first move of everybody is forced.
SAVING = """\
players: {min: 2, max: 2}
state:
  player: {coins: {type: int, start: 0}}
actions:
  earn: {do: [{gain: {me.coins: 2}}]}
  save: {if: me.coins > 0, do: [{gain: {me.coins: 3}}]}
flow:
  round:
    each: players
    turn: [{must: [earn, save]}]
ends:
  enough: {when: round == 5, check: round}
scoring: {coins: me.coins}
"""

BY_HAND = ["earn", "earn", "save", "earn", "earn", "save", "earn", "save", "earn", "earn"]


def game_of(tmp_path, text, name="small"):
    return load(str(make_pack(tmp_path / name, {"game.yaml": text})))


def plan_of(game, bot="random", seed=0, players=None):
    players = players or game.program().players
    return Plan(Arm("base", game.id), players, (bot,) * players, seed)


# -- plans ----------------------------------------------------------------------------------------


def test_a_plan_comes_back_from_json():
    plan = Plan(Arm("dear", "cards", ("one", "two"), (("long", 1),)), 2, ("greedy", "random"), 7)
    assert Plan.read(json.loads(json.dumps(plan.told()))) == plan


def test_a_plan_needs_a_bot_for_each_person():
    with pytest.raises(ValueError, match="1 bots cannot play with 2 players"):
        Plan(Arm("base", "cards"), 2, ("random",), 0)


def test_in_a_block_everybody_sits_at_every_seat_once():
    plan = Plan(Arm("base", "cards"), 3, ("a", "b", "c"), 0)
    seats = [[plan.person_at(seat, rotation) for seat in range(3)] for rotation in range(3)]
    assert seats == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_people_draw_the_same_in_every_arm_and_each_their_own():
    one = Plan(Arm("base", "cards"), 2, ("random",) * 2, 3)
    other = Plan(Arm("dear", "cards", ("dear",)), 2, ("random",) * 2, 3)
    draws = {(person, block): one.chance_of(person, block).bits()
             for person in range(2) for block in range(3)}
    assert len(set(draws.values())) == 6
    assert all(other.chance_of(*at).bits() == drawn for at, drawn in draws.items())
    assert [one.seed_of(block) for block in range(3)] == [seed_of(3, block) for block in range(3)]


# -- a game by hand -------------------------------------------------------------------------------


@pytest.fixture
def scripted(monkeypatch):
    """A bot that makes the moves of a list, whoever asks."""
    moves = []

    def bot(view, rng):
        wanted = moves.pop(0)
        return next(m for m in view.legal() if view.program.group_of(m).name == wanted)

    monkeypatch.setitem(bots.BOTS, "scripted", bot)
    return moves


def test_a_game_is_noted_as_by_hand(tmp_path, scripted):
    game = game_of(tmp_path, SAVING)
    # Coins at the end of rounds: 2:2, 5:4, 7:7, 9:10, 11:12.
    scripted += BY_HAND
    plan = plan_of(game, "scripted", seed=4)
    found = play_one(plan.program(game), plan, 6, 1)
    assert found.key == _end_of(game, plan).key()
    assert {**found.told(), "key": ""} == {
        "block": 6, "rotation": 1, "seed": seed_of(4, 6), "decisions": 10, "rounds": 5,
        "reason": "enough", "scores": [11, 12], "sheet": [[11], [12]], "shares": [0.0, 1.0],
        "forced": 2, "options": 16, "thought": 0, "clear": 0,
        "lead_changes": 1, "decided": 0.8, "leads": [0, 0, 0, 0, -1, -1, 0, 0, 1, 1, 1],
        "offered": {"earn": [5, 5], "save": [4, 4]}, "taken": {"earn": [4, 3], "save": [1, 2]},
        "asked": {"earn_save": [10, 18]}, "key": ""}


def _end_of(game, plan):
    """The end of the same game, played through the door of the package."""
    state = game.new(2, plan.seed_of(6))
    for name in BY_HAND:
        state.apply(state.find(name))
    return state


@pytest.mark.parametrize("name", ["namiji", "yamatai"])
def test_what_was_offered_and_taken_is_counted_like_one_by_one(name):
    game = load(name)
    plan = plan_of(game, seed=1)
    moves = []
    found = play_one(plan.program(game), plan, 0, 1, tell=moves.append)
    offered, taken, asked = Counter(), Counter(), Counter()
    state = game.new(plan.players, plan.seed_of(0))
    for move in moves:
        seat = state.decider
        offered.update((state.label(code), seat) for code in state.legal())
        taken[state.label(move), seat] += 1
        asked[state.question.name, "times"] += 1
        asked[state.question.name, "moves"] += len(state.legal())
        state.apply(move)
    assert {(label, seat): n for label, by_seat in found.offered.items()
            for seat, n in enumerate(by_seat) if n} == offered
    assert {(label, seat): n for label, by_seat in found.taken.items()
            for seat, n in enumerate(by_seat) if n} == taken
    assert found.asked == {name: [asked[name, "times"], asked[name, "moves"]]
                           for name, what in asked if what == "times"}
    assert found.scores == state.scores()
    assert found.key == state.key()
    assert found.decisions == len(moves) == sum(sum(n) for n in found.taken.values())


def test_many_decisions_are_counted_from_time_to_time(monkeypatch):
    game = load("namiji")
    plan = plan_of(game)
    at_once = play_block(game, plan, 0)
    monkeypatch.setattr(noting, "KEPT", 3)
    assert play_block(game, plan, 0) == at_once


# -- always the same ------------------------------------------------------------------------------


def test_the_same_plan_gives_the_same_games_in_any_order():
    game, again = load("connect_four"), load("connect_four")
    plan = plan_of(game, seed=5)
    forwards = [play_block(game, plan, block) for block in range(4)]
    backwards = [play_block(again, plan, block) for block in reversed(range(4))]
    assert forwards == backwards[::-1]
    assert len({one.key for block in forwards for one in block}) > 4


def test_without_chance_in_the_rules_the_second_game_is_the_first_with_changed_seats(tmp_path):
    game = game_of(tmp_path, SAVING)
    games = [play_block(game, plan_of(game), block) for block in range(5)]
    assert all(a.scores == b.scores[::-1] and a.taken["save"] == b.taken["save"][::-1]
               for a, b in games)
    assert any(a.scores != a.scores[::-1] for a, _ in games)


def test_random_bots_without_views_make_the_moves_of_those_with_views(monkeypatch):
    game = load("namiji")
    plan = plan_of(game, seed=3)
    quick = play_block(game, plan, 2)
    monkeypatch.setattr(noting, "seated", lambda _, chance: seated.Looking(random_bot, chance))
    assert play_block(game, plan, 2) == quick


def test_people_keep_their_bots_when_they_change_seats(tmp_path):
    game = game_of(tmp_path, SAVING)
    plan = Plan(Arm("base", game.id), 2, ("greedy", "random"), 0)
    for block in range(3):
        first, second = play_block(game, plan, block)
        # Who is greedy saves whenever that is possible.
        assert first.taken["save"][0] == second.taken["save"][1] == 4


def test_a_noted_game_comes_back_from_json():
    game = load("namiji")
    (found, *_) = play_block(game, plan_of(game), 0)
    assert Noted.read(json.loads(json.dumps(found.told()))) == found


# -- ends -----------------------------------------------------------------------------------------


def test_half_points_are_noted_as_whole_ones(tmp_path):
    whole, half = (game_of(tmp_path, f"{SAVING}ranking: {{unit: {unit}}}\n", unit)
                   for unit in ("whole", "half"))
    for one, two in zip(play_block(whole, plan_of(whole), 0), play_block(half, plan_of(half), 0),
                        strict=True):
        assert one.taken == two.taken
        assert [score / 2 for score in one.scores] == two.scores
        assert [[points / 2 for points in sheet] for sheet in one.sheet] == two.sheet
        assert [lead / 2 for lead in one.leads] == two.leads


def test_who_wins_together_shares_and_where_nobody_wins_all_do():
    assert shares_of([1], 3) == [0, 1, 0]
    assert shares_of([0, 2], 3) == [0.5, 0, 0.5]
    assert shares_of([], 4) == [0.25] * 4


def test_a_game_that_nobody_wins(tmp_path):
    text = SAVING.replace("ends:\n  enough: {when: round == 5, check: round}\n", "").replace(
        "    turn: [{must: [earn, save]}]", "    turn: [{must: [earn, save]}]\n    after:\n"
        "      - {when: round == 5, end: game, because: all_lose, winner: none}")
    game = game_of(tmp_path, text)
    for found in play_block(game, plan_of(game), 0):
        assert (found.shares, found.decided, found.leads) == ([0.5, 0.5], 1.0, [])


def test_a_game_that_does_not_end_is_cut_off(tmp_path, monkeypatch):
    monkeypatch.setattr(noting, "LONGEST", 40)
    game = game_of(tmp_path, SAVING.replace("round == 5", "round == 0"))
    for found in play_block(game, plan_of(game), 0):
        assert (found.reason, found.decisions, found.shares) == ("limit", 40, [0.5, 0.5])


def test_a_rule_that_fails_is_told_at_its_place(tmp_path):
    game = game_of(tmp_path, SAVING.replace("me.coins: 3", "me.coins: 7 // (round - 3)"))
    with pytest.raises(RuleError, match=r"game\.yaml:6"):
        play_block(game, plan_of(game), 0)


# -- bots that search -----------------------------------------------------------------------------


def test_a_bot_that_searches_tells_how_often_it_was_sure():
    game = load("tictactoe")
    found = play_block(game, plan_of(game, "mcts:20"), 0)
    assert all(one.thought == one.decisions - one.forced > 0 for one in found)
    assert 0 < sum(one.clear for one in found) < sum(one.thought for one in found)


@pytest.mark.parametrize(("visits", "clear"), [
    ([10, 5, 1], True), ([10, 6], False), ([1, 4, 9], True), ([0, 7], True), ([5, 5], False)])
def test_the_best_move_is_clear_if_taken_twice_as_often_as_the_second(visits, clear):
    assert seated.is_clear([Found(at, n, 0.5) for at, n in enumerate(visits)]) is clear


def test_a_bot_that_searches_plays_as_it_does_elsewhere(monkeypatch):
    game = load("tictactoe")
    plan = plan_of(game, "mcts:20", seed=2)
    found = play_block(game, plan, 0)
    monkeypatch.setattr(noting, "seated",
                        lambda name, chance: seated.Looking(bots.bot_named(name), chance))
    assert [one.key for one in play_block(game, plan, 0)] == [one.key for one in found]
