"""What the kernel works out, in the middle language."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from types import FunctionType
from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.kernel_words import PRIMITIVES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tilewright.problems import Place

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
         ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^"}
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
# What annotations of the kernel mean.
TYPES = {
    "int": ir.INT, "bool": ir.BOOL, "str": ir.TEXT, "None": ir.NOTHING, "list[int]": ir.LIST,
    "Numbers": ir.LIST, "Numbers | None": ir.LIST, "Lists": ir.LISTS, "list[list[int]]": ir.LISTS,
    "Pairs": ir.PAIRS, "Spans": ir.LISTS, "Test": ir.FUNCTION, "Test | None": ir.FUNCTION,
    "Through": ir.FUNCTION, "Through | None": ir.FUNCTION, "NoReturn": ir.NOTHING,
}
# Methods of lists, and how much they are given.
METHODS = {"pop": (0,), "index": (1, 2), "count": (1,)}


class Values:
    """Reads the values of one function; others that it may call can be known already."""

    def __init__(self, function: Callable[..., Any], known: Mapping[str, ir.Function],
                 place: Place) -> None:
        assert isinstance(function, FunctionType)
        self.known = known
        self.world = function.__globals__
        # The operations that it calls.
        self.calls: dict[str, FunctionType] = {}
        self.place = place
        text = textwrap.dedent(inspect.getsource(function))
        found = ast.parse(text).body[0]
        assert isinstance(found, ast.FunctionDef)
        self.made = found
        self.types: dict[str, str] = {}
        # Names that stand for an element at a place, inside of a list that is worked out.
        self.elements: dict[str, ir.Value] = {}

    def unknown(self, node: ast.AST) -> AssertionError:
        return AssertionError(f"{self.made.name}: '{ast.unparse(node)}' has no meaning in the "
                              "middle language")

    def is_state(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == "s"

    # -- values -------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> ir.Value:
        method: Callable[[Any], ir.Value] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.unknown(node)
        return method(node)

    def test(self, node: ast.expr) -> ir.Value:
        """Something that holds or not; a list holds if there is anything in it."""
        if isinstance(node, ast.BoolOp):
            tests = [self.test(part) for part in node.values]
            return ir.both(tests) if isinstance(node.op, ast.And) else ir.either(tests)
        found = self.value(node)
        if ir.depth_of(found):
            return ir.compare(ir.call("len", found), ">", ir.const(0))
        return found

    def _constant(self, node: ast.Constant) -> ir.Value:
        return ir.const(node.value)

    def _name(self, node: ast.Name) -> ir.Value:
        if node.id == "s":
            return ir.Position()
        if node.id in self.elements:
            return copy.copy(self.elements[node.id])
        if node.id in self.types:
            return ir.Name(node.id, self.types[node.id])
        found = self.world.get(node.id)
        if isinstance(found, int):
            return ir.const(found)
        if isinstance(found, tuple):
            return ir.Data(node.id)
        raise self.unknown(node)

    def _attribute(self, node: ast.Attribute) -> ir.Value:
        assert isinstance(node.value, ast.Name)
        return ir.const(getattr(self.world[node.value.id], node.attr))

    def ends(self, node: ast.Slice) -> tuple[ir.Value, ir.Value]:
        if node.lower is None or node.upper is None:
            raise self.unknown(node)
        return self.value(node.lower), self.value(node.upper)

    def _subscript(self, node: ast.Subscript) -> ir.Value:
        if isinstance(node.slice, ast.Slice):
            if self.is_state(node.value):
                return ir.View(*self.ends(node.slice))
            start, stop = (None if end is None else self.value(end)
                           for end in (node.slice.lower, node.slice.upper))
            return ir.Cut(self.value(node.value), start, stop)
        if self.is_state(node.value):
            return ir.Load(self.value(node.slice))
        return ir.Item(self.value(node.value), self.value(node.slice))

    def _binop(self, node: ast.BinOp) -> ir.Value:
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
            return ir.Repeated(self.value(node.left.elts[0]), self.value(node.right))
        left, right = self.value(node.left), self.value(node.right)
        return ir.math(SIGNS[type(node.op)], left, right)

    def _unaryop(self, node: ast.UnaryOp) -> ir.Value:
        if isinstance(node.op, ast.Not):
            return ir.negated(self.test(node.operand))
        inner = self.value(node.operand)
        number = ir.value_of(inner)
        return ir.Minus(inner) if number is None else ir.const(-number)

    def _boolop(self, node: ast.BoolOp) -> ir.Value:
        tests = [self.value(part) for part in node.values]
        if any(map(ir.depth_of, tests)):
            raise self.unknown(node)   # one of these lists, which is no test
        return ir.both(tests) if isinstance(node.op, ast.And) else ir.either(tests)

    def _compare(self, node: ast.Compare) -> ir.Value:
        values = [self.value(part) for part in (node.left, *node.comparators)]
        if [type(sign) for sign in node.ops] == [ast.LtE, ast.Lt]:
            return ir.Between(*values)
        tests: list[ir.Value] = []
        for sign, left, right in zip(node.ops, values, values[1:], strict=False):
            if isinstance(sign, (ast.Is, ast.IsNot)):
                tests.append(ir.call("given", left))
                if isinstance(sign, ast.Is):
                    tests[-1] = ir.negated(tests[-1])
            elif isinstance(sign, (ast.In, ast.NotIn)):
                tests.append(ir.Has(left, right, isinstance(sign, ast.NotIn)))
            else:
                tests.append(ir.compare(left, COMPARE[type(sign)], right))
        return ir.both(tests)

    def _ifexp(self, node: ast.IfExp) -> ir.Value:
        return ir.Choose(self.test(node.test), self.value(node.body), self.value(node.orelse))

    def _list(self, node: ast.List) -> ir.Value:
        if any(isinstance(one, ast.Starred) for one in node.elts):
            return ir.Chain([self.value(one.value) if isinstance(one, ast.Starred)
                             else ir.new_list(self.value(one)) for one in node.elts])
        return ir.ListOf([self.value(one) for one in node.elts])

    def _listcomp(self, node: ast.ListComp) -> ir.Value:
        each = node.generators[0]
        if len(node.generators) > 1:
            raise self.unknown(node)
        outer, elements = dict(self.types), dict(self.elements)
        numbered = self.numbered(each.target, each.iter)
        if numbered:
            word, item, items = numbered
            source: ir.Value = ir.call("range", ir.call("len", items))
            self.elements[item] = ir.Item(items, ir.Name(word))
        elif isinstance(each.target, ast.Name):
            word, source = each.target.id, self.value(each.iter)
        else:
            raise self.unknown(node)
        self.types[word] = ir.INT
        test = ir.both([self.test(t) for t in each.ifs]) if each.ifs else None
        made = ir.Map(self.value(node.elt), word, source, test)
        self.types, self.elements = outer, elements
        return made

    def numbered(self, target: ast.expr, source: ast.expr) -> tuple[str, str, ir.Name] | None:
        """`at, item in enumerate(items)`: the two names, and the list."""
        if not isinstance(target, ast.Tuple):
            return None
        words = [part.id for part in target.elts if isinstance(part, ast.Name)]
        items = self.value(source.args[0]) if (
            isinstance(source, ast.Call) and ast.unparse(source.func) == "enumerate"
            and len(source.args) == 1) else None
        if len(words) != len(target.elts) or not isinstance(items, ir.Name):
            raise self.unknown(source)
        at, item = words
        return at, item, items

    def _call(self, node: ast.Call) -> ir.Value:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        assert isinstance(node.func, ast.Name)
        if node.keywords:
            raise self.unknown(node)
        word, given = node.func.id, [self.value(a) for a in node.args]
        if self.types.get(word) == ir.FUNCTION:
            return ir.call(word, *given, gives=ir.INT)
        if word in PRIMITIVES:
            return ir.call(word, *given, gives=PRIMITIVES[word])
        if word in self.known:
            return ir.call(word, *given, gives=self.known[word].gives)
        function = self.world.get(word)
        if not isinstance(function, FunctionType) or len(given) != function.__code__.co_argcount:
            raise self.unknown(node)
        self.calls[word] = function
        return ir.call(word, *given, gives=TYPES[function.__annotations__["return"]])

    def _method(self, node: ast.Call, method: ast.Attribute) -> ir.Value:
        given = [self.value(a) for a in node.args]
        if ast.unparse(method) == "dict.fromkeys" and len(given) == 1:
            return ir.call("once", *given)
        holder = self.value(method.value)
        if METHODS.get(method.attr, ()).count(len(given)) == 0:
            raise self.unknown(node)
        return ir.call(method.attr, holder, *given)
