"""What is verified of statements: what is bound where, and how blocks and functions end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.header import OVER
from tilewright.middle.kinds import (
    ANY,
    NUMBER,
    Kind,
    fits,
    function_of,
    is_list,
    kind_of,
    words_of,
)
from tilewright.middle.text import statement_lines
from tilewright.middle.verify_names import Frame, Names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tilewright.middle.code import Code
    from tilewright.middle.kinds import Signature
    from tilewright.middle.verify_base import Bound

    # What is bound behind a statement; None if nothing is reached behind it.
    After = Bound | None

LEAVING = (ir.Jump, ir.Decide, ir.Return, ir.Stop, ir.Next)


class Verifier(Names):
    """Goes through statements in the order in which they run."""

    def __init__(self, code: Code, tables: Mapping[str, Any], known: Mapping[str, Signature]
                 ) -> None:
        super().__init__(tables, known)
        self.code = code
        self.begun = ""

    def function(self, made: ir.Function, frame: Frame) -> None:
        self.frame, self.begun = frame, made.word
        self.kinds, self.answers, self.stale = {}, {}, set()
        self.where = f"{made.word}, {made.place}"
        for arg in made.args:
            if arg.word != "S":
                self.settle(arg.word, kind_of(arg.kind))
            if is_list(kind_of(arg.kind)) and not frame.in_kernel:
                frame.shared.add(arg.word)
        self.whole(made.body, frozenset(arg.word for arg in made.args))

    def whole(self, body: list[ir.Statement], bound: Bound) -> None:
        """The body of a function, which has to end as that kind of function does."""
        after = self.body(body, bound)
        if after is None or self.frame.is_resume:
            return
        if self.frame.is_block:
            self.wrong("this block does not end on every way")
        elif self.frame.gives not in (ir.NOTHING, ANY):
            self.wrong("this gives no value on one way")

    # -- statements ---------------------------------------------------------------------------

    def body(self, stmts: list[ir.Statement], bound: Bound) -> After:
        after: After = bound
        for number, stmt in enumerate(stmts, 1):
            after = self.statement(stmt, bound)
            if after is None:
                if number < len(stmts) and isinstance(stmt, LEAVING):
                    self.at(stmts[number], "nothing leads here")
                break
            bound = after
        return after

    def statement(self, stmt: ir.Statement, bound: Bound) -> After:
        outer = self.where
        line = next(iter(statement_lines(stmt)))
        self.where = f"{self.begun}, {stmt.place}, '{line}'"
        if stmt.place is None:
            self.wrong("this has no place")
        after = STATEMENTS[type(stmt)](self, stmt, bound)
        self.where = outer
        return after

    def at(self, stmt: ir.Statement, what: str) -> None:
        line = next(iter(statement_lines(stmt)))
        self.found.append(f"{self.begun}, {stmt.place}, '{line}': {what}")

    # -- the state and calls ------------------------------------------------------------------

    def slot(self, stmt: ir.Store | ir.Bump, bound: Bound) -> After:
        self.position(ir.Position(), bound)
        self.numbers(bound, stmt.address, stmt.value)
        if isinstance(stmt, ir.Bump):
            self.signed(stmt.sign)
        return bound

    def write(self, stmt: ir.Write, bound: Bound) -> After:
        self.position(ir.Position(), bound)
        self.numbers(bound, stmt.start, stmt.stop)
        self.wanted(stmt.items, bound, 1)
        return bound

    def run(self, stmt: ir.Run, bound: Bound) -> After:
        if not isinstance(stmt.value, ir.Call):
            self.wrong("only a call is done for what it does")
            return bound
        self.called(stmt.value, bound)
        signature = self.known.get(stmt.value.word)
        return None if signature is not None and signature.ends else bound

    # -- ways ---------------------------------------------------------------------------------

    def branches(self, stmt: ir.If, bound: Bound) -> After:
        self.truth(stmt.test, bound)
        then, other = self.body(stmt.then, bound), self.body(stmt.other, bound)
        if then is None or other is None:
            return other if then is None else then
        return then & other

    def each(self, stmt: ir.For, bound: Bound) -> After:
        kind = self.element(stmt.source, bound)
        if len(stmt.words) > 1:
            kind = self._taken_apart(stmt, kind)
        for word in stmt.words:
            self.settle(word, kind)
            if is_list(kind):
                self.frame.shared.add(word)
        self.loop(stmt.body, bound | set(stmt.words))
        return bound

    def _taken_apart(self, stmt: ir.For, kind: Kind) -> Kind:
        """Several names stand for the elements of a row."""
        if kind != 1:
            self.wrong(f"{words_of(kind)} cannot be taken apart")
            return ANY
        count, source = len(stmt.words), stmt.source
        levels = 0
        while isinstance(source, ir.Item):
            source, levels = source.holder, levels + 1
        if not isinstance(source, ir.Data):
            self.wrong("only rows of a table are taken apart")
        elif any(len(row) != count for row in rows(self.tables.get(source.word, ()), levels + 1)):
            self.wrong(f"rows of '{source.word}' have not {count} elements")
        return NUMBER

    def count(self, stmt: ir.Count, bound: Bound) -> After:
        self.numbers(bound, stmt.start, stmt.stop, stmt.step)
        if stmt.step is not None and ir.value_of(stmt.step) in (None, 0):
            self.wrong("the step of a loop is a number that is not 0")
        self.settle(stmt.word, NUMBER)
        self.loop(stmt.body, bound | {stmt.word})
        return bound

    def during(self, stmt: ir.While, bound: Bound) -> After:
        if not self.frame.in_kernel:
            self.wrong("only the kernel has such loops")
        self.truth(stmt.test, bound)
        stops = self.loop(stmt.body, bound)
        if not ir.value_of(stmt.test):
            return bound
        return frozenset.intersection(*stops) if stops else None

    def loop(self, body: list[ir.Statement], bound: Bound) -> list[Bound]:
        """The body of a loop; what is bound where it is left is told."""
        self.frame.stops.append([])
        self.body(body, bound)
        return self.frame.stops.pop()

    def left(self, stmt: ir.Stop | ir.Next, bound: Bound) -> After:
        if not self.frame.stops:
            self.wrong("this stands in no loop")
        elif isinstance(stmt, ir.Stop):
            self.frame.stops[-1].append(bound)
        return None

    # -- ends ---------------------------------------------------------------------------------

    def returned(self, stmt: ir.Return, bound: Bound) -> After:
        found = ir.NOTHING if stmt.value is None else self.value(stmt.value, bound)
        if self.frame.is_block and found == NUMBER:
            return None
        if not fits(found, self.frame.gives):
            self.wrong(f"{words_of(found)} is returned where {words_of(self.frame.gives)} is "
                       "needed")
        if self.frame.gives == ANY:
            self.frame.gives = found
        return None

    def jump(self, stmt: ir.Jump, bound: Bound) -> After:
        del bound
        self._block_ends()
        self._labelled(stmt.label)
        return None

    def decide(self, stmt: ir.Decide, bound: Bound) -> After:
        self._block_ends()
        self._labelled(stmt.label)
        if stmt.label != OVER and stmt.label not in self.code.resumes:
            self.wrong(f"nothing goes on after {stmt.label}")
        self.numbers(bound, stmt.by)
        self.wanted(stmt.moves, bound, 1)
        return None

    def _block_ends(self) -> None:
        if not self.frame.is_block:
            self.wrong("this stands in no block")
        if self.frame.stops:
            self.wrong("this stands in a loop")

    def _labelled(self, label: int) -> None:
        if label not in self.code.blocks:
            self.wrong(f"there is no block {label}")

    def define(self, stmt: ir.Define, bound: Bound) -> After:
        """A function inside of another one, which has names of its own."""
        for word in stmt.words:
            if word != "S":
                self.settle(word, NUMBER)
        own = set(bindings(stmt.body))
        outer, self.frame = self.frame, Frame(ANY, in_kernel=self.frame.in_kernel,
                                              shared=self.frame.shared)
        self.whole(stmt.body, (bound - own) | set(stmt.words))
        self.answers[stmt.word], self.frame = self.frame.gives, outer
        self.settle(stmt.word, function_of(len(stmt.words)))
        return bound | {stmt.word}


def bindings(stmts: list[ir.Statement]) -> Iterator[str]:
    """The names that statements bind in the function in which they stand."""
    for stmt in stmts:
        if isinstance(stmt, (ir.Let, ir.Add, ir.Count, ir.Define)) or (
                isinstance(stmt, ir.Extend) and not stmt.by_method):
            yield stmt.word
        if isinstance(stmt, ir.For):
            yield from stmt.words
        if isinstance(stmt, ir.If):
            yield from bindings([*stmt.then, *stmt.other])
        elif isinstance(stmt, (ir.For, ir.Count, ir.While)):
            yield from bindings(stmt.body)


def rows(values: Any, levels: int) -> Iterator[Any]:
    """The rows of a table, so many levels down."""
    if levels == 0:
        yield values
    else:
        for one in values:
            yield from rows(one, levels - 1)


STATEMENTS: dict[type[ir.Node], Callable[[Any, Any, Bound], After]] = {
    ir.Let: Verifier.let, ir.Add: Verifier.add, ir.Extend: Verifier.extend,
    ir.Append: Verifier.append, ir.Put: Verifier.put, ir.Store: Verifier.slot,
    ir.Bump: Verifier.slot, ir.Write: Verifier.write, ir.Run: Verifier.run,
    ir.If: Verifier.branches, ir.For: Verifier.each, ir.Count: Verifier.count,
    ir.While: Verifier.during, ir.Next: Verifier.left, ir.Stop: Verifier.left,
    ir.Return: Verifier.returned, ir.Jump: Verifier.jump, ir.Decide: Verifier.decide,
    ir.Define: Verifier.define,
}
