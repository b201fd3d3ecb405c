"""The position with which a situation begins."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.playing.record import Session
from tilewright.playing.setting import first_of
from tilewright.problems import RuleError, UsageError
from tilewright.reading.source import without_places
from tilewright.situations.compare import Otherwise, reading, wanted_of

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.situations.read import Situation

# So many games are begun to find one that begins as it is wanted.
SEEDS = 2_000
KEPT = 256


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game begins that is in a situation, as a record holds it."""

    players: int | None
    seed: int
    options: dict[str, Any]
    given: list[dict[str, Any]]

    def position(self, game: Game) -> State:
        return first_of(game, self.players, self.seed, self.options, self.given)


def beginning(game: Game, situation: Situation) -> Beginning:
    """What a situation says of its beginning; what its file gives comes first."""
    players, options = situation.get("players"), dict(situation.get("options", {}))
    begins = None if "seed" in situation.told else situation.get("begins")
    seed = situation.get("seed", 0)
    if begins is not None:
        seed = _seed(game, players, json.dumps(options), json.dumps(begins))
        if seed is None:
            raise Otherwise(situation.at("begins"), f"none of {SEEDS:,} games begins so")
    given = [_shared(situation), situation.get("given")]
    return Beginning(players, seed, options, [without_places(one) for one in given if one])


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


def begun_in(game: Game, situation: Situation) -> Session:
    """A game that begins at a situation, before its moves."""
    try:
        first = beginning(game, situation)
        return Session(game, first.players, first.seed, first.options, first.given)
    except (RuleError, UsageError) as error:
        raise Otherwise(situation.at("given"), str(error)) from error
