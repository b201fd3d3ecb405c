"""Moves that are picked in several steps: one sentence can name all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tilewright
from bad_packs import make_pack
from tilewright.telling.words import lines

if TYPE_CHECKING:
    from pathlib import Path

RULES = """\
players: {min: 2, max: 2}
kinds: {bowl: [left, right]}
families: {card: {}, tool: {}}
vocabulary:
  verbs:
    trade:
      args: {fee: int}
      pick: {out_of: bowls, into_bowl: bowls}
      do: [{lose: {out_of.beans: fee}}, {gain: {into_bowl.beans: fee}}]
state:
  bowl: {beans: {type: int, start: 3}}
  player:
    hand: {zone: card, visible: owner, start: all}
    tools: {zone: tool, in_play: true}
  game: {pile: {zone: card}, gifts: {zone: tool, start: all}}
actions:
  take: {pick: {from_bowl: bowls, number: "range(1, 2)"}, do: [lose: {from_bowl.beans: number}]}
  fetch: {do: [{draw: 1, from: gifts, to: me.tools}]}
  pay:
    pick: {card: me.hand, bowl: bowls}
    do: [{move: card, from: me.hand, to: pile}, {gain: {bowl.beans: 1}}]
flow: {round: {each: players, turn: [must: [take, pay, fetch]]}}
ends: {late: {when: round > 3}}
scoring: {beans: sum(b.beans for b in bowls)}
"""
TEXTS = """\
game: Bowls
move.take: take out of the {from_bowl} bowl
move.take.number: take {number} out of the {from_bowl} bowl
move.pay: lay down {card}
move.pay.bowl: lay down {card} for the {bowl} bowl
ask.take.number: how many?
ask.pay.bowl: for which?
move.fetch: fetch a tool
move.scoop.use: "{fee} beans out of the {out_of} bowl"
move.scoop.use.into_bowl: "{fee} beans from the {out_of} bowl into the {into_bowl} one"
ask.scoop.use.into_bowl: into which?
verb.trade: move {fee} beans
tool.scoop: the scoop
kind.card: a card
bowl.left: left
bowl.right: right
card.ace: the ace
score.beans: beans
end.late: it is late
card.king: the king
"""


def pack(folder: Path) -> tilewright.Game:
    return tilewright.load(str(make_pack(folder / "pack", {
        "pack.yaml": "language: 2\nid: bowls\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "tiles: [cards.yaml, tools.yaml]\ntexts: {en: en.yaml}\n",
        "game.yaml": RULES, "en.yaml": TEXTS,
        "tools.yaml": "family: tool\ntiles: {scoop: {abilities: {use: {power: {trade: 2}}}}}\n",
        "cards.yaml": "family: card\ntiles: {ace: {}, king: {}}\n"})))


def told(state: tilewright.State, move: int, seat: int) -> list[str]:
    events = [seen for e in state.tell(move) if (seen := e.seen_by(seat)) is not None]
    return [line.text for line in lines(state.program, events, "en")]


def test_a_later_pick_names_an_earlier_one(tmp_path: Path) -> None:
    game = pack(tmp_path)
    state = game.new(seed=1)
    state.apply(state.find("take right"))
    move = state.find("take.number 2")
    said = "take 2 out of the right bowl"
    assert state.describe(move) == said
    assert {state.view(seat).describe(move) for seat in (0, 1)} == {said}
    assert any(said in line for line in told(state, move, 1))


def test_an_earlier_pick_that_is_secret_is_not_named(tmp_path: Path) -> None:
    game = pack(tmp_path)
    state = game.new(seed=1)
    state.apply(state.find("pay ace"))
    move = state.find("pay.bowl left")
    (said, *_) = told(state, move, 1)
    assert said == "p1: lay down a card for the left bowl"


def test_what_a_tile_says_to_its_verb_stands_in_the_sentence_of_the_move(tmp_path: Path) -> None:
    game = pack(tmp_path)
    state = game.new(seed=1)
    state.apply(state.find("fetch"))
    state.apply(state.find("take left"))
    state.apply(state.find("take.number 1"))
    move = state.find("scoop.use right")
    assert state.describe(move) == "2 beans out of the right bowl"
    state.apply(move)
    move = state.find("scoop.use.into_bowl left")
    assert state.describe(move) == "2 beans from the right bowl into the left one"
    assert not game.text_problems


# -- keys without the place where it is asked -----------------------------------------------------

ASKS = """\
players: {min: 2, max: 2}
state: {player: {coins: int}}
procedures:
  tempt:
    - {ask: risk_it, do: [{gain: {me.coins: 2}}]}
    - {ask: stay, do: [{gain: {me.coins: 1}}]}
flow:
  round:
    each: players
    turn:
      - {ask: doubt, do: [{gain: {me.coins: 1}}]}
      - call: tempt
      - {ask: stay, do: [{gain: {me.coins: 1}}]}
ends: {late: {when: round == 2, check: round}}
scoring: {coins: me.coins}
"""


def asking(folder: Path, **texts: str) -> tilewright.Game:
    lines = {"game": "G", "end.late": "late", "score.coins": "coins", **texts}
    return tilewright.load(str(make_pack(folder / "pack", {
        "pack.yaml": "language: 2\nid: g\nversion: 1.0.0\nrules: [game.yaml]\n"
                     "texts: {en: en.yaml}\n",
        "game.yaml": ASKS, "en.yaml": "".join(f"{k}: {v}\n" for k, v in lines.items())})))


def test_a_key_may_leave_the_place_out(tmp_path: Path) -> None:
    short = asking(tmp_path / "short", **{"move.doubt.yes": "I doubt it", "ask.doubt": "true?"})
    whole = asking(tmp_path / "whole", **{"move.flow.doubt.yes": "I doubt it",
                                          "ask.flow.doubt": "true?"})
    for game in (short, whole):
        assert not game.text_problems
        state = game.new()
        assert state.describe(state.legal()[0]) == "I doubt it"
        assert state.question.words("en") == "true?"
    assert not asking(tmp_path / "procedure", **{"ask.risk_it": "a risk?"}).text_problems


def test_a_short_key_has_one_meaning(tmp_path: Path) -> None:
    said = asking(tmp_path / "two", **{"ask.stay": "stay?"}).text_problems
    assert [p.code for p in said] == ["text-unknown"]
    said = asking(tmp_path / "both", **{"ask.doubt": "a?", "ask.flow.doubt": "b?"}).text_problems
    assert [p.code for p in said] == ["text-unknown"]
