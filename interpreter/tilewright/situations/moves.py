"""Moves as situations write them: labels, words, or an action with all its picks in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.playing.work import EVENT, LABEL, NOTED, WORDS
from tilewright.problems import IllegalMove

if TYPE_CHECKING:
    from tilewright.playing.state import State
    from tilewright.playing.work import Work
    from tilewright.telling.events import Event


def typed_move(state: State, text: str, work: Work | None = None) -> int:
    """The legal move that a text means; of chance also the outcome alone."""
    said = " ".join(text.casefold().split())
    legal = state.legal()
    if work is not None:
        work.decide(state)
    for code in legal:
        if state.label(code).casefold() == said:
            return code
    if work is not None:
        work.spend((WORDS + LABEL) * len(legal))
    meant = [code for code in legal if state.describe(code).casefold() == said]
    if len(meant) == 1:
        return meant[0]
    if state.decider == -1:
        # What is listed several times is legal several times.
        ends = list({c for c in legal if state.label(c).casefold().endswith(f" {said}")})
        if len(ends) == 1:
            return ends[0]
    return state.find(text)


def make(state: State, code: int, told: list[Event] | None, work: Work | None = None) -> None:
    """Make a move, and note what happened with it where somebody wants to know."""
    before = len(told or ())
    if told is None:
        state.apply(code)
    else:
        told += state.tell(code)
    if work is not None:
        work.take(state, 1 if told is None else NOTED)
        work.spend(EVENT * (len(told or ()) - before))


def made(state: State, text: str, told: list[Event] | None = None, work: Work | None = None
         ) -> State:
    """The position after a move; one text may name all that an action picks."""
    try:
        code = typed_move(state, text, work)
    except IllegalMove as error:
        return _picked(state, text, error, told, work)
    make(state, code, told, work)
    return state


def _picked(state: State, text: str, error: IllegalMove, told: list[Event] | None,
            work: Work | None) -> State:
    """`build s02 i23`: the action with its first pick, then what is picked after it."""
    words = text.split()
    if len(words) < 3 or error.code != "unknown":
        raise error
    for end in range(len(words) - 1, 1, -1):
        try:
            code = typed_move(state, " ".join(words[:end]), work)
        except IllegalMove as first:
            if first.code != "unknown":
                raise
            continue
        make(state, code, told, work)
        for word in words[end:]:
            if work is not None:
                work.decide(state)
            make(state, _next(state, words[0], word), told, work)
        return state
    raise error


def _next(state: State, action: str, word: str) -> int:
    """What is picked next for an action, by the element alone."""
    found = [code for code in state.legal()
             if state.label(code).casefold().endswith(f" {word.casefold()}")
             and state.label(code).startswith(f"{action}.")]
    if len(found) == 1:
        return found[0]
    name = state.question.name if state.question is not None else action
    return state.find(f"{name} {word}")
