"""What is verified of values: names are bound, kinds fit, calls are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.kernel_words import ASKED_OF_COPY, TRIED
from tilewright.middle.kinds import (
    AMONG,
    ANY,
    EMPTY,
    NUMBER,
    PAIR,
    Kind,
    fits,
    function_of,
    is_function,
    is_list,
    kind_of,
    words_of,
)
from tilewright.middle.verify_base import Base

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.middle.verify_base import Bound

SIGNS = frozenset(("+", "-", "*", "//", "%", "<<", ">>", "|", "&", "^"))
COMPARE = frozenset(("==", "!=", "<", "<=", ">", ">="))
LOWEST, HIGHEST = -(1 << 63), (1 << 64) - 1


class Values(Base):
    """Verifies values."""

    def value(self, node: ir.Value, bound: Bound) -> Kind:
        if node.place is None:
            self.wrong(f"{type(node).__name__} has no place")
        return CHECKS[type(node)](self, node, bound)

    def const(self, node: ir.Const, bound: Bound) -> Kind:
        del bound
        if not LOWEST <= node.value <= HIGHEST:
            self.wrong(f"{node.value} does not fit into 64 bits")
        return NUMBER

    def name(self, node: ir.Name, bound: Bound) -> Kind:
        if node.word not in bound:
            self.wrong(f"'{node.word}' is not bound on every way that leads here")
            return kind_of(node.kind)
        if node.word in self.stale:
            self.wrong(f"'{node.word}' is read after its list changed under another name")
        kind = self.kinds.get(node.word, ANY)
        if kind == EMPTY and is_list(kind_of(node.kind)):
            kind = self.kinds[node.word] = kind_of(node.kind)
        if not fits(kind, kind_of(node.kind)) or kind == ir.NOTHING != node.kind:
            self.wrong(f"'{node.word}' is {words_of(kind)} and is read as "
                       f"{words_of(kind_of(node.kind))}")
        return kind

    def data(self, node: ir.Data, bound: Bound) -> Kind:
        del bound
        if node.word not in self.tables:
            self.wrong(f"there is no table '{node.word}'")
        elif not has_depth(self.tables[node.word], node.depth):
            self.wrong(f"the table '{node.word}' has not the depth {node.depth}")
        return node.depth

    def position(self, node: ir.Position, bound: Bound) -> Kind:
        del node
        if "S" not in bound:
            self.wrong("there is no state here")
        return ir.STATE

    def slots(self, node: ir.Load | ir.View | ir.Fetch, bound: Bound) -> Kind:
        """One slot or several."""
        self.position(ir.Position(), bound)
        if isinstance(node, ir.Load):
            self.numbers(bound, node.address)
            return NUMBER
        if isinstance(node, ir.View):
            self.numbers(bound, node.start, node.stop)
        else:
            self.wanted(node.table, bound, 2)
            self.numbers(bound, node.row)
        return 1

    def signed(self, sign: str, signs: frozenset[str] = SIGNS) -> None:
        if sign not in signs:
            self.wrong(f"there is no sign '{sign}'")

    def math(self, node: ir.Math | ir.Compare, bound: Bound) -> Kind:
        self.signed(node.sign, SIGNS if isinstance(node, ir.Math) else COMPARE)
        self.numbers(bound, node.left, node.right)
        return NUMBER

    def has(self, node: ir.Has, bound: Bound) -> Kind:
        self.numbers(bound, node.number)
        self.wanted(node.items, bound, 1)
        return NUMBER

    def tests(self, node: ir.Both | ir.Either, bound: Bound) -> Kind:
        """What they give is one of them, so it has to be a number."""
        self.numbers(bound, *node.tests)
        return NUMBER

    def negated(self, node: ir.Not, bound: Bound) -> Kind:
        self.truth(node.test, bound)
        return NUMBER

    def choose(self, node: ir.Choose, bound: Bound) -> Kind:
        self.truth(node.test, bound)
        return self.same(self.value(node.then, bound), self.value(node.other, bound))

    # -- lists --------------------------------------------------------------------------------

    def list_of(self, node: ir.ListOf, bound: Bound) -> Kind:
        kind: Kind = ANY
        for item in node.items:
            kind = self.same(kind, self.value(item, bound))
        return self.list_with(kind) if node.items else EMPTY

    def list_with(self, kind: Kind) -> Kind:
        """The kind of a list with elements of a kind."""
        if kind == PAIR:
            return ir.PAIRS
        if isinstance(kind, int):
            return kind + 1
        if kind not in (ANY, EMPTY):
            self.wrong(f"{words_of(kind)} cannot stand in a list")
        return 2 if kind == EMPTY else EMPTY

    def chain(self, node: ir.Chain, bound: Bound) -> Kind:
        kind: Kind = EMPTY
        for part in node.parts:
            kind = self.same(kind, self.listed(part, bound))
        return kind

    def pair(self, node: ir.Pair, bound: Bound) -> Kind:
        self.numbers(bound, node.key, node.item)
        return PAIR

    def map(self, node: ir.Map, bound: Bound) -> Kind:
        self.settle(node.word, self.element(node.source, bound))
        inside = bound | {node.word}
        if node.test is not None:
            self.truth(node.test, inside)
        return self.list_with(self.value(node.value, inside))

    def element(self, node: ir.Value, bound: Bound) -> Kind:
        """What stands in a list, of which that is asked for or which is gone through."""
        kind = self.listed(node, bound)
        return kind - 1 if isinstance(kind, int) else ANY

    def item(self, node: ir.Item, bound: Bound) -> Kind:
        self.numbers(bound, node.index)
        return self.element(node.holder, bound)

    def cut(self, node: ir.Cut, bound: Bound) -> Kind:
        self.numbers(bound, node.start, node.stop)
        return self.listed(node.items, bound)

    def repeated(self, node: ir.Repeated, bound: Bound) -> Kind:
        self.numbers(bound, node.count)
        return self.list_with(self.value(node.value, bound))

    def extreme(self, node: ir.Extreme, bound: Bound) -> Kind:
        if node.word not in AMONG:
            self.wrong(f"there is no '{node.word}' of a list")
        self.wanted(node.items, bound, 1)
        self.numbers(bound, node.default)
        return NUMBER

    # -- calls --------------------------------------------------------------------------------

    def call(self, node: ir.Call, bound: Bound) -> Kind:
        """A call for what it gives."""
        gives = self.called(node, bound)
        if gives == ir.NOTHING:
            self.wrong(f"'{node.word}' gives nothing")
        elif not fits(kind_of(node.gives), gives) and gives != ANY:
            self.wrong(f"'{node.word}' gives {words_of(gives)} and not "
                       f"{words_of(kind_of(node.gives))}")
        return kind_of(node.gives)

    def called(self, node: ir.Call, bound: Bound) -> Kind:
        given = [self.value(one, bound) for one in node.given]
        if node.word in AMONG:
            wanted: tuple[Kind, ...] = (1,) if len(given) == 1 else (NUMBER,) * len(given)
            self._given(node.word, given, wanted, 1)
            return NUMBER
        if is_function(self.kinds.get(node.word, ANY)) and node.word in bound:
            if self.kinds[node.word] not in (ir.FUNCTION, function_of(len(given))):
                self.wrong(f"'{node.word}' is {words_of(self.kinds[node.word])} and is given "
                           f"{len(given)}")
            return NUMBER
        # What was lifted out of a function is asked of a copy by its own name.
        asked = node.word.removeprefix(ASKED_OF_COPY)
        if asked not in self.known:
            self.wrong(f"nobody knows '{node.word}'")
            return ANY
        signature = self.known[asked]
        self._given(node.word, given, signature.given, signature.least)
        return self._tried(node) if node.word == TRIED else signature.gives

    def _given(self, word: str, given: list[Kind], wanted: tuple[Kind, ...], least: int) -> None:
        if not least <= len(given) <= len(wanted):
            self.wrong(f"'{word}' is given {len(given)} and takes {len(wanted)}")
        for number, (one, kind) in enumerate(zip(given, wanted, strict=False), 1):
            nothing = one == ir.NOTHING and (kind == 1 or is_function(kind))
            if not fits(one, kind) and not nothing:
                self.wrong(f"'{word}' is given {words_of(one)} as its {number}. and takes "
                           f"{words_of(kind)}")

    def _tried(self, node: ir.Call) -> Kind:
        """What is asked of a copy of the state is what that gives."""
        asked = node.given[-1]
        return self.answers.get(asked.word, ANY) if isinstance(asked, ir.Name) else NUMBER

    def asked(self, node: ir.Asked, bound: Bound) -> Kind:
        for word in node.words:
            self.settle(word, NUMBER)
        self.wanted(node.value, bound | set(node.words), NUMBER)
        return function_of(len(node.words))


def has_depth(values: Any, depth: int) -> bool:
    """Whether a table has so many levels; an empty row may have any number of further ones."""
    if not isinstance(values, (tuple, list, range)):
        return depth == 0 and isinstance(values, int)
    return depth > 0 and all(has_depth(one, depth - 1) for one in values)


def _numbers(*names: str) -> Callable[[Values, Any, Bound], Kind]:
    """A value that is a number, made of numbers."""

    def check(self: Values, node: ir.Value, bound: Bound) -> Kind:
        self.numbers(bound, *(getattr(node, name) for name in names))
        return NUMBER

    return check


CHECKS: dict[type[ir.Node], Callable[[Any, Any, Bound], Kind]] = {
    ir.Const: Values.const, ir.Text: lambda *_: ir.TEXT, ir.Nothing: lambda *_: ir.NOTHING,
    ir.Name: Values.name, ir.Data: Values.data, ir.Position: Values.position,
    ir.Load: Values.slots, ir.View: Values.slots, ir.Fetch: Values.slots,
    ir.Math: Values.math, ir.Minus: _numbers("number"), ir.Compare: Values.math,
    ir.Between: _numbers("low", "number", "high"), ir.Has: Values.has, ir.Not: Values.negated,
    ir.Both: Values.tests, ir.Either: Values.tests, ir.Choose: Values.choose,
    ir.ListOf: Values.list_of, ir.Chain: Values.chain, ir.Pair: Values.pair, ir.Map: Values.map,
    ir.Item: Values.item, ir.Cut: Values.cut, ir.Repeated: Values.repeated,
    ir.Backwards: lambda self, node, bound: self.listed(node.items, bound),
    ir.Extreme: Values.extreme, ir.Call: Values.call, ir.Asked: Values.asked,
}
