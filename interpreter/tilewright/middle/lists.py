"""Lists of the middle language."""

from __future__ import annotations

from tilewright.middle.base import LIST, LISTS, PAIRS, Value, node
from tilewright.middle.values import Data

# -- lists ----------------------------------------------------------------------------------------


@node(LIST, many="items")
class ListOf(Value):
    """A new list of some values; a `fixed` one is only looked at."""

    items: list[Value]
    fixed: bool = False


@node(LIST, many="parts", nodes=2)
class Chain(Value):
    """A new list of the elements of some lists, one after another."""

    parts: list[Value]


@node(PAIRS, values="key item")
class Pair(Value):
    """An element with what it is sorted by."""

    key: Value
    item: Value


@node(LIST, values="value source test", nodes=3)
class Map(Value):
    """`value` for each element of a list for which a test holds, in a new list."""

    value: Value
    word: str
    source: Value
    test: Value | None = None

    @property
    def type(self) -> str:
        return PAIRS if self.value.type == PAIRS else LIST


@node(values="holder index")
class Item(Value):
    """One element of a list or of a table; a row, where the table has rows."""

    holder: Value
    index: Value

    @property
    def type(self) -> str:
        depth = depth_of(self)
        return LISTS if depth > 1 else LIST if depth == 1 else self.TYPE


@node(LIST, values="items start stop", nodes=2)
class Cut(Value):
    """Part of a list: from its start, or to its end, where nothing else is said."""

    items: Value
    start: Value | None
    stop: Value | None


@node(LIST, values="value count", nodes=2)
class Repeated(Value):
    """A new list of one value, so many times."""

    value: Value
    count: Value


@node(LIST, values="items", nodes=4)
class Backwards(Value):
    """The elements of a list from the last to the first."""

    items: Value


@node(values="items default", nodes=3)
class Extreme(Value):
    """The `min` or `max` of a list, or something else if it is empty."""

    word: str
    items: Value
    default: Value


def depth_of(value: Value) -> int:
    """How many levels of lists a value has: 0 for a number."""
    if isinstance(value, Data):
        return value.depth
    if isinstance(value, Item):
        return depth_of(value.holder) - 1
    return {LIST: 1, PAIRS: 1, LISTS: 2}.get(value.type, 0)
