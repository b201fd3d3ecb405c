"""Values and statements made anew from their parts."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, TypeVar

from tilewright.middle.base import LIST, LISTS, Node, Statement, Value
from tilewright.middle.lists import Map, depth_of
from tilewright.middle.statements import Append, Count, Define, For, Let
from tilewright.middle.values import Asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Made = TypeVar("Made", bound=Node)


def rebuilt(node: Made, change: Callable[[Value], Value]) -> Made:
    """A value or a statement with each value right inside it changed by a function."""
    made = node
    for name in node.VALUES:
        part = getattr(node, name)
        if part is not None:
            made = _with(made, node, name, change(part))
    for name in node.MANY:
        made = _with(made, node, name, [change(part) for part in getattr(node, name)])
    return made


def _with(made: Made, node: Made, name: str, part: object) -> Made:
    if made is node:
        made = copy.copy(node)
    setattr(made, name, part)
    return made


def deep(change: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """The same change for a value and all values inside it, the inner ones first."""

    def all_inside(value: Value) -> Value:
        return change(rebuilt(value, all_inside))

    return all_inside


def each_rebuilt(stmts: Iterable[Statement], change: Callable[[Value], Value]) -> list[Statement]:
    """Statements with all inside them, each value changed by a function."""
    made = []
    for stmt in stmts:
        one = rebuilt(stmt, change)
        for name in stmt.BODIES:
            one = _with(one, stmt, name, each_rebuilt(getattr(stmt, name), change))
        made.append(one)
    return made


def with_bodies(stmt: Statement, change: Callable[[list[Statement]], list[Statement]]
                ) -> Statement:
    """A statement with the statements inside it changed by a function."""
    one = stmt
    for name in stmt.BODIES:
        one = _with(one, stmt, name, change(getattr(stmt, name)))
    return one


def statements_in(stmts: Iterable[Statement]) -> Iterator[Statement]:
    """All statements, those inside of others too."""
    for stmt in stmts:
        yield stmt
        for name in stmt.BODIES:
            yield from statements_in(getattr(stmt, name))


def bound_in(stmts: Iterable[Statement]) -> dict[str, str]:
    """The names that statements bind, each with its type; those of what they work out too."""
    found: dict[str, str] = {}
    for stmt in stmts:
        for node in stmt.walk():
            if isinstance(node, Let):
                _typed(found, node.word, node.value.type)
            elif isinstance(node, For):
                kind = LIST if depth_of(node.source) > 1 and len(node.words) == 1 else "int"
                found.update(dict.fromkeys(node.words, kind))
            elif isinstance(node, Count):
                found[node.word] = "int"
            elif isinstance(node, Map):
                found[node.word] = LIST if depth_of(node.source) > 1 else "int"
            elif isinstance(node, (Define, Asked)):
                found.update(dict.fromkeys(node.words, "int"))
            elif isinstance(node, Append) and depth_of(node.item):
                found[node.word] = LISTS
    return found


def _typed(found: dict[str, str], word: str, kind: str) -> None:
    """An empty list may turn out to be one of lists."""
    if found.get(word) != LISTS:
        found[word] = kind
