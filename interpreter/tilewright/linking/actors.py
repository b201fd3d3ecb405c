"""Where nobody has the turn: `me`, `actor` and the name of the turn mean nothing there, and there
is no turn to end or to have again.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from tilewright.language.names import TURN_PLAYER
from tilewright.language.operations import Asking, Expr, Own, Variable, variable_of
from tilewright.language.tree import (
    Branch,
    Call,
    Do,
    End,
    Event,
    Menu,
    Stmt,
    Target,
    Var,
    stmts_within,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.names import Names
    from tilewright.model import Flow, Game
    from tilewright.problems import Place

HINT = ("name a player: p of 'for_each: {p: players}', or players[0]; "
        "a call takes 'of: p', a choice or step 'by: p'")


def actors(names: Names) -> None:
    """Set-up, what comes before and after a round, whose turns there are, and ends of rounds."""
    game = names.game
    if game.flow is None:
        return
    _check_ends(names, game.flow)
    reading = Reading(game)
    told: set[Place] = set()
    parts = [game.flow.setup, game.flow.before, game.flow.each, game.flow.after,
             *(e.test for e in game.endings if e.check == "round")]
    for var in (TURN_PLAYER, game.flow.turn_of):
        for place, what in reading.uses(parts, var, TURN_PLAYER) if var is not None else ():
            if place not in told:
                told.add(place)
                names.problems.add("no-player", place, f"{what}, but nobody has the turn here",
                                   HINT)


class Reading:
    """Finds out what reads a player, also through all that is called."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[tuple[str, str, int], bool] = {}

    def uses(self, part: Any, var: Var, me: Var | None) -> Iterator[tuple[Place, str]]:
        """The places that read a variable, and what needs it there; `me` acts in these rules."""
        if isinstance(part, Expr):
            yield from self._in_expression(part, var)
        elif isinstance(part, Call):
            yield from self.uses(part.args, var, me)
            made = self.game.procedures[part.procedure]
            yield from self._call("procedure", part.procedure, made.body, made.me, part, var)
        elif isinstance(part, Menu):
            yield from self._menu(part, var, me)
        elif isinstance(part, (list, tuple)):
            for each in part:
                yield from self.uses(each, var, me)
        elif isinstance(part, dict):
            yield from self.uses(list(part.values()), var, me)
        elif isinstance(part, Target):
            yield from self.uses(part.index, var, me)
        elif isinstance(part, (Stmt, Branch)) and is_dataclass(part):
            if isinstance(part, Event) and self._event(part, var, me):
                yield part.place, f"tiles react to whose '{part.event}' it is"
            for field in fields(part):
                yield from self.uses(getattr(part, field.name), var, me)

    def _menu(self, menu: Menu, var: Var, me: Var | None) -> Iterator[tuple[Place, str]]:
        if menu.by is None and var is me is TURN_PLAYER:
            yield menu.place, "this step asks the player whose turn it is"
        yield from self.uses([menu.by, menu.test, menu.pass_when, menu.other], var, me)
        for action in [self.game.actions[name] for name in menu.actions]:
            body = [*(p.source for p in action.picks), action.guard,
                    *(c.amount for c in action.costs), action.body]
            if self.reads(("action", action.name), body, var, action.me):
                yield menu.place, f"the action '{action.name}' needs '{var.name}'"

    def _in_expression(self, e: Expr, var: Var) -> Iterator[tuple[Place, str]]:
        if variable_of(e) is var:
            yield e.place, f"'{var.name}' is the player whose turn it is" if (
                var is TURN_PLAYER) else f"'{var.name}' is whose turn it is"
        elif isinstance(e, Asking):
            yield from self._in_call(e, var)
        else:
            for part in e.parts():
                yield from self._in_expression(part, var)

    def _in_call(self, e: Asking, var: Var) -> Iterator[tuple[Place, str]]:
        for value in e.given:
            yield from self._in_expression(value, var)
        call = Call(e.place, e.name, [], e.me)
        if isinstance(e, Own):
            made = self.game.functions.get(e.name)
            if made is not None:
                yield from self._call("function", e.name, made.body, made.me, call, var)
            return
        query = self.game.queries.get(e.name)
        if query is not None:
            body = [query.base, *([Variable(query.me.type, e.place, query.me)]
                                  if query.changes else [])]
            yield from self._call("query", e.name, body, query.me, call, var)

    def _call(self, sort: str, name: str, body: Any, own: Var, call: Call, var: Var
              ) -> Iterator[tuple[Place, str]]:
        """A call reads its `me` only if the body does."""
        needed = self.reads((sort, name), body, own, own)
        if call.me is not None and needed and any(self.uses(call.me, var, None)):
            yield call.place, f"the {sort} '{name}' needs a player"
        elif var is not own and self.reads((sort, name), body, var, own):
            yield call.place, f"the {sort} '{name}' needs '{var.name}'"

    def reads(self, what: tuple[str, str], body: Any, var: Var, me: Var) -> bool:
        key = (*what, id(var))
        if key not in self.known:
            self.known[key] = False   # A circle is told elsewhere.
            self.known[key] = any(True for _ in self.uses(body, var, me))
        return self.known[key]

    def _event(self, stmt: Event, var: Var, me: Var | None) -> bool:
        """Whether it matters to reactions who does what happens."""
        event = self.game.events[stmt.event]
        if var is me:
            return any(h.who != "anyone" or (h.when is not None and any(
                self.uses(h.when, event.doer, None))) for h in event.handlers)
        bodies = [self.game.procedures[h.procedure].body for h in event.handlers]
        return any(True for _ in self.uses(bodies, var, None))


# -- turns that are ended, or had again -----------------------------------------------------------


def _check_ends(names: Names, flow: Flow) -> None:
    """Outside of turns there is none to end; after a turn there may still be one more."""
    parts = ((flow.setup, True), (flow.before, True), (flow.after_turn, False), (flow.after, True))
    for stmts, outside in parts:
        for stmt in stmts_within(stmts):
            found = _of_a_turn(names.game, stmt, set(), again=outside)
            if found is not None:
                what = f"{found.what} to end" if isinstance(found, End) else "turn to have again"
                names.problems.add(
                    "end-outside", stmt.place, f"there is no {what} here"
                    + ("" if found is stmt else f", as {_where(found.place, stmt.place)} does"),
                    "only 'end: game' can stand outside of a turn" if isinstance(found, End)
                    else "write 'again' where the turn is played, or in 'after_turn'")


def _where(place: Place, here: Place) -> str:
    """A place in words for somebody who looks at another one."""
    return f"line {place.line}" if place.file == here.file else str(place)


def _of_a_turn(game: Game, stmt: Stmt, seen: set[tuple[str, str]], *, again: bool) -> Stmt | None:
    """What ends a turn or a round or gives one more turn: a statement, or what it leads to."""
    if isinstance(stmt, End):
        return stmt if stmt.what != "game" else None
    if isinstance(stmt, Do) and stmt.word == "again":
        return stmt if again else None
    for key, body in _callees(game, stmt):
        if key not in seen:
            seen.add(key)
            inner = (_of_a_turn(game, s, seen, again=again) for s in stmts_within(body))
            found = next((s for s in inner if s is not None), None)
            if found is not None:
                return found
    return None


def _callees(game: Game, stmt: Stmt) -> Iterator[tuple[tuple[str, str], list[Stmt]]]:
    """The rules that a statement carries out, by name: tiles react to what happens."""
    names: list[str] = [stmt.procedure] if isinstance(stmt, Call) else []
    events = [stmt.event] if isinstance(stmt, Event) else []
    if isinstance(stmt, Menu):
        for name in [name for name in stmt.actions if name in game.actions]:
            yield ("action", name), game.actions[name].body
            events.append(game.actions[name].event)
    names += [h.procedure for event in events if event for h in game.events[event].handlers]
    yield from ((("procedure", name), game.procedures[name].body) for name in names
                if name in game.procedures)
