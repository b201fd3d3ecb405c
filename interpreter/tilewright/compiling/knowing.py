"""Who knows a value that was read from hidden fields and outlives a decision.

Beside each such variable stands its knower: the one seat that knows it, or nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.compiling.layout import KNOWN_TO_ALL, KNOWN_TO_NOBODY
from tilewright.compiling.rewrite import var_of
from tilewright.language.operations import (
    Asking,
    Expr,
    Own,
    Points,
    Possible,
    Query,
    Reading,
    Variable,
    variable_of,
)
from tilewright.language.tree import (
    Call,
    Choose,
    ChooseMany,
    Event,
    ForEach,
    Let,
)
from tilewright.linking.text_keys import statements
from tilewright.middle import ir
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.build import Build
    from tilewright.compiling.writer import Emitter
    from tilewright.language.tree import Var
    from tilewright.model import Field, Game

    # A secret field that is read, and the variable that holds whose it is, if one does.
    Read = tuple[Field, Var | None]

    # What works something out by rules of its own.
    Calling = Asking | Possible | Points


class Knowing:
    """Answers which values are secret, and writes down who knows them."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.inside: dict[tuple[type[Expr], str], list[Read]] = {}
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
        found = (p.var for p in source.walk() if isinstance(p, Variable))
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
            if isinstance(part, Reading) and part.field.secret:
                yield part.field, _owner(part)
            elif isinstance(part, (Asking, Possible, Points)):
                yield from self._through(part)

    def _through(self, call: Calling) -> Iterator[Read]:
        """The same for what is called, with what it was given in place of its arguments."""
        given = [call.me, *(call.given if isinstance(call, Asking) else ())]
        args, bodies = self._made(call)
        key = (type(call), _name(call))
        if key not in self.inside:
            # Each once: of functions that ask for another one twice there may be many in a row.
            found = {(id(field), owner): (field, owner)
                     for body in bodies for field, owner in self._reads(body)}
            self.inside[key] = list(found.values())
        passed = dict(zip(args, given, strict=False))
        for field, owner in self.inside[key]:
            yield field, variable_of(passed.get(owner) if owner is not None else None)

    def _made(self, call: Calling) -> tuple[list[Var], list[Expr]]:
        """The arguments of something that can be called, and all that it works out."""
        game = self.build.game
        if isinstance(call, Own):
            function = game.functions[call.name]
            return [function.me, *function.args], [function.body]
        if isinstance(call, Query):
            query = game.queries[call.name]
            return [query.me, *query.args], _there(
                query.base, *[e for c in query.changes for e in (c.value, c.when)])
        if isinstance(call, Possible):
            action = game.actions[call.action]
            return [action.me], _there(action.guard, *[p.source for p in action.picks],
                                       *[c.amount for c in action.costs])
        assert isinstance(call, Points)
        points = [p for p in game.points if p.tile[0] == call.family]
        return [game.points_me], _there(*[e for p in points for e in (p.points, p.test)])

    # -- who knows it -------------------------------------------------------------------------

    def note(self, em: Emitter, var: Var, source: Expr, me: Var) -> None:
        """Write down who knows a secret value: who knew all that it was read from."""
        if var in self.build.secrets and var not in self.build.aliases:
            em.emit(ir.put(self.build.secrets[var], self._knower(em, source, me)))

    def seat(self, em: Emitter, var: Var, seat: ir.Value) -> None:
        """Write down that one seat knows a secret value."""
        if var in self.build.secrets and var in self.build.slots:
            em.emit(ir.put(self.build.secrets[var], ir.plus(seat, 1)))

    def _knower(self, em: Emitter, source: Expr, me: Var) -> ir.Value:
        reads = list(self._reads(source))
        if any(field.visible != "owner" or owner is not me for field, owner in reads):
            return ir.const(KNOWN_TO_NOBODY)
        knowers = [ir.state(self.build.secret(v)) for v in self._variables(source)]
        if reads:
            knowers.append(ir.plus(em.variable(me), 1))
        if not knowers:
            return ir.const(KNOWN_TO_ALL)
        if len(knowers) == 1:
            return knowers[0]
        first = em.keep(knowers[0])
        same = ir.both([ir.compare(first, "==", other) for other in knowers[1:]])
        return ir.Choose(same, first, ir.const(KNOWN_TO_NOBODY))


def _bindings(game: Game) -> Iterator[tuple[Var, Expr]]:
    """What each variable of the rules can come from."""
    for action in game.actions.values():
        yield from ((pick.var, pick.source) for pick in action.picks)
        if action.event:
            yield from zip(game.events[action.event].args, action.event_args, strict=True)
    for event in game.events.values():
        for handler in event.handlers:
            given = [event.args[i] for i in handler.args]
            yield from ((arg, var_of(var, handler.place)) for arg, var in zip(
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


def _owner(read: Reading) -> Var | None:
    """The variable that holds whose field is read."""
    is_owned = read.field.owner != GAME and read.index
    return variable_of(read.index[0]) if is_owned else None


def _name(call: Calling) -> str:
    """What is called, by name."""
    if isinstance(call, Points):
        return call.family
    return call.action if isinstance(call, Possible) else call.name


def _there(*parts: Expr | None) -> list[Expr]:
    return [p for p in parts if p is not None]
