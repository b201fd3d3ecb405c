"""What a change does, what a thing should cost, and the number with which a goal is reached."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bad_packs import make_pack
from command_line import run_here
from tilewright.lab.compare import Arm, comparison, play_both
from tilewright.lab.differing import Figure, Side, compared
from tilewright.lab.plan import Arm as Rules
from tilewright.lab.plan import Plan
from tilewright.playing.game import load

if TYPE_CHECKING:
    from pathlib import Path

# Coins are points; who saves gets more than who earns, and needs a coin for it.
SAVING = """\
players: {min: 2, max: 2}
state:
  player: {coins: {type: int, start: 0}}
actions:
  earn: {do: [{gain: {me.coins: 2}}]}
  save: {if: me.coins > 0, do: [{gain: {me.coins: 3}}]}
flow:
  setup:
    - gain: {p1.coins: 0}
      id: gift
  round:
    each: players
    turn: [{must: [earn, save]}]
ends:
  enough: {when: round == 5, check: round}
scoring: {coins: me.coins}
"""
VARIANT = """\
language: 2
id: {id}
version: 1.0.0
title: {id}
variant_of: small
game_version: "*"
overlays: [changes.yaml]
"""


@pytest.fixture(scope="module")
def saving(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pack(tmp_path_factory.mktemp("saving") / "small", {"game.yaml": SAVING})


def variant(folder: Path, name: str, changes: str) -> str:
    """A variant of the small game beside it."""
    files = {"variant.yaml": VARIANT.format(id=name), "changes.yaml": changes}
    made = folder.parent / name
    made.mkdir(exist_ok=True)
    for file, text in files.items():
        (made / file).write_text(text, encoding="utf-8")
    return str(made)


def arm(game: Path, *variants: str, seed: int = 0, bot: str = "random") -> Arm:
    loaded = load(str(game), variants)
    players = loaded.program().players
    return Arm(loaded, Plan(Rules("one", str(game), variants), players, (bot,) * players, seed))


def told(found: dict[str, Any], about: str, id_: str = "") -> dict[str, Any]:
    """One figure of a comparison."""
    return next(one for group in ("whole", "points", "things") for one in found[group]
                if one["about"] == about and id_ in ("", one["id"]))


# -- compare --------------------------------------------------------------------------------------


def test_points_for_one_seat_are_told_with_sign_and_size(saving: Path) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    found = comparison(play_both(arm(saving), arm(saving, gift), 60))
    points = told(found, "score", "p1")
    # Four coins, and half of the first turns is to save where one had to earn before.
    assert points["verdict"] == "clear"
    assert points["difference"]["low"] < 4.5 < points["difference"]["high"]
    assert points["difference"]["low"] > 4
    assert points["after"] - points["before"] == pytest.approx(points["difference"]["mean"])
    assert told(found, "share", "p1")["verdict"] == "clear"
    assert told(found, "share", "p1")["difference"]["low"] > 0
    assert told(found, "share", "p2")["difference"]["high"] < 0
    assert told(found, "score", "p2")["verdict"] == "never"
    assert told(found, "taken", "save")["difference"]["low"] > 0
    # The same draws lead to nearly the same games.
    assert points["correlation"] > 0.8
    assert points["gain"] > 3


def test_a_difference_that_is_always_the_same_is_clear(saving: Path) -> None:
    changes = "add: {scoring: {gift: '3 if me == p2 else 0'}}"
    found = comparison(play_both(arm(saving), arm(saving, variant(saving, "three", changes)), 40))
    points = told(found, "score", "p2")
    assert (points["verdict"], points["difference"]["low"], points["difference"]["high"]) == (
        "clear", 3, 3)
    only = told(found, "points", "gift")
    assert (only["verdict"], only["before"], only["after"]) == ("only_after", None, 1.5)


def test_an_equal_variant_never_differed(saving: Path) -> None:
    same = variant(saving, "same", "expect: {players/max: 2}")
    found = comparison(play_both(arm(saving), arm(saving, same), 31))
    figures = [one for group in ("whole", "points", "things") for one in found[group]]
    assert len(figures) == 11
    assert {one["verdict"] for one in figures} == {"never"}
    said = run_here("lab", "compare", str(saving), "--against", same, "--games", "62",
                    "--bot", "random", "--jobs", "1")
    assert said.returncode == 0
    assert said.stdout.count("never differed") == 9
    assert "of 2 things that can be done, 2 never differed" in said.stdout
    assert "clear" not in said.stdout


def test_things_of_one_side_alone_are_told_as_such(saving: Path) -> None:
    beg = variant(saving, "begging", "add: {actions/beg: {do: [{gain: {me.coins: 1}}]}}\n"
                  "replace: {flow/round/turn: [{must: [earn, beg]}]}\nremove: [actions/save]\n")
    found = comparison(play_both(arm(saving), arm(saving, beg), 10))
    assert (told(found, "taken", "beg")["verdict"], told(found, "taken", "beg")["before"]) == (
        "only_after", None)
    assert (told(found, "taken", "save")["verdict"], told(found, "taken", "save")["after"]) == (
        "only_before", None)
    # Ten blocks say little; of a figure that differs it is told how many games it takes.
    assert told(found, "score", "p1")["difference"] is None
    assert told(found, "score", "p1")["more"] > 0


def test_what_is_chance_alone_is_seldom_clear() -> None:
    chance = np.random.Generator(np.random.PCG64(3))
    ids = np.arange(300)
    figures = [Figure("things", "taken", str(at), {}, *(
        Side(chance.normal(0.2 * (at < 5) * side, 1, 300), ids) for side in (0, 1)))
        for at in range(60)]
    figures[:5] = [Figure("things", "taken", str(at), {}, Side(chance.normal(0, 1, 300), ids),
                          Side(chance.normal(1, 1, 300), ids)) for at in range(5)]
    clear = [at for at, one in enumerate(compared(figures, 0.1, 2)) if one["verdict"] == "clear"]
    assert clear == [0, 1, 2, 3, 4]


def test_a_comparison_is_the_same_each_time(saving: Path) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    command = ("lab", "compare", str(saving), "--against", gift, "--games", "20", "--json", "-",
               "--jobs", "1", "--bot", "random")
    one, other, else_ = (json.loads(run_here(*command, "--seed", seed).stdout)
                         for seed in ("1", "1", "2"))
    for found in (one, other, else_):
        del found["made"]
    assert one == other
    assert one != else_


@pytest.mark.parametrize(("words", "said"), [
    ((), "both sides have the same rules"),
    (("--against", "GIFT", "--players", "5"), "is for 2 players, not 5"),
    (("--against", "GIFT", "--bot", "random,greedy,random"), "there are 3 bots for 2 players"),
    (("--against", "GIFT", "--bot", "grady"), "did you mean 'greedy'"),
    (("--against", "no_such"), "no variant 'no_such'"),
    (("--against", "GIFT", "--option", "x=1"), "has no option 'x'"),
    (("--against", "GIFT", "--lang", "xx"), "'xx'"),
])
def test_what_cannot_be_compared_is_one_sentence(saving: Path, words: tuple[str, ...], said: str
                                                 ) -> None:
    gift = variant(saving, "gift", "set: {flow/setup/gift/gain/p1.coins: 4}")
    found = run_here("lab", "compare", str(saving), *(gift if w == "GIFT" else w for w in words))
    assert (found.returncode, found.stdout) == (2, "")
    assert said in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1
