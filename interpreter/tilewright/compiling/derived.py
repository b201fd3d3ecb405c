"""Functions that come from the data of a game: what is possible, tolls, points and scores."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from tilewright.compiling import rewrite
from tilewright.language.operations import Expr, InPlay
from tilewright.language.types import INT, kind_of
from tilewright.middle import ir
from tilewright.middle.header import REASON

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.build import Build
    from tilewright.compiling.writer import Emitter
    from tilewright.model import Action, Category


def when_holds(em: Emitter, test: Expr | None, body: list[ir.Statement]) -> list[ir.Statement]:
    """Statements that are carried out if a test holds, where there is one."""
    if test is None:
        return body
    with em.block() as outer:
        em.emit(ir.when(em.expr(test), body))
    return outer


def points(build: Build, what: str, kind: str) -> str:
    """`tile_points` or `goal_met` for the tiles of a family."""
    mine = [p for p in build.game.points if p.tile[0] == kind]

    def write(em: Emitter) -> None:
        start = ir.const(0) if what == "tile_points" else ir.const(True)
        value = em.keep(start)
        for each in mine:
            with em.at(each.place), em.block() as body:
                if each.test is not None and what == "goal_met":
                    em.emit(ir.Let(value.word, ir.both([value, em.expr(each.test)])))
                elif what == "tile_points":
                    with em.block() as gain:
                        em.emit(ir.grow(value, em.expr(each.points)))
                    em.sink.extend(when_holds(em, each.test, gain))
            if body:
                em.emit(ir.when(
                    ir.compare(ir.Name("tile"), "==", ir.const(each.tile[1])), body))
        em.emit(ir.Return(value))

    me = build.local(build.game.points_me)
    return build.define((what, kind), f"{what}_{kind}", ir.numbers(me, "tile"),
                        build.game.kinds[kind].place, write)


def possible(build: Build, name: str) -> str:
    """Whether an action could be carried out now."""
    action = build.game.actions[name]
    test = rewrite.completable(build, action, 0)
    me = build.local(action.me)

    def write(em: Emitter) -> None:
        with em.loop_var(action.me, me):
            em.emit(ir.Return(em.expr(test) if test is not None else ir.const(True)))

    return build.define(("possible", name), f"possible_{name}", ir.numbers(me), action.place, write,
                        gives=ir.BOOL)


# -- tolls ------------------------------------------------------------------------------------


def tolls(build: Build, action: Action, field: str) -> str:
    """What a player owes for an action in one currency; event arguments are parameters."""
    event = build.game.events[action.event]
    names = [build.fresh("doer"), *[build.fresh(a.name) for a in event.args]]
    types = [ir.INT, *[kind_of(a.type) for a in event.args]]
    args = [ir.POSITION, *map(ir.Argument, names, types)]

    def write(em: Emitter) -> None:
        total = em.keep(ir.const(0))
        each_toll(em, action, field, names,
                  lambda _owner, owed, _tile: em.emit(ir.grow(total, owed)))
        em.emit(ir.Return(total))

    return build.define(("toll", action.name, field), f"toll_{action.name}_{field}", args,
                        action.place, write)


def each_toll(em: Emitter, action: Action, field: str, names: list[str],
              use: Callable[[ir.Value, ir.Value, tuple[str, int]], None]) -> None:
    """Code for each toll that is owed: `use` gets the owner, the amount and the tile."""
    event = em.build.game.events[action.event]
    with ExitStack() as stack:
        stack.enter_context(em.loop_var(event.doer, names[0]))
        for var, word in zip(event.args, names[1:], strict=True):
            stack.enter_context(em.loop_var(var, word))
        owner = stack.enter_context(em.loop_var(event.owner))
        with em.apart() as each, em.block() as body:
            for toll in [t for t in action.tolls if t.field.name == field]:
                place = toll.place
                me = rewrite.var_of(event.owner, place)
                tests = rewrite.who_tests(toll.who, me, rewrite.var_of(event.doer, place), place)
                tests += [toll.when] if toll.when is not None else []
                copies = em.expr(InPlay(INT, place, toll.tile, me))
                with em.block() as pay:
                    use(ir.Name(owner), ir.math("*", copies, ir.const(toll.amount)), toll.tile)
                test = rewrite.conjunction(tests, place)
                with em.at(place):
                    em.emit(ir.when(copies, when_holds(em, test, pay)))
        em.spend(each.steps * em.build.players)
        em.emit(ir.Count(owner, None, ir.const(em.build.players), body))


# -- scores -----------------------------------------------------------------------------------


def scorer(build: Build) -> str:
    """A function that gives the points of a player, category by category."""
    place = next((c.place for c in build.game.scoring.values()), build.game.place)
    me = build.local(build.game.score_me)

    def write(em: Emitter) -> None:
        values: list[ir.Value] = []
        for index, category in enumerate(build.game.scoring.values()):
            base = build.layout.scores + index * build.players
            if category.value is None:
                values.append(ir.state(ir.plus(ir.Name(me), base)))
            else:
                with em.at(category.place):
                    values.append(_category(em, category))
        em.emit(ir.Return(ir.ListOf(values, fixed=True)))

    return build.define(("scores",), "score_sheet", ir.numbers(me), place, write,
                        "the points", ir.LIST)


def _category(em: Emitter, category: Category) -> ir.Value:
    """What a category gives now; one for the end gives nothing before."""
    assert category.value is not None
    if not category.at_end:
        return em.keep(em.expr(category.value))
    points = em.keep(ir.const(0))
    with em.block() as body:
        em.emit(ir.Let(points.word, em.expr(category.value)))
    em.emit(ir.when(ir.state(REASON), body))
    return points


def tie_breaker(build: Build) -> str:
    """A function that gives what decides between equal scores."""
    place = next((tie.place for tie in build.game.ties), build.game.place)
    me = build.local(build.game.score_me)

    def write(em: Emitter) -> None:
        values = [em.expr(tie) for tie in build.game.ties]
        em.emit(ir.Return(ir.ListOf(values, fixed=True)))

    return build.define(("ties",), "tie_break", ir.numbers(me), place, write,
                        gives=ir.LIST)


def hint(build: Build) -> str:
    """A function that gives what a position is worth to a player beyond its points, for bots; none
    where nothing is said. At the end points alone count."""
    if not build.game.hints:
        return ""
    place = next(each.place for each in build.game.hints.values())
    me = build.local(build.game.score_me)

    def write(em: Emitter) -> None:
        worth = em.keep(ir.const(0))
        with em.block() as body:
            for each in build.game.hints.values():
                with em.at(each.place):
                    em.emit(ir.grow(worth, em.expr(each)))
        em.emit(ir.when(ir.negated(ir.state(REASON)), body))
        em.emit(ir.Return(worth))

    return build.define(("hints",), "hints_of_bots", ir.numbers(me), place, write)
