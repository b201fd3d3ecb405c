"""Why a move is not offered: the step, the limit, the cost or the condition that refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling import rewrite
from tilewright.language.operations import (
    Compare,
    Domain,
    Expr,
    Gather,
    IfElse,
    InPlay,
    IsIn,
    Slot,
    Tolls,
    Unlimited,
    ValueAt,
    Variable,
    ZoneOf,
)
from tilewright.language.types import INT
from tilewright.linking.guards import conjuncts, reason_of
from tilewright.model import FALLBACK
from tilewright.playing.ask import Questions
from tilewright.problems import IllegalMove
from tilewright.spoken import question_key
from tilewright.text import element, labelled, plain, say, text, told

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.language.tree import Var
    from tilewright.model import Action
    from tilewright.playing.state import State
    from tilewright.problems import Place
    from tilewright.wording.filling import Value

    Test = tuple[Expr, Var | None]

STEPS_TOLD = 3


def why_not(state: State, move: Any, lang: str = FALLBACK, said: str = "") -> IllegalMove:
    """The refusal of a move, as exact as the rules allow; `said` is what the move is called."""
    return _Refusal(state, lang, said).of(move)


def step_name(program: Program, node: Node, lang: str = FALLBACK) -> str:
    """What a decision is called: its text, else its id."""
    key = question_key(node)
    return text(program.game, key, lang) or plain(key.partition(".")[2])


def steps_of(program: Program, group: Group) -> list[Node]:
    """The decisions in which a sort of moves is offered."""
    return [node for node in program.nodes.values() if group in node.groups]


class _Refusal:
    """Finds the step, the limit, the cost or the condition, and says it in a language."""

    def __init__(self, state: State, lang: str, said: str) -> None:
        self.state, self.said = state, said
        self.asked = Questions(state)
        self.program = state.program
        self.lang = lang

    def say(self, key: str, **values: Value) -> str:
        # A game may have functions of the same names, with words of its own.
        return say(None, f"why.{key}", self.lang, values)

    def refused(self, how: str, label: str, reason: str, place: Place | None, code: str,
                *, worded: bool = True) -> IllegalMove:
        said = self.say(how, move=label)
        whole = labelled(self.program.game, said, reason, self.lang) if reason else said
        return IllegalMove(whole, place, code, worded=worded and bool(reason))

    def of(self, move: Any) -> IllegalMove:
        if self.state.over:
            return IllegalMove(self.say("over"), None, "over")
        group = self.program.group_of(move) if type(move) is int else None
        if group is None:
            return IllegalMove(self.say("no_move", move=repr(move)))
        label = self.said or self.state.label(move)
        node = self.program.nodes.get(self.state._s[0])
        if node is None:
            return self.refused("not_now", label, "", None, "step")   # chance decides
        action = self.program.game.actions.get(group.name)
        if action is not None and (action.tile is not None or group in node.groups):
            return self.of_action(action, label, move - group.base)
        if group.name == "pass":
            return self.refused("not_now", label, self.say("must_do"), node.place, "must")
        if group not in node.groups:
            return self.refused("not_in_step", label, self.elsewhere(group), node.place, "step")
        if node.choice is not None:
            return self.of_choice(node, label, move - group.base)
        return self.refused("not_now", label, "", node.place, "step")

    def elsewhere(self, group: Group) -> str:
        """Which step it is now, and to which one a move belongs."""
        now = step_name(self.program, self.program.nodes[self.state._s[0]], self.lang)
        names = dict.fromkeys(step_name(self.program, n, self.lang)
                              for n in steps_of(self.program, group))
        where = [self.say("step", step=name) for name in list(names)[:STEPS_TOLD]]
        if not where:
            return self.say("this_is", now=now)
        return self.say("belongs", where=where, n=len(where), now=now)

    def of_action(self, action: Action, label: str, value: int) -> IllegalMove:
        """The first test of an action that fails for a value of its first pick."""
        missing = self.missing_tile(action)
        if missing:
            return self.refused("not_now", label, missing, action.place, "not_in_play")
        for test, var in _tests(self.program, action):
            given = _given(self.state, action, var, value)
            if _holds(self.asked, test, given) is not True:
                reason, worded = self.details(action, test, given)
                return self.refused("not_now", label, reason, test.place, self.code(test),
                                    worded=worded)
        step = step_name(self.program, self.program.nodes[self.state._s[0]], self.lang)
        return self.refused("not_now", label, self.say("not_open", step=step), action.place, "step")

    def of_choice(self, node: Node, label: str, value: int) -> IllegalMove:
        """The condition of a choice that keeps an element out."""
        assert node.choice is not None
        source, var = _branch(self.asked, node.choice.source), node.choice.var
        for test, inner in _source_tests(source, var):
            if _holds(self.asked, test, {inner: value}) is False:
                reason, worded = self.refused_by(test)
                return self.refused("not_chosen", label, reason, test.place, self.code(test),
                                    worded=worded)
        return self.refused("not_chosen", label, "", source.place, "list")

    def missing_tile(self, action: Action) -> str:
        """What is to be told when the tile of a power is not in play; else nothing."""
        if action.tile is None:
            return ""
        copies = InPlay(INT, action.place, action.tile, rewrite.var_of(action.me, action.place))
        if _value(self.asked, copies, _given(self.state, action, None, 0)) != 0:
            return ""
        kind, index = action.tile
        return self.say("not_in_play", tile=element(self.program.game, kind, index, self.lang))

    def code(self, test: Expr) -> str:
        """What sort of a test it is, in a word."""
        if _is_limit(test):
            return "limit"
        if _paid(test) is not None:
            return "toll" if any(isinstance(part, Tolls) for part in test.walk()) else "cost"
        return "list" if isinstance(test, IsIn) else "condition"

    def details(self, action: Action, test: Expr, given: dict[Var, int]) -> tuple[str, bool]:
        """What a failing test means in words: a limit that is used up, a cost, or a condition;
        and whether they say what it is about."""
        if _is_limit(test):
            return self.say(f"used_{action.limit[1]}"), True
        cost = self.cost(test, given)
        return (cost, True) if cost else self.refused_by(test)

    def refused_by(self, test: Expr) -> tuple[str, bool]:
        """The words that the game has for a test, or the list that lacks something."""
        game, name = self.program.game, reason_of(self.program.game, test)
        said = told(game, f"why.{name}", self.lang) if name else None
        if said is not None:
            return said, True
        if not isinstance(test, IsIn):
            return self.say("does_not_hold"), False
        where = self.listed(test.items)
        return (self.say("not_among", where=where), True) if where else (
            self.say("not_in_list"), False)

    def listed(self, source: Expr) -> str:
        """What a list is called, if it is a zone with a name."""
        if not isinstance(source, ZoneOf):
            return ""
        owned = source.field
        return text(self.program.game, f"field.{owned.owner}.{owned.name}", self.lang) or ""

    def cost(self, test: Expr, given: dict[Var, int]) -> str:
        """What a test needs and has, if it is about a cost."""
        paid = _paid(test)
        if paid is None:
            return ""
        have, need = paid
        what = have.target.field
        key = f"field.{what.owner}.{what.name}"
        name = text(self.program.game, key, self.lang) or plain(what.name)
        needs, has = _value(self.asked, need, given), _value(self.asked, have, given)
        return "" if None in (needs, has) else self.say("cost", needs=needs, has=has, what=name)


def _branch(asked: Questions, source: Expr) -> Expr:
    """The list that counts now, where one of two is chosen from."""
    while isinstance(source, IfElse):
        found = _holds(asked, source.test, {})
        if found is None:
            break
        source = source.then if found else source.other
    return source


def _is_limit(test: Expr) -> bool:
    return isinstance(test, Unlimited) or (
        isinstance(test, Compare) and test.sign == "<" and isinstance(test.left, Slot))


def _paid(test: Expr) -> tuple[ValueAt, Expr] | None:
    """What a cost is paid from, and how much it is, if a test is about that."""
    if isinstance(test, Compare) and test.sign == ">=" and isinstance(test.left, ValueAt):
        return test.left, test.right
    return None


# -- tests ------------------------------------------------------------------------------------


def _tests(program: Program, action: Action) -> list[Test]:
    """The tests in the order in which people would read them."""
    build = program.build
    first = action.picks[0] if action.picks else None
    last = first.var if first is not None else None
    final = [p for t in rewrite.final_tests(build, action) for p in conjuncts(t)]
    limits = [(t, last) for t in final if _is_limit(t)]
    tests = [*limits, *(_source_tests(first.source, first.var) if first is not None else [])]
    if len(action.picks) < 2:
        return tests + [(p, last) for p in final if not _is_limit(p)]
    picked = {p.var for p in action.picks[1:]}
    early = [(t, last) for t in final if not _is_limit(t) and not rewrite.depends(t, picked)]
    rest = rewrite.completable(build, action, 1)
    return tests + early + ([(rest, last)] if rest is not None else [])


def _source_tests(source: Expr, var: Var) -> list[tuple[Expr, Var]]:
    """The conditions of `[x for x in list if …]`, one by one."""
    if isinstance(source, Gather) and source.is_filter and source.test is not None:
        before = _source_tests(source.source, var)
        return before + [(c, source.var) for c in conjuncts(source.test)]
    if isinstance(source, Domain):
        return []
    one = Variable(var.type, source.place, var)
    return [(IsIn(source.type, source.place, "in", one, source), var)]


def _given(state: State, action: Action, var: Var | None, value: int) -> dict[Var, int]:
    assert state.decider is not None
    return {action.me: state.decider, **({var: value} if var is not None else {})}


def _value(asked: Questions, what: Expr, given: dict[Var, int]) -> Any:
    """The value of an expression; None where it cannot be worked out."""
    try:
        return asked.value_of(what, given)
    except Exception:  # noqa: BLE001  a question must never end a game
        return None


def _holds(asked: Questions, test: Expr, given: dict[Var, int]) -> bool | None:
    """Whether a test holds; None where it cannot be worked out."""
    found = _value(asked, test, given)
    return None if found is None else bool(found)
