"""Values of the middle language as instructions: numbers, tests, slots, calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tilewright.middle import ir
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.body import LISTS
from tilewright.printing.wasm.truth import Truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.printing.wasm.ranges import Ranges

SIGNS = {"+": w.I64_ADD, "-": w.I64_SUB, "*": w.I64_MUL, "<<": w.I64_SHL, ">>": w.I64_SHR_S,
         "|": w.I64_OR, "&": w.I64_AND, "^": w.I64_XOR}
VALUES: dict[type[ir.Node], Callable[..., None]] = {}
Writer = TypeVar("Writer", bound="Callable[..., None]")


def prints(*kinds: type[ir.Value]) -> Callable[[Writer], Writer]:
    """The function that prints values of some kinds."""

    def kept(function: Writer) -> Writer:
        VALUES.update(dict.fromkeys(kinds, function))
        return function

    return kept


class Values(Truth):
    """Prints values: numbers and tests as 64 bits on the stack, lists as where they lie.

    `extreme` comes with the class that prints calls.
    """

    extreme: Callable[[str, ir.Value, ir.Value | None], None]

    def value(self, node: ir.Value) -> None:
        VALUES[type(node)](self, node)

    @prints(ir.Compare, ir.Not, ir.Both, ir.Either, ir.Between, ir.Has)
    def _truth(self, node: ir.Value) -> None:
        self.test(node)
        self.emit(w.I64_EXTEND_I32_U)

    # -- plain values -------------------------------------------------------------------------

    @prints(ir.Const)
    def _const(self, node: ir.Const) -> None:
        self.const(int(node.value))

    @prints(ir.Text)
    def _text(self, node: ir.Text) -> None:
        self.const(self.program.memory.text(node.value))

    @prints(ir.Nothing)
    def _nothing(self, node: ir.Nothing) -> None:
        del node
        self.pointer(0)

    @prints(ir.Position)
    def _position(self, node: ir.Position) -> None:
        del node
        self.get(self.state)

    @prints(ir.Name)
    def _name(self, node: ir.Name) -> None:
        self.get(self.names[node.word][0])

    @prints(ir.Data)
    def _data(self, node: ir.Data) -> None:
        self.pointer(self.program.table(node.word))

    # -- slots --------------------------------------------------------------------------------

    def slot(self, address: ir.Value) -> int:
        """Put where a slot lies on the stack; what is to be added to that is told."""
        number = ir.value_of(address)
        self.get(self.state)
        if number is not None and 0 <= number < self.program.total:
            return 8 * number
        offset = 0
        if self.ranges.inside(address, self.program.total):
            address, offset = _apart(address, self.ranges)
        self.inside(address, self.program.total, sure=offset > 0)
        self.pointer(3)
        self.emit(w.I32_SHL, w.I32_ADD)
        return 8 * offset

    def inside(self, index: ir.Value, count: int, *, sure: bool = False) -> None:
        """An index of one of so many, as Python counts it; there is a fault if there is none."""
        if sure or self.ranges.inside(index, count):
            self.value(index)
            self.emit(w.I32_WRAP_I64)
            return
        at = self.new(w.I64)
        self.value(index)
        self.tee(at)
        self.const(count)
        self.emit(w.I64_GE_U)
        with self.opened(w.IF):
            self.get(at)
            self.const(count)
            self.call("from the end")
            self.set(at)
        self.get(at)
        self.emit(w.I32_WRAP_I64)
        self.done(at)

    @prints(ir.Load)
    def _load(self, node: ir.Load) -> None:
        self.load(self.slot(node.address))

    # -- arithmetic ---------------------------------------------------------------------------

    @prints(ir.Math)
    def _math(self, node: ir.Math) -> None:
        self.value(node.left)
        self.value(node.right)
        if node.sign in SIGNS:
            self.emit(SIGNS[node.sign])
        else:
            self.call("quotient" if node.sign == "//" else "rest")

    @prints(ir.Minus)
    def _minus(self, node: ir.Minus) -> None:
        self.const(0)
        self.value(node.number)
        self.emit(w.I64_SUB)

    @prints(ir.Choose)
    def _choose(self, node: ir.Choose) -> None:
        self.test(node.test)
        with self.opened(w.IF, w.I32 if node.type in LISTS else w.I64):
            self.listed(node.then)
            self.emit(w.ELSE)
            self.listed(node.other)

    def listed(self, node: ir.Value) -> None:
        """A value; a list as one that others may keep."""
        if node.type in LISTS:
            self.head(node)
        else:
            self.value(node)

    # -- elements -----------------------------------------------------------------------------

    @prints(ir.Item)
    def _item(self, node: ir.Item) -> None:
        known = self.program.count_of(node.holder)
        if isinstance(node.holder, ir.Item) and self._of_grid(node.holder, node.index):
            return
        if known is not None:
            table, count = known
            at = ir.value_of(node.index)
            if at is not None and -count <= at < count:
                self.pointer(0)
                self.load(table + 8 * (at % count))
            else:
                self.inside(node.index, count)
                self.pointer(3)
                self.emit(w.I32_SHL)
                self.load(table)
        else:
            self._element(node)
        if node.type in (ir.LIST, ir.LISTS):
            self.emit(w.I32_WRAP_I64)

    def _element(self, node: ir.Item) -> None:
        """An element of a list that is made in play, or of a row of a table."""
        head, at = self.new(w.I32), self.new(w.I64)
        self.head(node.holder)
        self.set(head)
        self.value(node.index)
        self.tee(at)
        self.get(head)
        self.load32(0)
        self.emit(w.I64_EXTEND_I32_U, w.I64_GE_U)
        with self.opened(w.IF):
            self.get(at)
            self.get(head)
            self.load32(0)
            self.emit(w.I64_EXTEND_I32_U)
            self.call("from the end")
            self.set(at)
        self.get(head)
        self.load32(8)
        self.get(at)
        self.emit(w.I32_WRAP_I64)
        self.pointer(3)
        self.emit(w.I32_SHL, w.I32_ADD)
        self.load()
        self.done(head, at)

    def _of_grid(self, row: ir.Item, column: ir.Value) -> bool:
        """A number of a table of equally long rows, read at once."""
        grid = self.program.grid(row.holder)
        if grid is None:
            return False
        start, count, width = grid
        self.inside(row.index, count)
        self.pointer(width)
        self.emit(w.I32_MUL)
        self.inside(column, width)
        self.emit(w.I32_ADD)
        self.pointer(3)
        self.emit(w.I32_SHL)
        self.load(start)
        return True

    # -- lists, which `rows` prints -----------------------------------------------------------

    @prints(ir.View, ir.Fetch, ir.ListOf, ir.Chain, ir.Map, ir.Cut, ir.Repeated, ir.Backwards)
    def _list(self, node: ir.Value) -> None:
        self.head(node)

    @prints(ir.Call)
    def _called(self, node: ir.Call) -> None:
        self.calls(node)

    @prints(ir.Extreme)
    def _extreme(self, node: ir.Extreme) -> None:
        self.extreme(node.word, node.items, node.default)


def _apart(address: ir.Value, ranges: Ranges) -> tuple[ir.Value, int]:
    """An address as a number and what an instruction adds to it by itself."""
    if isinstance(address, ir.Math) and address.sign == "+":
        number, found = ir.value_of(address.right), ranges.of(address.left)
        if number is not None and number > 0 and found is not None and found[0] >= 0:
            return address.left, number
    return address, 0
