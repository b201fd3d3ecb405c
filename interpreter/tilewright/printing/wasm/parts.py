"""Several lists that are put into a row of slots one after another, without a list in between."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.loops import Loops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.printing.wasm.body import Row

    # Numbers in locals, a row, or a number and how often it comes.
    Part = list[int] | Row | tuple[int, int]


def in_order(parts: list[ir.Value]) -> bool:
    """Whether parts may be written one after another: only the first may read what is written."""
    return not any(isinstance(node, (ir.View, ir.Fetch, ir.Load, ir.Call))
                   for part in parts[1:] for node in part.walk()
                   if not (isinstance(node, ir.Call) and node.word == "len"))


# So many numbers are written one by one, each by an instruction of its own.
MOST = 128


class Parts(Loops):
    """Prints rows of slots that are written in parts, or number by number."""

    def written_at_once(self, stmt: ir.Write) -> bool:
        """Known numbers into known slots, two at a time."""
        ends = ir.value_of(stmt.start), ir.value_of(stmt.stop)
        numbers = self._numbers_of(stmt.items)
        if ends[0] is None or ends[1] is None or numbers is None or len(numbers) > MOST:
            return False
        first, stop = ends[0], ends[1]
        if not 0 <= first <= stop <= self.program.total or stop - first != len(numbers):
            return False
        for at in range(0, len(numbers) - 1, 2):
            self.get(self.state)
            self.code += w.V128_CONST + struct.pack("<2q", *numbers[at:at + 2])
            self.code += w.V128_STORE + bytes((3,)) + w.unsigned(8 * (first + at))
        if len(numbers) % 2:
            self.get(self.state)
            self.const(numbers[-1])
            self.store(8 * (stop - 1))
        return True

    def _numbers_of(self, items: ir.Value) -> Sequence[int] | None:
        """The numbers of a list that never changes."""
        if isinstance(items, ir.Data) and items.depth == 1:
            return self.program.tables[items.word]
        if isinstance(items, ir.Cut):
            whole = self._numbers_of(items.items)
            ends = [None if end is None else ir.value_of(end) for end in (items.start, items.stop)]
            if whole is not None and all(
                    end is None or number is not None
                    for end, number in zip((items.start, items.stop), ends, strict=True)):
                return whole[ends[0]:ends[1]]
        return None

    def written_in_parts(self, stmt: ir.Write) -> None:
        whole = stmt.items.parts if isinstance(stmt.items, ir.Chain) else [stmt.items]
        parts = [self._part(part) for part in whole]
        size, place = self.new(w.I32), self.new(w.I32)
        self.pointer(0)
        for part in parts:
            self._size(part)
            self.emit(w.I32_ADD)
        self.set(size)
        self.get(self.state)
        self.value(stmt.start)
        self.value(stmt.stop)
        self.get(size)
        self.call("place to write")
        self.set(place)
        for part in parts:
            self._put_down(part, place)
            self.get(place)
            self._size(part)
            self.emit(w.I32_ADD)
            self.set(place)
            self._given_back(part)
        self.done(size, place)

    def _part(self, part: ir.Value) -> Part:
        if isinstance(part, ir.ListOf):
            return [self._kept(item) for item in part.items]
        if isinstance(part, ir.Repeated):
            one, count = self._kept(part.value), self.new(w.I32)
            times = self._kept(part.count)
            self.get(times)
            self.const(0)
            self.get(times)
            self.const(0)
            self.emit(w.I64_GT_S, w.SELECT, w.I32_WRAP_I64)
            self.set(count)
            self.done(times)
            return one, count
        return self.plain_row(part)

    def _kept(self, value: ir.Value) -> int:
        local = self.new(w.I64)
        self.value(value)
        self.set(local)
        return local

    def _size(self, part: Part) -> None:
        """How many bytes a part takes."""
        if isinstance(part, list):
            self.pointer(8 * len(part))
        elif isinstance(part, tuple):
            self.get(part[1])
            self.pointer(3)
            self.emit(w.I32_SHL)
        else:
            self.get(part.end)
            self.get(part.at)
            self.emit(w.I32_SUB)

    def _put_down(self, part: Part, place: int) -> None:
        if isinstance(part, list):
            for number, local in enumerate(part):
                self.get(place)
                self.get(local)
                self.store(8 * number)
            return
        self.get(place)
        if isinstance(part, tuple):
            self.get(part[0])
            self.get(part[1])
            self.call("fill")
        else:
            self.get(part.at)
            self._size(part)
            self.call("move")

    def _given_back(self, part: Part) -> None:
        if isinstance(part, (list, tuple)):
            self.done(*part)
        else:
            self.done(part.at, part.end)
