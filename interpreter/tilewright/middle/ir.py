"""Short names for making nodes of the middle language; constants are folded on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle.base import (
    BOOL,
    FUNCTION,
    INT,
    LIST,
    LISTS,
    NOTHING,
    OUTCOME,
    PAIRS,
    STATE,
    TEXT,
    Node,
    Statement,
    Value,
)
from tilewright.middle.kernel_words import GIVES
from tilewright.middle.lists import (
    Backwards,
    Chain,
    Cut,
    Extreme,
    Item,
    ListOf,
    Map,
    Pair,
    Repeated,
    depth_of,
)
from tilewright.middle.statements import (
    Add,
    Append,
    Argument,
    Bump,
    Count,
    Decide,
    Define,
    Extend,
    For,
    Function,
    If,
    Jump,
    Let,
    Next,
    Put,
    Return,
    Run,
    Stop,
    Store,
    While,
    Write,
)
from tilewright.middle.values import (
    Asked,
    Between,
    Both,
    Call,
    Choose,
    Compare,
    Const,
    Data,
    Either,
    Fetch,
    Has,
    Load,
    Math,
    Minus,
    Name,
    Not,
    Nothing,
    Position,
    Text,
    View,
)

if TYPE_CHECKING:
    from tilewright.problems import Place


# What every function of a program is given first, and the move that a block goes on with.
POSITION, MOVE = Argument("S", STATE), Argument("m")


def const(value: Any) -> Value:
    """A number, true or false, words, or nothing."""
    if value is None:
        return Nothing()
    return Text(value) if isinstance(value, str) else Const(value)


def value_of(node: Value) -> int | None:
    """The number that a node is, if it is one."""
    return node.value if isinstance(node, Const) else None


def math(sign: str, left: Value, right: Value) -> Value:
    a, b = value_of(left), value_of(right)
    if a is not None and b is not None and sign in ("+", "-", "*"):
        return Const(a + b if sign == "+" else a - b if sign == "-" else a * b)
    if sign in ("+", "-") and b == 0:
        return left
    if sign == "+" and a == 0:
        return right
    if sign == "*" and 1 in (a, b):
        return right if a == 1 else left
    if sign == "+" and b is not None and isinstance(left, Math) and left.sign == "+":
        inner = value_of(left.right)
        if inner is not None:
            return Math("+", left.left, Const(inner + b))
    return Math(sign, left, right)


def plus(left: Value, right: int | Value) -> Value:
    return math("+", left, Const(right) if isinstance(right, int) else right)


def times(left: Value, right: int) -> Value:
    return math("*", left, Const(right))


def compare(left: Value, sign: str, right: Value) -> Value:
    if sign in ("in", "not in"):
        return Has(left, right, sign == "not in")
    return Compare(sign, left, right)


def negated(node: Value) -> Value:
    return Not(node)


def _address(address: int | Value) -> Value:
    return Const(address) if isinstance(address, int) else address


def state(address: int | Value) -> Value:
    """What stands in a slot."""
    return Load(_address(address))


def put(address: int | Value, value: Value) -> Statement:
    """A number is put into a slot."""
    return Store(_address(address), value)


def add_to(address: int | Value, value: Value, sign: str = "+") -> Statement:
    """A number is added to a slot."""
    return Bump(_address(address), sign, value)


def call(word: str, *given: Value, gives: str = "") -> Call:
    """A kernel operation, or a function of the program, which says what it gives."""
    return Call(word, list(given), gives or GIVES.get(word, INT))


def numbers(*words: str) -> list[Argument]:
    """What a function is given that gets the state and some numbers."""
    return [POSITION, *map(Argument, words)]


def function(word: str, args: list[Argument], body: list[Statement], place: Place,
             gives: str = INT) -> Function:
    return Function(word, args, body, place, gives)


def new_list(*items: Value) -> Value:
    return ListOf(list(items))


def grow(name: Name, value: Value) -> Statement:
    """A name becomes more: a number by a number, a list by the elements of another one."""
    if depth_of(name):
        return Extend(name.word, value)
    return Add(name.word, value)


def when(test: Value, body: list[Statement], other: list[Statement] | None = None) -> Statement:
    return If(test, body, other or [])


def both(tests: list[Value]) -> Value:
    return tests[0] if len(tests) == 1 else Both(tests)


def either(tests: list[Value]) -> Value:
    return tests[0] if len(tests) == 1 else Either(tests)


def stamp(node: Node, place: Place) -> int:
    """Give a node and all unplaced nodes inside it the position of the YAML that caused them.

    How large they are together is told.
    """
    size = 0
    todo: list[Node] = [node]
    while todo:
        this = todo.pop()
        if this.place is None:
            this.place = place
            size += this.NODES
            todo.extend(this.inner())
    return size


__all__ = [
    "BOOL", "FUNCTION", "INT", "LIST", "LISTS", "NOTHING", "OUTCOME", "PAIRS", "STATE", "TEXT",
    "Add", "Append", "Argument", "Asked", "Backwards", "Between", "Both", "Bump", "Call", "Chain",
    "Choose", "Compare", "Const", "Count", "Cut", "Data", "Decide", "Define", "Either", "Extend",
    "Extreme", "Fetch", "For", "Function", "Has", "If", "Item", "Jump", "Let", "ListOf", "Load",
    "Map", "Math", "Minus", "Name", "Next", "Node", "Not", "Nothing", "Pair", "Position", "Put",
    "Repeated", "Return", "Run", "Statement", "Stop", "Store", "Text", "Value", "View", "While",
    "Write", "add_to", "both", "call", "compare", "const", "depth_of", "either", "math", "negated",
    "plus", "put", "stamp", "state", "times", "value_of", "when",
]
