"""The tests that an action needs, and the words for those that do not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.expressions import condition
from tilewright.language.operations import Asking, Both, Const, IsIn, Not
from tilewright.language.types import BOOL
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.language.names import Names, Scope
    from tilewright.language.operations import Expr
    from tilewright.model import Game
    from tilewright.problems import Place


def guard(names: Names, game: Game, raw: Map, scope: Scope) -> tuple[Expr | None, Scope]:
    """What stands behind `if:`, one test or several, and the scope of what follows."""
    if "if" not in raw:
        return None, scope
    given = raw["if"]
    if not isinstance(given, Seq):
        test, sure = _test(names, given, raw.at("if"), scope)
        return test, scope.knowing(sure)
    tests = []
    for index, item in enumerate(given):
        test, sure = _named(names, game, item, given.at(index), scope)
        tests.append(test)
        scope = scope.knowing(sure)
    if len(tests) == 1:
        return tests[0], scope
    return Both(BOOL, raw.at("if"), tuple(tests)), scope


def _named(names: Names, game: Game, item: Any, at: Place, scope: Scope
           ) -> tuple[Expr, list[str]]:
    """One test of several, which may say under which name it has words."""
    if not isinstance(item, Map):
        return _test(names, item, at, scope)
    test, sure = _test(names, item["is"], item.at("is"), scope)
    if "why" in item:
        game.whys |= {part.place: str(item["why"]) for part in conjuncts(test)}
    return test, sure


def _test(names: Names, raw: Any, at: Place, scope: Scope) -> tuple[Expr, list[str]]:
    test, sure, _ = condition(names, raw, at, scope)
    if isinstance(test, Const) and test.type == BOOL:
        names.problems.add("always-same", at, f"this test is always {str(test.value).lower()}")
    return test, sure


def conjuncts(test: Expr) -> list[Expr]:
    """The tests that must all hold for one to hold."""
    if isinstance(test, Both):
        return [c for part in test.tests for c in conjuncts(part)]
    return [test]


def reasons(game: Game) -> set[str]:
    """The names under which a test can have words: those that rules give, functions and queries
    that are true or false, and those that give the list to choose from."""
    types = {name: f.body.type for name, f in game.functions.items()}
    types |= {name: q.type for name, q in game.queries.items()}
    tests = {name for name, type_ in types.items() if type_ == BOOL}
    lists = {name for name, type_ in types.items() if type_.tag == "list"}
    return {*game.whys.values(), *tests, *lists, *(f"not_{name}" for name in tests)}


def reason_of(game: Game, test: Expr) -> str:
    """The name under which a test has words; nothing if it has none."""
    if test.place in game.whys:
        return game.whys[test.place]
    asked, before = test, ""
    if isinstance(test, Not):
        asked, before = test.test, "not_"
    elif isinstance(test, IsIn):
        asked = test.items
    return f"{before}{asked.name}" if isinstance(asked, Asking) else ""
