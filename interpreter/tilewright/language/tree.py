"""What an expression and a statement are after they were checked: typed, placed, resolved.

Nothing here knows YAML or Python code; `language` builds these trees and `compiling` reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.operations import Expr
    from tilewright.language.types import Type
    from tilewright.model import Field
    from tilewright.problems import Place


@dataclass(eq=False, slots=True)
class Var:
    """A name that rules can read: bound once, stored where the compiler decides."""

    name: str
    type: Type
    slot: int | None = None
    cap: int = 0

    @property
    def is_list(self) -> bool:
        return self.type.tag == "list"


@dataclass(slots=True)
class Target:
    """A place in the state that a rule can write: a field with the expressions that index it."""

    field: Field
    index: tuple[Expr, ...]
    place: Place

    @property
    def type(self) -> Type:
        owners = 0 if self.field.owner == "game" else 1
        one_of_many = self.field.per and len(self.index) > owners
        return self.field.type if one_of_many else self.field.value_type


@dataclass(slots=True)
class Stmt:
    """A checked statement; `body` lists hold nested statements by role."""

    place: Place


@dataclass(slots=True)
class Do(Stmt):
    """One simple effect: its word, and checked arguments by name."""

    word: str
    args: dict[str, Any]


@dataclass(slots=True)
class If(Stmt):
    test: Expr
    then: list[Stmt]
    other: list[Stmt]


@dataclass(slots=True)
class Let(Stmt):
    var: Var
    value: Expr


@dataclass(slots=True)
class ForEach(Stmt):
    var: Var
    source: Expr
    body: list[Stmt]


@dataclass(slots=True)
class Repeat(Stmt):
    times: Expr
    test: Expr | None
    body: list[Stmt]


@dataclass(slots=True)
class Call(Stmt):
    procedure: str
    args: list[Expr]
    me: Expr | None = None
    id: str = ""


@dataclass(slots=True)
class Stop(Stmt):
    pass


@dataclass(slots=True)
class End(Stmt):
    what: str
    reason: str = ""
    winner: Expr | None = None


@dataclass(slots=True)
class Choose(Stmt):
    """One element of a list, chosen by a player, or by chance when `by` is None.

    Nobody else learns of a `secret` choice; of chance with `to`, only that player does.
    """

    site: str
    var: Var
    source: Expr
    by: Expr | None
    chance: bool
    optional: Expr | None
    body: list[Stmt]
    other: list[Stmt]
    secret: bool = False
    to: Expr | None = None


@dataclass(slots=True)
class ChooseMany(Stmt):
    """Several different elements, one decision each; the chosen ones are a list."""

    site: str
    var: Var
    one: Var
    source: Expr
    by: Expr
    least: Expr
    most: Expr
    ordered: bool
    body: list[Stmt]
    other: list[Stmt]
    secret: bool = False


@dataclass(slots=True)
class Branch:
    name: str
    guard: Expr | None
    body: list[Stmt]
    place: Place


@dataclass(slots=True)
class OneOf(Stmt):
    site: str
    branches: list[Branch]
    by: Expr
    secret: bool = False


@dataclass(slots=True)
class Menu(Stmt):
    """A step: some actions, the powers that are open, and perhaps a way to pass."""

    step: str
    rule: str
    actions: list[str]
    by: Expr | None
    test: Expr | None
    repeat: bool
    powers: bool
    pass_when: Expr | None
    other: list[Stmt]
    has_else: bool = False
    # Whether the only move is made at once for people; None where the whole game says so, or not.
    automatic: bool | None = None


@dataclass(slots=True)
class Event(Stmt):
    """Something tiles may react to, before and after its body."""

    event: str
    args: list[Expr]
    body: list[Stmt]


def stmts_within(stmts: list[Stmt]) -> Iterator[Stmt]:
    """All statements of a list, however deep."""
    todo = list(stmts)
    while todo:
        stmt = todo.pop()
        yield stmt
        for name in ("body", "then", "other"):
            todo += getattr(stmt, name, ())
        for branch in getattr(stmt, "branches", ()):
            todo += branch.body
