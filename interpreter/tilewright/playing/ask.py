"""Expressions worked out for a position, with code that is compiled for this question only."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tilewright.compiling.writer import Emitter
from tilewright.kernel.runtime import tables_of
from tilewright.language.types import kind_of
from tilewright.middle import ir
from tilewright.middle.header import STEPS
from tilewright.playing.faults import OF_RULES, explained
from tilewright.printing.python.running import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.compiling.build import Build
    from tilewright.compiling.program import Program
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.playing.state import State


class Questions:
    """What is asked about one position; all questions together have the steps of one move."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.build = state.program.build.copy()
        self.slots = list(state._s)
        self.slots[STEPS] = 0
        # With what was asked, since the id of what is gone may soon be that of something else.
        self._made: dict[tuple[int, tuple[Var, ...]], tuple[Expr, Callable[..., Any]]] = {}

    def value_of(self, asked: Expr, given: dict[Var, int]) -> Any:
        """The value as the state holds it; `given` are the variables that the expression reads."""
        key = id(asked), tuple(given)
        if key not in self._made:
            self._made[key] = asked, compiled(self.state.program, self.build, asked, given)
        before = self.slots[STEPS]
        try:
            return self._made[key][1](self.slots, *given.values())
        finally:
            self.state.program.kept.asked += self.slots[STEPS] - before


def compiled(program: Program, build: Build, asked: Expr, given: Iterable[Var]
             ) -> Callable[..., Any]:
    """A function of the numbers of a position and of the variables that an expression reads."""
    word = build.fresh("asked")
    em = Emitter(build, asked.place)
    with ExitStack() as stack:
        for index, var in enumerate(given):
            stack.enter_context(em.loop_var(var, f"given_{index}"))
        em.emit(ir.Return(em.expr(asked)))
    em.settle()
    arguments = [ir.POSITION, *[
        ir.Argument(f"given_{i}", kind_of(var.type)) for i, var in enumerate(given)]]
    made = ir.function(word, arguments, em.root, asked.place)
    names: dict[str, Any] = {**program.names, **tables_of(build.tables, build.fetched)}
    run(asked.place.file, [*build.functions, made], names, build.files)
    made_function: Callable[..., Any] = names[word]
    return made_function


def asking(program: Program, asked: Expr) -> Callable[[State], Any]:
    """A function that works one expression out for any position of a program."""
    made = compiled(program, program.build.copy(), asked, ())

    def of(state: State) -> Any:
        slots = list(state._s)
        slots[STEPS] = 0
        try:
            return made(slots)
        except OF_RULES as error:
            raise explained(program, error) from error

    return of
