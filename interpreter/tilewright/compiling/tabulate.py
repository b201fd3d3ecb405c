"""Functions that read nothing that changes in play are worked out once, for all their arguments.

Where a piece may go on an empty board depends on the board alone; a game that asks for it at each
move should not pay for it at each move.
"""

from __future__ import annotations

import ast
from math import prod
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


# More combinations of arguments than this are not worked out beforehand.
MOST = 20_000


def is_fixed(build: Build, made: Function) -> bool:
    """Whether a function of elements gives the same in every position."""
    if made.name not in build.fixed:
        build.fixed[made.name] = _judged(build, made)
    return build.fixed[made.name]


def _judged(build: Build, made: Function) -> bool:
    if not made.args or any(a.type.tag != "kind" or a.type.optional for a in made.args):
        return False
    if prod(build.layout.sizes[a.type.kind] for a in made.args) > MOST:
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
    if part.op == "call" and part.args[0].live:
        return False
    parts = list(part.parts())
    if part.op == "own":
        name, _, parts = part.args
        called = build.game.functions[name]
        if not (is_fixed(build, called) if called.args else _is_number(called.body)):
            return False
    return part.op in FIXED and all(_reads_nothing(build, p, known) for p in parts)


def _is_number(body: Expr) -> bool:
    """Whether a function without arguments is only a name for a number."""
    return body.op == "const"


def table_of(build: Build, made: Function, word: str) -> tuple[Any, ...] | None:
    """The value for each element of the first argument, and so on inside for the next; nothing if
    it cannot be worked out for all of them."""
    if word not in build.worked_out:
        build.worked_out[word] = _worked_out(build, made, word)
    return build.worked_out[word]


def _worked_out(build: Build, made: Function, word: str) -> tuple[Any, ...] | None:
    defined = {node.name: node for _, node in build.functions}
    module = ast.Module(list(_needed(defined, word, set())), [])
    names = namespace(build.tables)
    exec(compile(module, made.place.file, "exec", dont_inherit=True), names)  # noqa: S102
    sizes = [build.layout.sizes[a.type.kind] for a in made.args]
    # No position is read, but the steps are counted in one, and they count for all tables.
    s = [0] * HEADER
    s[STEPS] = build.table_steps

    def values(given: tuple[int, ...]) -> Any:
        if len(given) < len(sizes):
            return tuple(values((*given, item)) for item in range(sizes[len(given)]))
        kernel.charge(s, build.steps_of[word])
        found = names[word](s, 0, *given)
        return tuple(found) if isinstance(found, list) else found

    try:
        found: tuple[Any, ...] = values(())
    except Exception:  # noqa: BLE001  it may fail in play as well, and is told there
        return None
    finally:
        build.table_steps = s[STEPS]
    return found


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
