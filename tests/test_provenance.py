"""What the statements of a game tell about its hidden things, one statement at a time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from case_runner import Case, write_pack
from tilewright import stages
from tilewright.compiling.following import provenance
from tilewright.language.operations import Variable
from tilewright.problems import Place

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.compiling.provenance import Provenance
    from tilewright.language.tree import Var

STATE = {
    "game": {"bag": {"zone": "good", "visible": "none", "start": "all"},
             "box": {"zone": "good", "visible": "none"},
             "row": {"zone": "good"},
             "last": {"type": "good?", "visible": "none"},
             "map": {"type": "bool", "per": "cell", "visible": "none"}},
    "player": {"hand": {"zone": "good", "visible": "owner"},
               "held": {"zone": "good", "visible": "owner"},
               "bid": {"type": "int", "visible": "owner"},
               "wish": {"type": "good?", "visible": "owner"},
               "mark": {"type": "bool", "per": "cell", "visible": "owner"},
               "cards": {"zone": "card", "in_play": True}},
}


def known(folder: Path, go: list[Any], **more: Any) -> Provenance:
    """What is known of the small game with hidden things."""
    rules = {"state": STATE, **more.pop("rules", {})}
    raw = {"rules": rules, "go": go, "tiles": {"card": {"eye": {}}}, **more}
    # What stands in it twice would be written once, with an anchor.
    case = Case("small", 0, json.loads(json.dumps(raw)))
    loaded = stages.load(str(write_pack(case, folder)), [])
    assert loaded.game is not None, loaded.problems.sorted()
    return provenance(loaded.game)


def told(made: Provenance) -> dict[str, Any]:
    """All of it that is something, in words."""
    found: dict[str, Any] = {
        "ways": [f"{p.start[1]} {'=' if p.own else '-'} {p.end[1]}" for p in made.paths],
        **{key[1]: sorted(_entry(e.origin.how, e.owner) for e in entries)
           for key, entries in made.entries.items()}}
    for what in ("losing", "mixed_up", "refilled", "set_up"):
        found[what] = sorted(key[1] for key in getattr(made, what))
    return {what: words for what, words in found.items() if words}


def _entry(how: str, owner: Var | None) -> str:
    return how if owner is None else f"{how} of {owner.name}"


@pytest.mark.parametrize(("go", "wanted"), [
    # Ways between zones: `=` within what one player has.
    ([{"draw": 1, "from": "bag", "to": "me.hand"}], {"ways": ["bag - hand"], "mixed_up": ["hand"]}),
    ([{"draw": 1, "from": "me.hand", "to": "me.held"}],
     {"ways": ["hand = held"], "mixed_up": ["held"]}),
    ([{"draw": 1, "from": "me.hand", "to": "p1.held"}],
     {"ways": ["hand - held"], "mixed_up": ["held"]}),
    ([{"draw": 1, "from": "bag", "to": "box"}], {"ways": ["bag - box"], "mixed_up": ["box"]}),
    ([{"empty": "bag", "into": "box"}], {"ways": ["bag - box"], "mixed_up": ["box"]}),
    ([{"move": "wood", "from": "bag", "to": "box"}], {"ways": ["bag - box"], "mixed_up": ["box"]}),
    ([{"swap": ["me.hand", "me.held"]}],
     {"ways": ["hand = held", "held = hand"], "mixed_up": ["hand", "held"]}),
    # What all see goes in and out.
    ([{"draw": 1, "from": "row", "to": "box"}], {"refilled": ["box"], "mixed_up": ["box"]}),
    ([{"draw": 1, "from": "bag", "to": "row"}], {"mixed_up": ["row"]}),
    ([{"shuffle": "bag"}], {"mixed_up": ["bag"]}),
    # Out of the game.
    ([{"empty": "bag"}], {"losing": ["bag"]}),
    ([{"empty": "box"}], {}),
    ([{"empty": "row"}], {}),
    ([{"move": "wood", "from": "bag"}], {}),
    ([{"move": "bag[0]", "from": "bag"}], {"losing": ["bag"]}),
    # Out of nowhere, and written.
    ([{"put": "wood", "into": "box"}], {"box": ["open"], "mixed_up": ["box"]}),
    ([{"put": "wood", "into": "me.hand"}], {"hand": ["open of me"], "mixed_up": ["hand"]}),
    ([{"put": "bag[0]", "into": "box"}], {"box": ["computed"], "mixed_up": ["box"]}),
    ([{"set": {"last": "wood"}}], {"last": ["open"]}),
    ([{"set": {"last": "bag[0]"}}], {"last": ["computed"]}),
    ([{"set": {"me.mark[a1]": "true"}}], {"mark": ["open of me"]}),
    ([{"for_each": {"c": "cells"}, "do": [{"set": {"map[c]": "true"}}]}], {"map": ["open"]}),
    ([{"gain": {"me.bid": 1}}], {"bid": ["computed"]}),
    ([{"set": {"me.wish": "wood"}}, {"reveal": "me.wish"}], {"wish": ["open of me"]}),
])
def test_what_is_known_after_one_statement(
        tmp_path: Path, go: list[Any], wanted: dict[str, Any]) -> None:
    assert told(known(tmp_path, go)) == wanted


THEN = {"do": [{"put": "x", "into": "box"}]}
STORE = {"store": {"args": {"x": "good"}, **THEN}}


@pytest.mark.parametrize(("go", "rules", "wanted"), [
    ([{"choose": {"x": "goods"}, "secretly": True, **THEN}], {}, ["choice"]),
    ([{"random": {"x": "goods"}, **THEN}], {}, ["open"]),
    ([{"random": {"x": "goods"}, "to": "me", **THEN}], {}, ["chance"]),
    ([{"random": {"x": "bag"}, **THEN}], {}, ["computed"]),
    ([{"for_each": {"x": "goods"}, **THEN}], {}, ["open"]),
    ([{"for_each": {"x": "bag"}, **THEN}], {}, ["computed"]),
    ([{"let": {"x": "goods[0]"}}, *THEN["do"]], {}, ["open"]),
    ([{"let": {"x": "bag[0]"}}, *THEN["do"]], {}, ["computed"]),
    ([{"let": {"y": "bag[0]"}}, {"let": {"x": "y"}}, *THEN["do"]], {}, ["computed"]),
    ([{"let": {"y": "bag[0]"}}, {"put": "goods[index(y) - 1]", "into": "box"}], {}, ["computed"]),
    ([{"let": {"y": "wood"}}, {"put": "goods[index(y) - 1]", "into": "box"}], {}, ["open"]),
    ([{"call": "store", "with": {"x": "wood"}}], {"procedures": STORE}, ["open"]),
    ([{"call": "store", "with": {"x": "bag[0]"}}], {"procedures": STORE}, ["computed"]),
    # Whatever one of several calls gives.
    ([{"call": "store", "with": {"x": "wood"}}, {"call": "store", "with": {"x": "bag[0]"}}],
     {"procedures": STORE}, ["computed", "open"]),
    ([{"put": "kept()", "into": "box"}], {"functions": {"kept": {"is": "bag[0]"}}}, ["computed"]),
    ([{"put": "kept()", "into": "box"}], {"functions": {"kept": {"is": "goods[0]"}}}, ["open"]),
    ([{"put": "kept()", "into": "box"}],
     {"functions": {"kept": {"is": "inner()"}, "inner": {"is": "bag[0]"}}}, ["computed"]),
    ([{"let": {"y": "kept()"}}, {"put": "kept()", "into": "box"}],
     {"functions": {"kept": {"is": "goods[count(bag)]"}}}, ["computed"]),
])
def test_what_a_name_can_stand_for(
        tmp_path: Path, go: list[Any], rules: dict[str, Any], wanted: list[str]) -> None:
    assert told(known(tmp_path, go, rules=rules))["box"] == wanted


VERBS = {"verbs": STORE}
EYE = {"card": {"eye": {"abilities": {"a": {"when": {"me": "seen"}, "do": [{"store": "x"}]}}}}}
TOLD = {"seen": {"gives": {"x": "good"}}}


@pytest.mark.parametrize(("given", "wanted"), [("wood", ["open"]), ("bag[0]", ["computed"])])
def test_what_tiles_are_told(tmp_path: Path, given: str, wanted: list[str]) -> None:
    """By an event, and then by the procedure that the tile calls."""
    go = [{"event": "seen", "with": {"x": given}}]
    rules = {"vocabulary": {"events": TOLD, **VERBS}}
    assert told(known(tmp_path, go, rules=rules, tiles=EYE))["box"] == wanted


@pytest.mark.parametrize(("go", "wanted"), [
    ([], {"bag"}),
    ([{"put": "wood", "into": "box"}], {"bag", "box"}),
    ([{"put": "bag[0]", "into": "box"}], {"bag"}),
    ([{"draw": 1, "from": "row", "to": "box"}], {"bag", "box"}),
    ([{"draw": 1, "from": "bag", "to": "box"}], {"bag", "box"}),
    ([{"draw": 1, "from": "box", "to": "bag"}], {"bag"}),
    ([{"draw": 1, "from": "bag", "to": "me.hand"}, {"draw": 1, "from": "me.hand", "to": "me.held"}],
     {"bag", "hand", "held"}),
])
def test_where_there_are_elements_that_all_know_of(
        tmp_path: Path, go: list[Any], wanted: set[str]) -> None:
    made = known(tmp_path, go)
    zones = [key for key, field in made.game.fields.items() if field.zone and field.hidden]
    assert {name for owner, name in zones if made.keeps((owner, name))} == wanted
    for key in zones:
        hows = [e.origin.how for e in made.thrown(key)]
        assert hows == (["computed"] if "bag[0]" in str(go) and key[1] == "box" else [])


@pytest.mark.parametrize(("given", "all_know", "all_can_follow"), [
    ({"choose": {"x": "goods"}, "secretly": True}, False, False),
    ({"choose": {"x": "me.hand"}}, False, False),
    ({"random": {"x": "goods"}, "to": "me"}, False, False),
    ({"random": {"x": "goods"}}, True, True),
    ({"random": {"x": "bag"}}, False, False),
    ({"for_each": {"x": "bag"}}, False, True),
    ({"for_each": {"x": "top(bag, 2)"}}, False, True),
    ({"for_each": {"x": "reverse(bag)"}}, False, True),
    ({"for_each": {"x": "[argmin(bag, by=size(row))]"}}, False, False),
    ({"for_each": {"x": "sort(bag, by=size(bag))"}}, False, False),
])
def test_who_can_know_a_value(
        tmp_path: Path, given: dict[str, Any], *, all_know: bool, all_can_follow: bool) -> None:
    made = known(tmp_path, [{**given, **THEN}])
    (var,) = made.bound
    value = Variable(var.type, Place("game.yaml"), var)
    assert (made.all_know(value), made.all_can_follow(value)) == (all_know, all_can_follow)


@pytest.mark.parametrize(("base", "rich", "wanted"), [
    ("1", "me.coins > 1", "open"), ("size(bag)", "me.coins > 1", "computed"),
    ("1", "bag[0] == wood", "computed")])
def test_a_query_is_worked_out_from_its_base_and_from_what_tiles_make_of_it(
        tmp_path: Path, base: str, rich: str, wanted: str) -> None:
    words = {"queries": {"kept": {"type": "int", "base": base}},
             "conditions": {"rich": {"is": rich}}}
    change = {"change": "kept", "add": 1, "where": "rich"}
    made = known(tmp_path, [{"put": "goods[kept() % size(goods)]", "into": "box"}],
                 rules={"vocabulary": words},
                 tiles={"card": {"eye": {"abilities": {"a": change}}}})
    assert told(made)["box"] == [wanted]


WISH = {"set": {"p.wish": "wood"}}


@pytest.mark.parametrize(("setup", "wanted"), [
    ([{"for_each": {"p": "players"}, "do": [WISH]}], ["wish"]),
    ([{"for_each": {"p": "players"}, "do": [{**WISH, "when": "p == p1"}]}], []),
    ([{"for_each": {"p": "players"}, "do": [{"choose": {"x": "goods"}, "by": "p", "secretly": True,
                                           "do": [{"set": {"p.wish": "x"}}]}]}], ["wish"]),
    ([{"for_each": {"p": "players"}, "do": [{"call": "give", "with": {"p": "p"}}]}], ["wish"]),
    ([{"set": {"last": "wood"}}], ["last"]),
    ([{"if": "round == 0", "then": [{"set": {"last": "wood"}}]}], []),
    ([{"set": {"p1.mark[a1]": "true"}}], []),
    ([{"set": {"p1.wish": "wood"}, "when": "index(p1) > 0"}, {"set": {"last": "wood"}}], ["last"]),
    ([{"if": "index(p1) > 0", "then": [{"set": {"p1.wish": "wood"}}]}, {"set": {"last": "wood"}}],
     ["last"]),
    ([{"for_each": {"p": "players"}, "do": [{"gain": {"p.bid": 1}}]}], []),
])
def test_what_the_setup_surely_writes(tmp_path: Path, setup: list[Any], wanted: list[str]) -> None:
    rules = {"flow": {"setup": setup}, "procedures": {"give": {"args": {"p": "player"},
                                                               "do": [WISH]}}}
    assert known(tmp_path, [], rules=rules).set_up == {
        ("game" if name == "last" else "player", name) for name in wanted}
