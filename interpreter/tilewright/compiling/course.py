"""The course of a whole game: set-up, rounds, turns, ends."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tilewright.compiling import pyast as py
from tilewright.compiling.context import Context
from tilewright.compiling.flow import OVER, Blocks
from tilewright.compiling.layout import (
    ACTOR,
    DECIDER,
    ENDING,
    PC,
    POWER_BACK,
    REASON,
    ROUND,
)
from tilewright.language.bounds import longest
from tilewright.language.names import TURN_PLAYER
from tilewright.language.tree import Var

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build
    from tilewright.compiling.writer import Emitter
    from tilewright.model import Ending, Field, Flow

NOBODY = -2


class Course:
    """Writes the blocks around the turns."""

    def __init__(self, build: Build, blocks: Blocks) -> None:
        assert build.game.flow is not None
        self.build = build
        self.blocks = blocks
        self.flow: Flow = build.game.flow
        self.ctx = Context(TURN_PLAYER)
        self.index = build.slot(Var("turn_index", TURN_PLAYER.type))
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
        blocks.functions[OVER] = (place.file, self._over())
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
                    em.emit(py.put(POWER_BACK, py.const(0)))
                    self.blocks.menus.check_endings(em, "action")
                self.blocks.jump(em, label)

            return write

        for promised, label in ((self.turn_over, self.closing), (self.turn_cut, self.closing),
                                (self.round_cut, self.round_end)):
            self.blocks.keep_promise(promised, "forget", self.flow.place,
                                     forget_then(label, cut=promised != self.turn_over))

    def _over(self) -> ast.FunctionDef:
        place = self.flow.place
        made = py.function("game_over", ["S"], [
            py.put(PC, py.const(OVER)), py.put(DECIDER, py.const(NOBODY)),
            py.back(ast.List([], py.LOAD))], place)
        py.stamp(made, place)
        return made

    def _keep_order(self) -> None:
        each = self.flow.each
        if each is not None and each.op != "domain":
            cap = longest(self.build.game, each)
            self.kept = self.build.slot(Var("turn_order", each.type), cap)
            self.cap = cap

    def _round_start(self, em: Emitter) -> None:
        em.emit(py.add_to(ROUND, py.const(1)))
        if self.build.game.again:
            em.emit(py.put(self.build.layout.again, py.const(0)))
        self._reset(em, "round")
        after = self.blocks.new("turns", self.flow.place, self._turns)
        self.blocks.gen(em, self.flow.before, after, self.ctx)

    def _turns(self, em: Emitter) -> None:
        if self.kept is not None:
            assert self.flow.each is not None
            em.emit(py.run(py.call("keep_list", py.name("S"), py.const(self.kept),
                                   py.const(self.cap), em.expr(self.flow.each))))
        if self.flow.each is not None and self.kept is None:
            # Everybody plays, so the first turn needs no test.
            em.emit(py.put(self.index, py.const(1)))
            self._begin_turn(em, py.const(0))
            return
        if self.flow.each is not None:
            em.emit(py.put(self.index, py.const(0)))
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
            em.emit(py.add_to(left, py.const(1), "-"))
            self._begin_turn(em, py.state(
                ACTOR if turn_of is None else self.build.slots[turn_of]))
        em.emit(py.when(py.state(left), more))

    def _next_of_list(self, em: Emitter) -> None:
        assert self.flow.each is not None
        i = em.keep(py.state(self.index))
        if self.kept is None:
            count: ast.expr = py.const(self.build.layout.sizes[self.flow.each.args[0]])
            who: ast.expr = i
        else:
            count = py.state(self.kept)
            who = py.state(py.plus(i, self.kept + 1))
        with em.block() as end:
            self.blocks.jump(em, self.round_end)
        em.emit(py.when(py.compare(i, ">=", count), end))
        em.emit(py.put(self.index, py.plus(i, 1)))
        self._begin_turn(em, who)

    def _next_by_rule(self, em: Emitter) -> None:
        assert self.flow.next is not None
        if self.flow.test is not None:
            go_on = em.expr(self.flow.test)
            with em.block() as end:
                self.blocks.jump(em, self.round_end)
            em.emit(py.when(py.negated(go_on), end))
        self._begin_turn(em, em.expr(self.flow.next))

    def _begin_turn(self, em: Emitter, who: ast.expr) -> None:
        turn_of = self.flow.turn_of
        if turn_of is not None:
            em.emit(py.put(self.build.slots[turn_of], who))
        player = who if self.flow.player is None else em.expr(self.flow.player)
        em.emit(py.put(ACTOR, player))
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
            ends = py.const(first), py.const(last)
            target = ast.Subscript(py.name("S"), ast.Slice(*ends), py.STORE)
            start = ast.Subscript(py.name("START"), ast.Slice(*ends), py.LOAD)
            em.emit(ast.Assign([target], start))
        # Tiles leave play with the old values, and enter it with the new ones.
        for field in in_play:
            self._recount(em, field, 1)

    def _recount(self, em: Emitter, field: Field, change: int) -> None:
        room, kind = self.build.layout.room(field), field.type.kind
        numbers = (room.base, room.width, room.owners, self.build.in_play(kind),
                   self.build.layout.sizes[kind], change)
        em.emit(py.run(py.call("recount", py.name("S"), *[py.const(n) for n in numbers])))

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
                em.emit(py.put(REASON, py.const(number)))
                self.blocks.jump(em, OVER)
            em.emit(py.when(py.compare(py.state(ENDING), "==", py.const(number)), body))
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
        em.emit(py.put(base, py.const(value)))
        return
    where = ast.Subscript(py.name("S"), ast.Slice(py.const(base), py.const(base + count)),
                             py.STORE)
    em.emit(ast.Assign([where], em.table((value,) * count, "blank")))


__all__ = ["NOBODY", "Course"]
