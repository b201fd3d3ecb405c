"""Where the elements of a list come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.tree import Expr

if TYPE_CHECKING:
    from tilewright.language.tree import Var


def whole_of(e: Expr) -> Expr:
    """The list that a list is in another order."""
    while e.op == "call" and e.args[0].name in ("reverse", "unique", "sort"):
        e = e.args[1][0]
    if e.op == "call" and e.args[0].name == "seats_from":
        return Expr("domain", e.type, e.place, ("player",))
    return e


def base_of(e: Expr) -> Expr:
    """The list of which a list is a part."""
    while _is_filter(e):
        e = e.args[2]
    return e


def _is_filter(e: Expr) -> bool:
    return e.op == "comp" and e.args[0] == "list" and (
        e.args[4].op == "var" and e.args[4].args[0] is e.args[1])


def elements_of(e: Expr, held: dict[Var, set[str]]) -> set[str]:
    """The zones from which the elements come that an expression gives, as they are."""
    if e.op == "zone":
        return {e.args[0].title}
    if e.op == "var":
        return held.get(e.args[0], set())
    if e.op in ("join", "ifelse"):
        return {z for part in e.args[-2:] for z in elements_of(part, held)}
    if e.op in ("nth", "without"):
        return elements_of(e.args[0], held)
    if e.op == "call" and e.args[0].name in ("top", "reverse", "unique", "sort", "argmin",
                                             "argmax"):
        return elements_of(e.args[1][0], held)
    if e.op == "comp" and e.args[0] == "flat":
        return elements_of(e.args[4], held)
    if e.op == "comp" and e.args[0] in ("list", "first") and (
            e.args[4].op == "var" and e.args[4].args[0] is e.args[1]):
        return elements_of(e.args[2], held)
    return set()
