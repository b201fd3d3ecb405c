"""Loops over rows of elements, such as the lines of a grid: each row is taken apart into names.

`any(all(c.mark == me for c in line.cells) for line in cell.lines)` needs no inner loop if all
lines are equally long and few: the table of rows is made at load, and the inner test is written
once for each name.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.compiling import pyast as py
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.language.tree import Expr, Var
    from tilewright.model import Attribute

UNROLL = 6


@dataclass(slots=True)
class Rows:
    """Which lists stand in names now, and how far the numbers in a name are shifted.

    A shift saves an addition: the names hold places of one field in place of elements.
    """

    names: dict[tuple[int, str], list[str]] = field(default_factory=dict)
    shifts: dict[str, int] = field(default_factory=dict)

    def of(self, e: Expr) -> list[str] | None:
        """The names that a list of a variable stands in."""
        if e.op == "attr" and e.args[2].op == "var":
            return self.names.get((id(e.args[2].args[0]), e.args[0].name))
        return None

    def shift(self, node: ast.expr) -> int:
        return self.shifts.get(node.id, 0) if isinstance(node, ast.Name) else 0


def taken_apart(em: Emitter, e: Expr) -> ast.expr | None:
    """The list again, where it stands in names."""
    names, shifts = em.build.rows.of(e), em.build.rows.shifts
    if names is None:
        return None
    return ast.Tuple([py.plus(py.name(n), -shifts.get(n, 0)) for n in names], py.LOAD)


def name_by_name(em: Emitter, e: Expr) -> ast.expr | None:
    """`all(c.mark == me for c in line.cells)` without a loop, where the cells stand in names."""
    how, var, source, cond, value = e.args[:5]
    names = em.build.rows.of(source)
    if names is None or cond is not None:
        return None
    tests = []
    for name in names:
        with em.loop_var(var, name), em.block() as body:
            tests.append(em.expr(value))
        if body:
            return None
    return py.both(tests) if how == "all" else py.either(tests)


@contextmanager
def row_by_row(em: Emitter, e: Expr) -> Iterator[tuple[ast.expr, ast.expr] | None]:
    """The names that a row is taken apart into, and the rows; nothing where that cannot be.

    It can where the loop variable only serves to reach one list, which always has one length.
    """
    var, source = e.args[1], e.args[2]
    uses = [x for part in e.args[3:5] if part is not None for x in part.walk()]
    lists = [x for x in uses if _is_list_of(x, var)]
    attribute = _one_attribute(em, e, uses, lists)
    if attribute is None:
        yield None
        return
    outer, kind, inner = source.args
    shift = _shift(em, uses, lists)
    values = em.build.attribute(var.type.kind, attribute)
    table = tuple(tuple(tuple(c + shift for c in values[row]) for row in rows)
                  for rows in em.build.attribute(kind, outer))
    names = [em.temp("c") for _ in values[0]]
    key = (id(var), attribute.name)
    em.build.rows.names[key] = names
    em.build.rows.shifts.update(dict.fromkeys(names, shift))
    word = f"{kind}_{outer.name}_{attribute.name}"
    try:
        yield (ast.Tuple([py.store(n) for n in names], py.STORE),
               py.item(em.table(table, word), em.expr(inner)))
    finally:
        del em.build.rows.names[key]


def _is_list_of(e: Expr, var: Var) -> bool:
    return (e.op == "attr" and e.type.tag == "list" and e.args[2].op == "var"
            and e.args[2].args[0] is var)


def _one_attribute(em: Emitter, e: Expr, uses: list[Expr], lists: list[Expr]) -> Attribute | None:
    """The one list of the loop variable that is read, if nothing else of it is."""
    var, source = e.args[1], e.args[2]
    reads = sum(x.op == "var" and x.args[0] is var for x in uses)
    if source.op != "attr" or not lists or reads != len(lists):
        return None
    attribute: Attribute = lists[0].args[0]
    widths = {len(v) for v in em.build.attribute(var.type.kind, attribute)}
    same = all(x.args[0] is attribute for x in lists)
    return attribute if same and len(widths) == 1 and max(widths) <= UNROLL else None


def _shift(em: Emitter, uses: list[Expr], lists: list[Expr]) -> int:
    """The base of the one field that the elements are looked up in, so that it is added once.

    Zero if the elements are used in any other way.
    """
    loops = [x for x in uses if x.op == "comp" and any(x.args[2] is one for one in lists)]
    bases = {base for each in loops for base in _bases(em, each)}
    return bases.pop() if len(bases) == 1 and len(loops) == len(lists) else 0


def _bases(em: Emitter, each: Expr) -> set[int]:
    """Where the fields begin that a loop looks its elements up in; 0 for another use."""
    var = each.args[1]
    inside = [x for part in each.args[3:5] if part is not None for x in part.walk()]
    reads = sum(x.op == "var" and x.args[0] is var for x in inside)
    fields = [x.args[0] for x in inside if x.op == "field" and len(x.args[1]) == 1
              and x.args[1][0].op == "var" and x.args[1][0].args[0] is var]
    if reads != len(fields) or any(f.owner == GAME for f in fields):
        return {0}
    return {em.build.layout.room(f).base for f in fields}
