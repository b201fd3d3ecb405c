"""What is tried on a copy of the position, and what is asked of positions that have been."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from tilewright.language.operations import Expr, Reading
from tilewright.language.tree import (
    Call,
    Do,
    ForEach,
    If,
    Let,
    Repeat,
    Stmt,
    Stop,
    Target,
    stmts_within,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.names import Names
    from tilewright.linking.tiles import Tiles
    from tilewright.merging.content import Content
    from tilewright.model import Game
    from tilewright.problems import Place

PLAIN = (Do, If, Let, ForEach, Repeat, Call, Stop)
CHANCE = ("shuffle",)


def ahead(names: Names, content: Content, tiles: Tiles) -> None:
    """A procedure that is tried does only what can be undone without anybody learning of it."""
    del content, tiles
    for name, at in names.looked_ahead.items():
        found = next(_unfit(names.game, name, set()), None)
        if found is not None:
            what, where = found
            names.problems.add("cannot-look-ahead", at, f"'{name}' cannot be tried on a copy: "
                               f"{what} (line {where.line})",
                               "try a procedure with what it changes alone")
    for titles, at in names.asked_histories.items():
        if titles not in names.game.histories:
            names.problems.add(
                "never-remembered", at, f"{' and '.join(titles)} together are never noted",
                f"add '- remember: [{', '.join(titles)}]' where a position is to count")


def _unfit(game: Game, name: str, seen: set[str]) -> Iterator[tuple[str, Place]]:
    if name in seen or name not in game.procedures:
        return
    seen.add(name)
    for stmt in stmts_within(game.procedures[name].body):
        if not isinstance(stmt, PLAIN):
            yield "it asks, draws by chance, tells an event or ends something", stmt.place
        elif isinstance(stmt, Do) and stmt.word in CHANCE:
            yield "it shuffles", stmt.place
        elif isinstance(stmt, Call):
            yield from _unfit(game, stmt.procedure, seen)
        yield from ((f"it touches '{title}', which is hidden", stmt.place)
                    for title in _secrets(stmt))


def _secrets(part: Any) -> Iterator[str]:
    """The hidden fields that a statement reads or writes itself."""
    if isinstance(part, Target):
        if part.field.secret:
            yield part.field.title
        yield from _secrets(part.index)
    elif isinstance(part, Expr):
        if isinstance(part, Reading) and part.field.secret:
            yield part.field.title
        yield from _secrets(list(part.parts()))
    elif isinstance(part, (list, tuple)):
        for one in part:
            if not isinstance(one, Stmt):
                yield from _secrets(one)
    elif isinstance(part, dict):
        yield from _secrets(list(part.values()))
    elif isinstance(part, Stmt) and is_dataclass(part):
        for field in fields(part):
            yield from _secrets(getattr(part, field.name))
