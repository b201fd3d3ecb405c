"""Kinds of values, as the verifier tells them apart, and what operations take and give.

A kind is more exact than the type of a node: lists have a depth, a single pair is no list of pairs,
and of a function it is known how many elements it is asked about. Numbers and tests are one kind.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.middle import ir
from tilewright.middle.read_values import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tilewright.middle.code import Code

Kind = int | str
NUMBER, PAIR, EMPTY, ANY = 0, "a pair", "an empty list", "anything"
WORDS: dict[Kind, str] = {
    NUMBER: "a number", 1: "a list", 2: "a list of lists", ir.PAIRS: "a list of pairs",
    ir.TEXT: "words", ir.FUNCTION: "a function", ir.NOTHING: "nothing", ir.STATE: "the state",
    ir.OUTCOME: "an outcome",
}
DEPTHS: dict[str, Kind] = {ir.INT: NUMBER, ir.BOOL: NUMBER, ir.LIST: 1, ir.LISTS: 2}
# What annotations of operations mean that can be primitives.
ANNOTATED: dict[str, Kind] = {
    "Sequence[int]": 1, "Iterable[int]": 1, "Sequence[Sequence[int]]": 2, "Links": 2,
    "list[tuple[int, int]]": ir.PAIRS, "range": 1, "set[int]": 1,
}

# Functions of elements, by how many they are asked about.
ASKED = {"Test": 1, "Callable[[int], int]": 1, "Through": 2}


class Signature(NamedTuple):
    """What an operation or a function takes, how much of it must be given, and what it gives."""

    given: tuple[Kind, ...]
    gives: Kind
    least: int
    # Whether nothing goes on behind a call, because it is a fault.
    ends: bool = False


PRIMITIVES = {
    "len": Signature((ANY,), NUMBER, 1), "abs": Signature((NUMBER,), NUMBER, 1),
    "sum": Signature((1,), NUMBER, 1), "sorted": Signature((1,), 1, 1),
    "list": Signature((1,), 1, 1), "once": Signature((1,), 1, 1), "set": Signature((1,), 1, 1),
    "index": Signature((1, NUMBER, NUMBER), NUMBER, 2), "count": Signature((1, NUMBER), NUMBER, 2),
    "pop": Signature((1,), NUMBER, 1), "given": Signature((ANY,), NUMBER, 1),
    "range": Signature((NUMBER, NUMBER, NUMBER), 1, 1), "int": Signature((NUMBER,), NUMBER, 1),
    "in_order_by": Signature((ir.PAIRS,), 1, 1), "least_by": Signature((ir.PAIRS,), NUMBER, 1),
    "greatest_by": Signature((ir.PAIRS,), NUMBER, 1),
    "below": Signature((ir.STATE, NUMBER), NUMBER, 2),
    "tried": Signature((ir.STATE, ir.FUNCTION), ANY, 2),
    "marked": Signature((ir.STATE, 2), NUMBER, 2),
    "fail": Signature((ir.TEXT,), ir.NOTHING, 1, ends=True),
}
# Of these the least or greatest one is found in a list, or among several numbers.
AMONG = ("min", "max")


def kind_of(type_: str) -> Kind:
    """The kind that a type of a node stands for."""
    return DEPTHS.get(type_, type_)


def words_of(kind: Kind) -> str:
    """A kind as a sentence names it."""
    return WORDS.get(kind, f"a list of depth {kind}" if isinstance(kind, int) else kind)


def function_of(count: int) -> Kind:
    """The kind of functions that are asked about so many elements."""
    return f"a function of {count}"


def is_function(kind: Kind) -> bool:
    return str(kind).startswith((ir.FUNCTION, "a function"))


def is_list(kind: Kind) -> bool:
    return kind in (EMPTY, ir.PAIRS) or (isinstance(kind, int) and kind > 0)


def fits(found: Kind, wanted: Kind) -> bool:
    """Whether what was found can stand where something is wanted."""
    if ANY in (found, wanted) or found == wanted:
        return True
    if is_function(wanted):
        return found == ir.NOTHING or (ir.FUNCTION in (found, wanted) and is_function(found))
    if is_list(wanted):
        return found == EMPTY or (wanted == EMPTY and is_list(found))
    return False


# -- signatures -----------------------------------------------------------------------------------


def signature_of(made: ir.Function) -> Signature:
    """What a function of the middle language takes and gives."""
    asked = _asked_with(made)
    given = tuple(asked.get(arg.word, kind_of(arg.kind)) for arg in made.args)
    return Signature(given, kind_of(made.gives), len(given), ends=_ends(made))


def _asked_with(made: ir.Function) -> dict[str, Kind]:
    """The functions among what is given, by how many elements they are asked about."""
    words = {arg.word for arg in made.args if arg.kind == ir.FUNCTION}
    nodes = (node for stmt in made.body for node in stmt.walk())
    return {node.word: function_of(len(node.given)) for node in nodes
            if isinstance(node, ir.Call) and node.word in words}


def _ends(made: ir.Function) -> bool:
    last = made.body[-1] if made.body else None
    return isinstance(last, ir.Run) and isinstance(last.value, ir.Call) and (
        last.value.word == "fail" and len(made.body) == 1)


def signature_in_python(function: Callable[..., Any]) -> Signature:
    """What an operation takes and gives that is a primitive, as its Python tells it."""
    args = list(inspect.signature(function).parameters.values())
    given = tuple(ir.STATE if arg.name == "s" else _annotated(arg.annotation) for arg in args)
    gives = inspect.signature(function).return_annotation
    least = sum(arg.default is inspect.Parameter.empty for arg in args)
    return Signature(given, _annotated(gives), least, ends=gives == "NoReturn")


def _annotated(words: str) -> Kind:
    words = words.removesuffix(" | None")
    if words in ASKED:
        return function_of(ASKED[words])
    found = ANNOTATED.get(words)
    if found is not None:
        return found
    return kind_of(TYPES[words]) if words in TYPES else ANY


def signatures(code: Code, kernel: Mapping[str, ir.Function | Callable[..., Any]]
               ) -> dict[str, Signature]:
    """All that can be called, by name: primitives, operations, functions of the program."""
    found = {word: signature_of(one) if isinstance(one, ir.Function) else signature_in_python(one)
             for word, one in kernel.items() if word not in (*PRIMITIVES, *AMONG)}
    own = (*code.functions, *code.resumes.values())
    return {**PRIMITIVES, **found, **{made.word: signature_of(made) for made in own}}
