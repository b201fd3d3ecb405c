"""What a record shows at its end: a fault, or what somebody wants to be kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.lab.asking import Test
from tilewright.lab.targets import End, Ending, Holding, Making, asked_faults, failing
from tilewright.playing.record import find_move
from tilewright.problems import IllegalMove, RecordError, RuleError, UsageError, did_you_mean

if TYPE_CHECKING:
    from tilewright.lab.targets import Target
    from tilewright.playing.game import Game
    from tilewright.playing.record import Record
    from tilewright.playing.state import State


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be shown; by default the fault with which a record ends."""

    keep: str = ""
    end: str = ""
    move: str = ""


def told(start: State, record: Record) -> End:
    """Where the moves of a record lead; what cannot be made is named."""
    state, made = start.clone(), list[int]()
    for number, (seat, label) in enumerate(record.moves, 1):
        try:
            made.append(_move(state, seat, label))
            state.apply(made[-1])
        except IllegalMove as error:
            raise RecordError(f"move {number} ('{label}') of this record cannot be made: {error}"
                              ) from error
        except RuleError as error:
            return End(state, made, error)
    return End(state, made)


def _move(state: State, seat: int, label: str) -> int:
    if state.decider != seat:
        raise IllegalMove(f"seat {state.decider} decides there, not seat {seat}")
    return find_move(state, label)


def target_of(game: Game, end: End, wanted: Wanted) -> tuple[Target, End]:
    """What is to be shown, and the game that shows it: perhaps with one move more."""
    if sum(map(bool, (wanted.keep, wanted.end, wanted.move))) > 1:
        raise UsageError("'--keep', '--end' and '--move' are three things to be shown; give one")
    if wanted.move:
        return _made(end, wanted.move)
    if wanted.keep or wanted.end:
        target = _odd(game, wanted)
        _need_seen(target, end, wanted)
        return target, end
    return _fault(end)


def _fault(end: End) -> tuple[Target, End]:
    """The fault of the last move, of what is asked after it, or of a move that can be made."""
    if end.fault is not None:
        return failing(end.fault), end
    assert end.state is not None
    for target in asked_faults(end.state):
        return target, end
    for code in end.state.legal():
        more = _with(end, code)
        if more.fault is not None:
            return failing(more.fault), more
    raise UsageError("nothing fails in this record; say what is to be kept with '--keep "
                     "EXPRESSION', '--end REASON' or '--move LABEL'")


def _with(end: End, code: int) -> End:
    """The same game with one move more."""
    assert end.state is not None
    state = end.state.clone()
    try:
        state.apply(code)
    except RuleError as error:
        return End(state, [*end.made, code], error)
    return End(state, [*end.made, code])


def _made(end: End, label: str) -> tuple[Target, End]:
    """A move that is the last one, or that can be made then; one that fails is a fault."""
    assert end.state is not None
    if not end.made or end.state.label(end.made[-1]) != label:
        if end.fault is not None:
            last = end.state.label(end.made[-1])
            raise UsageError(f"this record ends with '{last}', which fails, not with '{label}'")
        try:
            end = _with(end, end.state.find(label))
        except IllegalMove as error:
            raise UsageError(f"'{label}' is not the last move of this record, and cannot be made "
                             f"after it: {error}") from error
    return (Making(label) if end.fault is None else failing(end.fault)), end


def _odd(game: Game, wanted: Wanted) -> Holding | Ending:
    if wanted.keep:
        return Holding(Test(game.model, wanted.keep, "--keep"))
    if wanted.end not in game.model.reasons:
        raise UsageError(f"no game of '{game.id}' ends because of '{wanted.end}'; "
                         f"{did_you_mean(wanted.end, game.model.reasons)}".rstrip("; "))
    return Ending(wanted.end)


def _need_seen(target: Holding | Ending, end: End, wanted: Wanted) -> None:
    if end.fault is not None:
        need_none(wanted, end.fault)
    assert end.state is not None
    if isinstance(target, Ending) and not target.seen(end):
        why = f"it ends because of '{end.state.end_reason}'" if end.state.over else "it goes on"
        raise UsageError(f"this record does not end because of '{target.reason}': {why}")
    try:
        if isinstance(target, Holding) and not target.test.holds(end.state):
            raise UsageError(f"'{target.test.said}' is not true at the end of this record")
    except RuleError as error:
        raise UsageError(f"'{wanted.keep}' cannot be worked out at the end of this record: {error}"
                         ) from error


def need_none(wanted: Wanted, error: RuleError) -> None:
    """Refuse a wish about the end of a game that comes to no end."""
    if wanted != Wanted():
        raise UsageError(f"this record ends with a fault, so leave '--keep', '--end' and '--move' "
                         f"out: {error}")
