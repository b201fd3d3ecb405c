"""The kernel in the middle language: plain Python functions, read as what they say.

Operations of the kernel are written once, in the small part of Python that has a meaning here:
numbers, lists of numbers, loops, conditions, calls of each other. The printers that are not Python
print what is read here; a test holds all of them together.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tilewright.middle import ir
from tilewright.middle.read_values import SIGNS, TYPES, Values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.problems import Place


def read_all(functions: Iterable[Callable[..., Any]], place: Place) -> dict[str, ir.Function]:
    """Operations and all that they call, by name."""
    found: dict[str, ir.Function] = {}
    todo = list(functions)
    for function in todo:
        if function.__name__ not in found:
            reader = Reader(function, {}, place)
            found[function.__name__] = reader.read()
            todo += reader.calls.values()
    return found


class Reader(Values):
    """Reads one function."""

    def read(self) -> ir.Function:
        args = []
        for arg in self.made.args.args:
            kind = ir.STATE if arg.arg == "s" else TYPES[ast.unparse(arg.annotation or arg)]
            word = "S" if kind == ir.STATE else arg.arg
            self.types[word] = kind
            args.append(ir.Argument(word, kind))
        gives = TYPES[ast.unparse(self.made.returns)] if self.made.returns else ir.NOTHING
        body = self.body(self.made.body)
        for stmt in body:
            ir.stamp(stmt, self.place)
        return ir.Function(self.made.name, args, body, self.place, gives)

    # -- statements ---------------------------------------------------------------------------

    def body(self, stmts: list[ast.stmt]) -> list[ir.Statement]:
        return [made for stmt in stmts for made in self.statement(stmt)]

    def statement(self, node: ast.stmt) -> list[ir.Statement]:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.unknown(node)
        found: list[ir.Statement] = method(node)
        return found

    def _pass(self, _node: ast.Pass) -> list[ir.Statement]:
        return []

    def _break(self, _node: ast.Break) -> list[ir.Statement]:
        return [ir.Stop()]

    def _continue(self, _node: ast.Continue) -> list[ir.Statement]:
        return [ir.Next()]

    def _return(self, node: ast.Return) -> list[ir.Statement]:
        return [ir.Return(None if node.value is None else self.value(node.value))]

    def _raise(self, node: ast.Raise) -> list[ir.Statement]:
        call = node.exc
        if not isinstance(call, ast.Call):
            raise self.unknown(node)
        return [ir.Run(ir.call("fail", *[self._words(a) for a in call.args]))]

    def _words(self, node: ast.expr) -> ir.Value:
        """What a fault says; numbers inside are not told here, only that it happens."""
        if isinstance(node, ast.JoinedStr):
            return ir.Text("".join(str(part.value) if isinstance(part, ast.Constant) else "…"
                                   for part in node.values))
        return self.value(node)

    def _expr(self, node: ast.Expr) -> list[ir.Statement]:
        call = node.value
        if isinstance(call, ast.Constant):
            return []
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and (
                call.func.attr == "append"):
            if not isinstance(call.func.value, ast.Name):
                raise self.unknown(node)
            return [ir.Append(call.func.value.id, self.value(call.args[0]))]
        return [ir.Run(self.value(call))]

    def _assign(self, node: ast.Assign) -> list[ir.Statement]:
        target, value = node.targets[-1], self.value(node.value)
        if len(node.targets) == 2:
            first = node.targets[0]   # `s[at] = name = value`: the name comes first
            again = ast.Assign([first], target)
            if isinstance(first, ast.Name):
                again = ast.Assign([target], first)
                target = first
            assert isinstance(target, ast.Name)
            self.types[target.id] = value.type
            return [ir.Let(target.id, value), *self._assign(again)]
        return [self._put(target, value)]

    def _annassign(self, node: ast.AnnAssign) -> list[ir.Statement]:
        assert isinstance(node.target, ast.Name)
        assert node.value is not None
        self.types[node.target.id] = TYPES[ast.unparse(node.annotation)]
        value = self.value(node.value)
        return [ir.Let(node.target.id, value)]

    def _put(self, target: ast.expr, value: ir.Value) -> ir.Statement:
        if isinstance(target, ast.Name):
            self.types.setdefault(target.id, value.type)
            return ir.Let(target.id, value)
        if not isinstance(target, ast.Subscript):
            raise self.unknown(target)
        if self.is_state(target.value):
            if isinstance(target.slice, ast.Slice):
                return ir.Write(*self.ends(target.slice), value)
            return ir.Store(self.value(target.slice), value)
        return ir.Put(self.value(target.value), self.value(target.slice), value)

    def _augassign(self, node: ast.AugAssign) -> list[ir.Statement]:
        value, sign = self.value(node.value), SIGNS[type(node.op)]
        if isinstance(node.target, ast.Name):
            name = ir.Name(node.target.id, self.types[node.target.id])
            if sign == "+":
                return [ir.grow(name, value)]
            return [ir.Let(name.word, ir.Math(sign, name, value))]
        if isinstance(node.target, ast.Subscript) and self.is_state(node.target.value):
            return [ir.Bump(self.value(node.target.slice), sign, value)]
        assert isinstance(node.target, ast.Subscript)
        before = ast.Subscript(node.target.value, node.target.slice, ast.Load())
        return [self._put(node.target, ir.Math(sign, self.value(before), value))]

    def _if(self, node: ast.If) -> list[ir.Statement]:
        return [ir.If(self.test(node.test), self.body(node.body), self.body(node.orelse))]

    def _while(self, node: ast.While) -> list[ir.Statement]:
        if node.orelse:
            raise self.unknown(node)
        test = self.test(node.test)
        return [ir.While(test, self.body(node.body))]

    def _for(self, node: ast.For) -> list[ir.Statement]:
        numbered = self.numbered(node.target, node.iter)
        if numbered:
            at, item, items = numbered
            element = ir.Item(items, ir.Name(at))
            self.types.update({at: ir.INT, item: element.type})
            inside = [ir.Let(item, element), *self.body(node.body)]
            return [ir.Count(at, None, ir.call("len", items), inside)]
        if node.orelse or not isinstance(node.target, ast.Name):
            raise self.unknown(node)
        word, source = node.target.id, node.iter
        if isinstance(source, ast.Call) and ast.unparse(source.func) == "range":
            self.types[word] = ir.INT
            ends = [self.value(a) for a in source.args]
            start = ends[0] if len(ends) > 1 else None
            step = ends[2] if len(ends) > 2 else None
            return [ir.Count(word, start, ends[min(len(ends), 2) - 1], self.body(node.body), step)]
        rows = self.value(source)
        self.types[word] = ir.LIST if rows.type == ir.LISTS else ir.INT
        return [ir.For([word], rows, self.body(node.body))]
