"""Statements that never wait for a decision: they become ordinary Python statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.compiling import derived, rewrite
from tilewright.language.effects import EFFECTS
from tilewright.language.names import TURN_PLAYER
from tilewright.language.operations import Const
from tilewright.language.tree import (
    Call,
    Do,
    Event,
    ForEach,
    If,
    Let,
    Repeat,
    Stmt,
    Stop,
    Target,
    Var,
)
from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build
    from tilewright.compiling.writer import Emitter
    from tilewright.language.operations import Expr

class Plain:
    """Emits statements that run to their end."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.doers: list[Expr] = []

    def all(self, em: Emitter, stmts: list[Stmt], me: Var) -> None:
        for stmt in stmts:
            with em.at(stmt.place):
                self.one(em, stmt, me)

    def one(self, em: Emitter, stmt: Stmt, me: Var) -> None:
        em.reached(stmt)
        if isinstance(stmt, Do):
            self._do(em, stmt)
        elif isinstance(stmt, If):
            self._if(em, stmt, me)
        elif isinstance(stmt, Let):
            em.bind(stmt.var, em.expr(stmt.value))
        elif isinstance(stmt, ForEach):
            self._for_each(em, stmt, me)
        elif isinstance(stmt, Repeat):
            self._repeat(em, stmt, me)
        elif isinstance(stmt, Call):
            self._call(em, stmt)
        elif isinstance(stmt, Event):
            with em.local_names(rewrite.event_variables(self.build, stmt)):
                self.all(em, rewrite.with_reactions(self.build, stmt, self.doer(stmt, me)), me)
        else:
            assert isinstance(stmt, Stop)
            em.emit(ir.Stop())

    def doer(self, stmt: Stmt, me: Var) -> Expr:
        return rewrite.var_of(me, stmt.place)

    def _do(self, em: Emitter, stmt: Do) -> None:
        if stmt.word == "_pay":
            self._pay(em, stmt)
        elif stmt.word == "_count":
            where = ir.plus(em.expr(stmt.args["me"]), stmt.args["base"])
            em.emit(ir.add_to(where, ir.const(1), stmt.args["sign"]))
        else:
            write = EFFECTS[stmt.word].emit
            assert write is not None
            write(em, stmt)

    def _pay(self, em: Emitter, stmt: Do) -> None:
        """Prices and tolls are all worked out before the first is paid."""
        costs, fields = stmt.args["action"].costs, stmt.args["fields"]
        places = [em.simple(em.target_address(c.target)) for c in costs]
        amounts = [em.amount(c.amount) for c in costs]
        if len(costs) + len(fields) > 1:
            amounts = [em.simple(a) for a in amounts]
        owed = [self._owed(em, stmt, name) for name in fields]
        for cost, address, amount in zip(costs, places, amounts, strict=True):
            em.emit(ir.add_to(address, amount, "-"))
            em.forget_who(cost.target, address)
            short = ir.Run(ir.call("fail", ir.const(
                f"{cost.target.field.title} cannot pay this price")))
            low = ir.const(cost.target.field.low)
            em.emit(ir.when(ir.compare(ir.state(address), "<", low), [short]))
        for pay in owed:
            pay()

    def _owed(self, em: Emitter, stmt: Do, name: str) -> Callable[[], None]:
        """Work out what is owed to each owner of a toll; what comes back writes the payment."""
        action, me = stmt.args["action"], stmt.args["me"]
        field = next(t.field for t in action.tolls if t.field.name == name)
        names = [em.keep(em.expr(me)).word]
        names += [em.keep(em.expr(a)).word for a in action.event_args]
        payer = em.simple(em.target_address(Target(field, (me,), stmt.place)))
        room = self.build.layout.room(field)
        owed = em.keep(ir.new_list())

        def note(owner: ir.Value, amount: ir.Value, tile: tuple[str, int]) -> None:
            number = self.build.tile_number(tile)
            for told in (owner, amount, ir.const(number)):
                em.emit(ir.Append(owed.word, told))

        derived.each_toll(em, action, field.name, names, note)

        def pay() -> None:
            em.emit(ir.Run(ir.call("pay_tolls", ir.Position(), payer, owed, ir.const(room.base),
                                   ir.const(room.width), ir.const(field.high),
                                   ir.const(field.title))))

        return pay

    def _if(self, em: Emitter, stmt: If, me: Var) -> None:
        test = em.expr(stmt.test)
        with em.branches() as either:
            with either.one(), em.block() as then:
                self.all(em, stmt.then, me)
            with either.one(), em.block() as other:
                self.all(em, stmt.other, me)
        if then or other:
            em.emit(ir.when(test, then, other))

    def _for_each(self, em: Emitter, stmt: ForEach, me: Var) -> None:
        items = em.expr(stmt.source)
        with em.apart() as each, em.block() as body, em.local_names([stmt.var]):
            self.all(em, stmt.body, me)
        body = self._metered(em, body, em.most(stmt.source), each.steps)
        em.emit(ir.For([self.build.local(stmt.var)], items, body))

    def _repeat(self, em: Emitter, stmt: Repeat, me: Var) -> None:
        with em.apart() as each, em.block() as body:
            if stmt.test is not None:
                test = ir.negated(em.expr(stmt.test))
                em.emit(ir.when(test, [ir.Stop()]))
            self.all(em, stmt.body, me)
        most = stmt.times.value if isinstance(stmt.times, Const) else limits.REPEAT
        body = self._metered(em, body, most, each.steps)
        times = ir.call("bounded_times", em.expr(stmt.times))
        em.emit(ir.Count("_", None, times, body))

    def _metered(self, em: Emitter, body: list[ir.Statement], most: int, steps: int
                 ) -> list[ir.Statement]:
        """The body of a loop, which charges each round if there can be many of them."""
        with em.block() as first:
            em.charge(ir.const(1), most, steps + 1)
        return [*first, *body]

    def _call(self, em: Emitter, stmt: Call) -> None:
        assert stmt.me is not None
        args = [em.expr(stmt.me), *[em.expr(a) for a in stmt.args]]
        word = self.procedure(stmt.procedure)
        em.called(word)
        em.emit(ir.Run(ir.call(word, ir.Position(), *args, gives=ir.NOTHING)))

    def procedure(self, name: str) -> str:
        """The Python function of a procedure that never waits."""
        made = self.build.game.procedures[name]
        if made.me is TURN_PLAYER:
            raise AssertionError("a procedure has a `me` of its own")
        args = [ir.POSITION, *map(self.build.argument, (made.me, *made.args))]
        return self.build.define(
            ("procedure", name), name, args, made.place,
            lambda em: self.all(em, made.body, made.me), f"'{name}'", ir.NOTHING)


__all__ = ["Plain"]
