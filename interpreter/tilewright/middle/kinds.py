"""Kinds of values, as the verifier tells them apart, and what operations take and give.

A kind is more exact than the type of a node: lists have a depth, a single pair is no list of pairs,
and of a function it is known how many elements it is asked about. Numbers and tests are one kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.middle.code import Code

Kind = int | str
NUMBER, PAIR, EMPTY, ANY = 0, "a pair", "an empty list", "anything"
# What has a length: a list of numbers or of lists, and the state.
COUNTED = "a list or the state"
WORDS: dict[Kind, str] = {
    NUMBER: "a number", 1: "a list", 2: "a list of lists", ir.PAIRS: "a list of pairs",
    ir.TEXT: "words", ir.FUNCTION: "a function", ir.NOTHING: "nothing", ir.STATE: "the state",
    ir.OUTCOME: "an outcome",
}
DEPTHS: dict[str, Kind] = {ir.INT: NUMBER, ir.BOOL: NUMBER, ir.LIST: 1, ir.LISTS: 2}


class Signature(NamedTuple):
    """What an operation or a function takes, how much of it must be given, and what it gives."""

    given: tuple[Kind, ...]
    gives: Kind
    least: int
    # Whether nothing goes on behind a call, because it is a fault.
    ends: bool = False


PRIMITIVES = {
    "len": Signature((COUNTED,), NUMBER, 1), "abs": Signature((NUMBER,), NUMBER, 1),
    "sum": Signature((1,), NUMBER, 1), "sorted": Signature((1,), 1, 1),
    "list": Signature((1,), 1, 1), "once": Signature((1,), 1, 1),
    "index": Signature((1, NUMBER, NUMBER), NUMBER, 2), "count": Signature((1, NUMBER), NUMBER, 2),
    "pop": Signature((1,), NUMBER, 1), "given": Signature((ANY,), NUMBER, 1),
    "range": Signature((NUMBER, NUMBER, NUMBER), 1, 1),
    "in_order_by": Signature((ir.PAIRS,), 1, 1), "least_by": Signature((ir.PAIRS,), NUMBER, 1),
    "greatest_by": Signature((ir.PAIRS,), NUMBER, 1),
    "below": Signature((ir.STATE, NUMBER, NUMBER), NUMBER, 3),
    "tried": Signature((ir.STATE, ir.FUNCTION), ANY, 2),
    "marked": Signature((ir.STATE, 2), NUMBER, 2),
    # What is wrong, or the name of a field and what is wrong with it.
    "fail": Signature((ir.TEXT, ir.TEXT), ir.NOTHING, 1, ends=True),
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
    if wanted == COUNTED:
        return found == ir.STATE or (is_list(found) and found != ir.PAIRS)
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
    """Whether a function does nothing but fail."""
    last = made.body[-1] if made.body else None
    return isinstance(last, ir.Run) and isinstance(last.value, ir.Call) and (
        last.value.word == "fail") and not any(
            isinstance(node, ir.Return) for stmt in made.body for node in stmt.walk())


def signatures(code: Code, kernel: Mapping[str, ir.Function]) -> dict[str, Signature]:
    """All that can be called, by name: primitives, operations, functions of the program."""
    own = (*code.functions, *code.resumes.values())
    return {**PRIMITIVES, **{word: signature_of(made) for word, made in kernel.items()},
            **{made.word: signature_of(made) for made in own}}
