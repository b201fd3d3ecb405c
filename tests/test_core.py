"""Small things of the compiled code that whole games do not come by."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from tilewright.compiling.build import INT_CHOICES
from tilewright.compiling.layout import STEPS
from tilewright.compiling.walks import steps_between
from tilewright.playing.archive import plain_data
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
