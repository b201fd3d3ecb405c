"""What a series says: planted truths are found, and what is not there is not."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from bad_packs import make_pack
from tilewright import load
from tilewright.lab import noting
from tilewright.lab.findings import robust as held
from tilewright.lab.findings.course import columns, minutes
from tilewright.lab.findings.figures import figure, known, of_blocks
from tilewright.lab.findings.games import Games
from tilewright.lab.findings.whole import Made, findings
from tilewright.lab.noting import play_block
from tilewright.lab.numbers.sequences import interval
from tilewright.lab.plan import Arm, Plan

# Each turn one card is offered, and one charm. They can be taken or left; charms do nothing.
MARKET = """\
players: {min: 2, max: 3}
families:
  card: {attributes: {worth: int}}
  charm: {attributes: {weight: int}}
state:
  game:
    deck: {zone: card, start: all}
    row: {zone: card}
    gone: {zone: card}
    box: {zone: charm, start: all}
    tray: {zone: charm}
    lost: {zone: charm}
  player:
    hand: {zone: card}
    worn: {zone: charm}
flow:
  setup: [{shuffle: deck}, {shuffle: box}]
  round:
    each: players
    turn:
      - {draw: 1, from: deck, to: row}
      - {draw: 1, from: box, to: tray}
      - must: [take, leave]
      - must: [wear, spare]
actions:
  take: {pick: {taken: row}, do: [{move: taken, from: row, to: me.hand}]}
  leave: {pick: {left: row}, do: [{move: left, from: row, to: gone}]}
  wear: {pick: {worn: tray}, do: [{move: worn, from: tray, to: me.worn}]}
  spare: {pick: {spared: tray}, do: [{move: spared, from: tray, to: lost}]}
ends:
  all_seen: {when: round == 4, check: round}
scoring:
  cards: sum(c.worth for c in me.hand)
"""
CARDS = "family: card\ntiles:\n" + "".join(
    f"  card_{at}: {{worth: {at % 4}}}\n" for at in range(11)) + "  giant: {worth: 3}\n"
CHARMS = "family: charm\ntiles:\n" + "".join(
    f"  charm_{at}: {{weight: 1}}\n" for at in range(12))
PACK = """\
language: 2
id: market
version: 1.2.0
title: Market
about: For tests.
license: MIT
rules: [game.yaml]
tiles: [cards.yaml, charms.yaml]
texts: {en: en.yaml, de: de.yaml}
"""
TEXTS = {"en.yaml": "game: Market\nmove.take: take {taken}\ncard.giant: the giant\n"
                    "score.cards: goods\nend.all_seen: all has been seen\nplayer.p1: Ann\n",
         "de.yaml": "game: Markt\nmove.take: nimm {taken}\ncard.giant: den Riesen\n"
                    "score.cards: Waren\nend.all_seen: alles ist gesehen\nplayer.p1: Anna\n"}


def market(tmp_path, rules=MARKET, cards=CARDS):
    return load(str(make_pack(tmp_path / "market", {
        "pack.yaml": PACK, "game.yaml": rules, "cards.yaml": cards, "charms.yaml": CHARMS,
        **TEXTS})))


def plan_of(game, players=2, bot="random", seed=0):
    return Plan(Arm("base", game.id), players, (bot,) * players, seed)


def played(game, plan, blocks):
    return [one for block in range(blocks) for one in play_block(game, plan, block)]


def found_in(game, blocks, players=2, **how):
    plan = plan_of(game, players, **how)
    return findings(played(game, plan, blocks), game, plan)


def thing(found, label):
    return next(one for one in found["things"] if one["id"] == label)


def answer(found, about):
    return next(one for one in found["answers"] if one["about"] == about)


# -- planted truths -------------------------------------------------------------------------------


def test_a_seat_that_begins_with_more_is_told(tmp_path):
    game = market(tmp_path, MARKET.replace("for c in me.hand)",
                                           "for c in me.hand) + (4 if me == p1 else 0)"))
    found = found_in(game, 80, 3)
    told = answer(found, "seats")
    assert (told["verdict"], told["more"], told["facts"]["small"]) == ("clear", 0, False)
    assert told["facts"]["seat"] == 0
    assert [one["share"]["low"] > 1 / 3 for one in found["seats"]] == [True, False, False]
    assert found["seats"][1]["share"]["high"] < 1 / 3
    score = [one["score"]["mean"] for one in found["seats"]]
    assert 3 < score[0] - score[1] < 5


def test_seats_that_are_alike_are_not_told_apart(tmp_path):
    told = answer(found_in(market(tmp_path), 60), "seats")
    assert told["verdict"] == "cannot_tell"
    assert told["more"] > 100
    assert told["more"] % 2 == 0


def test_seats_are_alike_in_the_end_if_nothing_that_matters_is_left(tmp_path):
    # Two games of a block are the same with changed seats, so each block is even.
    game = load(str(make_pack(tmp_path / "small")))
    told = answer(found_in(game, 400), "seats")
    assert (told["verdict"], told["facts"]["small"]) == ("clear", True)


def test_a_tile_that_is_too_strong_stands_out_and_what_does_nothing_does_not(tmp_path):
    game = market(tmp_path, cards=CARDS.replace("giant: {worth: 3}", "giant: {worth: 9}"))
    found = found_in(game, 200)
    giant = thing(found, "take giant")
    assert giant["stands_out"]
    assert giant["verdict"] == "clear"
    assert giant["lift_share"]["low"] > 0.2
    assert giant["lift_score"]["low"] > 5
    assert giant["offer_share"]["low"] > 0
    assert not [one["id"] for one in found["things"]
                if one["stands_out"] and one["group"] in ("wear", "spare")]
    told = answer(found, "things")
    assert told["verdict"] == "clear"
    assert "take giant" in told["facts"]["stand_out"]


def test_what_only_the_better_seat_takes_does_not_look_good_for_that(tmp_path):
    rules = MARKET.replace("for c in me.hand)", "for c in me.hand) + (9 if me == p1 else 0)")
    rules = rules.replace("  player:\n", "  player:\n    bows: int\n").replace(
        "- must: [wear, spare]", "- must: [wear, spare]\n      - must: [bow, nod]").replace(
        "  spare:", "  bow: {if: me == p1, do: [{gain: {me.bows: 1}}]}\n"
                    "  nod: {do: [{gain: {me.bows: 1}}]}\n  spare:")
    found = found_in(market(tmp_path, rules), 80)
    assert answer(found, "seats")["verdict"] == "clear"
    bow = thing(found, "bow")
    assert bow["games_taken"] > 0.8
    assert bow["lift_share"]["low"] < 0 < bow["lift_share"]["high"]
    assert not bow["stands_out"]
    assert not thing(found, "nod")["stands_out"]


def test_two_that_go_well_together_are_told_of_each_other(tmp_path):
    rules = MARKET.replace(
        "scoring:", "scoring:\n  both: 12 if charm_0 in me.worn and charm_1 in me.worn else 0")
    game = market(tmp_path, rules)
    found = found_in(game, 600)
    assert [one["id"] for one in thing(found, "wear charm_0")["with"]] == ["wear charm_1"]
    assert [one["id"] for one in thing(found, "wear charm_1")["with"]] == ["wear charm_0"]
    assert thing(found, "wear charm_0")["with"][0]["lift"] > 0.2
    assert thing(found, "wear charm_5")["with"] == []


def test_nothing_stands_out_where_all_are_alike(tmp_path):
    cards = "family: card\ntiles:\n" + "".join(
        f"  card_{at}: {{worth: 1}}\n" for at in range(12))
    game = market(tmp_path, MARKET.replace("sum(c.worth for c in me.hand)", "round % 3"), cards)
    for seed in range(3):
        found = found_in(game, 60, seed=seed)
        assert not [one["id"] for one in found["things"] if one["stands_out"] or one["with"]]
        assert answer(found, "things")["verdict"] != "clear"


# -- figures by hand ------------------------------------------------------------------------------


def test_intervals_are_over_blocks_never_over_games():
    game = load("connect_four")
    plan = plan_of(game)
    noted = played(game, plan, 50)
    found = findings(noted, game, plan)
    shares = [(a.shares[0] + b.shares[0]) / 2 for a, b in zip(noted[::2], noted[1::2], strict=True)]
    told = interval(shares, bounds=(0, 1))
    assert found["seats"][0]["share"] == {
        "mean": told.mean, "low": told.low, "high": told.high, "blocks": 50}
    means = [(a.decisions + b.decisions) / 2 for a, b in zip(noted[::2], noted[1::2], strict=True)]
    told = interval(means)
    assert found["length"]["decisions"] == {
        "mean": told.mean, "low": told.low, "high": told.high, "blocks": 50}


def test_the_order_of_games_does_not_matter(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game, 3)
    noted = played(game, plan, 35)
    assert findings(noted[::-1], game, plan) == findings(noted, game, plan)


def test_a_block_that_is_not_whole_is_refused(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game)
    noted = played(game, plan, 2)
    for some in ([], noted[:3]):
        with pytest.raises(ValueError, match="whole blocks"):
            findings(some, game, plan)


def test_takers_are_compared_with_others_of_the_same_game_one_by_one(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game, 3)
    noted = played(game, plan, 40)
    found = thing(findings(noted, game, plan), "take card_3")
    scores = np.array([one.scores for one in noted])
    own = scores - scores.mean(axis=0)
    blocks = {}
    for row, one in zip(own, noted, strict=True):
        taken = [n > 0 for n in one.taken.get("take card_3", [0, 0, 0])]
        if any(taken) and not all(taken):
            sides = [[x for x, t in zip(row, taken, strict=True) if t is side]
                     for side in (True, False)]
            blocks.setdefault(one.block, []).append(np.mean(sides[0]) - np.mean(sides[1]))
    told = of_blocks(np.array([np.mean(some) for _, some in sorted(blocks.items())]))
    assert found["lift_score"] == pytest.approx(told)
    assert found["times"] == pytest.approx(
        sum(sum(one.taken.get("take card_3", ())) for one in noted) / len(noted))
    assert found["games_offered"] == pytest.approx(
        np.mean(["take card_3" in one.offered for one in noted]))


def test_points_of_winners_and_others_are_of_the_same_games(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game)
    noted = played(game, plan, 120)
    (told,) = findings(noted, game, plan)["points"]
    won = [max(one.scores) for one in noted if one.scores[0] != one.scores[1]]
    lost = [min(one.scores) for one in noted if one.scores[0] != one.scores[1]]
    assert told["winners"]["mean"] == pytest.approx(np.mean(won), abs=0.2)
    assert told["others"]["mean"] == pytest.approx(np.mean(lost), abs=0.2)
    assert told["winners"]["low"] > told["others"]["high"]


def test_nothing_is_told_of_a_mean_from_few_blocks_and_all_of_one_that_never_changes():
    assert of_blocks(np.arange(20.0)) is None
    assert of_blocks(np.full(20, 9.0)) is None
    assert of_blocks(np.full(30, 9.0)) == {"mean": 9, "low": 9, "high": 9, "blocks": 30}
    assert of_blocks(np.full(40, 1.0), (0, 1))["low"] < 1


def test_how_well_a_mean_is_known_is_told_with_the_games_that_it_takes(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game)
    games = Games.of(played(game, plan, 60), plan)
    chance = np.random.default_rng(3)
    assert known(games, 100 + chance.normal(size=120)) == ("clear", 0)
    verdict, more = known(games, 100 + 25 * chance.normal(size=120))
    assert verdict == "likely"
    assert more > 20
    assert known(games, 1 + 9 * chance.normal(size=120))[0] == "cannot_tell"


def test_columns_have_round_edges_and_hold_all():
    told = columns(np.array([-3.0, 0, 0, 7.5, 61]))
    assert told["edges"] == list(range(-5, 70, 5))[:len(told["edges"])]
    assert sum(told["counts"]) == 5
    assert columns(np.array([4.0, 4.0])) == {"edges": [4, 5], "counts": [2]}


# -- ends and odd games ---------------------------------------------------------------------------


def test_half_points_are_told_as_whole_ones(tmp_path):
    whole = found_in(market(tmp_path / "whole"), 120)
    half = found_in(market(tmp_path / "half", MARKET + "ranking: {unit: half}\n"), 120)
    assert half["seats"][0]["score"]["mean"] == whole["seats"][0]["score"]["mean"] / 2
    assert half["spread"]["lead"]["mean"] == whole["spread"]["lead"]["mean"] / 2
    assert half["points"][0]["mean"]["high"] == whole["points"][0]["mean"]["high"] / 2
    assert half["seats"][0]["share"] == whole["seats"][0]["share"]


def test_games_that_nobody_wins(tmp_path):
    rules = MARKET.replace("ends:\n  all_seen: {when: round == 4, check: round}\n", "").replace(
        "      - must: [wear, spare]",
        "      - must: [wear, spare]\n    after:\n"
        "      - {when: round == 4, end: game, because: all_seen, winner: none}")
    found = found_in(market(tmp_path, rules), 40)
    assert found["spread"]["ties"]["mean"] == 0
    assert found["spread"]["nobody"]["mean"] == found["means"]["nobody"] == 1
    assert found["spread"]["lead"] is None
    assert found["points"][0]["winners"] is None
    assert found["histogram"]["leads_over_time"] == []
    assert {one["what"] for one in found["odd"]} == {"shortest", "longest"}
    assert all(one["share"]["mean"] == 0 for one in found["seats"])
    assert answer(found, "seats")["facts"]["even"] == 0


def test_a_game_that_all_may_lose_is_won_by_nobody_then():
    game = load("cookbook/doom_track")
    noted = played(game, plan_of(game, 4), 60)
    found = findings(noted, game, plan_of(game, 4))
    lost = sum(one.reason == "flooded" for one in noted) / len(noted)
    assert 0 < lost < 1
    assert found["spread"]["nobody"]["mean"] == found["means"]["nobody"] == pytest.approx(lost)
    assert found["means"]["even"] == pytest.approx((1 - lost) / 4)
    # All win together, so seats are alike, and what all win together is no win of one.
    assert [one["share"]["mean"] for one in found["seats"]] == pytest.approx([(1 - lost) / 4] * 4)
    assert answer(found, "seats")["facts"]["difference"] == 0
    # Nobody wins more than others of the same game, whatever they take.
    assert all(one["lift_share"] is None or one["lift_share"]["mean"] == pytest.approx(0, abs=1e-9)
               for one in found["things"])


def test_one_player_alone_wins_where_rules_say_so():
    doom, solo = (load(f"cookbook/{name}") for name in ("doom_track", "solo"))
    noted = played(doom, plan_of(doom, 1), 100)
    (seat,) = findings(noted, doom, plan_of(doom, 1))["seats"]
    won = sum(one.reason == "wall_is_built" for one in noted)
    assert 0 < won < 100
    assert seat["share"]["mean"] == won / 100
    noted = played(solo, plan_of(solo, 1), 100)
    (seat,) = findings(noted, solo, plan_of(solo, 1))["seats"]
    won = sum(one.scores[0] >= 1 for one in noted)
    assert 0 < won < 100
    assert seat["share"]["mean"] == won / 100


def test_one_player_alone_wins_nothing_where_rules_ask_for_nothing(tmp_path):
    (seat,) = found_in(market(tmp_path, MARKET.replace("{min: 2,", "{min: 1,")), 40, 1)["seats"]
    assert seat["share"] is None
    assert seat["score"] is not None


def test_games_that_were_cut_off_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(noting, "LONGEST", 9)
    found = found_in(market(tmp_path), 35)
    assert "cut_off" in found["warnings"]
    assert [(one["reason"], one["share"]["mean"]) for one in found["ends"]] == [("limit", 1)]
    assert found["ends"][0]["name"]["en"].startswith("cut off after")
    assert found["spread"] == {"lead": None, "ties": None, "nobody": {
        "mean": 1.0, "low": pytest.approx(0.9, abs=0.1), "high": 1.0, "blocks": 35}}


def test_odd_games_are_those_of_the_series_and_have_a_command(tmp_path):
    game = load("connect_four")
    plan = Plan(Arm("base", "my games/four", ("wide board",), (("long", 1),)), 2,
                ("random", "random"), 3)
    noted = [one for block in range(30) for one in play_block(game, replace(
        plan, arm=Arm("base", "connect_four")), block)]
    found = {one["what"]: one for one in findings(noted, game, replace(
        plan, arm=Arm("base", "connect_four")))["odd"]}
    assert found["shortest"]["value"] == min(one.decisions for one in noted)
    longest = next(one for one in noted if (one.block, one.rotation) == (
        found["longest"]["block"], found["longest"]["rotation"]))
    assert longest.decisions == max(one.decisions for one in noted)
    assert found["longest"]["command"] == (
        "tilewright lab connect_four --players 2 --bot random --seed 3 "
        f"--show {longest.block}:{longest.rotation}")


# -- names, and the shape of all ------------------------------------------------------------------


def test_names_are_told_in_all_languages(tmp_path):
    found = found_in(market(tmp_path), 30)
    assert found["made"]["game"]["title"] == {"en": "Market", "de": "Markt"}
    assert thing(found, "take giant")["name"] == {"en": "take the giant", "de": "nimm den Riesen"}
    assert found["points"][0]["name"] == {"en": "goods", "de": "Waren"}
    assert found["ends"][0]["name"]["de"] == "alles ist gesehen"
    assert found["seats"][0]["name"] == {"en": "Ann", "de": "Anna"}
    # Where no text is, the id in words.
    assert thing(found, "wear charm_3")["name"]["de"] == "wear charm 3"


def test_things_tell_what_they_are(tmp_path):
    found = found_in(market(tmp_path), 30)
    giant = thing(found, "take giant")
    assert (giant["group"], giant["element"], giant["kind"]) == ("take", "giant", "card")
    game = load("tictactoe")
    plan = plan_of(game)
    noted = played(game, plan, 30)
    found = findings(noted, game, plan)
    assert {one["kind"] for one in found["things"]} <= set(game.model.kinds) | {None}
    (sites,) = found["traffic"].values()
    assert sum(sites.values()) == pytest.approx(np.mean([one.decisions for one in noted]))


def test_a_tile_that_never_came_is_told_and_a_place_is_not(tmp_path):
    rules = MARKET.replace("round == 4", "round == 1")
    found = found_in(market(tmp_path, rules), 1)
    never = [one for one in found["things"] if not one["games_offered"]]
    assert never
    assert all(one["times"] == 0 and one["verdict"] == "cannot_tell" for one in never)


KEYS = {
    "version", "made", "answers", "seats", "length", "choice", "tension", "spread", "points",
    "means", "ends", "histogram", "things", "traffic", "coverage", "robust", "odd", "warnings"}


def test_the_whole_is_plain_data_and_has_all_parts(tmp_path):
    found = found_in(market(tmp_path), 12, 3)
    assert set(found) == KEYS
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["warnings"] == ["few_blocks", "weak_bots"]
    made = found["made"]
    assert (made["blocks"], made["games"], made["stopped"]) == (12, 36, "games")
    assert made["command"] == ("tilewright lab market --players 3 --bot random --seed 0 "
                               "--games 36")
    assert [one["about"] for one in found["answers"]] == [
        "seats", "length", "choice", "tension", "things"]
    assert made["game"]["version"] == "1.2.0"


def test_how_it_was_made_is_told(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game)
    found = findings(played(game, plan, 2), game, plan,
                     Made("interrupted", 3.5, "python", "tilewright lab market"))
    told = found["made"]
    assert (told["stopped"], told["seconds"], told["command"]) == (
        "interrupted", 3.5, "tilewright lab market")


def test_a_game_of_one_player_has_no_seats_to_compare():
    game = load("content/cookbook/solo")
    found = found_in(game, 30, 1)
    assert [one["about"] for one in found["answers"]] == ["length", "choice"]
    assert found["spread"]["lead"] is None


def test_minutes_grow_with_decisions_and_choice(tmp_path):
    game = market(tmp_path)
    (one, *_) = play_block(game, plan_of(game), 0)
    assert minutes(replace(one, decisions=10, forced=10, options=0)) == pytest.approx(1)
    assert minutes(replace(one, decisions=10, forced=0, options=40)) == pytest.approx(2)
    assert math.isclose(minutes(replace(one, decisions=20, forced=20, options=0)), 2)


# -- weaker and stronger bots ---------------------------------------------------------------------


@pytest.mark.parametrize(("bot", "weaker", "stronger"), [
    ("random", None, "greedy"), ("greedy", "random", "mcts:50"),
    ("mcts:100", "mcts:25", "mcts:400"), ("mcts", "mcts:50", "mcts:800"),
    ("mcts:40msx2", "mcts:10msx2", "mcts:160msx2"),
    ("mcts:8+hints", "mcts:2+hints", "mcts:32+hints")])
def test_who_plays_weaker_and_stronger(bot, weaker, stronger):
    assert held.other_bots(bot) == (weaker, stronger)
    plans = held.other_plans(Plan(Arm("base", "market"), 2, (bot, bot), 0))
    assert [plan.bots[0] for plan in plans] == [name for name in (weaker, stronger) if name]


def test_whether_a_result_holds_with_other_bots_is_told(tmp_path):
    rules = MARKET.replace("for c in me.hand)", "for c in me.hand) + (4 if me == p1 else 0)")
    game = market(tmp_path, rules, CARDS.replace("giant: {worth: 3}", "giant: {worth: 9}"))
    plan = plan_of(game)
    other = plan_of(game, bot="greedy")
    noted = played(game, plan, 200)
    found = findings(noted, game, plan, others=[(other, played(game, other, 10))])
    (seats, giant, *_) = found["robust"]
    assert (seats["figure"], seats["bots"], seats["same_sign"]) == ("seats", "greedy", True)
    assert seats["low"] <= seats["mean"] <= seats["high"]
    assert (giant["figure"], giant["same_sign"]) == ("take giant", True)
    turned = [replace(one, shares=one.shares[::-1]) for one in played(game, other, 10)]
    assert not findings(noted, game, plan, others=[(other, turned)])["robust"][0]["same_sign"]
    assert answer(found, "robust")["facts"]["asked"] == len(found["robust"])


def test_fewer_blocks_are_played_with_other_bots():
    assert [held.fewer(blocks) for blocks in (4, 50, 800)] == [4, 8, 100]


def test_a_figure_leaves_out_games_that_have_none(tmp_path):
    game = market(tmp_path)
    plan = plan_of(game)
    games = Games.of(played(game, plan, 40), plan)
    values = np.where(np.arange(80) < 6, np.nan, np.arange(80.0))
    assert figure(games, values)["blocks"] == 37
