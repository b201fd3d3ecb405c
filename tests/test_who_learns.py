"""Who learns what was decided: openly, in secret, or by chance that is for one player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import doing, make_pack
from tilewright.telling.events import Chance, Decision

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import State

STATE = """{
  player: {coins: {type: int, start: 3}, die: {type: int, max: 9, visible: owner}}}"""
SCORING = '{coins: "me.coins + me.die"}'
EVERYBODY = {0, 1}


def begun(folder: Path, statement: str, *, shown: bool = False) -> State:
    """A game in which a statement is all that happens, with another one behind it."""
    rules = doing(f"[{statement}, {{gain: {{me.coins: 1}}}}]", state=STATE, scoring=SCORING)
    state = tilewright.load(str(make_pack(folder, {"game.yaml": rules}))).new(seed=1)
    state.show_chance(shown=shown)
    return state


SEEN = [
    ('{choose: {n: "range(1, 3)"}, do: []}', False, EVERYBODY),
    ('{choose: {n: "range(1, 3)"}, optional: true, do: []}', False, EVERYBODY),
    ('{choose: {n: "range(1, 3)"}, secretly: true, do: [{set: {me.die: n}}]}', True, {0}),
    ('{choose: {n: "[1, 2]"}, by: p2, secretly: true, do: [{set: {p2.die: n}}]}', True, {1}),
    ('{choose: {ns: "range(1, 3)"}, exactly: 2, do: []}', False, EVERYBODY),
    ('{choose: {ns: "range(1, 3)"}, exactly: 2, secretly: true, do: []}', True, {0}),
    ("{one_of: {left: [], right: []}}", False, EVERYBODY),
    ("{one_of: {left: [], right: []}, secretly: true}", True, {0}),
    ("{ask: sure, do: []}", False, EVERYBODY),
    ("{ask: sure, secretly: true, do: []}", True, {0}),
]


@pytest.mark.parametrize(("statement", "secretly", "known"), SEEN)
def test_others_learn_what_was_chosen_unless_it_is_a_secret(
        tmp_path: Path, statement: str, *, secretly: bool, known: set[int]) -> None:
    state = begun(tmp_path, statement)
    state.apply(state.find("go"))
    seat, label = state.decider, state.label(state.legal()[0])
    assert state.decides_secretly == secretly
    event = state.tell(state.legal()[0])[0]
    assert isinstance(event, Decision)
    assert (event.seat, event.label, set(event.known) & EVERYBODY) == (seat, label, known)
    for other in (0, 1):
        seen = event.seen_by(other)
        assert seen is not None
        assert seen.label == (label if other in known else None)


@pytest.mark.parametrize(("statement", "known"), [
    ('{random: {n: "range(4, 4)"}, do: [{gain: {me.coins: n}}]}', EVERYBODY),
    ('{random: {n: "range(4, 4)"}, to: me, do: [{set: {me.die: n}}]}', {0}),
    ('{random: {n: "range(4, 4)"}, to: next_player(me), do: [{set: {next_player(me).die: n}}]}',
     {1}),
])
@pytest.mark.parametrize("shown", [False, True])
def test_chance_is_seen_by_all_or_by_the_one_whom_it_is_for(
        tmp_path: Path, statement: str, known: set[int], *, shown: bool) -> None:
    state = begun(tmp_path, statement, shown=shown)
    events = state.tell(state.legal()[0])
    if shown:
        assert state.decider == -1
        assert state.decides_secretly == (known != EVERYBODY)
        events = state.tell(state.legal()[0])
    (event,) = [e for e in events if isinstance(e, Chance)]
    assert (event.value, set(event.known) & EVERYBODY) == (4, known)
    assert [event.seen_by(seat) is None for seat in (0, 1)] == [s not in known for s in (0, 1)]


# -- elements that were known, and are moved in secret --------------------------------------------

CARDS = """
players: {min: 3, max: 3}
kinds: {card: {attributes: {v: int}, items: {c1: {v: 1}, c2: {v: 2}, c3: {v: 3}, c4: {v: 4}}}}
state:
  game: {deck: {zone: card, visible: none, start: cards}, gone: {zone: card}}
  player:
    hand: {zone: card, visible: owner}
    kept: {zone: card, visible: owner}
    left: int
flow: {setup: [{draw: 3, from: deck, to: p1.hand}], round: {each: players, turn: [{must: [go]}]}}
actions: {go: {do: [{reveal: me.hand, SHOWN}, MOVED]}}
ends: {late: {when: round > 3, check: round}}
scoring: {left: me.left}
"""
KEEP = "{move: c, from: me.hand, to: me.kept}"
SECRET_MOVES = [
    f"{{choose: {{c: me.hand}}, do: [{KEEP}]}}",
    f"{{choose: {{c: me.hand}}, secretly: true, do: [{KEEP}]}}",
    f"{{choose: {{all: me.hand}}, exactly: 1, do: [{{for_each: {{c: all}}, do: [{KEEP}]}}]}}",
    "{choose: {c: me.hand}, do: [{move: c, from: me.hand, to: deck}]}",
    "{choose: {c: me.hand}, do: [{move: c, from: me.hand}]}",
    "{choose: {c: me.hand}, do: [{move: c, from: me.hand, to: p2.hand}]}",
    "{arrange: me.hand, onto: deck}",
]


def cards(folder: Path, shown: str, moved: str) -> State:
    rules = CARDS.replace("SHOWN", shown).replace("MOVED", moved)
    state = tilewright.load(str(make_pack(folder, {"game.yaml": rules}))).new(seed=1)
    state.apply(state.find("go"))
    return state


@pytest.mark.parametrize("moved", SECRET_MOVES)
def test_nobody_follows_an_element_that_is_moved_in_secret(tmp_path: Path, moved: str) -> None:
    """Two moves that a seat cannot tell apart leave it with the same view and the same events."""
    state = cards(tmp_path, "to: p3", moved)
    view = state.view(2)
    assert None not in view.read("p1.hand")
    found = []
    for move in state.legal()[:2]:
        after = state.clone()
        events = [e.seen_by(2) for e in after.tell(move)]
        while not after.question.is_step:
            events += [e.seen_by(2) for e in after.tell(after.legal()[0])]
        told = [e.facts() for e in events if e is not None]
        found.append((after.view(2).key(), after.view(2).facts(), told))
        # Whoever moved it still knows all that lies where nobody else has looked.
        assert None not in after.view(0).read("p1.hand")
        assert after.view(0).read("deck").count(None) <= 1
    assert found[0] == found[1]


def test_what_everybody_can_follow_stays_known(tmp_path: Path) -> None:
    """By its place, or because it goes to where all can see it."""
    for number, moved in enumerate((
            "{for_each: {c: 'top(me.hand, 1)'}, do: [{move: c, from: me.hand, to: me.kept}]}",
            "{choose: {c: me.hand}, do: [{move: c, from: me.hand, to: gone}]}")):
        state = cards(tmp_path / str(number), "to: p3", moved)
        if not state.question.is_step:
            state.apply(state.legal()[0])
        view = state.view(2)
        assert None not in (*view.read("p1.hand"), *view.read("p1.kept"))


def test_what_rules_choose_by_hidden_things_cannot_be_followed(tmp_path: Path) -> None:
    """A seat that knows one card must not learn from its way what the others are."""
    state = cards(tmp_path, "count: 1, to: p3", "{for_each: {c: '[argmin(me.hand, by=it.v)]'}, "
                                                "do: [{move: c, from: me.hand, to: me.kept}]}")
    assert state.view(2).read("p1.hand") == [None, None]
    assert state.view(2).read("p1.kept") == [None]
