"""Signs and comparisons in expressions, and what a test tells about none."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, NoReturn

from tilewright import limits
from tilewright.language.checking import Bad
from tilewright.language.leaves import Leaves
from tilewright.language.operations import (
    Both,
    Compare,
    Const,
    Either,
    Expr,
    IfElse,
    IsIn,
    Join,
    Math,
    Negative,
    Not,
    Without,
)
from tilewright.language.types import BOOL, EMPTY_LIST, INT, NONE, UNKNOWN, Type, fits

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.language.names import Scope

COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}
FOREIGN_SIGNS: dict[type[ast.operator | ast.cmpop], str] = {
    ast.Div: "use '//' to divide, it rounds down", ast.Pow: "multiply with '*'",
    ast.BitXor: "multiply with '*'", ast.BitAnd: "the word is 'and'",
    ast.BitOr: "the word is 'or'", ast.Is: "'==' compares two values",
    ast.IsNot: "'!=' asks whether two values differ",
}
FOLD: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}


class Operators(Leaves):
    """Checks what joins the parts of an expression."""

    # -- operators ----------------------------------------------------------------------------

    def _unaryop(self, node: ast.UnaryOp, scope: Scope, _want: Type | None) -> Expr:
        if isinstance(node.op, ast.Not):
            inner = self.need(node.operand, scope, BOOL)
            return Not(BOOL, self.at(node), inner)
        if not isinstance(node.op, ast.USub):
            self.fail("expression-word", node, "this sign is not part of expressions")
        inner = self.need(node.operand, scope, INT)
        if isinstance(inner, Const):
            return Const(INT, self.at(node), -inner.value)
        return Negative(INT, self.at(node), inner)

    def _binop(self, node: ast.BinOp, scope: Scope, _want: Type | None) -> Expr:
        sign = ARITHMETIC.get(type(node.op))
        if sign is None:
            self._no_sign(node.left, node.right, FOREIGN_SIGNS.get(type(node.op), ""))
        left = self.check(node.left, scope)
        if left.type.tag == "list" and sign in ("+", "-"):
            right = self.need(node.right, scope, left.type)
            result = left.type if left.type.item else right.type
            made = Join if sign == "+" else Without
            return made(result, self.at(node), left, right)
        if not fits(left.type, INT):
            self._mismatch(left, INT)
            raise Bad
        right = self.need(node.right, scope, INT)
        if sign in ("//", "%") and isinstance(right, Const) and right.value == 0:
            self.fail("divide-by-zero", node.right, "this always divides by zero")
        if isinstance(left, Const) and isinstance(right, Const) and sign in FOLD:
            value = FOLD[sign](left.value, right.value)
            if abs(value) <= limits.NUMBER:
                return Const(INT, self.at(node), value)
        return Math(INT, self.at(node), sign, left, right)

    def _no_sign(self, left: ast.expr, right: ast.expr, hint: str) -> NoReturn:
        """A sign of other languages, told where it stands."""
        between = self.text[left.end_col_offset:right.col_offset]
        word = between.strip(" ()")
        start = self.text.index(word, left.end_col_offset)
        self.names.problems.add(
            "expression-word", self.place.shifted(start, start + len(word)),
            f"'{word}' is not part of expressions", hint)
        raise Bad

    def _boolop(self, node: ast.BoolOp, scope: Scope, _want: Type | None) -> Expr:
        is_and = isinstance(node.op, ast.And)
        parts: list[Expr] = []
        for value in node.values:
            parts.append(self.need(value, scope, BOOL))
            scope = scope.knowing(facts(value, when=is_and))
        made = Both if is_and else Either
        return made(BOOL, self.at(node), tuple(parts))

    def _ifexp(self, node: ast.IfExp, scope: Scope, want: Type | None) -> Expr:
        test = self.need(node.test, scope, BOOL)
        then = self.check(node.body, scope.knowing(facts(node.test, when=True)), want)
        other = self.check(node.orelse, scope.knowing(facts(node.test, when=False)),
                           want or then.type)
        result = self._common(then, other, node)
        return IfElse(result, self.at(node), test, then, other)

    def _common(self, a: Expr, b: Expr, node: ast.expr) -> Type:
        """The type that holds both values."""
        if a.type == EMPTY_LIST and fits(b.type, EMPTY_LIST):
            return b.type
        for wide, narrow in ((a.type, b.type), (b.type, a.type)):
            if fits(narrow, wide):
                return wide
            if narrow == NONE and wide.tag in ("int", "kind"):
                return wide.or_none()
            if fits(narrow, wide.or_none()) and wide.tag in ("int", "kind"):
                return wide.or_none()
        return self.fail("wrong-type", node,
                         f"this is {a.type.words} or {b.type.words}, which differ")

    def _compare(self, node: ast.Compare, scope: Scope, _want: Type | None) -> Expr:
        sides = [node.left, *node.comparators]
        parts = []
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            sign = COMPARE.get(type(op))
            if sign is None:
                self._no_sign(left, right, FOREIGN_SIGNS.get(type(op), ""))
            parts.append(self._comparison(left, sign, right, scope, node))
        if len(parts) == 1:
            return parts[0]
        return Both(BOOL, self.at(node), tuple(parts))

    def _comparison(
        self, left: ast.expr, sign: str, right: ast.expr, scope: Scope, node: ast.expr
    ) -> Expr:
        if sign in ("in", "not in"):
            items = self.check(right, scope)
            if items.type.tag != "list":
                around = items.type.tag == "kind" and self.check(left, scope).type.tag == "list"
                self.fail("wrong-type", right, f"this is {items.type.words}, not a list",
                          f"turn it round: {self.source_of(right)} {sign} {self.source_of(left)}"
                          if around else "")
            one_item = self.check(left, scope, items.type.item)
            if items.type.item and not fits(one_item.type.plain, items.type.item):
                self._mismatch(one_item, items.type.item)
                raise Bad
            return IsIn(BOOL, self.at(node), sign, one_item, items)
        first, second = self._two(left, right, scope)
        if sign in ("==", "!="):
            self._comparable(first, second, node)
        else:
            for side in (first, second):
                if not fits(side.type, INT):
                    self._mismatch(side, INT)
                    raise Bad
        return Compare(BOOL, self.at(node), sign, first, second)

    def _two(self, left: ast.expr, right: ast.expr, scope: Scope) -> tuple[Expr, Expr]:
        """Both sides; a name that several kinds share takes its kind from the other side."""
        if isinstance(left, ast.Name) and len(self.names.elements.get(left.id, [])) > 1:
            second = self.check(right, scope)
            return self.check(left, scope, second.type), second
        first = self.check(left, scope)
        return first, self.check(right, scope, first.type)

    def _comparable(self, a: Expr, b: Expr, node: ast.expr) -> None:
        if UNKNOWN in (a.type, b.type):
            return
        for this, that in ((a, b), (b, a)):
            if this.type == NONE:
                if not (that.type.optional or that.type == NONE):
                    self.fail("never-none", node, f"this is {that.type.words} and never none",
                               "leave the test out")
                return
        if a.type.plain != b.type.plain or a.type.tag not in ("int", "bool", "kind"):
            self.fail("wrong-type", node,
                       f"{a.type.words} cannot be compared with {b.type.words}")


def facts(node: ast.expr, *, when: bool) -> list[str]:
    """What is known not to be none when a test came out as `when`."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) == when:
        return [f for value in node.values for f in facts(value, when=when)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return facts(node.operand, when=not when)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sign, right = node.ops[0], node.comparators[0]
        is_none = isinstance(right, ast.Name) and right.id == "none"
        if is_none and isinstance(sign, ast.NotEq if when else ast.Eq):
            return [ast.dump(node.left)]
    return []
