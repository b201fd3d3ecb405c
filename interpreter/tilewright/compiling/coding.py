"""The table of the code for expressions: one function for each operation, put in beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.language.operations import Expr

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.emit import Expressions
    from tilewright.middle import ir

Made = TypeVar("Made", bound=Expr)
CODE: dict[type[Expr], Callable[[Expressions, Any], ir.Value]] = {}


def code_of(operation: type[Made]) -> Callable[
        [Callable[[Expressions, Made], ir.Value]], Callable[[Expressions, Made], ir.Value]]:
    """Put a function into the table as the one that writes the code of an operation."""

    def put(write: Callable[[Expressions, Made], ir.Value]
            ) -> Callable[[Expressions, Made], ir.Value]:
        CODE[operation] = write
        return write

    return put


def code(em: Expressions, e: Expr) -> ir.Value:
    """The code of an expression."""
    write = CODE.get(type(e))
    if write is None:
        raise AssertionError(f"no code for {type(e).__name__}, which stands at {e.place}")
    return write(em, e)
