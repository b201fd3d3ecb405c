"""Steps: menus of actions, with the powers that are open, and what follows an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling import rewrite
from tilewright.compiling.context import Context
from tilewright.compiling.writer import Emitter
from tilewright.language.names import TURN_PLAYER
from tilewright.middle import ir
from tilewright.middle.header import ACTOR, DECIDER, ENDING, POWER_BACK

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.compiling.context import Node
    from tilewright.compiling.flow import Blocks
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Menu
    from tilewright.model import Action
    from tilewright.problems import Place

OPEN_POWERS, POWER_RESUME = ("powers", "open"), ("powers", "resume")


class Menus:
    """Compiles steps and actions."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.build = blocks.build

    # -- steps --------------------------------------------------------------------------------

    def menu(self, em: Emitter, stmt: Menu, k: int, ctx: Context) -> None:
        actions = [self.build.game.actions[name] for name in stmt.actions]
        open_here = ("my_turn", f"step:{stmt.step}")
        offer_powers = stmt.powers and any(p.window in open_here for p in self.blocks.powers)
        site = stmt.step or " or ".join(stmt.actions) or "step"
        node = self.blocks.node(site, stmt.place, stmt.step or "_".join(stmt.actions) or "step",
                         lambda inner, label: self._menu_moves(
                             inner, label, stmt, actions, node, offer_powers, k, ctx))
        node.actions, node.menu = stmt.actions, stmt
        node.step = stmt.step
        self.blocks.resume(node.label, stmt.step or "_".join(stmt.actions) or "step", stmt.place,
                    lambda inner: self._menu_resume(inner, stmt, actions, node, offer_powers, k))
        self.blocks.jump(em, node.label)

    def _menu_moves(self, em: Emitter, label: int, stmt: Menu, actions: list[Action], node: Node,
                    offer_powers: bool, k: int, ctx: Context) -> None:
        if stmt.test is not None:
            go_on = em.expr(stmt.test)
            with em.block() as end:
                self.blocks.jump(em, k)
            em.emit(ir.when(ir.negated(go_on), end))
        by = (em.variable(TURN_PLAYER) if stmt.by is None else em.keep(em.expr(stmt.by)))
        moves = self._action_moves(em, actions, node, by)
        if stmt.rule == "must":
            self._nothing(em, moves, stmt, k, ctx, strict=True)
            self._add_powers(em, moves, stmt, by, offer_powers)
        else:
            listed = em.keep(ir.call("len", moves)) if stmt.rule == "must_if_possible" else None
            self._add_powers(em, moves, stmt, by, offer_powers)
            self._nothing(em, moves, stmt, k, ctx, strict=False)
            add = ir.Append(moves.word, self.blocks.choices.pass_code(node))
            test = em.expr(stmt.pass_when) if stmt.pass_when is not None else None
            if listed is not None:
                nothing = ir.negated(listed)
                test = nothing if test is None else ir.either([nothing, test])
            em.emit(ir.when(test, [add]) if test is not None else add)
        self.blocks.decide(em, label, by, moves)

    def _nothing(self, em: Emitter, moves: ir.Name, stmt: Menu, k: int, ctx: Context, *,
                 strict: bool) -> None:
        """What happens when the list of moves is empty."""
        with em.block() as none:
            if strict and not stmt.has_else:
                em.emit(ir.Run(ir.call("fail", ir.const(
                    f"{' or '.join(stmt.actions)} must be done, but nothing is possible; "
                    "give the step an 'else', or offer it with 'must_if_possible'"))))
            self.blocks.gen(em, stmt.other, k, ctx)
        em.emit(ir.when(ir.negated(moves), none))

    def _add_powers(self, em: Emitter, moves: ir.Name, stmt: Menu, by: ir.Value,
                    offer: bool) -> None:
        if offer:
            step = ir.const(self.build.steps.get(stmt.step, 0))
            word = self.build.naming.of(OPEN_POWERS, "open_powers")
            em.called(word)
            more = ir.grow(moves, ir.call(word, ir.Position(), by, step, gives=ir.LIST))
            whose = ir.compare(by, "==", ir.state(ACTOR))
            em.emit(more if stmt.by is None else ir.when(whose, [more]))

    def _has_own_me(self, action: Action) -> bool:
        """Whether some step says who decides, so that `me` is not always the turn's player."""
        return self.build.slots.get(action.me) != ACTOR

    def _action_moves(self, em: Emitter, actions: list[Action], node: Node, by: ir.Value
                      ) -> ir.Name:
        """The list of all moves of some actions, in a fresh name."""
        moves: ir.Name | None = None
        for action in actions:
            group = self.group(action)
            node.groups.append(group)
            word = em.simple(by)
            assert isinstance(word, ir.Name)
            if self._has_own_me(action):
                with em.loop_var(action.me, word.word):
                    moves = self._one_action(em, action, group, moves)
            else:
                moves = self._one_action(em, action, group, moves)
        return moves if moves is not None else em.keep(ir.new_list())

    def group(self, action: Action) -> Group:
        if not action.picks:
            return self.build.group(("action", action.name), action.name, "")
        first = action.picks[0].var.type
        return self.build.group(("action", action.name), action.name, first.kind or "int")

    def _one_action(self, em: Emitter, action: Action, group: Group, moves: ir.Name | None
                    ) -> ir.Name:
        tests = rewrite.final_tests(self.build, action) if not action.picks else []
        with em.at(action.place):
            early = rewrite.early_tests(self.build, action) if action.picks else None
            if early is not None:
                return self._guarded_picks(em, action, group, moves, early)
            if action.picks:
                source = rewrite.offered(self.build, action, 0)
                codes = self.blocks.choices.codes(em, source, group)
            else:
                test = rewrite.conjunction(tests, action.place)
                one: ir.Value = ir.new_list(ir.const(group.base))
                codes = one if test is None else ir.Choose(
                    em.expr(test), one, ir.new_list())
            if moves is None:
                return em.keep(codes)
            em.emit(ir.grow(moves, codes))
            return moves

    def _guarded_picks(self, em: Emitter, action: Action, group: Group, moves: ir.Name | None,
                       early: Expr) -> ir.Name:
        """The moves of an action, looked for only if its first tests hold."""
        found = moves if moves is not None else em.keep(ir.new_list())
        test = em.expr(early)
        with em.block() as body:
            source = rewrite.offered(self.build, action, 0)
            em.emit(ir.grow(found, self.blocks.choices.codes(em, source, group)))
        em.emit(ir.when(test, body))
        return found

    def _menu_resume(self, em: Emitter, stmt: Menu, actions: list[Action], node: Node,
                     offer_powers: bool, k: int) -> None:
        again = node.label if stmt.repeat else k
        self.blocks.keep_label(node.label)
        done = self._checked(again, stmt.place)
        if offer_powers:
            with em.block() as power:
                em.emit(ir.put(POWER_BACK, ir.const(node.label)))
                word = self.build.naming.of(POWER_RESUME, "power_resume")
                em.emit(ir.Return(
                    ir.call(word, ir.Position(), ir.Name("m"), gives=ir.OUTCOME)))
            limit = self.group(self.blocks.powers[-1])
            em.emit(ir.when(ir.compare(ir.Name("m"), "<", ir.const(limit.base + limit.size)),
                            power))
        if stmt.rule != "must":
            with em.block() as passed:
                self.blocks.jump(em, k)
            code = self.blocks.choices.pass_code(node)
            em.emit(ir.when(ir.compare(ir.Name("m"), "==", code), passed))
        if not actions:
            self.blocks.jump(em, k)
            return
        with em.branches() as either:
            for action in actions[:-1]:
                with either.one(), em.block() as body:
                    self.act(em, action, done)
                em.emit(ir.when(_inside(self.group(action)), body))
            with either.one():
                self.act(em, actions[-1], done)

    def act(self, em: Emitter, action: Action, k: int) -> None:
        """Carry out an action whose first pick is the move `m`."""
        own = self._has_own_me(action)
        rest = rewrite.after_first_pick(self.build, action)
        suspension = self.build.suspension
        waiting = suspension.any(rest) and not suspension.straight(rest)
        variables = [p.var for p in action.picks]
        if own and waiting:
            self.build.slot(action.me)
            variables.append(action.me)
        if own:
            em.bind(action.me, ir.state(DECIDER))
        if action.picks:
            first = action.picks[0]
            if waiting:
                self.build.slot(first.var)
            self.blocks.knowing.keep(first.var, first.source)
            group = self.group(action)
            em.bind(first.var, ir.math("-", ir.Name("m"), ir.const(group.base)))
            if waiting:
                self.blocks.knowing.seat(em, first.var, ir.state(DECIDER))
        end = self.blocks.cleared(variables, k, action.place) if waiting else k
        with em.at(action.place):
            self.blocks.gen(em, rest, end, Context(action.me))

    def _checked(self, k: int, place: Place) -> int:
        """A label that looks at the ends of the game after an action, then goes on at `k`."""
        endings = [e for e in self.build.game.endings if e.check == "action"]
        if not endings:
            return k

        def write(em: Emitter) -> None:
            self.check_endings(em, "action")
            self.blocks.jump(em, k)

        self.blocks.keep_label(k)
        return self.blocks.new("check_ends", place, write)

    def check_endings(self, em: Emitter, check: str, *, early: bool = False) -> None:
        for ending in [e for e in self.build.game.endings
                       if e.check == check and e.check_early == early]:
            with em.at(ending.place):
                test = em.expr(ending.test)
                with em.block() as body:
                    if ending.finish == "now":
                        self.blocks.over(em, ending.name)
                    else:
                        number = self.build.game.reasons.index(ending.name) + 1
                        em.emit(ir.when(ir.negated(ir.state(ENDING)),
                                        [ir.put(ENDING, ir.const(number))]))
                em.emit(ir.when(test, body))

    # -- powers -------------------------------------------------------------------------------

    def _leave_power(self, em: Emitter) -> None:
        back = em.keep(ir.state(POWER_BACK))
        em.emit(ir.put(POWER_BACK, ir.const(0)))
        em.emit(ir.Return(back))

    def power_functions(self, place: Place) -> None:
        """`open_powers` lists the powers that are open; `power_resume` carries one out."""
        back = self.blocks.new("after_power", place,
                               self._leave_power)
        done = self._checked(back, place)

        def listing(em: Emitter) -> None:
            moves = em.keep(ir.new_list())
            # While a power is carried out no other one is open.
            em.emit(ir.when(ir.state(POWER_BACK), [ir.Return(moves)]))
            for action in self.blocks.powers:
                assert action.tile is not None
                with em.at(action.place), em.loop_var(action.me, "me"):
                    held = em.in_play_address(action.tile[0], ir.const(action.tile[1]),
                                              ir.Name("me"))
                    with em.block() as body:
                        self._one_action(em, action, self.group(action), moves)
                    test = ir.state(held)
                    if action.window.startswith("step:"):
                        number = self.build.steps[action.window[5:]]
                        test = ir.both([test, ir.compare(ir.Name("step"), "==",
                                                         ir.const(number))])
                    em.emit(ir.when(test, body))
            em.emit(ir.Return(moves))

        self.build.define(OPEN_POWERS, "open_powers", ir.numbers("me", "step"), place,
                          listing, gives=ir.LIST)

        def resume(em: Emitter) -> None:
            with em.branches() as either:
                for action in self.blocks.powers:
                    with either.one(), em.block() as body:
                        self.act(em, action, done)
                    em.emit(ir.when(_inside(self.group(action)), body))

        em = Emitter(self.build, place)
        resume(em)
        em.settle()
        name = self.build.naming.of(POWER_RESUME, "power_resume")
        self.blocks.resumes[0] = ir.function(
            name, [ir.POSITION, ir.MOVE], em.root, place, ir.OUTCOME)


def _inside(group: Group) -> ir.Value:
    if group.size == 1:
        return ir.compare(ir.Name("m"), "==", ir.const(group.base))
    return ir.Between(ir.const(group.base), ir.Name("m"), ir.const(group.base + group.size))
