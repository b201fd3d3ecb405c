"""Who knows a value that was read from hidden fields and outlives a decision.

Beside each such variable stands its knower: the one seat that knows it, or nobody.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tilewright.compiling import pyast as py
from tilewright.compiling.layout import KNOWN_TO_ALL, KNOWN_TO_NOBODY
from tilewright.language.tree import Call, Choose, ChooseMany, Event, Expr, ForEach, Let
from tilewright.linking.text_keys import statements
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.writer import Emitter
    from tilewright.language.tree import Var
    from tilewright.model import Field, Game

    # A secret field that is read, and the variable that holds whose it is, if one does.
    Read = tuple[Field, Var | None]

READS = ("zone", "field", "vector")
CALLS = ("own", "query", "possible", "points")


class Knowing:
    """Answers which values are secret, and writes down who knows them."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.inside: dict[tuple[str, str], list[Read]] = {}
        self.variables = self._secret_variables()

    # -- what is secret -----------------------------------------------------------------------

    def keep(self, var: Var, source: Expr) -> None:
        """Keep who knows a variable beside it, if what it holds may be secret."""
        if var in self.variables or self.is_secret(source):
            self.build.secret(var)

    def is_secret(self, source: Expr) -> bool:
        """Whether a value tells something about hidden fields."""
        return bool(self._variables(source)) or next(self._reads(source), None) is not None

    def _variables(self, source: Expr) -> list[Var]:
        """The secret variables that a value comes from."""
        found = (p.args[0] for p in source.walk() if p.op == "var")
        return list(dict.fromkeys(v for v in found if v in self.variables))

    def _secret_variables(self) -> set[Var]:
        """All variables that may hold a secret, known before the first is written anywhere."""
        self.variables = {s.var for s in statements(self.build.game)
                          if (isinstance(s, (Choose, ChooseMany)) and s.secret)
                          or (isinstance(s, Choose) and s.to is not None)}
        left, count = list(_bindings(self.build.game)), -1
        while count != len(left):
            count = len(left)
            secret = [(v, source) for v, source in left if self.is_secret(source)]
            self.variables.update(v for v, _ in secret)
            left = [(v, source) for v, source in left if v not in self.variables]
        return self.variables

    def _reads(self, source: Expr) -> Iterator[Read]:
        """The secret fields that a value comes from, also by functions."""
        for part in source.walk():
            if part.op in READS and part.args[0].secret:
                yield part.args[0], _owner(part)
            elif part.op in CALLS:
                yield from self._through(part)

    def _through(self, call: Expr) -> Iterator[Read]:
        """The same for what is called, with what it was given in place of its arguments."""
        name, given = _called(call)
        args, bodies = self._made(call.op, name)
        key = (call.op, name)
        if key not in self.inside:
            self.inside[key] = [read for body in bodies for read in self._reads(body)]
        passed = dict(zip(args, given, strict=False))
        for field, owner in self.inside[key]:
            there = passed.get(owner) if owner is not None else None
            yield field, there.args[0] if there is not None and there.op == "var" else None

    def _made(self, op: str, name: str) -> tuple[list[Var], list[Expr]]:
        """The arguments of something that can be called, and all that it works out."""
        game = self.build.game
        if op == "own":
            function = game.functions[name]
            return [function.me, *function.args], [function.body]
        if op == "query":
            query = game.queries[name]
            return [query.me, *query.args], _there(
                query.base, *[e for c in query.changes for e in (c.value, c.when)])
        if op == "possible":
            action = game.actions[name]
            return [action.me], _there(action.guard, *[p.source for p in action.picks],
                                       *[c.amount for c in action.costs])
        points = [p for p in game.points if p.tile[0] == name]
        return [game.points_me], _there(*[e for p in points for e in (p.points, p.test)])

    # -- who knows it -------------------------------------------------------------------------

    def note(self, em: Emitter, var: Var, source: Expr, me: Var) -> None:
        """Write down who knows a secret value: who knew all that it was read from."""
        if var in self.build.secrets:
            em.emit(py.put(self.build.secrets[var], self._knower(em, source, me)))

    def seat(self, em: Emitter, var: Var, seat: ast.expr) -> None:
        """Write down that one seat knows a secret value."""
        if var in self.build.secrets and var in self.build.slots:
            em.emit(py.put(self.build.secrets[var], py.plus(seat, 1)))

    def _knower(self, em: Emitter, source: Expr, me: Var) -> ast.expr:
        reads = list(self._reads(source))
        if any(field.visible != "owner" or owner is not me for field, owner in reads):
            return py.const(KNOWN_TO_NOBODY)
        knowers = [py.state(self.build.secret(v)) for v in self._variables(source)]
        if reads:
            knowers.append(py.plus(em.variable(me), 1))
        if not knowers:
            return py.const(KNOWN_TO_ALL)
        if len(knowers) == 1:
            return knowers[0]
        first = em.keep(knowers[0])
        same = py.both([py.compare(first, "==", other) for other in knowers[1:]])
        return ast.IfExp(same, first, py.const(KNOWN_TO_NOBODY))


def _bindings(game: Game) -> Iterator[tuple[Var, Expr]]:
    """What each variable of the rules can come from."""
    for action in game.actions.values():
        yield from ((pick.var, pick.source) for pick in action.picks)
        if action.event:
            yield from zip(game.events[action.event].args, action.event_args, strict=True)
    for event in game.events.values():
        for handler in event.handlers:
            given = [event.args[i] for i in handler.args]
            yield from ((arg, Expr("var", var.type, handler.place, (var,))) for arg, var in zip(
                game.procedures[handler.procedure].args, given, strict=True))
    for stmt in statements(game):
        if isinstance(stmt, Let):
            yield stmt.var, stmt.value
        elif isinstance(stmt, (ForEach, Choose, ChooseMany)):
            yield stmt.var, stmt.source
        elif isinstance(stmt, Call):
            yield from zip(game.procedures[stmt.procedure].args, stmt.args, strict=True)
        elif isinstance(stmt, Event):
            yield from zip(game.events[stmt.event].args, stmt.args, strict=True)


def _owner(read: Expr) -> Var | None:
    """The variable that holds whose field is read."""
    field, index = read.args[:2]
    is_known = field.owner != GAME and index and index[0].op == "var"
    return index[0].args[0] if is_known else None


def _called(call: Expr) -> tuple[str, list[Expr]]:
    """What is called, and with what; `me` comes first."""
    if call.op == "points":
        return call.args[1], [call.args[2]]
    name, me = call.args[:2]
    return name, [me, *(call.args[2] if len(call.args) > 2 else ())]


def _there(*parts: Expr | None) -> list[Expr]:
    return [p for p in parts if p is not None]
