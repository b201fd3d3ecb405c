"""Which points a seat may know: before the end, not those that would tell what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import HUGE
from tilewright.playing import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tilewright.compiling.program import Program
    from tilewright.model import Category
    from tilewright.playing.state import State

Sheet = dict[str, int | None]
Standing = tuple[int, ...]


def winners(state: State, slots: list[int]) -> list[int]:
    """The seats that have won: those that rules name, which may be none, else all that are level at
    the top."""
    return won(state.program, slots, state.standing) if state.over else []


def won(program: Program, slots: Sequence[int], standing: Callable[[], Sequence[Standing]]
        ) -> list[int]:
    """The winners of a game that has ended with these slots."""
    named = program.layout.winners
    said = slots[named] if named else 0
    if said:
        return [seat for seat in range(program.players) if said >> seat + 1 & 1]
    found = standing()
    best = max(found)
    if best[0] < bar_of(program):
        return []
    return [seat for seat, mine in enumerate(found) if mine == best]


def bar_of(program: Program) -> int:
    """What a winner's points must reach at least; the greater, the better."""
    needs = program.needs
    if needs is None:
        return -HUGE
    return needs if program.game.best == "most" else -needs


def standing_of(program: Program, scores: Iterable[int], ties: Iterable[Iterable[int]]
                ) -> list[Standing]:
    """How each seat stands, points before tie-breakers; the greater, the better."""
    sign = 1 if program.game.best == "most" else -1
    return [(sign * score, *mine) for score, mine in zip(scores, ties, strict=True)]


def worths(state: State) -> list[int]:
    """What bots take a position to be worth to each seat: points, and what the game hints at."""
    sign, hint = 1 if state.program.game.best == "most" else -1, state.program.hint
    found = [sign * score for score in state.scores()]
    if hint is None:
        return found
    return [worth + faults.guarded(state.program, hint, state._s, seat)
            for seat, worth in enumerate(found)]


def rewards(state: State, *, by_rank: bool) -> list[float]:
    """What a game is worth to each seat: points, of which more are better, or ranks from 1 for the
    first to -1 for the last, whose sum is zero, also where some are level. Whoever plays alone can
    only win or lose."""
    standing = state.standing()
    if not by_rank:
        return [float(mine[0]) for mine in standing]
    if len(standing) == 1:
        return [(1.0 if state.winners() else -1.0) if state.over else 0.0]
    if state.over:
        won = state.winners()
        standing = [(1,) if seat in won else (0, *(mine if won else ()))
                    for seat, mine in enumerate(standing)]
    return [sum((mine > other) - (mine < other) for other in standing) / (len(standing) - 1)
            for mine in standing]


class Scores:
    """The points in a view."""

    __slots__ = ()
    program: Program
    slots: tuple[int, ...]
    _sheets: list[Sheet] | None

    def score_sheet(self, seat: int) -> Sheet:
        """The points of a seat by category; None for what this seat may not know yet."""
        if self._sheets is not None:
            return dict(self._sheets[seat])
        values = faults.guarded(self.program, self.program.sheet, list(self.slots), seat)
        return dict(zip(self.program.game.scoring, values, strict=True))

    def scores(self) -> list[int | None]:
        """The points of all seats; None where this seat may not know all of them yet."""
        return [total(self.score_sheet(seat)) for seat in range(self.program.players)]


def total(sheet: Sheet) -> int | None:
    """All points together, if all of them are known."""
    points = [p for p in sheet.values() if p is not None]
    return sum(points) if len(points) == len(sheet) else None


def sheets_for(state: State, seat: int) -> list[Sheet] | None:
    """The sheets of all seats as one seat may know them; None if there is nothing to hide.

    Then they can be worked out from what the seat sees, whenever somebody asks.
    """
    scoring = state.program.game.scoring.values()
    if all(c.known_to == "all" or (c.at_end and not state.over) for c in scoring):
        return None
    return [_sheet(state, owner, seat) for owner in range(state.players)]


def _sheet(state: State, owner: int, seat: int) -> Sheet:
    game = state.program.game
    return {name: points if state.over or may_know(game.scoring[name], owner, seat) else None
            for name, points in state.score_sheet(owner).items()}


def may_know(category: Category, owner: int, seat: int) -> bool:
    """Whether a seat may know the points of an owner before the end."""
    return category.at_end or category.known_to == "all" or (
        category.known_to == "owner" and owner == seat)
