"""Runs a situation: sets the position up, makes the moves, and compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.playing.guess import broken_certainties
from tilewright.playing.setting import arranged
from tilewright.playing.trial import asked_of
from tilewright.problems import IllegalMove, RuleError, UsageError
from tilewright.reading.source import Map, without_places
from tilewright.situations.begin import position_of
from tilewright.situations.compare import (
    CHECKS,
    SEES,
    Otherwise,
    checks,
    is_of_events,
    is_reason,
    seat_of,
)
from tilewright.situations.events import happened
from tilewright.situations.moves import made, make, typed_move
from tilewright.situations.until import go_on
from tilewright.telling.events import seen

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.problems import Place
    from tilewright.situations.read import Situation
    from tilewright.telling.events import Event

NO_FAULT = "expect_no_fault"


@dataclass(slots=True)
class Run:
    """One situation while it is played."""

    situation: Situation
    state: State
    begun: State
    chance: list[Any]
    # What has happened, if anything is expected of that.
    events: list[Event] | None

    def step(self, step: Any) -> None:
        """A move, or other values, checks, or going on."""
        if not isinstance(step, Map):
            self.state = made(self.state, str(step), self.events)
            self.draw()
            return
        for key, value in step.items():
            if key == "given":
                self.state = arranged(self.state, without_places(value))
            elif key == "until":
                self.state = go_on(self.state, str(value), self.events)
            else:
                self.compare(key, step)

    def compare(self, key: str, told: Map) -> None:
        """Whether it is as expected now, and happened as expected before."""
        checks(self.state, self.begun, key, told)
        if key == "expect" and self.events is not None:
            for path, wanted in told[key].items():
                if is_of_events(self.state, path):
                    self._happened(path, wanted, told[key].at(path))

    def _happened(self, path: str, wanted: Any, place: Place) -> None:
        seat, sees, _ = path.rpartition(SEES)
        events = self.events or []
        if sees:
            events = seen(events, seat_of(self.state, seat))
        happened(self.state.program, events, wanted, place)

    def last(self, text: str) -> None:
        """A move with which no rule may fail; that it is refused is as well."""
        try:
            self.step(text)
        except IllegalMove as error:
            if error.code == "unknown":
                raise

    def draw(self) -> None:
        """Let chance bring what the situation says, one after the other."""
        while self.chance and self.state.decider == -1:
            make(self.state, typed_move(self.state, str(self.chance.pop(0))), self.events)


def run(game: Game, situation: Situation) -> None:
    """Play a situation; raises `Otherwise` where it is not as expected."""
    played(game, situation)


def played(game: Game, situation: Situation) -> State:
    """The position to which a situation comes, where all is as expected."""
    place = situation.place
    try:
        state = position_of(game, situation)
        chance = situation.get("chance")
        state.show_chance(shown=bool(chance), shuffles=False)
        one = Run(situation, state, state.clone(), list(chance) if isinstance(chance, list) else [],
                  [] if _wants_events(situation, state) else None)
        steps: Any = situation.get("do", [])
        for index, step in enumerate(steps):
            place = steps.at(index)
            is_last = index == len(steps) - 1 and isinstance(step, str)
            if is_last and "expect_refused" in situation.told:
                _refused(one.state, step, situation)
            elif is_last and situation.get(NO_FAULT):
                one.last(step)
            else:
                one.step(step)
        if one.chance:
            raise Otherwise(situation.at("chance"), f"chance was never asked for {one.chance[0]!r}")
        for key in CHECKS:
            if key in situation.told:
                place = situation.at(key)
                one.compare(key, situation.told)
        if situation.get(NO_FAULT):
            place = situation.at(NO_FAULT)
            _faultless(one.state, place)
        one.state.show_chance(shown=False)
    except (IllegalMove, RuleError, UsageError) as error:
        raise Otherwise(place, str(error).replace("\n ", ",")) from error
    return one.state


def _wants_events(situation: Situation, state: State) -> bool:
    """Whether it is expected anywhere that something has happened; to tell that takes longer."""
    steps = [step for step in situation.get("do", ()) if isinstance(step, Map)]
    return any(is_of_events(state, path) for part in (situation.told, *steps)
               for path in part.get("expect", ()))


def _faultless(state: State, place: Place) -> None:
    """Ask all that a table may ask, where rules can fail, and look at what should be certain."""
    asked_of(state)
    for name, where in broken_certainties(state):
        raise Otherwise(place, f"{where}: '{name}' does not hold")


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
