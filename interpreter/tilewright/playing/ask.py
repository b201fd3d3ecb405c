"""One expression worked out for a position, with code that is compiled for this question only."""

from __future__ import annotations

import ast
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tilewright.compiling import pyast as py
from tilewright.compiling.writer import Emitter

if TYPE_CHECKING:
    from tilewright.language.tree import Expr, Var
    from tilewright.playing.state import State


def value_of(state: State, asked: Expr, given: dict[Var, int]) -> Any:
    """The value as the state holds it; `given` are the variables that the expression reads."""
    build = state.program.build
    count = len(build.functions)
    word = build.fresh("asked")
    em = Emitter(build, asked.place)
    with ExitStack() as stack:
        for index, var in enumerate(given):
            stack.enter_context(em.loop_var(var, f"given_{index}"))
        em.emit(py.back(em.expr(asked)))
    arguments = ["S", *[f"given_{i}" for i in range(len(given))]]
    made = py.function(word, arguments, em.root, asked.place)
    py.stamp(made, asked.place)
    names: dict[str, Any] = state.program.names
    names.update(build.tables)
    module = ast.Module([*[f for _, f in build.functions[count:]], made], [])
    exec(compile(module, asked.place.file, "exec", dont_inherit=True), names)  # noqa: S102
    return names[word](list(state._s), *given.values())
