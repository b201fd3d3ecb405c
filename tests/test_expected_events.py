"""Events that a situation expects: how they are written, and what is said of those that lack."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from bad_packs import make_pack
from packs.tables import ALL, game
from test_situations import MANIFEST
from tilewright.editors import schemas
from tilewright.problems import Problems
from tilewright.reading.source import parse
from tilewright.situations.compare import Otherwise
from tilewright.situations.events import happened, in_words
from tilewright.situations.read import situations_in
from tilewright.situations.run import run
from tilewright.telling.events import NAMES, seen

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State
    from tilewright.telling.events import Event

STEPS = 150


def listed(state: State, events: list[Event]) -> Any:
    """Events as a list in YAML."""
    problems = Problems()
    text = "".join(f"- {in_words(state.program, event)}\n" for event in events)
    made = parse(text, "events.yaml", problems)
    assert not problems, (text, problems.sorted())
    return made.data


def come(state: State, events: list[Event], wanted: Any) -> bool:
    try:
        happened(state.program, events, wanted, wanted.place)
    except Otherwise:
        return False
    return True


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_what_is_told_of_events_can_be_expected(name: str) -> None:
    """By whoever knows all, and by each seat; and the other way round it did not come."""
    for seed in (1, 2):
        rng = random.Random(seed)
        state = game(name).new(rng.choice(list(game(name).players)), seed)
        for _ in range(STEPS):
            if state.over:
                break
            events = state.tell(rng.choice(state.legal()))
            for some in (events, seen(events, rng.randrange(state.players))):
                if some:
                    assert come(state, some, listed(state, some))
                    assert come(state, some, listed(state, some[1::2] or some))
            first, last = events[0], events[-1]
            if in_words(state.program, first) != in_words(state.program, last):
                assert not come(state, [first, last], listed(state, [last, first]))
                assert not come(state, [first], listed(state, [last]))


# -- a small game ---------------------------------------------------------------------------------


RULES = """\
players: {min: 2, max: 3}
kinds:
  good: [wood, clay]
  face: [one, two]
families: {card: {attributes: {worth: int}}, helper: {}}
state:
  game:
    deck: {zone: card, start: all, visible: none}
    pile: {zone: card}
    die: {type: "face?"}
  player:
    coins: {type: int, start: 3, max: 9}
    stock: {type: int, per: good}
    hand: {zone: card, visible: owner}
    helpers: {zone: helper, in_play: true, capacity: 2}
    wish: {type: "face?", visible: owner}
actions:
  take: {do: [{draw: 1, from: deck, to: me.hand}]}
  buy: {pick: {good_bought: goods}, pay: {me.coins: 2}, do: [{gain: {"me.stock[good_bought]": 1}}]}
  pair: {pick: {good_one: goods, good_two: goods}, do: [{gain: {"me.stock[good_two]": 1}}]}
  win: {do: [{gain: {"me.stock[wood]": 2, "me.stock[clay]": 1}}, {score: {wins: 2}}]}
  roll: {do: [{random: {face_up: faces}, do: [{set: {die: face_up}}]}]}
  show: {do: [{reveal: me.hand}]}
  mix: {do: [{shuffle: deck}]}
  lay: {pick: {card_laid: me.hand}, do: [{move: card_laid, from: me.hand, to: pile}]}
  order: {do: [{sort: pile, by: it.worth}]}
  go: {do: []}
  wish:
    do:
      - choose: {face_wished: faces}
        secretly: true
        do: [{set: {me.wish: face_wished}}]
  tell: {do: [{reveal: me.wish}]}
  stop: {do: [{end: game, because: enough}]}
flow:
  round:
    each: players
    turn:
      - must: [take, buy, pair, win, roll, mix, show, lay, order, go, wish, tell, stop]
        step: act
vocabulary:
  events: {goes: {action: go}}
  verbs: {earn: {args: {k: int}, do: [{gain: {me.coins: k}}]}}
ends: {long: {when: round == 9, check: round}}
scoring: {wins: counted, coins: me.coins}
"""
CARDS = "family: card\ntiles: {ace: {worth: 1}, king: {worth: 2}, queen: {worth: 3}}\n"
HELPERS = """\
family: helper
tiles:
  gate: {abilities: {a: {toll: {coins: 1}, whenever: {opponent: goes}}}}
  mine: {abilities: {a: {when: {me: goes}, do: [{earn: 2}]}}}
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return make_pack(tmp_path / "small", {
        "pack.yaml": f"{MANIFEST}tiles: [cards.yaml, helpers.yaml]\n",
        "game.yaml": RULES, "cards.yaml": CARDS, "helpers.yaml": HELPERS,
        "situations.yaml": "situations: {one: {seed: 1}}\n"})


def otherwise(folder: Path, body: str) -> str:
    """What is otherwise in one situation; nothing if all is as expected."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (folder / "situations.yaml").write_text(f"situations:\n  one:\n{lines}")
    problems = Problems()
    found = situations_in(str(folder), [], problems)
    if problems:
        return f"{problems.sorted()[0].place.line}: {problems.sorted()[0].sentence}"
    try:
        run(tilewright.load(str(folder)), found[0])
    except Otherwise as error:
        return f"{error.place.line}:{error.place.col}: {error.message}"
    return ""


# What is done and expected; what stands in quotes is a list of events.
GIVEN = ("given: {deck: [king, ace, queen], p2.hand: [], p2.helpers: [gate], p1.helpers: [mine], "
         "p1.stock: {wood: 1}}\n")
FINE = {
    "gains in the order of the rules": (
        "win",
        "[gain: {p1.stock.wood: 2}, gain: {p1.stock.clay: 1}]"),
    "several below one word": ("win", "[gain: {p1.stock: {wood: 2, clay: 1}}, score: {p1: 2}]"),
    "others may stand between": ("win", "[decision: win, score: 2, turn: p2]"),
    "a word alone": ("win", "[decision, gain, gain, score, turn, step]"),
    "a path alone": ("win", "[gain: p1.stock, gain: p1.stock.clay]"),
    "what was lost": (
        "buy wood",
        "[decision: {p1: buy wood}, lose: {p1.coins: 2}, gain: {p1.stock.wood: 1}]"),
    "a mark": ("mix", "[shuffle: deck]"),
    "chance": ("roll", "[chance: two, set: {die: two}]"),
    "chance by its place": ("roll", "[chance: {roll.face_up: two}]"),
    "where elements went": ("take", "[move: {from: deck, to: p1.hand}]"),
    "which elements went": ("take", "[move: {items: [king], to: p1.hand}]"),
    "one element that went": ("take", "[move: {items: king}]"),
    "points in a line": ("win", "[score: {p1: {wins: 2}}]"),
    "a toll": ("go", "[toll: {p1: 1}, reaction: {p1: mine}]"),
    "a toll and to whom": ("go", "[toll: {p1: {p2: 1}}]"),
    "who is behind it": (
        "go",
        "[{toll: 1, by: gate}, reaction: helper.mine, {gain: {p1.coins: 2}, by: mine}]"),
    "the course": ("win, win", "[turn: p2, step: act, round: 2, turn: p1, step: {p1: act}]"),
    "the end": ("stop", "[end: enough]"),
    "a wish": (
        "wish, wish.face_wished one, win, tell",
        "[set: {p1.wish: one}, reveal: p1.wish, turn: p2]"),
    "what is seen then": ("wish, wish.face_wished one, win, tell", "[reveal: {p1.wish: [one]}]"),
    "a card that is shown": ("take, win, show", "[reveal: {p1.hand: [king]}]"),
    "a zone in order": ("order", "[sort: pile]"),
    "picks in a row": (
        "pair wood clay",
        "[decision: pair wood, decision: pair.good_two clay, gain: {p1.stock.clay: 1}]"),
    "a path of the game": ("roll", "[set: {game.die: two}]"),
}


def done(moves: str, events: str, key: str = "events") -> str:
    chance = "chance: [two]\n" if "roll" in moves else ""
    return f"{GIVEN}{chance}do: [{moves}]\nexpect:\n  {key}: {events}\n"


@pytest.mark.parametrize("name", FINE)
def test_what_happened_is_expected(name: str, small: Path) -> None:
    assert otherwise(small, done(*FINE[name])) == ""


# What is done and expected, and what is said.
WRONG = {
    "another amount": (
        "win",
        "[gain: {p1.stock.wood: 1}]",
        ("6:23: gain: {p1.stock.wood: 1} did not happen; what happened is gain: "
         "{p1.stock.wood: 2}; gain: {p1.stock.clay: 1}")),
    "another order": (
        "win",
        "[score: 2, gain]",
        "6:26: gain did not happen after score: 2, but before it"),
    "too often": ("win", "[gain, gain, gain]", "gain did not happen after gain, but before it"),
    "nothing of that sort": (
        "mix",
        "[toll: 1]",
        ("toll: 1 did not happen; what happened is decision: {p1: mix}; shuffle: deck; turn: "
         "p2; step: {p2: act}")),
    "nothing more": ("mix", "[step, toll: 1]", "toll: 1 did not happen after step; nothing happ"),
    "somebody else": ("win", "[score: {p2: 2}]", "what happened is score: {p1: {wins: 2}}"),
    "another tile": (
        "go",
        "[{gain: p1.coins, by: gate}]",
        "{gain: p1.coins, by: gate} did not happ"),
    "by nobody": ("win", "[{gain: p1.stock, by: mine}]", "by: mine} did not happen"),
    "other elements": (
        "take",
        "[move: {items: [ace], to: p1.hand}]",
        "what happened is move: {items: [king], from: deck, to: p1.hand}"),
    "another label": (
        "win",
        "[decision: mix]",
        "decision: mix did not happen; what happened is decision: {p1: win}"),
    "true is not one": ("win", "[round: 2]", "round: 2 did not happen"),
    "an unknown word": ("win", "[gains: p1.coins]", "unknown key 'gains'; did you mean 'gain'?"),
    "an unknown word alone": (
        "win",
        "[gains]",
        "'gains' is not possible here; did you mean 'gain'"),
    "two words": (
        "win",
        "[{gain: p1.coins, lose: p1.coins}]",
        "one event is needed here, not [gain, lose]; write each with a '-' of its own"),
    "only a tile": ("win", "[{by: mine}]", "one event is needed here, not []"),
    "no list": ("win", "gain", "this is a text, but a list is needed"),
    "an unknown field": (
        "win",
        "[gain: p1.coin]",
        "gain: a player has no field 'coin'; did you mean"),
    "an unknown player": ("win", "[gain: {p9.coins: 1}]", "there is nothing called 'p9'"),
    "an unknown good": (
        "win",
        "[gain: {p1.stock: {wod: 1}}]",
        "holds nothing for 'wod'; did you me"),
    "an unknown seat": ("win", "[turn: p9]", "turn: there is no player 'p9'"),
    "an unknown payer": ("win", "[toll: {p9: 1}]", "toll: there is no player 'p9'"),
    "an unknown owner": ("win", "[toll: {p1: {p9: 1}}]", "toll: there is no player 'p9'"),
    "an unknown line": (
        "win",
        "[score: {p1: {win: 1}}]",
        "no points are counted for 'win'; did you"),
    "an unknown step": ("win", "[step: ack]", "there is no step 'ack'; did you mean 'act'"),
    "an unknown end": ("win", "[end: enoug]", "there is no end 'enoug'; did you mean 'enough'"),
    "an unknown tile": ("win", "[reaction: min]", "there is no tile 'min'; did you mean 'mine'"),
    "an unknown doer": ("win", "[{gain: p1.coins, by: min}]", "there is no tile 'min'"),
    "an unknown card": (
        "win",
        "[move: {items: [kink], to: p1.hand}]",
        "there is no card 'kink'; did"),
    "an unknown element": ("win", "[move: {items: [kink]}]", "there is no element 'kink'"),
    "a place of no chance": (
        "win",
        "[chance: {roll.face: two}]",
        "chance is never asked for 'roll.f"),
    "an unknown face": (
        "win",
        "[chance: {roll.face_up: to}]",
        "there is no face 'to'; did you mean"),
    "no zone": ("win", "[move: {from: p1.coins}]", "move: 'p1.coins' is no zone"),
    "no zone to shuffle": ("win", "[shuffle: die]", "shuffle: 'die' is no zone"),
    "a zone that is set": (
        "win",
        "[gain: {p1.hand: 1}]",
        "'p1.hand' is a zone, and what goes from "),
    "a number that is none": (
        "win",
        "[gain: {p1.coins: many}]",
        "p1.coins is a number, not 'many'"),
    "no amount": ("win", "[lose: {p1.coins: -1}]", "say by how much, a number from 1 on, not '-1'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_did_not_happen_is_told_with_what_did(name: str, small: Path) -> None:
    moves, events, said = WRONG[name]
    assert said in otherwise(small, done(moves, events))


def test_a_seat_sees_less(small: Path) -> None:
    fine = {"p1 sees events": "[move: {items: [king], from: deck, to: p1.hand}]",
            "p2 sees events": "[move: {items: [null], from: deck, to: p1.hand}]"}
    for key, events in fine.items():
        assert otherwise(small, done("take", events, key)) == ""
    said = otherwise(small, done("take", fine["p1 sees events"], "p2 sees events"))
    assert "what happened is move: {items: [null], from: deck, to: p1.hand}" in said
    assert "there is nothing called 'player.p9'" in otherwise(
        small, done("take", "[turn]", "p9 sees events"))
    told = done("wish, wish.face_wished one", "[decision, set: {p1.wish: one}]", "p2 sees events")
    assert "did not happen" in otherwise(small, told)


def test_what_happened_so_far_is_compared_between_moves_and_while_going_on(small: Path) -> None:
    body = ("do:\n- win\n- {expect: {events: [score: {p1: 2}]}}\n- until: turn\n"
            "- {given: {p1.coins: 9}}\n- expect: {events: [score: 2, decision: {p2: take}]}\n"
            "- mix\n- {expect: {p1 sees events: [move: {items: [null]}, shuffle: deck]}}\n")
    assert otherwise(small, body) == ""
    said = otherwise(small, body.replace("score: {p1: 2}", "shuffle"))
    assert said.startswith("5:")
    assert "shuffle did not happen" in said


INNER = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(
        ["p1", "p1.coins", "p1.hand", "deck", "ace", "mine", "wins", "act", "enough", "two", "x"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(
        ["p1", "p2", "p1.coins", "p1.stock", "wood", "deck", "die", "items", "from", "to", "wins",
         "roll.face_up", "x"]), inner, max_size=2), max_leaves=6)


@pytest.fixture(scope="module")
def any_game(tmp_path_factory) -> tilewright.Game:
    return tilewright.load(str(make_pack(tmp_path_factory.mktemp("any") / "small", {
        "pack.yaml": f"{MANIFEST}tiles: [cards.yaml, helpers.yaml]\n", "game.yaml": RULES,
        "cards.yaml": CARDS, "helpers.yaml": HELPERS,
        "situations.yaml": "situations: {one: {seed: 1}}\n"})))


@given(word=st.sampled_from(NAMES), value=INNER, by=st.none() | st.sampled_from(["mine", "x"]))
@settings(max_examples=400, derandomize=True, deadline=None)
def test_whatever_is_written_came_or_is_told(any_game, word: str, value: Any, by: str | None
                                             ) -> None:
    state = any_game.new()
    events = [event for label in ("win", "take", "go", "roll", "mix")
              for event in state.tell(state.find(label))]
    text = json.dumps([{word: value} | ({} if by is None else {"by": by})])
    problems = Problems()
    wanted = parse(text, "events.yaml", problems).data
    assert not problems
    said = ""
    try:
        happened(state.program, events, wanted, wanted.place)
    except Otherwise as error:
        said = error.message
    assert said.isprintable()


def test_a_field_that_is_called_events_is_one(small: Path) -> None:
    (small / "game.yaml").write_text(RULES.replace("    die:", "    events: {type: int, start: 4}\n"
                                                   "    die:").replace("coins: me.coins}",
                                                                       "coins: me.coins + events}"))
    assert "but a list is needed" in otherwise(small, "expect: {events: 4}")
    assert otherwise(small, "expect: {game.events: 4}") == ""
    assert "there is nothing" not in otherwise(small, "do: [mix]\nexpect: {events: [gain]}")


# -- in an editor ---------------------------------------------------------------------------------


def test_an_editor_knows_the_names(small: Path) -> None:
    schema = schemas(tilewright.load(str(small)).model)["situations"]
    event, defs = schema["$defs"]["situations_event"]["properties"], schema["$defs"]
    assert set(event) == {*NAMES, "by"}
    assert event["turn"]["enum"] == ["p1", "p2", "p3"]
    assert set(event["end"]["enum"]) == {"enough", "long"}
    assert event["step"]["anyOf"][0]["enum"] == ["act"]
    assert "p3.coins" in defs["numbers"]["anyOf"][1]["properties"]
    assert "die" not in defs["numbers"]["anyOf"][1]["properties"]
    assert {"die", "p1.wish"} <= set(defs["fields"]["anyOf"][1]["properties"])
    assert {"deck", "p2.hand"} <= set(defs["zone"]["anyOf"][0]["enum"])
    assert event["chance"]["anyOf"][1]["properties"]["roll.face_up"]["enum"] == ["one", "two"]
    assert {"gate", "mine"} <= set(defs["tile"]["anyOf"][0]["enum"])
    assert list(defs["points"]["anyOf"][1]["properties"]) == ["wins"]
