"""Parts of guesses: what is tied together, lists of a certain moment, and how far work may go.

The worlds of whole small games are in `test_guess.py`; these here need few guesses each.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import pytest

from packs.tables import zone_names
from test_guess import (
    DICE,
    ENDING,
    FLEET,
    GRID,
    NUMBERS,
    OPTIONS,
    SHIPS,
    SWAP,
    THROWN_IN,
    broken_certainties,
    numbers_of,
    placed,
    start,
)
from tilewright.playing import guess
from tilewright.playing.dealing import Dealing
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from pathlib import Path

GUESSES = 300


# -- what is tied together ------------------------------------------------------------------------


def test_elements_come_from_all_zones_on_their_way(tmp_path: Path) -> None:
    """Unseen ways lead from the bag to the box over two zones; what is thrown in is everywhere."""
    known = start(tmp_path, THROWN_IN.replace(
        "    row: {zone: bead}\n", "    row: {zone: bead}\n    box: {zone: bead, visible: none}\n"
        "    one: {zone: bead, visible: none}\n    two: {zone: bead, visible: none}\n").replace(
        "    - shuffle: bag\n  round", "    - shuffle: bag\n" + "".join(
            f"    - draw: 1\n      from: {a}\n      to: {b}\n"
            for a, b in (("bag", "one"), ("one", "two"), ("two", "box"))) + "  round")
    ).program.build.provenance
    on_the_way = {"bag": 1, "one": 2, "two": 3, "box": 4}
    for zone, count in on_the_way.items():
        assert known.into(("game", zone)) == {("game", z) for z in list(on_the_way)[:count]}
        assert len(known.thrown(("game", zone))) == 1
        assert known.keeps(("game", zone))


@pytest.mark.parametrize(("rules", "groups"), [
    # What each player's own ships must be says nothing about the ships of another.
    (SHIPS, [(1, {0}), (1, {1})]),
    (SHIPS.replace("me.ship[c]) == 2", "p1.ship[c]) == 2"), [(2, {0, 1})]),
    (SHIPS.replace("count(c for c in cells if me.ship[c]) == 2",
                   "all(count(c for c in cells if p.ship[c]) == 2 for p in players)"),
     [(2, {0, 1})]),
    (SHIPS.replace("count(c for c in cells if me.ship[c]) == 2", "ships(me) == 2").replace(
        "certain:", "functions: {ships: {args: {p: player}, is: "
        "'count(c for c in cells if p.ship[c])'}}\ncertain:"), [(1, {0}), (1, {1})]),
    (SHIPS.replace("count(c for c in cells if me.ship[c]) == 2", "ships() == 2").replace(
        "certain:", "functions: {ships: {is: 'count(c for c in cells if me.ship[c])'}}\ncertain:"),
     [(1, {0}), (1, {1})]),
    (NUMBERS, [(5, {0, 1})]),
])
def test_only_what_one_test_reads_is_dealt_together(
        tmp_path: Path, rules: str, groups: list[tuple[int, set[int]]]) -> None:
    plan = start(tmp_path, rules).program.plan
    assert [(len(parts), {t.seat for t in tests}) for parts, tests in plan.groups] == groups


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_certain_is_found_by_small_changes_for_each_seat(tmp_path: Path, seat: int
                                                                 ) -> None:
    state = placed(tmp_path, GRID.replace("columns: 10, rows: 10", "columns: 10, rows: 5"))
    found = set()
    for seed in range(3):
        made = state.view(seat).determinize(seed)
        ships = numbers_of(made, "player", "ship", 1 - seat)
        assert (len(ships), sum(ships), broken_certainties(made)) == (50, 6, [])
        found.add(ships)
    assert len(found) == 3


def test_who_looks_for_too_long_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = placed(tmp_path)
    assert broken_certainties(state.view(0).determinize(1)) == []
    monkeypatch.setattr(guess, "WORK", -1)
    with pytest.raises(RuleError, match="in 4,200 attempts or -1 steps"):
        state.view(0).determinize(1)


BIG = """
players: {min: 2, max: 2}
grids: {cell: {columns: 26, rows: 20}}
state:
  player: {coins: int, sea: {zone: cell, capacity: 3, visible: owner}}
functions:
  fits: {args: {c: cell, p: player}, is: all(abs(index(c) - index(s)) > 1 for s in p.sea)}
flow:
  setup:
    - for_each: {p: players}
      do:
        - repeat: {max: 3}
          do:
            - choose: {c: "[c for c in cells if fits(c, p)]"}
              by: p
              secretly: true
              do: [{put: c, into: p.sea}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def test_lists_that_are_asked_for_count_as_work(tmp_path: Path) -> None:
    state = start(tmp_path, BIG)
    while state.round == 0:
        state.apply(state.legal()[-1])
    # Three times, and each time all of 520 cells.
    assert Dealing(state.view(0), random.Random(1)).spent > 3 * 520


# -- lists of a certain moment --------------------------------------------------------------------

SHOWN = FLEET.replace("  round:\n", """
    - reveal: p2.sea
      count: 1
    - draw: 1
      from: p2.sea
      to: p2.sea
  round:
""")


@pytest.mark.parametrize(("own", "other"), [("c1", "c3"), ("c4", "c2"), ("c1", "c4")])
def test_what_came_first_has_to_leave_room_for_what_is_known_to_lie_behind_it(
        tmp_path: Path, own: str, other: str) -> None:
    state = start(tmp_path, SHOWN)
    for label in ("c1", "c3", own, other):
        state.apply(next(m for m in state.legal() if state.label(m).endswith(f" {label}")))
    assert zone_names(state, "player", "sea", 1) == [other, own]
    far = {cell for n, cell in enumerate(("c1", "c2", "c3", "c4"), 1) if abs(n - int(own[1])) > 1}
    found = Counter(tuple(zone_names(state.view(0).determinize(n), "player", "sea", 1))
                    for n in range(GUESSES))
    assert set(found) == {(cell, own) for cell in far}
    assert min(found.values()) > GUESSES / 5


@pytest.mark.parametrize("many", ["", "exactly: 1"])
def test_cards_that_are_laid_aside_in_secret_may_be_those_that_were_known(
        tmp_path: Path, many: str) -> None:
    """The first player gave one of three cards; which one is laid aside is a secret."""
    rules = SWAP.replace("hand: {zone: card, visible: owner}}", """
    hand: {zone: card, visible: owner, size: hidden}
    laid: {zone: card, visible: owner, size: hidden}""").replace("player: {", "player:\n    ")
    rules = rules.replace("coins: int, ", "coins: int")
    body = "move: mine, from: next_player(me).hand, to: next_player(me).laid"
    do = f"[{{for_each: {{mine: some}}, do: [{{{body}}}]}}]" if many else f"[{{{body}}}]"
    rules = rules.replace("      - if: round > 1", f"""
      - choose: {{{"some" if many else "mine"}: next_player(me).hand}}
        by: next_player(me)
        secretly: true
        {many}
        do: {do}
      - if: round > 1""")
    state = start(tmp_path, rules)
    given = zone_names(state, "player", "hand", 0)[0]
    state.apply(next(m for m in state.legal() if state.label(m).endswith(given)))
    mine, views = zone_names(state, "player", "hand", 0), []
    for move in state.legal():
        after = state.clone()
        after.apply(move)
        assert len(zone_names(after, "player", "laid", 1)) == 1
        views.append(after.view(0))
    assert len(views) == 3
    assert views[0].slots == views[1].slots == views[2].slots
    found = {item for n in range(40)
             for item in zone_names(views[0].determinize(n), "player", "laid", 1)}
    assert found == {"a1", "a2", "b1", "b2"} - set(mine)


def test_a_zone_with_nothing_in_it_hides_nothing(tmp_path: Path) -> None:
    """All beads lie in the bag or are shown in the row, whatever else could hold beads."""
    beads = [f"b{n}" for n in range(220)]
    rules = THROWN_IN.replace("[red, blue, green, white]", f"[{', '.join(beads)}]").replace(
        'start: "[green, white]"', "start: all, capacity: 220").replace("red, blue", "b3, b9")
    rules = rules.replace(
        "player: {coins: int}", "player: {coins: int, held: {zone: bead, visible: owner}}").replace(
        "finish:", "take: [{draw: 1, from: bag, to: me.held}], finish:")
    state = start(tmp_path, rules)
    left = Counter(beads) - Counter(zone_names(state, "game", "row"))
    found = [Counter(zone_names(state.view(0).determinize(n), "game", "bag")) for n in range(12)]
    assert all(bag in (left + Counter(["b3"]), left + Counter(["b9"])) for bag in found)


PUT = """
players: {min: 2, max: 2}
kinds: {bead: [red, blue, green]}
state:
  game:
    pot: {type: bead, start: blue}
    die: {type: bead, start: green, visible: none}
    bag: {zone: bead, visible: none}
    row: {zone: bead}
  player: {coins: int}
functions: FUNCTIONS
flow:
  setup: [{put: chosen(), into: bag}]
  round:
    each: players
    turn: [{one_of: {go_on: [], show: [{draw: 1, from: bag, to: row}], take: [{set: {pot: red}}],
                     turn: [{random: {b: "[red, green]"}, to: p2, do: [{set: {die: b}}]}],
                     finish: [{end: game}]}}]
""" + ENDING
DEEP = {f"f{n}": {"is": f"f{n - 1}() if round > 0 else f{n - 1}()"} for n in range(1, 40)}


@pytest.mark.parametrize(("functions", "known"), [
    ({"chosen": {"is": "blue"}}, True), ({"chosen": {"is": "pot"}}, True),
    ({"chosen": {"is": "die"}}, False),
    ({"chosen": {"is": "within()"}, "within": {"is": "pot"}}, True),
    ({"chosen": {"is": "within()"}, "within": {"is": "die"}}, False),
    ({"chosen": {"is": "red if within() else blue"}, "within": {"is": "size(beads) < 3"}}, True),
    ({"chosen": {"is": "pot if die == red else blue"}}, False),
    # Each function is looked into once, else this would take for ever.
    (DEEP | {"f0": {"is": "pot"}, "chosen": {"is": "f39()"}}, True),
    (DEEP | {"f0": {"is": "die"}, "chosen": {"is": "f39()"}}, False),
])
def test_what_is_worked_out_is_known_if_all_that_it_reads_is(
        tmp_path: Path, functions: dict[str, object], *, known: bool) -> None:
    state = start(tmp_path, PUT.replace("FUNCTIONS", json.dumps(functions)))
    found = {tuple(zone_names(state.view(0).determinize(n), "game", "bag")) for n in range(40)}
    assert found == ({("blue",)} if known else {("red",), ("blue",), ("green",)})


def test_what_was_offered_for_one_of_many_is_kept_for_it(tmp_path: Path) -> None:
    rules = """
players: {min: 2, max: 2}
kinds: {good: [wood, clay, gold]}
state:
  player:
    coins: {type: int, start: 5}
    bet: {type: int, max: 20, per: good, visible: owner}
actions:
  bid: {pick: {g: goods}, do: [{choose: {n: "range(1, me.coins)"}, secretly: true,
        do: [{set: {"me.bet[g]": n}}]}]}
  rob: {do: [{set: {p1.coins: 2}}]}
flow: {round: {each: players, turn: [{must: [bid, rob]}]}}
ends: {late: {when: round > 9, check: round}}
scoring: {coins: "me.coins + sum(me.bet[g] for g in goods)"}
"""
    state = start(tmp_path, rules)
    for label in ("bid clay", "bid.n 4", "rob", "bid gold", "bid.n 1", "rob"):
        state.apply(state.find(label))
    assert numbers_of(state, "player", "bet", 0) == (0, 4, 1)
    found = {numbers_of(state.view(1).determinize(n), "player", "bet", 0) for n in range(GUESSES)}
    assert found == {(0, clay, gold) for clay, gold in product(range(1, 6), (1, 2))}


def test_a_number_that_came_in_two_ways_or_none_is_each_as_likely(tmp_path: Path) -> None:
    rules = """
players: {min: 2, max: 2}
state:
  player: {coins: int, bid: {type: int, max: 20, visible: owner}}
actions:
  low: {do: [{random: {n: "[1, 2]"}, to: me, do: [{set: {me.bid: n}}]}]}
  high: {do: [{random: {n: "[11, 12]"}, to: me, do: [{set: {me.bid: n}}]}]}
  wait: {do: []}
flow: {round: {each: players, turn: [{must: [low, high, wait]}]}}
ends: {late: {when: round > 9, check: round}}
scoring: {coins: me.coins + me.bid}
"""
    view = start(tmp_path, rules).view(1)
    found = Counter(view.determinize(n)["p1"].bid for n in range(900))
    assert set(found) == {0, 1, 2, 11, 12}
    assert 0.26 < found[0] / 900 < 0.41
    assert all(0.11 < found[n] / 900 < 0.23 for n in (1, 2, 11, 12))


# -- what guesses are for -------------------------------------------------------------------------


def test_in_a_guess_each_owner_sees_what_is_guessed_to_be_theirs(tmp_path: Path) -> None:
    made = start(tmp_path, DICE).view(0).determinize(3)
    assert [made.view(1).zone(1, "cup"), made.view(0).zone(1, "cup")] == [
        zone_names(made, "player", "cup", 1), [None, None]]


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_guess_nobody_sees_what_nobody_may_see(tmp_path: Path, seat: int) -> None:
    made = start(tmp_path, THROWN_IN).view(seat).determinize(3)
    base = made.program.layout.rooms["game", "bag"].base
    for other in (0, 1):
        assert made.view(other).slots[base:base + 3] == (2, -1, -1)


def test_a_zone_of_hidden_size_has_room_for_what_is_known_and_no_more(tmp_path: Path) -> None:
    """One of the two dice in a cup for three is known: two more fit in."""
    rules = DICE.replace("capacity: 2, visible: owner}", "capacity: 3, visible: owner, "
                         "size: hidden}").replace("  round:\n", """
    - reveal: p2.cup
      count: 1
  round:
""")
    state = start(tmp_path, rules)
    known = zone_names(state, "player", "cup", 1)[0]
    cups = {tuple(zone_names(state.view(0).determinize(n), "player", "cup", 1))
            for n in range(GUESSES)}
    assert {len(cup) for cup in cups} == {1, 2, 3}
    assert all(known in cup for cup in cups)


# -- how it came there ---------------------------------------------------------------------------

SEVERAL = """
players: {min: 2, max: 2}
kinds: {good: [wood, clay, gold, salt]}
state:
  player:
    coins: int
    vow: {type: good, visible: owner}
flow:
  setup:
    - for_each: {p: players}
      do:
        - choose: {some: "[wood, clay, gold]"}
          by: p
          exactly: 2
          secretly: true
          do: [{for_each: {g: some}, do: [{set: {p.vow: g}}]}]
  round:
    each: players
    turn: [{one_of: {go_on: [], finish: [{end: game}]}}]
""" + ENDING


def test_what_was_chosen_several_at_a_time_may_have_been_any_of_it(tmp_path: Path) -> None:
    state = start(tmp_path, SEVERAL)
    while state.round == 0:
        state.apply(state.legal()[0])
    found = {state.view(0).determinize(n)["p2"].vow for n in range(GUESSES)}
    assert found == {"wood", "clay", "gold"}


def test_what_was_thrown_and_then_moved_may_be_anything_that_is_thrown(tmp_path: Path) -> None:
    rules = DICE.replace("visible: owner}}", "visible: owner}, shelf: {zone: face, capacity: 2, "
                         "visible: owner}}").replace("  round:\n", """
    - for_each: {p: players}
      do: [{draw: 1, from: p.cup, to: p.shelf}]
  round:
""")
    state = start(tmp_path, rules)
    found = Counter((*zone_names(made, "player", "cup", 1), *zone_names(made, "player", "shelf", 1))
                    for made in map(state.view(0).determinize, range(GUESSES)))
    assert set(found) == set(product(("one", "two", "six"), repeat=2))


def test_what_is_known_of_a_zone_of_hidden_size_lies_nowhere_else(tmp_path: Path) -> None:
    rules = THROWN_IN.replace("player: {coins: int}", "player: {coins: int, held: {zone: bead, "
                              "capacity: 2, visible: owner, size: hidden}}")
    rules = rules.replace("to: row\n", "to: p2.held\n    - reveal: p2.held\n")
    state = start(tmp_path, rules.replace("go_on: []", "go_on: [{draw: 1, from: bag, to: row}]"))
    (known,) = zone_names(state, "player", "held", 1)
    for number in range(40):
        made = state.view(0).determinize(number)
        lie = [*zone_names(made, "player", "held", 1), *zone_names(made, "game", "bag")]
        assert (lie.count("green"), lie.count("white")) == (1, 1)
        assert known in zone_names(made, "player", "held", 1)


def test_what_nobody_mixed_up_lies_as_it_began(tmp_path: Path) -> None:
    state = start(tmp_path, OPTIONS)
    state.apply(state.legal()[1])
    left = {tuple(zone_names(state.view(1).determinize(n), "player", "options", 0))
            for n in range(40)}
    assert left == {("paper", "scissors"), ("rock", "scissors"), ("rock", "paper")}
