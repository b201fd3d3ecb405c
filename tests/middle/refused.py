"""Small programs that break a rule of the middle language, and what has to be said of them."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.middle import ir
from tilewright.middle.code import Code
from tilewright.problems import Place

PLACE = Place("made.yaml", 3, 5)
ONE, TWO = ir.const(1), ir.const(2)
TABLE, ROWS = ir.Data("T_list"), ir.Data("T_rows", 2)
TABLES = {"T_list": (1, 2, 3), "T_rows": ((1, 2), (3, 4)), "T_uneven": ((1,), (2, 3))}


class Refused(NamedTuple):
    """The body of a function, of a block, or of what goes on after a decision; and a sentence."""

    name: str
    body: list[ir.Statement]
    sentence: str
    where: str = "function"
    gives: str = ir.NOTHING
    args: tuple[ir.Argument, ...] = ()


def name(word: str, kind: str = ir.INT) -> ir.Name:
    return ir.Name(word, kind)


def let(word: str, value: ir.Value = ONE) -> ir.Statement:
    return ir.Let(word, value)


def read(word: str, kind: str = ir.INT) -> ir.Statement:
    return let("z", name(word, kind))


def call(word: str, *given: ir.Value, gives: str = "") -> ir.Statement:
    return ir.Run(ir.call(word, *given, gives=gives))


def loop(*body: ir.Statement) -> ir.Statement:
    return ir.For(["i"], TABLE, list(body))


def branch(then: list[ir.Statement], other: list[ir.Statement] | None = None) -> ir.Statement:
    return ir.when(ir.compare(ir.state(7), ">", ONE), then, other)


LIST = (ir.Argument("items", ir.LIST),)
STATE = ir.Position()
REFUSED = (
    # names
    Refused("never bound", [read("a")], "'a' is not bound on every way that leads here"),
    Refused("bound in one branch", [branch([let("a")]), read("a")],
            "'a' is not bound on every way that leads here"),
    Refused("bound in a loop", [loop(let("a")), read("a")],
            "'a' is not bound on every way that leads here"),
    Refused("the name of a loop behind it", [loop(let("a")), read("i")],
            "'i' is not bound on every way that leads here"),
    Refused("the name of a map outside of it",
            [let("a", ir.Map(name("x"), "x", TABLE)), read("x")],
            "'x' is not bound on every way that leads here"),
    Refused("added to before it is bound", [ir.Add("a", ONE)],
            "'a' is not bound on every way that leads here"),
    Refused("appended to before it is bound", [ir.Append("a", ONE)],
            "'a' is not bound on every way that leads here"),
    Refused("bound by the function inside", [
        let("a"), ir.Define("ask", ["x"], [ir.Add("a", name("x")), ir.Return(ONE)])],
        "'a' is not bound on every way that leads here"),
    Refused("two kinds", [let("a"), let("a", ir.new_list(ONE))],
            "'a' is a number and becomes a list"),
    Refused("read as another kind", [let("a"), read("a", ir.LIST)],
            "'a' is a number and is read as a list"),
    Refused("the name of a table", [let("T_list")],
            "'T_list' is the name of something else already"),
    Refused("the name of an operation", [let("clamp")],
            "'clamp' is the name of something else already"),
    Refused("no state", [let("a", ir.state(3))], "there is no state here", where="stateless"),
    # kinds
    Refused("arithmetic of a list", [let("a", ir.Math("+", TABLE, ONE))],
            "a list stands where a number is needed"),
    Refused("one list or another", [let("a", ir.Either([TABLE, ONE]))],
            "a list stands where a number is needed"),
    Refused("a function as a condition", [
        ir.when(ir.Both([ONE, ir.Asked(["x"], ONE)]), [let("a")])],
        "a function of 1 stands where a test is needed"),
    Refused("a sign that there is not", [let("a", ir.Math("**", ONE, TWO))],
            "there is no sign '**'"),
    Refused("a loop over a number", [ir.For(["i"], ONE, [])],
            "a number stands where a list is needed"),
    Refused("an element of a number", [let("a", ir.Item(ir.state(3), ONE))],
            "a number stands where a list is needed"),
    Refused("one list or number", [let("a", ir.Choose(ir.state(3), ONE, TABLE))],
            "a number and a list can stand for each other here"),
    Refused("a list of both", [let("a", ir.ListOf([ONE, TABLE]))],
            "a number and a list can stand for each other here"),
    Refused("numbers among lists", [
        let("a", ir.new_list()), ir.Append("a", ONE), ir.Append("a", TABLE)],
        "'a' is a list and gets more as a list of lists"),
    Refused("pairs as numbers", [
        let("a", ir.call("sum", ir.Map(ir.Pair(ONE, name("x")), "x", TABLE)))],
        "'sum' is given a list of pairs as its 1. and takes a list"),
    Refused("an element of pairs", [
        ir.For(["a"], ir.Map(ir.Pair(ONE, name("x")), "x", TABLE), [])],
        "a list of pairs stands where a list is needed"),
    Refused("how many pairs", [
        let("a", ir.call("len", ir.Map(ir.Pair(ONE, name("x")), "x", TABLE)))],
        "'len' is given a list of pairs as its 1. and takes a list or the state"),
    Refused("rows that are uneven", [ir.For(["a", "b"], ir.Data("T_uneven", 2), [])],
            "rows of 'T_uneven' have not 2 elements"),
    Refused("rows that are taken apart of no table", [
        let("l", ir.call("groups", ROWS, TABLE, ir.Nothing())),
        ir.For(["a", "b"], name("l", ir.LISTS), [])], "only rows of a table are taken apart"),
    Refused("a number taken apart", [ir.For(["a", "b"], TABLE, [])],
            "a number cannot be taken apart"),
    Refused("a number that is too long", [let("a", ir.const(1 << 64))],
            f"{1 << 64} does not fit into 64 bits"),
    Refused("a table becomes longer", [let("a", TABLE), ir.Append("a", ONE)],
            "'a' is a list that others have too, and is changed"),
    Refused("what is given becomes longer", [ir.Extend("items", TABLE)],
            "'items' is a list that others have too, and is changed", args=LIST),
    Refused("a table becomes another one", [ir.Put(TABLE, ONE, TWO)],
            "a list that others have too is changed"),
    Refused("a number becomes longer", [let("a"), ir.Append("a", ONE)],
            "'a' is a number and cannot grow"),
    Refused("the first name of a list", [
        let("a", ir.new_list(ONE)), let("b", name("a", ir.LIST)), ir.Append("b", ONE),
        read("a", ir.LIST)], "'a' is read after its list changed under another name"),
    # calls and tables
    Refused("nobody", [call("nowhere", STATE)], "nobody knows 'nowhere'"),
    Refused("too little", [call("clamp", ONE, TWO)], "'clamp' is given 2 and takes 3"),
    Refused("too much", [call("other", STATE, ONE, TWO)], "'other' is given 3 and takes 2"),
    Refused("a list for a number", [call("other", STATE, TABLE)],
            "'other' is given a list as its 2. and takes a number"),
    Refused("nothing for a number", [call("other", STATE, ir.Nothing())],
            "'other' is given nothing as its 2. and takes a number"),
    Refused("a function of two for one of one", [
        call("up_to", TABLE, ir.Asked(["x", "y"], ONE))],
        "'up_to' is given a function of 2 as its 2. and takes a function of 1"),
    Refused("gives something else", [let("a", ir.call("in_order", TABLE, gives=ir.INT))],
            "'in_order' gives a list and not a number"),
    Refused("gives nothing", [let("a", ir.call("shuffle", STATE, ONE, ONE))],
            "'shuffle' gives nothing"),
    Refused("done for nothing", [ir.Run(ONE)], "only a call is done for what it does"),
    Refused("no table", [let("a", ir.Data("T_none"))], "there is no table 'T_none'"),
    Refused("another depth", [let("a", ir.Data("T_rows", 1))],
            "the table 'T_rows' has not the depth 1"),
    # the course
    Refused("no place", [], "Const has no place", where="unplaced"),
    Refused("a jump in a function", [ir.Jump(4)], "this stands in no block"),
    Refused("a decision in a loop", [loop(ir.Decide(1, ONE, TABLE)), ir.Jump(4)],
            "this stands in a loop", where="block"),
    Refused("a jump to nowhere", [ir.Jump(99)], "there is no block 99", where="block"),
    Refused("a decision that nothing follows", [ir.Decide(4, ONE, TABLE)],
            "nothing goes on after 4", where="block"),
    Refused("a block without an end", [branch([ir.Jump(4)])],
            "this block does not end on every way", where="block"),
    Refused("a function without a value", [branch([ir.Return(ONE)])],
            "this gives no value on one way", gives=ir.INT),
    Refused("another value", [ir.Return(TABLE)],
            "a list is returned where a number is needed", gives=ir.INT),
    Refused("a list out of a block", [ir.Return(TABLE)],
            "a list is returned where an outcome is needed", where="block"),
    Refused("behind an end", [ir.Return(None), let("a")], "nothing leads here"),
    Refused("behind a stop", [loop(ir.Stop(), let("a"))], "nothing leads here"),
    Refused("a stop without a loop", [ir.Stop()], "this stands in no loop"),
    Refused("a stop in a function inside of a loop", [
        loop(ir.Define("ask", ["x"], [ir.Stop()]))], "this stands in no loop"),
    Refused("a loop of the kernel", [ir.While(ir.state(3), [let("a")])],
            "only the kernel has such loops"),
    Refused("a loop that stays", [ir.Count("i", ONE, TWO, [], ir.const(0))],
            "the step of a loop is a number that is not 0"),
)


def program(case: Refused) -> Code:
    """A whole program that has these statements in it and is right otherwise."""
    state = () if case.where == "stateless" else (ir.POSITION,)
    code = Code(4, kept={4})
    code.blocks[4] = _made("begin", [ir.Decide(1, ONE, ir.new_list())], gives=ir.OUTCOME)
    code.blocks[1] = _made("over", [ir.Decide(1, ONE, ir.new_list())], gives=ir.OUTCOME)
    code.functions.append(_made("other", [ir.Return(ONE)], ir.numbers("n"), ir.INT))
    if case.where == "block":
        code.blocks[7] = _made("wrong", case.body, gives=ir.OUTCOME)
    else:
        code.functions.append(_made("wrong", case.body, [*state, *case.args], case.gives))
    if case.where == "unplaced":
        code.functions[-1].body.append(ir.Run(ir.call("clamp", ONE, ONE, ir.Const(2))))
        _leave_unplaced(code.functions[-1])
    return code


def _made(word: str, body: list[ir.Statement], args: list[ir.Argument] | None = None,
          gives: str = ir.INT) -> ir.Function:
    for stmt in body:
        ir.stamp(stmt, PLACE)
    return ir.function(word, [ir.POSITION] if args is None else args, body, PLACE, gives)


def _leave_unplaced(made: ir.Function) -> None:
    """All but one constant have a place."""
    for node in made.body[-1].walk():
        if not isinstance(node, ir.Const):
            node.place = PLACE
