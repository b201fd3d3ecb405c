"""The words of the expression language: what is known of each, and the table of them.

Nobody else knows a word by its name: what others need to know of one is a fact that is declared.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from tilewright.costs import CALL
from tilewright.middle import ir

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

    from tilewright.language.bounds import Most
    from tilewright.language.coder import Coder
    from tilewright.language.expressions import Checker
    from tilewright.language.names import Scope
    from tilewright.language.operations import Apply, Expr
    from tilewright.language.types import Type

    Check = Callable[["Word", Checker, ast.Call, Scope, Type | None], Expr]
    Emit = Callable[[Coder, Apply], ir.Value]

# Words that came later: a game that has a function of such a name keeps its own.
YOUNG = frozenset({"after", "cuts", "groups", "index_of", "longest_path", "longest_trail", "ray",
                   "step", "times_seen"})


class Gives(Enum):
    """What a word gives of the list that is its first argument."""

    # All of it in another order; each of it once; so many of it, from the first on; one of it.
    ALL = auto()
    EACH = auto()
    FIRST = auto()
    ONE = auto()
    # How many it has, and nothing else of it.
    COUNT = auto()
    # All elements of the kind of the argument, which is no list.
    KIND = auto()


class Facts(TypedDict, total=False):
    """What may be said of a word when it is declared; `Word` tells what each means."""

    most: Most
    distinct: bool
    live: bool
    gives: Gives
    total: Most
    work: Callable[..., Any]
    walks: bool


@dataclass(frozen=True, slots=True)
class Word:
    """One function: what people read, how arguments are checked, what code it becomes."""

    name: str
    form: str
    about: str
    example: str
    checker: Check
    emit: Emit
    # Of a list that comes out: how long it can get, and whether no element comes twice.
    most: Most | None = None
    distinct: bool = False
    # Whether it reads the position by itself, not only through its arguments.
    live: bool = False
    # What comes out of a list that goes in.
    gives: Gives | None = None
    # What the numbers per element that come out add up to at most.
    total: Most | None = None
    # How it is worked out of plain values, while a game is put together.
    work: Callable[..., Any] | None = None
    # Of a walk, whether the site where it starts is among what it finds.
    walks: bool | None = None

    def check(self, ch: Checker, node: ast.Call, scope: Scope, want: Type | None) -> Expr:
        return self.checker(self, ch, node, scope, want)


FUNCTIONS: dict[str, Word] = {}


def declare(form: str, about: str, example: str, checker: Check, emit: Emit,
            **facts: Unpack[Facts]) -> Word:
    """Declare a function; one that gives a list says how long it can get."""
    name = form.split("(", 1)[0]
    FUNCTIONS[name] = Word(name, form, about, example, checker, emit, **facts)
    return FUNCTIONS[name]


def given(em: Coder, e: Apply) -> list[ir.Value]:
    """The arguments; a list among them is gone through once."""
    return [em.bulk(a, CALL) if a.type.tag == "list" else em.expr(a) for a in e.given]


def kernel(word: str) -> Emit:
    """Code that calls a helper of the same arguments."""

    def emit(em: Coder, e: Apply) -> ir.Value:
        return ir.call(word, *given(em, e))

    return emit
