"""What a seat must not know never reaches it: not its view, its moves, its words or its bots."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tilewright
from packs.tables import ALL, game, walked
from tilewright import State, stages
from tilewright.playing.bots import greedy_bot, random_bot
from tilewright.playing.going import run
from tilewright.playing.view import UNKNOWN

SEEDS = st.integers(0, 10_000)
STEPS = st.integers(0, 120)


def law(examples: int = 25):
    return settings(max_examples=examples, derandomize=True, deadline=None)


def unknown_slots(state: State, seat: int) -> dict[str, list[int]]:
    """The slots of elements that a seat does not know, by kind."""
    found: dict[str, list[int]] = {}
    for room in state.program.layout.rooms.values():
        if not room.field.hidden:
            continue
        cap = room.field.cap
        for owner in range(room.owners):
            base = room.base + owner * room.width
            for slot in range(base + 1, base + 1 + state._s[base]):
                if not state._s[slot + cap] & 1 << seat:
                    found.setdefault(room.field.type.kind, []).append(slot)
    return found


HIDING = tuple(n for n in ALL if any(
    f.hidden for f in game(n).model.fields.values())) if ALL else ()


def with_swap(state: State, seat: int, rng: random.Random) -> State | None:
    """The same position with two elements exchanged that look alike to a seat."""
    pairs = [(a, b) for slots in unknown_slots(state, seat).values()
             for a in slots for b in slots if state._s[a] < state._s[b]]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    other = state.clone()
    other._s[a], other._s[b] = other._s[b], other._s[a]
    return other


def moved_on(state: State) -> State:
    """The same position; its list of moves is worked out from its slots alone."""
    made = state.clone()
    made._moves = run(made.program, made._s, made._s[0])
    return made


def position(data, name, seed, steps):
    counts = game(name).players
    players = data.draw(st.integers(counts.start, counts.stop - 1))
    state = walked(name, players, seed, steps, to_the_end=False)
    return state, data.draw(st.integers(0, players - 1))


def what_seat_gets(state: State, seat: int) -> tuple:
    view = state.view(seat)
    moves = view.legal()
    return (view.slots, view.unseen, moves, [view.describe(m) for m in moves], view.decider)


@pytest.mark.parametrize("name", HIDING)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law(40)
def test_a_view_does_not_tell_hidden_things(name, data, seed, steps):
    state, seat = position(data, name, seed, steps)
    other = with_swap(state, seat, random.Random(seed))
    assume(other is not None)
    decides = state.decider == seat
    if decides:
        other = moved_on(other)
    assert what_seat_gets(other, seat) == what_seat_gets(state, seat)


@pytest.mark.parametrize("name", HIDING)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_bots_choose_the_same_whatever_is_hidden(name, data, seed, steps):
    state, _ = position(data, name, seed, steps)
    seat = state.decider
    other = with_swap(state, seat, random.Random(seed))
    assume(other is not None)
    other = moved_on(other)
    for bot in (random_bot, greedy_bot):
        assert bot(other.view(seat), random.Random(7)) == bot(state.view(seat), random.Random(7))


@pytest.mark.parametrize("name", ALL)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_a_dealt_position_looks_the_same(name, data, seed, steps):
    state, seat = position(data, name, seed, steps)
    view = state.view(seat)
    dealt = view.determinize(seed)
    again = dealt.view(seat)
    assert again.slots == view.slots
    assert again.unseen == view.unseen
    if state.decider == seat:
        assert dealt.legal() == state.legal()
        assert moved_on(dealt).legal() == state.legal()


@pytest.mark.parametrize("name", ALL)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_a_dealt_position_can_be_played_to_its_end(name, data, seed, steps):
    state, seat = position(data, name, seed, steps)
    view = state.view(seat)
    dealt = view.determinize(seed)
    rng = random.Random(seed)
    while not dealt.over:
        dealt.apply(rng.choice(dealt.legal()))
    assert dealt.winners()


@pytest.mark.parametrize("name", HIDING)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_a_dealt_position_keeps_all_elements(name, data, seed, steps):
    state, seat = position(data, name, seed, steps)
    view = state.view(seat)
    dealt = view.determinize(seed)
    for slots in unknown_slots(state, seat).values():
        assert sorted(dealt._s[i] for i in slots) == sorted(state._s[i] for i in slots)
        assert all(view.slots[i] == UNKNOWN for i in slots)


@pytest.mark.parametrize("name", ALL)
@given(data=st.data(), seed=SEEDS, steps=STEPS)
@law()
def test_a_view_holds_no_seed_and_no_moves_of_others(name, data, seed, steps):
    from tilewright.middle.header import CHANCE_KEY, RNG

    state, seat = position(data, name, seed + (seed % 2 << 100), steps)
    assert (state._s[CHANCE_KEY] != 0) == seed % 2
    view = state.view(seat)
    assert view.slots[RNG] == view.slots[CHANCE_KEY] == 0
    if state.decider != seat:
        assert view.legal() == []


# -- secrets in the middle of a rule ----------------------------------------------------------

DUEL = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c, d]}
state:
  game:
    deck: {zone: card, visible: none, start: all}
  player: {coins: int, hand: {zone: card, visible: owner}}
flow:
  setup:
    - shuffle: deck
    - for_each: {p: players}
      do: [{draw: 2, from: deck, to: p.hand}]
  round:
    each: players
    turn:
      - choose: {mine: FROM}
        do:
          - choose: {theirs: next_player(me).hand}
            by: next_player(me)
            do:
              - gain: {me.coins: 1}
                when: index(mine) > index(theirs)
              - end: game
scoring: {coins: me.coins}
"""


def duel(tmp_path, source: str):
    home = tmp_path / "duel"
    home.mkdir()
    (home / "pack.yaml").write_text(
        "language: 1\nid: duel\nversion: 1.0.0\nrules: [game.yaml]\n")
    (home / "game.yaml").write_text(DUEL.replace("FROM", source))
    return stages.load(str(home), []).problems.sorted(), home


def test_a_secret_choice_stays_secret_while_another_decides(tmp_path):
    problems, home = duel(tmp_path, "me.hand")
    assert problems == []
    state = tilewright.load(str(home)).new(2, seed=3)
    other = state.clone()
    one, two = state.legal()
    state.apply(one)
    other.apply(two)
    assert state.decider == 1
    assert state.view(1).slots == other.view(1).slots


def test_a_choice_from_a_zone_that_the_chooser_cannot_see_is_a_problem(tmp_path):
    problems, _ = duel(tmp_path, "next_player(me).hand")
    assert problems
