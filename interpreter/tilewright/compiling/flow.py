"""The course of a game as blocks of code that end in a jump or at a decision.

A block is a Python function of the state. It returns the label of the next block, or the list of
moves at a decision; what must outlive a decision is stored in slots of the state. There is no
recursion in the rules, so each procedure needs only one frame.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.compiling import loops, rewrite
from tilewright.compiling import pyast as py
from tilewright.compiling.emit import Emitter
from tilewright.compiling.layout import (
    DECIDER,
    ENDING,
    MANUAL,
    NATURE,
    PC,
    POWER_BACK,
    REASON,
)
from tilewright.compiling.plain import Plain
from tilewright.language.bounds import longest
from tilewright.language.names import TURN_PLAYER
from tilewright.language.tree import (
    Call,
    Choose,
    ChooseMany,
    End,
    Event,
    Expr,
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build, Group
    from tilewright.model import Action
    from tilewright.problems import Place

OVER = 1
PASS = "pass"


@dataclass(slots=True)
class Context:
    """Where a piece of rules stands: who is `me`, and where `stop` and `end` lead."""

    me: Var
    stop: int = 0

    def looping(self, exit_label: int) -> Context:
        return Context(self.me, exit_label)


@dataclass(slots=True)
class Node:
    """A decision: where it stands, its name, and the groups of moves that belong to it."""

    label: int
    site: str
    place: Place
    groups: list[Group] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    choice: Choose | ChooseMany | None = None
    step: str = ""


class Blocks:
    """Compiles statements that wait, in continuation-passing style."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.plain = Plain(build)
        self.labels = OVER
        self.pending: list[tuple[int, str, Place, Callable[[Emitter], None]]] = []
        self.functions: dict[int, tuple[str, ast.FunctionDef]] = {}
        self.resumes: dict[int, tuple[str, ast.FunctionDef]] = {}
        self.nodes: dict[int, Node] = {}
        self.exits: dict[str, int] = {}
        self.entries: dict[str, tuple[int, int]] = {}
        self.powers: list[Action] = []
        self.by_menus: set[str] = set()
        self.power_done = 0

    # -- blocks -------------------------------------------------------------------------------

    def new(self, hint: str, place: Place, write: Callable[[Emitter], None]) -> int:
        """A label for code that will be written later."""
        self.labels += 1
        self.pending.append((self.labels, hint, place, write))
        return self.labels

    def finish(self) -> None:
        """Write all blocks that were asked for; writing may ask for more."""
        while self.pending:
            label, hint, place, write = self.pending.pop()
            em = Emitter(self.build, place)
            write(em)
            name = f"b{label}_{_word(hint)}"
            made = py.function(name, ["S"], em.root, place)
            py.stamp(made, place)
            self.functions[label] = (place.file, made)

    def jump(self, em: Emitter, label: int) -> None:
        stop = ast.Return(py.const(label))
        stop.jump = label  # type: ignore[attr-defined]
        em.emit(stop)

    def resume(self, label: int, hint: str, place: Place, write: Callable[[Emitter], None]) -> None:
        """The code that goes on after a decision, with the move as `m`."""
        em = Emitter(self.build, place)
        write(em)
        made = py.function(f"r{label}_{_word(hint)}", ["S", "m"], em.root, place)
        py.stamp(made, place)
        self.resumes[label] = (place.file, made)

    def node(self, site: str, place: Place, hint: str,
             arrive: Callable[[Emitter, int], None]) -> Node:
        """A decision; `arrive` writes the code that lists its moves."""
        made = Node(0, site, place)
        made.label = self.new(hint, place, lambda em: arrive(em, made.label))
        self.nodes[made.label] = made
        return made

    def decide(self, em: Emitter, label: int, by: ast.expr, moves: ast.expr) -> None:
        em.emit(py.put(PC, py.const(label)))
        em.emit(py.put(DECIDER, by))
        em.emit(py.back(moves))

    # -- lists of statements ------------------------------------------------------------------

    def waits(self, stmt: Stmt, ctx: Context) -> bool:
        return self.build.suspension.waits(stmt, loop=bool(ctx.stop))

    def gen(self, em: Emitter, stmts: list[Stmt], k: int, ctx: Context) -> None:
        """Write statements, then go on at `k`."""
        straight = self.build.suspension.straight(stmts, loop=bool(ctx.stop))
        if not straight and any(self.waits(s, ctx) for s in stmts):
            for stmt in stmts:
                if isinstance(stmt, Let):
                    self._slot_for(stmt.var, stmt.value)
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
        self.jump(em, k)

    def later(self, stmts: list[Stmt], k: int, ctx: Context) -> int:
        """A label from which statements run and then go on at `k`."""
        if not stmts:
            return k
        return self.new("then", stmts[0].place, lambda em: self.gen(em, stmts, k, ctx))

    def _slot_for(self, var: Var, source: Expr) -> None:
        cap = longest(self.build.game, source) if var.is_list else 0
        self.build.slot(var, cap)
        if self.is_secret(source):
            self.build.secrets.add(var)

    def is_secret(self, source: Expr) -> bool:
        """Whether a value tells something about a hidden zone."""
        for part in source.walk():
            if part.op == "zone" and part.args[0].hidden:
                return True
            if part.op == "var" and part.args[0] in self.build.secrets:
                return True
        return False

    def cleared(self, variables: list[Var], k: int, place: Place) -> int:
        """A label that forgets variables and goes on at `k`, so that equal positions are equal."""
        kept = [v for v in variables if v in self.build.slots]
        if not kept:
            return k

        def write(em: Emitter) -> None:
            for var in kept:
                base, cap = self.build.slots[var], self.build.caps[var]
                if cap:
                    em.emit(py.run(py.call("keep_list", py.name("S"), py.const(base),
                                           py.const(cap), py.const(()))))
                else:
                    em.emit(py.put(base, py.const(0)))
            self.jump(em, k)

        return self.new("forget", place, write)

    # -- statements that wait -----------------------------------------------------------------

    def suspend(self, em: Emitter, stmt: Stmt, k: int, ctx: Context) -> None:
        if isinstance(stmt, If):
            self._if(em, stmt, k, ctx)
        elif isinstance(stmt, ForEach):
            self._for_each(em, stmt, k, ctx)
        elif isinstance(stmt, Repeat):
            self._repeat(em, stmt, k, ctx)
        elif isinstance(stmt, Call):
            self._call(em, stmt, k)
        elif isinstance(stmt, Event):
            doer = self.plain.doer(stmt, ctx.me)
            self.gen(em, rewrite.with_reactions(self.build, stmt, doer), k, ctx)
        elif isinstance(stmt, Choose):
            self._choose(em, stmt, k, ctx)
        elif isinstance(stmt, ChooseMany):
            self._choose_many(em, stmt, k, ctx)
        elif isinstance(stmt, OneOf):
            self._one_of(em, stmt, k, ctx)
        elif isinstance(stmt, Menu):
            self._menu(em, stmt, k, ctx)
        elif isinstance(stmt, End):
            self._end(em, stmt)
        else:
            assert isinstance(stmt, Stop)
            self.jump(em, ctx.stop)

    def _if(self, em: Emitter, stmt: If, k: int, ctx: Context) -> None:
        test = em.expr(stmt.test)
        with em.block() as then:
            self.gen(em, stmt.then, k, ctx)
        with em.block() as other:
            self.gen(em, stmt.other, k, ctx)
        em.emit(py.when(test, then, other))

    def _straight_if(self, em: Emitter, stmt: If, rest: list[Stmt], k: int, ctx: Context) -> None:
        """A condition that may leave but never waits: what follows stands in its branches."""
        test = em.expr(stmt.test)
        with em.block() as then:
            self.gen(em, [*stmt.then, *rest], k, ctx)
        with em.block() as other:
            self.gen(em, [*stmt.other, *rest], k, ctx)
        em.emit(py.when(test, then, other))

    def _for_each(self, em: Emitter, stmt: ForEach, k: int, ctx: Context) -> None:
        build, place = self.build, stmt.place
        index = Var(f"{stmt.var.name}_index", stmt.var.type)
        kept = Var(f"{stmt.var.name}_list", stmt.source.type)
        build.slot(stmt.var)
        build.slot(index)
        static = stmt.source.op == "domain"
        if not static:
            self._slot_for(kept, stmt.source)
        if self.is_secret(stmt.source):
            build.secrets.add(stmt.var)
        done = self.cleared([stmt.var, index, kept], k, place)
        body_ctx = ctx.looping(done)

        def head_code(inner: Emitter) -> None:
            i = inner.keep(py.state(build.slots[index]))
            if static:
                count: ast.expr = py.const(build.layout.sizes[stmt.source.args[0]])
                value: ast.expr = i
            else:
                base = build.slots[kept]
                count = py.state(base)
                value = py.state(py.plus(i, base + 1))
            with inner.block() as end:
                self.jump(inner, done)
            inner.emit(py.when(py.compare(i, ">=", count), end))
            inner.emit(py.put(build.slots[stmt.var], value))
            inner.emit(py.put(build.slots[index], py.plus(i, 1)))
            self.gen(inner, stmt.body, head, body_ctx)

        head = self.new(f"each_{stmt.var.name}", place, head_code)
        if not static:
            em.bind(kept, em.expr(stmt.source))
        em.emit(py.put(build.slots[index], py.const(0)))
        self.jump(em, head)

    def _repeat(self, em: Emitter, stmt: Repeat, k: int, ctx: Context) -> None:
        build, place = self.build, stmt.place
        left = Var("times_left", stmt.times.type)
        build.slot(left)
        done = self.cleared([left], k, place)
        body_ctx = ctx.looping(done)

        def head_code(inner: Emitter) -> None:
            test = py.compare(py.state(build.slots[left]), "<=", py.const(0))
            with inner.block() as end:
                self.jump(inner, done)
            inner.emit(py.when(test, end))
            if stmt.test is not None:
                go_on = inner.expr(stmt.test)
                with inner.block() as end:
                    self.jump(inner, done)
                inner.emit(py.when(py.negated(go_on), end))
            inner.emit(py.add_to(build.slots[left], py.const(1), "-"))
            self.gen(inner, stmt.body, head, body_ctx)

        head = self.new("repeat", place, head_code)
        times = em.expr(stmt.times)
        if py.value_of(times) is None:
            times = py.call("len", py.call("bounded_times", times))
        em.emit(py.put(build.slots[left], times))
        self.jump(em, head)

    def _call(self, em: Emitter, stmt: Call, k: int) -> None:
        made = self.build.game.procedures[stmt.procedure]
        assert stmt.me is not None
        me = em.expr(stmt.me)
        args = [em.expr(a) for a in stmt.args]
        for var in (made.me, *made.args):
            self.build.slot(var)
        for arg, value in zip(made.args, stmt.args, strict=True):
            if self.is_secret(value):
                self.build.secrets.add(arg)
        entry, back = self._entry(stmt.procedure)
        em.bind(made.me, me)
        for var, value_node in zip(made.args, args, strict=True):
            em.bind(var, value_node)
        em.emit(py.put(back, py.const(k)))
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
            ctx = Context(made.me)

            def leave(em: Emitter) -> None:
                word = em.keep(py.state(back))
                for var in (made.me, *made.args):
                    em.emit(py.put(self.build.slots[var], py.const(0)))
                em.emit(py.put(back, py.const(0)))
                em.emit(py.back(word))

            exit_label = self.new(f"leave_{name}", made.place, leave)
            entry = self.new(f"enter_{name}", made.place,
                             lambda em: self.gen(em, made.body, exit_label, ctx))
            self.entries[name] = (entry, back)
        return self.entries[name]

    def _end(self, em: Emitter, stmt: End) -> None:
        if stmt.what == "game":
            self.over(em, stmt.reason)
        else:
            self.jump(em, self.exits[stmt.what])

    def over(self, em: Emitter, reason: str) -> None:
        number = self.build.game.reasons.index(reason) + 1
        em.emit(py.put(REASON, py.const(number)))
        self.jump(em, OVER)

    # -- choices ------------------------------------------------------------------------------

    def codes(self, em: Emitter, source: Expr, group: Group) -> ast.expr:
        """The moves for the elements of a list; each element once."""
        if group.kind == "int":
            return py.call("int_codes", em.expr(source), py.const(group.base),
                           py.const(group.size))
        if _may_repeat(source):
            return py.call("codes_once", em.expr(source), py.const(group.base))
        if source.op == "comp" and source.args[0] == "list":
            var, inner, cond, value = source.args[1:5]
            if inner.op == "comp" and _is_filter(inner):
                return self._two_filters(em, source, group)
            return loops.mapped(em, var, em.expr(inner), cond, value, group.base)
        items = em.expr(source)
        if group.base == 0:
            return py.call("list", items)
        word = em.temp("x")
        return ast.ListComp(py.plus(py.name(word), group.base), [
            ast.comprehension(py.store(word), items, [], 0)])

    def _two_filters(self, em: Emitter, source: Expr, group: Group) -> ast.expr:
        """A filter of a filtered list, in one pass."""
        _, outer_var, inner, outer_cond, outer_value = source.args[:5]
        _, var, items, cond, value = inner.args[:5]
        word = self.build.fresh(var.name)
        parts = [c for c in (cond, outer_cond) if c is not None]
        test = rewrite.conjunction(parts, source.place)
        with em.loop_var(outer_var, word):
            self.build.pinned[var] = word
            made = loops.mapped(em, var, em.expr(items), test, value, group.base)
            del self.build.pinned[var]
        del outer_value
        return made

    def _choose(self, em: Emitter, stmt: Choose, k: int, ctx: Context) -> None:
        assert stmt.source.type.item is not None
        kind = stmt.source.type.item.kind or "int"
        group = self.build.group(stmt.site, kind)
        suspension, loop = self.build.suspension, bool(ctx.stop)
        waiting = stmt.chance or (suspension.any(stmt.body, loop=loop)
                                  and not suspension.straight(stmt.body, loop=loop))
        if waiting:
            self.build.slot(stmt.var)
        if self.is_secret(stmt.source):
            self.build.secrets.add(stmt.var)
        after = self.cleared([stmt.var], k, stmt.place) if waiting else k
        body = self.later(stmt.body, after, ctx) if stmt.chance else 0

        def arrive(inner: Emitter, label: int) -> None:
            if stmt.chance:
                self._chance(inner, label, stmt, group, body, k, ctx)
                return
            moves = inner.keep(self.codes(inner, stmt.source, group))
            with inner.block() as none:
                self.gen(inner, stmt.other, k, ctx)
            inner.emit(py.when(py.negated(moves), none))
            if stmt.optional:
                inner.emit(py.run(py.method(moves, "append", self.pass_code(node))))
            assert stmt.by is not None
            self.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.node(stmt.site, stmt.place, stmt.var.name, arrive)
        node.groups.append(group)
        node.choice = stmt

        def go_on(inner: Emitter) -> None:
            if stmt.optional:
                with inner.block() as declined:
                    self.gen(inner, stmt.other, k, ctx)
                test = py.compare(py.name("m"), "==", self.pass_code(node))
                inner.emit(py.when(test, declined))
            inner.bind(stmt.var, py.math("-", py.name("m"), py.const(group.base)))
            if stmt.chance:
                self.jump(inner, body or after)
            else:
                self.gen(inner, stmt.body, after, ctx)

        self.resume(node.label, stmt.var.name, stmt.place, go_on)
        self.jump(em, node.label)

    def _chance(self, em: Emitter, label: int, stmt: Choose, group: Group, body: int, k: int,
                ctx: Context) -> None:
        """Nature decides at once, unless a search wants to see the outcomes."""
        items = em.keep(em.expr(stmt.source))
        with em.block() as none:
            self.gen(em, stmt.other, k, ctx)
        em.emit(py.when(py.negated(items), none))
        with em.block() as manual:
            word = em.temp("x")
            codes = ast.ListComp(py.plus(py.name(word), group.base), [
                ast.comprehension(py.store(word), items, [], 0)])
            self.decide(em, label, py.const(NATURE), codes)
        em.emit(py.when(py.state(MANUAL), manual))
        em.bind(stmt.var, py.call("pick", py.name("S"), items))
        self.jump(em, body or k)

    def pass_code(self, node: Node) -> ast.expr:
        group = self.build.group(PASS, "")
        if group not in node.groups:
            node.groups.append(group)
        return py.const(group.base)

    def _choose_many(self, em: Emitter, stmt: ChooseMany, k: int, ctx: Context) -> None:
        assert stmt.source.type.item is not None
        build = self.build
        group = build.group(stmt.site, stmt.source.type.item.kind or "int")
        build.slot(stmt.var, longest(build.game, stmt.source))
        if self.is_secret(stmt.source):
            build.secrets.add(stmt.var)
        base = build.slots[stmt.var]
        done = self.cleared([stmt.var], k, stmt.place)

        def finish(inner: Emitter) -> None:
            if stmt.other:
                with inner.block() as none:
                    self.gen(inner, stmt.other, done, ctx)
                inner.emit(py.when(py.negated(py.state(base)), none))
            self.gen(inner, stmt.body, done, ctx)

        finished = self.new(f"{stmt.var.name}_chosen", stmt.place, finish)

        def arrive(inner: Emitter, label: int) -> None:
            source = inner.expr(stmt.source)
            missing = inner.keep(py.math("-", inner.expr(stmt.least), py.state(base)))
            left = inner.keep(py.call("many_left", source, inner.variable(stmt.var),
                                      py.call("min", missing, py.call("count_left", source,
                                                                      py.state(base))),
                                      py.const(int(stmt.ordered))))
            enough = py.compare(py.state(base), ">=", inner.expr(stmt.most))
            with inner.block() as end:
                self.jump(inner, finished)
            inner.emit(py.when(py.either([enough, py.negated(left)]), end))
            word = inner.temp("x")
            moves = inner.keep(ast.ListComp(py.plus(py.name(word), group.base), [
                ast.comprehension(py.store(word), left, [], 0)]))
            add_pass = py.run(py.method(moves, "append", self.pass_code(node)))
            inner.emit(py.when(py.compare(missing, "<=", py.const(0)), [add_pass]))
            self.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.node(stmt.site, stmt.place, stmt.var.name, arrive)
        node.groups.append(group)
        node.choice = stmt

        def go_on(inner: Emitter) -> None:
            with inner.block() as end:
                self.jump(inner, finished)
            inner.emit(py.when(py.compare(py.name("m"), "==", self.pass_code(node)), end))
            chosen = py.math("-", py.name("m"), py.const(group.base))
            inner.emit(py.put(py.plus(py.state(base), base + 1), chosen))
            inner.emit(py.add_to(base, py.const(1)))
            self.jump(inner, node.label)

        self.resume(node.label, stmt.var.name, stmt.place, go_on)
        self.jump(em, node.label)

    def _one_of(self, em: Emitter, stmt: OneOf, k: int, ctx: Context) -> None:
        group = self.build.group(stmt.site, "", tuple(b.name for b in stmt.branches))

        def arrive(inner: Emitter, label: int) -> None:
            moves = inner.keep(ast.List(
                [py.const(group.base + i) for i, b in enumerate(stmt.branches)
                 if b.guard is None], py.LOAD))
            for index, branch in enumerate(stmt.branches):
                if branch.guard is not None:
                    add = py.run(py.method(moves, "append", py.const(group.base + index)))
                    inner.emit(py.when(inner.expr(branch.guard), [add]))
            if all(b.guard is not None for b in stmt.branches):
                with inner.block() as none:
                    self.jump(inner, k)
                inner.emit(py.when(py.negated(moves), none))
            self.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.node(stmt.site, stmt.place, stmt.site, arrive)
        node.groups.append(group)

        def go_on(inner: Emitter) -> None:
            for index, branch in enumerate(stmt.branches):
                with inner.block() as body:
                    self.gen(inner, branch.body, k, ctx)
                test = py.compare(py.name("m"), "==", py.const(group.base + index))
                inner.emit(py.when(test, body))

        self.resume(node.label, stmt.site, stmt.place, go_on)
        self.jump(em, node.label)

    # -- steps --------------------------------------------------------------------------------

    def _menu(self, em: Emitter, stmt: Menu, k: int, ctx: Context) -> None:
        actions = [self.build.game.actions[name] for name in stmt.actions]
        offer_powers = stmt.powers and stmt.by is None and bool(self.powers)
        site = stmt.step or " or ".join(stmt.actions) or "step"
        node = self.node(site, stmt.place, stmt.step or "_".join(stmt.actions) or "step",
                         lambda inner, label: self._menu_moves(
                             inner, label, stmt, actions, node, offer_powers, k, ctx))
        node.actions = stmt.actions
        node.step = stmt.step
        self.resume(node.label, stmt.step or "_".join(stmt.actions) or "step", stmt.place,
                    lambda inner: self._menu_resume(inner, stmt, actions, node, offer_powers, k,
                                                    ctx))
        self.jump(em, node.label)

    def _menu_moves(self, em: Emitter, label: int, stmt: Menu, actions: list[Action], node: Node,
                    offer_powers: bool, k: int, ctx: Context) -> None:
        if stmt.test is not None:
            go_on = em.expr(stmt.test)
            with em.block() as end:
                self.jump(em, k)
            em.emit(py.when(py.negated(go_on), end))
        by = (em.variable(TURN_PLAYER) if stmt.by is None else em.keep(em.expr(stmt.by)))
        moves = self._action_moves(em, actions, node, by, own=stmt.by is not None)
        if stmt.rule == "must":
            self._nothing(em, moves, stmt, k, ctx, strict=True)
            self._add_powers(em, moves, stmt, by, offer_powers)
        else:
            listed = em.keep(py.call("len", moves)) if stmt.rule == "must_if_possible" else None
            self._add_powers(em, moves, stmt, by, offer_powers)
            self._nothing(em, moves, stmt, k, ctx, strict=False)
            add = py.run(py.method(moves, "append", self.pass_code(node)))
            test = em.expr(stmt.pass_when) if stmt.pass_when is not None else None
            if listed is not None:
                test = py.negated(listed)
            em.emit(py.when(test, [add]) if test is not None else add)
        self.decide(em, label, by, moves)

    def _nothing(self, em: Emitter, moves: ast.Name, stmt: Menu, k: int, ctx: Context, *,
                 strict: bool) -> None:
        """What happens when the list of moves is empty."""
        with em.block() as none:
            if strict and not stmt.other:
                em.emit(py.run(py.call("fail", py.const(
                    f"{' or '.join(stmt.actions)} must be done, but nothing is possible; "
                    "give the step an 'else'"))))
            self.gen(em, stmt.other, k, ctx)
        em.emit(py.when(py.negated(moves), none))

    def _add_powers(self, em: Emitter, moves: ast.Name, stmt: Menu, by: ast.expr,
                    offer: bool) -> None:
        if offer:
            step = py.const(self.build.steps.get(stmt.step, 0))
            em.emit(py.bump(moves.id, py.call("open_powers", py.name("S"), by, step)))

    def _action_moves(self, em: Emitter, actions: list[Action], node: Node, by: ast.expr, *,
                      own: bool) -> ast.Name:
        """The list of all moves of some actions, in a fresh name."""
        moves: ast.Name | None = None
        for action in actions:
            group = self._group(action)
            node.groups.append(group)
            word = em.simple(by)
            assert isinstance(word, ast.Name)
            if own:
                with em.loop_var(action.me, word.id):
                    moves = self._one_action(em, action, group, moves)
            else:
                moves = self._one_action(em, action, group, moves)
        return moves if moves is not None else em.keep(ast.List([], py.LOAD))

    def _group(self, action: Action) -> Group:
        if not action.picks:
            return self.build.group(action.name, "")
        first = action.picks[0].var.type
        return self.build.group(action.name, first.kind or "int")

    def _one_action(self, em: Emitter, action: Action, group: Group, moves: ast.Name | None
                    ) -> ast.Name:
        tests = rewrite.final_tests(self.build, action) if not action.picks else []
        with em.at(action.place):
            if action.picks:
                source = rewrite.offered(self.build, action, 0)
                codes = self.codes(em, source, group)
            else:
                test = rewrite.conjunction(tests, action.place)
                one: ast.expr = ast.List([py.const(group.base)], py.LOAD)
                codes = one if test is None else ast.IfExp(
                    em.expr(test), one, ast.List([], py.LOAD))
            if moves is None:
                return em.keep(codes)
            em.emit(py.bump(moves.id, codes))
            return moves

    def _menu_resume(self, em: Emitter, stmt: Menu, actions: list[Action], node: Node,
                     offer_powers: bool, k: int, ctx: Context) -> None:
        again = node.label if stmt.repeat else k
        self.keep_label(node.label)
        done = self._checked(again, stmt.place)
        if offer_powers:
            with em.block() as power:
                em.emit(py.put(POWER_BACK, py.const(node.label)))
                em.emit(py.back(py.call("power_resume", py.name("S"), py.name("m"))))
            limit = self._group(self.powers[-1])
            em.emit(py.when(py.compare(py.name("m"), "<", py.const(limit.base + limit.size)),
                            power))
        if stmt.rule != "must":
            with em.block() as passed:
                self.jump(em, k)
            em.emit(py.when(py.compare(py.name("m"), "==", self.pass_code(node)), passed))
        for action in actions[:-1]:
            group = self._group(action)
            with em.block() as body:
                self.act(em, action, done, ctx, own=stmt.by is not None)
            em.emit(py.when(_inside(group), body))
        if actions:
            self.act(em, actions[-1], done, ctx, own=stmt.by is not None)
        else:
            self.jump(em, k)

    def act(self, em: Emitter, action: Action, k: int, ctx: Context, *, own: bool) -> None:
        """Carry out an action whose first pick is the move `m`."""
        rest = rewrite.after_first_pick(self.build, action)
        suspension = self.build.suspension
        waiting = suspension.any(rest) and not suspension.straight(rest)
        variables = [p.var for p in action.picks]
        if own and waiting:
            self.build.slot(action.me)
            variables.append(action.me)
        if own:
            em.bind(action.me, py.state(DECIDER))
        if action.picks:
            first = action.picks[0]
            if waiting:
                self.build.slot(first.var)
            if self.is_secret(first.source):
                self.build.secrets.add(first.var)
            group = self._group(action)
            em.bind(first.var, py.math("-", py.name("m"), py.const(group.base)))
        end = self.cleared(variables, k, action.place) if waiting else k
        del ctx
        with em.at(action.place):
            self.gen(em, rest, end, Context(action.me))

    def _checked(self, k: int, place: Place) -> int:
        """A label that looks at the ends of the game after an action, then goes on at `k`."""
        endings = [e for e in self.build.game.endings if e.check == "action"]
        if not endings:
            return k

        def write(em: Emitter) -> None:
            self.check_endings(em, "action")
            self.jump(em, k)

        self.keep_label(k)
        return self.new("check_ends", place, write)

    def check_endings(self, em: Emitter, check: str) -> None:
        for ending in [e for e in self.build.game.endings if e.check == check]:
            with em.at(ending.place):
                test = em.expr(ending.test)
                with em.block() as body:
                    if ending.finish == "now":
                        self.over(em, ending.name)
                    else:
                        number = self.build.game.reasons.index(ending.name) + 1
                        em.emit(py.when(py.negated(py.state(ENDING)),
                                        [py.put(ENDING, py.const(number))]))
                em.emit(py.when(test, body))

    # -- powers -------------------------------------------------------------------------------

    def power_functions(self, place: Place) -> None:
        """`open_powers` lists the powers that are open; `power_resume` carries one out."""
        back = self.new("after_power", place, lambda em: em.emit(py.back(py.state(POWER_BACK))))
        done = self._checked(back, place)

        def listing(em: Emitter) -> None:
            moves = em.keep(ast.List([], py.LOAD))
            for action in self.powers:
                assert action.tile is not None
                with em.at(action.place), em.loop_var(action.me, "me"):
                    held = em.in_play_address(action.tile[0], py.const(action.tile[1]),
                                              py.name("me"))
                    with em.block() as body:
                        self._one_action(em, action, self._group(action), moves)
                    test = py.state(held)
                    if action.window.startswith("step:"):
                        number = self.build.steps[action.window[5:]]
                        test = py.both([test, py.compare(py.name("step"), "==",
                                                         py.const(number))])
                    em.emit(py.when(test, body))
            em.emit(py.back(moves))

        self.build.define("open_powers", ["S", "me", "step"], place, None, listing)

        def resume(em: Emitter) -> None:
            for action in self.powers:
                with em.block() as body:
                    self.act(em, action, done, Context(action.me), own=False)
                em.emit(py.when(_inside(self._group(action)), body))

        em = Emitter(self.build, place)
        resume(em)
        made = py.function("power_resume", ["S", "m"], em.root, place)
        py.stamp(made, place)
        self.resumes[0] = (place.file, made)


def _inside(group: Group) -> ast.expr:
    if group.size == 1:
        return py.compare(py.name("m"), "==", py.const(group.base))
    return ast.Compare(py.const(group.base), [ast.LtE(), ast.Lt()],
                       [py.name("m"), py.const(group.base + group.size)])


def _word(hint: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in hint)


def _is_filter(e: Expr) -> bool:
    """A comprehension that keeps elements as they are."""
    return bool(e.args[0] == "list" and e.args[4].op == "var" and e.args[4].args[0] is e.args[1])


def _may_repeat(source: Expr) -> bool:
    """Whether a list can hold the same element twice."""
    if source.op == "comp":
        return _may_repeat(source.args[2]) if _is_filter(source) else True
    if source.op == "call":
        return source.args[0].name not in ("unique", "kinds", "component", "reach", "seats_from",
                                           "range")
    if source.op in ("attr", "domain"):
        return False
    return source.op != "list" or len(source.args[0]) > 1
