"""Where the elements of a list come from, and what tells how long it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.declared import Gives
from tilewright.language.operations import (
    Apply,
    Const,
    Domain,
    Entry,
    Gather,
    IfElse,
    Join,
    Nth,
    Variable,
    Without,
    ZoneOf,
)
from tilewright.linking.secrets.keys import key_of

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.linking.secrets.keys import Key

# What comes out of a list are its elements, as they are.
ELEMENTS = (Gives.ALL, Gives.EACH, Gives.FIRST, Gives.ONE)


def whole_of(e: Expr) -> Expr:
    """The list that a list is in another order."""
    while isinstance(e, Apply) and e.word.gives in (Gives.ALL, Gives.EACH):
        e = e.given[0]
    if isinstance(e, Apply) and e.word.gives is Gives.KIND:
        return Domain(e.type, e.place, e.given[0].type.kind)
    return e


def base_of(e: Expr) -> Expr:
    """The list of which a list is a part."""
    while isinstance(e, Gather) and e.is_filter:
        e = e.source
    return e


def elements_of(e: Expr, held: dict[Var, set[str]]) -> set[str]:
    """The zones from which the elements come that an expression gives, as they are."""
    if isinstance(e, ZoneOf):
        return {e.field.title}
    if isinstance(e, Variable):
        return held.get(e.var, set())
    return {zone for part in _taken_from(e) for zone in elements_of(part, held)}


def _taken_from(e: Expr) -> tuple[Expr, ...]:
    """Out of what the elements are taken that an expression gives, as they are."""
    match e:
        case Join(first=one, second=other) | IfElse(then=one, other=other):
            return one, other
        case Nth(items=source) | Without(first=source) | Gather(how="flat", value=source):
            return (source,)
        case Gather(how="list" | "first", source=source) if e.gives_elements:
            return (source,)
        case Apply(word=word, given=given) if word.gives in ELEMENTS:
            return given[:1]
    return ()


def part_of_first(e: Expr) -> Key:
    """Which part of the list or the numbers inside it an expression reads, if not all."""
    match e:
        case Nth(at=Const(value=at)) if at >= 0:
            return at + 1
        case Entry(element=element):
            return ("at", key_of(element))
        case Apply(word=word, given=(_, count)) if word.gives is Gives.FIRST:
            return key_of(count)
        case Gather(how="first", test=None):
            return 1
    return None


def counted(e: Expr) -> Expr | None:
    """The list of which an expression tells no more than how long it is."""
    match e:
        case Apply(word=word, given=(source,)) if word.gives is Gives.COUNT:
            return source
        case Gather(how="count", test=None, source=source):
            return source
    return None


def as_long_as(e: Expr) -> tuple[Expr, ...]:
    """The lists that alone tell how long a list is, all together."""
    match e:
        case Join(first=first, second=second):
            return first, second
        case Gather(how="list", test=None, source=source):
            return (source,)
        case Apply(word=word, given=given) if word.gives is Gives.ALL:
            return given[:1]
    return ()
