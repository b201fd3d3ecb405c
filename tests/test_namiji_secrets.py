"""What a seat of Namiji must not know: rock cards of others, the hand that goes round, decks."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest

from counting_namiji import positions, seats
from positions import read
from tilewright.playing.bots import BOTS
from tilewright.playing.going import run

if TYPE_CHECKING:
    from tilewright.playing.state import State


def unknown(state: State, seat: int, kind: str) -> list[int]:
    """The slots of elements of a kind that a seat does not know."""
    found = []
    for room in state.program.layout.rooms.values():
        if room.field.hidden and room.field.type.kind == kind:
            cap = room.field.cap
            for base in range(room.base, room.base + room.owners * room.width, room.width):
                found += [slot for slot in range(base + 1, base + 1 + state._s[base])
                          if not state._s[slot + cap] & 1 << seat]
    return found


def mixed(state: State, seat: int, rng: random.Random) -> State:
    """The same position with all that a seat does not know exchanged at will: the rock cards of
    others, the hand that goes round and the order of all decks."""
    other = state.clone()
    for kind in ("pier_card", "rock_card", "net"):
        if state.over and kind == "rock_card":
            continue   # They count, so all may look.
        slots = unknown(state, seat, kind)
        values = [state._s[slot] for slot in slots]
        rng.shuffle(values)
        for slot, value in zip(slots, values, strict=True):
            other._s[slot] = value
    if state.decider == seat:
        other._moves = run(other.program, other._s, other._s[0])
    return other


def told(state: State, seat: int) -> tuple[Any, ...]:
    view = state.view(seat)
    moves = view.legal()
    return view.slots, view.unseen, moves, [view.describe(m) for m in moves]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hidden_cards_change_nothing_that_others_see_or_do(players: int) -> None:
    rng, secret_hands = random.Random(players), 0
    for seed in range(4):
        for state in positions(players, seed, "random", reverse=seed % 2 == 1):
            secret_hands += any(read(state, f"{seat}.dealt") for seat in seats(state))
            for seat in range(players):
                other = mixed(state, seat, rng)
                assert told(other, seat) == told(state, seat)
            if not state.over:
                other = mixed(state, seat := state.decider, rng)
                for bot in BOTS.values():
                    one, two = (bot(s.view(seat), random.Random(7)) for s in (state, other))
                    assert one == two
    assert secret_hands


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_the_owner_sees_rock_cards(players: int) -> None:
    """A seat that has looked at none itself knows none."""
    found = 0
    for state in (s for seed in range(4) for s in positions(players, seed, "random")):
        for owner, zone in product(range(players), ("secrets", "looking")):
            cards = read(state, f"{seats(state)[owner]}.{zone}")
            assert state.view(owner).zone(owner, zone) == cards
            for seat in set(range(players)) - {owner}:
                if state.over and zone == "secrets":
                    assert state.view(seat).zone(owner, zone) == cards
                elif cards and not read(state, f"{seats(state)[seat]}.secrets"):
                    assert state.view(seat).zone(owner, zone) == [None] * len(cards)
                    found += 1
    assert found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_hand_that_goes_round_is_seen_by_those_who_had_it(players: int) -> None:
    """With two players nobody knows which card went with the boat of nobody."""
    found = 0
    for state in positions(players, players, "random"):
        taken = [len(read(state, f"{seat}.cards")) for seat in seats(state)]
        for owner, other in permutations(range(players), 2):
            hand = read(state, f"{seats(state)[owner]}.dealt")
            assert state.view(owner).zone(owner, "dealt") == hand
            waits = taken[other] == taken[owner]
            if waits or players > 2:
                seen = state.view(other).zone(owner, "dealt")
                assert seen == ([None] * len(hand) if waits else hand)
                found += bool(hand)
    assert found
