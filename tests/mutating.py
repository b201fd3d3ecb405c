"""Small changes of Python code, each at one place: what a careless hand might do.

Comparisons, arithmetic, numbers, `and`, `or` and `not`, true and false, slices, the order of
arguments, what is returned, `break` and `continue`, and statements that are gone. Annotations,
texts, asserts (`strict=` of `zip` is one too) and what only a type checker reads are left alone.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
            ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
            ast.NotIn: ast.In}
COUNTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
           ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
           ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd}
# With their arguments changed round these fail at once, whatever the tests are.
TYPED = ("isinstance", "issubclass", "cast", "getattr", "hasattr", "suppress")
# With their arguments changed round these give the same.
EVEN = ("min", "max")
# These are changed themselves.
TESTS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Constant)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the bytes from `start` to `end` of a file are replaced."""

    file: str
    line: int
    start: int
    end: int
    new: str
    said: str
    is_statement: bool

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}: {self.said}"

    def applied(self, text: bytes) -> bytes:
        return text[:self.start] + self.new.encode() + text[self.end:]


def mutants(path: Path, name: str) -> list[Mutant]:
    """All small changes of a file, in the order of their places."""
    text = path.read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, changed in _changes(ast.parse(text)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        new = _written(changed)
        said = f"{_short(node)} -> {new or 'nothing'}"
        found.append(Mutant(name, node.lineno, start, end, new or "pass", said,
                            isinstance(node, ast.stmt)))
    return sorted(found, key=lambda m: (m.start, m.end, m.new))


def _written(node: ast.AST | None) -> str:
    if node is None:
        return ""
    return ast.unparse(node) if isinstance(node, ast.stmt) else f"({ast.unparse(node)})"


def _short(node: ast.AST) -> str:
    said = " ".join(ast.unparse(node).split())
    return said if len(said) < 90 else f"{said[:87]}..."


def _nodes(node: ast.AST) -> Iterator[Any]:
    """All nodes that may be changed, from the outside in."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, (ast.JoinedStr, ast.Assert, ast.match_case)) or _is_typing(inner):
                continue
            if isinstance(inner, ast.keyword) and inner.arg == "strict":
                continue
            if isinstance(inner, ast.AST):
                if hasattr(inner, "lineno"):
                    yield inner
                yield from _nodes(inner)


def _is_typing(node: Any) -> bool:
    """Whether only a type checker reads this: a guarded import, an alias of types, or a function
    that is nothing but described."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.dump(node.test)
    if isinstance(node, ast.FunctionDef):
        return all(isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in node.body)
    aliases = isinstance(node, ast.Assign) and isinstance(node.value, (ast.Subscript, ast.BinOp))
    return aliases and not isinstance(node.targets[0], ast.Tuple) and (
        getattr(node.targets[0], "id", "")[:1].isupper() and not node.targets[0].id.isupper())


def _with(node: Any, change: Callable[[Any], None]) -> Any:
    made = copy.deepcopy(node)
    change(made)
    return made


def _changes(tree: ast.Module) -> Iterator[tuple[Any, ast.AST | None]]:
    """Each node that may be changed, with what may stand in its place; None if it is gone."""
    firsts = {id(n.slice) for n in ast.walk(tree) if isinstance(n, ast.Subscript)}
    for node in _nodes(tree):
        if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, TESTS):
            yield node.test, ast.UnaryOp(ast.Not(), node.test)
        maker = MAKERS.get(type(node))
        for changed in maker(node) if maker is not None else ():
            # What has one element has it first and last.
            is_same = id(node) in firsts and getattr(changed, "value", 0) == -1
            if changed is None or not (is_same or ast.dump(changed) == ast.dump(node)):
                yield node, changed


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for at, op in enumerate(node.ops):
        other = COMPARED[type(op)]()
        yield _with(node, lambda made, at=at, other=other: made.ops.__setitem__(at, other))


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    sides = (node.left, node.right)
    if not any(isinstance(s, ast.JoinedStr) or isinstance(getattr(s, "value", 0), str)
               for s in sides) and type(node.op) in COUNTED:
        yield _with(node, lambda made: setattr(made, "op", COUNTED[type(node.op)]()))


def _boolean(node: ast.BoolOp) -> Iterator[ast.AST]:
    other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    yield _with(node, lambda made: setattr(made, "op", other))


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, (ast.Not, ast.USub)) and not isinstance(node.operand, ast.Constant):
        yield node.operand


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _subscript(node: ast.Subscript) -> Iterator[ast.AST]:
    if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
        for side in ("lower", "upper", "step"):
            if getattr(node.slice, side) is not None:
                yield _with(node, lambda made, side=side: setattr(made.slice, side, None))


def _call(node: ast.Call) -> Iterator[ast.AST]:
    if len(node.args) < 2 or any(isinstance(a, ast.Starred) for a in node.args[:2]):
        return
    if getattr(node.func, "id", "") not in TYPED + EVEN:
        yield _with(node, lambda made: made.args.__setitem__(slice(0, 2), made.args[1::-1]))


def _return(node: ast.Return) -> Iterator[ast.AST]:
    """Whoever asks for a test takes none for false; only the type checker would mind."""
    if node.value is not None and getattr(node.value, "value", node) not in (None, False):
        yield ast.Return(ast.Constant(None))


def _expression(node: ast.Expr) -> Iterator[None]:
    if isinstance(node.value, ast.Call):
        yield None


def _assigned(node: ast.Assign) -> Iterator[None]:
    """A name that is never set fails at once; what is written into something may be missed."""
    if all(isinstance(t, (ast.Subscript, ast.Attribute)) for t in node.targets):
        yield None


def _bumped(node: ast.AugAssign) -> Iterator[ast.AST | None]:
    yield None
    if type(node.op) in COUNTED:
        yield _with(node, lambda made: setattr(made, "op", COUNTED[type(node.op)]()))


MAKERS: dict[type[ast.AST], Callable[[Any], Iterator[ast.AST | None]]] = {
    ast.Compare: _compare, ast.BinOp: _binary, ast.BoolOp: _boolean, ast.UnaryOp: _unary,
    ast.Constant: _constant, ast.Subscript: _subscript, ast.Call: _call,
    ast.Return: _return, ast.Expr: _expression, ast.Assign: _assigned, ast.AugAssign: _bumped,
    ast.Raise: lambda _: iter([None]), ast.Break: lambda _: iter([ast.Continue()]),
    ast.Continue: lambda _: iter([ast.Break()]),
}


def probed(text: bytes, sample: list[tuple[int, Mutant]]) -> bytes:
    """The same code, which tells by its numbers which of the places it comes by."""
    pieces: list[tuple[int, int, int, bytes]] = []
    for number, m in sample:
        if m.is_statement:
            pieces.append((m.start, 1, -m.end, f"__hit__({number}); ".encode()))
        else:
            # From the outside in at the same start, from the inside out at the same end.
            pieces.append((m.start, 2, -m.end, f"(__hit__({number}) or (".encode()))
            pieces.append((m.end, 0, -m.start, b"))"))
    for at, _, _, piece in sorted(pieces, key=lambda p: p[:3], reverse=True):
        text = text[:at] + piece + text[at:]
    return text
