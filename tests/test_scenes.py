"""Where things lie in a scene: all inside, nothing on something else, at each width."""

from __future__ import annotations

import itertools
import random
from functools import cache
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

import pytest

from bad_packs import MANIFEST, game_with, make_pack
from contact_sheet import scene as drawn_scene
from contact_sheet import sheet
from drawn import Box, box_of, frame_of, texts_of
from packs.tables import ALL, SHIPPED, game
from tilewright import load
from tilewright.picture.compose import Composer, scene_of
from tilewright.picture.faces import Faces
from tilewright.picture.looks import Looks
from tilewright.picture.parts import fan
from tilewright.picture.scene import SITES, THINGS, Thing

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State
    from tilewright.picture.scene import Scene

WIDTHS = (360.0, 420.0, 768.0, None)
# What is smaller is a sign on a piece, no text.
SMALLEST_TEXT, SIGN = 11.0, 3


@cache
def scene(name: str, wide: float | None, moves: int = 60, lang: str = "en") -> Scene:
    return drawn_scene(game(name), wide, moves, lang)


def on_board(one: Thing, whole: Scene) -> bool:
    board = next((t for t in whole.things if t.id == "board"), None)
    return board is not None and box_of(board).meets(box_of(one), 0)


# -- inside, and apart ----------------------------------------------------------------------------


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", ALL)
def test_nothing_lies_outside(name: str, wide: float | None) -> None:
    whole = scene(name, wide)
    assert wide is None or whole.wide == wide
    for thing in whole.things:
        left, top, right, bottom = box_of(thing)
        assert left >= 0, thing.id
        assert top >= 0, thing.id
        assert right <= whole.wide, thing.id
        assert bottom <= whole.high, thing.id


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_narrower_than_any_screen_is_drawn_for_the_narrowest(name: str) -> None:
    view = game(name).new(seed=2).view(0)
    assert scene_of(view, "en", 1).data() == scene_of(view, "en", 300).data()
    whole = scene_of(view, "en", 300)
    assert whole.wide == 300
    assert max(box_of(t).right for t in whole.things) <= 300


def in_a_fan(one: Thing, other: Thing) -> bool:
    return one.id.rpartition(":")[0] == other.id.rpartition(":")[0] and bool(
        one.turned or other.turned)


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", ALL)
def test_nothing_lies_on_something_else(name: str, wide: float | None) -> None:
    """Faces, pieces, names and piles, each with all that is drawn of it."""
    whole = scene(name, wide)
    sites = {t.id for t in whole.things if t.layer == SITES}
    laid = [t for t in whole.things if t.layer >= THINGS or t.id.endswith(":title")]
    laid = [t for t in laid if not on_board(t, whole) and not any(
        t.id.startswith(s.removesuffix(":cell")) for s in sites)]
    boxes = {t.id: box_of(t) for t in laid}
    for one, other in itertools.combinations(laid, 2):
        assert in_a_fan(one, other) or not boxes[one.id].meets(boxes[other.id], 1.5), (
            one.id, other.id)


# Corners and edges lie at the rims of their cells.
@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", [n for n in ALL if n != "hexagon_villages"])
def test_sites_do_not_touch_each_other(name: str, wide: float | None) -> None:
    whole = scene(name, wide)
    boxes = [Box(t.x - t.wide / 2, t.y - t.high / 2, t.x + t.wide / 2, t.y + t.high / 2)
             for t in whole.things if t.layer == SITES]
    for one, other in itertools.combinations(boxes, 2):
        apart = hypot(one.left + one.right - other.left - other.right,
                      one.top + one.bottom - other.top - other.bottom) / 2
        assert apart > (one.right - one.left + other.right - other.left) / 2 - 0.1


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
@pytest.mark.parametrize("name", SHIPPED)
def test_words_are_large_enough_and_stay_on_their_cards(name: str, lang: str) -> None:
    for wide in (360.0, None):
        for thing in scene(name, wide, 60, lang).things:
            for said in texts_of(thing):
                assert said.size >= SMALLEST_TEXT or len(said.text) <= SIGN, said
                if thing.wide > 100 and not thing.turned and thing.layer == THINGS:
                    assert said.box.right <= thing.x + thing.wide, said
                    assert said.box.bottom <= thing.y + thing.high, said


@pytest.mark.parametrize("lang", ["en", "fr", "it", "pl"])
@pytest.mark.parametrize("name", ALL)
def test_all_that_a_tile_says_is_on_its_face(name: str, lang: str) -> None:
    """Long names may be cut, with three dots; the words of the rules are there to the end."""
    model = game(name).model
    looks = Looks(model, lang)
    faces = Faces(looks)
    for kind, of in model.kinds.items():
        for index in range(len(of.items)) if of.tiles else ():
            said = " ".join(t.text for t in texts_of(Thing(
                "", 0, 0, faces.card(kind, index, 0))))
            assert said.endswith(looks.says(kind, index)[-20:].strip()), of.items[index]


def test_a_label_that_is_too_long_ends_in_dots(tmp_path: Path) -> None:
    long = "a player with a name that no mat has room for, however wide it may be drawn " * 2
    home = make_pack(tmp_path, {
        "pack.yaml": f"{MANIFEST}texts: {{en: en.yaml}}\n", "game.yaml": game_with(),
        "en.yaml": f"game: a\nplayer.p1: {long}\nmove.go: go\nend.late: late\n"
                   "score.coins: coins\n"})
    whole = scene_of(load(str(home)).new().view(0), "en", 360)
    name = next(t for t in whole.things if t.id == "name:0")
    assert any(said.text.endswith("…") for said in texts_of(name))
    assert box_of(name).right <= whole.wide


# -- hands ----------------------------------------------------------------------------------------


def middle(card: Thing) -> tuple[float, float]:
    corners = frame_of(card)
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def pivot(of: Thing, lean: float, one: Thing, other: Thing) -> tuple[float, float]:
    """The point below a card that is as far from its middle as two cards and their angle say."""
    (x, y), (a, b) = middle(one), middle(other)
    far = hypot(x - a, y - b) / 2 / sin(radians(abs(lean)) / 2)
    x, y = middle(of)
    return x - far * sin(radians(of.turned)), y + far * cos(radians(of.turned))


@pytest.mark.parametrize("count", [1, 2, 3, 5, 9, 20, 60])
@pytest.mark.parametrize("most", [300.0, 420.0, 900.0])
def test_a_hand_is_a_fan_that_stays_in_its_room(count: int, most: float) -> None:
    cards = [Thing(f"c{n}", 0, 0, ("g", {}, []), wide=144, high=100) for n in range(count)]
    made = fan(cards, most)
    corners = [at for card in made.things for at in frame_of(card)]
    assert made.wide <= most + 0.5
    for x, y in corners:
        assert -0.5 <= x <= made.wide + 0.5
        assert -0.5 <= y <= made.high + 0.5
    turned = [card.turned for card in made.things]
    assert turned == sorted(turned)
    assert turned[0] == pytest.approx(-turned[-1])
    assert (turned[0] < 0) == (count > 1)
    # All of them are turned around one point, which lies below.
    for card in made.things[:-1]:
        points = [pivot(one, card.turned - made.things[-1].turned, card, made.things[-1])
                  for one in (card, made.things[-1])]
        assert points[0] == pytest.approx(points[1], abs=0.5)
        assert points[0][1] > made.high
    # Each card can be seen, and none hides all of the one below it.
    lefts = [min(x for x, _ in frame_of(card)) for card in made.things]
    assert all(b > a for a, b in itertools.pairwise(lefts))


def with_a_hand() -> tuple[State, int]:
    """A position in which somebody has two hidden cards or more."""
    played = game("namiji")
    hand = played.model.fields["player", "secrets"]
    for seed in range(40):
        state, rng = played.new(3, seed=seed), random.Random(seed)
        while not state.over:
            state.apply(rng.choice(state.legal()))
            for seat in range(3):
                if not state.over and len(state.view(seat).reader.zone(hand, seat)) > 1:
                    return state, seat
    raise AssertionError


def test_only_the_owner_of_a_hand_sees_a_fan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.picture.fields.FANNED", 1)
    state, seat = with_a_hand()
    mine = {t.id: t for t in Composer(state.program, "en").scene(state.view(seat)).things}
    cards = [t for id_, t in mine.items() if id_.startswith(f"player:{seat}:secrets:")
             and t.turned]
    assert len(cards) > 1
    assert all(t.label and t.item for t in cards)
    assert [t.data()["turned"] for t in cards] == [round(t.turned, 1) for t in cards]
    for other in (None, (seat + 1) % 3):
        things = scene_of(state.view(other)).things
        assert not any(t.turned for t in things if t.id.startswith(f"player:{seat}:"))
        assert any(t.id == f"player:{seat}:secrets:hidden" for t in things)


# -- the same each time ---------------------------------------------------------------------------


@pytest.mark.many
@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_remembered_changes_nothing(name: str) -> None:
    """Scenes made one after another, forth and back, are those that are made anew."""
    state, rng, by = game(name).new(seed=4), random.Random(4), {}
    for _ in range(40):
        if state.over:
            break
        state.apply(rng.choice(state.legal()))
        for seat in (None, 0):
            view = state.view(seat)
            by[view.key()] = view, scene_of(view).data()
    for view, before in reversed(by.values()):
        assert scene_of(view).data() == before
        assert Composer(view.program, "en").scene(view).data() == before


@pytest.mark.parametrize("name", SHIPPED)
def test_who_looks_comes_first_where_all_is_in_one_column(name: str) -> None:
    view = game(name).new(seed=1).view(1)
    for wide, first in ((360, 1), (None, 0)):
        mats = [t for t in scene_of(view, "en", wide).things if t.id.startswith("mat:")]
        assert min(mats, key=lambda t: (t.y, t.x)).id == f"mat:{first}"


def test_whose_turn_it_is_has_an_arrow() -> None:
    state = game("connect_four").new()
    things = {t.id: t for t in scene_of(state.view(0)).things}
    assert [node[0] for node in things["name:0"].node[2]].count("path") == 1
    assert [node[0] for node in things["name:1"].node[2]].count("path") == 0


# -- boards ---------------------------------------------------------------------------------------

SPACES = """\
sites:
  space:
    attributes: {of: land}
    items:
      a: {at: [0, 0], of: north}
      b: {at: [2, 0], of: north}
      c: {at: [4, 0], of: north}
      d: {at: [1, 1], of: south}
      e: {at: [3, 1], of: south}
"""
WALKING = {
    "kinds": "{land: [north, south]}",
    "state": "{player: {coins: {type: int, start: 3, max: 10}, at: {type: space, start: b}}}",
    "actions": "{go: {do: [{gain: {me.coins: 1}}, {set: {me.at: c}}]}}",
}
OWNING = {
    "kinds": "{land: [north, south]}",
    "state": "{player: {coins: {type: int, start: 3}}, space: {owner: 'player?'}}",
    "actions": "{go: {pick: {one: '[s for s in spaces if s.owner == none]'}, do: [{gain: "
               "{me.coins: 1}}, {set: {one.owner: me}}]}}",
    "ends": "{all: {when: 'all(s.owner != none for s in spaces)', check: action}}",
}


def board_with(tmp_path: Path, sections: dict[str, str], moves: int = 2) -> dict[str, Thing]:
    home = make_pack(tmp_path, {"pack.yaml": f"{MANIFEST}boards: [board.yaml]\n",
                                "board.yaml": SPACES, "game.yaml": game_with(**sections)})
    state = load(str(home)).new(3, seed=1)
    for _ in range(moves):
        state.apply(state.legal()[0])
    return {t.id: t for t in scene_of(state.view(0)).things}


def test_pieces_stand_where_they_say_and_beside_each_other(tmp_path: Path) -> None:
    things = board_with(tmp_path, WALKING)
    on_b, first, second = (things[f"player:p{n}:at"] for n in (3, 1, 2))
    assert (on_b.x, on_b.y) == (things["space:b"].x, things["space:b"].y)
    assert (first.x + second.x) / 2 == pytest.approx(things["space:c"].x)
    assert not box_of(first).meets(box_of(second), 1.5)
    assert things["space:c"].label.endswith("p1, p2")
    # What stands on the board is not told on the mat again.
    assert "player:0:at" not in things


def test_what_a_site_says_is_not_drawn_again() -> None:
    """The boats of this game know their places, and the places know their boats."""
    ids = [t.id for t in scene("namiji", None, 20).things]
    assert any(id_.endswith(":boat_here") for id_ in ids)
    assert not any(id_.endswith(":at") for id_ in ids)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_mats_lie_below_the_board_and_all_of_the_table(lang: str) -> None:
    """Also where words of a language make the table longer than the board."""
    whole = drawn_scene(game("yamatai"), None, 0, lang, 2)
    highest = min(t.y for t in whole.things if t.id.startswith("mat:"))
    lowest = max(box_of(t).bottom for t in whole.things
                 if t.id.startswith(("board", "game:", "meeple:")))
    assert lowest < highest
    beside = [t for t in whole.things if t.id.startswith("game:")]
    board = next(t for t in whole.things if t.id == "board")
    assert all(t.x > board.x + board.wide for t in beside)
    assert lowest > board.y + board.high


def test_a_number_with_a_limit_is_a_place_on_a_track(tmp_path: Path) -> None:
    things = board_with(tmp_path, WALKING)
    assert things["player:0:coins"].label == "4/10"
    assert [said.text for said in texts_of(things["player:0:coins"])] == ["4"]


def test_sites_have_the_colour_and_sign_of_their_sort(tmp_path: Path) -> None:
    things = board_with(tmp_path, WALKING)
    assert [said.text for said in texts_of(things["space:a"])] == ["N"]
    assert things["space:a"].label == "space a, north"
    # Who stands there hides the sign, so it stands at the edge.
    assert texts_of(things["space:b"]) == []
    assert [said.text for said in texts_of(things["space:b:sign"])] == ["N"]


def test_hexes_of_one_board_touch(tmp_path: Path) -> None:
    things = board_with(tmp_path, {**WALKING, "show": "{shapes: {space: hex}}"})
    a, b, d = (box_of(things[f"space:{name}"]) for name in "abd")
    assert b.left - a.right == pytest.approx(0, abs=3)
    assert d.left == pytest.approx((a.left + b.left) / 2, abs=0.5)
    assert a.bottom - d.top == pytest.approx((a.bottom - a.top) / 4, abs=3)


def test_regions_are_areas_where_sites_show_something_else(tmp_path: Path) -> None:
    things = board_with(tmp_path, OWNING)
    north, south = {}, {}
    for name, circle in zip("abcde", things["regions:space"].node[2], strict=True):
        (north if name in "abc" else south)[circle[1]["fill"]] = name
    assert len(north) == len(south) == 1
    assert north.keys().isdisjoint(south)
    assert [said.text for said in texts_of(things["space:d:region"])] == ["S"]
    board, areas = box_of(things["board"]), box_of(things["regions:space"])
    assert board.left < areas.left < areas.right < board.right
    assert board.top < areas.top < areas.bottom < board.bottom
    assert things["space:a"].label == "space a, north, p1"


def test_sites_without_places_are_put_by_their_links() -> None:
    """A board of its own: linked sites near, none on another, the same each time."""
    things = {t.id: t for t in scene("harbour_town", None).things}
    model = game("harbour_town").model
    quays = [things[f"quay:{item}"] for item in model.kinds["quay"].items]
    links = {frozenset(pair) for pair in model.relations["quay", "linked"].links}

    def far(one: int, other: int) -> float:
        return hypot(quays[one].x - quays[other].x, quays[one].y - quays[other].y)

    near = [far(a, b) for a, b in links]
    rest = [far(a, b) for a, b in itertools.combinations(range(8), 2)
            if frozenset((a, b)) not in links]
    assert sum(near) / len(near) < 0.6 * sum(rest) / len(rest)


def test_the_contact_sheet_can_be_drawn() -> None:
    assert sheet({"a": scene("tictactoe", None), "b": scene("yamatai", None)}).startswith("<svg")
