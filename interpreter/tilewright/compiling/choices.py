"""Choices: one of a list, several of a list, one of some branches, or chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import asked, loops, rewrite
from tilewright.costs import CALL
from tilewright.language.operations import Gather
from tilewright.middle import ir
from tilewright.middle.header import DECIDER, MANUAL, NATURE

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Context, Node
    from tilewright.compiling.flow import Blocks
    from tilewright.compiling.writer import Emitter
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Choose, ChooseMany, OneOf, Var

PASS_MOVE = "pass"  # noqa: S105  a move, not a secret


class Choices:
    """Compiles decisions over lists and branches."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.build = blocks.build

    # -- choices ------------------------------------------------------------------------------

    def codes(self, em: Emitter, source: Expr, group: Group) -> ir.Value:
        """The moves for the elements of a list; each element once."""
        if group.kind == "int":
            return ir.call("int_codes", em.bulk(source, CALL), ir.const(group.base),
                           ir.const(group.size))
        if source.repeats(lambda name: asked.may_repeat(self.build, name)):
            return ir.call("codes_once", em.bulk(source, CALL), ir.const(group.base))
        if isinstance(source, Gather) and source.how == "list":
            inner = source.source
            if isinstance(inner, Gather) and inner.is_filter:
                return self._two_filters(em, source, inner, group)
            return loops.mapped(em, source.var, em.expr(inner), em.most(inner), source.test,
                                source.value, group.base)
        items = em.bulk(source, 1)
        if group.base == 0:
            return ir.call("list", items)
        word = em.temp("x")
        return ir.Map(ir.plus(ir.Name(word), group.base), word, items)

    def _two_filters(self, em: Emitter, outer: Gather, inner: Gather, group: Group) -> ir.Value:
        """A filter of a filtered list, in one pass."""
        var, items = inner.var, inner.source
        word = self.build.fresh(var.name)
        parts = [c for c in (inner.test, outer.test) if c is not None]
        test = rewrite.conjunction(parts, outer.place)
        with em.loop_var(outer.var, word):
            self.build.pinned[var] = word
            made = loops.mapped(em, var, em.expr(items), em.most(items), test, inner.value,
                                group.base)
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
        inside = ctx.keeping([stmt.var])
        body = self.blocks.later(stmt.body, after, inside) if stmt.chance else 0
        # Written once, although two ways lead there.
        other = self.blocks.later(stmt.other, k, ctx)

        def arrive(inner: Emitter, label: int) -> None:
            if stmt.chance:
                self._chance(inner, label, stmt, group, body or after, other, ctx.me)
                return
            moves = inner.keep(self.codes(inner, stmt.source, group))
            with inner.block() as none:
                self.blocks.jump(inner, other)
            inner.emit(ir.when(ir.negated(moves), none))
            if stmt.optional is not None:
                decline = ir.Append(moves.word, self.pass_code(node))
                inner.emit(ir.when(inner.expr(stmt.optional), [decline]))
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
                test = ir.compare(ir.Name("m"), "==", self.pass_code(node))
                inner.emit(ir.when(test, declined))
            inner.bind(stmt.var, ir.math("-", ir.Name("m"), ir.const(group.base)))
            self._known(inner, stmt, ctx.me)
            if stmt.chance:
                self.blocks.jump(inner, body or after)
            else:
                self.blocks.gen(inner, stmt.body, after, inside)

        self.blocks.resume(node.label, stmt.var.name, stmt.place, go_on)
        self.blocks.jump(em, node.label)

    def _chance(self, em: Emitter, label: int, stmt: Choose, group: Group, body: int,
                other: int, me: Var) -> None:
        """Nature decides at once, unless a search wants to see the outcomes."""
        items = em.keep(em.bulk(stmt.source))
        with em.block() as none:
            self.blocks.jump(em, other)
        em.emit(ir.when(ir.negated(items), none))
        with em.block() as manual:
            self.blocks.decide(em, label, ir.const(NATURE), _codes_of(em, items, group))
        em.emit(ir.when(ir.state(MANUAL), manual))
        stream = self.build.layout.streams_of[stmt.site].start
        em.bind(stmt.var, ir.call("pick", ir.Position(), items, ir.const(stream), ir.const(label)))
        self._known(em, stmt, me)
        self.blocks.jump(em, body)

    def _known(self, em: Emitter, stmt: Choose, me: Var) -> None:
        """A choice is known to the one who made it, private chance to the one whom it is for."""
        if stmt.to is not None:
            self.blocks.knowing.seat(em, stmt.var, em.expr(stmt.to))
        elif stmt.chance:
            self.blocks.knowing.note(em, stmt.var, stmt.source, me)
        else:
            self.blocks.knowing.seat(em, stmt.var, ir.state(DECIDER))

    def pass_code(self, node: Node) -> ir.Value:
        group = self.build.group(("pass",), PASS_MOVE, "")
        if group not in node.groups:
            node.groups.append(group)
        return ir.const(group.base)

    def choose_many(self, em: Emitter, stmt: ChooseMany, k: int, ctx: Context) -> None:
        assert stmt.source.type.item is not None
        build = self.build
        group = build.group(("site", stmt.site), stmt.site,
                            stmt.source.type.item.kind or "int")
        build.slot(stmt.var, stmt.source.longest(build.game))
        self.blocks.knowing.keep(stmt.var, stmt.source)
        base = build.slots[stmt.var]
        done = self.blocks.cleared([stmt.var], k, stmt.place)

        def finish(inner: Emitter) -> None:
            if stmt.other:
                with inner.block() as none:
                    self.blocks.gen(inner, stmt.other, done, ctx)
                inner.emit(ir.when(ir.negated(ir.state(base)), none))
            self.blocks.gen(inner, stmt.body, done, ctx.keeping([stmt.var]))

        finished = self.blocks.new(f"{stmt.var.name}_chosen", stmt.place, finish)

        def arrive(inner: Emitter, label: int) -> None:
            source = inner.bulk(stmt.source, CALL)
            missing = inner.keep(ir.math("-", inner.expr(stmt.least), ir.state(base)))
            more: ir.Value = ir.call("count_left", source, ir.state(base))
            more = inner.keep(more) if stmt.secret else more
            left = inner.keep(ir.call("many_left", source, inner.variable(stmt.var),
                                      ir.call("min", missing, more),
                                      ir.const(int(stmt.ordered))))
            # That the last one was chosen would be told by not asking for more.
            none_left = ir.negated(more if stmt.secret else left)
            enough = ir.compare(ir.state(base), ">=", inner.expr(stmt.most))
            with inner.block() as end:
                self.blocks.jump(inner, finished)
            inner.emit(ir.when(ir.either([enough, none_left]), end))
            moves = inner.keep(_codes_of(inner, left, group))
            add_pass = ir.Append(moves.word, self.pass_code(node))
            inner.emit(ir.when(ir.compare(missing, "<=", ir.const(0)), [add_pass]))
            self.blocks.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.blocks.node(stmt.site, stmt.place, stmt.var.name, arrive)
        node.groups.append(group)
        node.choice = stmt
        node.secret = stmt.secret

        def go_on(inner: Emitter) -> None:
            with inner.block() as end:
                self.blocks.jump(inner, finished)
            inner.emit(ir.when(ir.compare(ir.Name("m"), "==", self.pass_code(node)), end))
            cap = ir.const(build.caps[stmt.var])
            full = ir.Run(ir.call("fail", ir.const("more is chosen than the list can hold")))
            inner.emit(ir.when(ir.compare(ir.state(base), ">=", cap), [full]))
            chosen = ir.math("-", ir.Name("m"), ir.const(group.base))
            inner.emit(ir.put(ir.plus(ir.state(base), base + 1), chosen))
            inner.emit(ir.add_to(base, ir.const(1)))
            self.blocks.knowing.seat(inner, stmt.var, ir.state(DECIDER))
            self.blocks.jump(inner, node.label)

        self.blocks.resume(node.label, stmt.var.name, stmt.place, go_on)
        self.blocks.jump(em, node.label)

    def one_of(self, em: Emitter, stmt: OneOf, k: int, ctx: Context) -> None:
        group = self.build.group(("site", stmt.site), stmt.site, "",
                                 tuple(b.name for b in stmt.branches))

        def arrive(inner: Emitter, label: int) -> None:
            moves = inner.keep(ir.ListOf(
                [ir.const(group.base + i) for i, b in enumerate(stmt.branches)
                 if b.guard is None]))
            for index, branch in enumerate(stmt.branches):
                if branch.guard is not None:
                    add = ir.Append(moves.word, ir.const(group.base + index))
                    inner.emit(ir.when(inner.expr(branch.guard), [add]))
            if all(b.guard is not None for b in stmt.branches):
                with inner.block() as none:
                    self.blocks.jump(inner, k)
                inner.emit(ir.when(ir.negated(moves), none))
            self.blocks.decide(inner, label, inner.expr(stmt.by), moves)

        node = self.blocks.node(stmt.site, stmt.place, stmt.site, arrive)
        node.groups.append(group)
        node.secret = stmt.secret

        def go_on(inner: Emitter) -> None:
            with inner.branches() as either:
                for index, branch in enumerate(stmt.branches):
                    with either.one(), inner.block() as body:
                        self.blocks.gen(inner, branch.body, k, ctx)
                    test = ir.compare(ir.Name("m"), "==", ir.const(group.base + index))
                    inner.emit(ir.when(test, body))

        self.blocks.resume(node.label, stmt.site, stmt.place, go_on)
        self.blocks.jump(em, node.label)


def _codes_of(em: Emitter, items: ir.Value, group: Group) -> ir.Value:
    """A move for each element, with repeats, which are chances."""
    if group.kind == "int":
        return ir.call("int_chances", items, ir.const(group.base), ir.const(group.size))
    word = em.temp("x")
    return ir.Map(ir.plus(ir.Name(word), group.base), word, items)
