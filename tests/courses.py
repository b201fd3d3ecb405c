"""What can be asked of a game while it is played, as plain data, for `test_digests.py`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tilewright.playing.facts import differences, facts, mark
from tilewright.playing.forced import only_move
from tilewright.playing.learned import has_learned
from tilewright.playing.record import Session, read_record
from tilewright.playing.scores import rewards, worths
from tilewright.playing.stream import Stream
from tilewright.problems import IllegalMove, RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright import Game, State
    from tilewright.playing.view import View

MOVES = 10
# Not only at the start, and not everywhere: to look closely takes as long as many moves.
CLOSELY = (1, 4, 9)
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def course(game: Game) -> Iterator[Any]:
    """All that can be asked in the first moves of a game in which chance decides; another one, in
    which it is asked by moves, goes on from its middle."""
    rng = Stream(7)
    try:
        session = Session(game, seed=7)
    except RuleError as error:
        yield str(error), error.place
        return
    try:
        for number in range(MOVES):
            yield from _position(session.state, closely=number in CLOSELY)
            legal = session.state.legal()
            if not legal:
                break
            before, move = session.state.clone(), legal[rng.below(len(legal))]
            yield session.apply(move)
            yield list(differences(before, session.state)), mark(session.state)
            yield mark(session.state, {})
            if number in CLOSELY:
                yield has_learned(before, [move], range(before.players))
        yield from session.lines()
        again = Session.of(game, read_record(session.lines()))
        yield again.state.key(), again.before(3).key(), again.last(2)
        again.undo(2)
        yield again.lines()
    except RuleError as error:
        yield str(error), error.place
    yield from _by_moves(session.state, rng)


def _by_moves(state: State, rng: Stream) -> Iterator[Any]:
    """Chance by moves, with what is shuffled."""
    state = state.clone()
    try:
        state.show_chance()
        for _ in range(MOVES):
            legal = state.legal()
            yield state.decider, legal, [state.label(move) for move in legal]
            if not legal:
                break
            state.apply(legal[rng.below(len(legal))])
        state.show_chance(shown=False)
        yield state.key()
    except (RuleError, UsageError) as error:
        yield str(error)


def _position(state: State, *, closely: bool) -> Iterator[Any]:
    yield state._s, state.key(), state.decider, state.actor, state.round, state.decides_secretly
    yield state.over, state.end_reason, state.question, state.legal()
    yield [only_move(state, always=always) for always in (False, True)]
    if not closely:
        return
    yield state.moves()
    yield [(state.label(move), state.describe(move)) for move in state.legal()]
    yield [state.find(state.label(move)) == move for move in state.legal()]
    codes = set(range(0, state.program.moves + 2, 5)) - set(state.legal())
    yield [_refused(state.clone(), code) for code in sorted(codes)]
    yield facts(state), state.save()["slots"]
    yield [_tried(asked) for asked in (
        state.scores, state.winners, lambda: state.standing, lambda: worths(state),
        lambda: rewards(state, by_rank=True), lambda: rewards(state, by_rank=False))]
    yield [state.score_sheet(seat) for seat in range(state.players)]
    for seat in (None, *range(state.players)):
        yield from _view(state.view(seat))


def _view(view: View) -> Iterator[Any]:
    yield view.seat, view.numbers, view.unseen, view.legal(), view.question, view.key()
    yield view.alike(), view.kept, view.unknown, view.scores()
    yield [view.score_sheet(seat) for seat in range(view.program.players)]
    yield [_tried(lambda seed=seed: view.determinize(seed)._s) for seed in range(3)]


def _refused(state: State, code: int) -> Any:
    return _tried(lambda: state.apply(code)), state.numbers


def _tried(asked: Callable[[], Any]) -> Any:
    """What is answered, or what is said instead."""
    try:
        return asked()
    except (IllegalMove, RuleError) as error:
        return str(error), getattr(error, "place", None), getattr(error, "code", "")


def told(game: Game) -> str:
    """All of it as one text."""
    return ADDRESS.sub("", "\n".join(map(repr, course(game))))
