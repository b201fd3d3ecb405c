"""Coast walk: who moves, where to, the neutral walker and the secret draft."""

from __future__ import annotations

from packs.tables import offers
from packs.walks import Coast


def test_the_last_walker_moves_again_while_it_stays_last():
    coast = Coast(3)
    coast.stand(w0="line_1", w1="net_1", w2="gift_1")
    assert coast.state.decider == 0
    coast.do("sail isle_1")
    assert coast.state.decider == 0
    coast.do("sail rock_inner")
    while not offers(coast, "sail"):
        coast.do(coast.labels()[0])
    assert coast.state.decider == 0
    coast.do("sail pier_1")
    assert coast.state.decider == 2


def test_outer_places_exist_with_four_or_more():
    for players, exists in ((3, False), (4, True)):
        coast = Coast(players)
        coast.stand(w0="line_1", w1="trap_inner", w2="net_1")
        if exists:
            coast.stand(w3="gift_1")
        assert ("trap_outer" in coast.targets()) is exists
        assert "rock_outer" not in coast.targets()
        assert "trap_inner" not in coast.targets()


def test_the_later_one_at_a_double_place_is_behind():
    coast = Coast(4)
    coast.stand(w0="trap_outer", w1="trap_inner", w2="net_1", w3="gift_1")
    assert coast.state.decider == 0


def test_a_pier_stops_everybody():
    coast = Coast(3)
    coast.stand(w0="line_1", w1="net_1", w2="pier_1")
    assert coast.targets() == {"trap_inner", "isle_1", "rock_inner", "gift_1", "pier_2", "pier_3"}


def test_a_finished_view_is_no_target():
    coast = Coast(3)
    coast.put("player", "seen", 2, 0, 0)
    coast.stand(w0="line_1", w1="net_1", w2="gift_1")
    assert "isle_1" not in coast.targets()
    coast.stand(w0="net_1", w1="line_1", w2="gift_1")
    assert "isle_1" in coast.targets()


def test_the_neutral_walker_is_steered_by_the_leader_and_has_no_stops():
    coast = Coast(2)
    coast.stand(w0="line_1", w1="gift_1", w2="start_1")
    assert (coast.state.decider, coast.state.actor) == (1, 1)
    before = coast.state.scores()
    coast.do("sail isle_1")
    assert coast.state.scores() == before
    assert coast.state.decider == 0


def test_the_draft_goes_by_slots_and_the_last_card_under_the_deck():
    coast = Coast(3)
    coast.fill("game", "ware_deck", ["bread", "stew", "lamp", "bucket", "sketch"])
    coast.stand(w0="net_1", w1="pier_1", w2="pier_3")
    coast.do("sail pier_2")
    chosen = []
    while any("taken_ware" in x for x in coast.labels()):
        seat = coast.state.decider
        chosen.append(seat)
        mine = coast.state.view(seat).zone(seat, "dealt")
        assert sorted(mine) == sorted({x.split()[1] for x in coast.labels()})
        for other in range(3):
            if other != seat:
                assert coast.state.view(other).zone(seat, "dealt").count(None) >= (
                    0 if other in chosen else len(mine))
        coast.do(coast.labels()[0])
    assert chosen == [1, 0, 2]
    deck = coast.zone("game", "ware_deck")
    assert deck[0] == "sketch"
    assert len(deck) == 2
    assert coast.state.decider == 2, "the highest slot leaves first"


def test_the_neutral_walker_takes_a_random_card_unseen():
    coast = Coast(2)
    coast.stand(w0="net_1", w1="pier_3", w2="pier_2")
    coast.do("sail pier_1")
    count = len(coast.zone("game", "ware_deck"))
    coast.do(coast.labels()[0])
    assert coast.state.decider == 1
    assert len(coast.zone("player", "dealt", 1)) == 2
    coast.do(coast.labels()[0])
    assert len(coast.zone("game", "ware_deck")) == count + 2
    for seat in range(2):
        known = [x for x in coast.state.view(seat).common_zone("ware_deck") if x]
        assert len(known) == (1 if seat == 1 else 0)
