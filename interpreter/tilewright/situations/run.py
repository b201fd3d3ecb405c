"""Runs a situation: sets the position up, makes the moves, and compares."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.playing.setting import arranged
from tilewright.problems import IllegalMove, RuleError, UsageError
from tilewright.reading.source import Map, without_places
from tilewright.situations.compare import (
    CHECKS,
    Otherwise,
    checks,
    is_reason,
    reading,
    wanted_of,
)
from tilewright.situations.moves import made, typed_move
from tilewright.situations.until import go_on

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.situations.read import Situation

# So many games are begun to find one that begins as it is wanted.
SEEDS = 2_000
KEPT = 256


@dataclass(slots=True)
class Run:
    """One situation while it is played."""

    situation: Situation
    state: State
    begun: State
    chance: list[Any]

    def step(self, step: Any) -> None:
        """A move, or other values, checks, or going on."""
        if not isinstance(step, Map):
            self.state = made(self.state, str(step))
            self.draw()
            return
        for key, value in step.items():
            if key == "given":
                self.state = arranged(self.state, without_places(value))
            elif key == "until":
                self.state = go_on(self.state, str(value))
            else:
                checks(self.state, self.begun, key, step)

    def draw(self) -> None:
        """Let chance bring what the situation says, one after the other."""
        while self.chance and self.state.decider == -1:
            self.state.apply(typed_move(self.state, str(self.chance.pop(0))))


def run(game: Game, situation: Situation) -> None:
    """Play a situation; raises `Otherwise` where it is not as expected."""
    place = situation.place
    try:
        state = _position(game, situation)
        chance = situation.get("chance")
        state.show_chance(shown=bool(chance), shuffles=False)
        one = Run(situation, state, state.clone(), list(chance) if isinstance(chance, list) else [])
        steps: Any = situation.get("do", [])
        for index, step in enumerate(steps):
            place = steps.at(index)
            if "expect_refused" in situation.told and index == len(steps) - 1:
                _refused(one.state, str(step), situation)
            else:
                one.step(step)
        if one.chance:
            raise Otherwise(situation.at("chance"), f"chance was never asked for {one.chance[0]!r}")
        for key in CHECKS:
            if key in situation.told:
                place = situation.at(key)
                checks(one.state, one.begun, key, situation.told)
    except (IllegalMove, RuleError, UsageError) as error:
        raise Otherwise(place, str(error)) from error


def _position(game: Game, situation: Situation) -> State:
    """The position that it begins with."""
    players, options = situation.get("players"), situation.get("options", {})
    begins = None if "seed" in situation.told else situation.get("begins")
    seed = situation.get("seed", 0)
    if begins is not None:
        seed = _seed(game, players, json.dumps(options), json.dumps(begins))
        if seed is None:
            raise Otherwise(situation.at("begins"), f"none of {SEEDS:,} games begins so")
    state = game.new(players, seed, dict(options))
    for given in (_shared(situation), situation.get("given")):
        if given:
            state = arranged(state, without_places(given))
    return state


@lru_cache(KEPT)
def _seed(game: Game, players: int | None, options: str, begins: str) -> int | None:
    """The first seed with which a game begins as it is wanted; many situations want the same."""
    wanted = json.loads(begins)
    for seed in range(1, SEEDS):
        state = game.new(players, seed, json.loads(options))
        if all(reading(state, state, path) == wanted_of(value) for path, value in wanted.items()):
            return seed
    return None


def _shared(situation: Situation) -> dict[str, Any]:
    """What all situations of the file are given, but for what this one says otherwise."""
    own = situation.get("given") or {}
    return {key: value for key, value in (situation.shared or {}).items() if key not in own}


def _refused(state: State, text: str, situation: Situation) -> None:
    reason = str(situation.get("expect_refused"))
    try:
        made(state.clone(), text)
    except IllegalMove as error:
        if not is_reason(error, reason):
            raise Otherwise(situation.at("expect_refused"),
                            f"'{text}' is refused for another reason ({error.code}): {error}"
                            ) from error
        return
    raise Otherwise(situation.at("expect_refused"), f"'{text}' is not refused")


__all__ = ["Otherwise", "run"]
