"""The position with which a situation begins."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.playing.record import Session
from tilewright.playing.setting import first_of
from tilewright.playing.work import DECISION, TooMuchWork, Work, of_one
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

    def position(self, game: Game, work: Work) -> State:
        return first_of(game, self.players, self.seed, self.options, self.given, work=work)


def beginning(game: Game, situation: Situation, whole: Work | None = None) -> Beginning:
    """What a situation says of its beginning; what its file gives comes first."""
    players, options = situation.get("players"), dict(situation.get("options", {}))
    begins = None if "seed" in situation.told else situation.get("begins")
    seed = situation.get("seed", 0)
    if begins is not None:
        search = _search(game, players, json.dumps(options), json.dumps(begins))
        try:
            seed = search.seed(whole)
        except TooMuchWork as error:
            raise Otherwise(situation.at("begins"), str(error)) from error
    given = [_shared(situation), situation.get("given")]
    return Beginning(players, seed, options, [without_places(one) for one in given if one])


@dataclass(slots=True)
class _Search:
    """The first seed with which a game begins as it is wanted."""

    game: Game
    players: int | None
    options: dict[str, Any]
    wanted: dict[str, Any]
    found: int | None = None
    # Why none was found; many situations want the same.
    failed: str = ""

    def seed(self, whole: Work | None) -> int:
        if self.found is None and not self.failed:
            self._look(of_one(whole))
        if self.found is None:
            raise TooMuchWork(self.failed)
        return self.found

    def _look(self, work: Work) -> None:
        for seed in range(1, SEEDS):
            try:
                fits = self._begins(seed, work)
            except TooMuchWork:
                if work.left >= 0:
                    raise   # it is what others take as well
                self.failed = (f"none of the first {seed:,} games begins so, and to try more takes "
                               f"more than {limits.SITUATION_STEPS:,} steps; say it with 'given', "
                               "or give a 'seed'")
                return
            if fits:
                self.found = seed
                return
        self.failed = f"none of {SEEDS:,} games begins so"

    def _begins(self, seed: int, work: Work) -> bool:
        work.spend(DECISION)
        state = self.game.new(self.players, seed, dict(self.options))
        work.take(state)
        kept = state.program.kept
        for path, value in self.wanted.items():
            work.read(state)
            before = kept.asked
            if reading(state, state, path) != wanted_of(value):
                return False
            work.spend(kept.asked - before)
        return True


@lru_cache(KEPT)
def _search(game: Game, players: int | None, options: str, begins: str) -> _Search:
    return _Search(game, players, json.loads(options), json.loads(begins))


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
        raise Otherwise(_fault_at(game, situation, error, of_one()), str(error)) from error


def position_of(game: Game, situation: Situation, work: Work | None = None) -> State:
    """The position with which a situation begins; what cannot be is told where it is written."""
    work = work or of_one()
    work.spend(DECISION)
    first = beginning(game, situation, work.whole)
    try:
        return first.position(game, work)
    except (RuleError, UsageError) as error:
        if isinstance(error, RuleError):
            work.lose(error)
        place = (situation.at("given") if isinstance(error, TooMuchWork) else
                 _fault_at(game, situation, error, work))
        raise Otherwise(place, str(error).replace("\n ", ",")) from error


def _fault_at(game: Game, situation: Situation, error: Exception, work: Work) -> Place:
    """Where the value stands without which a situation could begin."""
    first = beginning(game, situation)
    if "players" in situation.told and _fails(game, first, {}, work) == str(error):
        return situation.at("players")
    given = situation.told.get("given")
    if not isinstance(given, Map):
        return situation.at("given")
    for key in given:
        if _fails(game, first, {key: without_places(given[key])}, work) == str(error):
            return _spot(given, key, QUOTED.findall(str(error)))
    return situation.at("given")


def _fails(game: Game, first: Beginning, given: dict[str, Any], work: Work) -> str:
    """Why one value alone cannot be given; nothing if it can."""
    try:
        work.spend(DECISION)
        first_of(game, first.players, first.seed, first.options, [given], work=work)
    except (RuleError, UsageError) as error:
        if isinstance(error, RuleError):
            work.lose(error)
        return str(error)
    return ""


def _spot(given: Map, key: str, words: list[str]) -> Place:
    """The name that is wrong, or the value, or one of several."""
    value = given[key]
    if isinstance(value, Seq) and any(str(one) in words for one in value):
        return value.at(next(n for n, one in enumerate(value) if str(one) in words))
    about_name = str(value) not in words and any(part in words for part in (key, *key.split(".")))
    return given.key_at(key) if about_name else given.at(key)
