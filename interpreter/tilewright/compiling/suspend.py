"""Which statements wait for a decision, and which variables must outlive one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.tree import (
    Call,
    Choose,
    ChooseMany,
    End,
    Event,
    ForEach,
    If,
    Let,
    Menu,
    OneOf,
    Repeat,
    Stmt,
    Stop,
)

if TYPE_CHECKING:
    from tilewright.model import Game

SHORT = 3
WAITS = (Choose, ChooseMany, OneOf, Menu, End)


def nested(stmt: Stmt) -> list[list[Stmt]]:
    """The statement lists directly inside a statement."""
    if isinstance(stmt, If):
        return [stmt.then, stmt.other]
    if isinstance(stmt, (ForEach, Repeat, Event)):
        return [stmt.body]
    if isinstance(stmt, (Choose, ChooseMany)):
        return [stmt.body, stmt.other]
    if isinstance(stmt, OneOf):
        return [b.body for b in stmt.branches]
    if isinstance(stmt, Menu):
        return [stmt.other]
    return []


def extent(stmts: list[Stmt]) -> int:
    """How many statements there are, those inside others too."""
    return sum(1 + sum(extent(inner) for inner in nested(s)) for s in stmts)


class Suspension:
    """Answers, for one game, whether a statement can lead to a decision or leave its place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.procedures: dict[str, bool] = {}

    def procedure(self, name: str) -> bool:
        if name not in self.procedures:
            self.procedures[name] = self.any(self.game.procedures[name].body)
        return self.procedures[name]

    def any(self, stmts: list[Stmt], *, loop: bool = False) -> bool:
        return any(self.waits(s, loop=loop) for s in stmts)

    def waits(self, stmt: Stmt, *, loop: bool = False) -> bool:
        """`loop` says that the innermost loop around it waits, so that `stop` is a jump."""
        if isinstance(stmt, WAITS):
            return True
        if isinstance(stmt, Stop):
            return loop
        if isinstance(stmt, (Let,)):
            return False
        if isinstance(stmt, Call):
            return self.procedure(stmt.procedure)
        if isinstance(stmt, (ForEach, Repeat)):
            return self.any(stmt.body)
        if isinstance(stmt, Event):
            handlers = self.game.events[stmt.event].handlers
            return self.any(stmt.body, loop=loop) or any(
                self.procedure(h.procedure) for h in handlers)
        return any(self.any(inner, loop=loop) for inner in nested(stmt))

    def straight(self, stmts: list[Stmt], *, loop: bool = False, tail: int = 0) -> bool:
        """Whether statements only leave (`end`, `stop`), and never wait and go on later.

        Then no variable must outlive a decision. What follows a condition is written into both
        of its branches, so it must be short, or one branch must leave. `tail` is how much
        follows these statements.
        """
        for index, stmt in enumerate(stmts):
            if not self.waits(stmt, loop=loop):
                continue
            if isinstance(stmt, (End, Stop)):
                return True
            if not isinstance(stmt, If):
                return False
            branches = (stmt.then, stmt.other)
            after = tail + extent(stmts[index + 1:])
            if not all(self.straight(b, loop=loop, tail=after) for b in branches):
                return False
            staying = [b for b in branches if not (b and isinstance(b[-1], (End, Stop)))]
            if len(staying) > 1 and after > SHORT:
                return False
        return True
