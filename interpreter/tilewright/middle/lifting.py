"""A pass: functions of elements that stand inside of others become functions of the program.

A walk that is given a test becomes a walk of its own, which calls that test by its name. What the
test sees around it is passed on. Afterwards nothing is given a function any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.middle import ir
from tilewright.middle.kernel_words import ASKED_OF_COPY, TRIED
from tilewright.middle.walking import (
    bound_in,
    deep,
    each_rebuilt,
    statements_in,
    with_bodies,
)

if TYPE_CHECKING:
    from collections.abc import Mapping



@dataclass(slots=True)
class Asked:
    """A function that was lifted, and the names that it sees around it."""

    made: ir.Function
    seen: list[ir.Argument]


class Lifter:
    """Lifts all functions out of the functions of a program."""

    def __init__(self, kernel: Mapping[str, ir.Function]) -> None:
        self.kernel = kernel
        # What was lifted, and the operations that were made for it.
        self.lifted: list[ir.Function] = []

    def function(self, made: ir.Function) -> ir.Function:
        """A function without functions inside."""
        if not any(isinstance(node, ir.Call) and self._asks(node)
                   for stmt in made.body for node in stmt.walk()):
            return made
        types = {arg.word: arg.kind for arg in made.args} | bound_in(made.body)
        inside = {stmt.word: stmt for stmt in statements_in(made.body)
                  if isinstance(stmt, ir.Define)}

        def call(value: ir.Value) -> ir.Value:
            if isinstance(value, ir.Call) and self._asks(value):
                return self._specialised(value, inside, types)
            return value

        body = each_rebuilt(_undefined(made.body), deep(call))
        return ir.function(made.word, made.args, body, made.place, made.gives)

    def _asks(self, call: ir.Call) -> bool:
        """Whether functions could be given to what is called."""
        return call.word == TRIED or (call.word in self.kernel and any(
            arg.kind == ir.FUNCTION for arg in self.kernel[call.word].args))

    def _specialised(self, call: ir.Call, inside: dict[str, ir.Define], types: dict[str, str]
                     ) -> ir.Call:
        """A call of an operation that knows its functions, and is given what these see."""
        asked = {at: self._lift(g, inside, types) for at, g in enumerate(call.given)
                 if g.type == ir.FUNCTION}
        extra = [ir.Name(arg.word, arg.kind) for one in asked.values() for arg in one.seen]
        if call.word == TRIED:
            (one,) = asked.values()
            made = ir.Call(ASKED_OF_COPY + one.made.word, [call.given[0], *extra], call.gives)
        else:
            whole = self.kernel[call.word].args
            given = [g for g, arg in zip(call.given, whole, strict=False)
                     if arg.kind not in (ir.FUNCTION, ir.STATE)]
            made = ir.Call(self._operation(call, asked), [ir.Position(), *given, *extra],
                           call.gives)
        if call.place is not None:
            ir.stamp(made, call.place)
        return made

    def _lift(self, given: ir.Value, inside: dict[str, ir.Define], types: dict[str, str]) -> Asked:
        if isinstance(given, ir.Asked):
            words = given.words
            body: list[ir.Statement] = [ir.Return(given.value)]
        else:
            assert isinstance(given, ir.Name)
            words, body = inside[given.word].words, inside[given.word].body
        own = {*words, *bound_in(body)}
        read = dict.fromkeys(node.word for stmt in body for node in stmt.walk()
                             if isinstance(node, ir.Name) and node.word not in own)
        seen = [ir.Argument(word, types[word]) for word in read if types[word] != ir.FUNCTION]
        args = [ir.POSITION, *seen, *(ir.Argument(word) for word in words if word != "S")]
        place = next(node.place for stmt in body for node in stmt.walk() if node.place is not None)
        for stmt in body:
            ir.stamp(stmt, place)
        made = ir.function(f"asked_{len(self.lifted)}", args, body, place)
        self.lifted.append(made)
        at = len(self.lifted) - 1
        self.lifted[at] = self.function(made)
        return Asked(made, seen)

    def _operation(self, call: ir.Call, asked: dict[int, Asked]) -> str:
        """The operation of the kernel that calls these functions, by its name."""
        whole = self.kernel[call.word]
        functions = {arg.word: asked.get(at) for at, arg in enumerate(whole.args)
                     if arg.kind == ir.FUNCTION}
        known = {word: f"{word} {at}" for at, word in enumerate(
            f"{n}.{arg.word}" for n, one in asked.items() for arg in one.seen)}

        def change(value: ir.Value) -> ir.Value:
            if not isinstance(value, ir.Call):
                return value
            if value.word == "given" and isinstance(value.given[0], ir.Name):
                name = value.given[0].word
                if name in functions:
                    return ir.const(functions[name] is not None)
            if value.word in functions:
                one = functions[value.word]
                if one is None:
                    return ir.const(0)
                number = next(n for n, other in asked.items() if other is one)
                seen = [ir.Name(known[f"{number}.{arg.word}"], arg.kind) for arg in one.seen]
                return ir.Call(one.made.word, [ir.Position(), *seen, *value.given], value.gives)
            return value

        def placed(value: ir.Value) -> ir.Value:
            made = change(value)
            ir.stamp(made, whole.place)
            return made

        body = each_rebuilt(whole.body, deep(placed))
        args = [arg for arg in whole.args if arg.word not in functions and arg.kind != ir.STATE]
        extra = [ir.Argument(known[f"{n}.{arg.word}"], arg.kind)
                 for n, one in asked.items() for arg in one.seen]
        word = f"{call.word}_{len(self.lifted)}"
        self.lifted.append(ir.function(word, [ir.POSITION, *args, *extra], body, whole.place,
                                       whole.gives))
        return word


def _undefined(stmts: list[ir.Statement]) -> list[ir.Statement]:
    """Statements without those that define functions, which are always at hand."""
    return [with_bodies(stmt, _undefined) for stmt in stmts if not isinstance(stmt, ir.Define)]
