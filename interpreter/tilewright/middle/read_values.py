"""What the kernel works out, in the middle language."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import TYPE_CHECKING, Any

from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FunctionType

    from tilewright.problems import Place

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
         ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^"}
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
# What annotations of the kernel mean.
TYPES = {
    "int": ir.INT, "bool": ir.BOOL, "str": ir.TEXT, "None": ir.NOTHING, "list[int]": ir.LIST,
    "Numbers": ir.LIST, "Numbers | None": ir.LIST, "Lists": ir.LISTS, "list[list[int]]": ir.LISTS,
    "Pairs": ir.PAIRS, "Test": ir.FUNCTION, "Test | None": ir.FUNCTION, "NoReturn": ir.NOTHING,
}
GIVEN = {"len": ir.INT, "min": ir.INT, "max": ir.INT, "abs": ir.INT, "sum": ir.INT,
         "sorted": ir.LIST}


class Values:
    """Reads the values of one function."""

    def __init__(self, function: FunctionType, known: Mapping[str, ir.Function], place: Place
                 ) -> None:
        self.known = known
        self.world = function.__globals__
        self.place = place
        text = textwrap.dedent(inspect.getsource(function))
        found = ast.parse(text).body[0]
        assert isinstance(found, ast.FunctionDef)
        self.made = found
        self.types: dict[str, str] = {}

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

    def _constant(self, node: ast.Constant) -> ir.Value:
        return ir.const(node.value)

    def _name(self, node: ast.Name) -> ir.Value:
        if node.id == "s":
            return ir.Position()
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
        inner = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return ir.negated(inner)
        number = ir.value_of(inner)
        return ir.Minus(inner) if number is None else ir.const(-number)

    def _boolop(self, node: ast.BoolOp) -> ir.Value:
        tests = [self.value(part) for part in node.values]
        return ir.both(tests) if isinstance(node.op, ast.And) else ir.either(tests)

    def _compare(self, node: ast.Compare) -> ir.Value:
        values = [self.value(part) for part in (node.left, *node.comparators)]
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
        return ir.Choose(self.value(node.test), self.value(node.body), self.value(node.orelse))

    def _list(self, node: ast.List) -> ir.Value:
        if any(isinstance(one, ast.Starred) for one in node.elts):
            return ir.Chain([self.value(one.value) if isinstance(one, ast.Starred)
                             else ir.new_list(self.value(one)) for one in node.elts])
        return ir.ListOf([self.value(one) for one in node.elts])

    def _listcomp(self, node: ast.ListComp) -> ir.Value:
        each = node.generators[0]
        if len(node.generators) > 1 or not isinstance(each.target, ast.Name):
            raise self.unknown(node)
        source, word = self.value(each.iter), each.target.id
        outer = self.types.get(word)
        self.types[word] = ir.INT
        test = ir.both([self.value(t) for t in each.ifs]) if each.ifs else None
        made = ir.Map(self.value(node.elt), word, source, test)
        if outer is None:
            del self.types[word]
        else:
            self.types[word] = outer
        return made

    def _call(self, node: ast.Call) -> ir.Value:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        assert isinstance(node.func, ast.Name)
        word, given = node.func.id, [self.value(a) for a in node.args]
        if word in self.known:
            made = self.known[word]
            return ir.call(word, *given, gives=made.gives)
        if word in GIVEN:
            return ir.call(word, *given, gives=GIVEN[word])
        if self.types.get(word) == ir.FUNCTION:
            return ir.call(word, *given, gives=ir.INT)
        raise self.unknown(node)

    def _method(self, node: ast.Call, method: ast.Attribute) -> ir.Value:
        holder = self.value(method.value)
        given = [self.value(a) for a in node.args]
        if method.attr == "pop" and not given:
            return ir.call("pop", holder)
        if method.attr in ("index", "count") and given:
            return ir.call(method.attr, holder, *given)
        raise self.unknown(node)
