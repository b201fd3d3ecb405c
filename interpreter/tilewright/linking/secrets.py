"""What may be chosen must not tell what a player cannot see.

Legal moves are public to the one who decides, so a list to choose from, or a test that opens a
move, reads only what that player may know: open zones, own zones, sizes, and revealed zones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Choose, ChooseMany, Expr, Menu, OneOf, Stmt
from tilewright.linking.texts import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.names import Names
    from tilewright.language.tree import Var
    from tilewright.linking.tiles import Tiles
    from tilewright.merging.content import Content


def secrets(names: Names, content: Content, tiles: Tiles) -> None:
    del content, tiles
    for action in names.game.actions.values():
        tests = [p.source for p in action.picks] + [c.amount for c in action.costs]
        tests += [action.guard] if action.guard is not None else []
        for test in tests:
            _look(names, test, Expr("var", action.me.type, action.place, (action.me,)))
    for stmt in statements(names.game):
        for test, who in _openers(stmt):
            _look(names, test, who)


def _openers(stmt: Stmt) -> Iterator[tuple[Expr, Expr | None]]:
    """The expressions of a statement that decide what is offered, and to whom."""
    if isinstance(stmt, (Choose, ChooseMany)) and stmt.by is not None:
        yield stmt.source, stmt.by
        if isinstance(stmt, Choose) and stmt.optional is not None:
            yield stmt.optional, stmt.by
    elif isinstance(stmt, OneOf):
        for branch in stmt.branches:
            if branch.guard is not None:
                yield branch.guard, stmt.by
    elif isinstance(stmt, Menu):
        for test in (stmt.test, stmt.pass_when):
            if test is not None:
                yield test, stmt.by


def same(a: Any, b: Any) -> bool:
    """Whether two expressions say the same."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        return a.op == b.op and same(a.args, b.args)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)


def _look(names: Names, test: Expr, who: Expr | None) -> None:
    for part, whose in _read(names, test, {}):
        field = part.args[0]
        own = field.visible == "owner" and whose is not None and (
            same(whose, who) if who is not None else whose.op == "var")
        if field.hidden and not own and ("reveal", field.title) not in names.used:
            names.problems.add(
                "secret-choice", part.place,
                f"what is offered here would tell what lies hidden in {field.title}",
                "let the player 'reveal' it first, or 'draw' it into a zone of their own")


def _read(names: Names, test: Expr, passed: dict[Var, Expr]
          ) -> Iterator[tuple[Expr, Expr | None]]:
    """The zones whose elements are read, also by functions, and whose zones they are.

    How many elements there are is no secret.
    """
    if test.op == "call" and test.args[0].name == "size":
        return
    if test.op == "zone":
        whose = test.args[1][0] if test.args[1] else None
        if whose is not None and whose.op == "var":
            whose = passed.get(whose.args[0], whose)
        yield test, whose
    if test.op in ("own", "query"):
        yield from _through(names, test, passed)
    for part in test.parts():
        yield from _read(names, part, passed)


def _through(names: Names, test: Expr, passed: dict[Var, Expr]
             ) -> Iterator[tuple[Expr, Expr | None]]:
    name, me, args = test.args
    game = names.game
    made: Any = game.functions.get(name) if test.op == "own" else game.queries.get(name)
    if made is None:
        return
    given = dict(zip((made.me, *made.args), (me, *args), strict=True))
    inner: dict[Var, Expr] = {}
    for var, each in given.items():
        known = passed.get(each.args[0]) if each.op == "var" else None
        inner[var] = each if known is None else known
    yield from _read(names, made.body if test.op == "own" else made.base, inner)
