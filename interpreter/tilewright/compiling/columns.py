"""Loops that only read one field of their elements: the values are fetched in one go.

`any(n.mark == none for n in cell.beside)` becomes `none in (the marks beside it)`, which Python
works out without a loop of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.coding import code_of
from tilewright.compiling.rewrite import var_of
from tilewright.costs import BULK
from tilewright.language.operations import (
    AttributeOf,
    Both,
    Column,
    Compare,
    Domain,
    Either,
    Expr,
    FieldOf,
    Gather,
    IsIn,
    Nothing,
    Variable,
    variable_of,
)
from tilewright.language.tree import Var
from tilewright.language.types import many
from tilewright.middle import ir
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.model import Field

    Getter = Callable[[list[int]], tuple[int, ...]]

def by_value(em: Emitter, e: Gather) -> Gather | IsIn:
    """The same comprehension over the values of a field, if that is all it reads."""
    field = _only_field(em, e)
    if field is None:
        return e
    content = Var(f"{e.var.name}_{field.name}", field.type)
    made = Gather(e.type, e.place, e.how, content,
                  Column(e.source.type, e.source.place, field, e.source),
                  _replaced(e.test, e.var, content), _replaced(e.value, e.var, content),
                  e.default)
    return _membership(em, made) or made


def _only_field(em: Emitter, e: Gather) -> Field | None:
    if not isinstance(e.source, (AttributeOf, Domain)):
        return None
    fields = fields_of(e)
    if not fields or any(f is not fields[0] for f in fields):
        return None
    field = fields[0]
    is_column = field.owner != GAME and em.build.layout.room(field).width == 1
    return field if is_column and not field.zone else None


def fields_of(e: Gather) -> list[Field] | None:
    """The fields that a loop reads of its elements; nothing if it asks anything else of them."""
    inside = list(within(e))
    reads = sum(variable_of(x) is e.var for x in inside)
    fields = [x.field for x in inside if isinstance(x, FieldOf) and _is_of(x, e.var)]
    return fields if len(fields) == reads else None


def within(e: Gather) -> Iterator[Expr]:
    """All that is worked out for each element of a loop."""
    for part in (e.test, e.value):
        if part is not None:
            yield from part.walk()


def _is_of(e: FieldOf, var: Var) -> bool:
    """Whether it is the field of an element that a loop goes through."""
    return len(e.index) == 1 and variable_of(e.index[0]) is var


def _replaced(e: Any, var: Var, content: Var) -> Any:
    """The same expression with the value in place of the field of the element."""
    if not isinstance(e, Expr):
        return e
    if isinstance(e, FieldOf) and _is_of(e, var):
        return Variable(e.type, e.place, content)
    return e.changed(lambda x: _replaced(x, var, content))


def _membership(em: Emitter, e: Gather) -> IsIn | None:
    """`any(v == x)` as `x in values`, and `all(v != x)` as `x not in values`."""
    test = e.value
    if e.test is not None or not isinstance(test, Compare):
        return None
    if (e.how, test.sign) not in (("any", "=="), ("all", "!=")):
        return None
    for this, that in ((test.left, test.right), (test.right, test.left)):
        if variable_of(this) is e.var and _is_fixed(em, that, e.var):
            return IsIn(e.type, e.place, "in" if e.how == "any" else "not in", that, e.source)
    return None


def _is_fixed(em: Emitter, e: Expr, content: Var) -> bool:
    """Whether a value is cheap, the same for all elements, and there with so many players."""
    if isinstance(e, Nothing) and content.type.tag == "int":
        return False
    return all(x.CHEAP and variable_of(x) is not content and not em.is_absent(x)
               for x in e.walk())


@code_of(Column)
def _column(em: Emitter, e: Column) -> ir.Value:
    """The values of a field for the elements of a list."""
    field, source = e.field, e.source
    base = em.build.layout.room(field).base
    em.spend(em.most(source) // BULK)
    if isinstance(source, Domain):
        return ir.View(ir.const(base), ir.const(base + em.size(source.kind)))
    assert isinstance(source, AttributeOf)
    rows = em.build.attribute(source.kind, source.attribute)
    word = f"{source.kind}_{source.attribute.name}_{field.name}"
    key = ("getters", id(source.attribute), base)
    table = em.build.derived(
        key, word, lambda: tuple(tuple(base + x for x in row) for row in rows))
    em.build.fetched.add(table)
    return ir.Fetch(ir.Data(table, 2), em.expr(source.element))


# -- neighbours that hold a value -----------------------------------------------------------------

def with_near(em: Emitter, var: Var, source: Expr, cond: Expr | None) -> Expr | None:
    """The test of a loop over all of a kind, with the neighbours of a value found beforehand.

    `any(n.mark == m for n in c.beside)` asks each cell for its neighbours. Few cells hold the
    value, so it is faster to mark what is next to these first.
    """
    if not isinstance(source, Domain):
        return cond
    if isinstance(cond, (Both, Either)):
        return cond.changed(lambda part: with_near(em, var, source, part))
    if not isinstance(cond, Gather) or cond.how != "any":
        return cond
    found = by_value(em, cond)
    if not isinstance(found, IsIn) or not isinstance(found.items, Column):
        return cond
    beside = found.items.source
    if not isinstance(beside, AttributeOf) or variable_of(beside.element) is not var or any(
            variable_of(x) is var for x in found.item.walk()):
        return cond
    return _near(em, var, found.items.field, beside, found)


def _near(em: Emitter, var: Var, field: Field, beside: AttributeOf, found: IsIn) -> IsIn:
    attribute, kind = beside.attribute, beside.kind
    rows = em.build.attribute(kind, attribute)
    other = attribute.type.item
    assert other is not None
    count = em.size(other.kind)
    table = em.build.derived(("back", id(attribute), count), f"{kind}_{attribute.name}_back",
                             lambda: _backwards(rows[:em.size(kind)], count))
    base = em.build.layout.room(field).base
    near = Var(f"near_{field.name}", many(var.type), cap=count)
    em.spend(count + sum(map(len, rows)) // BULK)
    kept = em.keep(ir.call("near", ir.View(ir.const(base), ir.const(base + count)),
                           ir.Data(table, 2), em.expr(found.item),
                           ir.const(em.size(kind))))
    em.build.aliases[near] = kept.word
    em.build.marks.add(near)
    return IsIn(found.type, found.place, "in", var_of(var, found.place),
                var_of(near, found.place))


def _backwards(rows: tuple[tuple[int, ...], ...], count: int) -> tuple[tuple[int, ...], ...]:
    """For each element the rows that it is in."""
    found: list[list[int]] = [[] for _ in range(count)]
    for index, row in enumerate(rows):
        for item in row:
            found[item].append(index)
    return tuple(map(tuple, found))
