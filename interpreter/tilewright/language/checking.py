"""The frame of the expression checker: reading, places, problems, limits.

The syntax is a small part of Python's, read by `ast` for its exact columns. Nothing is executed:
what is not listed is refused, and names become slots, never objects.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from tilewright import limits
from tilewright.language.habits import without_none
from tilewright.language.operations import Const, Expr
from tilewright.language.slips import LOOKALIKES, slip
from tilewright.language.types import BOOL, INT, NONE, UNKNOWN, Type, fits

if TYPE_CHECKING:
    from tilewright.language.names import Names, Scope
    from tilewright.problems import Place

REFUSED = {
    "Lambda": "lambda", "NamedExpr": ":=", "JoinedStr": "f-strings", "Starred": "*",
    "Dict": "{}", "Set": "{}", "DictComp": "{}", "SetComp": "{}", "Await": "await",
    "Yield": "yield", "YieldFrom": "yield", "Slice": "slices",
}


ODD = re.compile(r"[^\n -~]|[#\\]")


def measured(tree: ast.AST) -> tuple[int, int]:
    """How many parts an expression has, and over how many levels, found level by level."""
    parts = levels = 0
    level = [tree]
    while level:
        parts += len(level)
        levels += 1
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]
    return parts, levels


@lru_cache(maxsize=1_000)
def read(text: str) -> tuple[ast.expr, int, int]:
    """The tree of an expression, which nobody changes, and how large it is; a game that is loaded
    again after a change still has nearly all of its expressions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text, mode="eval").body
    return tree, *measured(tree)


class Bad(Exception):
    """The problem is already recorded; this expression has no meaning."""


class Checking:
    """Checks one expression in one scope."""

    def __init__(self, names: Names, text: str, place: Place) -> None:
        self.names = names
        self.text = text
        self.place = place
        # What was read, once it is known to be small enough to be looked into.
        self.tree: ast.expr | None = None

    # -- the way in ---------------------------------------------------------------------------

    def run(self, scope: Scope, want: Type | None) -> Expr:
        if self.names.problems.enough:
            self.names.problems.leave_out("linked")
            return Const(UNKNOWN, self.place, 0)
        try:
            self.tree = self._parse()
            found = self.check(self.tree, scope, want)
        except Bad:
            return Const(UNKNOWN, self.place, 0)
        if found.type.item is not None and found.type.item.tag == "list":
            self.names.problems.add(
                "wrong-type", found.place, "a list of lists cannot be kept",
                "go through it where it is made: [… for x in list], max(size(x) for x in list)")
            return Const(UNKNOWN, self.place, 0)
        if want is not None and not fits(found.type, want):
            self._mismatch(found, want)
            return Const(UNKNOWN, self.place, 0)
        return found

    def _mismatch(self, found: Expr, want: Type) -> None:
        if found.type.optional and fits(found.type.plain, want):
            self.names.problems.add(
                "maybe-none", found.place, f"this may be none, but {want.words} is needed here",
                f"test it first: '{self.words_at(found.place) or 'x'} != none and …'",
            )
            return
        self.names.problems.add(
            "wrong-type", found.place, f"this is {found.type.words}, but {want.words} is needed",
            self._made_to_fit(found, want))

    def _made_to_fit(self, found: Expr, want: Type) -> str:
        """What could be meant by a value of another type."""
        given = self.words_at(found.place) or "x"
        if want == BOOL and found.type == INT:
            return f"compare it, as in {given} > 0"
        if want == BOOL and found.type.tag == "list":
            return f"ask how many there are: size({given}) > 0"
        if want == INT and found.type.tag in ("list", "map"):
            return f"write {'size' if found.type.tag == 'list' else 'sum'}({given})"
        if want == INT and found.type == BOOL:
            return f"write 1 if {given} else 0"
        if want.tag == "list" and want.item is not None and fits(found.type, want.item):
            return f"put it in brackets: [{given}]"
        if found.type.item is not None and want.tag == "list" and want.item == (
                found.type.item.plain):
            return without_none(given)
        if want.tag == "kind" and found.type.item is not None and found.type.item == want.plain:
            return "name one of them, or take each with 'for_each'; 'empty' moves a whole zone"
        if found.type == NONE:
            return f"only what is declared as '{want}?' can be none"
        return ""

    def words_at(self, place: Place) -> str:
        """What is written at a place of this expression, if that is on one line."""
        if not (place.end and self.place.end):
            return ""
        return self.text[place.col - self.place.col:place.end - self.place.col]

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
            tree, parts, levels = read(self.text)
        except SyntaxError as error:
            self._syntax(error)
        except (MemoryError, RecursionError):
            self._too_deep()
        self._charge(parts, levels)
        return tree

    def _stranger(self, at: int) -> None:
        """Python would skip a comment, and read letters that look alike as the same."""
        self.names.problems.add(
            "expression-word", self.place.shifted(at, at + 1),
            f"'{self.text[at]}' is not part of expressions",
            LOOKALIKES.get(self.text[at], ""))
        raise Bad

    def _too_deep(self) -> None:
        self.fail(
            "expression-too-big", None,
            f"an expression is nested over at most {limits.EXPRESSION_DEPTH} levels",
            "give parts of it a name under 'functions'",
        )

    def _charge(self, parts: int, levels: int) -> None:
        """Refuse what is too big or too deep, before anything follows it part by part."""
        if levels > limits.EXPRESSION_DEPTH:
            self._too_deep()
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
        found = slip(self.text, max((error.offset or 1) - 1, 0))
        self.names.problems.add("expression-syntax", self.place.shifted(found.start, found.end),
                                "this expression cannot be read", found.hint)
        raise Bad

    # -- helpers ------------------------------------------------------------------------------

    def at(self, node: ast.expr | None) -> Place:
        """Where a part of the expression stands; the whole if it is spread over lines."""
        if node is None:
            return self.place
        return self.place.shifted(node.col_offset, node.end_col_offset or node.col_offset)

    def source_of(self, node: ast.expr) -> str:
        """A part of the expression as it is written."""
        return ast.get_source_segment(self.text, node) or "x"

    def fail(self, code: str, node: ast.expr | None, message: str, hint: str = "") -> NoReturn:
        # What is unknown here has its own problem already, where it was declared.
        if UNKNOWN.words not in message:
            self.names.problems.add(code, self.at(node), message, hint)
        raise Bad

    def stop(self) -> NoReturn:
        """There is a problem already, so this expression has no meaning."""
        raise Bad

    def need(self, node: ast.expr, scope: Scope, want: Type) -> Expr:
        """Check a part that must be of a type."""
        found = self.check(node, scope, want)
        if not fits(found.type, want):
            self._mismatch(found, want)
            raise Bad
        return found

    def check(self, node: ast.expr, scope: Scope, want: Type | None = None) -> Expr:
        name = type(node).__name__
        method: Any = getattr(self, f"_{name.lower()}", None)
        if method is None:
            what = REFUSED.get(name, name)
            self.fail("expression-word", node, f"'{what}' is not part of expressions")
        found: Expr = method(node, scope, want)
        if found.type.optional and ast.dump(node) in scope.sure:
            found = replace(found, type=found.type.plain)
        return found
