"""Small functions, written where they are called: a call costs more than most of them do."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm.body import LISTS, wasm_type
from tilewright.printing.wasm.calls import Calls
from tilewright.printing.wasm.ranges import Ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.printing.wasm.body import Names

# So many nodes may be written into one function, and so deep inside of each other.
MOST, DEEP = 1_500, 6


@dataclass(slots=True)
class Frame:
    """A function that is being printed: where it gives its value, and its free room began."""

    made: ir.Function
    # How deep the block lies that it leaves with its value; 0 for the function itself.
    out: int = 0
    room: int = -1
    inside: list[str] = field(default_factory=list)

    def read_later(self, loop: ir.Statement) -> set[str]:
        """The names that are read outside of a loop."""
        own = {id(node) for node in loop.walk()}
        return {node.word for stmt in self.made.body for node in stmt.walk()
                if isinstance(node, ir.Name) and id(node) not in own}


class Inlines(Calls):
    """Prints calls of functions that are small enough in place."""

    frame: Frame
    body: Callable[[list[ir.Statement]], None]
    whole_frame: Callable[[], None]
    written = 0

    def plain_call(self, node: ir.Call) -> None:
        made = self.program.small(node.word)
        if made is None or node.word in self.frame.inside or len(self.frame.inside) >= DEEP:
            super().plain_call(node)
            return
        size = self.program.sizes[node.word]
        if self.written + size > MOST:
            super().plain_call(node)
            return
        self.written += size
        self._in_place(node, made)

    def _in_place(self, node: ir.Call, made: ir.Function) -> None:
        names: Names = {}
        ranges = Ranges(made, self.program.tables.__getitem__, {
            arg.word: self.ranges.of(given) for arg, given in zip(made.args, node.given,
                                                                  strict=True)
            if wasm_type(arg.kind) == w.I64})
        for arg, given in zip(made.args, node.given, strict=True):
            local = self.new(wasm_type(arg.kind))
            self.listed(given)
            self.set(local)
            names[arg.word] = local, wasm_type(arg.kind)
        kind = w.EMPTY if made.gives == ir.NOTHING else wasm_type(made.gives)
        with self.opened(w.BLOCK, kind) as out, self._inside(made, names, ranges, out):
            if self.program.cleans(made):
                self.frame.room = self.new(w.I32)
            self.whole_frame()
            if self.frame.room >= 0:
                self.done(self.frame.room)

    @contextmanager
    def _inside(self, made: ir.Function, names: Names, ranges: Ranges, out: int
                ) -> Iterator[None]:
        before = self.frame, self.names, self.ranges, self.state
        self.frame = Frame(made, out, inside=[*self.frame.inside, made.word])
        self.names, self.ranges = names, ranges
        self.state = names["S"][0] if "S" in names else self.state
        yield
        self.done(*(local for local, _ in self.names.values()))
        self.frame, self.names, self.ranges, self.state = before


def leaves_nothing(made: ir.Function) -> bool:
    """Whether a function gives no list, and puts nothing into lists of others."""
    if made.gives in (*LISTS, ir.OUTCOME):
        return False
    given = {arg.word for arg in made.args if arg.kind in LISTS}
    return not any(
        (isinstance(node, (ir.Append, ir.Extend, ir.Put)) and getattr(node, "word", None) in given)
        or isinstance(node, ir.Put) for stmt in made.body for node in stmt.walk())
