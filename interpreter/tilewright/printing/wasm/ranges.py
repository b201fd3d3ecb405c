"""Between which bounds numbers lie, where a function shows it: an index that cannot leave its table
needs no test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.lists import depth_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

Range = tuple[int, int]
# Beyond this nothing is told of a number, so that no sum of two can pass 64 bits.
FAR = 1 << 40


class Ranges:
    """The bounds of the names of one function, each looked for when it is first asked for."""

    def __init__(self, made: ir.Function, table: Callable[[str], Sequence[Any]],
                 given: Mapping[str, Range | None] | None = None) -> None:
        """`given` tells the bounds of arguments, where they are known."""
        self.table = table
        self._bound: dict[str, list[ir.Value | Range | None]] = {
            arg.word: [(given or {}).get(arg.word)] for arg in made.args}
        self._known: dict[str, Range | None] = {}
        for stmt in made.body:
            for node in stmt.walk():
                self._note(node)

    def _note(self, node: ir.Node) -> None:
        if isinstance(node, ir.Let):
            self._add(node.word, node.value)
        elif isinstance(node, ir.Add):
            self._add(node.word, None)
        elif isinstance(node, ir.For):
            found = self._elements(node.source, len(node.words) > 1)
            for word in node.words:
                self._add(word, found)
        elif isinstance(node, ir.Map):
            self._add(node.word, self._elements(node.source, apart=False))
        elif isinstance(node, ir.Count):
            self._add(node.word, None)

    def _add(self, word: str, value: ir.Value | Range | None) -> None:
        self._bound.setdefault(word, []).append(value)

    def _elements(self, source: ir.Value, apart: bool) -> Range | None:
        """The bounds of all numbers in a list, or in all lists of one."""
        if isinstance(source, ir.Call) and source.word == "metered":
            return self._elements(source.given[1], apart)
        holder = source
        while isinstance(holder, ir.Item):
            holder = holder.holder
        if not isinstance(holder, ir.Data) or depth_of(source) > 1 + apart:
            return None
        numbers = list(_flat(self.table(holder.word)))
        return (min(numbers), max(numbers)) if numbers else (0, 0)

    def of(self, value: ir.Value) -> Range | None:
        """The bounds of a number; nothing if it could be any."""
        number = ir.value_of(value)
        if number is not None:
            return (number, number)
        if isinstance(value, ir.Name):
            return self._of_name(value.word)
        if isinstance(value, ir.Item) and depth_of(value) == 0:
            return self._elements(value.holder, apart=False)
        if isinstance(value, ir.Math) and value.sign in "+-*":
            return self._of_math(value)
        return None

    def _of_name(self, word: str) -> Range | None:
        if word not in self._known:
            self._known[word] = None   # what depends on itself is unknown
            found = [self.of(v) if isinstance(v, ir.Value) else v
                     for v in self._bound.get(word, [None])]
            known = [f for f in found if f is not None]
            if len(known) == len(found):
                self._known[word] = min(f[0] for f in known), max(f[1] for f in known)
        return self._known[word]

    def _of_math(self, value: ir.Math) -> Range | None:
        left, right = self.of(value.left), self.of(value.right)
        if left is None or right is None:
            return None
        if value.sign == "+":
            made = left[0] + right[0], left[1] + right[1]
        elif value.sign == "-":
            made = left[0] - right[1], left[1] - right[0]
        else:
            ends = [a * b for a in left for b in right]
            made = min(ends), max(ends)
        return made if made[0] > -FAR and made[1] < FAR else None

    def inside(self, value: ir.Value, count: int) -> bool:
        """Whether an index is certainly one of so many."""
        found = self.of(value)
        return found is not None and found[0] >= 0 and found[1] < count


def _flat(values: Any) -> Any:
    for value in values:
        if isinstance(value, (tuple, list, range)):
            yield from _flat(value)
        else:
            yield int(value)
