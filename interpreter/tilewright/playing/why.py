"""Why a move is not offered: the step, the limit, the cost or the condition that refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling import rewrite
from tilewright.language.tree import Expr, Var
from tilewright.language.types import INT
from tilewright.playing.ask import value_of
from tilewright.problems import IllegalMove
from tilewright.text import element, plain, text

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.model import Action
    from tilewright.playing.state import State

    Test = tuple[Expr, Var | None]

SPANS = {"turn": "this turn", "round": "this round", "game": "in this game"}
STEPS_TOLD = 3


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
    if action is not None and (action.tile is not None or group in node.groups):
        return _of_action(state, action, label, move - group.base)
    if group.name == "pass":
        return IllegalMove(f"'{label}' is not possible now: something must be done", node.place)
    if group not in node.groups:
        return IllegalMove(f"'{label}' is not possible in this step{_elsewhere(state, group)}",
                           node.place)
    if node.choice is not None:
        return _of_choice(state, node, label, move - group.base)
    return IllegalMove(f"'{label}' is not possible now", node.place)


# -- steps ------------------------------------------------------------------------------------


def step_name(program: Program, node: Node) -> str:
    """What a decision is called: its text in English, else its id."""
    name = node.step or "_".join(node.actions)
    if name:
        return text(program.game, f"step.{name}", "en") or plain(name)
    return text(program.game, f"ask.{node.site}", "en") or plain(node.site)


def steps_of(program: Program, group: Group) -> list[Node]:
    """The decisions in which a sort of moves is offered."""
    return [node for node in program.nodes.values() if group in node.groups]


def _elsewhere(state: State, group: Group) -> str:
    """Which step it is now, and to which one a move belongs."""
    program = state.program
    now = step_name(program, program.nodes[state._s[0]])
    names = dict.fromkeys(step_name(program, node) for node in steps_of(program, group))
    where = " or ".join(f"'{name}'" for name in list(names)[:STEPS_TOLD])
    return f": it belongs to {where}, and this is '{now}'" if where else f": this is '{now}'"


# -- actions and choices ----------------------------------------------------------------------


def _of_action(state: State, action: Action, label: str, value: int) -> IllegalMove:
    """The first test of an action that fails for a value of its first pick."""
    missing = _missing_tile(state, action)
    if missing:
        return IllegalMove(f"'{label}' is not possible now: {missing}", action.place)
    for test, var in _tests(state.program, action):
        given = _given(state, action, var, value)
        if _holds(state, test, given) is not True:
            return IllegalMove(f"'{label}' is not possible now: "
                               f"{_details(state, action, test, given)}", test.place)
    node = state.program.nodes[state._s[0]]
    step = step_name(state.program, node)
    return IllegalMove(f"'{label}' is not possible now: it is not open in '{step}'", action.place)


def _of_choice(state: State, node: Node, label: str, value: int) -> IllegalMove:
    """The condition of a choice that keeps an element out."""
    assert node.choice is not None
    source, var = node.choice.source, node.choice.var
    source = _branch(state, source)
    for test, inner in _source_tests(source, var):
        if _holds(state, test, {inner: value} if inner is not None else {}) is False:
            return IllegalMove(f"'{label}' is not one of the choices: {_refused_by(test)}",
                               test.place)
    return IllegalMove(f"'{label}' is not one of the choices", source.place)


def _branch(state: State, source: Expr) -> Expr:
    """The list that counts now, where one of two is chosen from."""
    while source.op == "ifelse":
        test, then, other = source.args
        found = _holds(state, test, {})
        if found is None:
            break
        source = then if found else other
    return source


def _missing_tile(state: State, action: Action) -> str:
    """What is to be told when the tile of a power is not in play; else nothing."""
    if action.tile is None:
        return ""
    copies = Expr("in_play", INT, action.place,
                  (action.tile, rewrite.var_of(action.me, action.place)))
    if _value(state, copies, _given(state, action, None, 0)) != 0:
        return ""
    kind, index = action.tile
    return f"'{element(state.program.game, kind, index, 'en')}' is not in play"


def _details(state: State, action: Action, test: Expr, given: dict[Var, int]) -> str:
    """What a failing test means in words: a limit that is used up, a cost, or a condition."""
    if _is_limit(test):
        span = action.limit[1]
        return f"it was already used {SPANS.get(span, span)}"
    return _refused_by(test) + _cost(state, test, given)


def _refused_by(test: Expr) -> str:
    return "it is not in this list" if test.op == "isin" else "this does not hold"


def _cost(state: State, test: Expr, given: dict[Var, int]) -> str:
    """What a test needs and has, if it is about a cost."""
    if test.op != "cmp" or test.args[0] != ">=" or test.args[1].op != "target":
        return ""
    _, have, need = test.args
    what = have.args[0].field
    name = text(state.program.game, f"field.{what.owner}.{what.name}", "en") or plain(what.name)
    needs, has = _value(state, need, given), _value(state, have, given)
    return f", it needs {needs} {name} and has {has}" if None not in (needs, has) else ""


def _is_limit(test: Expr) -> bool:
    return test.op == "unlimited" or (test.op == "cmp" and test.args[0] == "<"
                                      and test.args[1].op == "slot")


# -- tests ------------------------------------------------------------------------------------


def _tests(program: Program, action: Action) -> list[Test]:
    """The tests in the order in which people would read them."""
    build = program.build
    first = action.picks[0] if action.picks else None
    last = first.var if first is not None else None
    final = [p for t in rewrite.final_tests(build, action) for p in _conjuncts(t)]
    limits = [(t, last) for t in final if _is_limit(t)]
    tests = limits + (_source_tests(first.source, first.var) if first is not None else [])
    if len(action.picks) < 2:
        return tests + [(p, last) for p in final if not _is_limit(p)]
    picked = {p.var for p in action.picks[1:]}
    early = [(t, last) for t in final if not _is_limit(t) and not rewrite.depends(t, picked)]
    rest = rewrite.completable(build, action, 1)
    return tests + early + ([(rest, last)] if rest is not None else [])


def _conjuncts(test: Expr) -> list[Expr]:
    return [c for part in test.args[0] for c in _conjuncts(part)] if test.op == "and" else [test]


def _source_tests(source: Expr, var: Var) -> list[Test]:
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


def _given(state: State, action: Action, var: Var | None, value: int) -> dict[Var, int]:
    assert state.decider is not None
    return {action.me: state.decider, **({var: value} if var is not None else {})}


def _value(state: State, asked: Expr, given: dict[Var, int]) -> Any:
    """The value of an expression; None where it cannot be worked out."""
    try:
        return value_of(state, asked, given)
    except Exception:  # noqa: BLE001  a question must never end a game
        return None


def _holds(state: State, test: Expr, given: dict[Var, int]) -> bool | None:
    """Whether a test holds; None where it cannot be worked out."""
    found = _value(state, test, given)
    return None if found is None else bool(found)
