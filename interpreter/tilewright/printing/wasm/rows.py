"""Lists of the middle language, gone through where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.lists import depth_of
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.body import Body, Row

if TYPE_CHECKING:
    from collections.abc import Callable


class Rows(Body):
    """Prints loops over lists; how values are printed comes with the classes that build on this."""

    value: Callable[[ir.Value], None]
    test: Callable[[ir.Value], None]
    calls: Callable[[ir.Call], None]
    listed: Callable[[ir.Value], None]
    head: Callable[[ir.Value], None]
    inside: Callable[[ir.Value, int], None]

    # -- where a list lies --------------------------------------------------------------------

    def row(self, node: ir.Value) -> Row:
        """A list to be gone through at once, where it lies if it need not be made."""
        lists = depth_of(node) > 1
        if isinstance(node, ir.View):
            return self._view(node)
        if isinstance(node, ir.Fetch):
            head = self._kept_head(ir.Item(node.table, node.row))
            row = self.row_of(head)
            self.done(head)
            row.named = True
            return row
        if isinstance(node, ir.Cut):
            return self._cut(node)
        if isinstance(node, ir.Data):
            return self._static(node)
        if isinstance(node, ir.Item):
            found = self._row_of_table(node)
            if found is not None:
                return found
        if isinstance(node, ir.Call) and node.word == "metered":
            return self._metered(node)
        head = self._kept_head(node)
        row = self.row_of(head, lists=lists)
        self.done(head)
        return row

    def _row_of_table(self, node: ir.Item) -> Row | None:
        """A row of a table whose rows are equally long, and lie one after another."""
        grid = self.program.grid(node.holder)
        if grid is None:
            return None
        start, count, width = grid
        row = Row(self.new(w.I32), self.new(w.I32))
        self.inside(node.index, count)
        self.pointer(8 * width)
        self.emit(w.I32_MUL)
        self.pointer(start)
        self.emit(w.I32_ADD)
        self.tee(row.at)
        self.pointer(8 * width)
        self.emit(w.I32_ADD)
        self.set(row.end)
        return row

    def _kept_head(self, node: ir.Value) -> int:
        head = self.new(w.I32)
        self.head(node)
        self.set(head)
        return head

    def _static(self, node: ir.Data) -> Row:
        start, count = self.program.static(node.word)
        row = Row(self.new(w.I32), self.new(w.I32), node.depth > 1)
        self.pointer(start)
        self.set(row.at)
        self.pointer(start + 8 * count)
        self.set(row.end)
        return row

    def _view(self, node: ir.View) -> Row:
        row = Row(self.new(w.I32), self.new(w.I32))
        ends = (ir.value_of(node.start), ir.value_of(node.stop))
        total = self.program.total
        if ends[0] is not None and ends[1] is not None and 0 <= ends[0] <= ends[1] <= total:
            for end, local in ((ends[0], row.at), (ends[1], row.end)):
                self.get(self.state)
                self.pointer(8 * end)
                self.emit(w.I32_ADD)
                self.set(local)
            return row
        start, stop = self._numbers(node.start, node.stop)
        self._clamped(start, stop, lambda: self.const(total))
        for number, local in ((start, row.at), (stop, row.end)):
            self.get(number)
            self.emit(w.I32_WRAP_I64)
            self.pointer(3)
            self.emit(w.I32_SHL)
            self.get(self.state)
            self.emit(w.I32_ADD)
            self.set(local)
        self.done(start, stop)
        return row

    def _numbers(self, *nodes: ir.Value) -> list[int]:
        found = []
        for node in nodes:
            local = self.new(w.I64)
            self.value(node)
            self.set(local)
            found.append(local)
        return found

    def _clamped(self, start: int, stop: int, total: Callable[[], None]) -> None:
        """The ends of a part of a list, as Python reads them: nothing is beyond its ends."""
        for local in (start, stop):
            self.get(local)
            total()
            self.emit(w.I64_GT_U)
            with self.opened(w.IF):
                self.get(local)
                total()
                self.call("clamped")
                self.set(local)
        self.get(stop)
        self.get(start)
        self.emit(w.I64_LT_S)
        with self.opened(w.IF):
            self.get(start)
            self.set(stop)

    def _cut(self, node: ir.Cut) -> Row:
        whole = self.row(node.items)
        count = self.new(w.I64)
        self.length(whole)
        self.emit(w.I64_EXTEND_I32_U)
        self.set(count)
        start, stop = self.new(w.I64), self.new(w.I64)
        for end, local in ((node.start, start), (node.stop, stop)):
            if end is not None:
                self.value(end)
            elif local == start:
                self.const(0)
            else:
                self.get(count)
            self.set(local)
        self._clamped(start, stop, lambda: self.get(count))
        for number, local in ((stop, whole.end), (start, whole.at)):
            self.get(whole.at)
            self.get(number)
            self.emit(w.I32_WRAP_I64)
            self.pointer(3)
            self.emit(w.I32_SHL, w.I32_ADD)
            self.set(local)
        self.done(count, start, stop)
        return whole

    def _metered(self, node: ir.Call) -> Row:
        """A list of which each element is charged."""
        _, items, steps = node.given
        row = self.row(items)
        self.get(self.state)
        self.length(row)
        self.emit(w.I64_EXTEND_I32_U)
        self.value(steps)
        self.emit(w.I64_MUL)
        self.call("charge")
        return row
