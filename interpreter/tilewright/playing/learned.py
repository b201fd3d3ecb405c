"""What seats have learned by some moves, and so whether these can be taken back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.problems import IllegalMove, RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.playing.state import State

# So many of the positions that a seat thinks possible are looked at.
WORLDS = 16


@dataclass(frozen=True, slots=True)
class UndoLimit:
    """How far back some seats may go: the `first` decision that they may take back, 0 for none.

    `step` and `turn` are the decisions with which their last one and their turn begin, and `why` is
    the code of the reason why nothing before `first` can be taken back.
    """

    first: int
    step: int
    turn: int
    why: str

    def reaches(self, number: int) -> bool:
        return 0 < self.first <= number


def has_learned(before: State, moves: list[int], seats: Iterable[int],
                after: State | None = None) -> bool:
    """Whether one of some seats sees, after some moves, what it could not have known before.

    From all that a seat knows before, the hidden things and the chance to come are dealt anew,
    and the same moves are made. If that can look otherwise than it does, the seat has learned
    something: what was revealed, drawn, or shown by chance. `after` is the position to which the
    moves have led, where chance did not follow from one seed.
    """
    if after is None:
        after = before.clone()
        for move in moves:
            after.apply(move)
    drawn = before.program.layout.drawn
    if not before.program.plan.hides and before._s[drawn] == after._s[drawn]:
        return False   # All was in sight, and nothing came by chance.
    return any(_one_has(before, moves, after, seat) for seat in seats)


def _one_has(before: State, moves: list[int], after: State, seat: int) -> bool:
    then, now = before.view(seat), _seen(after, seat)
    for number in range(WORLDS):
        try:
            other = then.determinize(number)
            for move in moves:
                other.apply(move)
        except (IllegalMove, RuleError):
            # Somebody acted on what this seat does not know.
            return _was_shown(before, after, seat)
        if _seen(other, seat) != now:
            return True
    return False


def _seen(state: State, seat: int) -> tuple[Any, ...]:
    view = state.view(seat)
    return view.slots, view.legal()


def _was_shown(before: State, after: State, seat: int) -> bool:
    """Whether chance was asked, or something came to light that was hidden from a seat."""
    then, now = before.view(seat).unseen, after.view(seat).unseen
    drawn = before.program.layout.drawn
    return before._s[drawn] != after._s[drawn] or any(
        Counter(items) - Counter(now.get(kind, ())) for kind, items in then.items())
