"""Small things of the compiled code that whole games do not come by."""

from __future__ import annotations

import base64
import json
import zlib
from inspect import signature
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from tilewright.compiling.build import INT_CHOICES
from tilewright.kernel.chance import GOLDEN, below, mixed
from tilewright.kernel.faults import Fault
from tilewright.kernel.walks import steps_between
from tilewright.middle.header import HEADER, PC, RNG, STEPS
from tilewright.playing import effect
from tilewright.playing.archive import plain_data
from tilewright.playing.begin import restore
from tilewright.playing.faults import explained
from tilewright.playing.game import Game
from tilewright.playing.record import Session
from tilewright.playing.table import Table
from tilewright.problems import RecordError, RuleError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State


def begun(folder: Path, **parts: str) -> State:
    return tilewright.load(str(make_pack(folder, {
        "pack.yaml": MANIFEST, "game.yaml": game_with(**parts)}))).new()


def test_no_way_between_two_sites_is_minus_one() -> None:
    links = [(1,), (0,), (2,)]
    slots = [0] * 20
    assert steps_between(slots, links, 0, 1) == 1
    assert steps_between(slots, links, 2, 2) == 0
    assert steps_between(slots, links, 0, 2) == -1


def test_numbers_up_to_two_hundred_can_be_chosen(tmp_path: Path) -> None:
    ask = "\n  go: {{do: [{{choose: {{n: 'range({0}, {0})'}}, do: [{{set: {{me.coins: n}}}}]}}]}}"
    most = INT_CHOICES - 1
    assert most == 200
    state = begun(tmp_path / "most", actions=ask.format(most))
    state.apply(state.find("go"))
    state.apply(state.find("go.n 200"))
    assert state["p1"].coins == most
    state = begun(tmp_path / "more", actions=ask.format(most + 1))
    with pytest.raises(RuleError, match="go from 0 to 200, here 201"):
        state.apply(state.find("go"))


@pytest.mark.parametrize(("free", "allowed"), [("0", True), ("index(me) - 5", True), ("1", False)])
def test_a_second_price_of_nothing_takes_nothing(tmp_path: Path, free: str, *, allowed: bool
                                                 ) -> None:
    """Three coins pay three, also where the same coins pay for something that costs nothing."""
    state = begun(tmp_path, actions="\n  wait: {do: []}\n  go: {pay: {me.coins: 3, "
                  f"'p1.coins': '{free} + 0 * me.coins'}}, do: []}}",
                  state="{player: {coins: {type: int, start: 3}}}",
                  flow="\n  round: {each: players, turn: [{must: [go, wait]}]}")
    assert ("go" in {m.label for m in state.moves()}) == allowed


def test_each_part_of_an_expression_is_a_step(tmp_path: Path) -> None:
    """What is charged for a loop grows with what each round works out."""
    taken = []
    for number, parts in enumerate((1, 40)):
        told = " + ".join(["index(c)"] * parts)
        state = begun(tmp_path / str(number), kinds=f"{{card: {[f'c{n}' for n in range(900)]}}}",
                      state="{game: {pile: {zone: card, start: all}}, "
                            "player: {coins: {type: int, max: 1000000}}}",
                      actions="\n  go: {do: [{for_each: {c: pile}, do: "
                              f"[{{set: {{me.coins: '({told}) // 1000'}}}}]}}]}}")
        state.apply(state.legal()[0])
        taken.append(state._s[STEPS])
    assert taken[1] > taken[0] + 900 * 39


@pytest.mark.parametrize("loop", ["repeat: {{max: {}}}", "for_each: {{n: 'range(1, {})'}}"])
def test_a_round_of_a_loop_takes_one_step_and_those_of_its_body(tmp_path: Path, loop: str) -> None:
    def taken(rounds: int, times: int) -> int:
        body = ", ".join(["{set: {me.coins: index(me) + index(me) + index(me)}}"] * times)
        state = begun(tmp_path / f"{rounds} {times}", state="{player: {coins: {type: int}}}",
                      actions=f"\n  go: {{do: [{{{loop.format(rounds)}, do: [{body}]}}]}}")
        state.apply(state.legal()[0])
        return int(state._s[STEPS])

    once, twice = (taken(1_000, times) - taken(999, times) for times in (1, 2))
    assert once - (twice - once) == 1


def test_each_value_that_is_revealed_is_a_step(tmp_path: Path) -> None:
    """A rule that shows many values again and again comes to the end of its steps."""
    taken = []
    for many in (300, 590):
        state = begun(tmp_path / str(many), kinds=f"{{card: {[f'c{n}' for n in range(many)]}}}",
                      state="{player: {coins: {type: int, start: 3}, "
                            "bet: {type: int, per: card, visible: owner}}}",
                      actions="\n  go: {do: [{repeat: {max: 100}, "
                              "do: [{reveal: me.bet}]}]}",
                      scoring="{coins: me.coins + sum(me.bet)}")
        state.apply(state.legal()[0])
        taken.append(state._s[STEPS])
    assert taken[1] - taken[0] == 100 * 290


# -- chance ---------------------------------------------------------------------------------------


def test_chance_is_the_same_in_every_version() -> None:
    """The numbers that splitmix64 is known by; a saved game goes on with the same cards."""
    assert [mixed(GOLDEN * n) for n in (1, 2, 3)] == [
        0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    drawn = [mixed(1234567 + GOLDEN * n) for n in (1, 2, 3, 4)]
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423,
                     4593380528125082431]
    slots = [0] * 20
    slots[RNG] = 1234567
    assert [below(slots, 15, 100) for _ in range(4)] == [n * 100 >> 64 for n in drawn]
    assert (slots[RNG], slots[15]) == (1234567, 4)


# -- what fails -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "said"), [
    ("12 // (index(it) - index(it))", "the start of player.coins: "),
    ("index(it) * 50 + 99", "player.coins"),
])
def test_a_start_that_fails_is_told_with_its_field(tmp_path: Path, start: str, said: str) -> None:
    folder = make_pack(tmp_path, {"game.yaml": game_with(
        state=f"{{player: {{coins: {{type: int, max: 100, start: {start}}}}}}}")})
    with pytest.raises(RuleError) as caught:
        tilewright.load(str(folder)).new()
    assert said in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.file.endswith("game.yaml")


CARDS = "{card: {attributes: {owner: player}, items: {ace: {owner: p2}, king: {owner: p3}}}}"
MANY = "{type: int, min: -2, max: 4, start: 'size(players) + NUMBER'}"


@pytest.mark.parametrize(("field", "wanted"), [
    (MANY.replace("NUMBER", "2"), 4), (MANY.replace("NUMBER", "3"), "does not fit: it is 5"),
    (MANY.replace("NUMBER", "(-4)"), -2), (MANY.replace("NUMBER", "(-5)"), "fit: it is -3"),
    ("{type: 'int?', start: none}", None), ("{type: 'int?', min: -5, start: none}", None),
    ("{type: 'int?', start: 'none if size(players) == 2 else 3'}", None),
    ("{type: 'int?', start: 'none if size(players) == 3 else 3'}", 3),
    ("{type: player, start: p2}", "p2"), ("{type: player, start: ace.owner}",
                                          "'owner' of 'king' is 'p3', which does not take part"),
    ("{type: player, start: p3}", "'p3' does not take part with 2 players"),
    ("{type: 'player?', start: p3}", "'p3' does not take part with 2 players"),
    ("{type: 'player?', start: none}", None),
], ids=str)
def test_a_field_starts_with_what_fits(tmp_path: Path, field: str, wanted: int | str | None
                                       ) -> None:
    """A number is within its bounds, none is none, and an element takes part."""
    state = f"{{game: {{held: {field}}}, player: {{coins: int}}}}"
    if isinstance(wanted, str) and wanted != "p2":
        with pytest.raises(RuleError, match=wanted):
            begun(tmp_path, kinds=CARDS, state=state)
        return
    assert begun(tmp_path, state=state).read("held") == wanted



@pytest.mark.parametrize(("error", "said"), [
    (Fault("too much"), "too much"),
    (ZeroDivisionError("x"), "this divides by zero; test the number first: 'a // b if b != 0"),
    (IndexError("x"), "there is no such element"),
    (KeyError("x"), "the game stands at no decision; this position is damaged"),
    (ValueError("odd"), "ValueError: odd"),
])
def test_each_fault_of_a_rule_has_a_sentence(tmp_path: Path, error: Exception, said: str) -> None:
    told = explained(begun(tmp_path).program, error)
    assert said in str(told)
    assert explained(begun(tmp_path).program, told) is told


# -- saved positions ------------------------------------------------------------------------------


@pytest.mark.parametrize(("slot", "value", "fine"), [
    (RNG, (1 << 63) - 1, True), (RNG, 1 << 64, False), (HEADER - 1, 1 << 64, False),
    (STEPS, 1 << 70, False), (HEADER, 1 << 70, True), (HEADER, 1 << 14_000, False),
    (HEADER, True, False), (HEADER, "3", False), (PC, 9_999, False)])
def test_a_saved_position_has_its_bounds(tmp_path: Path, slot: int, value: object, *, fine: bool
                                         ) -> None:
    state = begun(tmp_path)
    saved = state.save()
    saved["slots"][slot] = value
    if fine:
        assert restore(state.program, saved).save() == saved
        return
    with pytest.raises(RecordError, match="this saved position is damaged"):
        restore(state.program, saved)


@pytest.mark.parametrize("saved", [None, [], {}, {"slots": 5}, {"slots": []}, {"hash": "x"}])
def test_what_is_no_saved_position_is_refused(tmp_path: Path, saved: object) -> None:
    with pytest.raises(RecordError, match=r"this (is not a saved position|position was saved)"):
        restore(begun(tmp_path).program, saved)


# -- generated code -------------------------------------------------------------------------------


def test_generated_functions_are_called_after_what_they_are_for(tmp_path: Path) -> None:
    """In a dump, and in what is told of a rule that fails."""
    state = begun(tmp_path, functions="{double: {args: {n: int}, is: n * 2}}",
                  actions="\n  go: {if: double(2) < 9, do: [{gain: {me.coins: double(1)}}]}",
                  ranking="{best: most, ties: [me.coins]}")
    names = {made.word.rpartition("_")[0] for made in state.program.code.all()}
    assert {"tie_break", "double"} <= names


def rules(**root: object) -> str:
    text = json.dumps({"manifest": {"id": "small"}, "root": root})
    return base64.b64encode(zlib.compress(text.encode())).decode()


@pytest.mark.parametrize("root", [
    {"tiles": []}, {"texts": 5}, {"tiles": {}, "texts": "en"}, {f"s{n}": {} for n in range(101)},
    {"tiles": [], **{f"s{n}": {} for n in range(101)}}])
def test_rules_in_a_record_that_have_no_such_shape_are_damaged(root: dict[str, object]) -> None:
    with pytest.raises(RecordError, match="the rules in this record are damaged"):
        plain_data(rules(**root))
    assert plain_data(rules(tiles={}, texts={}))["root"] == {"tiles": {}, "texts": {}}


def test_a_copy_of_what_compiles_leaves_the_first_as_it_is(tmp_path: Path) -> None:
    """Questions about a position are compiled in one; play must not see them."""
    first = begun(tmp_path).program.build
    made = first.copy()
    assert made.functions == []
    assert first.functions
    for name in ("tables", "fetched", "table_names", "attributes", "steps_of", "locals", "aliases",
                 "slots", "fixed", "worked_out"):
        assert getattr(made, name) == getattr(first, name)
        assert getattr(made, name) is not getattr(first, name)


def test_each_tile_has_a_number_of_its_own(tmp_path: Path) -> None:
    build = begun(tmp_path, kinds="{card: [a, b, c], coin: [x, y]}",
                  state="{player: {coins: int, hand: {zone: card}, purse: {zone: coin}}}",
                  actions="\n  go: {do: [{put: a, into: me.hand}, {put: x, into: me.purse}]}"
                  ).program.build
    tiles = [(kind, index) for kind in ("card", "coin") for index in range(2)]
    numbers = [build.tile_number(tile) for tile in tiles]
    assert len(set(numbers)) == len(tiles)
    assert [build.tile_of(number) for number in numbers] == tiles


def test_too_many_moves_are_told_where_they_are_made(tmp_path: Path) -> None:
    build = begun(tmp_path).program.build
    go = build.game.actions["go"].place
    assert go != build.game.place
    assert build._place_of(("action", "go")) == go
    for key in (("action", "other"), ("pass",), (), "go"):
        assert build._place_of(key) == build.game.place


@pytest.mark.parametrize("asked", [
    effect.effect, effect.series, Session, Game.new, Game.position, Table])
def test_who_names_no_seed_gets_the_first_one(asked: Any) -> None:
    assert signature(asked).parameters["seed"].default == 0
