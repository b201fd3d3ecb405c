"""What values of the middle language are, worked out in the most obvious way."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
    "%": operator.mod, "<<": operator.lshift, ">>": operator.rshift, "|": operator.or_,
    "&": operator.and_, "^": operator.xor, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}
EXTREMES: dict[str, Callable[..., Any]] = {"min": min, "max": max}


class Scope:
    """The names of one call; what is not among them is looked up in the call around it."""

    def __init__(self, names: dict[str, Any], outer: Scope | None = None) -> None:
        self.names = names
        self.outer = outer

    def __getitem__(self, word: str) -> Any:
        if word in self.names or self.outer is None:
            return self.names[word]
        return self.outer[word]

    def __contains__(self, word: str) -> bool:
        return word in self.names or (self.outer is not None and word in self.outer)

    def inside(self, words: list[str], values: tuple[Any, ...] | list[Any]) -> Scope:
        """The names of something inside, which sees those around it."""
        return Scope(dict(zip(words, values, strict=True)), self)


class Values:
    """Works out values: numbers, tests, lists of Python."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables = tables

    def value(self, node: ir.Value | None, names: Scope) -> Any:
        """The value of a node; None stands for one that is not there."""
        return None if node is None else VALUES[type(node)](self, node, names)

    def values(self, nodes: list[ir.Value], names: Scope) -> list[Any]:
        return [self.value(node, names) for node in nodes]

    # -- the state ----------------------------------------------------------------------------

    def load(self, node: ir.Load, names: Scope) -> Any:
        return names["S"][self.value(node.address, names)]

    def view(self, node: ir.View, names: Scope) -> Any:
        start = self.value(node.start, names)
        return names["S"][start:self.value(node.stop, names)]

    def fetch(self, node: ir.Fetch, names: Scope) -> Any:
        row = self.tables[node.table.word][self.value(node.row, names)]
        return [names["S"][slot] for slot in row]

    # -- numbers and tests --------------------------------------------------------------------

    def signed(self, node: ir.Math | ir.Compare, names: Scope) -> Any:
        left = self.value(node.left, names)
        return SIGNS[node.sign](left, self.value(node.right, names))

    def between(self, node: ir.Between, names: Scope) -> Any:
        low, number = self.values([node.low, node.number], names)
        return low <= number < self.value(node.high, names)

    def has(self, node: ir.Has, names: Scope) -> Any:
        number, items = self.values([node.number, node.items], names)
        return (number in items) != node.absent

    def both(self, node: ir.Both, names: Scope) -> Any:
        """The first test that does not hold, or the last one."""
        found: Any = True
        for test in node.tests:
            found = self.value(test, names)
            if not found:
                break
        return found

    def either(self, node: ir.Either, names: Scope) -> Any:
        """The first test that holds, or the last one."""
        found: Any = False
        for test in node.tests:
            found = self.value(test, names)
            if found:
                break
        return found

    def choose(self, node: ir.Choose, names: Scope) -> Any:
        chosen = node.then if self.value(node.test, names) else node.other
        return self.value(chosen, names)

    # -- lists --------------------------------------------------------------------------------

    def chain(self, node: ir.Chain, names: Scope) -> Any:
        return [item for part in node.parts for item in self.value(part, names)]

    def map(self, node: ir.Map, names: Scope) -> Any:
        found = []
        for item in self.value(node.source, names):
            inside = names.inside([node.word], [item])
            if node.test is None or self.value(node.test, inside):
                found.append(self.value(node.value, inside))
        return found

    def item(self, node: ir.Item, names: Scope) -> Any:
        holder = self.value(node.holder, names)
        return holder[self.value(node.index, names)]

    def cut(self, node: ir.Cut, names: Scope) -> Any:
        items = self.value(node.items, names)
        start = self.value(node.start, names)
        return items[start:self.value(node.stop, names)]

    def repeated(self, node: ir.Repeated, names: Scope) -> Any:
        one = [self.value(node.value, names)]
        return one * self.value(node.count, names)

    def extreme(self, node: ir.Extreme, names: Scope) -> Any:
        items = self.value(node.items, names)
        return EXTREMES[node.word](items, default=self.value(node.default, names))

    # -- calls --------------------------------------------------------------------------------

    def call(self, node: ir.Call, names: Scope) -> Any:
        given = self.values(node.given, names)
        if node.word in names:
            return names[node.word](*given)
        return self.called(node.word, given)

    def called(self, word: str, given: list[Any]) -> Any:
        """What a function of the program or an operation of the kernel gives."""
        raise NotImplementedError

    def asked(self, node: ir.Asked, names: Scope) -> Any:
        return lambda *given: self.value(node.value, names.inside(node.words, given))


VALUES: dict[type[ir.Node], Callable[[Any, Any, Scope], Any]] = {
    ir.Const: lambda _, node, __: node.value, ir.Text: lambda _, node, __: node.value,
    ir.Nothing: lambda *_: None, ir.Name: lambda _, node, names: names[node.word],
    ir.Data: lambda self, node, _: self.tables[node.word],
    ir.Position: lambda _, __, names: names["S"],
    ir.Load: Values.load, ir.View: Values.view, ir.Fetch: Values.fetch,
    ir.Math: Values.signed, ir.Compare: Values.signed,
    ir.Minus: lambda self, node, names: -self.value(node.number, names),
    ir.Between: Values.between, ir.Has: Values.has,
    ir.Not: lambda self, node, names: not self.value(node.test, names),
    ir.Both: Values.both, ir.Either: Values.either, ir.Choose: Values.choose,
    ir.ListOf: lambda self, node, names: self.values(node.items, names),
    ir.Chain: Values.chain, ir.Map: Values.map, ir.Item: Values.item, ir.Cut: Values.cut,
    ir.Pair: lambda self, node, names: (self.value(node.key, names), self.value(node.item, names)),
    ir.Repeated: Values.repeated, ir.Extreme: Values.extreme,
    ir.Backwards: lambda self, node, names: list(self.value(node.items, names))[::-1],
    ir.Call: Values.call, ir.Asked: Values.asked,
}
