"""A scene stays as it is while a game goes on: its size, its board, its rows; and can be read."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from contact_sheet import scene as drawn_scene
from drawn import texts_of
from packs.tables import SHIPPED, game
from tilewright.picture.compose import scene_of
from tilewright.picture.faces import TEXT
from tilewright.picture.looks import Looks
from tilewright.picture.scene import SITES, THINGS

if TYPE_CHECKING:
    from tilewright.picture.scene import Scene

# How often a scene may change its size in a whole random game: where a hand or a row of what
# works for a player needs a second line, and where it does not any more.
CHANGES = 12
# The height of what is written on cards, as a part of the height of the whole.
READABLE, SIGN = 0.0095, 3
TABLES = [(name, players) for name in SHIPPED
          for players in range(game(name).model.least, min(game(name).model.most, 4) + 1)]


@cache
def walked(name: str, players: int) -> list[Scene]:
    """All scenes of one game, as the first player sees them."""
    state, rng, found = game(name).new(players, seed=1), random.Random(1), []
    while not state.over:
        found.append(scene_of(state.view(0)))
        state.apply(rng.choice(state.legal()))
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_scene_seldom_changes_its_size(name: str, players: int) -> None:
    sizes = [(one.wide, one.high) for one in walked(name, players)]
    assert len({wide for wide, _ in sizes}) == 1
    assert sum(a != b for a, b in itertools.pairwise(sizes)) <= CHANGES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_site_of_a_board_ever_moves(name: str, players: int) -> None:
    scenes = walked(name, players)
    board = next(t for t in scenes[0].things if t.id == "board")

    def sites(of: Scene) -> dict[str, tuple[float, float]]:
        return {t.id: (t.x, t.y) for t in of.things if t.layer == SITES and (
            t.x <= board.x + board.wide and t.y <= board.y + board.high)}

    first = sites(scenes[0])
    assert first
    assert all(sites(one) == first for one in scenes)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_lies_on_the_table_stays_in_its_row(name: str, players: int) -> None:
    """A card that stays where it is may move to the side, but to no other row."""
    scenes = walked(name, players)
    model = game(name).model
    cards = {kind for kind, of in model.kinds.items() if of.tiles}

    def rows(of: Scene) -> dict[tuple[str, str], float]:
        return {(t.id.rpartition(":")[0], t.item): t.y for t in of.things
                if t.kind in cards and t.id.startswith("game:") and t.high > 40}

    for one, other in itertools.pairwise(scenes):
        before, after = rows(one), rows(other)
        assert all(after[key] == y for key, y in before.items() if key in after)


@pytest.mark.parametrize("moves", [0, 120])
@pytest.mark.parametrize("name", ["yamatai", "namiji"])
def test_the_rules_on_cards_can_be_read_when_all_is_fitted(name: str, moves: int) -> None:
    whole = drawn_scene(game(name), None, moves, "en", 3)
    said = [text.size for thing in whole.things if thing.wide > 100 and thing.layer == THINGS
            for text in texts_of(thing) if len(text.text) > SIGN]
    assert min(said, default=TEXT) / whole.high >= READABLE


@pytest.mark.parametrize(("name", "players"), [("yamatai", 3), ("namiji", 3)])
def test_what_lies_apart_stays_where_it_is(name: str, players: int) -> None:
    found = [{(t.id, t.x, t.y) for t in one.things if t.id.endswith(":apart")}
             for one in walked(name, players)]
    assert found[0]
    assert all(one == found[0] for one in found)


# -- what is shown --------------------------------------------------------------------------------


def test_supplies_have_a_place_also_when_nothing_is_left() -> None:
    first, *_, last = walked("namiji", 3)
    for one in (first, last):
        ids = {t.id for t in one.things}
        assert {f"game:0:shown:{item}" for item in game("namiji").model.kinds["fish"].items} <= ids
    nothing = [t for t in first.things if t.id.startswith("player:0:caught:") and t.item]
    assert [t.label[-2:] for t in nothing] == ["×0", "×0"]


@pytest.mark.parametrize("wide", [390.0, None])
def test_cells_of_a_grid_of_ones_own_are_named_and_can_be_found(wide: float | None) -> None:
    things = {t.id: t for t in drawn_scene(game("namiji"), wide, 0, "en", 2).things}
    for seat in range(2):
        cells = [things[f"player:{seat}:crate:{item}:cell"]
                 for item in game("namiji").model.kinds["cell"].items]
        assert all((c.kind, c.owner) == ("cell", seat) and c.item in c.id for c in cells)
        assert len({c.item for c in cells}) == 12
        for at, name in enumerate("abcd"):
            said = things[f"player:{seat}:crate:column:{at}"]
            assert [one.text for one in texts_of(said)] == [name]
            assert said.x == pytest.approx(things[f"player:{seat}:crate:{name}1:cell"].x)
        for at in range(3):
            said = things[f"player:{seat}:crate:row:{at}"]
            assert [one.text for one in texts_of(said)] == [str(at + 1)]


@pytest.mark.parametrize("wide", [390.0, None])
def test_few_cards_in_a_hand_lie_side_by_side(wide: float | None) -> None:
    """Nobody has to guess what is written below another card."""
    played, seen = game("namiji"), 0
    for seed in range(6):
        state, rng = played.new(2, seed=seed), random.Random(seed)
        while not state.over:
            seat = state.decider
            for zone in ("dealt", "looking") if seat is not None else ():
                cards = [t for t in scene_of(state.view(seat), "en", wide).things
                         if t.id.startswith(f"player:{seat}:{zone}:") and t.item]
                if 2 < len(cards) < 5:
                    seen += 1
                    assert not any(card.turned for card in cards)
                    assert len({(card.x, card.y) for card in cards}) == len(cards)
            state.apply(rng.choice(state.legal()))
    assert seen


def test_signs_that_a_game_does_not_give_come_from_names_in_each_language() -> None:
    model = game("harbour_town").model
    for lang in model.texts or ["en"]:
        looks = Looks(model, lang)
        for name, kind in model.kinds.items():
            given = model.show.get("symbols", {})
            for index, item in enumerate(kind.items):
                sign = looks.sign(name, index)
                starts = looks.name(name, index).lower().startswith(sign.lower())
                assert item in given or starts or sign.endswith(str(index + 1))


@pytest.mark.parametrize("name", ["coast_walk", *SHIPPED])
def test_things_have_the_same_order_in_all_languages(name: str) -> None:
    """Replays tell things of all languages at once."""
    told = [[t.id for t in drawn_scene(game(name), None, 30, lang).things]
            for lang in ("en", "fr", "it", "pl")]
    assert all(one == told[0] for one in told)
