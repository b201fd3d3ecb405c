"""The module of a program, and what a host must know to use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.compiling.inline import inlined
from tilewright.kernel.read import operations
from tilewright.native.engine import NoNativeError
from tilewright.printing.wasm.program import Program as Printed

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.model import Field
    from tilewright.printing.wasm.encode import Signature

# A slot has 64 bits, of which these can say what was offered.
BITS = 62


class NoModuleError(NoNativeError):
    """A program cannot be a module; says why."""


@dataclass(frozen=True, slots=True)
class Made:
    """A module: its bytes, where in its memory the state lies, and what its faults are."""

    data: bytes
    state: int
    slots: int
    faults: tuple[str, ...]
    # What functions are given, and what they give, by the names under which a host calls them.
    exports: dict[str, Signature]


def module_of(program: Program) -> Made:
    """Print a program as a module."""
    if reason := why_not(program):
        raise NoModuleError(reason)
    build = program.build
    points = {"sheet": program.sheet.__name__, "ties": program.ties.__name__,
              "hint": program.hint.__name__ if program.hint is not None else "no_hint"}
    printed = Printed(inlined(program.code), build.tables, program.start, points, operations(),
                      limits.NATIVE_BYTES, program.blocks, program.layout.drawn)
    try:
        data = printed.printed()
    except RecursionError:
        # Each step into a rule takes more steps here than in code of Python.
        raise NoModuleError("its rules lead into each other too deeply") from None
    return Made(data, printed.free, len(program.start), tuple(printed.faults),
                printed.module.offered())


def why_not(program: Program) -> str:
    """Why a program cannot be a module, as far as its fields tell; nothing if they could be in one.
    """
    for room in program.layout.rooms.values():
        if room.is_offered and _values(program, room.field) > BITS:
            return f"'{room.field.title}' is chosen in secret among more than {BITS} things"
    return ""


def _values(program: Program, field: Field) -> int:
    if field.type.tag == "kind":
        return program.layout.sizes[field.type.kind]
    return 2 if field.type.tag == "bool" else field.high + 1
