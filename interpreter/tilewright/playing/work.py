"""What a situation may take: steps of rules, and what is asked beside them at its price in steps.

Nothing here looks at a clock, so that what is refused is refused everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.middle.header import STEPS
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from tilewright.playing.state import State
    from tilewright.problems import RuleError

# A decision with its position, and each move that is offered there, by its label or in words.
DECISION, LABEL, WORDS = 200, 50, 300
# To read what a position holds, for itself and for each number of it; to tell why a move is not
# offered, for which code is compiled; to compare two texts.
READING, NUMBER, REFUSAL, TEXT = 500, 10, 30_000, 1
# To note all that a move does takes so many times as long as to make it; and what is told of it.
NOTED, EVENT = 10, 50


class TooMuchWork(UsageError):
    """A limit of work is reached."""


@dataclass(slots=True)
class Work:
    """How much is left, of a limit of its own and of one that it shares."""

    left: int
    said: str
    whole: Work | None = None

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork(self.said)
        if self.whole is not None:
            self.whole.spend(steps)

    def lose(self, error: RuleError) -> None:
        """What a rule took that failed, which is told itself, and not that it was much."""
        self.left -= error.steps
        if self.whole is not None:
            self.whole.lose(error)

    def decide(self, state: State) -> None:
        """Before a decision whose moves are looked through by their labels."""
        self.spend(DECISION + LABEL * len(state.legal()))

    def take(self, state: State, times: int = 1) -> None:
        """After a move: what the rules did to come to this position."""
        self.spend(state._s[STEPS] * times)

    def read(self, state: State, count: int = 1) -> None:
        """Before something that a position holds is read so many times, or written."""
        self.spend(count * (READING + NUMBER * state.program.layout.total))


def of_one(whole: Work | None = None) -> Work:
    """What one situation may take."""
    return Work(limits.SITUATION_STEPS, f"to come here takes more than {limits.SITUATION_STEPS:,} "
                "steps; let the situation begin nearer to what it shows, with 'given', or make "
                "several of it", whole)


def of_all() -> Work:
    """What the situations of a game that are run together may take."""
    return Work(limits.SITUATIONS_STEPS, "this situation and those before it take more than "
                f"{limits.SITUATIONS_STEPS:,} steps; run fewer at once, or let them begin nearer "
                "to what they show, with 'given'")
