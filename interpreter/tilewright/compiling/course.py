"""The course of a whole game: set-up, rounds, turns, ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.context import Context
from tilewright.language.names import TURN_PLAYER
from tilewright.language.operations import Domain
from tilewright.language.tree import Var
from tilewright.middle import ir
from tilewright.middle.header import ACTOR, ENDING, NOBODY, OVER, POWER_BACK, REASON, ROUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build
    from tilewright.compiling.flow import Blocks
    from tilewright.compiling.writer import Emitter
    from tilewright.model import Ending, Field, Flow


class Course:
    """Writes the blocks around the turns."""

    def __init__(self, build: Build, blocks: Blocks) -> None:
        assert build.game.flow is not None
        self.build = build
        self.blocks = blocks
        self.flow: Flow = build.game.flow
        self.ctx = Context(TURN_PLAYER)
        self.index = build.layout.turn_index = build.slot(Var("turn_index", TURN_PLAYER.type))
        self.kept: int | None = None
        if self.flow.turn_of is not None:
            build.slot(self.flow.turn_of)
        self._keep_order()
        self.frames = build.layout.total
        build.count_under_way()
        self.turn_over = blocks.promise()
        self.turn_cut = blocks.exits["turn"] = blocks.promise()
        self.round_cut = blocks.exits["round"] = blocks.promise()

    def write(self) -> int:
        """All blocks of the game; the label where it begins."""
        blocks, flow, place = self.blocks, self.flow, self.flow.place
        blocks.functions[OVER] = self._over()
        round_start = blocks.new("round", place, self._round_start)
        self.round_start = round_start
        self.round_end = blocks.new("round_end", place, self._round_end)
        self.head = blocks.new("next_turn", place, self._head)
        self.turn = blocks.later(flow.turn, self.turn_over, self.ctx)
        self.closing = blocks.later(flow.after_turn, self.head, self.ctx)
        return blocks.later(flow.setup, round_start, self.ctx) if flow.setup else round_start

    def close_turn(self) -> None:
        """After a turn nothing is left of its frames; written last, when all of them are known."""
        last = self.build.layout.total

        def forget_then(label: int, *, cut: bool) -> Callable[[Emitter], None]:
            def write(em: Emitter) -> None:
                if last > self.frames:
                    _fill(em, self.frames, last - self.frames)
                if cut:
                    # The action that ends a turn is over too, so the ends are looked at.
                    em.emit(ir.put(POWER_BACK, ir.const(0)))
                    self.blocks.menus.check_endings(em, "action")
                self.blocks.jump(em, label)

            return write

        for promised, label in ((self.turn_over, self.closing), (self.turn_cut, self.closing),
                                (self.round_cut, self.round_end)):
            self.blocks.keep_promise(promised, "forget", self.flow.place,
                                     forget_then(label, cut=promised != self.turn_over))

    def _over(self) -> ir.Function:
        place = self.flow.place
        made = ir.function("game_over", [ir.POSITION], [
            ir.Decide(OVER, ir.const(NOBODY), ir.new_list())], place, ir.OUTCOME)
        for stmt in made.body:
            ir.stamp(stmt, place)
        return made

    def _keep_order(self) -> None:
        each = self.flow.each
        if each is not None and not isinstance(each, Domain):
            cap = each.longest(self.build.game)
            self.kept = self.build.slot(Var("turn_order", each.type), cap)
            self.build.layout.turn_order = self.kept
            self.cap = cap

    def _round_start(self, em: Emitter) -> None:
        em.emit(ir.add_to(ROUND, ir.const(1)))
        if self.build.game.again:
            em.emit(ir.put(self.build.layout.again, ir.const(0)))
        self._reset(em, "round")
        after = self.blocks.new("turns", self.flow.place, self._turns)
        self.blocks.gen(em, self.flow.before, after, self.ctx)

    def _turns(self, em: Emitter) -> None:
        if self.kept is not None:
            assert self.flow.each is not None
            em.emit(ir.Run(ir.call("keep_list", ir.Position(), ir.const(self.kept),
                                   ir.const(self.cap), em.expr(self.flow.each))))
        if self.flow.each is not None and self.kept is None:
            # Everybody plays, so the first turn needs no test.
            em.emit(ir.put(self.index, ir.const(1)))
            self._begin_turn(em, ir.const(0))
            return
        if self.flow.each is not None:
            em.emit(ir.put(self.index, ir.const(0)))
        self.blocks.jump(em, self.head)

    def _head(self, em: Emitter) -> None:
        """The next turn of the round, or its end."""
        if self.build.game.again:
            self._once_more(em)
        if self.flow.each is not None:
            self._next_of_list(em)
        else:
            self._next_by_rule(em)

    def _once_more(self, em: Emitter) -> None:
        """Another turn for the one who has just had one."""
        turn_of, left = self.flow.turn_of, self.build.layout.again
        with em.block() as more:
            em.emit(ir.add_to(left, ir.const(1), "-"))
            self._begin_turn(em, ir.state(
                ACTOR if turn_of is None else self.build.slots[turn_of]))
        em.emit(ir.when(ir.state(left), more))

    def _next_of_list(self, em: Emitter) -> None:
        each = self.flow.each
        i = em.keep(ir.state(self.index))
        if self.kept is None:
            assert isinstance(each, Domain)
            count: ir.Value = ir.const(self.build.layout.sizes[each.kind])
            who: ir.Value = i
        else:
            count = ir.state(self.kept)
            who = ir.state(ir.plus(i, self.kept + 1))
        with em.block() as end:
            self.blocks.jump(em, self.round_end)
        em.emit(ir.when(ir.compare(i, ">=", count), end))
        em.emit(ir.put(self.index, ir.plus(i, 1)))
        self._begin_turn(em, who)

    def _next_by_rule(self, em: Emitter) -> None:
        assert self.flow.next is not None
        if self.flow.test is not None:
            go_on = em.expr(self.flow.test)
            with em.block() as end:
                self.blocks.jump(em, self.round_end)
            em.emit(ir.when(ir.negated(go_on), end))
        self._begin_turn(em, em.expr(self.flow.next))

    def _begin_turn(self, em: Emitter, who: ir.Value) -> None:
        turn_of = self.flow.turn_of
        if turn_of is not None:
            em.emit(ir.put(self.build.slots[turn_of], who))
        player = who if self.flow.player is None else em.expr(self.flow.player)
        em.emit(ir.put(ACTOR, player))
        self._reset(em, "turn")
        self.blocks.jump(em, self.turn)

    def _reset(self, em: Emitter, span: str) -> None:
        """What begins anew with each turn or round."""
        used = [b for (_, reset), b in self.build.layout.used.items() if reset == span]
        for first, last in _runs([(b, b + self.build.players) for b in used]):
            _fill(em, first, last - first)
        fields = [f for f in self.build.game.fields.values() if f.reset == span]
        in_play = [f for f in fields if f.in_play]
        for field in in_play:
            self._recount(em, field, -1)
        rooms = [self.build.layout.room(f) for f in fields]
        for first, last in _runs([(r.base, r.base + r.owners * r.width) for r in rooms]):
            ends = ir.const(first), ir.const(last)
            em.emit(ir.Write(*ends, ir.Cut(ir.Data("START"), *ends)))
        # Tiles leave play with the old values, and enter it with the new ones.
        for field in in_play:
            self._recount(em, field, 1)

    def _recount(self, em: Emitter, field: Field, change: int) -> None:
        room, kind = self.build.layout.room(field), field.type.kind
        numbers = (room.base, room.width, room.owners, self.build.in_play(kind),
                   self.build.layout.sizes[kind], change)
        em.emit(ir.Run(ir.call("recount", ir.Position(), *[ir.const(n) for n in numbers])))

    def _round_end(self, em: Emitter) -> None:
        """What happens after the last turn; the ends are looked at when all of it is done."""
        self._close(em, early=True)
        after = self.round_start
        if not self.flow.after:
            self._close(em, early=False)
        elif any(not e.check_early or not e.finish_early for e in self._of_rounds()):
            after = self.blocks.new("round_over", self.flow.place, self._round_over)
        self.blocks.gen(em, self.flow.after, after, self.ctx)

    def _round_over(self, em: Emitter) -> None:
        self._close(em, early=False)
        self.blocks.jump(em, self.round_start)

    def _of_rounds(self) -> list[Ending]:
        return [e for e in self.build.game.endings if "round" in (e.check, e.finish)]

    def _close(self, em: Emitter, *, early: bool) -> None:
        """The game is over if an end was reached in this round, or if one holds now."""
        due = [e for e in self._of_rounds() if e.finish == "round" and e.finish_early == early]
        for ending in due:
            number = self.build.game.reasons.index(ending.name) + 1
            with em.block() as body:
                em.emit(ir.put(REASON, ir.const(number)))
                self.blocks.jump(em, OVER)
            em.emit(ir.when(ir.compare(ir.state(ENDING), "==", ir.const(number)), body))
        self.blocks.menus.check_endings(em, "round", early=early)


def _runs(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same spans, with those put together that follow each other."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _fill(em: Emitter, base: int, count: int, value: int = 0) -> None:
    if count == 1:
        em.emit(ir.put(base, ir.const(value)))
        return
    blank = em.table((value,) * count, "blank")
    em.emit(ir.Write(ir.const(base), ir.const(base + count), blank))


__all__ = ["Course"]
