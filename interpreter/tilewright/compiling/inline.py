"""Blocks that are only jumped to from one place, or are short, are written where they are needed.

This turns the course of an ordinary move into straight-line Python.
"""

from __future__ import annotations

import ast
import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT = 12
LONG = 500
DEEP = 12
COPIES = 20_000


def each(stmts: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a block; jumps stand only in conditions, never inside loops."""
    for stmt in stmts:
        yield stmt
        if isinstance(stmt, ast.If):
            yield from each(stmt.body)
            yield from each(stmt.orelse)
        elif isinstance(stmt, ast.For):
            yield from each(stmt.body)


def size(stmts: list[ast.stmt]) -> int:
    return sum(1 for _ in each(stmts))


class Inliner:
    """Inlines blocks of one file into each other."""

    def __init__(self, bodies: dict[int, list[ast.stmt]], files: dict[int, str],
                 kept: set[int]) -> None:
        self.bodies = bodies
        self.files = files
        self.kept = kept
        self.sizes = {label: size(body) for label, body in bodies.items()}
        # Copies are for speed; a program that would become mostly copies goes without more.
        self.left = COPIES + sum(self.sizes.values())

    def body(self, stmts: list[ast.stmt], file: str, chain: tuple[int, ...] = ()
             ) -> list[ast.stmt]:
        """The statements with jumps replaced where that is worth it."""
        made: list[ast.stmt] = []
        for stmt in stmts:
            label = getattr(stmt, "jump", None)
            if label is not None and self._worth(label, file, chain):
                self.left -= self.sizes[label]
                inner = self.body(self.bodies[label], file, (*chain, label))
                made.extend(inner)
            elif isinstance(stmt, ast.If):
                made.append(self._branches(stmt, file, chain))
            else:
                made.append(stmt)
        return made

    def _branches(self, stmt: ast.If, file: str, chain: tuple[int, ...]) -> ast.If:
        other = copy.copy(stmt)
        other.body = self.body(stmt.body, file, chain)
        other.orelse = self.body(stmt.orelse, file, chain)
        return other

    def _worth(self, label: int, file: str, chain: tuple[int, ...]) -> bool:
        if label in chain or len(chain) > DEEP or self.files[label] != file:
            return False
        if self.left < self.sizes[label]:
            return False
        return self.sizes[label] <= SHORT and sum(self.sizes[c] for c in chain) < LONG


def targets(stmts: list[ast.stmt]) -> set[int]:
    """The labels that are still jumped to."""
    return {stmt.jump for stmt in each(stmts) if hasattr(stmt, "jump")}
