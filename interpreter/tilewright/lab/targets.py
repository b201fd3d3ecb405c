"""What a record shows at its end, and what still has to be shown when it is shorter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.playing.guess import broken_certainties
from tilewright.playing.trial import asked_of
from tilewright.positions.facts import seat_name
from tilewright.problems import RuleError
from tilewright.situations.run import NO_FAULT

if TYPE_CHECKING:
    from tilewright.lab.asking import Test
    from tilewright.playing.state import State
    from tilewright.problems import Place

Body = dict[str, Any]


@dataclass(slots=True)
class End:
    """Where some moves have come to; with a fault, that of the last one, or of the beginning."""

    state: State | None
    made: list[int] = field(default_factory=list)
    fault: RuleError | None = None


class Target(Protocol):
    """What is to be seen at the end of a game."""

    @property
    def name(self) -> str:
        """What a situation that shows it is called."""

    def seen(self, end: End) -> bool:
        """Whether it is seen there."""

    def expected(self, state: State | None) -> Body:
        """What a situation says that ends in this position and shows it."""


def sentence(error: RuleError) -> str:
    """What failed, without the place and without the rules that led there."""
    return str(error).partition("\n")[0].removeprefix(f"{error.place}: ")


@dataclass(frozen=True, slots=True)
class Failing:
    """A rule fails: with the last move or, if `asked`, with what a table asks after it."""

    said: str
    place: Place | None
    asked: bool = False

    @property
    def name(self) -> str:
        if self.place is None:
            return f"fails: {self.said}"
        file = self.place.file.replace("\\", "/").rpartition("/")[2]
        return f"fails at {file}:{self.place.line}"

    def seen(self, end: End) -> bool:
        found = self
        if end.fault is not None:
            found = failing(end.fault)
        elif self.asked and end.state is not None:
            found = next(iter(asked_faults(end.state)), Failing("", None))
        else:
            return False
        return (found.said, found.place) == (self.said, self.place)

    def expected(self, _state: State | None) -> Body:
        return {NO_FAULT: True}

    @property
    def message(self) -> str:
        return f"{self.place}: {self.said}" if self.place is not None else self.said


def failing(error: RuleError) -> Failing:
    return Failing(sentence(error), error.place)


def asked_faults(state: State) -> list[Failing]:
    """What fails when a table asks for scores and views, and what is certain and does not hold."""
    try:
        asked_of(state)
        return [Failing(f"'{name}' does not hold", place, asked=True)
                for name, place in broken_certainties(state)]
    except RuleError as error:
        return [Failing(sentence(error), error.place, asked=True)]


@dataclass(frozen=True, slots=True)
class Holding:
    """A test holds in the last position."""

    test: Test

    @property
    def name(self) -> str:
        return self.test.said

    def seen(self, end: End) -> bool:
        if end.state is None or end.fault is not None:
            return False
        try:
            return self.test.holds(end.state)
        except RuleError:
            return False

    def expected(self, state: State | None) -> Body:
        assert state is not None
        read = self.test.paths(state)
        asked = state.question
        usual = {"over": True} if asked is None else {
            "decider": seat_name(state.program, asked.decider), "question": asked.name}
        return {"expect": read or usual}


@dataclass(frozen=True, slots=True)
class Ending:
    """The game ends for a reason."""

    reason: str

    @property
    def name(self) -> str:
        return f"ends: {self.reason}"

    def seen(self, end: End) -> bool:
        return end.fault is None and end.state is not None and (
            end.state.end_reason == self.reason and end.state.over)

    def expected(self, _state: State | None) -> Body:
        return {"expect": {"end": self.reason}}


@dataclass(frozen=True, slots=True)
class Making:
    """A move is made at the end."""

    label: str

    @property
    def name(self) -> str:
        return self.label

    def seen(self, end: End) -> bool:
        return end.fault is None and end.state is not None and bool(end.made) and (
            end.state.label(end.made[-1]) == self.label)

    def expected(self, _state: State | None) -> Body:
        return {}
