"""What procedures of the game are given by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.expressions import expression
from tilewright.language.relations import given
from tilewright.problems import did_you_mean
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.language.names import Given, Scope, Signature
    from tilewright.language.operations import Expr
    from tilewright.language.reader import Reader
    from tilewright.problems import Place


def named_ways(rd: Reader, raw: Map, key: str, signature: Signature, scope: Scope
               ) -> dict[str, Given]:
    """The relations among named arguments, as far as they are relations."""
    said = raw.get(key)
    said = said if isinstance(said, Map) else {}
    found = {name: given(rd.names, str(said[name]).strip(), raw[key].at(name), scope)
             for name in signature.ways if name in said}
    return {name: way for name, way in found.items() if way is not None}


def arguments(
    rd: Reader, raw: Map, key: str, signature: Signature, scope: Scope, place: Place
) -> list[Expr]:
    """The values for named arguments: all of them, and no others."""
    given = raw.get(key)
    given = given if isinstance(given, Map) else Map(place)
    names = [a.name for a in signature.args]
    extras = [k for k in given if k not in names]
    for extra in extras:
        rd.problem("wrong-arguments", given.key_at(extra), f"there is no argument '{extra}'",
                   did_you_mean(extra, names))
    made = []
    for arg in signature.args:
        if arg.name not in given and extras:
            continue   # It is there by another name.
        if arg.name not in given:
            rd.problem("wrong-arguments", place, f"the argument '{arg.name}' is missing",
                       f"add it under '{key}'")
            continue
        if arg.name in signature.ways:
            continue   # It decides which procedure is meant.
        made.append(expression(rd.names, given[arg.name], given.at(arg.name), scope, arg.type))
    return made
