"""Why a move is not offered: the guard that refuses it, at its YAML line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling import rewrite
from tilewright.language.tree import Expr, Var
from tilewright.playing.ask import value_of
from tilewright.problems import IllegalMove, Place

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.model import Action
    from tilewright.playing.state import State


def why_not(state: State, move: Any) -> IllegalMove:
    """The refusal of a move, as exact as the rules allow."""
    program = state.program
    if state.over:
        return IllegalMove("the game is over")
    group = program.group_of(move) if type(move) is int else None
    if group is None:
        return IllegalMove(f"{move!r} is not a move of this game")
    label = state.label(move)
    node = program.nodes[state._s[0]]
    action = program.game.actions.get(group.name)
    if action is not None and action.tile is not None:
        found = _failing(state, action, move - group.base)
        return IllegalMove(f"'{label}' is not possible now{_because(found)}", found)
    if group not in node.groups:
        return IllegalMove(f"'{label}' is not possible in this step", node.place)
    if action is None and node.choice is not None:
        return IllegalMove(f"'{label}' is not one of the choices", node.choice.source.place)
    if action is None:
        return IllegalMove(f"'{label}' is not possible now", node.place)
    found = _failing(state, action, move - group.base)
    return IllegalMove(f"'{label}' is not possible now{_because(found)}", found)


def _because(place: Place | None) -> str:
    return ": this does not hold" if place is not None else ""


def _failing(state: State, action: Action, value: int) -> Place | None:
    """The place of the first test of an action that fails for a value of its first pick."""
    program = state.program
    for test, var in _tests(program, action):
        if not _holds(state, action, test, var, value):
            return test.place
    return action.place


def _tests(program: Program, action: Action) -> list[tuple[Expr, Var | None]]:
    """The tests in the order in which people would read them."""
    build = program.build
    tests: list[tuple[Expr, Var | None]] = []
    first = action.picks[0] if action.picks else None
    if first is not None:
        tests += _source_tests(first.source, first.var)
    last = first.var if first is not None else None
    if len(action.picks) < 2:
        parts = [p for t in rewrite.final_tests(build, action) for p in _conjuncts(t)]
        return tests + [(p, last) for p in parts]
    rest = rewrite.completable(build, action, 1)
    return tests + ([(rest, last)] if rest is not None else [])


def _conjuncts(test: Expr) -> list[Expr]:
    return [c for part in test.args[0] for c in _conjuncts(part)] if test.op == "and" else [test]


def _source_tests(source: Expr, var: Var) -> list[tuple[Expr, Var | None]]:
    """The conditions of `[x for x in list if …]`, one by one."""
    if source.op == "comp" and source.args[0] == "list" and source.args[3] is not None:
        inner: Var = source.args[1]
        if source.args[4].op == "var" and source.args[4].args[0] is inner:
            before = _source_tests(source.args[2], var)
            return before + [(c, inner) for c in _conjuncts(source.args[3])]
    if source.op == "domain":
        return []
    isin = Expr("isin", source.type, source.place, (
        "in", Expr("var", var.type, source.place, (var,)), source))
    return [(isin, var)]


def _holds(state: State, action: Action, test: Expr, var: Var | None, value: int) -> bool:
    """Whether a test holds for a value of the first pick."""
    assert state.decider is not None
    given = {action.me: state.decider, **({var: value} if var is not None else {})}
    try:
        return bool(value_of(state, test, given))
    except Exception:  # noqa: BLE001  a test that cannot be worked out does not hold
        return False



