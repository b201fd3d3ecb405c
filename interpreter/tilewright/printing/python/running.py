"""Functions of the middle language, made to run as Python."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright.printing.python.statements import Printer
from tilewright.printing.python.values import STRIDE
from tilewright.problems import ContentError, Place, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType

    from tilewright.middle import ir


def module_of(file: str, functions: Iterable[ir.Function], files: list[str]) -> ast.Module:
    """A module with the functions of one YAML file."""
    printer = Printer(file, files)
    return ast.Module([printer.function(made) for made in functions], [])


def run(file: str, functions: Iterable[ir.Function], names: dict[str, Any], files: list[str]
        ) -> None:
    """Put functions among names; they see these names, and nothing else."""
    exec(_compiled(module_of(file, functions, files), file), names)  # noqa: S102  made from checked trees, never from pasted text


def _compiled(module: ast.Module, file: str) -> CodeType:
    """The code of a module; Python has limits of its own, for loops inside of loops."""
    try:
        return compile(module, file, "exec", dont_inherit=True, optimize=1)
    except (SyntaxError, RecursionError, MemoryError) as error:
        line, col = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        raise ContentError([Problem(
            "program-too-deep", Place(file, line, col),
            "loops and conditions stand inside each other too deeply here",
            "make a procedure or a function of the inner ones")]) from error


__all__ = ["STRIDE", "module_of", "run"]
