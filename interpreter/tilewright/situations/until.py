"""Going on in a situation without naming each move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.positions.question import PASS
from tilewright.problems import UsageError
from tilewright.situations.moves import make

if TYPE_CHECKING:
    from tilewright.playing.state import State
    from tilewright.playing.work import Work
    from tilewright.telling.events import Event

DECISIONS = 2_000


def go_on(state: State, until: str, work: Work, told: list[Event] | None = None) -> State:
    """Pass, or make the first move, until a moment comes or a move is offered."""
    before = _moment(state, until)
    for _ in range(DECISIONS):
        work.decide(state)
        if _is_there(state, until, before) or (state.over and before is not None):
            return state
        if state.over:
            raise UsageError(f"the game ended before '{until}' came")
        labels = {state.label(move): move for move in state.legal()}
        make(state, labels.get(PASS, state.legal()[0]), told, work)
    raise UsageError(f"'{until}' never came, in {DECISIONS:,} decisions")


def _is_there(state: State, until: str, before: Any) -> bool:
    if before is not None:
        return bool(_moment(state, until) != before)
    asked = state.question
    return (asked is not None and asked.name == until) or any(
        state.label(move).startswith(until) for move in state.legal())


def _moment(state: State, until: str) -> Any:
    """What changes when the wanted moment comes; nothing for a step or a move."""
    if until == "end":
        return False
    if until == "round":
        return state.round
    if until == "turn":
        return state.round, state.reader.turn
    return None
