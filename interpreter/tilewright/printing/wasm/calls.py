"""Calls of the middle language: what each back end does by itself, and all else by its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.header import STEPS
from tilewright.middle.kernel_words import ASKED_OF_COPY
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.values import Values

if TYPE_CHECKING:
    from collections.abc import Callable

# What works on the head of a list, and is written in `runtime`.
ON_HEADS = {"sorted": "sorted", "in_order_by": "in order by", "least_by": "least by",
            "greatest_by": "greatest by", "once": "once", "pop": "pop"}
# What stops each if there is nothing to choose from.
BY_KEYS = {word: f"there is no {word.removesuffix('_by')} one in an empty list"
           for word in ("least_by", "greatest_by")}
# So many slots are added up one by one.
FEW = 24
PRIMITIVES: dict[str, Callable[[Calls, ir.Call], None]] = {}


def does(word: str) -> Callable[[Callable[[Calls, ir.Call], None]],
                                Callable[[Calls, ir.Call], None]]:
    """The function that prints a primitive."""

    def kept(function: Callable[[Calls, ir.Call], None]) -> Callable[[Calls, ir.Call], None]:
        PRIMITIVES[word] = function
        return function

    return kept


class Calls(Values):
    """Prints calls."""

    def calls(self, node: ir.Call) -> None:
        own = PRIMITIVES.get(node.word)
        if own is not None:
            own(self, node)
        elif node.word in BY_KEYS and node.type == ir.INT and isinstance(node.given[0], ir.Map):
            self._first_by_key(node, node.given[0])
        elif node.word in ON_HEADS:
            for given in node.given:
                self.listed(given)
            self.call(ON_HEADS[node.word])
            if node.word in ("least_by", "greatest_by") and node.type != ir.INT:
                self.emit(w.I32_WRAP_I64)   # the elements are lists
        elif node.word.startswith(ASKED_OF_COPY):
            self._tried(node)
        else:
            self.plain_call(node)

    def plain_call(self, node: ir.Call) -> None:
        """A call of a function of the program or the kernel, by its number."""
        for given in node.given:
            self.listed(given)
        self.call(node.word)
        self.allocates |= self.program.gives(node) in (ir.LIST, ir.LISTS)

    def _tried(self, node: ir.Call) -> None:
        """Something is asked of a copy of the position, of which the steps are kept."""
        copy = self.new(w.I32)
        self.get(self.state)
        self.call("copy of state")
        self.tee(copy)
        for given in node.given[1:]:
            self.listed(given)
        self.call(node.word.removeprefix(ASKED_OF_COPY))
        self.get(self.state)
        self.get(copy)
        self.load(8 * STEPS)
        self.store(8 * STEPS)
        self.done(copy)

    # -- one number of a list -----------------------------------------------------------------

    def extreme(self, word: str, items: ir.Value, default: ir.Value | None) -> None:
        """The least or the greatest number of a list."""
        row, best, item = self.row(items), self.new(w.I64), self.new(w.I64)
        self.get(row.at)
        self.get(row.end)
        self.emit(w.I32_EQ)
        with self.opened(w.IF, w.I64):
            if default is None:
                self.stops(self.program.fault(f"{word} of nothing"))
            else:
                self.value(default)
            self.emit(w.ELSE)
            self.item(row)
            self.set(best)
            with self.each(row, item):
                self._better(word, item, best)
            self.get(best)
        self.done(best, item)

    def _better(self, word: str, item: int, best: int) -> None:
        """Keep the lesser, or the greater, of two numbers in the second local."""
        for _ in range(2):
            self.get(item)
            self.get(best)
        self.emit(w.I64_LT_S if word == "min" else w.I64_GT_S, w.SELECT)
        self.set(best)

    def _first_by_key(self, node: ir.Call, pairs: ir.Map) -> None:
        """The element with the least or the greatest key, without a list of them."""
        assert isinstance(pairs.value, ir.Pair)
        row, any_ = self.row(pairs.source), self.new(w.I32)
        best, found, key, other = (self.new(w.I64) for _ in range(4))
        self.pointer(0)
        self.set(any_)
        with self.hidden(pairs.word, w.I32 if row.lists else w.I64) as item, self.each(row, item):
            if pairs.test is not None:
                self.test(pairs.test)
                self.emit(w.I32_EQZ)
                self.branch(self.loops[-1][0], test=True)
            self.value(pairs.value.key)
            self.set(key)
            self.value(pairs.value.item)
            self.set(other)
            for new, kept in ((other, found), (key, best)):
                self.get(new)
                self.get(kept)
                self.get(key)
                self.get(best)
                self.emit(w.I64_LT_S if node.word == "least_by" else w.I64_GT_S)
                self.get(any_)
                self.emit(w.I32_EQZ, w.I32_OR, w.SELECT)
                self.set(kept)
            self.pointer(1)
            self.set(any_)
        self.get(any_)
        self.emit(w.I32_EQZ)
        with self.opened(w.IF):
            self.stops(self.program.fault(BY_KEYS[node.word]))
        self.get(found)
        self.done(any_, best, found, key, other)

    def total(self, items: ir.Value) -> None:
        """The numbers of a list added up."""
        if isinstance(items, ir.View) and self._total_of_slots(items):
            return
        row, found, item = self.row(items), self.new(w.I64), self.new(w.I64)
        self.const(0)
        self.set(found)
        with self.each(row, item):
            self.get(found)
            self.get(item)
            self.emit(w.I64_ADD)
            self.set(found)
        self.get(found)
        self.done(found, item)

    def _total_of_slots(self, items: ir.View) -> bool:
        """A few known slots added up, one by one."""
        first, stop = ir.value_of(items.start), ir.value_of(items.stop)
        if first is None or stop is None or not 0 <= first < stop <= self.program.total:
            return False
        if stop - first > FEW:
            return False
        for slot in range(first, stop):
            self.get(self.state)
            self.load(8 * slot)
            if slot > first:
                self.emit(w.I64_ADD)
        return True

    # -- primitives ---------------------------------------------------------------------------

    @does("fail")
    def fail(self, node: ir.Call) -> None:
        said = [part.value for part in node.given if isinstance(part, ir.Text)]
        self.stops(self.program.fault(" ".join(said)))

    @does("given")
    def given(self, node: ir.Call) -> None:
        self.listed(node.given[0])
        self.pointer(0)
        self.emit(w.I32_NE, w.I64_EXTEND_I32_U)

    @does("len")
    def count_of(self, node: ir.Call) -> None:
        if isinstance(node.given[0], ir.Position):
            self.const(self.program.total)
            return
        row = self.row(node.given[0])
        self.length(row)
        self.emit(w.I64_EXTEND_I32_U)
        self.done(row.at, row.end)

    @does("sum")
    def sum_of(self, node: ir.Call) -> None:
        self.total(node.given[0])

    @does("min")
    def least(self, node: ir.Call) -> None:
        self._one_of(node)

    @does("max")
    def greatest(self, node: ir.Call) -> None:
        self._one_of(node)

    def _one_of(self, node: ir.Call) -> None:
        if len(node.given) == 1:
            self.extreme(node.word, node.given[0], None)
            return
        best, other = self.new(w.I64), self.new(w.I64)
        self.value(node.given[0])
        self.set(best)
        for given in node.given[1:]:
            # As in Python, the first of equal ones; they are numbers, so it is the same one.
            self.value(given)
            self.set(other)
            self._better(node.word, other, best)
        self.get(best)
        self.done(best, other)

    @does("abs")
    def size_of(self, node: ir.Call) -> None:
        number = self.new(w.I64)
        self.value(node.given[0])
        self.set(number)
        self.const(0)
        self.get(number)
        self.emit(w.I64_SUB)
        self.get(number)
        self.get(number)
        self.const(0)
        self.emit(w.I64_LT_S, w.SELECT)
        self.done(number)

    @does("list")
    def copy_of(self, node: ir.Call) -> None:
        self.copy(self.row(node.given[0]))

    @does("metered")
    def metered(self, node: ir.Call) -> None:
        self.copy(self.row(node))

    @does("range")
    def numbers(self, node: ir.Call) -> None:
        if len(node.given) == 1:
            self.const(0)
        for given in node.given:
            self.value(given)
        self.call("range")

    @does("index")
    def place_of(self, node: ir.Call) -> None:
        self.listed(node.given[0])
        self.value(node.given[1])
        if len(node.given) > 2:
            self.value(node.given[2])
        else:
            self.const(0)
        self.call("index")

    @does("count")
    def times_in(self, node: ir.Call) -> None:
        row, wanted, found, item = (self.row(node.given[0]), self.new(w.I64), self.new(w.I64),
                                    self.new(w.I64))
        self.value(node.given[1])
        self.set(wanted)
        self.const(0)
        self.set(found)
        with self.each(row, item):
            self.get(found)
            self.get(item)
            self.get(wanted)
            self.emit(w.I64_EQ, w.I64_EXTEND_I32_U, w.I64_ADD)
            self.set(found)
        self.get(found)
        self.done(wanted, found, item)
