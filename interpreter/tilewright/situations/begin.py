"""The position with which a situation begins."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright.playing.record import Session
from tilewright.playing.setting import first_of
from tilewright.problems import RuleError, UsageError
from tilewright.reading.source import Map, Seq, without_places
from tilewright.situations.compare import Otherwise, reading, wanted_of

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.problems import Place
    from tilewright.situations.read import Situation

# So many games are begun to find one that begins as it is wanted.
SEEDS = 2_000
QUOTED = re.compile(r"'([^']+)'")
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
        raise Otherwise(_fault_at(game, situation, error), str(error)) from error


def position_of(game: Game, situation: Situation) -> State:
    """The position with which a situation begins; what cannot be is told where it is written."""
    first = beginning(game, situation)
    try:
        return first.position(game)
    except (RuleError, UsageError) as error:
        raise Otherwise(_fault_at(game, situation, error), str(error).replace("\n ", ",")
                        ) from error


def _fault_at(game: Game, situation: Situation, error: Exception) -> Place:
    """Where the value stands without which a situation could begin."""
    first = beginning(game, situation)
    if "players" in situation.told and _fails(game, first, {}) == str(error):
        return situation.at("players")
    given = situation.told.get("given")
    if not isinstance(given, Map):
        return situation.at("given")
    for key in given:
        if _fails(game, first, {key: without_places(given[key])}) == str(error):
            return _spot(given, key, QUOTED.findall(str(error)))
    return situation.at("given")


def _fails(game: Game, first: Beginning, given: dict[str, Any]) -> str:
    """Why one value alone cannot be given; nothing if it can."""
    try:
        first_of(game, first.players, first.seed, first.options, [given])
    except (RuleError, UsageError) as error:
        return str(error)
    return ""


def _spot(given: Map, key: str, words: list[str]) -> Place:
    """The name that is wrong, or the value, or one of several."""
    value = given[key]
    if isinstance(value, Seq) and any(str(one) in words for one in value):
        return value.at(next(n for n, one in enumerate(value) if str(one) in words))
    about_name = str(value) not in words and any(part in words for part in (key, *key.split(".")))
    return given.key_at(key) if about_name else given.at(key)
