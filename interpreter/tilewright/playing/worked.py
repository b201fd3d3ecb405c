"""Functions of the rules worked out for what is shown, with code that is made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle.header import STEPS
from tilewright.playing.ask import compiled
from tilewright.playing.faults import OF_RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program
    from tilewright.model import Function
    from tilewright.positions.reader import Reader


def worked(reader: Reader, function: Function, index: int) -> int | None:
    """What a function of one thing gives, as a position holds it; None if it fails.

    Such functions read nothing that somebody may not know, so a view has all that they need.
    """
    slots = list(reader.slots)
    slots[STEPS] = 0
    try:
        return int(_made(reader.program, function)(slots, 0, index))
    except OF_RULES:
        return None


def _made(program: Program, function: Function) -> Callable[..., Any]:
    known: dict[str, Callable[..., Any]] = program.kept.worked
    if function.name not in known:
        given = [function.me, *function.args]
        known[function.name] = compiled(program, program.build.copy(), function.body, given)
    return known[function.name]
