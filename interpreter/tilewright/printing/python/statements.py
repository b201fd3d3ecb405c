"""Statements of the middle language as statements of Python."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeVar

from tilewright.middle import ir
from tilewright.middle.header import DECIDER, PC
from tilewright.printing.python.values import (
    SIGNS,
    STORE,
    Values,
    called,
    method_of,
    name_of,
    placed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.printing.python.values import Position


STATEMENTS: dict[type[ir.Node], Callable[..., list[ast.stmt]]] = {}
Writer = TypeVar("Writer", bound="Callable[..., list[ast.stmt]]")


def prints(kind: type[ir.Statement]) -> Callable[[Writer], Writer]:
    """The function that prints statements of a kind."""

    def kept(function: Writer) -> Writer:
        STATEMENTS[kind] = function
        return function

    return kept


class Printer(Values):
    """Prints the functions of one YAML file."""

    def __init__(self, file: str, files: list[str]) -> None:
        super().__init__(file, files)
        self.printed: dict[int, list[ast.stmt]] = {}

    def function(self, made: ir.Function) -> ast.FunctionDef:
        words = [arg.word for arg in made.args]
        return self._function(made.word, words, made.body, self.position(made.place))

    def _function(self, word: str, args: list[str], body: Iterable[ir.Statement], at: Position
                  ) -> ast.FunctionDef:
        lines = [line for stmt in body for line in self.statement(stmt)]
        return placed(ast.FunctionDef(
            word, self.arguments(args, at), lines or [placed(ast.Pass(), at)], [], None, None), at)

    # -- statements ---------------------------------------------------------------------------

    def statement(self, node: ir.Statement) -> list[ast.stmt]:
        """Statements that stand in several blocks are printed once."""
        found = self.printed.get(id(node))
        if found is None:
            assert node.place is not None
            at = self.position(node.place)
            found = [placed(line, at) for line in STATEMENTS[type(node)](self, node, at)]
            self.printed[id(node)] = found
        return found

    def body(self, nodes: list[ir.Statement], at: Position) -> list[ast.stmt]:
        lines = [line for node in nodes for line in self.statement(node)]
        return lines or [placed(ast.Pass(), at)]

    def _slot(self, address: ir.Value, at: Position) -> ast.Subscript:
        return placed(ast.Subscript(name_of("S", at), self.value(address), STORE), at)

    @prints(ir.Let)
    def _let(self, node: ir.Let, at: Position) -> list[ast.stmt]:
        return [ast.Assign([placed(ast.Name(node.word, STORE), at)], self.value(node.value))]

    @prints(ir.Add)
    def _add(self, node: ir.Add, at: Position) -> list[ast.stmt]:
        return [ast.AugAssign(placed(ast.Name(node.word, STORE), at), SIGNS["+"],
                              self.value(node.value))]

    @prints(ir.Extend)
    def _extend(self, node: ir.Extend, at: Position) -> list[ast.stmt]:
        if node.by_method:
            return [ast.Expr(method_of(node.word, "extend", self.value(node.items), at))]
        return [ast.AugAssign(placed(ast.Name(node.word, STORE), at), SIGNS["+"],
                              self.value(node.items))]

    @prints(ir.Append)
    def _append(self, node: ir.Append, at: Position) -> list[ast.stmt]:
        return [ast.Expr(method_of(node.word, "append", self.value(node.item), at))]

    @prints(ir.Store)
    def _store(self, node: ir.Store, at: Position) -> list[ast.stmt]:
        return [ast.Assign([self._slot(node.address, at)], self.value(node.value))]

    @prints(ir.Bump)
    def _bump(self, node: ir.Bump, at: Position) -> list[ast.stmt]:
        return [ast.AugAssign(self._slot(node.address, at), SIGNS[node.sign],
                              self.value(node.value))]

    @prints(ir.Write)
    def _write(self, node: ir.Write, at: Position) -> list[ast.stmt]:
        row = placed(ast.Slice(self.value(node.start), self.value(node.stop)), at)
        target = placed(ast.Subscript(name_of("S", at), row, STORE), at)
        return [ast.Assign([target], self.value(node.items))]

    @prints(ir.Put)
    def _put(self, node: ir.Put, at: Position) -> list[ast.stmt]:
        target = placed(
            ast.Subscript(self.value(node.items), self.value(node.index), STORE), at)
        return [ast.Assign([target], self.value(node.value))]

    @prints(ir.Run)
    def _run(self, node: ir.Run, at: Position) -> list[ast.stmt]:
        del at
        return [ast.Expr(self.value(node.value))]

    @prints(ir.If)
    def _if(self, node: ir.If, at: Position) -> list[ast.stmt]:
        other = self.body(node.other, at) if node.other else []
        return [ast.If(self.value(node.test), self.body(node.then, at), other)]

    @prints(ir.For)
    def _for(self, node: ir.For, at: Position) -> list[ast.stmt]:
        names: list[ast.expr] = [placed(ast.Name(word, STORE), at) for word in node.words]
        target = names[0] if len(names) == 1 else placed(ast.Tuple(names, STORE), at)
        return [ast.For(target, self.value(node.source), self.body(node.body, at), [])]

    @prints(ir.Count)
    def _count(self, node: ir.Count, at: Position) -> list[ast.stmt]:
        ends = [end for end in (node.start, node.stop, node.step) if end is not None]
        rounds = called("range", self.values(ends), at)
        target = placed(ast.Name(node.word, STORE), at)
        return [ast.For(target, rounds, self.body(node.body, at), [])]

    @prints(ir.While)
    def _while(self, node: ir.While, at: Position) -> list[ast.stmt]:
        return [ast.While(self.value(node.test), self.body(node.body, at), [])]

    @prints(ir.Next)
    def _next(self, node: ir.Next, at: Position) -> list[ast.stmt]:
        del node, at
        return [ast.Continue()]

    @prints(ir.Stop)
    def _stop(self, node: ir.Stop, at: Position) -> list[ast.stmt]:
        del node, at
        return [ast.Break()]

    @prints(ir.Return)
    def _return(self, node: ir.Return, at: Position) -> list[ast.stmt]:
        del at
        return [ast.Return(self.value(node.value) if node.value is not None else None)]

    @prints(ir.Jump)
    def _jump(self, node: ir.Jump, at: Position) -> list[ast.stmt]:
        return [ast.Return(placed(ast.Constant(node.label), at))]

    @prints(ir.Decide)
    def _decide(self, node: ir.Decide, at: Position) -> list[ast.stmt]:
        where = [placed(ast.Subscript(name_of("S", at), placed(ast.Constant(slot), at), STORE), at)
                 for slot in (PC, DECIDER)]
        label = placed(ast.Constant(node.label), at)
        return [ast.Assign([where[0]], label), ast.Assign([where[1]], self.value(node.by)),
                ast.Return(self.value(node.moves))]

    @prints(ir.Define)
    def _define(self, node: ir.Define, at: Position) -> list[ast.stmt]:
        return [self._function(node.word, node.words, node.body, at)]
