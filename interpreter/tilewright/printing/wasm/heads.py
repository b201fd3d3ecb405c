"""Lists of the middle language that are made anew, in free room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.lists import depth_of
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.memory import HEAD
from tilewright.printing.wasm.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.printing.wasm.body import Row


class Heads(Rows):
    """Prints lists that others may keep, as where their head lies."""

    work: Callable[[ir.Value], int | None]
    extension: Callable[[int, ir.Value], None]

    def head(self, node: ir.Value) -> None:
        """Where the head of a list lies; what is only looked at elsewhere is copied."""
        if isinstance(node, (ir.Name, ir.Data, ir.Choose, ir.Item, ir.Nothing)) or (
                isinstance(node, ir.Call) and node.word != "metered"):
            self.value(node)
        elif isinstance(node, ir.ListOf):
            self._literal(node)
        elif isinstance(node, ir.Map):
            self._map(node)
        elif isinstance(node, ir.Chain):
            self._chain(node.parts)
        elif isinstance(node, ir.Repeated):
            self._repeated(node)
        elif isinstance(node, ir.Backwards):
            head = self._kept_head(node.items)
            self.get(head)
            self.call("backwards")
            self.done(head)
        else:
            assert isinstance(node, (ir.View, ir.Fetch, ir.Cut, ir.Call)), node
            self.copy(self.row(node))

    def element(self, value: ir.Value) -> None:
        """A value as a list holds it: 64 bits."""
        self.listed(value)
        if depth_of(value):
            self.emit(w.I64_EXTEND_I32_U)

    def copy(self, row: Row) -> None:
        """A new list of the numbers of a row."""
        if row.named or row.lists:
            head, item = self._room(row), self.new(w.I64)
            row.lists = False
            with self.each(row, item):
                self.add_to_list(head, item)
            self.get(head)
            self.done(head, item)
            return
        self.get(row.at)
        self.get(row.end)
        self.call("copied")
        self.done(row.at, row.end)

    def copied(self, row: Row) -> Row:
        """The same numbers in a list of their own."""
        self.copy(row)
        head = self.new(w.I32)
        self.set(head)
        made = self.row_of(head)
        self.done(head)
        return made

    def plain_row(self, node: ir.Value) -> Row:
        """A list whose numbers lie one after another."""
        row = self.row(node)
        return self.copied(row) if row.named else row

    def _room(self, row: Row, width: int = 1) -> int:
        """An empty list with room for all that a row can give."""
        self.get(row.end)
        self.get(row.at)
        self.emit(w.I32_SUB)
        if width > 1:
            self.pointer(width)
            self.emit(w.I32_MUL)
        return self.new_list()

    def _literal(self, node: ir.ListOf) -> None:
        head, item = self.new_list(max(len(node.items), 4)), self.new(w.I64)
        for one in node.items:
            self.element(one)
            self.set(item)
            self.add_to_list(head, item)
        self.get(head)
        self.done(head, item)

    def _map(self, node: ir.Map) -> None:
        """A new list; where its next element goes is kept in a local."""
        pairs = isinstance(node.value, ir.Pair)
        row, count = self.row(node.source), self._count_of(node.source)
        head = self._room(row, 1 + pairs) if count is None else self.new_list(count * (1 + pairs))
        place = self.new(w.I32)
        self.get(head)
        self.load32(8)
        self.set(place)
        self.filled(head, node, row, place)
        self.get(head)
        self.done(head, place)

    def filled(self, head: int, node: ir.Map, row: Row, place: int) -> None:
        """Put what the elements of a row give where a local says, and tell the head."""
        kind = w.I32 if row.lists else w.I64
        with self.hidden(node.word, kind) as item, self.each(row, item):
            self._put_in(node, place)
        self.get(head)
        self.get(place)
        self.get(head)
        self.load32(8)
        self.emit(w.I32_SUB)
        self.pointer(3)
        self.emit(w.I32_SHR_U)
        self.store32(0)

    def _put_in(self, node: ir.Map, place: int) -> None:
        """What one element of the source gives. A small one is put down in any case, and stays if
        the test says so: the machine cannot guess which elements do."""
        parts = in_lists(node.value)
        always = node.test is not None and all(self.work(part) is not None for part in parts)
        if node.test is not None and not always:
            self.test(node.test)
            self.emit(w.I32_EQZ)
            self.branch(self.loops[-1][0], test=True)
        for number, part in enumerate(parts):
            self.get(place)
            self.element(part)
            self.store(8 * number)
        self.get(place)
        if always and node.test is not None:
            self.test(node.test)
            self.pointer(2 + len(parts))
            self.emit(w.I32_SHL)
        else:
            self.pointer(8 * len(parts))
        self.emit(w.I32_ADD)
        self.set(place)

    def _count_of(self, source: ir.Value) -> int | None:
        """How many elements a list has, where that is known."""
        if isinstance(source, ir.Call) and source.word == "metered":
            return self._count_of(source.given[1])
        if isinstance(source, ir.Data):
            return self.program.static(source.word)[1]
        if isinstance(source, ir.Item):
            grid = self.program.grid(source.holder)
            return None if grid is None else grid[2]
        return None

    def _chain(self, parts: list[ir.Value]) -> None:
        head = self.new_list(8)
        for part in parts:
            self.extension(head, part)
        self.get(head)
        self.done(head)

    def _repeated(self, node: ir.Repeated) -> None:
        self.value(node.value)
        self.value(node.count)
        self.call("repeated")

    # -- new lists ----------------------------------------------------------------------------

    def new_list(self, room: int | None = None) -> int:
        """An empty list with room for so many, or for as many bytes as are on the stack. The first
        global says where free room begins, the fourth where it ends."""
        head, end = self.new(w.I32), self.new(w.I32)
        self.allocates = True
        if room is not None:
            self.pointer(8 * room)
        self.set(end)
        self.with_number(w.GLOBAL_GET, 0)
        self.tee(head)
        self.pointer(HEAD)
        self.emit(w.I32_ADD)
        self.get(end)
        self.emit(w.I32_ADD)
        self.tee(end)
        self.with_number(w.GLOBAL_GET, 3)
        self.emit(w.I32_GT_U)
        with self.opened(w.IF):
            self.get(end)
            self.get(head)
            self.call("grow")
        self.get(end)
        self.with_number(w.GLOBAL_SET, 0)
        self.get(head)
        self._set_room(end, head, room)
        self.store(0)
        self.get(head)
        self.get(head)
        self.pointer(HEAD)
        self.emit(w.I32_ADD)
        self.store32(8)
        self.done(end)
        return head

    def _set_room(self, end: int, head: int, room: int | None) -> None:
        """The first half of a head: no elements, and room for so many."""
        if room is not None:
            self.const(room << 32)
            return
        self.get(end)
        self.get(head)
        self.emit(w.I32_SUB)
        self.pointer(HEAD)
        self.emit(w.I32_SUB, w.I64_EXTEND_I32_U)
        self.const(29)
        self.emit(w.I64_SHL)

    def add_to_list(self, head: int, value: int) -> None:
        """Put a number in a local behind the elements of a list that has room."""
        place = self.new(w.I32)
        self.get(head)
        self.load32(8)
        self.get(head)
        self.load32(0)
        self.tee(place)
        self.pointer(3)
        self.emit(w.I32_SHL, w.I32_ADD)
        self.get(value)
        if self.kind(value) == w.I32:
            self.emit(w.I64_EXTEND_I32_U)
        self.store()
        self.get(head)
        self.get(place)
        self.pointer(1)
        self.emit(w.I32_ADD)
        self.store32(0)
        self.done(place)


def in_lists(value: ir.Value) -> list[ir.Value]:
    """What stands in a list for an element; a pair is two numbers."""
    return [value.key, value.item] if isinstance(value, ir.Pair) else [value]
