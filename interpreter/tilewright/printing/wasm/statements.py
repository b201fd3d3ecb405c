"""Statements of the middle language as instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.header import DECIDER, PC
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.body import LISTS, wasm_type
from tilewright.printing.wasm.inlines import Frame
from tilewright.printing.wasm.loops import STATEMENTS, prints
from tilewright.printing.wasm.parts import Parts, in_order
from tilewright.printing.wasm.runtime import DAMAGED

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.printing.wasm.program import Program

class Printer(Parts):
    """Prints one function."""

    def __init__(self, program: Program, made: ir.Function, *, cleans: bool) -> None:
        super().__init__(program, made)
        # Where free room began; a function that gives no list leaves none behind.
        self.frame = Frame(made, room=self.new(w.I32) if cleans else -1, inside=[made.word])

    def whole(self) -> bytes:
        self.whole_frame()
        return self.bytes()

    def whole_frame(self) -> None:
        """All that a function does, from its first statement to what it gives at its end."""
        frame = self.frame
        if frame.room >= 0:
            self.with_number(w.GLOBAL_GET, 0)
            self.set(frame.room)
        self.body(frame.made.body)
        if frame.room >= 0:
            self.get(frame.room)
            self.with_number(w.GLOBAL_SET, 0)
        gives = frame.made.gives
        if gives == ir.OUTCOME:
            # Only a move that was never offered leads here.
            self.stops(DAMAGED)
        elif gives in LISTS:
            self.pointer(0)
        elif gives != ir.NOTHING:
            self.const(0)

    def body(self, stmts: list[ir.Statement]) -> None:
        for stmt in stmts:
            STATEMENTS[type(stmt)](self, stmt)
            if _ends(stmt):
                break

    # -- names and lists ----------------------------------------------------------------------

    @prints(ir.Let)
    def _let(self, stmt: ir.Let) -> None:
        self.listed(stmt.value)
        self.set(self.name(stmt.word, wasm_type(stmt.value.type)))

    @prints(ir.Add)
    def _add(self, stmt: ir.Add) -> None:
        local = self.names[stmt.word][0]
        self.get(local)
        self.value(stmt.value)
        self.emit(w.I64_ADD)
        self.set(local)

    @prints(ir.Extend)
    def _extend(self, stmt: ir.Extend) -> None:
        self.extension(self.names[stmt.word][0], stmt.items)

    @prints(ir.Append)
    def _append(self, stmt: ir.Append) -> None:
        self.addition(self.names[stmt.word][0], stmt.item)

    @prints(ir.Put)
    def _put(self, stmt: ir.Put) -> None:
        head, index, value = self.new(w.I32), self.new(w.I64), self.new(w.I64)
        self.listed(stmt.items)
        self.set(head)
        self.value(stmt.index)
        self.set(index)
        self.value(stmt.value)
        self.set(value)
        self.get(index)
        self.get(head)
        self.load32(0)
        self.emit(w.I64_EXTEND_I32_U, w.I64_LT_U)
        with self.opened(w.IF):
            self.get(head)
            self.load32(8)
            self.get(index)
            self.emit(w.I32_WRAP_I64)
            self.pointer(3)
            self.emit(w.I32_SHL, w.I32_ADD)
            self.get(value)
            self.store()
            self.emit(w.ELSE)
            self.get(head)
            self.get(index)
            self.get(value)
            self.call("put")
        self.done(head, index, value)

    # -- slots --------------------------------------------------------------------------------

    @prints(ir.Store)
    def _store(self, stmt: ir.Store) -> None:
        value = self._before(stmt.value)
        offset = self.slot(stmt.address)
        value()
        self.store(offset)

    def _before(self, node: ir.Value) -> Callable[[], None]:
        """Work a value out before what follows; what is given back puts it on the stack."""
        if isinstance(node, (ir.Const, ir.Name)):
            return lambda: self.value(node)
        local = self.new(w.I64)
        self.value(node)
        self.set(local)

        def again() -> None:
            self.get(local)
            self.done(local)

        return again

    @prints(ir.Bump)
    def _bump(self, stmt: ir.Bump) -> None:
        place = self.new(w.I32)
        offset = self.slot(stmt.address)
        self.tee(place)
        self.get(place)
        self.load(offset)
        before = self.new(w.I64)
        self.set(before)
        value = self._before(stmt.value)
        self.get(before)
        value()
        self.emit({"+": w.I64_ADD, "-": w.I64_SUB, "|": w.I64_OR}[stmt.sign])
        self.store(offset)
        self.done(place, before)

    @prints(ir.Write)
    def _write(self, stmt: ir.Write) -> None:
        if self.written_at_once(stmt):
            return
        if isinstance(stmt.items, ir.Repeated) or (
                isinstance(stmt.items, ir.Chain) and in_order(stmt.items.parts)):
            self.written_in_parts(stmt)
            return
        row = self.plain_row(stmt.items)
        self.get(self.state)
        self.value(stmt.start)
        self.value(stmt.stop)
        self.get(row.at)
        self.get(row.end)
        self.call("write")
        self.done(row.at, row.end)

    # -- ways to go on ------------------------------------------------------------------------

    @prints(ir.Run)
    def _run(self, stmt: ir.Run) -> None:
        self.listed(stmt.value)
        if self.program.gives(stmt.value) != ir.NOTHING:
            self.emit(w.DROP)

    @prints(ir.If)
    def _if(self, stmt: ir.If) -> None:
        self.test(stmt.test)
        with self.opened(w.IF):
            self.body(stmt.then)
            if stmt.other:
                self.emit(w.ELSE)
                self.body(stmt.other)

    @prints(ir.Next)
    def _next(self, stmt: ir.Next) -> None:
        del stmt
        self.branch(self.loops[-1][0])

    @prints(ir.Stop)
    def _stop(self, stmt: ir.Stop) -> None:
        del stmt
        self.branch(self.loops[-1][1])

    @prints(ir.Return)
    def _return(self, stmt: ir.Return) -> None:
        frame = self.frame
        gives = frame.made.gives
        if stmt.value is not None:
            self.listed(stmt.value)
            if gives == ir.OUTCOME and stmt.value.type == ir.INT:
                # A label that was kept in the state, which could be damaged.
                self.call("known label")
        elif gives != ir.NOTHING:
            self.const(0)
        if frame.room >= 0:
            self.get(frame.room)
            self.with_number(w.GLOBAL_SET, 0)
        if frame.out:
            self.branch(frame.out)
        else:
            self.emit(w.RETURN)

    @prints(ir.Jump)
    def _jump(self, stmt: ir.Jump) -> None:
        self.const(stmt.label)
        self.emit(w.RETURN)

    @prints(ir.Decide)
    def _decide(self, stmt: ir.Decide) -> None:
        """Moves are told from labels by their sign."""
        self.get(self.state)
        self.const(stmt.label)
        self.store(8 * PC)
        self.get(self.state)
        self.value(stmt.by)
        self.store(8 * DECIDER)
        self.const(0)
        self.head(stmt.moves)
        self.emit(w.I64_EXTEND_I32_U, w.I64_SUB, w.RETURN)


def _ends(stmt: ir.Statement) -> bool:
    """Whether nothing after a statement is ever reached."""
    if isinstance(stmt, ir.Run):
        return isinstance(stmt.value, ir.Call) and stmt.value.word == "fail"
    return isinstance(stmt, (ir.Return, ir.Jump, ir.Decide, ir.Stop, ir.Next))
