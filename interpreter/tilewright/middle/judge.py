"""The judge between printers: programs of the middle language, run node by node.

It is slow and says what each node means in one or two lines, so it is plain to see that it is
right. What a printer makes of a program has to do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.middle import ir
from tilewright.middle.header import DECIDER, PC
from tilewright.middle.judge_values import SIGNS, Scope, Values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tilewright.middle.code import Code


class Left(NamedTuple):
    """A function is left, with a value."""

    value: Any


# A round of the innermost loop ends, or the loop itself.
NEXT, STOP = object(), object()


class Judge(Values):
    """Runs a program: its functions by name, its blocks by label.

    Of the kernel those operations run node by node too that are given as they were read; the others
    are functions of Python. A function of Python `fail` raises what is wrong, from some words.
    """

    def __init__(self, code: Code, tables: Mapping[str, Any],
                 kernel: Mapping[str, ir.Function | Callable[..., Any]]) -> None:
        super().__init__(tables)
        self.code = code
        self.functions = {**kernel, **{made.word: made for made in code.all()}}

    # -- what can be run ----------------------------------------------------------------------

    def block(self, label: int, s: list[int]) -> Any:
        """The label of the next block, or the moves of a decision."""
        return self.run(self.code.blocks[label], [s])

    def resume(self, label: int, s: list[int], move: int) -> Any:
        """What a move at a decision leads to."""
        return self.run(self.code.resumes[label], [s, move])

    def called(self, word: str, given: list[Any]) -> Any:
        """What a function of the program or of the kernel gives."""
        made = self.functions[word]
        return self.run(made, given) if isinstance(made, ir.Function) else made(*given)

    def run(self, made: ir.Function, given: list[Any]) -> Any:
        """A function with what it is given; what is left out at the end is nothing."""
        given = [*given, *[None] * (len(made.args) - len(given))]
        names = dict(zip([arg.word for arg in made.args], given, strict=True))
        return self.whole(made.body, Scope(names))

    def whole(self, body: list[ir.Statement], names: Scope) -> Any:
        """The body of a function, and the value with which it is left."""
        left = self.body(body, names)
        return left.value if isinstance(left, Left) else None

    # -- statements ---------------------------------------------------------------------------

    def body(self, stmts: list[ir.Statement], names: Scope) -> Any:
        """Do statements in order; how they are left is told, or None if they come to their end."""
        for stmt in stmts:
            left = STATEMENTS[type(stmt)](self, stmt, names)
            if left is not None:
                return left
        return None

    def let(self, stmt: ir.Let, names: Scope) -> None:
        names.names[stmt.word] = self.value(stmt.value, names)

    def add(self, stmt: ir.Add, names: Scope) -> None:
        before = names[stmt.word]
        names.names[stmt.word] = before + self.value(stmt.value, names)

    def extend(self, stmt: ir.Extend, names: Scope) -> None:
        names[stmt.word].extend(self.value(stmt.items, names))

    def append(self, stmt: ir.Append, names: Scope) -> None:
        names[stmt.word].append(self.value(stmt.item, names))

    def put(self, stmt: ir.Put, names: Scope) -> None:
        value, items = self.values([stmt.value, stmt.items], names)
        items[self.value(stmt.index, names)] = value

    def store(self, stmt: ir.Store, names: Scope) -> None:
        value = self.value(stmt.value, names)
        names["S"][self.value(stmt.address, names)] = value

    def bump(self, stmt: ir.Bump, names: Scope) -> None:
        address = self.value(stmt.address, names)
        before = names["S"][address]
        names["S"][address] = SIGNS[stmt.sign](before, self.value(stmt.value, names))

    def write(self, stmt: ir.Write, names: Scope) -> None:
        items, start, stop = self.values([stmt.items, stmt.start, stmt.stop], names)
        names["S"][start:stop] = items

    def do(self, stmt: ir.Run, names: Scope) -> None:
        self.value(stmt.value, names)

    def branches(self, stmt: ir.If, names: Scope) -> Any:
        return self.body(stmt.then if self.value(stmt.test, names) else stmt.other, names)

    def each(self, stmt: ir.For, names: Scope) -> Left | None:
        return self.rounds(stmt.body, stmt.words, (
            item if len(stmt.words) > 1 else [item] for item in self.value(stmt.source, names)),
            names)

    def count(self, stmt: ir.Count, names: Scope) -> Left | None:
        ends = [end for end in (stmt.start, stmt.stop, stmt.step) if end is not None]
        numbers = range(*self.values(ends, names))
        return self.rounds(stmt.body, [stmt.word], ([number] for number in numbers), names)

    def during(self, stmt: ir.While, names: Scope) -> Left | None:
        rounds: Iterator[Any] = iter(lambda: bool(self.value(stmt.test, names)), False)
        return self.rounds(stmt.body, [], ([] for _ in rounds), names)

    def rounds(self, body: list[ir.Statement], words: list[str], values: Iterator[Any],
               names: Scope) -> Left | None:
        """The rounds of a loop, each with other values under some names."""
        for given in values:
            names.names.update(zip(words, given, strict=True))
            left = self.body(body, names)
            if left is STOP:
                break
            if isinstance(left, Left):
                return left
        return None

    def decide(self, stmt: ir.Decide, names: Scope) -> Left:
        names["S"][PC] = stmt.label
        names["S"][DECIDER] = self.value(stmt.by, names)
        return Left(self.value(stmt.moves, names))

    def define(self, stmt: ir.Define, names: Scope) -> None:
        names.names[stmt.word] = lambda *given: self.whole(
            stmt.body, names.inside(stmt.words, given))


STATEMENTS: dict[type[ir.Node], Callable[[Any, Any, Scope], Any]] = {
    ir.Let: Judge.let, ir.Add: Judge.add, ir.Extend: Judge.extend, ir.Append: Judge.append,
    ir.Put: Judge.put, ir.Store: Judge.store, ir.Bump: Judge.bump, ir.Write: Judge.write,
    ir.Run: Judge.do, ir.If: Judge.branches, ir.For: Judge.each, ir.Count: Judge.count,
    ir.While: Judge.during, ir.Next: lambda *_: NEXT, ir.Stop: lambda *_: STOP,
    ir.Return: lambda self, stmt, names: Left(self.value(stmt.value, names)),
    ir.Jump: lambda _, stmt, __: Left(stmt.label), ir.Decide: Judge.decide,
    ir.Define: Judge.define,
}
