"""The effect for choices that nobody sees until all have made theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.effects.declare import Key, effect
from tilewright.language.effects.zones import reveal
from tilewright.language.expressions import expression
from tilewright.language.tree import Choose, Do, Expr, ForEach, If, Let, Stmt, Var
from tilewright.language.types import BOOL, PLAYER, UNKNOWN, fits, many

if TYPE_CHECKING:
    from tilewright.language.names import Scope
    from tilewright.language.reader import Reader
    from tilewright.problems import Place
    from tilewright.reading.source import Map

TOPIC = "choice"


@effect(
    "secretly", TOPIC,
    "Several players each choose for a hidden field of their own; when all have chosen, all is "
    "revealed to everybody.",
    {"secretly": Key("targets", "hidden fields of the player, each with the list to choose from; "
                     "with an empty list the field stays as it is", needed=True),
     "each": Key("binding", "a name for the player, and the list of the players who choose",
                 needed=True)},
    "- secretly: {p.bid: 'range(0, p.coins)'}\n  each: {p: players}\n",
)
def _secretly(rd: Reader, raw: Map, scope: Scope) -> list[Stmt]:
    bound = rd.binding(raw, "each")
    if bound is None:
        return []
    name, given, name_at, given_at = bound
    who = expression(rd.names, given, given_at, scope, many(PLAYER))
    inner, after = scope.child(), scope.child()
    player = rd.bind(name, PLAYER, name_at, inner)
    again = after.vars[name] = Var(name, PLAYER)
    choices: list[Stmt] = []
    shown: list[Stmt] = []
    for key in raw["secretly"]:
        choice = _choice_for(rd, raw["secretly"], key, player, inner)
        target = rd.target(key, raw["secretly"].key_at(key), after) if choice else None
        if choice is not None and target is not None:
            choices.append(choice)
            shown.append(reveal(choice.place, target))
    return _in_turn(raw.place, who, [(player, choices), (again, shown)])


def _choice_for(rd: Reader, given: Map, key: str, player: Var, scope: Scope) -> Choose | None:
    """A player chooses for a field that nobody else sees."""
    at, place = given.key_at(key), given.at(key)
    target = rd.target(key, at, scope)
    source = expression(rd.names, given[key], place, scope)
    if target is None or source.type == UNKNOWN:
        return None
    field = target.field
    own = field.owner == PLAYER.kind and target.index[0].op == "var" and (
        target.index[0].args[0] is player)
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
    var = Var(field.name, source.type.item or target.type)
    chosen = Do(place, "set", {"target": target, "value": Expr("var", var.type, place, (var,))})
    by = Expr("var", PLAYER, place, (player,))
    return Choose(at, rd.site(scope, field.name), var, source, by, chance=False, optional=None,
                  body=[chosen], other=[], secret=True)


def _in_turn(place: Place, who: Expr, loops: list[tuple[Var, list[Stmt]]]) -> list[Stmt]:
    """Loops over the same players, also where the first one changes who they would be."""
    if not all(body for _, body in loops):
        return []
    kept = Var("choosers", many(PLAYER))
    each = Expr("var", kept.type, place, (kept,))
    body: list[Stmt] = [Let(place, kept, who),
                        *[ForEach(place, var, each, body) for var, body in loops]]
    return [If(place, Expr("const", BOOL, place, (True,)), body, [])]
