"""Records of what is no record yet: games that situations tell, and random games that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.playing.record import Record
from tilewright.problems import IllegalMove, RuleError, UsageError
from tilewright.situations.begin import beginning, position_of
from tilewright.situations.moves import typed_move

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.state import State
    from tilewright.playing.trial import Fault
    from tilewright.situations.read import Situation


def of_situation(game: Game, situation: Situation) -> Record:
    """The game that a situation tells, up to a move that fails; it may hold nothing but moves."""
    begun = beginning(game, situation)
    steps = situation.get("do", [])
    if situation.get("chance") or not all(isinstance(step, str) for step in steps):
        raise UsageError(f"'{situation.name}' has chance or other steps than moves, so it is no "
                         "game that could be cut")
    program = game.program(begun.players, begun.options)
    made = _record(game, program.players, begun.seed, begun.options)
    made.situation = begun.given
    try:
        state = position_of(game, situation) if steps else None
        for step in steps:
            assert state is not None
            _move(made, state, typed_move(state, str(step)))
    except IllegalMove as error:
        raise UsageError(f"'{situation.name}' cannot be played: {error}") from error
    except RuleError:
        pass   # the fault that is looked for
    return made


def of_fault(game: Game, fault: Fault) -> Record:
    """A random game that failed, with the move that failed."""
    setting = fault.setting
    made = _record(game, setting.players, fault.seed, dict(setting.options))
    try:
        state = game.new(setting.players, fault.seed, dict(setting.options))
        for code in (*fault.moves, *([fault.failing] if fault.failing is not None else [])):
            _move(made, state, code)
    except RuleError:
        pass
    return made


def _record(game: Game, players: int, seed: int, options: dict[str, int]) -> Record:
    chosen = game.program(players, options).options
    return Record(game.id, game.hash, game.model.variants, dict(chosen), players, seed)


def _move(made: Record, state: State, code: int) -> None:
    made.moves.append((state.decider if state.decider is not None else -1, state.label(code)))
    state.apply(code)
