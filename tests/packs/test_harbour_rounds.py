"""Harbour town: helpers, the chain of boats, the round and its end."""

from __future__ import annotations

from packs.tables import offers
from packs.towns import Harbour


def test_the_share_of_an_agent_goes_before_the_hire():
    town = Harbour()
    town.hire(town.other, "agent")
    town.fill("game", "helper_row", ["cooper", "mason"])
    town.put("helper", "purse", 5, town.item("helper", "cooper"))
    town.put("player", "charms", 2, town.me, 0)
    town.to_hire()
    mine, others = town.coins(), town.coins(town.other)
    town.do("recruit cooper")
    town.do(*[x for x in town.labels() if "pair" in x])
    town.do(*offers(town, "recruit.twin"))
    assert (town.coins(), town.coins(town.other)) == (mine + 3, others + 2)
    assert not offers(town, "recruit")


def test_a_payment_of_three_needs_three_different_charms():
    town = Harbour()
    town.fill("game", "helper_row", ["cooper"])
    for charm in range(3):
        town.put("player", "charms", 1, town.me, charm)
    town.to_hire()
    town.do("recruit cooper")
    assert [x.split()[-1] for x in town.labels()] == ["trio"]
    town.do(town.labels()[0])
    while offers(town, "recruit.three"):
        town.do(offers(town, "recruit.three")[0])
    assert town.numbers("player", "charms", town.me) == [0, 0, 0]
    assert town.zone("player", "helpers", town.me) == ["cooper"]


def test_a_reaction_asks_its_owner_in_the_turn_of_another():
    town = Harbour()
    town.hire(town.other, "watcher")
    town.fill("game", "helper_row", ["cooper"])
    town.put("player", "charms", 2, town.me, 0)
    town.to_hire()
    town.do("recruit cooper")
    while town.state.decider == town.me:
        town.do(town.labels()[0])
    assert (town.state.decider, town.state.actor) == (town.other, town.me)
    before = town.coins(town.other)
    town.do(next(x for x in town.labels() if x.endswith("yes")))
    assert town.coins(town.other) == before + 1


def test_a_chain_goes_on_from_the_last_boat_and_starts_at_gates_or_beside_its_like():
    town = Harbour()
    town.put("quay", "boat", 1, town.item("quay", "q7"))
    town.take("dawn")
    town.do("pass")
    town.hand(rice=1, salt=1)
    town.do("lay rice")
    assert {x.split()[1] for x in town.labels()} == {"q1", "q4"}
    town.do("lay.quay_laid q1", "lay salt")
    assert {x.split()[1] for x in town.labels()} == {"q2", "q6"}
    like = Harbour()
    like.put("quay", "boat", 1, like.item("quay", "q7"))
    like.take("dawn")
    like.do("pass")
    like.hand(salt=1)
    like.do("lay salt")
    assert {x.split()[1] for x in like.labels()} == {"q1", "q4", "q2", "q5", "q8"}


def test_a_condition_of_a_change_opens_more_gates():
    town = Harbour()
    town.hire(town.me, "pilot")
    town.take("dawn")
    town.do("pass")
    town.hand(rice=1)
    town.do("lay rice")
    assert {x.split()[1] for x in town.labels()} == {"q1", "q3", "q4", "q5", "q7", "q8"}


def test_collecting_takes_one_charm_for_each_spot_in_order():
    town = Harbour()
    town.put("plot", "charm", 0, town.item("plot", "l1"))
    town.put("plot", "charm", 1, town.item("plot", "l2"))
    town.fill("game", "row", [])
    town.to_work("dawn", [("rice", "q1"), ("rice", "q2")])
    assert town.labels() == ["collect"]
    town.do("collect", "collect.plot_taken l1", "collect.plot_taken l2")
    assert town.numbers("player", "charms", town.me) == [1, 1, 0]


def test_stowing_keeps_exactly_what_fits():
    town = Harbour()
    town.fill("game", "row", [])
    town.take("dawn")
    town.do("pass")
    town.hand(rice=2, salt=2)
    town.do("pass")
    while "pass" in town.labels():
        town.do("pass")
    assert sorted(x.split()[1] for x in town.labels()) == ["rice", "salt"]
    town.do(town.first("stow.kept salt"))
    assert town.numbers("player", "stored", town.me) == [0, 1, 0]
    assert town.number("player", "aside", town.me) == 3


def test_two_players_alternate_with_two_markers_each():
    town = Harbour(players=2)
    turns = []
    while town.state.round == 1 and not town.state.over:
        if offers(town, "pick_charter"):
            turns.append(town.state.actor)
        town.do(town.labels()[0])
    first = turns[0]
    assert turns[:4] == [first, 1 - first, first, 1 - first]


def test_the_numbers_of_the_charters_give_the_order_of_the_next_round():
    town = Harbour(seed=5)
    taken = {}
    while town.state.round == 1:
        if offers(town, "pick_charter"):
            label = town.labels()[-1]
            index = town.item("charter", label.split()[1])
            number = town.program.game.kinds["charter"].attributes["number"].values[index]
            taken[number] = town.state.actor
            town.do(label)
        else:
            town.do("pass" if "pass" in town.labels() else town.labels()[0])
    order = []
    while town.state.round == 2 and not town.state.over:
        if offers(town, "pick_charter"):
            order.append(town.state.actor)
        town.do("pass" if "pass" in town.labels() else town.labels()[0])
    assert order == [taken[n] for n in sorted(taken)]


def test_level_players_are_told_apart_by_the_earlier_turn():
    town = Harbour()
    while not town.state.over:
        town.do(town.labels()[0])
    for seat in range(3):
        for field in ("coins", "tokens", "aside"):
            town.put("player", field, 0, seat)
        for field in ("built", "reserved", "helpers"):
            town.fill("player", field, [], seat)
    assert town.state.scores() == [0, 0, 0]
    places = {town.number("marker", "place", m): town.number("marker", "owner", m)
              for m in range(3)}
    assert town.state.winners() == [places[min(places)]]


def test_the_last_house_ends_the_game_after_the_round():
    town = Harbour()
    town.put("player", "houses", 1, town.me)
    town.fill("game", "row", ["hut"])
    town.to_work("dawn", [("rice", "q1")])
    town.do("build hut", "build.plot_built l1")
    turns = 0
    town.fill("game", "open_charters", ["tide", "claim"])
    while not town.state.over:
        turns += len(offers(town, "pick_charter")) > 0
        town.do("pass" if "pass" in town.labels() else town.labels()[0])
    assert (turns, town.state.round, town.state.end_reason) == (2, 1, "last_house")


def test_points_of_helpers():
    town = Harbour()
    town.put("player", "coins", 13, town.me)
    assert town.state.score_sheet(town.me)["coins"] == 2
    town.hire(town.me, "banker")
    assert town.state.score_sheet(town.me)["coins"] == 3
    town.hire(town.me, "banker", "hawker")
    assert town.state.score_sheet(town.me)["coins"] == 4
    town.house("l1", town.me)
    assert town.state.score_sheet(town.me)["abilities"] == 1 + 1
    town.house("l5", town.me)
    assert town.state.score_sheet(town.me)["abilities"] == 2 + 3 + 1


def test_a_look_at_the_deck_is_told_to_one_seat_only():
    town = Harbour(seed=2)
    town.take("omen")
    top = town.zone("game", "deck")[:2]
    town.do("omen.look")
    mine, theirs = town.state.view(town.me), town.state.view(town.other)
    assert mine.zone(town.me, "glance") == top
    assert theirs.zone(town.me, "glance") == [None, None]
    while offers(town, "omen.look.arrange") or any("arrange" in x for x in town.labels()):
        town.do(town.labels()[-1])
    deck = town.zone("game", "deck")
    assert sorted(deck[-2:]) == sorted(top)
    assert sorted(x for x in town.state.view(town.me).common_zone("deck") if x) == sorted(top)
    assert not any(town.state.view(town.other).common_zone("deck"))
