"""What is told of a move: all of it, nothing else, and to each seat no more than it may know."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from packs.tables import ALL, game
from secret_games import game as made
from secret_games import write
from secret_worlds import other_world
from tilewright.problems import IllegalMove, RuleError
from tilewright.telling.events import Change, Event, Moved, Ordered, Scored, seen
from tilewright.telling.words import lines

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game, State

STEPS = 150
MADE = range(36)


def everything(state: State) -> dict[str, Any]:
    """All that holds, by path."""
    found: dict[str, Any] = {"points": dict(state.facts()["points"])}
    for kind, owners in state.facts()["fields"].items():
        for owner, fields in owners.items():
            for name, held in fields.items():
                owned = state.program.game.fields[kind, name]
                parts = {"game": [], "player": [owner]}.get(kind, [kind, owner])
                path = ".".join([*parts, name])
                if owned.zone:
                    found[path] = list(held)
                elif owned.per:
                    found.update({f"{path}.{item}": one for item, one in held.items()})
                else:
                    found[path] = held
    return found


def retold(before: dict[str, Any], events: list[Event], state: State) -> dict[str, Any]:
    """What holds after some events, by the events alone."""
    for event in events:
        if isinstance(event, Change):
            assert before[event.path] == event.was
            before[event.path] = event.now
        elif isinstance(event, Moved):
            for item, source_at, target_at in zip(event.items, event.source_at, event.target_at,
                                                  strict=True):
                if event.source is not None:
                    assert before[event.source].pop(source_at) == item
                if event.target is not None:
                    before[event.target].insert(target_at, item)
        elif isinstance(event, Ordered):
            assert Counter(before[event.path]) == Counter(event.order)
            before[event.path] = list(event.order)
        elif isinstance(event, Scored):
            seats = state.program.game.kinds["player"].items
            before["points"][event.category][seats[event.seat]] += event.by
    return before


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_the_events_of_a_move_tell_all_that_it_changes(name: str) -> None:
    for seed in (1, 2):
        state = game(name).new(random.Random(seed).choice(list(game(name).players)), seed)
        rng = random.Random(seed)
        for _ in range(STEPS):
            if state.over:
                break
            hold(state, rng.choice(state.legal()))


def hold(state: State, move: int) -> None:
    """To tell a move makes it too, and what is told is what has changed."""
    other, before = state.clone(), everything(state)
    other.apply(move)
    events = state.tell(move)
    assert state.numbers == other.numbers
    assert state.legal() == other.legal()
    assert retold(before, events, state) == everything(state)
    assert all(event.place is not None for event in events)


@pytest.mark.many
@pytest.mark.parametrize("name", ALL)
def test_a_seat_is_told_the_same_whatever_is_hidden(name: str) -> None:
    alike(game(name), 5, STEPS)


@pytest.mark.parametrize("seed", MADE)
def test_the_events_of_made_games_tell_no_secret(seed: int, tmp_path: Path) -> None:
    played = tilewright.load(str(write(made(seed), tmp_path)))
    alike(played, seed, 40)


def alike(played: Game, seed: int, steps: int) -> None:
    """In other worlds the same move is told alike to seats that see the same with it."""
    rng = random.Random(seed)
    state = played.new(rng.choice(list(played.players)), seed)
    for _ in range(steps):
        if state.over:
            break
        move = rng.choice(state.legal())
        worlds = [(seat, other_world(state, seat, rng)) for seat in range(state.players)]
        events = state.tell(move)
        for seat, world in worlds:
            told = made_there(world, move)
            if told is None or world.view(seat).key() != state.view(seat).key():
                continue
            # What was shown may be forgotten by the rules, so that the view does not tell it.
            if shown(told, seat) == shown(events, seat):
                assert facts(told, seat) == facts(events, seat)


def made_there(world: State | None, move: int) -> list[Event] | None:
    """What is told of a move in another world; None where it cannot be made there."""
    try:
        return world.tell(move) if world is not None else None
    except (IllegalMove, RuleError):
        return None   # it was made of things that are hidden


def shown(events: list[Event], seat: int) -> list[dict[str, Any]]:
    return [told for told in facts(events, seat) if told["event"] == "reveal"]


def facts(events: list[Event], seat: int) -> list[dict[str, Any]]:
    return [event.facts() for event in seen(events, seat)]


def test_points_of_the_end_are_not_told_before(tmp_path: Path) -> None:
    """A move counts points only where rules say so, however many lines the score sheet has."""
    lines = ", ".join(f"c{n}: me.coins" for n in range(8))
    state = tilewright.load(str(make_pack(tmp_path, {
        "game.yaml": game_with(scoring=f"{{{lines}}}", players="{min: 2, max: 4}")}))).new(4)
    while not state.over:
        assert not [e for e in state.tell(state.legal()[0]) if isinstance(e, Scored)]


def test_hands_that_change_places_are_told_to_all_and_cards_to_those_who_know_them(tmp_path: Path
                                                                                  ) -> None:
    state = tilewright.load(str(make_pack(tmp_path, {"game.yaml": game_with(
        players="{min: 3, max: 3}", kinds="{good: [wood, clay, gold]}",
        state="{game: {deck: {zone: good, visible: none, start: all}}, "
              "player: {coins: int, hand: {zone: good, visible: owner}}}",
        flow="{setup: [{shuffle: deck}, {draw: 2, from: deck, to: p1.hand}, "
             "{draw: 1, from: deck, to: p2.hand}], round: {each: players, turn: [{must: [go]}]}}",
        actions="{go: {do: [{swap: [p2.hand, me.hand]}]}}")}))).new(3, seed=1)
    mine, theirs = state.facts()["fields"]["player"]["p1"]["hand"], (
        state.facts()["fields"]["player"]["p2"]["hand"])
    told = [e for e in state.tell(state.legal()[0]) if isinstance(e, Moved)]
    assert [(e.source, e.target) for e in told] == [
        ("p2.hand", "p1.hand"), ("p1.hand", "p2.hand")]
    assert [[list(e.items) for e in seen(told, seat)] for seat in range(3)] == [
        [theirs, mine], [theirs, mine], [[None], [None, None]]]


@pytest.mark.parametrize(("action", "told"), [
    ("{draw: 3, from: deck, to: me.hand}", "p1 draws wood ×2 and clay"),
    ("{draw: 3, from: deck, to: passing}, {empty: passing, into: me.hand}",
     "p1 gets wood ×2 and clay")])
def test_what_is_drawn_is_told_apart_from_what_is_handed_on_and_equal_things_once(
        action: str, told: str, tmp_path: Path) -> None:
    state = tilewright.load(str(make_pack(tmp_path, {"game.yaml": game_with(
        families="{good: {}}", actions=f"{{go: {{do: [{action}]}}}}",
        state="{game: {deck: {zone: good, visible: none, start: all}, "
              "passing: {zone: good, visible: none}}, "
              "player: {coins: int, hand: {zone: good, visible: owner}}}",
        flow="{round: {each: players, turn: [{must: [go]}]}}"),
        "goods.yaml": "family: good\ntiles: {wood: {count: 2}, clay: {}}\n",
        "pack.yaml": MANIFEST + "tiles: [goods.yaml]\n"}))).new(2, seed=1)
    events = seen(state.tell(state.legal()[0]), 0)
    assert told in [line.text for line in lines(state.program, events, "en")]


def test_places_in_zones_are_told_to_those_who_see_what_lies_there(tmp_path: Path) -> None:
    state = tilewright.load(str(make_pack(tmp_path, {"game.yaml": game_with(
        kinds="{good: [wood, clay, gold]}",
        state="{game: {deck: {zone: good, visible: none, start: all}, pile: {zone: good}}, "
              "player: {coins: int, hand: {zone: good, visible: owner}}}",
        flow="{setup: [{draw: 3, from: deck, to: p1.hand}], "
             "round: {each: players, turn: [{may: [go]}]}}",
        actions="{go: {pick: {given: me.hand}, do: [{shuffle: me.hand}, {move: given, "
                "from: me.hand, to: pile}, {move: given, from: pile, to: deck, at: bottom}, "
                "{draw: 1, from: deck, to: me.hand}]}}")}))).new(2, seed=1)
    (code,) = [move.code for move in state.moves() if move.picks == {"given": "clay"}]
    events = [e for e in state.tell(code) if e.what in ("shuffle", "move")]
    at = events[0].order.index("clay")   # type: ignore[attr-defined]
    mine, theirs = (facts(events, seat) for seat in range(2))
    assert mine[0]["order"][at] == "clay"
    assert "order" not in theirs[0]
    # What a seat was told can be told once more.
    assert all(seen(seen(events, seat), seat) == seen(events, seat) for seat in range(2))
    told = [[(event.get("source_at"), event.get("target_at")) for event in own[1:]]
            for own in (mine, theirs)]
    # Where it lay in the hand nobody else knows; where it is drawn to everybody sees, who knows it.
    assert told == [[([at], [0]), ([0], [0]), ([0], [2])], [(None, [0]), ([0], [0]), ([0], [2])]]
    assert state.view(1).read("p1.hand") == [None, None, "clay"]
