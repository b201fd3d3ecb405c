# ruff: noqa: E501 - rules read best with each thing on one line
"""Names of strangers never meet names of the engine: what is called otherwise plays the same."""

from __future__ import annotations

import random
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import make_pack
from tilewright import stages
from tilewright.linking import link

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.playing.game import Game

# One thing of each sort that becomes a name in code: {0} and {1} are two ids, used for all.
RULES = """\
players: {{min: 2, max: 2}}
kinds: {{card: {{count: 6}}}}
families: {{tile: {{attributes: {{{0}: int, {1}: int}}}}}}
grids: {{cell: {{columns: 3, rows: 3}}}}
options: {{opt_{0}: {{type: int, default: 2, min: 0, max: 5}}}}
state:
  player:
    {0}: {{type: int, start: 3, max: 9000}}
    {1}: {{type: int, start: 40, max: 9000}}
    {0}_{1}: {{type: int, start: "size(cards) * 10"}}
    hand: {{zone: tile, in_play: true}}
  game:
    {0}_z: {{type: int, start: "size(cards)"}}
    {1}_z: {{type: int, start: "size(cells) * 7"}}
    box: {{zone: tile, start: all}}
  card: {{held: "player?", {0}_{0}: {{type: int, start: "index(it)"}}}}
vocabulary:
  queries:
    {0}_q: {{type: int, base: 1}}
    {1}_q: {{type: int, base: 2, args: {{{0}_a: player}}}}
  verbs:
    {1}_v: {{args: {{{0}_n: int}}, do: [{{gain: {{me.{1}: {0}_n}}}}]}}
  events:
    {0}_e: {{gives: {{{1}_n: int}}}}
    {1}_e: {{action: {0}}}
functions:
  {0}_f: {{args: {{{1}_x: card}}, is: "index({1}_x) + {0}_q() + opt_{0}"}}
  {1}_f: {{args: {{{0}_x: card}}, is: "index({0}_x) * 2 + {0}_f({0}_x) + count({1}_y for {1}_y in cards if index({1}_y) > index({0}_x))"}}
procedures:
  {0}_p: {{args: {{{1}_n: int}}, do: [{{gain: {{me.{0}: {1}_n}}}}]}}
  {1}_p:
    args: {{{0}_n: int}}
    do:
      - event: {0}_e
        with: {{{1}_n: "{0}_n"}}
        do:
          - call: {0}_p
            with: {{{1}_n: "{0}_n"}}
actions:
  {0}:
    pick: {{{1}_c: "[c for c in cards if c.held == none]", {0}_d: "[d for d in cards if index(d) >= index({1}_c)]"}}
    pay: {{me.{1}: 1}}
    do:
      - set: {{"{1}_c.held": me}}
      - call: {1}_p
        with: {{{0}_n: "{1}_f({0}_d)"}}
  {1}:
    do:
      - choose: {{{0}_c: "[c for c in cards if {0}_f(c) > 2]"}}
        do:
          - lose: {{me.{0}: "{0}_f({0}_c) + {1}_q(me)"}}
          - ask: {0}_ask
            do: [{{gain: {{me.{0}_{1}: 5}}}}]
  {0}_{1}: {{do: [{{gain: {{me.{0}: "size(me.hand)"}}}}, {{draw: 1, from: box, to: me.hand}}]}}
flow:
  round:
    each: players
    turn:
      - may: [{0}, {1}, {0}_{1}]
        step: {0}_s
      - if: possible({1}) and used({0}) == 0
        then: [{{gain: {{me.{1}: 1}}}}]
ends:
  {0}_end: {{when: round == 7, check: round}}
scoring: {{{0}: me.{0}, {1}: "sum(t.{0} - t.{1} for t in me.hand) + me.{1} + me.{0}_{1} + {0}_z + {1}_z"}}
"""
TILES = """\
family: tile
tiles:
  {0}:
    {0}: 2
    {1}: 5
    abilities: {{{0}: {{change: {0}_q, to: 3}}, {1}: {{when: {{anyone: {0}_e}}, do: [{{{1}_v: 2}}]}}}}
  {1}:
    {0}: 4
    {1}: 1
    abilities: {{{1}: {{toll: {{{1}: 2}}, whenever: {{opponent: {1}_e}}}}, {0}: {{toll: {{{0}: 1}}, whenever: {{opponent: {1}_e}}}}}}
"""
MANIFEST = "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\ntiles: [tiles.yaml]\n"
NEUTRAL = ("alpha", "beta")
# Words that the compiler uses, or that run into each other when they are joined.
ODD = ("a", "b", "a_b", "b_c", "x_1", "x_1_1", "t_1", "f_foo", "foo_1", "p_1", "q_1", "r2_x", "b2_x",
       "toll_a", "go_a", "s", "m", "start", "score_sheet", "tie_break", "open_powers",
       "power_resume", "len", "range", "metered", "charge", "given_0", "asked", "me_1", "t_list_1")


def _game(folder: Path, first: str, second: str) -> Game:
    files = {"pack.yaml": MANIFEST, "game.yaml": RULES.format(first, second),
             "tiles.yaml": TILES.format(first, second)}
    return _played_on(make_pack(folder, files))


def _course(game: Game) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """What can be done and what was scored, move by move, without a word."""
    state, chance = game.new(seed=4), random.Random(4)
    told = []
    while not state.over and len(told) < 150:
        moves = state.legal()
        number = chance.randrange(len(moves))
        state.apply(moves[number])
        told.append((number, tuple(state.legal()), tuple(state.scores())))
    return told


@pytest.fixture(scope="module")
def neutral(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    return list(_course(_game(tmp_path_factory.mktemp("neutral"), *NEUTRAL)))


@pytest.mark.parametrize("word", ODD)
def test_one_odd_name_changes_nothing(tmp_path: Path, word: str, neutral: list[object]) -> None:
    for number, pair in enumerate([(word, "beta"), ("alpha", word)]):
        assert _course(_game(tmp_path / str(number), *pair)) == neutral


PAIRS = random.Random(1).sample(list(permutations(ODD, 2)), 30)


@pytest.mark.parametrize("pair", [("a_b", "b"), ("a", "a_b"), ("x_1", "x"), ("foo_1", "f_foo"),
                                  *PAIRS], ids="+".join)
def test_two_odd_names_change_nothing(tmp_path: Path, pair: tuple[str, str], neutral: list[object]
                                      ) -> None:
    assert _course(_game(tmp_path, *pair)) == neutral


# Two things each whose names, joined, are one name; and the score that comes out if they are not.
MET = {
    "fields of two kinds": ("""\
kinds: {a: [x], a_b: [y]}
state:
  a: {b_c: {type: int, start: "index(it) * 11"}}
  a_b: {c: {type: int, start: "index(it) * 60"}}
actions: {go: {do: [{end: game}]}}
scoring: {all: x.b_c + y.c}
""", "", 71),
    "tables with numbers": ("""\
families: {tile: {attributes: {v: int, """ + ", ".join(f"v_{i}: int" for i in range(1, 20)) + """}}}
state: {game: {box: {zone: tile, start: all}}}
actions: {go: {do: [{end: game}]}}
scoring: {all: "sum(t.v for t in box) + """ + " + ".join(
        f"sum(t.v_{i} for t in box)" for i in range(1, 20)) + """"}
""",
        "family: tile\ntiles:\n" + "".join(
            f"  {tile}: {{v: {n}, " + ", ".join(f"v_{i}: {i * n}" for i in range(1, 20)) + "}\n"
            for tile, n in (("red", 1), ("blue", 100))), 101 * (1 + sum(range(1, 20)))),
    "a variable and a function": ("""\
functions:
  foo_1: {is: 40}
  foo: {args: {f_foo: player}, is: "foo_1() + sum(index(f_foo) for f_foo_1 in players)"}
  foo_1_1: {is: "foo(actor) + foo_1()"}
actions: {go: {do: [{end: game}]}}
scoring: {all: foo_1_1()}
""", "", 82),
    "a variable and a procedure": ("""\
state: {player: {coins: int}}
procedures:
  foo_1: {do: [{gain: {me.coins: 30}}]}
  foo: {args: {p_foo: int}, do: [{for_each: {p_foo_1: players}, do: [{gain: {me.coins: p_foo}}]}, {call: foo_1}]}
actions: {go: {do: [{call: foo, with: {p_foo: 6}}, {end: game}]}}
scoring: {all: me.coins}
""", "", 42),
    "tolls of two actions": ("""\
families: {tile: {}}
state:
  player: {a_b: {type: int, start: 50, max: 99}, b: {type: int, start: 50, max: 99}, hand: {zone: tile, in_play: true}}
  game: {box: {zone: tile, start: all}}
vocabulary: {events: {goes: {action: go}, goes_a: {action: go_a}}}
actions: {go: {do: []}, go_a: {do: []}, take: {do: [{empty: box, into: me.hand}]}}
flow:
  round:
    each: players
    turn:
      - must: [take]
        while: size(box) > 0
      - must: [go, go_a]
ends: {enough: {when: round == 2, check: round}}
scoring: {all: me.a_b * 100 + me.b}
""", """\
family: tile
tiles:
  red: {abilities: {x: {toll: {a_b: 7}, whenever: {opponent: goes}}, y: {toll: {b: 60}, whenever: {opponent: goes_a}}}}
""", 0),
}


@pytest.mark.parametrize("name", MET)
def test_names_that_meet_when_they_are_joined(tmp_path: Path, name: str) -> None:
    rules, tiles, wanted = MET[name]
    flow = "" if "flow:" in rules else "flow: {round: {each: players, turn: [{must: [go]}]}}\n"
    files = {"game.yaml": f"players: {{min: 2, max: 2}}\n{rules}{flow}"}
    if tiles:
        files |= {"pack.yaml": MANIFEST, "tiles.yaml": tiles}
    state = _played_on(make_pack(tmp_path, files)).new(seed=1)
    if name == "tolls of two actions":
        # The first player takes the tile and goes; the second one cannot pay for `go_a`.
        state.apply(state.find("take"))
        state.apply(state.find("go_a"))
        assert [state.label(m) for m in state.legal()] == ["go"]
        state.apply(state.find("go"))
        assert state.scores() == [5750, 4350]
        return
    state.apply(state.find("go"))
    assert state.scores()[0] == wanted


def _played_on(folder: Path) -> Game:
    loaded = stages.load_folders(folder, [])
    left = {p.code for p in loaded.problems.sorted()}
    assert left <= {"unused", "text-missing", "never-in-play"}, loaded.problems.sorted()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "LINTS", ())
        patch.setattr(link, "check_texts", lambda *_a, **_k: None)
        return tilewright.load(str(folder))
