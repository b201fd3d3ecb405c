"""Loops over rows of elements, such as the lines of a grid: each row is taken apart into names.

`any(all(c.mark == me for c in line.cells) for line in cell.lines)` needs no inner loop if all
lines are equally long and few: the table of rows is made at load, and the inner test is written
once for each name.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeGuard

from tilewright.compiling.columns import fields_of, within
from tilewright.language.operations import AttributeOf, Gather, Variable, variable_of
from tilewright.middle import ir
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
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
        if isinstance(e, AttributeOf) and isinstance(e.element, Variable):
            return self.names.get((id(e.element.var), e.attribute.name))
        return None

    def shift(self, node: ir.Value) -> int:
        return self.shifts.get(node.word, 0) if isinstance(node, ir.Name) else 0


def taken_apart(em: Emitter, e: Expr) -> ir.Value | None:
    """The list again, where it stands in names."""
    names, shifts = em.build.rows.of(e), em.build.rows.shifts
    if names is None:
        return None
    return ir.ListOf([ir.plus(ir.Name(n), -shifts.get(n, 0)) for n in names], fixed=True)


def name_by_name(em: Emitter, e: Gather) -> ir.Value | None:
    """`all(c.mark == me for c in line.cells)` without a loop, where the cells stand in names."""
    names = em.build.rows.of(e.source)
    if names is None or e.test is not None:
        return None
    tests = []
    for name in names:
        with em.loop_var(e.var, name), em.block() as body:
            tests.append(em.expr(e.value))
        if body:
            return None
    return ir.both(tests) if e.how == "all" else ir.either(tests)


@contextmanager
def row_by_row(em: Emitter, e: Gather) -> Iterator[tuple[list[str], ir.Value] | None]:
    """The names that a row is taken apart into, and the rows; nothing where that cannot be.

    It can where the loop variable only serves to reach one list, which always has one length.
    """
    source = e.source
    lists = [x for x in within(e) if _is_list_of(x, e.var)]
    attribute = _one_attribute(em, e, lists)
    if attribute is None or not isinstance(source, AttributeOf):
        yield None
        return
    shift = _shift(em, e, lists)
    values = em.build.attribute(e.var.type.kind, attribute)
    names = [em.temp("c") for _ in values[0]]
    shifted = [tuple(c + shift for c in row) for row in values]
    # A loop with one name gets what stands in its row, and not the row.
    parts = shifted if len(names) > 1 else [row[0] for row in shifted]
    table = tuple(tuple(parts[row] for row in rows)
                  for rows in em.build.attribute(source.kind, source.attribute))
    key = (id(e.var), attribute.name)
    em.build.rows.names[key] = names
    em.build.rows.shifts.update(dict.fromkeys(names, shift))
    word = f"{source.kind}_{source.attribute.name}_{attribute.name}"
    try:
        yield names, ir.Item(em.table(table, word), em.expr(source.element))
    finally:
        del em.build.rows.names[key]


def _is_list_of(e: Expr, var: Var) -> TypeGuard[AttributeOf]:
    return isinstance(e, AttributeOf) and e.type.tag == "list" and variable_of(e.element) is var


def _one_attribute(em: Emitter, e: Gather, lists: list[AttributeOf]) -> Attribute | None:
    """The one list of the loop variable that is read, if nothing else of it is."""
    reads = sum(variable_of(x) is e.var for x in within(e))
    if not lists or reads != len(lists):
        return None
    attribute = lists[0].attribute
    widths = {len(v) for v in em.build.attribute(e.var.type.kind, attribute)}
    same = all(x.attribute is attribute for x in lists)
    return attribute if same and len(widths) == 1 and 0 < max(widths) <= UNROLL else None


def _shift(em: Emitter, e: Gather, lists: list[AttributeOf]) -> int:
    """The base of the one field that the elements are looked up in, so that it is added once.

    Zero if the elements are used in any other way.
    """
    loops = [x for x in within(e) if isinstance(x, Gather)
             and any(x.source is one for one in lists)]
    bases = {base for each in loops for base in _bases(em, each)}
    return bases.pop() if len(bases) == 1 and len(loops) == len(lists) else 0


def _bases(em: Emitter, each: Gather) -> set[int]:
    """Where the fields begin that a loop looks its elements up in; 0 for another use."""
    fields = fields_of(each)
    if fields is None or any(f.owner == GAME for f in fields):
        return {0}
    return {em.build.layout.room(f).base for f in fields}
