"""Blocks that are only jumped to from one place, or are short, are written where they are needed.

This turns the course of an ordinary move into straight-line code, which is quicker in Python.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.code import Code

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT = 12
LONG = 500
DEEP = 12
COPIES = 20_000
DECISION = 3


def inlined(code: Code) -> Code:
    """The same program with blocks inside of each other, and without those that nothing needs."""
    inliner = Inliner(code)
    made = Code(code.entry, code.functions, kept=code.kept)
    todo = sorted(code.kept)
    for label, resume in code.resumes.items():
        made.resumes[label] = inliner.function(resume)
        todo += targets(made.resumes[label].body)
    while todo:
        label = todo.pop()
        if label not in made.blocks:
            made.blocks[label] = inliner.function(code.blocks[label], label)
            todo += targets(made.blocks[label].body)
    return made


def each(stmts: list[ir.Statement]) -> Iterator[ir.Statement]:
    """All statements of a block; jumps stand only in conditions, never inside loops."""
    for stmt in stmts:
        yield stmt
        if isinstance(stmt, ir.If):
            yield from each(stmt.then)
            yield from each(stmt.other)
        elif isinstance(stmt, (ir.For, ir.Count)):
            yield from each(stmt.body)


def size(stmts: list[ir.Statement]) -> int:
    """How many statements of Python they are."""
    return sum(DECISION if isinstance(stmt, ir.Decide) else 1 for stmt in each(stmts))


class Inliner:
    """Inlines blocks of one file into each other."""

    def __init__(self, code: Code) -> None:
        self.blocks = code.blocks
        self.sizes = {label: size(block.body) for label, block in code.blocks.items()}
        # Copies are for speed; a program that would become mostly copies goes without more.
        self.left = COPIES + sum(self.sizes.values())

    def function(self, made: ir.Function, *chain: int) -> ir.Function:
        """A block with others inside."""
        return replace(made, body=self.body(made.body, made.place.file, chain))

    def body(self, stmts: list[ir.Statement], file: str, chain: tuple[int, ...] = ()
             ) -> list[ir.Statement]:
        """The statements with jumps replaced where that is worth it."""
        made: list[ir.Statement] = []
        for stmt in stmts:
            if isinstance(stmt, ir.Jump) and self._worth(stmt.label, file, chain):
                self.left -= self.sizes[stmt.label]
                made += self.body(self.blocks[stmt.label].body, file, (*chain, stmt.label))
            elif isinstance(stmt, ir.If):
                made.append(self._branches(stmt, file, chain))
            else:
                made.append(stmt)
        return made

    def _branches(self, stmt: ir.If, file: str, chain: tuple[int, ...]) -> ir.If:
        other = ir.If(stmt.test, self.body(stmt.then, file, chain),
                      self.body(stmt.other, file, chain))
        other.place = stmt.place
        return other

    def _worth(self, label: int, file: str, chain: tuple[int, ...]) -> bool:
        if label in chain or len(chain) > DEEP or self.blocks[label].place.file != file:
            return False
        if self.left < self.sizes[label]:
            return False
        return self.sizes[label] <= SHORT and sum(self.sizes[c] for c in chain) < LONG


def targets(stmts: list[ir.Statement]) -> set[int]:
    """The labels that are still jumped to."""
    return {stmt.label for stmt in each(stmts) if isinstance(stmt, ir.Jump)}
