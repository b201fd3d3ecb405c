"""The code of a program with other helpers: nothing is compiled again, and every number stays."""

from __future__ import annotations

from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program


def rebound(program: Program, helpers: dict[str, Callable[..., Any]]) -> Program:
    """The same program, whose code calls these helpers instead of those of their names."""
    names = {**program.names, **helpers}
    for word, made in program.names.items():
        if isinstance(made, FunctionType) and made.__globals__ is program.names:
            names[word] = FunctionType(made.__code__, names, word, made.__defaults__)
    return replace(
        program, names=names,
        blocks={label: names[made.__name__] for label, made in program.blocks.items()},
        resumes={label: names[made.__name__] for label, made in program.resumes.items()})
