"""Tests of the middle language as instructions: 0 or 1 in 32 bits, for conditions."""

from __future__ import annotations

from tilewright.middle import ir
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.body import LISTS
from tilewright.printing.wasm.harmless import Harmless

COMPARE = {"==": w.I64_EQ, "!=": w.I64_NE, "<": w.I64_LT_S, "<=": w.I64_LE_S, ">": w.I64_GT_S,
           ">=": w.I64_GE_S}


# So many instructions cost less than a jump that went the other way than the machine had guessed.
EAGER = 12


class Truth(Harmless):
    """Prints tests."""

    def test(self, node: ir.Value) -> None:
        """Whether a value counts as true, as 0 or 1 in 32 bits."""
        if isinstance(node, (ir.Both, ir.Either)):
            self._lazy(node.tests, is_and=isinstance(node, ir.Both))
        elif isinstance(node, ir.Compare):
            self.value(node.left)
            self.value(node.right)
            self.emit(COMPARE[node.sign])
        elif isinstance(node, ir.Not):
            self._none_of(node.test)
        elif isinstance(node, ir.Between):
            self._between(node)
        elif isinstance(node, ir.Has):
            self._has(node)
        elif isinstance(node, ir.Const):
            self.pointer(int(bool(node.value)))
        elif isinstance(node, ir.Name) and node.type in LISTS:
            self.get(self.names[node.word][0])
            self.load32(0)
            self.pointer(0)
            self.emit(w.I32_NE)
        elif node.type in LISTS:
            row = self.row(node)
            self.get(row.end)
            self.get(row.at)
            self.emit(w.I32_NE)
            self.done(row.at, row.end)
        else:
            self.value(node)
            self.const(0)
            self.emit(w.I64_NE)

    def _none_of(self, node: ir.Value) -> None:
        if node.type in (ir.INT, ir.OUTCOME) and not isinstance(node, ir.Const):
            self.value(node)
            self.emit(w.I64_EQZ)
        else:
            self.test(node)
            self.emit(w.I32_EQZ)

    def _lazy(self, tests: list[ir.Value], *, is_and: bool) -> None:
        """Tests one after another, as long as they decide nothing; small ones all at once."""
        self.test(tests[0])
        work, at = 0, 1
        while at < len(tests) and (cost := self.work(tests[at])) is not None:
            work += cost
            if work > EAGER:
                break
            self.test(tests[at])
            self.emit(w.I32_AND if is_and else w.I32_OR)
            at += 1
        if at == len(tests):
            return
        self.emit(w.IF, w.I32)
        self.depth += 1
        if is_and:
            self._lazy(tests[at:], is_and=True)
            self.emit(w.ELSE)
            self.pointer(0)
        else:
            self.pointer(1)
            self.emit(w.ELSE)
            self._lazy(tests[at:], is_and=False)
        self.emit(w.END)
        self.depth -= 1

    def _between(self, node: ir.Between) -> None:
        low, high = ir.value_of(node.low), ir.value_of(node.high)
        if low is not None and high is not None and low <= high:
            # One comparison: what is too low is very large without a sign.
            self.value(node.number)
            self.const(low)
            self.emit(w.I64_SUB)
            self.const(high - low)
            self.emit(w.I64_LT_U)
            return
        self.value(node.low)
        number = self.new(w.I64)
        self.value(node.number)
        self.tee(number)
        self.emit(w.I64_LE_S)
        self.get(number)
        self.value(node.high)
        self.emit(w.I64_LT_S, w.I32_AND)
        self.done(number)

    def _has(self, node: ir.Has) -> None:
        wanted, found, item = self.new(w.I64), self.new(w.I32), self.new(w.I64)
        self.value(node.number)
        self.set(wanted)
        self.pointer(int(node.absent))
        self.set(found)
        row = self.row(node.items)
        with self.each(row, item):
            self.get(item)
            self.get(wanted)
            self.emit(w.I64_EQ)
            with self.opened(w.IF):
                self.pointer(int(not node.absent))
                self.set(found)
                self.branch(self.loops[-1][1])
        self.get(found)
        self.done(wanted, found, item)
