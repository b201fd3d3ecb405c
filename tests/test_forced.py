"""The only move of a person, made at once where a game or whoever plays wishes so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import game_with, make_pack
from command_line import run_here
from tilewright.playing.bots import bot_named
from tilewright.playing.record import Session
from tilewright.playing.table import TURN, Table
from tilewright.problems import IllegalMove

if TYPE_CHECKING:
    from pathlib import Path

# First there is something to choose, then there is not, then one may pass.
ACTIONS = "{left: {do: []}, right: {do: []}, go: {do: [{gain: {me.coins: 1}}]}, buy: {do: []}}"
TURN_OF = "{must: [left, right]}, {must: [go]%s}, {may: [buy]}"


def rules(automatic: str = "", step: str = "") -> str:
    return game_with(players="{min: 2, max: 2}", actions=ACTIONS, flow=(
        f"{{{automatic}round: {{each: players, turn: [{TURN_OF % step}]}}}}"))


def table(folder: Path, text: str, automatic: bool | None = None, *, bots: int = 0) -> Table:
    made = tilewright.load(str(make_pack(folder, {"game.yaml": text})))
    bot = bot_named("random")
    return Table(Session(made, 2, seed=3), [None] * (2 - bots) + [bot] * bots, automatic=automatic)


@pytest.mark.parametrize(("given", "wished", "made"), [
    (rules(), None, False), (rules(), True, True), (rules("automatic: true, "), None, True),
    (rules("automatic: true, "), False, False), (rules(step=", automatic: true"), None, True),
    (rules("automatic: true, ", ", automatic: false"), None, False),
    (rules("automatic: true, ", ", automatic: false"), True, True)])
def test_it_is_made_where_it_is_wished(given: str, wished: bool | None, made: bool, tmp_path: Path
                                       ) -> None:
    played = table(tmp_path, given, wished)
    assert played.waits
    assert played.go_on() is None, "there are two moves"
    played.act(0, "left")
    assert played.waits is not made
    entry = played.go_on()
    assert (entry is not None) is made
    if entry is None:
        return
    assert [line.text for line in played.told(entry, [0, 1])] == [
        "p1: go (the only move)", "p1: coins +1"]
    assert played.session.record.moves == [(0, "left"), (0, "go")]
    assert played.waits, "to buy can be declined"


def test_what_was_done_for_somebody_is_taken_back_with_what_they_decided(tmp_path: Path) -> None:
    played = table(tmp_path, rules("automatic: true, "))
    played.act(0, "left")
    played.go_on()
    assert played.undo() == 2
    assert played.waits
    played.act(0, "left")
    played.go_on()
    assert played.told(played.log[1], [0])[0].text.endswith("(the only move)")
    played.act(0, "pass")
    assert played.undo(TURN) == 3


def test_what_was_done_for_others_does_not_keep_one_from_taking_back(tmp_path: Path) -> None:
    played = table(tmp_path, game_with(players="{min: 2, max: 2}", flow=(
        "{automatic: true, round: {each: players, turn: [{must: [go], when: me == p2}, "
        "{may: [go], when: me == p1}]}}")))
    played.act(0, "go")
    played.go_on()
    assert [entry.seat for entry in played.log] == [0, 1]
    assert played.undo(by=[0]) == 2
    played.act(0, "go")
    played.go_on()
    with pytest.raises(IllegalMove) as refused:
        played.undo(by=[1])
    assert refused.value.code == "others"


HIDDEN = game_with(
    players="{min: 2, max: 2}", kinds="{card: [ace, king]}",
    state="{game: {deck: {zone: card, visible: none, start: all}, row: {zone: card}}, "
          "player: {coins: int, hand: {zone: card, visible: owner}}}",
    actions="""
  play: {pick: {c: me.hand}, do: [{move: c, from: me.hand, to: row}]}
  guarded: {if: ace in me.hand or king in me.hand, do: []}
  go: {do: [{gain: {me.coins: 1}}]}
  take: {pick: {c: row}, do: [{gain: {me.coins: 1}}]}""",
    flow="""
  automatic: true
  setup: [{shuffle: deck}, {for_each: {p: players}, do: [{draw: 1, from: deck, to: p.hand}]}]
  round:
    each: players
    turn:
      - must_if_possible: [guarded]
      - must_if_possible: [play]
      - must: [go]
      - must: [take]
      - choose: {c: "[x for x in me.hand]"}
        do: []
        else: []
      - choose: {c: "[x for x in row if x == ace]"}
        do: []
        else: []
""")


def test_a_hidden_hand_of_one_card_is_not_told_by_haste(tmp_path: Path) -> None:
    played = table(tmp_path, HIDDEN, True)
    made: list[str] = []
    while not played.over and len(made) < 9:
        if played.waits:
            seat = played.decider
            assert seat is not None
            played.act(seat, played.moves(seat)[0].code)
            made.append(f"asked {played.session.record.moves[-1][1].split()[0]}")
        else:
            entry = played.go_on()
            assert entry is not None
            made.append(played.session.record.moves[-1][1].split()[0])
    assert made[:4] == ["asked guarded", "asked play", "go", "take"]


def test_bots_and_records_know_nothing_of_it(tmp_path: Path) -> None:
    plain, quick = (table(tmp_path / word, rules(f"automatic: {word}, "), bots=2)
                    for word in ("false", "true"))
    for played in (plain, quick):
        while not played.over:
            played.go_on()
    assert plain.session.record.moves == quick.session.record.moves
    assert not any(line.text.endswith("(the only move)") for entry in quick.log
                   for line in quick.told(entry, [0]))


@pytest.mark.parametrize(("option", "asked"), [
    ("--automatic", False), ("--no-automatic", True), (None, True)])
def test_at_the_terminal_whoever_plays_can_wish_it(option: str | None, asked: bool, tmp_path: Path
                                                   ) -> None:
    folder = str(make_pack(tmp_path, {"game.yaml": rules()}))
    done = run_here("play", folder, "--seats", "human,random", "--seed", "1",
                    *([option] if option else []), stdin="1\nquit\n")
    assert ("(the only move)" not in done.stdout) is asked
