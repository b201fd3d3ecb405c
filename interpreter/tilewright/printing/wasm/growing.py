"""Elements of the middle language that are put behind those of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.heads import Heads, in_lists

if TYPE_CHECKING:
    from collections.abc import Callable


class Growing(Heads):
    """Prints lists that get longer, without a list in between where there need not be one."""

    def extension(self, head: int, items: ir.Value) -> None:
        """Put the elements of a list behind those of the one whose head is in a local."""
        if isinstance(items, ir.Choose):
            self.test(items.test)
            with self.opened(w.IF):
                self.extension(head, items.then)
                self.emit(w.ELSE)
                self.extension(head, items.other)
        elif isinstance(items, ir.ListOf):
            for one in items.items:
                self.addition(head, one)
        elif isinstance(items, ir.Map):
            self._mapped_behind(head, items)
        else:
            row = self.plain_row(items)
            self.get(head)
            self.get(row.at)
            self.get(row.end)
            self.call("extend")
            self.done(row.at, row.end)

    def addition(self, head: int, one: ir.Value) -> None:
        """Put one element behind those of a list."""
        for part in in_lists(one):
            item = self.new(w.I64)
            self.element(part)
            self.set(item)
            self.get(head)
            self.load32(0)
            self.get(head)
            self.load32(4)
            self.emit(w.I32_GE_U)
            with self.opened(w.IF):
                self._more_room(head, lambda: self.pointer(1))
            self.add_to_list(head, item)
            self.done(item)

    def _more_room(self, head: int, more: Callable[[], None]) -> None:
        self.get(head)
        self.get(head)
        self.load32(0)
        more()
        self.emit(w.I32_ADD)
        self.call("more room")

    def _mapped_behind(self, head: int, node: ir.Map) -> None:
        """A list with tests and values of its own, put behind another without standing alone."""
        width = len(in_lists(node.value))
        row, place = self.row(node.source), self.new(w.I32)

        def most() -> None:
            self.length(row)
            self.pointer(width)
            self.emit(w.I32_MUL)

        self._more_room(head, most)
        self.get(head)
        self.load32(8)
        self.get(head)
        self.load32(0)
        self.pointer(3)
        self.emit(w.I32_SHL, w.I32_ADD)
        self.set(place)
        self.filled(head, node, row, place)
        self.done(place)
