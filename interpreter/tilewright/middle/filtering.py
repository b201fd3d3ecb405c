"""A pass: a loop that only puts elements into a new list becomes the list of these elements.

Python is quicker with such a loop over few elements; other printers are quicker with the list.
"""

from __future__ import annotations

from tilewright.middle import ir
from tilewright.middle.walking import with_bodies


def filtered(stmts: list[ir.Statement]) -> list[ir.Statement]:
    """Statements with their loops that filter as lists."""
    made: list[ir.Statement] = []
    for stmt in stmts:
        one = with_bodies(stmt, filtered)
        found = _as_list(made[-1], one) if made and isinstance(one, ir.For) else None
        if found is None:
            made.append(one)
        else:
            made[-1] = found
    return made


def _as_list(first: ir.Statement, loop: ir.For) -> ir.Statement | None:
    """`x = []` and the loop after it, as one list; nothing if that is not all they do."""
    if not (isinstance(first, ir.Let) and isinstance(first.value, ir.ListOf)
            and not first.value.items and len(loop.words) == len(loop.body) == 1):
        return None
    inner = loop.body[0]
    test: ir.Value | None = None
    if isinstance(inner, ir.If) and len(inner.then) == 1 and not inner.other:
        test = inner.test
        inner = inner.then[0]
    if not isinstance(inner, ir.Append) or inner.word != first.word:
        return None
    parts = [part for part in (inner.item, loop.source, test) if part is not None]
    if any(isinstance(node, ir.Name) and node.word == first.word
           for part in parts for node in part.walk()):
        return None
    made = ir.Let(first.word, ir.Map(inner.item, loop.words[0], loop.source, test))
    if loop.place is not None:
        ir.stamp(made, loop.place)
    return made
