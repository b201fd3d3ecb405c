"""Moves that do more than anybody is told: they are made, and only the decision is told."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import doing, impatient, make_pack
from packs.tables import game
from tilewright import limits
from tilewright.playing.going import step
from tilewright.playing.record import Session
from tilewright.telling.events import Chance, Decision, Step, seen
from tilewright.telling.watched import Watched, watched

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game

FOREVER = "{never: {when: round < 0}}"
BUSY = "[{repeat: {max: 1000}, do: [{repeat: {max: 900}, do: [{gain: {me.coins: 1}}]}]}]"


def loaded(folder: Path, text: str) -> Game:
    return tilewright.load(str(make_pack(folder / "pack", {"game.yaml": text})))


def test_a_move_that_does_a_million_things_is_told_in_short(tmp_path: Path) -> None:
    made = loaded(tmp_path, doing(BUSY, ends=FOREVER))
    session, plain = Session(made, 2, 1), made.new(2, 1)
    with impatient():
        for _ in range(5):
            told = session.apply(session.state.legal()[0])
            plain.apply(plain.legal()[0])
            assert [event.name for event in told] == ["decision"]
    assert session.state.save() == plain.save()


def test_what_can_just_be_told_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = loaded(tmp_path, doing("[{repeat: {max: 7}, do: [{gain: {me.coins: 1}}]}]"))
    noted = Watched(made.new(2, 1)._s)
    step(watched(made.new(2, 1).program), noted, made.new(2, 1).legal()[0])
    whole = made.new(2, 1).tell(made.new(2, 1).legal()[0])
    assert len(whole) > 7
    monkeypatch.setattr(limits, "NOTES", len(noted.notes))
    assert made.new(2, 1).tell(made.new(2, 1).legal()[0]) == whole
    monkeypatch.setattr(limits, "NOTES", 6)
    assert made.new(2, 1).tell(made.new(2, 1).legal()[0])[0] == whole[0]
    assert len(made.new(2, 1).tell(made.new(2, 1).legal()[0])) == 1


def test_what_is_only_tried_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = "{busy: {do: [{repeat: {max: 900}, do: [{gain: {me.coins: 1}}]}]}}"
    made = loaded(tmp_path, doing("[{if: 'after(busy(), me.coins) > 900', then: ["
                                  "{gain: {me.coins: 1}}]}]", procedures=tries))
    monkeypatch.setattr(limits, "NOTES", 200)
    state = made.new(2, 1)
    assert [e.name for e in state.tell(state.legal()[0])][:2] == ["decision", "set"]
    assert state.scores() == [4, 3]


@pytest.mark.parametrize("name", ["yamatai", "namiji", "hearts"])
@pytest.mark.parametrize("chance", [False, True])
def test_a_game_that_is_told_in_short_is_the_same(name: str, chance: bool,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody learns of a decision who does not learn of it where all is told."""
    state, rng = game(name).new(seed=4, show_chance=chance), random.Random(4)
    for _ in range(60):
        if state.over:
            break
        move, other, full = rng.choice(state.legal()), state.clone(), state.clone()
        whole = full.tell(move)
        with monkeypatch.context() as few:
            few.setattr(limits, "NOTES", 0)
            told = other.tell(move)
        assert other._s == full._s
        assert all(isinstance(e, (Decision, Chance, Step)) for e in told)
        for seat in range(state.players):
            known = [e.facts() for e in seen(whole, seat)]
            assert all(e.facts() in known or e.facts().get("picks") is None
                       for e in seen(told, seat))
        state = full


def test_how_much_happens_in_secret_does_not_decide_what_is_told(tmp_path: Path) -> None:
    """Others are told the same, however much a hidden card lets happen that they do not see."""
    rules = doing("[{repeat: {max: 'luck * 300'}, do: ["
                  "{repeat: {max: 9}, do: [{set: {me.vow: 1 - me.vow}}]}]}, "
                  "{gain: {me.coins: 1}}, {gain: {me.coins: 2}}]", ends=FOREVER,
                  state="{game: {luck: {type: int, min: 0, max: 2, visible: none}}, player: {"
                        "coins: {type: int, start: 3}, vow: {type: int, max: 1, visible: none}}}",
                  flow="{setup: [{random: {n: '[0, 2]'}, to: p1, do: [{set: {luck: n}}]}], "
                       "round: {each: players, turn: [{must: [go]}]}}")
    made = loaded(tmp_path, rules)
    states = [made.new(2, seed) for seed in range(9)]
    assert {state.read("luck") for state in states} == {0, 2}
    found = []
    for state in states:
        events = seen(state.tell(state.legal()[0]), 1)
        found.append([event.facts() for event in events])
    assert found[0] == found[1]
    assert all(told == found[0] for told in found)
    assert [told["event"] for told in found[0]].count("gain") == 2
