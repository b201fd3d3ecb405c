"""Choices: one of a list, several of a list, one of some branches, or chance."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tilewright.compiling import asked, loops, rewrite
from tilewright.compiling import pyast as py
from tilewright.compiling.budget import CALL
from tilewright.compiling.layout import DECIDER, MANUAL, NATURE
from tilewright.language.bounds import longest

if TYPE_CHECKING:
    from tilewright.compiling.build import Build, Group
    from tilewright.compiling.context import Context, Node
    from tilewright.compiling.flow import Blocks
    from tilewright.compiling.writer import Emitter
    from tilewright.language.tree import Choose, ChooseMany, Expr, OneOf, Var

PASS_MOVE = "pass"  # noqa: S105  a move, not a secret


class Choices:
    """Compiles decisions over lists and branches."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.build = blocks.build

    # -- choices ------------------------------------------------------------------------------

    def codes(self, em: Emitter, source: Expr, group: Group) -> ast.expr:
        """The moves for the elements of a list; each element once."""
        if group.kind == "int":
            return py.call("int_codes", em.bulk(source, CALL), py.const(group.base),
                           py.const(group.size))
        if _may_repeat(self.build, source):
            return py.call("codes_once", em.bulk(source, CALL), py.const(group.base))
        if source.op == "comp" and source.args[0] == "list":
            var, inner, cond, value = source.args[1:5]
            if inner.op == "comp" and _is_filter(inner):
                return self._two_filters(em, source, group)
            return loops.mapped(em, var, em.expr(inner), em.most(inner), cond, value, group.base)
        items = em.bulk(source, 1)
        if group.base == 0:
            return py.call("list", items)
        word = em.temp("x")
        return ast.ListComp(py.plus(py.name(word), group.base), [
            ast.comprehension(py.store(word), items, [], 0)])

    def _two_filters(self, em: Emitter, source: Expr, group: Group) -> ast.expr:
        """A filter of a filtered list, in one pass."""
        _, outer_var, inner, outer_cond = source.args[:4]
        _, var, items, cond, value = inner.args[:5]
        word = self.build.fresh(var.name)
        parts = [c for c in (cond, outer_cond) if c is not None]
        test = rewrite.conjunction(parts, source.place)
        with em.loop_var(outer_var, word):
            self.build.pinned[var] = word
            made = loops.mapped(em, var, em.expr(items), em.most(items), test, value, group.base)
            del self.build.pinned[var]
        return made

    def choose(self, em: Emitter, stmt: Choose, k: int, ctx: Context) -> None:
        assert stmt.source.type.item is not None
        kind = stmt.source.type.item.kind or "int"
        group = self.build.group(("site", stmt.site), stmt.site, kind)
        suspension, loop = self.build.suspension, bool(ctx.stop)
        waiting = stmt.chance or (suspension.any(stmt.body, loop=loop)
                                  and not suspension.straight(stmt.body, loop=loop))
        if waiting:
            self.build.slot(stmt.var)
        self.blocks.knowing.keep(stmt.var, stmt.source)
        after = self.blocks.cleared([stmt.var], k, stmt.place) if waiting else k
        body = self.blocks.later(stmt.body, after, ctx) if stmt.chance else 0
        # Written once, although two ways lead there.
        other = self.blocks.later(stmt.other, k, ctx)

        def arrive(inner: Emitter, label: int) -> None:
            if stmt.chance:
                self._chance(inner, label, stmt, group, body or after, other, ctx.me)
                return
            moves = inner.keep(self.codes(inner, stmt.source, group))
            with inner.block() as none:
                self.blocks.jump(inner, other)
            inner.emit(py.when(py.negated(moves), none))
            if stmt.optional is not None:
                decline = py.run(py.method(moves, "append", self.pass_code(node)))
                inner.emit(py.when(inner.expr(stmt.optional), [decline]))
            assert stmt.by is not None
            self.blocks.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.blocks.node(stmt.site, stmt.place, stmt.var.name, arrive)
        node.groups.append(group)
        node.choice = stmt
        node.secret = stmt.secret or stmt.to is not None

        def go_on(inner: Emitter) -> None:
            if stmt.optional is not None:
                with inner.block() as declined:
                    self.blocks.jump(inner, other)
                test = py.compare(py.name("m"), "==", self.pass_code(node))
                inner.emit(py.when(test, declined))
            inner.bind(stmt.var, py.math("-", py.name("m"), py.const(group.base)))
            self._known(inner, stmt, ctx.me)
            if stmt.chance:
                self.blocks.jump(inner, body or after)
            else:
                self.blocks.gen(inner, stmt.body, after, ctx)

        self.blocks.resume(node.label, stmt.var.name, stmt.place, go_on)
        self.blocks.jump(em, node.label)

    def _chance(self, em: Emitter, label: int, stmt: Choose, group: Group, body: int,
                other: int, me: Var) -> None:
        """Nature decides at once, unless a search wants to see the outcomes."""
        items = em.keep(em.bulk(stmt.source))
        with em.block() as none:
            self.blocks.jump(em, other)
        em.emit(py.when(py.negated(items), none))
        with em.block() as manual:
            self.blocks.decide(em, label, py.const(NATURE), _codes_of(em, items, group))
        em.emit(py.when(py.state(MANUAL), manual))
        em.bind(stmt.var, py.call("pick", py.name("S"), items, py.const(label)))
        self._known(em, stmt, me)
        self.blocks.jump(em, body)

    def _known(self, em: Emitter, stmt: Choose, me: Var) -> None:
        """A choice is known to the one who made it, private chance to the one whom it is for."""
        if stmt.to is not None:
            self.blocks.knowing.seat(em, stmt.var, em.expr(stmt.to))
        elif stmt.chance:
            self.blocks.knowing.note(em, stmt.var, stmt.source, me)
        else:
            self.blocks.knowing.seat(em, stmt.var, py.state(DECIDER))

    def pass_code(self, node: Node) -> ast.expr:
        group = self.build.group(("pass",), PASS_MOVE, "")
        if group not in node.groups:
            node.groups.append(group)
        return py.const(group.base)

    def choose_many(self, em: Emitter, stmt: ChooseMany, k: int, ctx: Context) -> None:
        assert stmt.source.type.item is not None
        build = self.build
        group = build.group(("site", stmt.site), stmt.site,
                            stmt.source.type.item.kind or "int")
        build.slot(stmt.var, longest(build.game, stmt.source))
        self.blocks.knowing.keep(stmt.var, stmt.source)
        base = build.slots[stmt.var]
        done = self.blocks.cleared([stmt.var], k, stmt.place)

        def finish(inner: Emitter) -> None:
            if stmt.other:
                with inner.block() as none:
                    self.blocks.gen(inner, stmt.other, done, ctx)
                inner.emit(py.when(py.negated(py.state(base)), none))
            self.blocks.gen(inner, stmt.body, done, ctx)

        finished = self.blocks.new(f"{stmt.var.name}_chosen", stmt.place, finish)

        def arrive(inner: Emitter, label: int) -> None:
            source = inner.bulk(stmt.source, CALL)
            missing = inner.keep(py.math("-", inner.expr(stmt.least), py.state(base)))
            more: ast.expr = py.call("count_left", source, py.state(base))
            more = inner.keep(more) if stmt.secret else more
            left = inner.keep(py.call("many_left", source, inner.variable(stmt.var),
                                      py.call("min", missing, more),
                                      py.const(int(stmt.ordered))))
            # That the last one was chosen would be told by not asking for more.
            none_left = py.negated(more if stmt.secret else left)
            enough = py.compare(py.state(base), ">=", inner.expr(stmt.most))
            with inner.block() as end:
                self.blocks.jump(inner, finished)
            inner.emit(py.when(py.either([enough, none_left]), end))
            moves = inner.keep(_codes_of(inner, left, group))
            add_pass = py.run(py.method(moves, "append", self.pass_code(node)))
            inner.emit(py.when(py.compare(missing, "<=", py.const(0)), [add_pass]))
            self.blocks.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.blocks.node(stmt.site, stmt.place, stmt.var.name, arrive)
        node.groups.append(group)
        node.choice = stmt
        node.secret = stmt.secret

        def go_on(inner: Emitter) -> None:
            with inner.block() as end:
                self.blocks.jump(inner, finished)
            inner.emit(py.when(py.compare(py.name("m"), "==", self.pass_code(node)), end))
            cap = py.const(build.caps[stmt.var])
            full = py.run(py.call("fail", py.const("more is chosen than the list can hold")))
            inner.emit(py.when(py.compare(py.state(base), ">=", cap), [full]))
            chosen = py.math("-", py.name("m"), py.const(group.base))
            inner.emit(py.put(py.plus(py.state(base), base + 1), chosen))
            inner.emit(py.add_to(base, py.const(1)))
            self.blocks.knowing.seat(inner, stmt.var, py.state(DECIDER))
            self.blocks.jump(inner, node.label)

        self.blocks.resume(node.label, stmt.var.name, stmt.place, go_on)
        self.blocks.jump(em, node.label)

    def one_of(self, em: Emitter, stmt: OneOf, k: int, ctx: Context) -> None:
        group = self.build.group(("site", stmt.site), stmt.site, "",
                                 tuple(b.name for b in stmt.branches))

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
                    self.blocks.jump(inner, k)
                inner.emit(py.when(py.negated(moves), none))
            self.blocks.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.blocks.node(stmt.site, stmt.place, stmt.site, arrive)
        node.groups.append(group)
        node.secret = stmt.secret

        def go_on(inner: Emitter) -> None:
            with inner.branches() as either:
                for index, branch in enumerate(stmt.branches):
                    with either.one(), inner.block() as body:
                        self.blocks.gen(inner, branch.body, k, ctx)
                    test = py.compare(py.name("m"), "==", py.const(group.base + index))
                    inner.emit(py.when(test, body))

        self.blocks.resume(node.label, stmt.site, stmt.place, go_on)
        self.blocks.jump(em, node.label)


def _is_filter(e: Expr) -> bool:
    """A comprehension that keeps elements as they are."""
    return bool(e.args[0] == "list" and e.args[4].op == "var" and e.args[4].args[0] is e.args[1])


def _may_repeat(build: Build, source: Expr) -> bool:
    """Whether a list can hold the same element twice."""
    if source.op == "comp":
        return _may_repeat(build, source.args[2]) if _is_filter(source) else True
    if source.op == "own":
        return asked.may_repeat(build, source.args[0])
    if source.op == "ifelse":
        return any(_may_repeat(build, part) for part in source.args[1:])
    if source.op == "call":
        return not source.args[0].distinct
    if source.op in ("attr", "domain"):
        return False
    return source.op != "list" or len(source.args[0]) > 1


def _codes_of(em: Emitter, items: ast.expr, group: Group) -> ast.expr:
    """A move for each element, with repeats, which are chances."""
    if group.kind == "int":
        return py.call("int_chances", items, py.const(group.base), py.const(group.size))
    word = em.temp("x")
    return ast.ListComp(py.plus(py.name(word), group.base), [
        ast.comprehension(py.store(word), items, [], 0)])
