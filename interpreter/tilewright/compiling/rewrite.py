"""Actions, events and tolls, said with simpler statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tilewright.language.functions import MAX, SEATS_FROM
from tilewright.language.operations import (
    Apply,
    Both,
    Compare,
    Const,
    Expr,
    Gather,
    IfElse,
    InPlay,
    Math,
    Slot,
    Tolls,
    Unlimited,
    ValueAt,
    Variable,
)
from tilewright.language.tree import (
    Call,
    Choose,
    Do,
    Event,
    ForEach,
    If,
    Let,
    Repeat,
    Stmt,
    Target,
    Var,
)
from tilewright.language.types import BOOL, INT, PLAYER, many

if TYPE_CHECKING:
    from tilewright.compiling.build import Build
    from tilewright.model import Action, Cost, EventKind, Handler, Pick
    from tilewright.problems import Place


def var_of(var: Var, place: Place) -> Expr:
    return Variable(var.type, place, var)


def number(value: int, place: Place) -> Expr:
    return Const(INT, place, value)


def conjunction(tests: list[Expr], place: Place) -> Expr | None:
    if len(tests) < 2:
        return tests[0] if tests else None
    return Both(BOOL, place, tuple(tests))


# -- actions ----------------------------------------------------------------------------------


def final_tests(build: Build, action: Action) -> list[Expr]:
    """What must hold, once everything is picked: limit, guard, costs and tolls."""
    me = var_of(action.me, action.place)
    tests = []
    if action.tile is not None and not action.limit[0]:
        tests.append(_holds(action.tile, me))
    if action.limit[0]:
        tests.append(_limit(build, action, me))
    if action.guard is not None:
        tests.append(action.guard)
    tests += [_affordable(cost.target, _in_all(action, cost)) for cost in action.costs]
    tests += _payable(action, me)
    return tests


def _holds(tile: tuple[str, int], me: Expr) -> Expr:
    return Compare(BOOL, me.place, ">", InPlay(INT, me.place, tile, me), number(0, me.place))


def _limit(build: Build, action: Action, me: Expr) -> Expr:
    count, span = action.limit
    base = build.used(("action", action.name), span)
    if action.tile is None:
        return Unlimited(BOOL, action.place, base, count, me)
    return _below(base, InPlay(INT, action.place, action.tile, me), count, me)


def _below(base: int, copies: Expr, count: int, me: Expr) -> Expr:
    """Whether a counter of a player is below so much for each copy of a tile."""
    place = copies.place
    allowed = Math(INT, place, "*", copies, number(count, place))
    return Compare(BOOL, place, "<", Slot(INT, place, base, me), allowed)


def _affordable(target: Target, amount: Expr) -> Expr:
    need = _sum(amount, number(target.field.low, amount.place)) if target.field.low else amount
    return Compare(BOOL, amount.place, ">=", ValueAt(INT, amount.place, target), need)


def toll_fields(action: Action) -> list[str]:
    return sorted({t.field.name for t in action.tolls})


def toll_expr(action: Action, field: str, me: Expr) -> Expr:
    """All that the tiles of others ask for an action, in one currency."""
    return Tolls(INT, action.place, action, field, me, tuple(action.event_args))


def _payable(action: Action, me: Expr) -> list[Expr]:
    tests = []
    for name in toll_fields(action):
        field = next(t.field for t in action.tolls if t.field.name == name)
        target = Target(field, (me,), action.place)
        owed = toll_expr(action, name, me)
        for cost in action.costs:
            if cost.target.field is field:
                owed = _sum(owed, _from_same(cost, target))
        tests.append(_affordable(target, owed))
    return tests


def _in_all(action: Action, cost: Cost) -> Expr:
    """A price with all others that are paid from the same number."""
    others = [c for c in action.costs
              if c is not cost and c.target.field is cost.target.field]
    owed = _at_least_nothing(cost.amount) if others else cost.amount
    for other in others:
        owed = _sum(owed, _from_same(other, cost.target))
    return owed


def _from_same(cost: Cost, target: Target) -> Expr:
    """What a price takes from a number of its field: nothing, if it is paid from another one."""
    place, amount = cost.amount.place, _at_least_nothing(cost.amount)
    same: list[Expr] = [Compare(BOOL, place, "==", a, b)
                        for a, b in zip(cost.target.index, target.index, strict=True)]
    test = conjunction(same, place)
    return amount if test is None else IfElse(INT, place, test, amount, number(0, place))


def _at_least_nothing(amount: Expr) -> Expr:
    return Apply(INT, amount.place, MAX, (amount, number(0, amount.place)))


def _sum(a: Expr, b: Expr) -> Expr:
    return Math(INT, a.place, "+", a, b)


def depends(value: object, variables: set[Var]) -> bool:
    """Whether an expression, or anything inside it, reads one of some variables."""
    if isinstance(value, Expr):
        return depends(value.arguments(), variables)
    if isinstance(value, Target):
        return depends(value.index, variables)
    if isinstance(value, (tuple, list)):
        return any(depends(v, variables) for v in value)
    return isinstance(value, Var) and value in variables


def early_tests(build: Build, action: Action) -> Expr | None:
    """What can be asked before anything is picked, once for all picks."""
    picked = {p.var for p in action.picks}
    tests = [t for t in final_tests(build, action) if not depends(t, picked)]
    return conjunction(tests, action.place)


def completable(build: Build, action: Action, start: int, *, late: bool = False) -> Expr | None:
    """Whether the picks from `start` on can be made so that the action is allowed.

    `late` leaves out what was asked before the first pick.
    """
    tests = final_tests(build, action)
    if late:
        picked = {p.var for p in action.picks}
        tests = [t for t in tests if depends(t, picked)]
    test = conjunction(tests, action.place)
    for pick in reversed(action.picks[start:]):
        value = test or Const(BOOL, action.place, True)
        test = Gather(BOOL, pick.source.place, "any", pick.var, pick.source, None, value)
    return test


def offered(build: Build, action: Action, index: int) -> Expr:
    """The elements of a pick with which the action can be completed."""
    pick = action.picks[index]
    return narrowed(pick, completable(build, action, index + 1, late=True))


def narrowed(pick: Pick, test: Expr | None) -> Expr:
    if test is None:
        return pick.source
    value = var_of(pick.var, pick.source.place)
    return Gather(many(pick.var.type), pick.source.place, "list", pick.var, pick.source, test,
                  value)


def after_first_pick(build: Build, action: Action) -> list[Stmt]:
    """The rest of an action: further picks, one decision each, then what it does."""
    body = performed(build, action)
    for index in range(len(action.picks) - 1, 0, -1):
        pick = action.picks[index]
        body = [Choose(action.place, f"{action.name}.{pick.name}", pick.var,
                       offered(build, action, index), var_of(action.me, action.place),
                       chance=False, optional=None, body=body, other=[])]
    return body


def performed(build: Build, action: Action) -> list[Stmt]:
    """What an action does: it is counted, paid for, and carried out.

    It is counted at once, so that a limit holds where its rules end the turn; `used` leaves out
    what is still under way.
    """
    place = action.place
    me = var_of(action.me, place)
    made: list[Stmt] = [_count(place, base, me) for base in build.counters(action.name)]
    going_on = build.under_way.get(action.name)
    if going_on is not None:
        made.append(_count(place, going_on, me))
    made += _pay(action, me)
    made += [Event(place, action.event, action.event_args, action.body)] if action.event else (
        action.body)
    return made if going_on is None else [*made, _count(place, going_on, me, "-")]


def _count(place: Place, base: int, me: Expr, sign: Literal["+", "-"] = "+") -> Stmt:
    """One more is counted for a player, or one less."""
    return Do(place, "_count", {"base": base, "me": me, "sign": sign})


def _pay(action: Action, me: Expr) -> list[Stmt]:
    """All prices and tolls in one statement, so that none of them changes another."""
    fields = toll_fields(action)
    if not action.costs and not fields:
        return []
    at = action.place if fields else action.costs[0].amount.place
    return [Do(at, "_pay", {"action": action, "fields": fields, "me": me})]


# -- events -----------------------------------------------------------------------------------


def event_variables(build: Build, stmt: Event) -> list[Var]:
    """The variables of what an event tells tiles, which are the same wherever it happens."""
    event = build.game.events[stmt.event]
    return [*event.args, event.doer]


def with_reactions(build: Build, stmt: Event, doer: Expr) -> list[Stmt]:
    """An event with all that tiles do before and after it."""
    event = build.game.events[stmt.event]
    if not event.handlers:
        return list(stmt.body)
    lets: list[Stmt] = [
        Let(stmt.place, var, value) for var, value in zip(event.args, stmt.args, strict=True)]
    lets.append(Let(stmt.place, event.doer, doer))
    before = _reactions(build, event, "before", stmt.place)
    return [*lets, *before, *stmt.body, *_reactions(build, event, "after", stmt.place)]


def _reactions(build: Build, event: EventKind, moment: str, place: Place) -> list[Stmt]:
    handlers = [h for h in event.handlers if h.moment == moment]
    if not handlers:
        return []
    doer = var_of(event.doer, place)
    seats = Apply(many(PLAYER), place, SEATS_FROM, (doer,))
    body = [_reaction(build, event, h) for h in sorted(handlers, key=lambda h: h.tile)]
    return [ForEach(place, event.owner, seats, body)]


def _reaction(build: Build, event: EventKind, handler: Handler) -> Stmt:
    place = handler.place
    owner = var_of(event.owner, place)
    tests = who_tests(handler.who, owner, var_of(event.doer, place), place)
    if handler.when is not None:
        tests.append(handler.when)
    args = [var_of(event.args[i], place) for i in handler.args]
    body: list[Stmt] = [Call(place, handler.procedure, args, owner)]
    copies = InPlay(INT, place, handler.tile, owner)
    if handler.limit[0]:
        base = build.used(("reaction", handler.procedure), handler.limit[1])
        tests.append(_below(base, copies, handler.limit[0], owner))
        body.insert(0, _count(place, base, owner))
    test = conjunction(tests, place)
    inner: list[Stmt] = [If(place, test, body, [])] if test is not None else body
    return Repeat(place, copies, None, inner)


def who_tests(who: str, owner: Expr, doer: Expr, place: Place) -> list[Expr]:
    if who == "anyone":
        return []
    return [Compare(BOOL, place, "==" if who == "me" else "!=", owner, doer)]
