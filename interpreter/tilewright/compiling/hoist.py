"""What is the same in each round of a loop is read once, before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.text import value_text
from tilewright.middle.walking import rebuilt

if TYPE_CHECKING:
    from tilewright.compiling.emit import Expressions as Emitter


class _Hoister:
    """Puts names in place of reads of the state that do not depend on the names of a loop."""

    def __init__(self, em: Emitter, bound: set[str]) -> None:
        self.em = em
        self.bound = bound
        self.kept: dict[str, str] = {}

    def value(self, node: ir.Value) -> ir.Value:
        if not isinstance(node, ir.Load) or self._stays(node):
            return rebuilt(node, self.value)
        key = value_text(node)
        if key not in self.kept:
            self.kept[key] = self.em.keep(node).word
        made = ir.Name(self.kept[key])
        made.place = node.place
        return made

    def _stays(self, node: ir.Load) -> bool:
        """Whether a read depends on the loop, or may fail."""
        return any(isinstance(n, ir.Call) or (isinstance(n, ir.Name) and n.word in self.bound)
                   for n in node.walk())


def hoisted(em: Emitter, word: str, test: ir.Value) -> ir.Value:
    """The test of an outermost loop over `word`, with what stays the same read before the loop.

    To read a number of the state is harmless, also where the test would not have come to it.
    """
    bound = {word} | {n.word for n in test.walk() if isinstance(n, ir.Map)}
    return _Hoister(em, bound).value(test)
