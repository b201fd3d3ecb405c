"""Hostile packs have problems with a place, or they play and only rules fail, and wholly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bad_packs import make_pack
from hostile_packs import pack
from tilewright import stages
from tilewright.cli.check import _seen
from tilewright.kernel.faults import Fault
from tilewright.middle.header import STEPS
from tilewright.problems import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tilewright.playing.game import Game
    from tilewright.playing.state import State

PACKS = 300
SHARE = 20
DECISIONS = 200
# A game is left after so many steps; what the engine counts is all that bounds this test.
MOST_STEPS = 300_000
# What a rule may fail with. Anything else would be a mistake of the program in a rule's clothes.
OF_RULES = (Fault, ZeroDivisionError)


def fails_as_a_rule(call: Callable[[], Any]) -> bool:
    """Whether a call failed, and as a rule may."""
    try:
        call()
    except RuleError as error:
        failed = error
    else:
        return False
    assert isinstance(failed.__cause__, OF_RULES), repr(failed.__cause__)
    assert failed.place is not None
    assert failed.place.line > 0
    return True


def asked(state: State, rng: random.Random) -> None:
    """All that a table may ask of a position."""
    fails_as_a_rule(state.scores)
    fails_as_a_rule(state.winners)
    for seat in range(state.players):
        view = state.view(seat)
        for move in view.legal()[:3]:
            assert view.describe(move)
    move = rng.randrange(state.program.groups[-1].base + 1)
    assert str(state.refusal(move))
    state.save()


def played(game: Game, seed: int) -> int:
    """Random decisions; how many could be made."""
    rng = random.Random(seed)
    begun: list[State] = []
    players = rng.choice(game.players)
    if fails_as_a_rule(lambda: begun.append(game.new(players, seed))):
        return 0
    (state,) = begun
    made = steps = 0
    for _ in range(DECISIONS):
        if state.over or steps > MOST_STEPS:
            break
        if made % 20 == 0:
            asked(state, rng)
        slots, moves = list(state._s), state.legal()
        assert moves
        move = rng.choice(moves)
        if fails_as_a_rule(lambda chosen=move: state.apply(chosen)):
            before, after = slots[:], list(state._s)
            before[STEPS] = after[STEPS] = 0
            assert (after, state.legal()) == (before, moves), "a failing move has left a trace"
            steps += MOST_STEPS // 10
        else:
            made += 1
            steps += state._s[STEPS]
    asked(state, rng)
    return made


def fares(folder: Path, seed: int) -> str:
    # As `check` does it; the game that it has compiled for all numbers of players is played.
    found, game = _seen(stages.load_folders(folder, []))
    problems = found.sorted()
    for problem in problems:
        assert problem.place.file.startswith(str(folder)), problem
        assert problem.place.line > 0
        assert problem.message
    if problems:
        return "refused"
    assert game is not None
    return "played" if played(game, seed) else "failed"


@pytest.mark.many
@pytest.mark.parametrize("share", range(SHARE))
def test_hostile_packs_are_refused_or_play(tmp_path: Path, share: int) -> None:
    found = [fares(make_pack(tmp_path / f"{seed}", pack(seed)), seed)
             for seed in range(share, PACKS, SHARE)]
    assert {"refused", "played"} <= set(found), "these packs are all too bad, or too good"


def test_the_same_number_gives_the_same_pack() -> None:
    assert pack(5) == pack(5)
    assert pack(5) != pack(6)
