"""The body of one function: its locals, its instructions, and loops over what is gone through."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.ranges import Ranges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.printing.wasm.program import Program

# Functions of the runtime that take free room.
ALLOCATING = ("new list", "copied", "repeated", "extend", "range", "sorted", "once",
              "in order by", "backwards", "copy of state", "more room")
# The local of each name, and its type.
Names = dict[str, tuple[int, int]]
# What is told by where it lies.
LISTS = (ir.LIST, ir.LISTS, ir.PAIRS)
POINTERS = (*LISTS, ir.STATE)


def wasm_type(kind: str) -> int:
    return w.I32 if kind in POINTERS else w.I64


@dataclass(slots=True)
class Row:
    """Numbers that are gone through: where the next one lies, and where they end.

    Of slots that a table names, `named` says that what lies there are numbers of slots.
    """

    at: int
    end: int
    lists: bool = False
    named: bool = False


class Body:
    """Instructions and locals."""

    def __init__(self, program: Program, made: ir.Function) -> None:
        self.program = program
        self.made = made
        self.code = bytearray()
        self.locals: list[int] = []
        self.count = len(made.args)
        self.names: Names = {
            arg.word: (n, wasm_type(arg.kind)) for n, arg in enumerate(made.args)}
        self.free: dict[int, list[int]] = {w.I32: [], w.I64: []}
        self.depth = 0
        # Of the loops around: how deep their beginning and what follows them lie.
        self.loops: list[tuple[int, int]] = []
        self.state = self.names["S"][0] if "S" in self.names else -1
        self.ranges = Ranges(made, program.tables.__getitem__)
        # Whether anything was put into free room.
        self.allocates = False

    # -- instructions -------------------------------------------------------------------------

    def emit(self, *codes: int) -> None:
        self.code += bytes(codes)

    def with_number(self, code: int, number: int) -> None:
        self.code.append(code)
        self.code += w.unsigned(number)

    def get(self, local: int) -> None:
        self.with_number(w.LOCAL_GET, local)

    def set(self, local: int) -> None:
        self.with_number(w.LOCAL_SET, local)

    def tee(self, local: int) -> None:
        self.with_number(w.LOCAL_TEE, local)

    def const(self, number: int) -> None:
        self.code.append(w.I64_CONST)
        self.code += w.signed(number)

    def pointer(self, number: int) -> None:
        self.code.append(w.I32_CONST)
        self.code += w.signed(number)

    def load(self, offset: int = 0) -> None:
        self.code += bytes((w.I64_LOAD, 3)) + w.unsigned(offset)

    def store(self, offset: int = 0) -> None:
        self.code += bytes((w.I64_STORE, 3)) + w.unsigned(offset)

    def load32(self, offset: int = 0) -> None:
        self.code += bytes((w.I32_LOAD, 2)) + w.unsigned(offset)

    def store32(self, offset: int = 0) -> None:
        self.code += bytes((w.I32_STORE, 2)) + w.unsigned(offset)

    def call(self, word: str) -> None:
        self.allocates |= word in ALLOCATING
        self.with_number(w.CALL, self.program.number(word))

    def branch(self, depth: int, *, test: bool = False) -> None:
        """Leave for a block that was opened at some depth."""
        self.with_number(w.BR_IF if test else w.BR, self.depth - depth)

    @contextmanager
    def opened(self, code: int, kind: int = w.EMPTY) -> Iterator[int]:
        """A block, loop or condition; how deep it is."""
        self.emit(code, kind)
        self.depth += 1
        yield self.depth
        self.emit(w.END)
        self.depth -= 1

    # -- locals -------------------------------------------------------------------------------

    def new(self, kind: int) -> int:
        """A local for a while; `done` gives it back."""
        if self.free[kind]:
            return self.free[kind].pop()
        self.locals.append(kind)
        self.count += 1
        return self.count - 1

    def done(self, *locals_: int) -> None:
        for local in locals_:
            self.free[self.kind(local)].append(local)

    def kind(self, local: int) -> int:
        args = self.made.args
        if local < len(args):
            return wasm_type(args[local].kind)
        return self.locals[local - len(args)]

    def name(self, word: str, kind: int) -> int:
        """The local of a name."""
        if word not in self.names:
            self.locals.append(kind)
            self.count += 1
            self.names[word] = self.count - 1, kind
        return self.names[word][0]

    @contextmanager
    def hidden(self, word: str, kind: int) -> Iterator[int]:
        """A name that means something else outside."""
        outer = self.names.pop(word, None)
        local = self.new(kind)
        self.names[word] = local, kind
        yield local
        del self.names[word]
        self.done(local)
        if outer is not None:
            self.names[word] = outer

    # -- faults -------------------------------------------------------------------------------

    def stops(self, fault: int) -> None:
        """The call ends here; the second global tells which fault it was."""
        self.pointer(fault)
        self.with_number(w.GLOBAL_SET, 1)
        self.emit(w.UNREACHABLE)

    # -- loops --------------------------------------------------------------------------------

    @contextmanager
    def loop(self) -> Iterator[int]:
        """Code that is done again and again, until it leaves for the depth that is given."""
        with self.opened(w.BLOCK) as after, self.opened(w.LOOP) as again:
            self.loops.append((again, after))
            yield after
            self.loops.pop()
            self.branch(again)

    @contextmanager
    def each(self, row: Row, item: int) -> Iterator[None]:
        """Code for each number of a row, with the number in a local."""
        with self.loop() as after:
            self.get(row.at)
            self.get(row.end)
            self.emit(w.I32_GE_U)
            self.branch(after, test=True)
            self.item(row)
            self.set(item)
            self.get(row.at)
            self.pointer(8)
            self.emit(w.I32_ADD)
            self.set(row.at)
            yield
        self.done(row.at, row.end)

    def item(self, row: Row) -> None:
        """The next number of a row."""
        self.get(row.at)
        self.load()
        if row.named:
            self.emit(w.I32_WRAP_I64)
            self.pointer(3)
            self.emit(w.I32_SHL)
            self.get(self.state)
            self.emit(w.I32_ADD)
            self.load()
        if row.lists:
            self.emit(w.I32_WRAP_I64)

    def length(self, row: Row) -> None:
        """How many numbers a row has."""
        self.get(row.end)
        self.get(row.at)
        self.emit(w.I32_SUB)
        self.pointer(3)
        self.emit(w.I32_SHR_U)

    def row_of(self, head: int, *, lists: bool = False) -> Row:
        """The elements of a list whose head lies where a local says."""
        at, end = self.new(w.I32), self.new(w.I32)
        self.get(head)
        self.load32(8)
        self.tee(at)
        self.get(head)
        self.load32(0)
        self.pointer(3)
        self.emit(w.I32_SHL, w.I32_ADD)
        self.set(end)
        return Row(at, end, lists)

    # -- the whole ----------------------------------------------------------------------------

    def bytes(self) -> bytes:
        """The body with its locals, those of one type in a row together."""
        runs: list[list[int]] = []
        for kind in self.locals:
            if runs and runs[-1][1] == kind:
                runs[-1][0] += 1
            else:
                runs.append([1, kind])
        return w.vector([w.unsigned(n) + bytes((kind,)) for n, kind in runs]) + bytes(
            self.code) + bytes((w.END,))
