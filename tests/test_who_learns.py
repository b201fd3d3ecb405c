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
