"""The table of the functions of expressions, and how one is put into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import pyast as py
from tilewright.language.signatures import Word

if TYPE_CHECKING:
    import ast

    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.language.bounds import Most
    from tilewright.language.signatures import Check, Emit
    from tilewright.language.tree import Expr

FUNCTIONS: dict[str, Word] = {}
# Words that came later: a game that has a function of such a name keeps its own.
YOUNG = frozenset({"after", "cuts", "groups", "index_of", "longest_path", "longest_trail", "ray",
                   "step", "times_seen"})
# Steps that it takes to look at one element, and to put one in order.
CALL, SORTED = 4, 8


def declare(form: str, about: str, example: str, checker: Check, emit: Emit,
            most: Most | None = None, *, distinct: bool = False, live: bool = False) -> None:
    """Declare a function; one that gives a list says how long it can get."""
    name = form.split("(", 1)[0]
    FUNCTIONS[name] = Word(name, form, about, example, checker, emit, most, distinct, live)


def given(em: Emitter, e: Expr) -> list[ast.expr]:
    """The arguments; a list among them is gone through once."""
    return [em.bulk(a, CALL) if a.type.tag == "list" else em.expr(a) for a in e.args[1]]


def kernel(word: str) -> Emit:
    """Code that calls a helper of the same arguments."""

    def emit(em: Emitter, e: Expr) -> ast.expr:
        return py.call(word, *given(em, e))

    return emit
