"""What a position promises: a key of its own, and worlds that are dealt by chance."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import tilewright
from bad_packs import doing, game_with, make_pack
from case_runner import Case, write_pack
from tilewright.middle.header import CHANCE_KEY, MANUAL, RNG, STEPS
from tilewright.playing import begin
from tilewright.playing.bots import greedy_bot
from tilewright.playing.opened import Opened

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State

NOTHING = "\n  go:\n    do: []"
HANDS = """\
players: {min: 2, max: 3}
kinds: {card: [a, b, c, d]}
state:
  game: {deck: {zone: card, visible: none, start: all}}
  player: {coins: int, hand: {zone: card, visible: owner}}
actions: {wait: {do: []}}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 1, from: deck, to: p.hand}]
  round:
    each: players
    turn:
      - choose: {mine: me.hand}
        optional: true
        do:
          - choose: {n: "range(1, 2)"}
            by: next_player(me)
            do: [{gain: {me.coins: 0}, when: mine == a and n == 9}]
      - must: [wait]
ends: {enough: {when: round == 3, check: round}}
scoring: {coins: me.coins}
"""


def made(tmp_path: Path, rules: str, players: int = 2, seed: int = 1) -> State:
    folder = make_pack(tmp_path / "pack", {"game.yaml": rules})
    return tilewright.load(str(folder)).new(players, seed=seed)


def play(state: State, *labels: str) -> State:
    for label in labels:
        state.apply(state.find(label))
    return state


def apply_first(state: State, times: int) -> None:
    for _ in range(times):
        state.apply(state.legal()[0])


# -- keys -----------------------------------------------------------------------------------------

def test_the_same_table_in_another_round_is_another_position(tmp_path: Path) -> None:
    state = made(tmp_path, game_with(actions=NOTHING))
    first = state.key()
    assert first != play(state, "go", "go").key()


def test_each_number_of_a_position_is_in_its_key_but_for_chance_and_steps(tmp_path: Path) -> None:
    state = made(tmp_path, game_with())
    left_out = []
    for slot in range(len(state._s)):
        other = state.clone()
        other._s[slot] += 1
        if other.key() == state.key():
            left_out.append(slot)
    assert left_out == sorted((STEPS, RNG, CHANCE_KEY, MANUAL))


def test_a_game_without_chance_is_begun_once(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first decision is worked out once, where no game could come to another one."""
    worked: list[int] = []
    run = begin.run
    monkeypatch.setattr(begin, "run", lambda program, s, label: worked.append(s[RNG]) or run(
        program, s, label))
    game = made(tmp_path / "plain", game_with()).program
    again = [begin.begin(game, seed) for seed in (5, 6)]
    assert worked == [0]
    assert [s._s[RNG] for s in again] == [5, 6]
    assert again[0].legal() == again[1].legal() == [0]
    cards = made(tmp_path / "cards", doing(
        "[]", kinds="{card: [a, b, c]}", state="{game: {pile: {zone: card, start: all}}, "
        "player: {coins: int}}", flow="\n  setup: [{shuffle: pile}]\n  round:\n    each: players\n"
        "    turn: [{must: [go]}]")).program
    begin.begin(cards, 5)
    assert worked == [0, 0, 1, 5]


@pytest.mark.parametrize("what", ["pile", "bet"])
def test_views_are_alike_where_they_show_the_same(tmp_path: Path, what: str) -> None:
    """What is shown to two of three tells the third one apart, and nobody else."""
    state = made(tmp_path, doing(
        f"[{{reveal: {what}, to: p1}}, {{reveal: {what}, to: p2}}]", kinds="{card: [a, b, c]}",
        state="{game: {pile: {zone: card, start: all, visible: none, capacity: 3}, "
        "bet: {type: int, start: 5, visible: none}}, player: {coins: int}}"), players=3)
    assert len({state.view(seat).alike() for seat in range(3)}) == 1
    play(state, "go")
    first, second, third = (state.view(seat).alike() for seat in range(3))
    assert first == second != third


def test_what_is_laid_open_at_the_end_tells_no_chance(tmp_path: Path) -> None:
    state = made(tmp_path, HANDS)
    apply_first(state, 1)
    state._s[RNG], state._s[STEPS] = 77, 78
    shown = Opened(state).slots
    assert (shown[RNG], shown[STEPS]) == (0, 0)
    assert (state._s[RNG], state._s[STEPS]) == (77, 78)


def test_what_was_chosen_in_secret_is_forgotten_with_who_knew_it(tmp_path: Path) -> None:
    chosen, declined = (made(tmp_path, HANDS) for _ in range(2))
    apply_first(chosen, 2)
    play(declined, "pass")
    assert chosen.key() == declined.key()


# Two choices, one inside of the other, with names for what was chosen, and what is done at the end.
ASKED = ("{{choose: {{a: players}}, do: [{{let: {{one_more: a}}}}, {{choose: {{some: players}}, "
         "exactly: 1, do: [{{choose: {{b: players}}, do: [{}]}}]}}]}}")
TWICE = """
  round:
    each: players
    turn: [{must: [go]}, {must: [go], step: again}, {must: [rest]}]"""
LEAVES = {"goes on": "{gain: {me.coins: 1}}", "ends the turn": "{gain: {me.coins: 1}}, {end: turn}",
          "ends the round": "{gain: {me.coins: 1}}, {end: round}",
          "leaves the loop": "{gain: {me.coins: 1}}, {stop: loop}"}


@pytest.mark.parametrize("how", LEAVES)
@pytest.mark.parametrize("where", ["an action", "a procedure", "a loop"])
def test_nothing_is_left_of_what_was_chosen(tmp_path: Path, how: str, where: str) -> None:
    """Whoever was meant, it comes to the same, so that it is the same position; also where the same
    is offered in a second step of the turn."""
    asked = ASKED.format(LEAVES[how])
    if where == "a loop" or how == "leaves the loop":
        asked = f"{{for_each: {{one: '[me]'}}, do: [{asked}]}}"
    procedures = f"{{ask: {{args: {{p: player}}, do: [{asked}]}}}}"
    if where == "a procedure":
        done = "{pick: {p: players}, do: [{call: ask, with: {p: p}}]}"
    else:
        done, procedures = f"{{do: [{asked}]}}", "{}"
    rules = game_with(procedures=procedures, actions=f"{{go: {done}, rest: {{do: []}}}}",
                      flow=TWICE)
    game = tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": rules})))
    keys = set()
    for number in (0, -1):
        state, seen = game.new(2, seed=1), []
        for coins in (4, 5):
            while state["p1"].coins < coins:
                state.apply(state.legal()[number])
            seen.append(state.key())
        keys.add(tuple(seen))
    assert len(keys) == 1


# An event that once happens where nothing waits, and once where somebody is asked.
TOLD = """
rules:
  state: {player: {cards: {zone: card, in_play: true}}}
  vocabulary:
    events: {rings: {gives: {who: player}}}
    verbs: {get: {do: [{gain: {me.coins: 1}}]}}
  actions: {think: {do: [{event: rings, with: {who: me}, do: [{ask: sure, do: []}]}]}}
  flow:
    setup: [{put: bell, into: p1.cards}]
    round: {turn: [{must: [think]}, {must: [go]}, {must: [think], step: again}]}
tiles: {card: {bell: {abilities: {a: {when: {anyone: rings}, do: [get]}}}}}
go: [{choose: {p: players}, do: [{event: rings, with: {who: p}, do: []}]}]
"""


def test_nothing_is_left_of_what_an_event_told(tmp_path: Path) -> None:
    folder = write_pack(Case("told", 1, yaml.safe_load(TOLD)), tmp_path)
    game = tilewright.load(str(folder))
    ways = [("think", "think.sure no", "go", f"go.p {who}") for who in ("p1", "p2")]
    assert len({play(game.new(2, seed=1), *way).key() for way in ways}) == 1


def test_who_chose_in_secret_can_think_while_another_decides(tmp_path: Path) -> None:
    state = made(tmp_path, HANDS)
    apply_first(state, 1)
    assert state.decider == 1
    dealt = state.view(0).determinize(5)
    assert (dealt.decider, hidden(dealt)[0]) == (1, hidden(state)[0])


def test_after_a_secret_choice_others_can_think_again(tmp_path: Path) -> None:
    state = made(tmp_path, HANDS)
    apply_first(state, 2)
    assert state.decider == 0
    assert state.view(1).determinize(1).decider == 0


# -- ends -----------------------------------------------------------------------------------------

def test_nobody_has_won_before_the_end(tmp_path: Path) -> None:
    state = made(tmp_path, game_with())
    while not state.over:
        assert state.winners() == []
        assert state.end_reason is None
        play(state, "go")
    assert state.winners() == [0, 1]
    assert (state.end_reason, state.decider, state.legal()) == ("enough", None, [])


# -- worlds that are dealt ------------------------------------------------------------------------

def hidden(state: State) -> tuple[Any, ...]:
    seats = range(state.players)
    program = state.program
    rooms = [program.layout.rooms["player", "hand"], program.layout.rooms["game", "deck"]]
    bases = [rooms[0].base + seat * rooms[0].width for seat in seats] + [rooms[1].base]
    return tuple(tuple(state._s[b + 1:b + 1 + state._s[b]]) for b in bases)


def test_each_world_that_can_be_is_dealt_about_as_often(tmp_path: Path) -> None:
    state = made(tmp_path, HANDS)
    mine = hidden(state)[0]
    view = state.view(0)
    worlds = Counter(hidden(view.determinize(seed)) for seed in range(600))
    assert {world[0] for world in worlds} == {mine}
    # Three cards lie in an order that seat 0 does not know.
    assert len(worlds) == 6
    assert all(60 < often < 140 for often in worlds.values())


def test_the_same_seed_deals_the_same_world(tmp_path: Path) -> None:
    view = made(tmp_path, HANDS).view(0)
    for seed in range(20):
        assert hidden(view.determinize(seed)) == hidden(view.determinize(seed))


# -- bots -----------------------------------------------------------------------------------------

GIFTS = """
  go:
    pick: {n: "range(1, 4)"}
    do: [{gain: {me.coins: n}}]
  give:
    pick: {n: "range(1, 4)"}
    do: [{gain: {next_player(me).coins: n}}]
"""
TURN = """
  round:
    each: players
    turn: [{must: [go, give]}]
"""


@pytest.mark.parametrize(("best", "move"), [("most", "go 4"), ("least", "give 4")])
def test_a_greedy_bot_wants_what_wins(tmp_path: Path, best: str, move: str) -> None:
    rules = game_with(actions=GIFTS, flow=TURN) + f"ranking: {{best: {best}}}\n"
    state = made(tmp_path, rules)
    for seed in range(5):
        assert state.label(greedy_bot(state.view(0), random.Random(seed))) == move


def test_a_greedy_bot_looks_at_the_best_of_the_others(tmp_path: Path) -> None:
    """Seat 0 cannot lead more by a gift to the one who is behind; of such moves it takes any."""
    rules = game_with(actions="""
  give:
    pick: {p: players}
    do: [{lose: {p.coins: 1}}]
  wait: {do: []}
""", flow="\n  setup: [{gain: {p2.coins: 5}}]\n" + TURN[1:].replace("go, give", "give, wait"))
    state = made(tmp_path, rules, players=3)
    chosen = {state.label(greedy_bot(state.view(0), random.Random(seed))) for seed in range(20)}
    assert chosen == {"give p2"}
