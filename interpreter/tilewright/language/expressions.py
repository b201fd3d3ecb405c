"""From the text of an expression to a typed tree, with a problem for everything that is wrong.

The syntax is a small part of Python's, read by `ast` for its exact columns. Nothing is executed:
what is not listed here is refused, and names become slots, never objects.
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language import functions
from tilewright.language.bounds import longest
from tilewright.language.names import BUILT_IN, Names, Scope
from tilewright.language.tree import Expr, Var
from tilewright.language.types import (
    BOOL,
    EMPTY_LIST,
    INT,
    NONE,
    UNKNOWN,
    Type,
    fits,
    many,
    one,
)
from tilewright.model import PLAYER
from tilewright.problems import Place, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.model import Field

COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}
FOLD: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}
REFUSED = {
    "Lambda": "lambda", "NamedExpr": ":=", "JoinedStr": "f-strings", "Starred": "*",
    "Dict": "{}", "Set": "{}", "DictComp": "{}", "SetComp": "{}", "Await": "await",
    "Yield": "yield", "YieldFrom": "yield", "Slice": "slices",
}


ODD = re.compile(r"[^\n -~]|[#\\]")


class _Bad(Exception):
    """The problem is already recorded; this expression has no meaning."""


class Checker:
    """Checks one expression in one scope."""

    def __init__(self, names: Names, text: str, place: Place) -> None:
        self.names = names
        self.text = text
        self.place = place

    # -- the way in ---------------------------------------------------------------------------

    def run(self, scope: Scope, want: Type | None) -> Expr:
        try:
            tree = self._parse()
            found = self.check(tree, scope, want)
        except _Bad:
            return Expr("const", UNKNOWN, self.place, (0,))
        except RecursionError:
            self.names.problems.add(
                "expression-too-big", self.place, "this expression is nested too deeply",
                "give parts of it a name under 'functions'",
            )
            return Expr("const", UNKNOWN, self.place, (0,))
        if want is not None and not fits(found.type, want):
            self._mismatch(found, want)
            return Expr("const", UNKNOWN, self.place, (0,))
        return found

    def _mismatch(self, found: Expr, want: Type) -> None:
        if found.type.optional and fits(found.type.plain, want):
            self.names.problems.add(
                "maybe-none", found.place, f"this may be none, but {want.words} is needed here",
                "test it first: 'x != none and …'",
            )
            return
        self.names.problems.add(
            "wrong-type", found.place, f"this is {found.type.words}, but {want.words} is needed"
        )

    def _parse(self) -> ast.expr:
        if len(self.text) > limits.EXPRESSION_LENGTH:
            self.fail(
                "expression-too-big", None,
                f"an expression holds at most {limits.EXPRESSION_LENGTH} characters",
                "give parts of it a name under 'functions'",
            )
        odd = ODD.search(self.text)
        if odd is not None:
            self._stranger(odd.start())
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(self.text, mode="eval").body
        except SyntaxError as error:
            self._syntax(error)
        except (ValueError, MemoryError, RecursionError):
            self.fail("expression-syntax", None, "this expression cannot be read")
        self._charge(tree)
        return tree

    def _stranger(self, at: int) -> None:
        """Python would skip a comment, and read letters that look alike as the same."""
        self.names.problems.add(
            "expression-word", self.place.shifted(at, at + 1),
            f"'{self.text[at]}' is not part of expressions")
        raise _Bad

    def _charge(self, tree: ast.expr) -> None:
        parts = sum(1 for _ in ast.walk(tree))
        if parts > limits.EXPRESSION_NODES:
            self.fail(
                "expression-too-big", None,
                f"an expression has at most {limits.EXPRESSION_NODES} parts",
                "give parts of it a name under 'functions'",
            )
        self.names.parts += parts
        if self.names.parts > limits.ALL_PARTS:
            self.names.problems.add(
                "expression-too-big", self.place,
                f"all expressions together have at most {limits.ALL_PARTS:,} parts")
            self.names.problems.stop_if_any()

    def _syntax(self, error: SyntaxError) -> None:
        col = max((error.offset or 1) - 1, 0)
        hint = ""
        if self.text.count("(") != self.text.count(")"):
            hint = "count the brackets"
        elif "=" in self.text.replace("==", ""):
            hint = "'==' compares two values"
        elif "&&" in self.text or "||" in self.text or "!" in self.text.replace("!=", ""):
            hint = "the words are 'and', 'or' and 'not'"
        place = self.place.shifted(min(col, len(self.text)), min(col, len(self.text)) + 1)
        self.names.problems.add(
            "expression-syntax", place, "this expression cannot be read", hint
        )
        raise _Bad

    # -- helpers ------------------------------------------------------------------------------

    def at(self, node: ast.expr | None) -> Place:
        """Where a part of the expression stands; the whole if it is spread over lines."""
        if node is None or self.place.end == 0:
            return self.place
        return self.place.shifted(node.col_offset, node.end_col_offset or 0)

    def fail(self, code: str, node: ast.expr | None, message: str, hint: str = "") -> None:
        self.names.problems.add(code, self.at(node), message, hint)
        raise _Bad

    def need(self, node: ast.expr, scope: Scope, want: Type) -> Expr:
        """Check a part that must be of a type."""
        found = self.check(node, scope, want)
        if not fits(found.type, want):
            self._mismatch(found, want)
            raise _Bad
        return found

    def check(self, node: ast.expr, scope: Scope, want: Type | None = None) -> Expr:
        name = type(node).__name__
        method: Any = getattr(self, f"_{name.lower()}", None)
        if method is None or name in REFUSED:
            what = REFUSED.get(name, name)
            self.fail("expression-word", node, f"'{what}' is not part of expressions")
        found: Expr = method(node, scope, want)
        found.cost += sum(p.cost for p in found.parts()) if found.op != "comp" else 0
        if found.cost > limits.EXPRESSION_COST:
            self.fail(
                "expression-cost", node,
                f"this may take {found.cost:,} steps, more than {limits.EXPRESSION_COST:,}",
                "look at fewer things at once",
            )
        if found.type.optional and ast.dump(node) in scope.sure:
            found = Expr(found.op, found.type.plain, found.place, found.args, found.cost)
        return found

    # -- leaves -------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant, _scope: Scope, _want: Type | None) -> Expr:
        value = node.value
        if isinstance(value, bool):
            self.fail("unknown-name", node, f"unknown name '{value}'",
                       f"did you mean '{str(value).lower()}'?")
        if value is None:
            self.fail("unknown-name", node, "unknown name 'None'", "did you mean 'none'?")
        if not isinstance(value, int):
            what = "a text" if isinstance(value, (str, bytes)) else f"'{value}'"
            self.fail("expression-word", node, f"{what} is not part of expressions",
                      "numbers are whole, and names stand without quotes")
            raise _Bad
        written = self.text[node.col_offset:node.end_col_offset]
        if not written.isdigit() and node.lineno == node.end_lineno == 1:
            self.fail("expression-word", node, f"'{written}' is not a plain whole number",
                      "write digits only")
        if value > limits.NUMBER:
            self.fail("expression-number", node, f"numbers go up to {limits.NUMBER:,} here")
        return Expr("const", INT, self.at(node), (value,))

    def _name(self, node: ast.Name, scope: Scope, want: Type | None) -> Expr:
        name, place = node.id, self.at(node)
        if name in scope.vars:
            self.names.use("var", f"{scope.owner}.{name}")
            return self._variable(scope.vars[name], place)
        if name in scope.consts:
            known = scope.consts[name]
            return Expr(known.op, known.type, place, known.args)
        if name == "me":
            return Expr("var", scope.me.type, place, (scope.me,))
        if name in BUILT_IN:
            return Expr("var", BUILT_IN[name].type, place, (BUILT_IN[name],))
        if name in ("true", "false"):
            return Expr("const", BOOL, place, (name == "true",))
        if name == "none":
            return Expr("none", NONE, place)
        if self.names.turn_of is not None and name == self.names.turn_of.name:
            return self._variable(self.names.turn_of, place)
        field = self.names.game_field(name)
        if field is not None:
            return self._field(field, (), place)
        return self._static_name(node, name, place, want)

    def _static_name(self, node: ast.Name, name: str, place: Place, want: Type | None) -> Expr:
        element = self._element(name, want)
        if element is not None:
            kind, index = element
            return Expr("const", one(kind), place, (index,))
        if name in self.names.plurals:
            kind = self.names.plurals[name]
            self.names.use("kind", kind)
            return Expr("domain", many(one(kind)), place, (kind,))
        if name in self.names.game.options:
            self.names.use("option", name)
            option = self.names.game.options[name]
            return Expr("option", option.type, place, (name,))
        self._unknown_name(node, name)
        raise _Bad

    def _unknown_name(self, node: ast.expr, name: str) -> None:
        if len(self.names.elements.get(name, [])) > 1:
            kinds = [k for k, _ in self.names.elements[name]]
            self.fail(
                "ambiguous-name", node, f"'{name}' is {listed(kinds, 'and')} at once",
                f"write {listed([f'{k}.{name}' for k in kinds])}",
            )
        known = [*self.names.everything(), *functions.FUNCTIONS, *self.names.functions]
        self.fail("unknown-name", node, f"unknown name '{name}'", did_you_mean(name, known))

    def _element(self, name: str, want: Type | None) -> tuple[str, int] | None:
        """The element of that name; where several kinds have one, the wanted kind decides."""
        found = self.names.elements.get(name, [])
        if len(found) == 1:
            self.names.use("kind", found[0][0])
            return found[0]
        if want is not None:
            wanted = want.item.kind if want.tag == "list" and want.item else want.kind
            for kind, index in found:
                if kind == wanted:
                    self.names.use("kind", kind)
                    return kind, index
        return None

    def _variable(self, var: Var, place: Place) -> Expr:
        return Expr("var", var.type, place, (var,))

    def _field(self, field: Field, index: tuple[Expr, ...], place: Place) -> Expr:
        self.names.use("field", field.title)
        op = "zone" if field.zone else "vector" if field.per else "field"
        return Expr(op, field.value_type, place, (field, index))

    # -- paths --------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute, scope: Scope, want: Type | None) -> Expr:
        place = self.at(node)
        if isinstance(node.value, ast.Name) and node.value.id not in scope.vars:
            known = self.names.game.kinds.get(node.value.id)
            if known is not None and node.attr in known.items:
                self.names.use("kind", known.name)
                return Expr("const", one(known.name), place, (known.items.index(node.attr),))
        inner = self.check(node.value, scope)
        if inner.type == UNKNOWN:
            raise _Bad
        if inner.type.tag != "kind":
            self.fail("no-attribute", node, f"{inner.type.words} has no '.{node.attr}'")
        if inner.type.optional:
            self._mismatch(inner, inner.type.plain)
            raise _Bad
        del want
        return self._member(inner, node, place)

    def _member(self, inner: Expr, node: ast.Attribute, place: Place) -> Expr:
        kind, name = inner.type.kind, node.attr
        field = self.names.game.fields.get((kind, name))
        if field is not None:
            return self._field(field, (inner,), place)
        attribute = self.names.game.kinds[kind].attributes.get(name)
        if attribute is not None:
            self.names.use("attribute", f"{kind}.{name}")
            return Expr("attr", attribute.type, place, (attribute, kind, inner))
        known = [*self.names.game.kinds[kind].attributes,
                 *(n for owner, n in self.names.game.fields if owner == kind)]
        self.fail("no-attribute", node, f"a {kind} has no '{name}'", did_you_mean(name, known))
        raise _Bad

    def _subscript(self, node: ast.Subscript, scope: Scope, _want: Type | None) -> Expr:
        holder = self.check(node.value, scope)
        place = self.at(node)
        if holder.type.tag == "map":
            assert holder.type.item is not None
            index = self.need(node.slice, scope, one(holder.type.kind))
            return Expr("item", holder.type.item, place, (holder, index))
        if holder.type.tag == "list":
            if holder.type.item is None:
                self.fail("wrong-type", node, "this list is always empty")
            index = self.need(node.slice, scope, INT)
            assert holder.type.item is not None
            return Expr("nth", holder.type.item, place, (holder, index))
        self.fail("wrong-type", node, f"{holder.type.words} cannot be looked up with [ ]")
        raise _Bad

    # -- operators ----------------------------------------------------------------------------

    def _unaryop(self, node: ast.UnaryOp, scope: Scope, _want: Type | None) -> Expr:
        if isinstance(node.op, ast.Not):
            inner = self.need(node.operand, scope, BOOL)
            return Expr("not", BOOL, self.at(node), (inner,))
        if not isinstance(node.op, ast.USub):
            self.fail("expression-word", node, "this sign is not part of expressions")
        inner = self.need(node.operand, scope, INT)
        if inner.op == "const":
            return Expr("const", INT, self.at(node), (-inner.args[0],))
        return Expr("neg", INT, self.at(node), (inner,))

    def _binop(self, node: ast.BinOp, scope: Scope, _want: Type | None) -> Expr:
        op = ARITHMETIC.get(type(node.op))
        if op is None:
            hint = "use '//' to divide, it rounds down" if isinstance(node.op, ast.Div) else ""
            self.fail("expression-word", node, "this sign is not part of expressions", hint)
            raise _Bad
        left = self.check(node.left, scope)
        if left.type.tag == "list" and op in ("+", "-"):
            right = self.need(node.right, scope, left.type)
            result = left.type if left.type.item else right.type
            return Expr("join" if op == "+" else "without", result, self.at(node), (left, right))
        if not fits(left.type, INT):
            self._mismatch(left, INT)
            raise _Bad
        right = self.need(node.right, scope, INT)
        if op in ("//", "%") and right.op == "const" and right.args[0] == 0:
            self.fail("divide-by-zero", node.right, "this always divides by zero")
        if left.op == right.op == "const" and op in FOLD:
            value = FOLD[op](left.args[0], right.args[0])
            if abs(value) <= limits.NUMBER:
                return Expr("const", INT, self.at(node), (value,))
        return Expr("math", INT, self.at(node), (op, left, right))

    def _boolop(self, node: ast.BoolOp, scope: Scope, _want: Type | None) -> Expr:
        is_and = isinstance(node.op, ast.And)
        parts: list[Expr] = []
        for value in node.values:
            parts.append(self.need(value, scope, BOOL))
            scope = scope.knowing(facts(value, when=is_and))
        return Expr("and" if is_and else "or", BOOL, self.at(node), (tuple(parts),))

    def _ifexp(self, node: ast.IfExp, scope: Scope, want: Type | None) -> Expr:
        test = self.need(node.test, scope, BOOL)
        then = self.check(node.body, scope.knowing(facts(node.test, when=True)), want)
        other = self.check(node.orelse, scope.knowing(facts(node.test, when=False)),
                           want or then.type)
        result = self._common(then, other, node)
        return Expr("ifelse", result, self.at(node), (test, then, other))

    def _common(self, a: Expr, b: Expr, node: ast.expr) -> Type:
        """The type that holds both values."""
        for wide, narrow in ((a.type, b.type), (b.type, a.type)):
            if fits(narrow, wide):
                return wide
            if narrow == NONE and wide.tag in ("int", "kind"):
                return wide.or_none()
            if fits(narrow, wide.or_none()) and wide.tag in ("int", "kind"):
                return wide.or_none()
        self.fail("wrong-type", node, f"this is {a.type.words} or {b.type.words}, which differ")
        raise _Bad

    def _compare(self, node: ast.Compare, scope: Scope, _want: Type | None) -> Expr:
        sides = [node.left, *node.comparators]
        parts = []
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            sign = COMPARE.get(type(op))
            if sign is None:
                self.fail("expression-word", node, "'is' is not part of expressions",
                           "'==' compares two values")
                raise _Bad
            parts.append(self._comparison(left, sign, right, scope, node))
        if len(parts) == 1:
            return parts[0]
        return Expr("and", BOOL, self.at(node), (tuple(parts),))

    def _comparison(
        self, left: ast.expr, sign: str, right: ast.expr, scope: Scope, node: ast.expr
    ) -> Expr:
        if sign in ("in", "not in"):
            items = self.check(right, scope)
            if items.type.tag != "list":
                self.fail("wrong-type", right, f"this is {items.type.words}, not a list")
            one_item = self.check(left, scope, items.type.item)
            if items.type.item and not fits(one_item.type.plain, items.type.item.plain):
                self._mismatch(one_item, items.type.item)
                raise _Bad
            return Expr("isin", BOOL, self.at(node), (sign, one_item, items))
        first, second = self._two(left, right, scope)
        if sign in ("==", "!="):
            self._comparable(first, second, node)
        else:
            for side in (first, second):
                if not fits(side.type, INT):
                    self._mismatch(side, INT)
                    raise _Bad
        return Expr("cmp", BOOL, self.at(node), (sign, first, second))

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

    # -- lists --------------------------------------------------------------------------------

    def _list(self, node: ast.List, scope: Scope, want: Type | None) -> Expr:
        if not node.elts:
            return Expr("list", EMPTY_LIST, self.at(node), ((),))
        hint = want.item if want and want.tag == "list" else None
        first = self.check(node.elts[0], scope, hint)
        rest = [self.need(e, scope, first.type) for e in node.elts[1:]]
        return Expr("list", many(first.type), self.at(node), ((first, *rest),))

    _tuple = _list

    def _listcomp(self, node: ast.ListComp, scope: Scope, _want: Type | None) -> Expr:
        return self.comprehension("list", node.elt, node.generators, scope, node)

    def _generatorexp(self, node: ast.GeneratorExp, scope: Scope, _want: Type | None) -> Expr:
        return self.comprehension("list", node.elt, node.generators, scope, node)

    def comprehension(
        self, how: str, body: ast.expr, generators: list[ast.comprehension], scope: Scope,
        node: ast.expr,
    ) -> Expr:
        """`body for name in list if test`, gathered in the way that `how` says."""
        if len(generators) != 1 or not isinstance(generators[0].target, ast.Name):
            self.fail("expression-word", node, "a list is made with one 'for' and one name",
                       "nest a second list instead")
        made = generators[0]
        assert isinstance(made.target, ast.Name)
        source = self.check(made.iter, scope)
        if source.type.tag != "list" or source.type.item is None:
            self.fail("wrong-type", made.iter, f"this is {source.type.words}, not a list")
        assert source.type.item is not None
        if self.names.taken(made.target.id):
            self.fail("name-taken", made.target,
                      f"'{made.target.id}' already means something here", "choose another name")
        var = Var(made.target.id, source.type.item)
        inner = scope.with_var(var)
        tests = []
        for test in made.ifs:
            tests.append(self.need(test, inner, BOOL))
            inner = inner.knowing(facts(test, when=True))
        cond = None
        if tests:
            cond = tests[0] if len(tests) == 1 else Expr(
                "and", BOOL, tests[0].place, (tuple(tests),), sum(t.cost for t in tests))
        value = self.check(body, inner)
        result = functions.gathered(how, value.type)
        if result is None:
            self.fail("wrong-type", body, f"'{how}' does not take {value.type.words}")
            raise _Bad
        each = value.cost + (cond.cost if cond else 0) + 1
        cost = source.cost + each * self.length(source)
        return Expr("comp", result, self.at(node), (how, var, source, cond, value), cost)

    def length(self, source: Expr) -> int:
        """The most elements that a list can have."""
        return longest(self.names.game, source)

    # -- calls --------------------------------------------------------------------------------

    def _call(self, node: ast.Call, scope: Scope, want: Type | None) -> Expr:
        if not isinstance(node.func, ast.Name):
            self.fail("expression-word", node, "only functions by name can be called")
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.names.functions or name in self.names.queries:
            return self._own_call(node, name, scope)
        word = functions.FUNCTIONS.get(name)
        if word is None:
            known = [*functions.FUNCTIONS, *self.names.functions, *self.names.queries]
            self.fail("unknown-function", node.func, f"unknown function '{name}'",
                       did_you_mean(name, known))
            raise _Bad
        self.names.use("function", name)
        return word.check(self, node, scope, want)

    def _own_call(self, node: ast.Call, name: str, scope: Scope) -> Expr:
        is_query = name in self.names.queries
        signature = (self.names.queries if is_query else self.names.functions)[name]
        args = {k.arg: k.value for k in node.keywords}
        of = args.pop("of", None)
        if args or len(node.args) != len(signature.args):
            takes = ", ".join(a.name for a in signature.args)
            self.fail("wrong-arguments", node, f"it is called like this: {name}({takes})")
        values = [self.need(a, scope, v.type)
                  for a, v in zip(node.args, signature.args, strict=True)]
        me = (self.need(of, scope, one(PLAYER)) if of is not None
              else Expr("var", scope.me.type, self.place, (scope.me,)))
        self.names.use("query" if is_query else "function", name)
        self.names.call(f"{'query' if is_query else 'function'} {name}")
        if signature.result is None and signature.link is not None:
            signature.link()
        result = signature.result or self._pending(node, name)
        op = "query" if is_query else "own"
        return Expr(op, result, self.at(node), (name, me, tuple(values)), signature.cost)

    def _pending(self, node: ast.expr, name: str) -> Type:
        self.fail("recursion", node, f"'{name}' needs itself to be worked out",
                   "a function may only use functions that do not lead back to it")
        raise _Bad


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


def expression(
    names: Names, raw: Any, place: Place, scope: Scope, want: Type | None = None
) -> Expr:
    """Check what stands where an expression is expected: a text, a number, true or false."""
    if isinstance(raw, bool):
        text = "true" if raw else "false"
    elif isinstance(raw, int):
        text = str(raw)
    elif raw is None:
        text = "none"
    else:
        text = str(raw)
    words = text.strip()
    start = text.find(words)
    at = place.shifted(start, start + len(words)) if words else place
    return Checker(names, words, at).run(scope, want)


def condition(
    names: Names, raw: Any, place: Place, scope: Scope
) -> tuple[Expr, list[str], list[str]]:
    """A test, and what is known not to be none when it holds and when it does not."""
    test = expression(names, raw, place, scope, BOOL)
    try:
        tree = ast.parse(str(raw), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return test, [], []
    return test, facts(tree, when=True), facts(tree, when=False)


__all__ = ["Checker", "condition", "expression", "facts"]
