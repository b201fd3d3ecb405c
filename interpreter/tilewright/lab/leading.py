"""Who leads in the course of a game: how often that changes, and when it is decided."""

from __future__ import annotations

from bisect import bisect
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from tilewright.playing import faults
from tilewright.wording.points import points_meant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program

# Parts of a game after which the lead of the winner is told.
PARTS = 10


class Course(NamedTuple):
    """How often somebody else came to lead, after which part of a game it was decided, and what the
    winner was ahead of the best other one after each part."""

    changes: int
    decided: float
    leads: list[float]


class Leading:
    """The points of a game at several looks, the first at its beginning, the last at its end."""

    def __init__(self, program: Program, looks: Sequence[int] = ()) -> None:
        """`looks` tell one after another how many decisions there were, and the points of each
        seat."""
        self._program = program
        self._looks = looks or []
        self._each = 1 + program.players
        self._sign = 1 if program.game.best == "most" else -1

    def at(self, decisions: int, slots: list[int]) -> None:
        """Look at a position."""
        assert isinstance(self._looks, list)
        self._looks += [decisions, *(sum(faults.guarded(
            self._program, self._program.sheet, slots, seat)) for seat in range(self._each - 1))]

    def course(self, winners: Sequence[int]) -> Course:
        """All that is told of a game; while several are level, the lead stays as it was."""
        leaders = [self._leader(look) for look in range(len(self._looks) // self._each)]
        alone = [leader for leader in leaders if leader]
        first = len(leaders) - sum(1 for _ in takewhile(leaders[-1].__eq__, reversed(leaders)))
        times = self._looks[::self._each]
        return Course(sum(a != b for a, b in pairwise(alone)),
                      decided(leaders[-1], times[first], times[-1], winners), self.leads(winners))

    def _scores(self, look: int) -> list[int]:
        """The scores at a look; the greater, the better."""
        start = look * self._each
        return [self._sign * points for points in self._looks[start + 1:start + self._each]]

    def _leader(self, look: int) -> int:
        """Who led alone, as the number of a seat from 1; 0 for nobody."""
        scores = self._scores(look)
        best = max(scores)
        return scores.index(best) + 1 if scores.count(best) == 1 else 0

    def leads(self, winners: Sequence[int]) -> list[float]:
        """What the one winner was ahead of the best other one, after each part of the game."""
        if len(winners) != 1 or self._each < 3:
            return []
        times = self._looks[::self._each]
        looks = [bisect(times, part * times[-1] // PARTS) - 1 for part in range(PARTS + 1)]
        ahead = {look: self._ahead(look, winners[0]) for look in set(looks)}
        return [points_meant(self._program.game, ahead[look]) for look in looks]

    def _ahead(self, look: int, seat: int) -> int:
        scores = self._scores(look)
        mine = scores.pop(seat)
        return mine - max(scores)


def decided(leader: int, since: int, decisions: int, winners: Sequence[int]) -> float:
    """The part of a game after which its one winner led alone for good; 1 where none did. `leader`
    is the number of a seat, from 1, that has led alone `since` so many decisions."""
    if len(winners) != 1 or leader != winners[0] + 1 or not decisions:
        return 1.0
    return since / decisions
