"""Functions that read nothing that changes in play are worked out once, for all their arguments.

Where a piece may go on an empty board depends on the board alone; a game that asks for it at each
move should not pay for it at each move.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from tilewright.kernel.bounds import charge
from tilewright.kernel.runtime import namespace
from tilewright.language.operations import Const, Own, Variable
from tilewright.middle import ir
from tilewright.middle.header import HEADER, STEPS
from tilewright.printing.python.running import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.model import Function

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
    bound = {x for part in made.body.walk() for x in part.binds()}
    return _reads_nothing(build, made.body, bound | set(made.args))


def _reads_nothing(build: Build, part: Expr, known: set[Var]) -> bool:
    if isinstance(part, Variable):
        return part.var in known
    if isinstance(part, Own):
        called = build.game.functions[part.name]
        is_known = is_fixed(build, called) if called.args else _is_number(called.body)
        return is_known and all(_reads_nothing(build, p, known) for p in part.given)
    return part.is_fixed and all(_reads_nothing(build, p, known) for p in part.parts())


def _is_number(body: Expr) -> bool:
    """Whether a function without arguments is only a name for a number."""
    return isinstance(body, Const)


def table_of(build: Build, made: Function, word: str) -> tuple[Any, ...] | None:
    """The value for each element of the first argument, and so on inside for the next; nothing if
    it cannot be worked out for all of them."""
    if word not in build.worked_out:
        build.worked_out[word] = _worked_out(build, made, word)
    return build.worked_out[word]


def _worked_out(build: Build, made: Function, word: str) -> tuple[Any, ...] | None:
    defined = {function.word: function for function in build.functions}
    names = namespace(build.tables, build.fetched)
    run(made.place.file, _needed(defined, word, set()), names, build.files)
    sizes = [build.layout.sizes[a.type.kind] for a in made.args]
    # No position is read, but the steps are counted in one, and they count for all tables.
    s = [0] * HEADER
    s[STEPS] = build.table_steps

    def values(given: tuple[int, ...]) -> Any:
        if len(given) < len(sizes):
            return tuple(values((*given, item)) for item in range(sizes[len(given)]))
        charge(s, build.steps_of[word])
        found = names[word](s, 0, *given)
        return tuple(found) if isinstance(found, list) else found

    try:
        found: tuple[Any, ...] = values(())
    except Exception:  # noqa: BLE001  it may fail in play as well, and is told there
        return None
    finally:
        build.table_steps = s[STEPS]
    return found


def _needed(defined: dict[str, ir.Function], word: str, seen: set[str]) -> Iterator[ir.Function]:
    """A function and all that it calls."""
    if word in seen or word not in defined:
        return
    seen.add(word)
    yield defined[word]
    for node in (node for stmt in defined[word].body for node in stmt.walk()):
        if isinstance(node, ir.Call):
            yield from _needed(defined, node.word, seen)
