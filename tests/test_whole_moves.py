"""A move is made whole or not at all, whatever cuts it short, and wherever it does."""

from __future__ import annotations

import os
import random
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import game_with, make_pack
from tilewright.playing import state as states
from tilewright.playing.simulate import play_out
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright import State


# Python itself would leave files open, and libraries are called at times of their own.
OTHERS = (str(Path(os.__file__).parent), sysconfig.get_path("purelib"), "<frozen")


class Stop(BaseException):
    """Like Ctrl-C, and like a time-out: no `Exception`."""


def cut_short(call: Callable[[], object], at: int) -> bool:
    """Call, and raise before the instruction of that number; false if there are not so many."""
    left = at

    def trace(frame: Any, event: str, _arg: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename.startswith(OTHERS):
            return None
        frame.f_trace_opcodes = True
        if event == "line":
            return trace
        if left == 0:
            raise Stop
        left -= 1
        return trace

    sys.settrace(trace)
    try:
        call()
    except Stop:
        return True
    except RuleError:
        pass
    finally:
        sys.settrace(None)
    return False


def told(state: State) -> tuple[Any, ...]:
    """All that a state says of itself, the moves first and last."""
    return (state.legal(), state.key(), state.over, state.decider, state._s[:], state.legal())


def after(state: State, move: int) -> tuple[Any, ...]:
    made = state.clone()
    made.apply(move)
    return told(made)


def after_some_moves(name: str, steps: int) -> State:
    state = tilewright.load(name).new(seed=3)
    rng = random.Random(5)
    for _ in range(steps):
        state.apply(rng.choice(state.legal()))
    return state


@pytest.mark.parametrize(("name", "steps", "stride"), [
    ("tictactoe", 0, 1), ("tictactoe", 3, 1), ("connect_four", 7, 1),
    ("namiji", 40, 5), ("namiji", states.REMEMBERED - 1, 7), ("yamatai", 31, 29)])
def test_a_move_cut_short_is_made_or_not(name: str, steps: int, stride: int) -> None:
    """Before each instruction of a move; both ends must come up, and nothing else."""
    state = after_some_moves(name, steps)
    move = state.legal()[-1]
    before, then = told(state), after(state, move)
    found = []
    at = 0
    while True:
        trial = state.clone()
        if not cut_short(lambda trial=trial: trial.apply(move), at):
            break
        copy = trial.clone()
        found.append(told(trial))
        assert found[-1] in (before, then)
        assert told(copy) == found[-1]
        at += stride
    assert at > 20 * stride
    assert before in found
    if stride == 1:
        assert found[-1] == then


def test_what_was_cut_short_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also over the border where an earlier position is remembered anew."""
    monkeypatch.setattr(states, "REMEMBERED", 4)
    monkeypatch.setattr(states, "NO_PAST", [None] * 5)
    plain, cut = (tilewright.load("connect_four").new(seed=2) for _ in range(2))
    rng, at = random.Random(1), 0
    while not plain.over:
        move = rng.choice(plain.legal())
        plain.apply(move)
        before = cut.key()
        while cut_short(lambda move=move: cut.apply(move), at) and cut.key() == before:
            at += 7
        at %= 60
        assert told(cut) == told(plain)
    assert (cut.scores(), cut.winners()) == (plain.scores(), plain.winners())


def test_mending_that_is_cut_short_is_begun_again() -> None:
    state = after_some_moves("tictactoe", 4)
    move = state.legal()[0]
    ends = (told(state), after(state, move))
    for at in range(18, 200, 5):
        for inner in range(0, 200, 3):
            trial = state.clone()
            if not cut_short(lambda trial=trial: trial.apply(move), at):
                break
            if not cut_short(trial.legal, inner):
                break
            assert told(trial) in ends


def test_a_rule_that_fails_and_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    """The exception of the rule is under way when the other one comes."""
    rules = game_with(
        actions="{rest: {do: [{gain: {me.coins: 1}}]}, fail: {do: [{gain: {me.coins: 7}}, "
                "{call: lose_all}]}}",
        procedures="{lose_all: [{set: {me.coins: 7 // (me.coins - 11)}}]}",
        flow="{round: {each: players, turn: [{must: [rest, fail]}]}}")
    state = tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": rules}))).new(seed=1)
    for label in ("rest", "rest"):
        state.apply(state.find(label))
    before, at, move = told(state), 0, state.find("fail")
    while True:
        trial = state.clone()
        was_cut = cut_short(lambda trial=trial: trial.apply(move), at)
        assert told(trial) == before
        if not was_cut:
            break
        at += 11
    assert at > 100
    with pytest.raises(RuleError):
        state.apply(move)
    assert told(state) == before


def test_a_game_that_is_cut_short_all_the_time_comes_to_the_same_end() -> None:
    game = tilewright.load("tictactoe")
    whole, cut = game.new(seed=4), game.new(seed=4)
    play_out(whole, lambda view, rng: rng.choice(view.legal()), random.Random(9))
    rng, at = random.Random(9), 0
    while not cut.over:
        move = rng.choice(cut.view(cut.decider or 0).legal())
        at, before = at + 13, cut.key()
        cut_short(lambda move=move: cut.apply(move), at % 97)
        if cut.key() == before:
            cut.apply(move)
    assert cut.key() == whole.key()


def test_what_comes_from_outside_is_for_whoever_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time-out of a server is no fault of a rule."""
    state = tilewright.load("tictactoe").new(seed=1)
    before = told(state)

    def late(*_args: object) -> None:
        raise TimeoutError("of the server")

    resumes = dict.fromkeys(state.program.resumes, late)
    with monkeypatch.context() as patch:
        for label, resume in resumes.items():
            patch.setitem(state.program.resumes, label, resume)
        with pytest.raises(TimeoutError, match="of the server"):
            state.apply(state.legal()[0])
    assert told(state) == before
