"""Values of the middle language as expressions of Python."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeVar

from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.problems import Place

    Position = dict[str, int]

LOAD, STORE = ast.Load(), ast.Store()
SIGNS: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "//": ast.FloorDiv(), "%": ast.Mod(),
    "<<": ast.LShift(), ">>": ast.RShift(), "|": ast.BitOr(), "&": ast.BitAnd(),
    "^": ast.BitXor(),
}
COMPARE: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(),
    ">=": ast.GtE(),
}
AND, OR, NOT, NEGATIVE = ast.And(), ast.Or(), ast.Not(), ast.USub()
IN, NOT_IN, UP_TO, BELOW = ast.In(), ast.NotIn(), ast.LtE(), ast.Lt()

# More than the lines of any file.
STRIDE = 1_000_000


VALUES: dict[type[ir.Node], Callable[..., ast.expr]] = {}
Made = TypeVar("Made", bound=ast.AST)
Writer = TypeVar("Writer", bound="Callable[..., ast.expr]")


def prints(*kinds: type[ir.Value]) -> Callable[[Writer], Writer]:
    """The function that prints values of some kinds."""

    def kept(function: Writer) -> Writer:
        VALUES.update(dict.fromkeys(kinds, function))
        return function

    return kept


class Values:
    """Prints what the functions of one YAML file work out.

    Lines of other files than its own get numbers beyond all lines of a file: a rule of one file can
    hold a piece of another one, if a variant put it there.
    """

    def __init__(self, file: str, files: list[str]) -> None:
        self.file = file
        self.files = files
        self._where: dict[int, Position] = {}

    def position(self, place: Place) -> Position:
        """Where a piece of Python stands, from where its YAML does."""
        # Places live as long as the rules; to compare them would take as long as to print.
        found = self._where.get(id(place))
        if found is None:
            line = place.line
            if place.file != self.file:
                if place.file not in self.files:
                    self.files.append(place.file)
                line += STRIDE * (self.files.index(place.file) + 1)
            start = max(place.col - 1, 0)
            found = self._where[id(place)] = {
                "lineno": line, "end_lineno": line, "col_offset": start,
                "end_col_offset": max(place.end - 1, start + 1)}
        return found

    def arguments(self, words: list[str], at: Position) -> ast.arguments:
        given = [placed(ast.arg(word), at) for word in words]
        return ast.arguments([], given, None, [], [], None, [])

    # -- values -------------------------------------------------------------------------------

    def value(self, node: ir.Value) -> ast.expr:
        assert node.place is not None
        return VALUES[type(node)](self, node, self.position(node.place))

    def values(self, nodes: Iterable[ir.Value]) -> list[ast.expr]:
        return [self.value(node) for node in nodes]

    @prints(ir.Const, ir.Text)
    def _const(self, node: ir.Const | ir.Text, at: Position) -> ast.expr:
        return placed(ast.Constant(node.value), at)

    @prints(ir.Nothing)
    def _nothing(self, node: ir.Nothing, at: Position) -> ast.expr:
        del node
        return placed(ast.Constant(None), at)

    @prints(ir.Name, ir.Data)
    def _name(self, node: ir.Name | ir.Data, at: Position) -> ast.expr:
        return name_of(node.word, at)

    @prints(ir.Position)
    def _position(self, node: ir.Position, at: Position) -> ast.expr:
        del node
        return name_of("S", at)

    @prints(ir.Load)
    def _load(self, node: ir.Load, at: Position) -> ast.expr:
        return placed(ast.Subscript(name_of("S", at), self.value(node.address), LOAD), at)

    @prints(ir.View)
    def _view(self, node: ir.View, at: Position) -> ast.expr:
        return self._sliced(name_of("S", at), self.value(node.start), self.value(node.stop), at)

    def _sliced(self, holder: ast.expr, start: ast.expr | None, stop: ast.expr | None,
                at: Position, step: ast.expr | None = None) -> ast.expr:
        row = placed(ast.Slice(start, stop, step), at)
        return placed(ast.Subscript(holder, row, LOAD), at)

    @prints(ir.Fetch)
    def _fetch(self, node: ir.Fetch, at: Position) -> ast.expr:
        row = placed(ast.Subscript(self.value(node.table), self.value(node.row), LOAD), at)
        return placed(ast.Call(row, [name_of("S", at)], []), at)

    @prints(ir.Math)
    def _math(self, node: ir.Math, at: Position) -> ast.expr:
        return placed(
            ast.BinOp(self.value(node.left), SIGNS[node.sign], self.value(node.right)), at)

    @prints(ir.Minus)
    def _minus(self, node: ir.Minus, at: Position) -> ast.expr:
        return placed(ast.UnaryOp(NEGATIVE, self.value(node.number)), at)

    @prints(ir.Compare)
    def _compare(self, node: ir.Compare, at: Position) -> ast.expr:
        return placed(ast.Compare(
            self.value(node.left), [COMPARE[node.sign]], [self.value(node.right)]), at)

    @prints(ir.Between)
    def _between(self, node: ir.Between, at: Position) -> ast.expr:
        rest = self.values([node.number, node.high])
        return placed(ast.Compare(self.value(node.low), [UP_TO, BELOW], rest), at)

    @prints(ir.Has)
    def _has(self, node: ir.Has, at: Position) -> ast.expr:
        sign = NOT_IN if node.absent else IN
        return placed(ast.Compare(self.value(node.number), [sign], [self.value(node.items)]), at)

    @prints(ir.Not)
    def _not(self, node: ir.Not, at: Position) -> ast.expr:
        return placed(ast.UnaryOp(NOT, self.value(node.test)), at)

    @prints(ir.Both)
    def _both(self, node: ir.Both, at: Position) -> ast.expr:
        return placed(ast.BoolOp(AND, self.values(node.tests)), at)

    @prints(ir.Either)
    def _either(self, node: ir.Either, at: Position) -> ast.expr:
        return placed(ast.BoolOp(OR, self.values(node.tests)), at)

    @prints(ir.Choose)
    def _choose(self, node: ir.Choose, at: Position) -> ast.expr:
        return placed(ast.IfExp(
            self.value(node.test), self.value(node.then), self.value(node.other)), at)

    # -- lists --------------------------------------------------------------------------------

    @prints(ir.ListOf)
    def _list(self, node: ir.ListOf, at: Position) -> ast.expr:
        items = self.values(node.items)
        return placed(ast.Tuple(items, LOAD) if node.fixed else ast.List(items, LOAD), at)

    @prints(ir.Chain)
    def _chain(self, node: ir.Chain, at: Position) -> ast.expr:
        parts: list[ast.expr] = [placed(ast.Starred(self.value(part), LOAD), at)
                                 for part in node.parts]
        return placed(ast.List(parts, LOAD), at)

    @prints(ir.Pair)
    def _pair(self, node: ir.Pair, at: Position) -> ast.expr:
        return placed(ast.Tuple(self.values([node.key, node.item]), LOAD), at)

    @prints(ir.Map)
    def _map(self, node: ir.Map, at: Position) -> ast.expr:
        tests = [self.value(node.test)] if node.test is not None else []
        target = placed(ast.Name(node.word, STORE), at)
        each = ast.comprehension(target, self.value(node.source), tests, 0)
        return placed(ast.ListComp(self.value(node.value), [each]), at)

    @prints(ir.Item)
    def _item(self, node: ir.Item, at: Position) -> ast.expr:
        return placed(ast.Subscript(self.value(node.holder), self.value(node.index), LOAD), at)

    @prints(ir.Cut)
    def _cut(self, node: ir.Cut, at: Position) -> ast.expr:
        start, stop = (self.value(end) if end is not None else None
                       for end in (node.start, node.stop))
        return self._sliced(self.value(node.items), start, stop, at)

    @prints(ir.Repeated)
    def _repeated(self, node: ir.Repeated, at: Position) -> ast.expr:
        one = placed(ast.List([self.value(node.value)], LOAD), at)
        return placed(ast.BinOp(one, SIGNS["*"], self.value(node.count)), at)

    @prints(ir.Backwards)
    def _backwards(self, node: ir.Backwards, at: Position) -> ast.expr:
        whole = called("list", [self.value(node.items)], at)
        return self._sliced(whole, None, None, at, placed(ast.Constant(-1), at))

    @prints(ir.Extreme)
    def _extreme(self, node: ir.Extreme, at: Position) -> ast.expr:
        found = called(node.word, [self.value(node.items)], at)
        found.keywords = [placed(ast.keyword("default", self.value(node.default)), at)]
        return found

    @prints(ir.Call)
    def _called(self, node: ir.Call, at: Position) -> ast.expr:
        return called(node.word, self.values(node.given), at)

    @prints(ir.Asked)
    def _asked(self, node: ir.Asked, at: Position) -> ast.expr:
        return placed(ast.Lambda(self.arguments(node.words, at), self.value(node.value)), at)


def placed(node: Made, at: Position) -> Made:
    """The node, at a position; one that has a position keeps it."""
    own = node.__dict__
    if "lineno" not in own:
        own.update(at)
    return node


def name_of(word: str, at: Position) -> ast.expr:
    return placed(ast.Name(word, LOAD), at)


def called(word: str, given: list[ast.expr], at: Position) -> ast.Call:
    return placed(ast.Call(name_of(word, at), given, []), at)


def method_of(word: str, method: str, given: ast.expr, at: Position) -> ast.expr:
    function = placed(ast.Attribute(name_of(word, at), method, LOAD), at)
    return placed(ast.Call(function, [given], []), at)
