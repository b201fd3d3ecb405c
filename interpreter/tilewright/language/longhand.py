"""Effects that are short for several simpler statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.expressions import expression
from tilewright.language.operations import (
    Apply,
    Const,
    Expr,
    IsIn,
    Variable,
    ZoneOf,
    variable_of,
)
from tilewright.language.tree import (
    Choose,
    Do,
    ForEach,
    If,
    Let,
    Stmt,
    Target,
    Var,
)
from tilewright.language.types import BOOL, INT, PLAYER, UNKNOWN, fits, many

if TYPE_CHECKING:
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.problems import Place
    from tilewright.reading.source import Map


def choice_for(rd: Reader, given: Map, key: str, player: Var, scope: Scope) -> Choose | None:
    """A player chooses for a field that nobody else sees."""
    at, place = given.key_at(key), given.at(key)
    target = rd.target(key, at, scope)
    source = expression(rd.names, given[key], place, scope)
    if target is None or source.type == UNKNOWN:
        return None
    field = target.field
    own = field.owner == PLAYER.kind and variable_of(target.index[0]) is player
    if field.visible != "owner" or not own:
        rd.problem("not-secret", at, f"'{key}' is not a hidden field of '{player.name}'",
                   f"name a field as {player.name}.NAME, declared under 'player' "
                   "with 'visible: owner'")
        return None
    if target.type.tag not in ("int", "kind"):
        rd.problem("wrong-type", at, f"{target.type.words} cannot be chosen from a list",
                   "name a number or an element, or use 'ask' with 'secretly: true'")
        return None
    if not fits(source.type, many(target.type)):
        rd.problem("wrong-type", place,
                   f"this is {source.type.words}, but {many(target.type).words} is needed")
        return None
    if rd.may_hold_none(source, given[key], place):
        return None
    var = Var(field.name, source.type.item or target.type)
    chosen = Do(place, "set", {"target": target, "value": Variable(var.type, place, var)})
    by = Variable(PLAYER, place, player)
    return Choose(at, rd.site(scope, field.name), var, source, by, chance=False, optional=None,
                  body=[chosen], other=[], secret=True)


def in_turn(place: Place, who: Expr, loops: list[tuple[Var, list[Stmt]]]) -> list[Stmt]:
    """Loops over the same players, also where the first one changes who they would be."""
    if not all(body for _, body in loops):
        return []
    kept = Var("choosers", many(PLAYER))
    each = Variable(kept.type, place, kept)
    body: list[Stmt] = [Let(place, kept, who),
                        *[ForEach(place, var, each, body) for var, body in loops]]
    return [If(place, Const(BOOL, place, True), body, [])]


class Once:
    """What several statements of one word share, worked out before the first of them."""

    def __init__(self, raw: Map) -> None:
        self.raw = raw
        self.lets: list[Stmt] = []

    def value(self, e: Expr) -> Expr:
        if isinstance(e, (Const, Variable)):
            return e
        var = Var("once", e.type)
        self.lets.append(Let(e.place, var, e))
        return Variable(e.type, e.place, var)

    def target(self, target: Target) -> Target:
        """The same place, whoever is meant later by what names its owner."""
        index = tuple(self.value(e) for e in target.index)
        return Target(target.field, index, target.place)

    def before(self, stmts: list[Stmt]) -> list[Stmt]:
        """All of it in one list; in a list of its own where `when` guards it, since nothing gets a
        name there."""
        made, place = [*self.lets, *stmts], self.raw.place
        guarded = self.lets and "when" in self.raw
        return [If(place, Const(BOOL, place, True), made, [])] if guarded else made


def first_that_holds(item: Expr, moves: list[Do]) -> list[Stmt]:
    """The first move whose zone holds the element; the last one says so if none does."""
    made: list[Stmt] = [moves[-1]]
    for move in reversed(moves[:-1]):
        zone = move.args["from"]
        holds = ZoneOf(zone.type, zone.place, zone.field, zone.index)
        test = IsIn(BOOL, move.place, "in", item, holds)
        made = [If(move.place, test, [move], made)]
    return made


def size_of(zone: Expr) -> Expr:
    """How many elements a zone holds."""
    from tilewright.language.functions import SIZE

    return Apply(INT, zone.place, SIZE, (zone,))


def reveal(place: Place, target: Target, count: Expr | None = None, to: Expr | None = None) -> Do:
    """Everybody, or one player, learns what a field holds, or the top of a zone."""
    return Do(place, "reveal", {"target": target, "count": count, "to": to})
