"""Short names for the nodes of Python's `ast`; constants are folded on the way."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.problems import Place

SIGNS = ("ctx", "op", "ops")
PLACED = (ast.stmt, ast.expr, ast.arg, ast.keyword)
LOAD = ast.Load()
STORE = ast.Store()

OPS: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "//": ast.FloorDiv(), "%": ast.Mod(),
    "<<": ast.LShift(), "|": ast.BitOr(), "&": ast.BitAnd(),
}
COMPARE: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(),
    ">=": ast.GtE(), "in": ast.In(), "not in": ast.NotIn(),
}


# More than the lines of any file.
STRIDE = 1_000_000
# Where a node keeps the name of the YAML file that caused it.
FILE = "yaml_file"

def const(value: Any) -> ast.Constant:
    return ast.Constant(value)


def name(word: str) -> ast.Name:
    return ast.Name(word, LOAD)


def store(word: str) -> ast.Name:
    return ast.Name(word, STORE)


def value_of(node: ast.expr) -> int | None:
    """The number that a node is, if it is one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    return None


def math(op: str, left: ast.expr, right: ast.expr) -> ast.expr:
    a, b = value_of(left), value_of(right)
    if a is not None and b is not None and op in ("+", "-", "*"):
        return const(a + b if op == "+" else a - b if op == "-" else a * b)
    if op in ("+", "-") and b == 0:
        return left
    if op == "+" and a == 0:
        return right
    if op == "*" and 1 in (a, b):
        return right if a == 1 else left
    if op == "+" and b is not None and isinstance(left, ast.BinOp) and isinstance(
            left.op, ast.Add):
        inner = value_of(left.right)
        if inner is not None:
            return ast.BinOp(left.left, OPS["+"], const(inner + b))
    return ast.BinOp(left, OPS[op], right)


def plus(left: ast.expr, right: int | ast.expr) -> ast.expr:
    return math("+", left, const(right) if isinstance(right, int) else right)


def times(left: ast.expr, right: int) -> ast.expr:
    return math("*", left, const(right))


def compare(left: ast.expr, sign: str, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [COMPARE[sign]], [right])


def negated(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)


def state(address: int | ast.expr) -> ast.expr:
    """`S[address]`."""
    where = const(address) if isinstance(address, int) else address
    return ast.Subscript(name("S"), where, LOAD)


def span(start: ast.expr, stop: ast.expr) -> ast.expr:
    """`S[start:stop]`."""
    return ast.Subscript(name("S"), ast.Slice(start, stop), LOAD)


def item(holder: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(holder, index, LOAD)


def put(address: int | ast.expr, value: ast.expr) -> ast.stmt:
    """`S[address] = value`."""
    where = const(address) if isinstance(address, int) else address
    return ast.Assign([ast.Subscript(name("S"), where, STORE)], value)


def add_to(address: int | ast.expr, value: ast.expr, op: str = "+") -> ast.stmt:
    """`S[address] += value`."""
    where = const(address) if isinstance(address, int) else address
    return ast.AugAssign(ast.Subscript(name("S"), where, STORE), OPS[op], value)


def assign(word: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([store(word)], value)


def bump(word: str, value: ast.expr) -> ast.stmt:
    return ast.AugAssign(store(word), ast.Add(), value)


def call(function: str, *args: ast.expr) -> ast.expr:
    return ast.Call(name(function), list(args), [])


def method(holder: ast.expr, word: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(holder, word, LOAD), list(args), [])


def run(expression: ast.expr) -> ast.stmt:
    return ast.Expr(expression)


def when(test: ast.expr, body: list[ast.stmt], other: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.If(test, body or [ast.Pass()], other or [])


def loop(target: ast.expr, source: ast.expr, body: list[ast.stmt],
         other: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.For(target, source, body or [ast.Pass()], other or [])


def back(value: ast.expr) -> ast.stmt:
    return ast.Return(value)


def both(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def either(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)


def function(word: str, args: list[str], body: list[ast.stmt], place: Place) -> ast.FunctionDef:
    made = ast.FunctionDef(
        word,
        ast.arguments([], [ast.arg(a) for a in args], None, [], [], None, []),
        body or [ast.Pass()], [], None, None,
    )
    stamp(made, place)
    return made


def number_files(file: str, module: ast.Module, files: list[str]) -> None:
    """Lines of other files than the module's own get numbers beyond all lines of a file.

    A rule of one file can hold a piece of another one, if a variant put it there.
    """
    todo: list[ast.AST] = [module]
    while todo:
        node = todo.pop()
        own = node.__dict__
        other = own.get(FILE, file)
        if other != file:
            if other not in files:
                files.append(other)
            shift = STRIDE * (files.index(other) + 1)
            own["lineno"] += shift
            own["end_lineno"] += shift
            own[FILE] = file
        _add_inner(node, todo)


def stamp(node: ast.AST, place: Place) -> int:
    """Give a node and all unplaced nodes inside it the position of the YAML that caused them.

    How many there were is told.
    """
    count = 0
    start = max(place.col - 1, 0)
    end = max(place.end - 1, start + 1)
    todo: list[ast.AST] = [node]
    while todo:
        this = todo.pop()
        own = this.__dict__
        if "lineno" in own:
            continue
        if isinstance(this, PLACED):
            count += 1
            own["lineno"] = own["end_lineno"] = place.line
            own[FILE] = place.file
            own["col_offset"], own["end_col_offset"] = start, end
        _add_inner(this, todo)
    return count


def _add_inner(node: ast.AST, found: list[ast.AST]) -> None:
    """Add the nodes right below a node, but no signs: they have no place. A program has a hundred
    thousand nodes, so this is quicker than the function of `ast`."""
    own = node.__dict__
    for name in node._fields:
        if name not in SIGNS:
            value = own.get(name)
            if isinstance(value, list):
                found += [inner for inner in value if isinstance(inner, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
