"""Secret values that outlive a decision: what they can be, seen from where the game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.plan import Kept, Plan, function
from tilewright.language.operations import Expr, ZoneOf, variable_of
from tilewright.language.tree import (
    Choose,
    ChooseMany,
    Do,
    Stmt,
    Var,
)
from tilewright.linking.text_keys import statements

if TYPE_CHECKING:
    from tilewright.compiling.build import Build


def add_values(build: Build, plan: Plan) -> None:
    choices = {s.var: s for s in statements(build.game) if isinstance(s, (Choose, ChooseMany))}
    for var, knower in build.secrets.items():
        if var not in build.slots:
            continue
        kind = var.type.item.kind if var.type.item else var.type.kind
        kept = Kept(build.slots[var], build.caps.get(var, 0), knower, kind)
        for given in _given(build, var, choices):
            if build.can_read(given):
                kept.options.append(function(build, "options", given))
        choice = choices.get(var)
        if isinstance(choice, ChooseMany) and build.can_read(choice.most):
            kept.many, kept.ordered = function(build, "most", choice.most), choice.ordered
        zone = _landing(build, choice.body, var) if choice is not None else None
        if zone is not None and build.can_read(zone):
            kept.landing = function(build, "landing", zone)
        plan.values.append(kept)


def _given(build: Build, var: Var, choices: dict[Var, Any]) -> list[Expr]:
    """The lists and values that a variable can be from."""
    if var in build.gone_through:
        return [build.gone_through[var]]
    if var in choices:
        return [choices[var].source]
    picks = [p.source for a in build.game.actions.values() for p in a.picks if p.var is var]
    return [*picks, *(g for g in build.provenance.bound.get(var, ()) if isinstance(g, Expr))]


def _landing(build: Build, body: list[Stmt], var: Var) -> Expr | None:
    """The zone into which a chosen element goes before anything else is decided."""
    for stmt in body:
        if build.suspension.waits(stmt):
            return None
        if isinstance(stmt, Do) and stmt.word == "move" and stmt.args["to"] is not None:
            item, to = stmt.args["item"], stmt.args["to"]
            if variable_of(item) is var:
                return ZoneOf(to.type, to.place, to.field, to.index)
    return None
