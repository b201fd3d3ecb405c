"""Loops of the middle language as instructions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from tilewright.middle import ir
from tilewright.middle.lists import depth_of
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.body import Row, wasm_type
from tilewright.printing.wasm.inlines import Inlines

if TYPE_CHECKING:
    from collections.abc import Callable

# So many instructions are written one after another instead of a loop.
LONG = 64
STATEMENTS: dict[type[ir.Node], Callable[..., None]] = {}
Writer = TypeVar("Writer", bound="Callable[..., None]")


def prints(kind: type[ir.Statement]) -> Callable[[Writer], Writer]:
    """The function that prints statements of a kind."""

    def kept(function: Writer) -> Writer:
        STATEMENTS[kind] = function
        return function

    return kept


class Loops(Inlines):
    """Prints loops; `body` comes with the class that prints statements."""

    @prints(ir.For)
    def _for(self, stmt: ir.For) -> None:
        if isinstance(stmt.source, ir.Name) and _grows(stmt.source.word, stmt.body):
            self._growing(stmt)
            return
        if len(stmt.words) > 1 and self._flat(stmt):
            return
        if self._first_of_few(stmt):
            return
        row = self.row(stmt.source)
        if isinstance(stmt.source, (ir.View, ir.Fetch)) and _writes(stmt.body):
            row = self.copied(row)
        if len(stmt.words) > 1:
            self._taken_apart(stmt, row.at, row.end)
            return
        item = self.name(stmt.words[0], w.I32 if row.lists else w.I64)
        with self.each(row, item):
            self.body(stmt.body)

    def _first_of_few(self, stmt: ir.For) -> bool:
        """The first of a few numbers of a table that a small test is true of. All are tested, from
        the last to the first: the machine cannot guess which one it will be."""
        found = _first_found(stmt)
        grid = self.program.grid(stmt.source.holder) if isinstance(stmt.source, ir.Item) else None
        if found is None or grid is None or stmt.words[0] in self.frame.read_later(stmt):
            return False
        assert isinstance(stmt.source, ir.Item)
        start, count, width = grid
        test, value = self.work(found.test), self.work(found.value)
        if test is None or value is None or (test + value + 3) * width > LONG:
            return False
        row, kept = self.new(w.I32), self.name(found.word, wasm_type(found.value.type))
        item = self.name(stmt.words[0], w.I64)
        self.inside(stmt.source.index, count)
        self.pointer(8 * width)
        self.emit(w.I32_MUL)
        self.set(row)
        for at in reversed(range(width)):
            self.get(row)
            self.load(start + 8 * at)
            self.set(item)
            self.value(found.value)
            self.get(kept)
            self.test(found.test)
            self.emit(w.SELECT)
            self.set(kept)
        self.done(row)
        return True

    def _flat(self, stmt: ir.For) -> bool:
        """A loop over rows of a table, whose numbers lie one after another."""
        source, width = stmt.source, len(stmt.words)
        ends = self.program.flat(source.holder, width) if isinstance(source, ir.Item) else None
        if ends is None:
            return False
        assert isinstance(source, ir.Item)
        assert isinstance(source.holder, ir.Data)
        at, end = self.new(w.I32), self.new(w.I32)
        self.inside(source.index, len(self.program.tables[source.holder.word]))
        self.pointer(3)
        self.emit(w.I32_SHL)
        self.tee(end)
        self.load32(ends)
        self.set(at)
        self.get(end)
        self.load32(ends + 4)
        self.set(end)
        with self.loop() as after:
            self.get(at)
            self.get(end)
            self.emit(w.I32_GE_U)
            self.branch(after, test=True)
            for number, word in enumerate(stmt.words):
                self.get(at)
                self.load(8 * number)
                self.set(self.name(word, w.I64))
            self.get(at)
            self.pointer(8 * width)
            self.emit(w.I32_ADD)
            self.set(at)
            self.body(stmt.body)
        self.done(at, end)
        return True

    def _taken_apart(self, stmt: ir.For, at: int, end: int) -> None:
        """A loop over rows of which each element gets a name."""
        head = self.new(w.I32)
        with self.each(Row(at, end, lists=True), head):
            self.get(head)
            self.load32(8)
            self.set(head)
            for number, word in enumerate(stmt.words):
                self.get(head)
                self.load(8 * number)
                self.set(self.name(word, w.I64))
            self.body(stmt.body)
        self.done(head)

    def _growing(self, stmt: ir.For) -> None:
        """A loop over a list that may get longer meanwhile."""
        assert isinstance(stmt.source, ir.Name)
        head, at = self.names[stmt.source.word][0], self.new(w.I32)
        lists = depth_of(stmt.source) > 1
        item = self.name(stmt.words[0], w.I32 if lists else w.I64)
        self.pointer(0)
        self.set(at)
        with self.loop() as after:
            self.get(at)
            self.get(head)
            self.load32(0)
            self.emit(w.I32_GE_U)
            self.branch(after, test=True)
            self.get(head)
            self.load32(8)
            self.get(at)
            self.pointer(3)
            self.emit(w.I32_SHL, w.I32_ADD)
            self.load()
            if lists:
                self.emit(w.I32_WRAP_I64)
            self.set(item)
            self.get(at)
            self.pointer(1)
            self.emit(w.I32_ADD)
            self.set(at)
            self.body(stmt.body)
        self.done(at)

    @prints(ir.Count)
    def _count(self, stmt: ir.Count) -> None:
        number, stop = self.new(w.I64), self.new(w.I64)
        if stmt.start is None:
            self.const(0)
        else:
            self.value(stmt.start)
        self.set(number)
        self.value(stmt.stop)
        self.set(stop)
        step = 1 if stmt.step is None else ir.value_of(stmt.step)
        assert step is not None
        word = self.name(stmt.word, w.I64)
        with self.loop() as after:
            self.get(number)
            self.get(stop)
            self.emit(w.I64_GE_S if step > 0 else w.I64_LE_S)
            self.branch(after, test=True)
            self.get(number)
            self.tee(word)
            self.const(step)
            self.emit(w.I64_ADD)
            self.set(number)
            self.body(stmt.body)
        self.done(number, stop)

    @prints(ir.While)
    def _while(self, stmt: ir.While) -> None:
        with self.loop() as after:
            self.test(stmt.test)
            self.emit(w.I32_EQZ)
            self.branch(after, test=True)
            self.body(stmt.body)


@dataclass(frozen=True, slots=True)
class First:
    """What a loop looks for: a name gets a value at the first element that a test is true of."""

    test: ir.Value
    word: str
    value: ir.Value


def _first_found(stmt: ir.For) -> First | None:
    """What is looked for, if a loop does nothing else."""
    inner = stmt.body[0] if len(stmt.body) == 1 else None
    if not (isinstance(inner, ir.If) and not inner.other and len(stmt.words) == 1
            and len(inner.then) == 2):
        return None
    let, stop = inner.then
    if not (isinstance(let, ir.Let) and isinstance(stop, ir.Stop)):
        return None
    return First(inner.test, let.word, let.value)


def _grows(word: str, stmts: list[ir.Statement]) -> bool:
    return any(isinstance(node, (ir.Append, ir.Extend)) and node.word == word
               for stmt in stmts for node in stmt.walk())


def _writes(stmts: list[ir.Statement]) -> bool:
    """Whether slots may be written by statements, or by what they call."""
    return any(isinstance(node, (ir.Store, ir.Bump, ir.Write, ir.Run))
               for stmt in stmts for node in stmt.walk())
