"""Statements of the middle language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tilewright.middle.base import INT, Statement, Value, node

if TYPE_CHECKING:
    from tilewright.problems import Place

# -- statements -----------------------------------------------------------------------------------


@node(values="value", nodes=2)
class Let(Statement):
    """A value gets a name, or a name another value."""

    word: str
    value: Value


@node(values="value", nodes=2)
class Add(Statement):
    """A number is added to a name."""

    word: str
    value: Value


@node(values="items", nodes=2)
class Extend(Statement):
    """The elements of a list are put behind those of another one."""

    word: str
    items: Value
    # By `extend` where the other list may be looked at while it grows.
    by_method: bool = False


@node(values="item", nodes=4)
class Append(Statement):
    """An element is put behind those of a list."""

    word: str
    item: Value


@node(values="items index value", nodes=2)
class Put(Statement):
    """An element of a list becomes another one."""

    items: Value
    index: Value
    value: Value


@node(values="address value", nodes=3)
class Store(Statement):
    """A number is put into a slot."""

    address: Value
    value: Value


@node(values="address value", nodes=3)
class Bump(Statement):
    """A number is added to a slot, or taken from it."""

    address: Value
    sign: str
    value: Value


@node(values="start stop items", nodes=4)
class Write(Statement):
    """A row of slots gets the numbers of a list that is as long."""

    start: Value
    stop: Value
    items: Value


@node(values="value")
class Run(Statement):
    """A call for what it does."""

    value: Value


@node(values="test", bodies="then other")
class If(Statement):
    """One of two ways to go on."""

    test: Value
    then: list[Statement]
    other: list[Statement]


@node(values="source", bodies="body")
class For(Statement):
    """A loop over a list; with several names over rows of a table, taken apart."""

    words: list[str]
    source: Value
    body: list[Statement]


@node(values="start stop step", bodies="body", nodes=4)
class Count(Statement):
    """A loop over numbers from a first one up to, or down to, one that is not among them."""

    word: str
    start: Value | None
    stop: Value
    body: list[Statement]
    step: Value | None = None


@node(values="test", bodies="body")
class While(Statement):
    """A loop for as long as a test holds. The kernel has such loops, rules have none."""

    test: Value
    body: list[Statement]


@node()
class Next(Statement):
    """The innermost loop goes on with its next round."""


@node()
class Stop(Statement):
    """The innermost loop ends."""


@node(values="value")
class Return(Statement):
    """A function ends, with a value or without."""

    value: Value | None


@node(nodes=2)
class Jump(Statement):
    """A block ends, and another one begins."""

    label: int


@node(values="by moves", nodes=9)
class Decide(Statement):
    """A block ends at a decision: where, whose it is, and the moves to choose from."""

    label: int
    by: Value
    moves: Value


@node(bodies="body")
class Define(Statement):
    """A function of elements, or of a position, that needs statements; it sees the names around."""

    word: str
    words: list[str]
    body: list[Statement]


@dataclass(slots=True, eq=False)
class Function:
    """A function of the program: what it is called, what it is given, and what it does."""

    word: str
    args: list[Argument]
    body: list[Statement]
    place: Place
    gives: str = INT


class Argument(NamedTuple):
    """What a function is given: under which name, and of which type."""

    word: str
    kind: str = INT
