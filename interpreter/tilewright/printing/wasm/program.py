"""A whole program as a WebAssembly module."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.kernel.zones import UNUSED
from tilewright.middle import ir
from tilewright.middle.filtering import filtered
from tilewright.middle.header import CHANCE_KEY, RNG, STEPS
from tilewright.middle.lifting import Lifter
from tilewright.middle.reading import Reader
from tilewright.printing.wasm import encode as w
from tilewright.printing.wasm import runtime
from tilewright.printing.wasm.assembler import assembled, functions
from tilewright.printing.wasm.body import Body, wasm_type
from tilewright.printing.wasm.counting import COUNTING
from tilewright.printing.wasm.course import COURSE
from tilewright.printing.wasm.inlines import leaves_nothing
from tilewright.printing.wasm.memory import HEAD, Memory
from tilewright.printing.wasm.playing import PLAYING
from tilewright.printing.wasm.primitives import READ
from tilewright.printing.wasm.searching import SEARCHING
from tilewright.printing.wasm.statements import Printer
from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from tilewright.middle.code import Code

HAND = functions(runtime.BY_HAND) | functions(COURSE)
NOWHERE = Place("", 1, 1)
# A function of so many nodes is written where it is called.
SMALL = 32
# Ways into blocks: by the label where the game stands, with the move or without.
WAYS_IN = {"block": ((w.I32, w.I64), (w.I64,)), "resume": ((w.I32, w.I64, w.I64), (w.I64,))}
EXPORTED = ("opened", "step", "moves", "reserve", "random_games", "greedy_games", "playouts",
            "sheet", "ties", "noted_games", "counted_games", "search")


@cache
def _own() -> dict[str, ir.Function]:
    """What modules bring along, as it is read."""
    functions = {**READ, **{made.__name__: made for made in (*PLAYING, *COUNTING, *SEARCHING)}}
    return {word: Reader(function, {}, NOWHERE).read()  # type: ignore[arg-type]
            for word, function in functions.items()}


class Program:
    """What is printed once for all functions: numbers of functions, tables, faults."""

    def __init__(self, code: Code, tables: Mapping[str, Sequence[Any]], start: Sequence[int],
                 points: Mapping[str, str], kernel: Mapping[str, ir.Function], most_bytes: int,
                 labels: Container[int], drawn: slice) -> None:
        """`points` are the functions for the points of a seat, for those that break ties, and for
        what bots add; `labels` those of blocks to which a label of the state may lead, `drawn` the
        slots of the streams of chance."""
        self.code = code
        self.tables = {**tables, "START": start, "UNUSED": UNUSED[:len(start)]}
        self.total = len(start)
        self.kernel = kernel
        self.memory = Memory()
        self.module = w.Module(most_pages=most_bytes // w.PAGE)
        self.faults: list[str] = []
        self.waiting: list[str] = []
        self.lifter = Lifter(kernel)
        self.known: dict[str, ir.Function] = {made.word: made for made in code.all()}
        self.known.update(_own())
        for word, inner in points.items():
            self.known[word] = self.known[inner]
        self.drawn = drawn
        self.numbers: dict[str, int] = {}
        self.sizes: dict[str, int] = {}
        self._ready: dict[str, ir.Function] = {}
        self._cleans: dict[str, bool] = {}
        self._bodies: dict[str, bytes] = {}
        self.state = self.memory.numbers(start)
        self.labels = [int(label in labels) for label in range(max(code.blocks) + 1)]
        self.label_table = self.memory.numbers(self.labels)

    # -- what functions ask -------------------------------------------------------------------

    def number(self, word: str) -> int:
        """The number of a function, which is printed because somebody calls it."""
        if word not in self.numbers:
            self.numbers[word] = self.module.declare(word, self._signature(word))
            self.waiting.append(word)
        return self.numbers[word]

    def _signature(self, word: str) -> w.Signature:
        if word in HAND:
            return HAND[word][0]
        if word in WAYS_IN:
            return WAYS_IN[word]
        made = self._function(word)
        gives = () if made.gives == ir.NOTHING else (wasm_type(made.gives),)
        return tuple(wasm_type(arg.kind) for arg in made.args), gives

    def _function(self, word: str) -> ir.Function:
        if word not in self.known:
            self.known.update({lifted.word: lifted for lifted in self.lifter.lifted})
        return self.known.get(word) or self.kernel[word]

    def ready(self, word: str) -> ir.Function:
        """A function without others inside, and with loops that filter as lists."""
        if word not in self._ready:
            made = self.lifter.function(self._function(word))
            self._ready[word] = replace(made, body=filtered(made.body))
        return self._ready[word]

    def small(self, word: str) -> ir.Function | None:
        """A function that may be written where it is called; nothing if it is too large, or
        written by hand."""
        if word in HAND or word in WAYS_IN:
            return None
        made = self.ready(word)
        if word not in self.sizes:
            self.sizes[word] = sum(1 for stmt in made.body for _ in stmt.walk())
        return made if self.sizes[word] <= SMALL and made.gives != ir.OUTCOME else None

    def cleans(self, made: ir.Function) -> bool:
        """Whether a function has to give back free room: it takes some, and leaves nothing."""
        if made.word not in self._cleans:
            self._cleans[made.word] = False   # it is asked for again by those it calls
            trial = Printer(self, made, cleans=False)
            body = trial.whole()
            self._cleans[made.word] = trial.allocates and leaves_nothing(made)
            self._bodies[made.word] = body
        return self._cleans[made.word]

    def _printed(self, made: ir.Function) -> bytes:
        if self.cleans(made):
            return Printer(self, made, cleans=True).whole()
        return self._bodies[made.word]

    def gives(self, value: ir.Value) -> str:
        """What stands on the stack after a value."""
        if not isinstance(value, ir.Call):
            return value.type
        if value.word == "fail":
            return ir.NOTHING
        if value.word in HAND:
            return ir.INT if HAND[value.word][0][1] else ir.NOTHING
        try:
            return self._function(value.word).gives
        except KeyError:
            return value.type

    def table(self, word: str) -> int:
        return self.memory.table(word, self.tables[word])

    def static(self, word: str) -> tuple[int, int]:
        """Where the elements of a table lie, and how many they are."""
        return self.table(word) + HEAD, len(self.tables[word])

    def grid(self, holder: ir.Value) -> tuple[int, int, int] | None:
        """A table of equally long rows as numbers one after another: where, how many rows, how
        long they are."""
        if not isinstance(holder, ir.Data) or holder.depth != 2:
            return None
        return self.memory.grid(holder.word, self.tables[holder.word])

    def flat(self, holder: ir.Value, width: int) -> int | None:
        """Where the ends of rows stand, of which each is a row of so many numbers."""
        if not isinstance(holder, ir.Data) or holder.depth < 3:
            return None
        return self.memory.flat(holder.word, self.tables[holder.word], width)

    def count_of(self, holder: ir.Value) -> tuple[int, int] | None:
        """The same, where a list is such a table."""
        return self.static(holder.word) if isinstance(holder, ir.Data) else None

    def fault(self, said: str) -> int:
        """The number of a fault that a rule or an operation tells."""
        if said not in self.faults:
            self.faults.append(said)
        return runtime.FIRST_FAULT + self.faults.index(said)

    # -- the module ---------------------------------------------------------------------------

    def printed(self) -> bytes:
        """The module."""
        ways = {word: self.number(word) for word in EXPORTED}
        # The list grows while it is gone through.
        bodies = [self._by_hand(word) if word in HAND else self._body(word)
                  for word in self.waiting]
        size = 8 * self.total
        self.free = (len(self.memory.content) + 63) // 64 * 64
        numbers = {
            "no_such": runtime.NO_SUCH, "by_zero": runtime.BY_ZERO, "no_memory": runtime.NO_MEMORY,
            "damaged": runtime.DAMAGED, "round_and_round": runtime.ROUND_AND_ROUND,
            "total": self.total, "bytes": size, "rng": 8 * RNG, "chance_key": 8 * CHANCE_KEY,
            "steps": 8 * STEPS, "jumps": limits.JUMPS, "state": self.state,
            "labels": len(self.labels), "label_table": self.label_table,
            "trial": self.free + size, "entry": self.code.entry,
            "trial_drawn": self.free + size + 8 * self.drawn.start,
            "state_drawn": self.state + 8 * self.drawn.start,
            "drawn_bytes": 8 * (self.drawn.stop - self.drawn.start)}
        self.module.bodies = [
            assembled(*HAND[body][1:], numbers, self.number) if isinstance(body, str) else body
            for body in bodies]
        self.module.data = [(0, bytes(self.memory.content))]
        free = self.free + 2 * size
        self.module.pages = free // w.PAGE + 2
        self.module.globals = [(w.I32, free), (w.I32, 0), (w.I32, free),
                               (w.I32, self.module.pages * w.PAGE)]
        self.module.exports = [("memory", w.MEMORY, 0), *(
            (word, w.FUNCTION, number) for word, number in ways.items()),
            ("fault", w.GLOBAL, 1), ("reserved", w.GLOBAL, 2)]
        return self.module.whole()

    def _by_hand(self, word: str) -> str:
        """A function that is put together last, when all places are known."""
        for line in HAND[word][2]:
            if line.startswith("call "):
                self.number(line[5:])
        return word

    def _body(self, word: str) -> bytes:
        if word in WAYS_IN:
            return self._dispatch(word)
        return self._printed(self.ready(word))

    def _dispatch(self, word: str) -> bytes:
        """A jump to one of many blocks, by its label."""
        many = self.code.blocks if word == "block" else self.code.resumes
        labels = sorted(many)
        args = [ir.POSITION, ir.Argument("label"), *([ir.MOVE] if word == "resume" else [])]
        body = Body(self, ir.function(word, args, [], NOWHERE, ir.OUTCOME))
        body.get(1)
        body.const(labels[-1])
        body.emit(w.I64_GT_U)
        with body.opened(w.IF):
            body.stops(runtime.DAMAGED)
        for _ in range(len(labels) + 1):
            body.emit(w.BLOCK, w.EMPTY)
        body.get(1)
        body.emit(w.I32_WRAP_I64, w.BR_TABLE)
        places = {label: n for n, label in enumerate(labels)}
        body.code += w.vector([w.unsigned(places.get(label, len(labels)))
                               for label in range(labels[-1] + 1)])
        body.code += w.unsigned(len(labels))
        for label in labels:
            body.emit(w.END)
            for local in range(len(args)):
                if local != 1:
                    body.get(local)
            body.call(many[label].word)
            body.emit(w.RETURN)
        body.emit(w.END)
        body.stops(runtime.DAMAGED)
        return body.bytes()
