"""Values of the middle language: numbers, the state, arithmetic, tests, and calls."""

from __future__ import annotations

from tilewright.middle.base import (
    BOOL,
    FUNCTION,
    INT,
    LIST,
    LISTS,
    NOTHING,
    STATE,
    TEXT,
    Value,
    node,
)

# -- plain values ---------------------------------------------------------------------------------


@node()
class Const(Value):
    """A number, or true or false."""

    value: int

    @property
    def type(self) -> str:
        return BOOL if isinstance(self.value, bool) else INT


@node(TEXT)
class Text(Value):
    """Words for people, for a fault."""

    value: str


@node(NOTHING)
class Nothing(Value):
    """No list, or no function, where one could be given."""


@node(STATE)
class Position(Value):
    """The state as a whole, for a function that reads or writes it."""


@node()
class Name(Value):
    """A value under a name: an argument, or what a statement or a loop has put there."""

    word: str
    kind: str = INT

    @property
    def type(self) -> str:
        return self.kind


@node(LIST)
class Data(Value):
    """A table that never changes; `depth` is 1 for a list, 2 for a list of lists, and so on."""

    word: str
    depth: int = 1

    @property
    def type(self) -> str:
        return LIST if self.depth == 1 else LISTS


# -- the state ------------------------------------------------------------------------------------


@node(values="address", nodes=2)
class Load(Value):
    """The number in a slot."""

    address: Value


@node(LIST, values="start stop", nodes=3)
class View(Value):
    """The numbers in a row of slots."""

    start: Value
    stop: Value


@node(LIST, values="table row", nodes=3)
class Fetch(Value):
    """The numbers in the slots that a row of a table names."""

    table: Data
    row: Value


# -- arithmetic and tests -------------------------------------------------------------------------


@node(values="left right")
class Math(Value):
    """`+ - * // % << | &` on whole numbers; quotients are rounded down."""

    sign: str
    left: Value
    right: Value


@node(values="number")
class Minus(Value):
    """A number with the other sign."""

    number: Value


@node(BOOL, values="left right")
class Compare(Value):
    """Two numbers compared."""

    sign: str
    left: Value
    right: Value


@node(BOOL, values="low number high")
class Between(Value):
    """Whether a number is in a row of numbers; the upper bound is not."""

    low: Value
    number: Value
    high: Value


@node(BOOL, values="number items")
class Has(Value):
    """Whether a list holds a number, or with `absent` that it does not."""

    number: Value
    items: Value
    absent: bool = False


@node(BOOL, values="test")
class Not(Value):
    """The opposite of a test; of a number or a list, that it is 0 or empty."""

    test: Value


@node(BOOL, many="tests")
class Both(Value):
    """All of some tests, asked in order as long as they hold."""

    tests: list[Value]


@node(BOOL, many="tests")
class Either(Value):
    """One of some tests, asked in order until one holds."""

    tests: list[Value]


@node(values="test then other")
class Choose(Value):
    """One of two values."""

    test: Value
    then: Value
    other: Value

    @property
    def type(self) -> str:
        return self.then.type


# -- calls ----------------------------------------------------------------------------------------


@node(many="given", nodes=2)
class Call(Value):
    """A kernel operation or a function of the program, with what it is given."""

    word: str
    given: list[Value]
    gives: str = INT

    @property
    def type(self) -> str:
        return self.gives


@node(FUNCTION, values="value", nodes=1)
class Asked(Value):
    """A function of elements that is one value; it sees the names around it."""

    words: list[str]
    value: Value
