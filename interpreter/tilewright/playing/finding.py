"""The legal move that names mean: a label, or an action or choice with what is picked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.positions.moves import action_of, move_of
from tilewright.problems import IllegalMove, did_you_mean, listed

MOVES_TOLD = 8

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.compiling.program import Program
    from tilewright.playing.state import State
    from tilewright.positions.moves import Move, Pick


def find(state: State, name: str, picks: Mapping[str, Pick]) -> int:
    """The legal move; one that is not legal now is refused with the reason."""
    if not picks:
        return _labelled(state, name)
    _known(state.program, name, picks)
    fitting = [code for code in state.legal() if _fits(move_of(state.program, code), name, picks)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        labels = [f"'{state.label(code)}'" for code in fitting[:5]]
        raise IllegalMove(f"several moves are '{name}' with that: {listed(labels, 'and')}")
    for move in _all(state.program):
        if _fits(move, name, picks):
            raise state.refusal(move.code)
    said = " and ".join(f"{pick} is '{value}'" for pick, value in picks.items())
    raise IllegalMove(f"there is no move '{name}' where {said} in this game")


def _labelled(state: State, label: str) -> int:
    for code in state.legal():
        if state.label(code) == label:
            return code
    program, name = state.program, label.partition(" ")[0]
    for group in program.groups:
        if group.name == name:
            for code in range(group.base, group.base + group.size):
                if state.label(code) == label:
                    raise state.refusal(code)
    hint = did_you_mean(label, map(state.label, range(program.moves))) or (
        f"moves begin with {listed(sorted({g.name for g in program.groups})[:MOVES_TOLD])}")
    raise IllegalMove(f"there is no move '{label}' in this game; {hint}".rstrip("; "))


def _fits(move: Move, name: str, picks: Mapping[str, Pick]) -> bool:
    """Whether a move is meant: nothing that it picks is named otherwise."""
    return name in (move.name, move.action) and bool(move.picks) and all(
        pick in picks and str(picks[pick]) == str(value) for pick, value in move.picks.items())


def _all(program: Program) -> Iterator[Move]:
    for group in program.groups:
        for code in range(group.base, group.base + group.size):
            yield move_of(program, code)


def _known(program: Program, name: str, picks: Mapping[str, Pick]) -> None:
    """Refuse names that no move has."""
    groups = [g.name for g in program.groups]
    mine = [move_of(program, g.base) for g in program.groups
            if name in (g.name, action_of(program.game, g.name))]
    if not mine:
        raise IllegalMove(f"there is no action or choice '{name}'; "
                          f"{did_you_mean(name, groups)}".rstrip("; "))
    names = {pick for move in mine for pick in move.picks}
    odd = next((pick for pick in picks if pick not in names), None)
    if odd is not None:
        raise IllegalMove(f"nothing called '{odd}' is picked for '{name}'; "
                          f"{did_you_mean(odd, names)}".rstrip("; "))
