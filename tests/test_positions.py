"""Positions, questions and moves by the names of their game."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import jsonschema
import pytest

import tilewright
from bad_packs import game_with, make_pack
from tilewright import IllegalMove, State, UsageError

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ("tictactoe", "connect_four", "namiji", "yamatai")
STATE = """{
  game: {deck: {zone: card, start: all, visible: none}, pot: {type: int, start: 4},
         chief: "player?"},
  player: {coins: {type: int, start: 3}, stock: {type: int, per: good, start: 2},
           hand: {zone: card, visible: owner}, bid: {type: int, visible: owner}, rich: bool},
  cell: {mark: "player?"}}"""
SECTIONS = {
    "kinds": "{good: [wood, clay], card: [ace, king, queen]}",
    "grids": "{cell: {columns: 2, rows: 2}}", "state": STATE,
    "actions": """{
      draw_one: {do: [{draw: 1, from: deck, to: me.hand}]},
      buy: {pick: {good_bought: goods}, pay: {me.coins: "1 + me.stock[good_bought]"},
            do: [{gain: {"me.stock[good_bought]": 1}}]},
      mark: {pick: {cell_marked: "[c for c in cells if c.mark == none]", good_left: goods},
             pay: {"me.stock[good_left]": 1},
             do: [{set: {cell_marked.mark: me, chief: me, me.bid: 2}}, {score: {stones: 2}}]}}""",
    "flow": "{round: {each: players, turn: [{may: [draw_one, buy, mark], step: act}]}}",
    "scoring": "{stones: counted, coins: me.coins + pot + size(me.hand) + me.bid + "
               "(1 if me.rich and chief != none else 0)}",
}


def table(folder: Path, players: int = 2) -> State:
    rules = game_with(**SECTIONS)
    return tilewright.load(str(make_pack(folder, {"game.yaml": rules}))).new(players, seed=1)


@pytest.fixture
def state(tmp_path: Path) -> State:
    return table(tmp_path / "pack")


def did(state: State, *labels: str) -> State:
    for label in labels:
        state.apply(state.find(label))
    return state


LIMITED = {
    "families": "{card: {}}",
    "vocabulary": "{verbs: {dig: {do: [{gain: {me.coins: 1}}]}}}",
    "state": "{game: {row: {zone: card, start: all}}, player: {coins: int, hand: {zone: card, "
             "start: '[spade]', in_play: true}}}",
    "actions": "{buy: {limit: once_per_turn, do: []}, leave: {do: []}}",
    "procedures": "{sell: {do: [{may: [], step: market}, {call: ask_twice, id: again}]}, "
                  "ask_twice: {do: [{ask: sure, do: []}]}}",
    "flow": "{round: {each: players, turn: [{may: [buy], step: act, while: used(buy) < 2}, "
            "{call: sell}, {call: ask_twice, id: first}, {must: [leave]}]}}",
    "ends": "{late: {when: round == 3, check: round}}",
    "scoring": "{coins: me.coins}",
}
SPADE = "family: card\ntiles:\n  spade: {abilities: {dig: {power: dig, window: 'step:market'}}}\n"


def limited(folder: Path) -> State:
    return tilewright.load(str(make_pack(folder, {
        "pack.yaml": "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "tiles: [cards.yaml]\n",
        "game.yaml": game_with(**LIMITED), "cards.yaml": SPADE}))).new(2)


# -- reading --------------------------------------------------------------------------------------


def test_each_sort_of_field_is_read_by_its_path(state: State) -> None:
    did(state, "draw_one", "pass", "mark b1", "mark.good_left clay")
    wanted = {
        "pot": 4, "game.pot": 4, "chief": "p1", "p1.coins": 3, "player.p2.coins": 3,
        "p1.stock": {"wood": 2, "clay": 1}, "p1.stock.clay": 1, "player.coins": {"p1": 3, "p2": 3},
        "player.stock.clay": {"p1": 1, "p2": 2}, "p1.hand": [state.read("p1.hand")[0]],
        "size(p1.hand)": 1, "size(deck)": 2, "b1.mark": "p1", "a1.mark": None, "p1.rich": False,
        "cell.mark": {"a1": None, "b1": "p1", "a2": None, "b2": None},
        "b1.row": 1, "b1.column": 2, "a1.beside": ["b1", "a2"], "points.stones": {"p1": 2, "p2": 0},
    }
    assert {path: state.read(path) for path in wanted} == wanted
    assert sorted([*state.read("deck"), *state.read("p1.hand")]) == ["ace", "king", "queen"]


def test_things_have_their_fields_as_attributes(state: State) -> None:
    me, cell = state["p1"], state["a1"]
    assert (me.coins, me.stock["wood"], me["hand"], state["game"].pot) == (3, 2, [], 4)
    assert (cell.column, cell.mark, cell.beside) == (1, None, ["b1", "a2"])
    assert set(dir(me)) == {"coins", "stock", "hand", "bid", "rich"}
    assert {"mark", "row", "column", "beside"} <= set(dir(cell))
    assert (str(me), repr(cell), repr(state["game"])) == ("p1", "<cell a1>", "<game>")
    assert "a1" in state._ipython_key_completions_()
    with pytest.raises(AttributeError, match="a player has no field 'coin'; did you mean 'coins'"):
        _ = me.coin
    with pytest.raises(TypeError, match="names, no places"):
        list(cell)


@pytest.mark.parametrize(("path", "said"), [
    ("coin", "the game has no field 'coin'"), ("coins", "is of a 'player'; say whose, as in 'p1.c"),
    ("p1", "'p1' is a player; say what of it: 'coins',"), ("cell.z1", "there is no cell 'z1'"),
    ("p9.coins", "there is nothing called 'p9'; it can be"),
    ("p1.stock.wod", "nothing for 'wod'; did you mean 'wood'"),
    ("p1.coins.wood", "player.coins holds nothing for 'wood'"), ("size(pot)", "pot is not a zone"),
    ("points.coins", "no points are counted for 'coins'; it can be 'stones'"),
    ("a1.row.b", "'row' of a cell holds nothing for 'b'"), ("p1.", "a player has no field ''"),
    ("", "the game has no field ''"), ("game.x", "the game has no field 'x'")])
def test_what_is_not_there_is_told_with_the_nearest_word(state: State, path: str, said: str
                                                         ) -> None:
    with pytest.raises(UsageError) as error:
        state.read(path)
    assert said in str(error.value)


def test_a_view_tells_none_where_its_seat_does_not_know(state: State) -> None:
    did(state, "draw_one", "mark a1", "mark.good_left wood")
    mine, other = state.view(0), state.view(1)
    assert mine.read("p1.hand") == state.read("p1.hand") != [None]
    assert other.read("p1.hand") == [None]
    assert other["p1"].hand == [None]
    assert (mine.read("p2.bid"), other.read("p2.bid"), state.read("p2.bid")) == (None, 2, 2)
    assert (mine.knows("p2", "bid"), other.knows("p2", "bid"), state.knows("p2", "bid")) == (
        False, True, True)
    assert mine.facts()["unknown"] == ["deck", "player.p2.bid"]
    assert other.facts()["unknown"] == ["deck", "player.p1.hand", "player.p1.bid"]
    assert "unknown" not in state.facts()


def test_keys_of_views_are_equal_where_the_seat_cannot_tell(tmp_path: Path) -> None:
    state = did(table(tmp_path / "pack"), "draw_one")
    mine, hidden = state.view(0).key(), state.view(1).key()
    others = [state.view(1).determinize(seed) for seed in range(12)]
    assert {o.view(1).key() for o in others} == {hidden}
    seen = {(*o.read("p1.hand"), o.read("p1.bid")) for o in others}
    assert len({o.view(0).key() for o in others}) == len(seen) > 2
    assert mine != hidden
    assert state.view(0).key() == mine


# -- plain data -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_facts_are_plain_data_of_the_shape_that_is_told(name: str) -> None:
    game, rng = tilewright.load(name), random.Random(2)
    schema = jsonschema.Draft202012Validator(game.facts_schema())
    for players in game.players:
        state = game.new(players, seed=players)
        while not state.over:
            if rng.random() < 0.04:
                for position in (state, state.view(0)):
                    facts = position.facts()
                    assert json.loads(json.dumps(facts)) == facts
                    schema.validate(facts)
            state.apply(rng.choice(state.legal()))
        schema.validate(state.facts())


def test_the_shape_of_facts_refuses_what_is_odd(state: State, tmp_path: Path) -> None:
    game = tilewright.load(str(tmp_path / "pack"))
    schema = jsonschema.Draft202012Validator(game.facts_schema())
    good = state.facts()
    schema.validate(good)
    for path, odd in ((("fields", "player", "p1", "coins"), "three"), (("decider",), "p7"),
                      (("fields", "cell", "a1", "mark"), "x"), (("round",), None),
                      (("fields", "game", "deck"), ["ace"] * 9)):
        facts = json.loads(json.dumps(good))
        inner = facts
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = odd
        assert not schema.is_valid(facts), path


def test_facts_tell_all_by_name(state: State) -> None:
    facts = did(state, "buy wood").facts()
    assert facts["fields"]["player"]["p1"]["stock"] == {"wood": 3, "clay": 2}
    assert (facts["decider"], facts["round"], facts["end"]) == ("p2", 1, None)
    assert facts["points"] == {"stones": {"p1": 0, "p2": 0}}


# -- what is asked --------------------------------------------------------------------------------


def test_it_is_told_how_often_what_has_a_limit_was_done(tmp_path: Path) -> None:
    state = did(limited(tmp_path), "buy")
    for position in (state, state.view(1)):
        assert position.read("used.buy") == {"p1": 1, "p2": 0}
        facts = position.facts()
        assert facts["used"]["buy"] == {"p1": 1, "p2": 0}
        jsonschema.validate(facts, tilewright.load(str(tmp_path)).facts_schema())
    with pytest.raises(UsageError, match="nobody counts how often 'bye' is done; did you mean"):
        state.read("used.bye")


def test_a_step_with_powers_alone_is_a_step_and_names_them(tmp_path: Path) -> None:
    asked = did(limited(tmp_path), "pass").question
    assert asked is not None
    assert (asked.name, asked.is_step, asked.actions) == ("market", True, ("spade.dig",))
    # Others may not know what somebody can do.
    seen = did(limited(tmp_path), "pass").view(1).question
    assert seen is not None
    assert (seen.is_step, seen.actions) == (True, ())


def test_calls_tell_apart_where_the_same_is_asked(tmp_path: Path) -> None:
    state = did(limited(tmp_path), "pass")
    told = []
    for move in ("pass", "ask_twice.sure no", "ask_twice.sure no", "leave"):
        asked = state.question
        assert asked is not None
        told.append((asked.name, *(call.name for call in asked.calls)))
        did(state, move)
    assert told == [("market", "sell"), ("ask_twice.sure", "sell", "again"),
                    ("ask_twice.sure", "first"), ("leave",)]


def test_chance_is_asked_while_something_is_shuffled() -> None:
    game = tilewright.load("namiji")
    state = game.new(2, show_chance=True)
    asked = state.question
    assert asked is not None
    assert (asked.name, asked.is_chance, asked.is_step, asked.may_pass) == (
        "shuffle.line_up", True, False, False)
    assert asked.place.line == game.model.fields["game", "line_up"].place.line
    seen = state.view(0).question
    assert seen is not None
    assert (seen.name, seen.may_pass) == ("shuffle", None)
    for code in state.legal():
        assert game.move(code, 2) == state.move(code)
        assert game.move(code, 2).label == state.label(code)


def test_rules_and_settings_are_told_as_plain_data() -> None:
    game = tilewright.load("yamatai")
    assert game.rules("tiles/specialist/kachiko/abilities") == {
        "release": {"power": {"clear_sacred": 2}, "limit": "once_per_turn"}}
    assert game.rules("queries/trades/base") == 1
    assert game.rules("vocabulary/queries/trades") == game.rules()["queries"]["trades"]
    assert json.loads(json.dumps(game.rules())) == game.rules()
    assert game.options["late_boats"] == (False, True)
    assert game.options["coins_per_wait"][:3] == (2, 0, 1)
    state = game.new(2, options={"late_boats": True})
    assert state.options == state.view(0).options == {
        name: can[0] for name, can in game.options.items()} | {"late_boats": True}
    # What is given is a copy.
    game.rules("queries/trades")["base"] = 2
    assert game.rules("queries/trades/base") == 1
    with pytest.raises(UsageError, match="there is no 'kachik' in 'tiles/specialist/kachik'; did"):
        game.rules("tiles/specialist/kachik")


def test_the_question_names_step_or_choice(state: State) -> None:
    asked = state.question
    assert asked is not None
    assert (asked.name, asked.is_step, asked.actions) == ("act", True, ("draw_one", "buy", "mark"))
    assert (asked.decider, asked.actor, asked.may_pass, asked.is_chance) == (0, 0, True, False)
    assert asked.words() == "act"
    asked = did(state, "mark a1").question
    assert asked is not None
    assert (asked.name, asked.is_step, asked.may_pass) == ("mark.good_left", False, False)
    assert state.view(0).question == asked
    seen = state.view(1).question
    assert seen is not None
    assert (seen.name, seen.may_pass) == ("mark.good_left", None)


def test_a_question_has_the_words_of_the_game() -> None:
    state = tilewright.load("tictactoe").new()
    assert state.question is not None
    assert (state.question.words("en"), state.question.words("fr")) == (
        "mark a cell", "marquer une case")
    for label in ("a1", "b1", "a2", "b2", "a3"):
        state.apply(state.find(f"mark {label}"))
    assert state.question is None


# -- moves ----------------------------------------------------------------------------------------


def test_moves_tell_action_picks_and_price(state: State) -> None:
    told = {m.label: (m.name, m.action, m.picks, m.price) for m in state.moves()}
    assert told == {
        "draw_one": ("draw_one", "draw_one", {}, {}),
        "buy wood": ("buy", "buy", {"good_bought": "wood"}, {"coins": 3}),
        "buy clay": ("buy", "buy", {"good_bought": "clay"}, {"coins": 3}),
        **{f"mark {c}": ("mark", "mark", {"cell_marked": c}, {}) for c in ("a1", "b1", "a2", "b2")},
        "pass": ("pass", None, {}, {})}
    later = did(state, "mark a1").moves()
    assert [(m.name, m.action, m.picks, m.price) for m in later] == [
        ("mark.good_left", "mark", {"good_left": g}, {f"stock.{g}": 1}) for g in ("wood", "clay")]
    code = later[0].code
    assert state.move(code) == later[0]


def test_find_and_move_lead_both_ways(state: State) -> None:
    game_moves = {m.code: m for m in state.moves()}
    for code, move in game_moves.items():
        assert state.find(move.label) == code
        if move.picks:
            assert state.find(move.name, **move.picks) == code
    first = state.find("mark", cell_marked="b2", good_left="clay")
    assert state.label(first) == "mark b2"
    state.apply(first)
    assert state.label(state.find("mark", cell_marked="b2", good_left="clay")) == (
        "mark.good_left clay")


@pytest.mark.parametrize(("name", "picks", "said"), [
    ("by", {"good_bought": "wood"}, "there is no action or choice 'by'; did you mean 'buy'"),
    ("buy", {"good_bough": "wood"}, "nothing called 'good_bough' is picked for 'buy'; did you"),
    ("buy", {"good_bought": "gold"}, "there is no move 'buy' where good_bought is 'gold' in"),
    ("mark", {"good_left": "clay"}, "“mark.good_left clay” is not possible in this step"),
    ("by wood", {}, "there is no move 'by wood' in this game; did you mean 'buy wood'")])
def test_moves_that_are_not_there_are_refused(state: State, name: str, picks: dict[str, str],
                                              said: str) -> None:
    with pytest.raises(IllegalMove) as error:
        state.find(name, **picks)
    assert said in str(error.value)


def test_a_move_by_its_code_needs_no_position(tmp_path: Path) -> None:
    state = table(tmp_path / "pack")
    game = tilewright.load(str(tmp_path / "pack"))
    move = game.move(state.find("buy clay"), players=2)
    assert (move.label, move.picks, move.price) == ("buy clay", {"good_bought": "clay"}, {})
    with pytest.raises(IllegalMove, match="there is no move 99999"):
        game.move(99999)


def test_a_move_has_words_in_each_language() -> None:
    move = tilewright.load("tictactoe").new().moves()[0]
    assert (move.words(), move.words("fr")) == ("mark a1", "marquer a1")
