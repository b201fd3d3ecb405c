"""Relations that functions and procedures of the game are given, by name.

Nothing is looked up in play: what takes a relation is written once for each one that it is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.names import Given, Names, Scope, Signature
from tilewright.problems import did_you_mean

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

    from tilewright.language.checking import Checking
    from tilewright.problems import Place


def given(names: Names, word: str, place: Place, scope: Scope) -> Given | None:
    """The relation that is named, or the one that an argument stands for."""
    if word in scope.relations:
        return scope.relations[word]
    known = {relation for _, relation in names.game.relations}
    if word in known:
        return Given(word, place)
    hint = did_you_mean(word, [*known, *scope.relations]) or "declare it under 'relations'"
    if not word.isidentifier():
        hint = "a relation is given by its name alone"
    names.problems.add("unknown-relation", place, f"'{word}' is not a relation", hint)
    return None


def for_relations(names: Names, what: str, name: str, ways: dict[str, Given]
                  ) -> tuple[str, Signature]:
    """The function or procedure that is written for these relations, and how it is called."""
    assert names.relate is not None
    key = names.relate(what, name, ways)
    return key, names.related[what, key]


def for_call(ch: Checking, what: str, name: str, signature: Signature, nodes: Iterable[ast.expr],
             scope: Scope) -> tuple[str, Signature, list[ast.expr]]:
    """The same for a call in an expression, with the arguments that are values."""
    rest, ways = [], {}
    for arg, node in zip(signature.args, nodes, strict=True):
        if arg.name not in signature.ways:
            rest.append(node)
            continue
        found = given(ch.names, ch.source_of(node), ch.at(node), scope)
        if found is None:
            ch.stop()
        assert found is not None
        ways[arg.name] = found
    if not ways:
        return name, signature, rest
    return (*for_relations(ch.names, what, name, ways), rest)


def leading(ch: Checking, node: ast.expr, word: str, kind: str, target: str, scope: Scope) -> str:
    """The relation that a word names; a problem if it does not lead from a kind (to a kind)."""
    relations = ch.names.game.relations
    known = [r for k, r in relations if k == kind and target in ("", relations[k, r].target)]
    way = scope.relations.get(word)
    if way is None and word not in known:
        ch.fail("unknown-relation", node, f"this is not a relation of {kind}",
                did_you_mean(word, known))
    if way is not None and way.relation not in known:
        to = f" to {target}" if target else ""
        ch.names.problems.add(
            "unknown-relation", way.place, f"'{way.relation}' does not lead from {kind}{to}, as "
            f"line {ch.at(node).line} needs", did_you_mean(way.relation, known))
        ch.stop()
    return word if way is None else way.relation
