"""The course of a game as blocks of code that end in a jump or at a decision.

A block is a Python function of the state. It returns the label of the next block, or the list of
moves at a decision; what must outlive a decision is stored in slots of the state. There is no
recursion in the rules, so each procedure needs only one frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import rewrite
from tilewright.compiling.choices import Choices
from tilewright.compiling.context import Called, Context, Node
from tilewright.compiling.menus import Menus
from tilewright.compiling.plain import Plain
from tilewright.compiling.writer import Emitter
from tilewright.language.operations import Domain
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
    Var,
)
from tilewright.middle import ir
from tilewright.middle.header import OVER, REASON

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build
    from tilewright.language.operations import Expr
    from tilewright.model import Action
    from tilewright.problems import Place

ARGUMENT_LIST = 200


class Blocks:
    """Compiles statements that wait, in continuation-passing style."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.plain = Plain(build)
        self.labels = OVER
        self.pending: list[tuple[int, str, Place, Callable[[Emitter], None]]] = []
        self.functions: dict[int, ir.Function] = {}
        self.resumes: dict[int, ir.Function] = {}
        self.nodes: dict[int, Node] = {}
        self.exits: dict[str, int] = {}
        self.entries: dict[str, tuple[int, int]] = {}
        # By the slot that says where to go on, and what it says then.
        self.calls: dict[tuple[int, int], Called] = {}
        self.powers: list[Action] = []
        self.knowing = build.knowing
        self.choices = Choices(self)
        self.menus = Menus(self)

    # -- blocks -------------------------------------------------------------------------------

    def new(self, hint: str, place: Place, write: Callable[[Emitter], None]) -> int:
        """A label for code that will be written later."""
        label = self.promise()
        self.pending.append((label, hint, place, write))
        return label

    def promise(self) -> int:
        """A label whose code comes later."""
        self.labels += 1
        return self.labels

    def keep_promise(self, label: int, hint: str, place: Place, write: Callable[[Emitter], None]
                     ) -> None:
        self.pending.append((label, hint, place, write))

    def finish(self) -> None:
        """Write all blocks that were asked for; writing may ask for more."""
        while self.pending:
            label, hint, place, write = self.pending.pop()
            em = Emitter(self.build, place)
            write(em)
            em.settle()
            name = self.build.naming.of(("block", label), hint, f"step '{hint}'")
            self.functions[label] = ir.function(
                name, [ir.POSITION], em.root, place, ir.OUTCOME)

    def jump(self, em: Emitter, label: int) -> None:
        em.emit(ir.Jump(label))

    def resume(self, label: int, hint: str, place: Place, write: Callable[[Emitter], None]) -> None:
        """The code that goes on after a decision, with the move as `m`."""
        em = Emitter(self.build, place)
        write(em)
        em.settle()
        name = self.build.naming.of(("resume", label), hint, f"step '{hint}'")
        self.resumes[label] = ir.function(
            name, [ir.POSITION, ir.MOVE], em.root, place, ir.OUTCOME)

    def node(self, site: str, place: Place, hint: str,
             arrive: Callable[[Emitter, int], None]) -> Node:
        """A decision; `arrive` writes the code that lists its moves."""
        made = Node(0, site, place)
        made.label = self.new(hint, place, lambda em: arrive(em, made.label))
        self.nodes[made.label] = made
        return made

    def decide(self, em: Emitter, label: int, by: ir.Value, moves: ir.Value) -> None:
        em.emit(ir.Decide(label, by, moves))

    # -- lists of statements ------------------------------------------------------------------

    def waits(self, stmt: Stmt, ctx: Context) -> bool:
        return self.build.suspension.waits(stmt, loop=bool(ctx.stop))

    def gen(self, em: Emitter, stmts: list[Stmt], k: int, ctx: Context) -> None:
        """Write statements, then go on at `k`."""
        straight = self.build.suspension.straight(stmts, loop=bool(ctx.stop))
        if not straight and any(self.waits(s, ctx) for s in stmts):
            lets = [s for s in stmts if isinstance(s, Let) and s.var not in ctx.kept]
            for let in lets:
                self.slot_for(let.var, let.value)
            variables = [let.var for let in lets]
            k, ctx = self.cleared(variables, k, stmts[0].place), ctx.keeping(variables)
        for index, stmt in enumerate(stmts):
            if self.waits(stmt, ctx):
                rest = stmts[index + 1:]
                if straight and isinstance(stmt, If):
                    with em.at(stmt.place):
                        self._straight_if(em, stmt, rest, k, ctx)
                    return
                after = self.later(rest, k, ctx) if rest else k
                with em.at(stmt.place):
                    self.suspend(em, stmt, after, ctx)
                return
            with em.at(stmt.place):
                self.plain.one(em, stmt, ctx.me)
                if isinstance(stmt, Let):
                    self.knowing.note(em, stmt.var, stmt.value, ctx.me)
        self.jump(em, k)

    def later(self, stmts: list[Stmt], k: int, ctx: Context) -> int:
        """A label from which statements run and then go on at `k`."""
        if not stmts:
            return k
        return self.new("then", stmts[0].place, lambda em: self.gen(em, stmts, k, ctx))

    def slot_for(self, var: Var, source: Expr) -> None:
        cap = source.longest(self.build.game) if var.is_list else 0
        self.build.slot(var, cap)
        self.knowing.keep(var, source)

    def cleared(self, variables: list[Var], k: int, place: Place) -> int:
        """A label that forgets variables and goes on at `k`, so that equal positions are equal."""
        if not any(v in self.build.slots for v in variables):
            return k

        def write(em: Emitter) -> None:
            self.forget(em, variables)
            self.jump(em, k)

        return self.new("forget", place, write)

    def forget(self, em: Emitter, variables: list[Var]) -> None:
        """Empty the slots of variables that have one, and who knew them."""
        for var in [v for v in variables if v in self.build.slots]:
            base, cap = self.build.slots[var], self.build.caps[var]
            if var in self.build.secrets:
                em.emit(ir.put(self.build.secrets[var], ir.const(0)))
            if cap:
                em.emit(ir.Run(ir.call("keep_list", ir.Position(), ir.const(base),
                                       ir.const(cap), ir.ListOf([], fixed=True))))
            else:
                em.emit(ir.put(base, ir.const(0)))

    # -- statements that wait -----------------------------------------------------------------

    def suspend(self, em: Emitter, stmt: Stmt, k: int, ctx: Context) -> None:
        em.reached(stmt)
        if isinstance(stmt, If):
            self._if(em, stmt, k, ctx)
        elif isinstance(stmt, ForEach):
            self._for_each(em, stmt, k, ctx)
        elif isinstance(stmt, Repeat):
            self._repeat(em, stmt, k, ctx)
        elif isinstance(stmt, Call):
            self._call(em, stmt, k, ctx)
        elif isinstance(stmt, Event):
            self._event(em, stmt, k, ctx)
        elif isinstance(stmt, Choose):
            self.choices.choose(em, stmt, k, ctx)
        elif isinstance(stmt, ChooseMany):
            self.choices.choose_many(em, stmt, k, ctx)
        elif isinstance(stmt, OneOf):
            self.choices.one_of(em, stmt, k, ctx)
        elif isinstance(stmt, Menu):
            self.menus.menu(em, stmt, k, ctx)
        elif isinstance(stmt, End):
            self._end(em, stmt)
        else:
            assert isinstance(stmt, Stop)
            self.forget(em, list(ctx.kept))
            self.jump(em, ctx.stop)

    def _if(self, em: Emitter, stmt: If, k: int, ctx: Context) -> None:
        test = em.expr(stmt.test)
        with em.branches() as either:
            with either.one(), em.block() as then:
                self.gen(em, stmt.then, k, ctx)
            with either.one(), em.block() as other:
                self.gen(em, stmt.other, k, ctx)
        em.emit(ir.when(test, then, other))

    def _event(self, em: Emitter, stmt: Event, k: int, ctx: Context) -> None:
        made = rewrite.with_reactions(self.build, stmt, self.plain.doer(stmt, ctx.me))
        straight = self.build.suspension.straight(made, loop=bool(ctx.stop))
        with em.local_names(rewrite.event_variables(self.build, stmt) if straight else []):
            self.gen(em, made, k, ctx)

    def _straight_if(self, em: Emitter, stmt: If, rest: list[Stmt], k: int, ctx: Context) -> None:
        """A condition that may leave but never waits: what follows stands in its branches."""
        em.reached(stmt)
        test = em.expr(stmt.test)
        with em.branches() as either:
            with either.one(), em.block() as then:
                self.gen(em, [*stmt.then, *rest], k, ctx)
            with either.one(), em.block() as other:
                self.gen(em, [*stmt.other, *rest], k, ctx)
        em.emit(ir.when(test, then, other))

    def _for_each(self, em: Emitter, stmt: ForEach, k: int, ctx: Context) -> None:
        build, place = self.build, stmt.place
        index = Var(f"{stmt.var.name}_index", stmt.var.type)
        kept = Var(f"{stmt.var.name}_list", stmt.source.type)
        build.slot(stmt.var)
        build.slot(index)
        whole = stmt.source if isinstance(stmt.source, Domain) else None
        if whole is None:
            self.slot_for(kept, stmt.source)
            build.gone_through[kept] = stmt.source
        self.knowing.keep(stmt.var, stmt.source)
        done = self.cleared([stmt.var, index, kept], k, place)
        body_ctx = ctx.looping(done)

        def head_code(inner: Emitter) -> None:
            i = inner.keep(ir.state(build.slots[index]))
            if whole is not None:
                count: ir.Value = ir.const(build.layout.sizes[whole.kind])
                value: ir.Value = i
            else:
                base = build.slots[kept]
                count = ir.state(base)
                value = ir.state(ir.plus(i, base + 1))
            with inner.block() as end:
                self.jump(inner, done)
            inner.emit(ir.when(ir.compare(i, ">=", count), end))
            inner.emit(ir.put(build.slots[stmt.var], value))
            inner.emit(ir.put(build.slots[index], ir.plus(i, 1)))
            self.knowing.note(inner, stmt.var, stmt.source, ctx.me)
            self.gen(inner, stmt.body, head, body_ctx)

        head = self.new(f"each_{stmt.var.name}", place, head_code)
        if whole is None:
            em.bind(kept, em.expr(stmt.source))
            self.knowing.note(em, kept, stmt.source, ctx.me)
        em.emit(ir.put(build.slots[index], ir.const(0)))
        self.jump(em, head)

    def _repeat(self, em: Emitter, stmt: Repeat, k: int, ctx: Context) -> None:
        build, place = self.build, stmt.place
        left = Var("times_left", stmt.times.type)
        build.slot(left)
        done = self.cleared([left], k, place)
        body_ctx = ctx.looping(done)

        def head_code(inner: Emitter) -> None:
            test = ir.compare(ir.state(build.slots[left]), "<=", ir.const(0))
            with inner.block() as end:
                self.jump(inner, done)
            inner.emit(ir.when(test, end))
            if stmt.test is not None:
                go_on = inner.expr(stmt.test)
                with inner.block() as end:
                    self.jump(inner, done)
                inner.emit(ir.when(ir.negated(go_on), end))
            inner.emit(ir.add_to(build.slots[left], ir.const(1), "-"))
            self.gen(inner, stmt.body, head, body_ctx)

        head = self.new("repeat", place, head_code)
        times = em.expr(stmt.times)
        if ir.value_of(times) is None:
            times = ir.call("bounded_times", times)
        em.emit(ir.put(build.slots[left], times))
        self.jump(em, head)

    def _call(self, em: Emitter, stmt: Call, k: int, ctx: Context) -> None:
        made = self.build.game.procedures[stmt.procedure]
        assert stmt.me is not None
        me = em.expr(stmt.me)
        args = [em.expr(a) for a in stmt.args]
        for var in (made.me, *made.args):
            self.build.slot(var, ARGUMENT_LIST if var.is_list else 0)
        for arg, value in zip(made.args, stmt.args, strict=True):
            self.knowing.keep(arg, value)
        entry, back = self._entry(stmt.procedure)
        em.bind(made.me, me)
        for var, value_node in zip(made.args, args, strict=True):
            em.bind(var, value_node)
        for var, value in zip(made.args, stmt.args, strict=True):
            self.knowing.note(em, var, value, ctx.me)
        em.emit(ir.put(back, ir.const(k)))
        self.calls.setdefault((back, k), Called(stmt.id or stmt.procedure, stmt.procedure,
                                                stmt.place, ctx.procedure))
        self.keep_label(k)
        self.jump(em, entry)

    def keep_label(self, label: int) -> None:
        """A label that is stored in the state must stay a block of its own."""
        self.exits.setdefault(str(label), label)

    def _entry(self, name: str) -> tuple[int, int]:
        """The first block of a procedure, and the slot that says where it was called from."""
        if name not in self.entries:
            made = self.build.game.procedures[name]
            back = self.build.slot(Var(f"{name}_back", made.me.type))
            ctx = Context(made.me, procedure=name)

            def leave(em: Emitter) -> None:
                word = em.keep(ir.state(back))
                self.forget(em, [made.me, *made.args])
                em.emit(ir.put(back, ir.const(0)))
                em.emit(ir.Return(word))

            exit_label = self.new(f"leave_{name}", made.place, leave)
            entry = self.new(f"enter_{name}", made.place,
                             lambda em: self.gen(em, made.body, exit_label, ctx))
            self.entries[name] = (entry, back)
        return self.entries[name]

    def _end(self, em: Emitter, stmt: End) -> None:
        if stmt.winner is not None:
            # One more than twice their bits, so that nobody at all can be told from not said.
            bits = ir.call("offered", em.bulk(stmt.winner))
            em.emit(ir.put(self.build.layout.winners, ir.plus(ir.times(bits, 2), 1)))
        if stmt.what == "game":
            self.over(em, stmt.reason)
        else:
            self.jump(em, self.exits[stmt.what])

    def over(self, em: Emitter, reason: str) -> None:
        number = self.build.game.reasons.index(reason) + 1
        em.emit(ir.put(REASON, ir.const(number)))
        self.jump(em, OVER)


