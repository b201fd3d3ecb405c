"""Who leads in the course of a game: how often that changes, and when it is decided."""

from __future__ import annotations

from bisect import bisect
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.playing import faults
from tilewright.wording.points import points_meant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program

# Parts of a game after which the lead of the winner is told.
PARTS = 10


class Leading:
    """The scores of a game at several looks, the first at its beginning, the last at its end."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._seats = range(program.players)
        self._sign = 1 if program.game.best == "most" else -1
        self._times: list[int] = []
        self._scores: list[list[int]] = []

    def at(self, decisions: int, slots: list[int]) -> None:
        """Look at a position; the greater the score, the better."""
        program, sign = self._program, self._sign
        self._times.append(decisions)
        self._scores.append([sign * sum(faults.guarded(program, program.sheet, slots, seat))
                             for seat in self._seats])

    def take(self, looks: Sequence[int]) -> None:
        """Take the looks of native play: how many decisions there were, and the scores."""
        each = 1 + len(self._seats)
        self._times += looks[::each]
        columns = [looks[1 + seat::each] for seat in self._seats]
        self._scores += [[self._sign * score for score in row]
                         for row in zip(*columns, strict=True)]

    @cached_property
    def _leaders(self) -> list[int | None]:
        """Who led alone at each look, asked for when all looks are there."""
        found: list[int | None] = []
        for scores in self._scores:
            best = max(scores)
            found.append(scores.index(best) if scores.count(best) == 1 else None)
        return found

    def changes(self) -> int:
        """How often somebody else came to lead; while several are level the lead stays as it was.
        """
        leaders = [one for one in self._leaders if one is not None]
        return sum(a != b for a, b in pairwise(leaders))

    def decided(self, winners: Sequence[int]) -> float:
        """The part of the game after which its one winner led alone for good; 1 where none did."""
        if len(winners) != 1 or not self._times[-1]:
            return 1.0
        since = 1.0
        for time, leader in zip(reversed(self._times), reversed(self._leaders), strict=True):
            if leader != winners[0]:
                break
            since = time / self._times[-1]
        return since

    def leads(self, winners: Sequence[int]) -> list[float]:
        """What the one winner was ahead of the best other one, after each part of the game."""
        if len(winners) != 1 or len(self._seats) < 2:
            return []
        mine, times = winners[0], self._times
        looks = [bisect(times, part * times[-1] // PARTS) - 1 for part in range(PARTS + 1)]
        ahead = {}
        for look in set(looks):
            scores = self._scores[look]
            ahead[look] = scores[mine] - max(scores[:mine] + scores[mine + 1:])
        return [points_meant(self._program.game, ahead[look]) for look in looks]
