"""Follows the statements of a game: what each of them would tell, and to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.operations import Const, Domain, Variable
from tilewright.language.tree import (
    Call,
    Do,
    End,
    Event,
    ForEach,
    If,
    Let,
    Repeat,
    Stmt,
    Stop,
    Var,
    stmts_within,
)
from tilewright.language.types import PLAYER, many
from tilewright.linking.secrets.decisions import Decisions
from tilewright.linking.secrets.keys import key_of, replaced
from tilewright.linking.secrets.knowing import (
    ANYTHING,
    EVERY_PLAYER,
    EVERYBODY,
    Each,
    Here,
    same_after,
    still_so,
)
from tilewright.linking.secrets.lists import whole_of

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.linking.secrets.keys import Key, Secrets
    from tilewright.linking.secrets.knowing import Fact
    from tilewright.model import Action


class Flows(Decisions):
    """Walks through all statements, procedures as often as more is known of their callers."""

    # -- where statements begin ---------------------------------------------------------------

    def set_up(self, stmts: list[Stmt], me: Var) -> None:
        self.walk(stmts, Here(me, self.knowing.notes.unseen()))

    def begin(self, stmts: list[Stmt], me: Var) -> None:
        self.walk(stmts, Here(me))

    def action(self, action: Action) -> None:
        """An action: what it offers is for the one who acts, what it costs for all to see."""
        knowing, here = self.knowing, Here(action.me)
        for pick in action.picks:
            found = knowing.read(pick.source, here)
            knowing.offered(found, action.me)
            self._chosen(pick.var, pick.source, found, action.me, here)
        tests = [action.guard] if action.guard is not None else []
        for test in [*tests, *(c.amount for c in action.costs)]:
            knowing.offered(knowing.read(test, here), action.me)
        for cost in action.costs:
            knowing.offered(knowing.resolved(knowing.reads.of_target(cost.target), here), action.me)
            self._paid(knowing.read(cost.amount, here), knowing.readers(cost.target), action)
        tolls = knowing.resolved(knowing.reads.tolls(action), here)
        knowing.offered({**tolls, **knowing.resolved(knowing.reads.purses(action), here)},
                        action.me)
        self._paid(tolls, EVERYBODY, action)
        body = action.body
        if action.event:
            body = [Event(action.place, action.event, action.event_args, action.body)]
        self.walk(body, here)

    def _paid(self, found: Secrets, reader: Key, action: Action) -> None:
        """What is paid can be seen, also by those to whom it was not offered."""
        own = {s: r for s, r in found.items() if self.knowing.knows(s, action.me)}
        self.knowing.told(own, reader, what="what is paid here")

    def finish(self) -> None:
        """Go through the procedures that were called, until nothing new comes in."""
        while self.calls.waiting:
            name = self.calls.waiting.pop(0)
            entry, made = self.calls.entries[name], self.knowing.game.procedures[name]
            self.walk(made.body, Here(made.me, set(entry.facts or ()), entry.path,
                                      openly=entry.openly))
        self.effects.sizes.finish()

    # -- statements ---------------------------------------------------------------------------

    def walk(self, stmts: list[Stmt], here: Here) -> None:
        for stmt in stmts:
            if self.knowing.unknown(here.path, EVERYBODY):
                self.knowing.game.secret_places.add(stmt.place)
            way: Any = getattr(self, f"_{type(stmt).__name__.lower()}")
            way(stmt, here)

    def _do(self, stmt: Do, here: Here) -> None:
        self.effects.do(stmt, here)

    def _let(self, stmt: Let, here: Here) -> None:
        self._bind(stmt.var, self.knowing.read(stmt.value, here), here)
        self.calls.like(stmt.var, stmt.value)
        if isinstance(stmt.value, Variable):
            self.knowing.same[stmt.var] = stmt.value.var
        elif stmt.value.type == many(PLAYER):
            here.facts.add(("list", stmt.var, self.knowing.seat_of(stmt.value)))

    def _if(self, stmt: If, here: Here) -> None:
        if isinstance(stmt.test, Const):
            self.walk(stmt.then if stmt.test.value else stmt.other, here)
            return
        found = self.knowing.read(stmt.test, here)
        openly = self.knowing.decided_openly(stmt.test)
        self._join(here, self._ways([stmt.then, stmt.other], here, found, openly), found)

    # -- loops --------------------------------------------------------------------------------

    def _foreach(self, stmt: ForEach, here: Here) -> None:
        found = self.knowing.read(stmt.source, here)
        self._bind(stmt.var, found, here)
        self.calls.like(stmt.var, stmt.source)
        if same_after(key_of(stmt.source), self.calls.changed(stmt.body)):
            self.knowing.reads.sources[stmt.var] = stmt.source
        end = self._loop(stmt.body, self.knowing.read(stmt.source, here, size=True), here)
        self._of_each(stmt, end, here)

    def _of_each(self, stmt: ForEach, end: Here | None, here: Here) -> None:
        """What each round shows of its player is shown of all of them in the end."""
        changed = self.calls.changed(stmt.body)
        if end is None or changed >= ANYTHING or any(
                isinstance(s, Stop) for s in stmts_within(stmt.body)):
            return
        lists = self.knowing.names_of(stmt.source, here)
        if isinstance(whole_of(stmt.source), Domain):
            lists = [EVERY_PLAYER]
        for _, title, whose, part, to in [f for f in end.facts if f[0] == "field"]:
            # Whoever is shown something in all rounds has seen it of all.
            is_one = replaced(to, {stmt.var: None}) == to
            if whose is stmt.var and is_one and same_after((title, part, to), changed):
                here.facts |= {("field", title, Each(key), part, to) for key in lists}

    def _repeat(self, stmt: Repeat, here: Here) -> None:
        found = self.knowing.read(stmt.times, here)
        if stmt.test is not None:
            found = {**found, **self.knowing.read(stmt.test, here)}
        self._loop(stmt.body, found, here)

    def _loop(self, body: list[Stmt], found: Secrets, here: Here) -> Here | None:
        """What the body changes is not known when it comes round again; the end of a round."""
        here.forget(self.calls.changed(body))
        inner = here.branch(found)
        if not self.ahead and any(isinstance(s, Stop) for s in stmts_within(body)):
            first = here.branch(found)
            self.ahead = True
            self.walk(body, first)
            self.ahead = False
            inner.path = {**inner.path, **first.left}
        if self.ahead:
            return None
        self.walk(body, inner)
        return inner

    def _stop(self, stmt: Stop, here: Here) -> None:
        del stmt
        here.left = {**here.left, **here.path}

    def _end(self, stmt: End, here: Here) -> None:
        self.knowing.told(here.path, EVERYBODY, stmt.place, f"that the {stmt.what} ends here")

    # -- calls --------------------------------------------------------------------------------

    def _call(self, stmt: Call, here: Here) -> None:
        given = self._given(stmt)
        self.calls.enter(stmt.procedure, given, here)
        self.calls.leave(stmt, given, here, self._gained(stmt.procedure))

    def _gained(self, name: str) -> set[Fact]:
        """What a procedure shows for sure, and is still known when it is over."""
        if name not in self.gains:
            self.gains[name] = set()
            made = self.knowing.game.procedures[name]
            at = Here(made.me)
            for stmt in made.body:
                if isinstance(stmt, Call):
                    self.calls.leave(stmt, self._given(stmt), at, self._gained(stmt.procedure))
                    continue
                at.facts = still_so(at.facts, self.calls.changed([stmt]))
                if isinstance(stmt, Do) and stmt.word == "reveal":
                    at.facts.add(self.effects.fact(stmt))
            self.gains[name] = at.facts
        return self.gains[name]

    def _given(self, stmt: Call) -> dict[Var, Expr]:
        """The values of `me` and of the arguments."""
        assert stmt.me is not None
        made = self.knowing.game.procedures[stmt.procedure]
        return dict(zip((made.me, *made.args), (stmt.me, *stmt.args), strict=True))

    def _event(self, stmt: Event, here: Here) -> None:
        event = self.knowing.game.events[stmt.event]
        doer = Variable(here.me.type, stmt.place, here.me)
        given: dict[Var, Expr] = {event.doer: doer, **dict(zip(event.args, stmt.args, strict=True))}
        self.calls.tell(given, here)
        for moment in ("before", "after"):
            for handler in [h for h in event.handlers if h.moment == moment]:
                made = self.knowing.game.procedures[handler.procedure]
                owner = Variable(event.owner.type, handler.place, event.owner)
                args = [Variable(event.args[i].type, handler.place, event.args[i])
                        for i in handler.args]
                at = self.calls.path_to(handler, event, here, doer)
                self.calls.enter(handler.procedure,
                                 dict(zip((made.me, *made.args), (owner, *args), strict=True)), at)
                here.forget(self.calls.changed_by(handler.procedure))
            if moment == "before":
                self.walk(stmt.body, here)
