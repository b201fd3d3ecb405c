"""What went wrong while a rule ran: its YAML line, and the chain of rules that led there."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any

from tilewright.compiling.kernel import Fault
from tilewright.compiling.layout import STEPS
from tilewright.compiling.pyast import STRIDE
from tilewright.problems import Place, RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program


def explained(program: Program, error: Exception) -> RuleError:
    """The error of a rule, at the YAML that caused it."""
    if isinstance(error, RuleError):
        return error
    frames = _rule_frames(program, error)
    flow = program.game.flow
    place = frames[-1][1] if frames else flow.place if flow is not None else None
    causes = tuple(f"in {name}, {where}" for name, where in frames[:-1])
    return RuleError(_sentence(error), place, causes)


def _sentence(error: Exception) -> str:
    if isinstance(error, Fault):
        return str(error)
    if isinstance(error, ZeroDivisionError):
        return "this divides by zero; test the number first: 'a // b if b != 0 else 0'"
    if isinstance(error, IndexError):
        return "there is no such element"
    if isinstance(error, KeyError):
        return "the game stands at no decision; this position is damaged"
    return f"{type(error).__name__}: {error}"


def _rule_frames(program: Program, error: Exception) -> list[tuple[str, Place]]:
    """The frames of generated code, outermost first, as names and places in YAML."""
    found = []
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename in program.modules:
            number, line = divmod(frame.lineno or 1, STRIDE)
            file = program.build.files[number - 1] if number else frame.filename
            place = Place(file, line, (frame.colno or 0) + 1, (frame.end_colno or 0) + 1)
            title = program.build.naming.titles.get(frame.name, f"'{frame.name}'")
            found.append((title, place))
    return found


def guarded(program: Program, function: Callable[[list[int], int], Any], s: list[int], seat: int
            ) -> Any:
    """Call a generated function with steps of its own; an error is told at its YAML line."""
    before, s[STEPS] = s[STEPS], 0
    try:
        return function(s, seat)
    except Exception as error:
        raise explained(program, error) from error
    finally:
        s[STEPS] = before
