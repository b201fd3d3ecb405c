"""Coast walk: what the stops do, and the end."""

from __future__ import annotations

import random

import pytest

from packs.tables import offers, zone_names
from packs.walks import Coast
from tilewright.playing.bots import random_bot
from tilewright.playing.simulate import play_out


def trapping(players: int = 3) -> Coast:
    coast = Coast(players)
    coast.state.show_chance(shuffles=False)
    coast.stand(w0="line_1", w1="net_1", w2="gift_1")
    coast.do("sail trap_inner")
    return coast


def drawn(coast: Coast, *catches: str) -> None:
    """Let chance bring these, and go on while the player is asked."""
    for number, catch in enumerate(catches):
        if number:
            coast.do(next(x for x in coast.labels() if x.endswith("yes")))
        assert coast.state.decider == -1
        coast.do(next(x for x in coast.labels() if x.endswith(catch)))


def test_two_crabs_lose_the_series():
    coast = trapping()
    drawn(coast, "shrimp", "crab", "crab")
    assert coast.state.score_sheet(0)["catches"] == 0
    assert coast.numbers("game", "bag") == [12, 8]
    assert coast.numbers("player", "kept", 0) == [0, 0]
    assert offers(coast, "sail")


def test_stopping_in_time_keeps_the_series():
    coast = trapping()
    drawn(coast, "shrimp", "crab", "shrimp")
    coast.do(next(x for x in coast.labels() if x.endswith("no")))
    assert coast.state.score_sheet(0)["catches"] == 3
    assert coast.numbers("player", "kept", 0) == [2, 1]


def test_the_fifth_catch_ends_the_series():
    coast = trapping()
    drawn(coast, *["shrimp"] * 5)
    assert coast.state.score_sheet(0)["catches"] == 5
    assert offers(coast, "sail")


def test_a_bucket_allows_one_crab_more():
    coast = trapping()
    coast.fill("player", "wares", ["bucket"], 0)
    drawn(coast, "crab", "crab")
    assert coast.numbers("game", "basket") == [0, 2]
    drawn_more = next(x for x in coast.labels() if x.endswith("yes"))
    coast.do(drawn_more, next(x for x in ["set_trap.c crab"]))
    assert coast.numbers("game", "basket") == [0, 0]
    assert coast.state.score_sheet(0)["catches"] == 0


CELLS = [f"{c}{r}" for r in (1, 2, 3) for c in "abcd"]


def fishing(crate: dict[str, int], open_fish: int) -> Coast:
    coast = Coast(3)
    for cell, fish in crate.items():
        coast.put("player", "crate", fish, 0, CELLS.index(cell))
    for fish in range(4):
        coast.put("game", "shown", int(fish == open_fish), 0, fish)
    coast.stand(w0="start_1", w1="net_1", w2="gift_1")
    coast.do("sail line_1")
    coast.do(next(x for x in coast.labels() if x.endswith("known")))
    return coast


@pytest.mark.parametrize(("fish", "points"), [(0, 5), (1, 5), (3, 0)])
def test_a_strip_scores_when_filled_alike(fish, points):
    coast = fishing({"a1": 0, "b1": 1, "c1": 0}, fish)
    coast.do(*[x for x in coast.labels() if x.startswith("fish_here.f ")])
    assert "pass" in coast.labels()
    assert {x.split()[1] for x in coast.labels() if x != "pass"} == {"d1", "a2", "b2", "c2"}
    coast.do("fish_here.spot d1")
    assert coast.state.score_sheet(0)["strips"] == points


def test_a_row_and_a_column_can_be_filled_at_once():
    coast = fishing({"a1": 0, "b1": 0, "c1": 0, "d2": 0, "d3": 0}, 0)
    coast.do(*[x for x in coast.labels() if x.startswith("fish_here.f ")])
    coast.do("fish_here.spot d1")
    assert coast.state.score_sheet(0)["strips"] == 5 + 3


def test_a_released_fish_lies_open():
    coast = fishing({}, 2)
    coast.do(*[x for x in coast.labels() if x.startswith("fish_here.f ")])
    assert {x.split()[1] for x in coast.labels() if x != "pass"} == {"a1"}
    before = sum(coast.numbers("game", "shown"))
    coast.do("pass")
    assert sum(coast.numbers("game", "shown")) == before + 1


def meshing(crate: dict[str, int], mesh: str) -> Coast:
    coast = Coast(3)
    coast.fill("game", "meshes", [mesh, "mesh_low"])
    for cell, fish in crate.items():
        coast.put("player", "crate", fish, 0, CELLS.index(cell))
    coast.stand(w0="gift_1", w1="pier_1", w2="pier_2")
    coast.do("sail net_1")
    return coast


def test_the_first_piece_covers_the_corner_and_later_ones_touch():
    coast = meshing({}, "mesh_mix")
    spots = {x.split()[1] for x in coast.labels() if x != "pass"}
    assert spots == {"pair_a1_b1", "pair_b1_a1", "pair_a1_a2", "pair_a2_a1"}
    coast.do("cast_mesh.spot pair_b1_a1")
    assert coast.numbers("player", "crate", 0)[:2] == [3, 0]
    later = meshing({"a1": 0}, "mesh_mix")
    spots = {x.split()[1] for x in later.labels() if x != "pass"}
    assert "pair_b1_c1" in spots
    assert "pair_c1_b1" in spots
    assert "pair_c1_d1" not in spots
    assert not any("a1" in x for x in spots)


def test_a_declined_piece_goes_under_the_pile():
    coast = meshing({}, "mesh_mix")
    coast.do("pass")
    assert coast.zone("game", "meshes") == ["mesh_low", "mesh_mix"]


def test_a_full_crate_takes_no_piece():
    full = {c: 3 for c in CELLS if c not in ("b2", "d2")}
    coast = meshing(full, "mesh_mix")
    assert offers(coast, "sail")
    assert coast.zone("game", "meshes") == ["mesh_low", "mesh_mix"]


def test_a_wish_is_looked_at_in_secret_and_scored_at_the_end():
    coast = Coast(3)
    coast.fill("game", "wish_deck", ["thrifty", "crabber", "pious"])
    coast.stand(w0="isle_1", w1="net_1", w2="gift_1")
    coast.do("sail rock_inner")
    assert coast.state.view(0).zone(0, "looking") == ["thrifty", "crabber"]
    assert coast.state.view(1).zone(0, "looking") == [None, None]
    coast.do("make_wish.w thrifty")
    assert coast.zone("player", "wished", 0) == ["thrifty"]
    assert coast.zone("game", "wish_deck") == ["pious", "crabber"]
    assert coast.state.score_sheet(0)["wishes"] == 0
    coast.stand(w0="line_3", w1="port", w2="port")
    coast.do("sail port")
    assert coast.state.over
    assert coast.state.score_sheet(0)["wishes"] == 3
    assert coast.state.score_sheet(0)["gifts"] == -15


def test_a_power_of_a_step_that_comes_only_at_some_stops():
    coast = Coast(3)
    coast.fill("player", "wares", ["boat_lamp"], 0)
    coast.stand(w0="isle_1", w1="net_1", w2="pier_1")
    coast.do("sail gift_1")
    assert coast.number("player", "gifts", 0) == 3
    coast.do("boat_lamp.give")
    assert coast.number("player", "gifts", 0) == 2
    assert offers(coast, "sail")


def test_views_score_their_number_and_the_first_gets_a_bonus():
    coast = Coast(3)
    coast.put("player", "seen", 1, 0, 0)
    coast.stand(w0="line_1", w1="net_1", w2="gift_1")
    coast.do("sail isle_1")
    assert coast.state.score_sheet(0)["views"] == 2 + 3
    assert coast.number("view", "bonus_of", 0) == 0


def test_level_walkers_are_told_apart_by_their_arrival():
    coast = Coast(2, seed=3)
    play_out(coast.state, random_bot, random.Random(3))
    places = [coast.number("player", "place_of_arrival", seat) for seat in range(2)]
    layout = coast.program.layout
    start = layout.scores
    coast.state._s[start:start + 2 * len(coast.program.game.scoring)] = (
        [0] * 2 * len(coast.program.game.scoring))
    for seat in range(2):
        coast.put("player", "gifts", 4, seat)
    assert coast.state.scores() == [-15, -15]
    assert coast.state.winners() == [places.index(min(places))]


def test_zones_are_read_alike_by_view_and_state():
    coast = Coast(3)
    for seat in range(3):
        assert coast.state.view(seat).zone(seat, "wished") == zone_names(
            coast.state, "player", "wished", seat)
