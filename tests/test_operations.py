"""The closed table of operations: each is declared once, and nobody knows one by a string."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, cast

import pytest

from tilewright.compiling import emit
from tilewright.compiling.coding import CODE, code
from tilewright.language import operations
from tilewright.language.board_words import Asked
from tilewright.language.functions import FUNCTIONS
from tilewright.language.operations import OPERATIONS, Const, Expr, Gather, Variable, same
from tilewright.language.tree import Var
from tilewright.language.types import INT, many
from tilewright.problems import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(emit.__file__).parent.parent
MODULES = sorted(PACKAGE.rglob("*.py"))
HERE = Place("rules.yaml", 1, 1)
EACH = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.__name__)


def declared() -> Iterator[type[Expr]]:
    """All classes of expressions that the room declares, those that only others build on too."""
    for found in iter_modules(operations.__path__):
        module = import_module(f"{operations.__name__}.{found.name}")
        yield from (made for made in vars(module).values() if inspect.isclass(made)
                    and issubclass(made, Expr) and made.__module__ == module.__name__)


def example(operation: type[Expr]) -> Expr:
    """An operation with a different argument at each place, of the sort that belongs there."""
    sorts = {name: str(f.type) for name, f in operation.__dataclass_fields__.items()}
    given = [argument(sorts[name], at) for at, name in enumerate(operation.NAMES, 1)]
    return operation(INT, HERE, *given)


def argument(sort: str, at: int) -> Any:
    first, second = (Const(INT, HERE, n) for n in (10 * at, 10 * at + 1))
    if sort.startswith("tuple[Expr"):
        return first, second
    if sort.startswith("Asked"):
        return Asked(Var("it", INT), Var("there", INT), first, None, None, second)
    return first if sort.startswith("Expr") else Var(f"v{at}", INT)


# -- the table ------------------------------------------------------------------------------------


def test_every_operation_is_in_the_table() -> None:
    found = list(declared())
    assert len(found) > len(OPERATIONS) > 30
    missing = [made.__name__ for made in found if made not in OPERATIONS
               and not any(made in other.__mro__[1:] for other in OPERATIONS)]
    assert missing == []
    assert {o.__name__ for o in OPERATIONS} <= set(operations.__all__)


def test_none_is_in_the_table_twice_or_stands_for_others() -> None:
    assert len({o.__name__ for o in OPERATIONS}) == len(OPERATIONS)
    assert [o.__name__ for o in OPERATIONS if any(o in p.__mro__[1:] for p in OPERATIONS)] == []


@EACH
def test_an_operation_says_what_it_is(operation: type[Expr]) -> None:
    # Without one, a dataclass makes up a text of its own.
    assert not str(operation.__doc__).startswith(f"{operation.__name__}(")
    assert str(operation.__doc__).rstrip().endswith(".")


@EACH
def test_an_operation_has_code(operation: type[Expr]) -> None:
    assert operation in CODE


def test_what_has_code_is_an_operation() -> None:
    assert set(CODE) <= set(OPERATIONS)


def test_an_operation_without_code_is_told() -> None:
    with pytest.raises(AssertionError, match=r"no code for Expr.*rules\.yaml"):
        code(cast("emit.Expressions", None), Expr(INT, HERE))


# -- what all of them can do ----------------------------------------------------------------------


@EACH
def test_an_operation_that_is_not_changed_says_the_same(operation: type[Expr]) -> None:
    made = example(operation)
    again = made.changed(lambda x: x)
    assert type(again) is operation
    assert again == made
    assert same(again, made)
    assert again is not made
    assert [type(x) for x in again.arguments()] == [type(x) for x in made.arguments()]


@EACH
def test_a_change_reaches_each_part_and_nothing_else(operation: type[Expr]) -> None:
    made, other = example(operation), Const(INT, HERE, 0)
    again = made.changed(lambda x: other if isinstance(x, Expr) else x)
    assert list(again.parts()) == [other for _ in made.parts()]
    assert same(again, made) == (not list(made.parts()))
    kept = [[x for x in e.arguments() if isinstance(x, Var)] for e in (made, again)]
    assert kept[0] == kept[1]


@EACH
def test_an_argument_alone_makes_a_difference(operation: type[Expr]) -> None:
    given = example(operation).arguments()
    for at in range(len(given)):
        changed = (*given[:at], "another", *given[at + 1:])
        assert not same(operation(INT, HERE, *given), operation(INT, HERE, *changed))


def test_where_something_stands_makes_no_difference() -> None:
    there = Place("rules.yaml", 7, 7)
    assert same(Const(INT, HERE, 3), Const(INT, there, 3))
    assert not same(Const(INT, HERE, 3), Const(INT, HERE, 4))


@pytest.mark.parametrize(("how", "own", "filters", "elements"), [
    ("list", True, True, True), ("list", False, False, False),
    ("first", True, False, True), ("sum", False, False, False)])
def test_a_list_of_elements_as_they_are_is_a_filter(
        how: str, *, own: bool, filters: bool, elements: bool) -> None:
    var, source = Var("x", INT), Const(many(INT), HERE, 0)
    value = Variable(INT, HERE, var if own else Var("x", INT))
    made = Gather(many(INT), HERE, how, var, source, None, value)
    assert (made.is_filter, made.gives_elements) == (filters, elements)


# -- nobody knows one by a string -----------------------------------------------------------------


def parts_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def names_told(nodes: list[ast.AST]) -> list[str]:
    """Where an operation is asked for by a string: by `.op`, or by the name of its class.

    Python's own trees have an `op` too, of which only the class is asked.
    """
    fine = {id(arg) for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
            and n.func.id in ("isinstance", "type") for arg in n.args}
    names = {o.__name__ for o in OPERATIONS}
    return [ast.unparse(n) for n in nodes
            if (isinstance(n, ast.Attribute) and n.attr == "op" and id(n) not in fine)
            or (isinstance(n, (ast.Compare, ast.MatchValue, ast.Dict)) and names & strings(n))]


def strings(node: ast.Compare | ast.MatchValue | ast.Dict) -> set[str]:
    """What something is compared with, or looked up by."""
    sides = [k for k in node.keys if k is not None] if isinstance(node, ast.Dict) else [node]
    return {n.value for side in sides for n in ast.walk(side)
            if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def words_told(nodes: list[ast.AST]) -> list[str]:
    """Where a word of the expression language is known by its name."""
    return [ast.unparse(n) for n in nodes
            if (isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Constant)
                and ast.unparse(n.value).endswith("FUNCTIONS") and n.slice.value in FUNCTIONS)
            or (isinstance(n, ast.Compare) and any(
                ast.unparse(side).endswith("word.name") for side in (n.left, *n.comparators)))]


def test_no_operation_is_known_by_a_string() -> None:
    told = {str(path.relative_to(PACKAGE)): found for path in MODULES
            if (found := names_told(parts_of(path)))}
    assert told == {}


def test_no_word_is_known_by_its_name() -> None:
    told = {str(path.relative_to(PACKAGE)): found for path in MODULES
            if (found := words_told(parts_of(path)))}
    assert told == {}


@pytest.mark.parametrize("text", [
    "e.op == 'cmp'", "e.source.op in ('own', 'query')", "getattr(self, e.op)",
    "type(e).__name__ == 'Compare'", "{'Compare': 3}[name]",
    "match name:\n    case 'Compare': pass"])
def test_an_operation_by_a_string_would_be_found(text: str) -> None:
    assert names_told(list(ast.walk(ast.parse(text))))
    assert not names_told(list(ast.walk(ast.parse("isinstance(node.op, ast.Not)"))))


@pytest.mark.parametrize("text", ["FUNCTIONS['size']", "e.word.name == 'top'",
                                  "word.name in ('sort', 'reverse')"])
def test_a_word_by_its_name_would_be_found(text: str) -> None:
    assert words_told(list(ast.walk(ast.parse(text))))
    assert not words_told(list(ast.walk(ast.parse("FUNCTIONS[name]"))))


@pytest.mark.parametrize(("word", "given", "found"), [
    ("top", ([1, 2, 3], 2), [1, 2]), ("top", ([1, 2, 3], 9), [1, 2, 3]), ("top", ([1, 2], 0), []),
    ("top", ([1, 2], -1), []), ("unique", ([3, 1, 3, 2],), [1, 2, 3]),
    ("reverse", ([1, 2, 3],), [3, 2, 1]), ("range", (1, 3), range(1, 4)),
    ("range", (3, 3), range(3, 4)), ("range", (3, 2), range(0)),
    ("half", (7,), 3), ("half", (-1,), -1), ("half", (8,), 4),
    ("abs", (-3,), 3), ("size", ([1, 2],), 2), ("min", (1, 2), 1), ("max", (1, 2), 2),
    ("clamp", (9, 0, 5), 5), ("clamp", (-1, 0, 5), 0), ("clamp", (3, 0, 5), 3),
    ("index", (0,), 1),
])
def test_plain_values_are_worked_out_as_in_play(
        word: str, given: tuple[object, ...], found: object) -> None:
    work = FUNCTIONS[word].work
    assert work is not None
    assert work(*given) == found
