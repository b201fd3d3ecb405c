"""Harbour town: building, tolls, powers and trades do exactly what the rules say."""

from __future__ import annotations

import pytest

from packs.tables import offers
from packs.towns import Harbour
from tilewright import IllegalMove


def test_a_group_pays_coins_and_a_hill_a_token():
    town = Harbour()
    town.fill("game", "row", ["hut"])
    town.house("l2", town.me)
    town.house("l3", town.me)
    town.to_work("dawn", [("rice", "q1")])
    before = town.coins()
    town.do("build hut", "build.plot_built l1")
    assert town.coins() == before + 3
    assert town.number("player", "tokens", town.me) == 1
    assert town.number("player", "houses", town.me) == 2
    assert town.zone("player", "built", town.me) == ["hut"]


def test_a_market_doubles_the_group_and_a_lone_house_pays_nothing():
    town = Harbour()
    town.fill("game", "row", ["mill"])
    town.house("l2", town.me)
    town.to_work("dawn", [("rice", "q1"), ("rice", "q2")])
    before = town.coins()
    town.do("build mill", "build.plot_built l1")
    assert town.coins() == before + 4
    lone = Harbour()
    lone.fill("game", "row", ["mill"])
    lone.house("l2", lone.other)
    lone.to_work("dawn", [("rice", "q1"), ("rice", "q2")])
    before = lone.coins()
    lone.do("build mill", "build.plot_built l1")
    assert lone.coins() == before


def test_groups_hang_together_only_through_own_houses():
    town = Harbour()
    town.fill("game", "row", ["hut"])
    town.house("l2", town.other)
    town.house("l3", town.me)
    town.to_work("dawn", [("rice", "q1")])
    before = town.coins()
    town.do("build hut", "build.plot_built l1")
    assert town.coins() == before


@pytest.mark.parametrize(("coins", "allowed"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_toll_is_paid_or_the_move_refused(coins, allowed):
    town = Harbour()
    town.fill("game", "row", ["hut"])
    town.house("l2", town.other)
    town.hire(town.other, "reeve")
    town.to_work("dawn", [("rice", "q1")])
    town.put("player", "coins", coins, town.me)
    town.put("player", "coins", 5, town.other)
    assert ("build hut" in town.labels()) is allowed
    if not allowed:
        with pytest.raises(IllegalMove):
            town.do("build hut")
        return
    town.do("build hut", "build.plot_built l1")
    assert (town.coins(), town.coins(town.other)) == (coins - 2, 7)


def test_the_owner_of_a_toll_pays_nothing_and_other_plots_are_free():
    town = Harbour()
    town.fill("game", "row", ["hut"])
    town.house("l2", town.other)
    town.hire(town.other, "reeve")
    town.put("player", "coins", 0, town.me)
    # q4 touches l3, which borders l2, so it costs; q5 touches l4, which does not.
    town.to_work("dawn", [("rice", "q4"), ("rice", "q5")])
    town.do("build hut")
    assert offers(town, "build.plot_built") == ["build.plot_built l4"]
    own = Harbour()
    own.fill("game", "row", ["hut"])
    own.house("l2", own.me)
    own.hire(own.me, "reeve")
    own.put("player", "coins", 0, own.me)
    own.to_work("dawn", [("rice", "q1")])
    own.do("build hut", "build.plot_built l1")
    assert own.coins() == 2


@pytest.mark.parametrize(("charter", "allowed"), [("dawn", False), ("guild", True)])
def test_one_missing_good_is_allowed_by_the_query(charter, allowed):
    town = Harbour()
    town.fill("game", "row", ["kiln"])
    town.to_work(charter, [("rice", "q1")])
    assert ("build kiln" in town.labels()) is allowed


def test_two_missing_goods_are_never_allowed():
    town = Harbour()
    town.fill("game", "row", ["tower"])
    town.to_work("guild", [("rice", "q1")])
    assert "build tower" not in town.labels()


def test_a_power_works_once_in_a_turn_and_only_while_held():
    town = Harbour()
    for quay, good in ((0, 0), (1, 1), (2, 2)):
        town.put("quay", "boat", good, quay)
    town.take("storm")
    assert "storm.swap q1" in town.labels()
    town.do("storm.swap q1", "storm.swap.boat_two q3")
    assert [town.number("quay", "boat", q) for q in range(3)] == [2, 1, 0]
    assert not offers(town, "storm.swap")
    assert "storm.clear" in town.labels()
    town.do("storm.clear", "storm.clear.cleared q1", "pass")
    assert town.number("quay", "boat", 0) == -1
    assert "storm.clear" not in town.labels()


def test_a_power_of_one_step_is_open_only_there():
    town = Harbour()
    town.hire(town.me, "hawker")
    town.put("player", "charms", 2, town.me, 0)
    town.take("dawn")
    before = town.coins()
    assert "hawker.hawk moon" in town.labels()
    town.do("hawker.hawk moon")
    assert town.coins() == before + 3
    assert not offers(town, "hawker.hawk")
    fresh = Harbour()
    fresh.hire(fresh.me, "hawker")
    fresh.put("player", "charms", 2, fresh.me, 0)
    fresh.take("dawn")
    fresh.do("pass")
    assert offers(fresh, "lay")
    assert not offers(fresh, "hawker.hawk")


def test_trades_are_limited_and_the_limit_can_grow():
    town = Harbour()
    town.take("dawn")
    town.do("buy rice")
    assert not offers(town, "buy")
    assert not offers(town, "sell")
    more = Harbour()
    more.hire(more.me, "broker")
    more.take("dawn")
    more.do("buy rice", "sell rice")
    assert not offers(more, "buy")


def test_a_price_that_is_none_forbids_the_trade_until_a_tile_sets_it():
    town = Harbour()
    town.take("omen")
    assert "buy silk" not in town.labels()
    assert "sell silk" not in town.labels()
    dealer = Harbour()
    dealer.hire(dealer.me, "dealer")
    dealer.put("player", "coins", 4, dealer.me)
    dealer.take("omen")
    assert "buy silk" not in dealer.labels()
    dealer.do("sell silk")
    assert dealer.coins() == 9
