"""Runs a situation: sets the position up, makes the moves, and compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.playing.guess import broken_certainties
from tilewright.playing.setting import arranged
from tilewright.playing.trial import asked_of
from tilewright.playing.work import READING, REFUSAL, TEXT, WORDS, Work, of_one
from tilewright.positions.named import SEES
from tilewright.problems import IllegalMove, RuleError, UsageError
from tilewright.reading.source import Map, without_places
from tilewright.situations.begin import position_of
from tilewright.situations.compare import (
    CHECKS,
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
    work: Work

    def step(self, step: Any) -> None:
        """A move, or other values, checks, or going on."""
        if not isinstance(step, Map):
            self.state = made(self.state, str(step), self.events, self.work)
            self.draw()
            return
        for key, value in step.items():
            if key == "given":
                self.state = arranged(self.state, without_places(value), self.work)
            elif key == "until":
                self.state = go_on(self.state, str(value), self.work, self.events)
            else:
                self.compare(key, step)

    def compare(self, key: str, told: Map) -> None:
        """Whether it is as expected now, and happened as expected before."""
        self._charge(key, told)
        before = self.state.program.kept.asked
        checks(self.state, self.begun, key, told)
        self.work.spend(self.state.program.kept.asked - before)
        if key == "expect" and self.events is not None:
            for path, wanted in told[key].items():
                if is_of_events(self.state, path):
                    self._happened(path, wanted, told[key].at(path))

    def _charge(self, key: str, told: Map) -> None:
        """What it takes to compare so many things, but for the rules that are asked."""
        count, legal = len(told[key]), len(self.state.legal())
        if key == "expect":
            self.work.read(self.state, count)
        elif key == "refuses":
            self.work.spend(count * (REFUSAL + WORDS * legal))
        else:
            self.work.decide(self.state)
            self.work.spend(TEXT * count * legal)
            if key == "offers":
                picked = sum(" " in str(one) for one in told[key])
                self.work.spend(picked * (REFUSAL + WORDS * legal))

    def _happened(self, path: str, wanted: Any, place: Place) -> None:
        seat, sees, _ = path.rpartition(SEES)
        events = self.events or []
        self.work.spend(READING * len(events))
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
            code = typed_move(self.state, str(self.chance.pop(0)), self.work)
            make(self.state, code, self.events, self.work)


def run(game: Game, situation: Situation, whole: Work | None = None) -> None:
    """Play a situation; raises `Otherwise` where it is not as expected.

    All that are run together have a limit of work as well, of which this one takes its part.
    """
    played(game, situation, whole)


def played(game: Game, situation: Situation, whole: Work | None = None) -> State:
    """The position to which a situation comes, where all is as expected."""
    place, work = situation.place, of_one(whole)
    try:
        state = position_of(game, situation, work)
        chance = situation.get("chance")
        state.show_chance(shown=bool(chance), shuffles=False)
        one = Run(situation, state, state.clone(), list(chance) if isinstance(chance, list) else [],
                  [] if _wants_events(situation, state) else None, work)
        steps: Any = situation.get("do", [])
        for index, step in enumerate(steps):
            place = steps.at(index)
            is_last = index == len(steps) - 1 and isinstance(step, str)
            if is_last and "expect_refused" in situation.told:
                work.spend(REFUSAL)
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
            before = one.state.program.kept.asked
            _faultless(one.state, place)
            work.spend(one.state.program.kept.asked - before)
        one.state.show_chance(shown=False)
    except (IllegalMove, RuleError, UsageError) as error:
        if isinstance(error, RuleError):
            work.lose(error)
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
