"""What the middle language is made of.

A program is functions over one flat list of numbers, the state `S`. A function is a list of
statements; what they work out are values: numbers, true or false, and lists that live no longer
than the decision at hand. There are loops over lists and no others, jumps only from one block to
another, and everything that a value or a statement can be is declared here, once.

Each node knows the place of the YAML that caused it. `NODES` is how many nodes of Python it is,
which is what a program is charged for its size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from tilewright.problems import Place

    Made = TypeVar("Made", bound="Node")

# The types of values. A list holds numbers; pairs are numbers with what they are sorted by; lists
# are lists of numbers. A function is asked about elements; nothing stands where none is given.
INT, BOOL, LIST, PAIRS, LISTS = "int", "bool", "list", "pairs", "lists"
TEXT, FUNCTION, NOTHING, STATE = "text", "function", "nothing", "state"
# Where the game goes on: the label of a block, or the moves of a decision.
OUTCOME = "outcome"


@dataclass(slots=True, eq=False)
class Node:
    """A value or a statement."""

    # Which arguments hold values, lists of values, and lists of statements.
    VALUES: ClassVar[tuple[str, ...]] = ()
    MANY: ClassVar[tuple[str, ...]] = ()
    BODIES: ClassVar[tuple[str, ...]] = ()
    NODES: ClassVar[int] = 1

    place: Place | None = field(default=None, init=False)

    def inner(self) -> Iterator[Node]:
        """The nodes right below this one."""
        for name in self.VALUES:
            one = getattr(self, name)
            if one is not None:
                yield one
        for name in self.MANY:
            yield from getattr(self, name)
        for name in self.BODIES:
            yield from getattr(self, name)

    def walk(self) -> Iterator[Node]:
        """This node and all below it."""
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(node.inner())


@dataclass(slots=True, eq=False)
class Value(Node):
    """Something that is worked out."""

    TYPE: ClassVar[str] = INT

    @property
    def type(self) -> str:
        return self.TYPE


@dataclass(slots=True, eq=False)
class Statement(Node):
    """Something that is done."""


@dataclass_transform(eq_default=False)
def node(type_: str = "", *, values: str = "", many: str = "", bodies: str = "", nodes: int = 1
         ) -> Callable[[type[Made]], type[Made]]:
    """Declare a node: its type, which of its arguments hold others, and its size."""

    def declared(given: type[Made]) -> type[Made]:
        made: type[Made] = dataclass(slots=True, eq=False)(given)
        made.VALUES, made.MANY = tuple(values.split()), tuple(many.split())
        made.BODIES, made.NODES = tuple(bodies.split()), nodes
        if type_:
            made.TYPE = type_  # type: ignore[attr-defined]
        return made

    return declared
