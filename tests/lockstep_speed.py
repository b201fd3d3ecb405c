"""How fast random games are, ours and those of OpenSpiel, both driven from Python."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import pyspiel

from lockstep import settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from tilewright import Game, State


def speed(rules: ModuleType, game: Game, seconds: float = 2.0) -> tuple[float, float]:
    """Random decisions a second on both sides, from Python."""
    setting = settings(rules)[0]
    theirs = pyspiel.load_game(setting.text)
    return (_speed(lambda seed: game.new(setting.players, seed, setting.options), _our_game,
                   seconds),
            _speed(lambda _seed: theirs.new_initial_state(), _their_game, seconds))


def _speed(begin: Callable[[int], Any], play: Callable[[Any, random.Random], int],
           seconds: float) -> float:
    rng, decisions, games = random.Random(1), 0, 0
    began = time.process_time()
    while (taken := time.process_time() - began) < seconds:
        decisions += play(begin(games), rng)
        games += 1
    return decisions / taken


def _our_game(state: State, rng: random.Random) -> int:
    decisions = 0
    while not state.over:
        state.apply(rng.choice(state.legal()))
        decisions += 1
    return decisions


def _their_game(state: Any, rng: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions
