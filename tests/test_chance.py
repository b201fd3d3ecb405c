"""Chance that is shown: every outcome with its odds, also of shuffles and of the set-up."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, make_pack
from packs.tables import ALL, game
from tilewright.problems import IllegalMove, RuleError, UsageError
from tilewright.telling.events import Chance, Shuffled, seen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright import Game, State

CARDS = """
players: {min: 2, max: 2}
kinds: {card: [a, b, c]}
state:
  game: {deck: {zone: card, visible: none, start: "[a, a, b, c]", capacity: 4}, row: {zone: card}}
  player: {coins: int}
flow:
  setup: [{shuffle: deck}]
  round: {each: players, turn: [{must: [mix, roll]}]}
actions:
  mix: {do: [{draw: 1, from: deck, to: row}, {shuffle: deck}]}
  roll: {do: [{random: {n: "[1, 2, 2]"}, do: [{gain: {me.coins: n}}]}]}
ends: {late: {when: round > 2, check: round}}
scoring: {coins: me.coins}
"""
STEPS = 150


@pytest.fixture
def cards(tmp_path: Path) -> Game:
    return tilewright.load(str(make_pack(tmp_path / "cards", {
        "pack.yaml": MANIFEST, "game.yaml": CARDS})))


def outcomes(state: State) -> Iterator[tuple[State, Fraction]]:
    """All positions after chance, with their odds."""
    if state.decider != -1:
        yield state, Fraction(1)
        return
    moves = state.legal()
    for move, times in Counter(moves).items():
        after = state.clone()
        after.apply(move)
        for end, odds in outcomes(after):
            yield end, odds * Fraction(times, len(moves))


def test_all_orders_of_a_set_up_are_equally_likely(cards: Game) -> None:
    found: Counter[tuple[str | None, ...]] = Counter()
    for state, odds in outcomes(cards.new(2, show_chance=True)):
        found[tuple(state.common_zone("deck"))] += odds   # type: ignore[assignment]
    assert len(found) == 12
    assert set(found.values()) == {Fraction(1, 12)}
    drawn = {tuple(cards.new(2, seed).common_zone("deck")) for seed in range(300)}
    assert drawn == set(found)


def test_a_shuffle_within_a_move_is_drawn_after_it(cards: Game) -> None:
    state, _ = next(outcomes(cards.new(2, show_chance=True)))
    state.apply(state.find("mix"))
    assert (state.decider, state.over) == (-1, False)
    assert state.question is not None
    assert (state.question.name, state.question.is_chance) == ("shuffle.deck", True)
    assert {state.label(m) for m in state.legal()} <= {f"shuffle.deck {c}" for c in "abc"}
    assert state.common_zone("row") == []
    ends = list(outcomes(state))
    assert {(tuple(end.common_zone("row")), end.decider) for end, _ in ends} == {(("a",), 1)}
    assert sum(odds for _, odds in ends) == 1


def test_what_rules_choose_has_the_odds_of_its_list(cards: Game) -> None:
    state, _ = next(outcomes(cards.new(2, show_chance=True)))
    state.apply(state.find("roll"))
    assert {end["p1"].coins: odds for end, odds in outcomes(state)} == {
        1: Fraction(1, 3), 2: Fraction(2, 3)}


def test_a_guess_goes_on_with_chance_that_is_shown(cards: Game) -> None:
    state, _ = next(outcomes(cards.new(2, show_chance=True)))
    other = state.view(0).determinize(3)
    other.apply(other.find("mix"))
    assert other.decider == -1
    state.show_chance(shown=False)
    state.apply(state.find("mix"))
    assert state.decider == 1


def test_in_the_middle_of_a_draw(cards: Game) -> None:
    state = cards.new(2, show_chance=True)
    with pytest.raises(UsageError, match="something is being drawn"):
        state.show_chance(shown=False)
    with pytest.raises(IllegalMove):
        state.apply(10**6)
    with pytest.raises(IllegalMove, match="“mix” is not possible now"):
        state.apply(cards.new(2).find("mix"))
    assert state.view(0).common_zone("deck") == [None] * 4
    assert len(state.view(0).numbers) == len(cards.new(2).numbers)


def test_nobody_is_told_what_is_drawn_into_a_hidden_zone(cards: Game) -> None:
    state = cards.new(2, show_chance=True)
    events = []
    while state.decider == -1:
        events += state.tell(state.legal()[0])
    assert [type(e) for e in events if isinstance(e, Chance)]
    assert not [e for seat in (0, 1) for e in seen(events, seat) if isinstance(e, Chance)]
    told = state.tell(state.find("mix"))
    while state.decider == -1:
        told += state.tell(state.legal()[0])
    assert [type(e).__name__ for e in told if not isinstance(e, Chance)] == [
        "Decision", "Moved", "Shuffled", "Turn"]
    assert [e.path for e in told if isinstance(e, Shuffled)] == ["deck"]


@pytest.mark.parametrize("name", ALL)
def test_all_games_can_be_played_with_all_chance_shown(name: str) -> None:
    """What comes after all draws is a position of the game as it usually is."""
    state = game(name).new(show_chance=True)
    rng, usual = random.Random(5), None
    for _ in range(STEPS):
        if state.over:
            break
        move = rng.choice(state.legal())
        told, other = state.clone(), state.clone()
        state.apply(move)
        events = told.tell(move)
        assert (told.numbers, told.legal()) == (state.numbers, state.legal())
        assert other.decider == -1 or events or state.decider == -1
        if state.decider != -1:
            usual = state.clone()
            usual.show_chance(shown=False)
            assert (usual.legal(), usual.key()) == (state.legal(), state.key())
    assert usual is not None


def test_a_set_up_that_fails_is_told_at_its_line_where_chance_is_shown(tmp_path: Path) -> None:
    fails = "{for_each: {p: players}, do: [{gain: {p.coins: 1 // p.coins}}]}"
    rules = CARDS.replace("setup: [{shuffle: deck}]", f"setup: [{fails}]")
    game = tilewright.load(str(make_pack(tmp_path / "bad", {
        "pack.yaml": MANIFEST, "game.yaml": rules})))
    for shown in (False, True):
        with pytest.raises(RuleError, match=r"game\.yaml:8:\d+"):
            game.new(2, show_chance=shown)
