"""What is the same in each round of a loop is read once, before it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tilewright.compiling import pyast as py

if TYPE_CHECKING:
    from tilewright.compiling.emit import Expressions as Emitter


class _Hoister(ast.NodeTransformer):
    """Puts names in place of reads of the state that do not depend on the names of a loop."""

    def __init__(self, em: Emitter, bound: set[str]) -> None:
        self.em = em
        self.bound = bound
        self.kept: dict[str, str] = {}

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        is_read = isinstance(node.value, ast.Name) and node.value.id == "S"
        may_fail = any(isinstance(n, ast.Call) for n in ast.walk(node))
        if not is_read or isinstance(node.slice, ast.Slice) or names & self.bound or may_fail:
            self.generic_visit(node)
            return node
        key = ast.dump(node)
        if key not in self.kept:
            self.kept[key] = self.em.keep(node).id
        return ast.copy_location(py.name(self.kept[key]), node)


def hoisted(em: Emitter, word: str, test: ast.expr) -> ast.expr:
    """The test of an outermost loop over `word`, with what stays the same read before the loop.

    To read a number of the state is harmless, also where the test would not have come to it.
    """
    bound = {word} | {n.id for part in ast.walk(test) if isinstance(part, ast.comprehension)
                      for n in ast.walk(part.target) if isinstance(n, ast.Name)}
    made: ast.expr = _Hoister(em, bound).visit(test)
    return made
