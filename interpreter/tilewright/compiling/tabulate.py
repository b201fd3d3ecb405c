"""Functions that read nothing that changes in play are worked out once, for each element.

Where a piece may go on an empty board depends on the board alone; a game that asks for it at each
move should not pay for it at each move.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright.compiling import kernel
from tilewright.compiling.layout import HEADER, STEPS
from tilewright.compiling.runtime import namespace
from tilewright.language.tree import Expr, Var

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.model import Function

FIXED = frozenset({
    "var", "const", "none", "option", "attr", "domain", "cmp", "and", "or", "not", "neg", "math",
    "list", "comp", "isin", "ifelse", "join", "without", "call", "own", "by_item", "nth", "total",
})


def is_fixed(build: Build, made: Function) -> bool:
    """Whether a function of one element gives the same in every position."""
    if made.name not in build.fixed:
        build.fixed[made.name] = _judged(build, made)
    return build.fixed[made.name]


def _judged(build: Build, made: Function) -> bool:
    if len(made.args) != 1 or made.args[0].type.tag != "kind" or made.args[0].type.optional:
        return False
    bound = {x for part in made.body.walk() for x in _names(part.args) if part.op != "var"}
    return _reads_nothing(build, made.body, bound | set(made.args))


def _names(args: tuple[Any, ...]) -> Iterator[Var]:
    """The names that an expression binds."""
    for x in args:
        if isinstance(x, tuple):
            yield from _names(x)
        elif isinstance(x, Var):
            yield x


def _reads_nothing(build: Build, part: Expr, known: set[Var]) -> bool:
    if part.op == "var":
        return part.args[0] in known
    parts = list(part.parts())
    if part.op == "own":
        name, _, parts = part.args
        if not is_fixed(build, build.game.functions[name]):
            return False
    return part.op in FIXED and all(_reads_nothing(build, p, known) for p in parts)


def table_of(build: Build, made: Function, word: str) -> tuple[Any, ...] | None:
    """The value for each element, or nothing if it cannot be worked out for all of them."""
    if word not in build.worked_out:
        build.worked_out[word] = _worked_out(build, made, word)
    return build.worked_out[word]


def _worked_out(build: Build, made: Function, word: str) -> tuple[Any, ...] | None:
    defined = {node.name: node for _, node in build.functions}
    module = ast.Module(list(_needed(defined, word, set())), [])
    names = namespace(build.tables)
    exec(compile(module, made.place.file, "exec", dont_inherit=True), names)  # noqa: S102
    size = build.layout.sizes[made.args[0].type.kind]
    # No position is read, but the steps are counted in one, and they count for all tables.
    s = [0] * HEADER
    s[STEPS] = build.table_steps
    try:
        values = []
        for item in range(size):
            kernel.charge(s, build.steps_of[word])
            values.append(names[word](s, 0, item))
    except Exception:  # noqa: BLE001  it may fail in play as well, and is told there
        return None
    finally:
        build.table_steps = s[STEPS]
    return tuple(tuple(v) if isinstance(v, list) else v for v in values)


def _needed(defined: dict[str, ast.FunctionDef], word: str, seen: set[str]
            ) -> Iterator[ast.FunctionDef]:
    """A function and all that it calls."""
    if word in seen or word not in defined:
        return
    seen.add(word)
    yield defined[word]
    for node in ast.walk(defined[word]):
        if isinstance(node, ast.Name):
            yield from _needed(defined, node.id, seen)
