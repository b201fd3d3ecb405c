"""Loops that only read one field of their elements: the values are fetched in one go.

`any(n.mark == none for n in cell.beside)` becomes `none in (the marks beside it)`, which Python
works out without a loop of its own.
"""

from __future__ import annotations

import ast
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tilewright.compiling import pyast as py
from tilewright.compiling.budget import BULK
from tilewright.language.tree import Expr, Var
from tilewright.language.types import many
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.compiling.emit import Expressions as Emitter
    from tilewright.model import Attribute, Field

    Getter = Callable[[list[int]], tuple[int, ...]]

PLAIN = ("var", "const", "none", "field")


def by_value(em: Emitter, e: Expr) -> Expr:
    """The same comprehension over the values of a field, if that is all it reads."""
    how, var, source, cond, value = e.args[:5]
    field = _only_field(em, var, source, [p for p in (cond, value) if p is not None])
    if field is None:
        return e
    content = Var(f"{var.name}_{field.name}", field.type)
    values = Expr("column", source.type, source.place, (field, source))
    cond, value = (_replaced(p, var, content) for p in (cond, value))
    found = _membership(em, how, content, values, cond, value, e)
    return found or Expr("comp", e.type, e.place,
                         (how, content, values, cond, value, *e.args[5:]))


def _only_field(em: Emitter, var: Var, source: Expr, parts: list[Expr]) -> Field | None:
    if source.op not in ("attr", "domain"):
        return None
    uses = [x for part in parts for x in part.walk()]
    reads = sum(x.op == "var" and x.args[0] is var for x in uses)
    fields = [x.args[0] for x in uses if _reads(x, var)]
    if not fields or len(fields) != reads or any(f is not fields[0] for f in fields):
        return None
    field: Field = fields[0]
    is_column = field.owner != GAME and em.build.layout.room(field).width == 1
    return field if is_column and not field.zone else None


def _reads(e: Expr, var: Var) -> bool:
    return bool(e.op == "field" and len(e.args[1]) == 1 and e.args[1][0].op == "var"
                and e.args[1][0].args[0] is var)


def _replaced(e: Any, var: Var, content: Var) -> Any:
    """The same expression with the value in place of the field of the element."""
    if isinstance(e, (list, tuple)):
        return type(e)(_replaced(x, var, content) for x in e)
    if not isinstance(e, Expr):
        return e
    if _reads(e, var):
        return Expr("var", e.type, e.place, (content,))
    return Expr(e.op, e.type, e.place, _replaced(e.args, var, content))


def _membership(em: Emitter, how: str, content: Var, values: Expr, cond: Expr | None,
                value: Expr, e: Expr) -> Expr | None:
    """`any(v == x)` as `x in values`, and `all(v != x)` as `x not in values`."""
    if cond is not None or value.op != "cmp":
        return None
    sign, left, right = value.args
    if (how, sign) not in (("any", "=="), ("all", "!=")):
        return None
    for this, that in ((left, right), (right, left)):
        if this.op == "var" and this.args[0] is content and _is_fixed(em, that, content):
            word = "in" if how == "any" else "not in"
            return Expr("isin", e.type, e.place, (word, that, values))
    return None


def _is_fixed(em: Emitter, e: Expr, content: Var) -> bool:
    """Whether a value is cheap, the same for all elements, and there with so many players."""
    if e.op == "none" and content.type.tag == "int":
        return False
    return all(x.op in PLAIN and not (x.op == "var" and x.args[0] is content)
               and not em.is_absent(x) for x in e.walk())


def column(em: Emitter, e: Expr) -> ast.expr:
    """The values of a field for the elements of a list."""
    field, source = e.args
    base = em.build.layout.room(field).base
    em.spend(em.most(source) // BULK)
    if source.op == "domain":
        return py.span(py.const(base), py.const(base + em.size(source.args[0])))
    attribute, kind, inner = source.args
    rows = em.build.attribute(kind, attribute)
    word = f"{kind}_{attribute.name}_{field.name}"
    key = ("getters", id(attribute), base)
    table = em.build.derived(key, word, lambda: tuple(_getters(rows, base)))
    return ast.Call(py.item(py.name(table), em.expr(inner)), [py.name("S")], [])


def _getters(rows: tuple[tuple[int, ...], ...], base: int) -> Iterator[Getter]:
    """For each row a function of the state that reads all of its slots."""
    for row in rows:
        slots = [base + x for x in row]
        yield itemgetter(*slots) if len(slots) > 1 else _few(slots)


def _few(slots: list[int]) -> Getter:
    """`itemgetter` gives no tuple for a single slot."""
    return lambda s: tuple([s[i] for i in slots])


# -- neighbours that hold a value -----------------------------------------------------------------

def with_near(em: Emitter, var: Var, source: Expr, cond: Expr | None) -> Expr | None:
    """The test of a loop over all of a kind, with the neighbours of a value found beforehand.

    `any(n.mark == m for n in c.beside)` asks each cell for its neighbours. Few cells hold the
    value, so it is faster to mark what is next to these first.
    """
    if cond is None or source.op != "domain":
        return cond
    if cond.op in ("and", "or"):
        parts = [with_near(em, var, source, p) for p in cond.args[0]]
        return Expr(cond.op, cond.type, cond.place, (parts,))
    if cond.op != "comp" or cond.args[0] != "any":
        return cond
    found = by_value(em, cond)
    if found.op != "isin" or found.args[2].args[1].op != "attr":
        return cond
    _, wanted, values = found.args
    field, (attribute, kind, inner) = values.args[0], values.args[1].args
    is_own = inner.op == "var" and inner.args[0] is var
    if not is_own or any(x.op == "var" and x.args[0] is var for x in wanted.walk()):
        return cond
    return _near(em, var, field, attribute, kind, wanted, cond)


def _near(em: Emitter, var: Var, field: Field, attribute: Attribute, kind: str, wanted: Expr,
          cond: Expr) -> Expr:
    rows = em.build.attribute(kind, attribute)
    other = attribute.type.item
    assert other is not None
    count = em.size(other.kind)
    table = em.build.derived(("back", id(attribute), count), f"{kind}_{attribute.name}_back",
                             lambda: _backwards(rows[:em.size(kind)], count))
    base = em.build.layout.room(field).base
    near = Var(f"near_{field.name}", many(var.type), cap=count)
    em.spend(count + sum(map(len, rows)) // BULK)
    found = em.keep(py.call("near", py.span(py.const(base), py.const(base + count)),
                            py.name(table), em.expr(wanted)))
    em.build.aliases[near] = found.id
    of = Expr("var", near.type, cond.place, (near,))
    me = Expr("var", var.type, cond.place, (var,))
    return Expr("isin", cond.type, cond.place, ("in", me, of))


def _backwards(rows: tuple[tuple[int, ...], ...], count: int) -> tuple[tuple[int, ...], ...]:
    """For each element the rows that it is in."""
    found: list[list[int]] = [[] for _ in range(count)]
    for index, row in enumerate(rows):
        for item in row:
            found[item].append(index)
    return tuple(map(tuple, found))
