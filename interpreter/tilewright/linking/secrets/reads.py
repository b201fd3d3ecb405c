"""What an expression reads that somebody may not know, also through functions, queries and tiles.

What is found depends on the expression alone, so it is worked out once; whose things they are is
told in the names of the place where the expression stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.declared import Gives
from tilewright.language.operations import (
    Apply,
    Asking,
    Domain,
    Gather,
    IfElse,
    ListOf,
    Own,
    Points,
    Possible,
    Reading,
    Variable,
    ZoneOf,
)
from tilewright.linking.secrets.failing import deciding_failure
from tilewright.linking.secrets.keys import (
    HOLDS,
    SIZE,
    Found,
    Read,
    Secret,
    key_of,
    replaced,
)
from tilewright.linking.secrets.lists import as_long_as, counted, part_of_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.language.operations import Expr
    from tilewright.language.tree import Target, Var
    from tilewright.linking.secrets.keys import Key, Secrets
    from tilewright.model import Action, Field, Function, Game, Query
    from tilewright.problems import Place


def size_is_secret(owned: Field) -> bool:
    """Whether somebody may not even know how much a zone holds."""
    return owned.secret and bool(getattr(owned, "secret_size", False))


class Reads:
    """Finds what is read, and remembers it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: dict[tuple[int, bool], tuple[Expr, Found]] = {}
        self.made: dict[tuple[Any, str, bool], Found] = {}
        # The list that a bound variable goes through.
        self.sources: dict[Var, Expr] = {}
        self.in_play = [f for f in game.fields.values() if f.in_play and f.secret]

    def of(self, expr: Expr, *, size: bool = False) -> Found:
        """What an expression reads; with `size`, what tells how long the list is that it gives."""
        known = self.found.get((id(expr), size))
        if known is not None:
            return known[1]
        made = Found()
        self._size(expr, made) if size else self._whole(expr, made)
        self.found[id(expr), size] = expr, made
        return made

    def held_by(self, target: Target) -> Secret | None:
        """What a field itself holds, if that is hidden."""
        made = Found()
        self._hidden(target.field, target.index, target.place, made)
        return next(iter(made.secrets), None)

    def size_of(self, target: Target) -> Secrets:
        """How much a zone holds, if that is hidden."""
        made = Found()
        self._size(ZoneOf(target.type, target.place, target.field, target.index), made)
        return {s: r for s, r in made.secrets.items() if s.sort == SIZE}

    def of_target(self, target: Target) -> Found:
        """What a field holds that is read or written."""
        made = Found()
        self._hidden(target.field, target.index, target.place, made)
        for index in target.index:
            self._whole(index, made)
        return made

    # -- expressions --------------------------------------------------------------------------

    def _whole(self, e: Expr, made: Found, part: Key = None) -> None:
        self._may_fail(e, made)
        source = counted(e)
        if isinstance(e, Variable):
            made.variables.setdefault(e.var, Read(e.place))
        elif isinstance(e, Asking):
            self._called(e, made, size=False)
        elif isinstance(e, Possible):
            self._asked(e, made)
        elif isinstance(e, Points):
            self._points(e, made)
        elif source is not None:
            self._size(source, made)
        else:
            if isinstance(e, Reading):
                self._hidden(e.field, e.index, e.place, made, part)
            self._binds(e)
            self._inside(e, made)

    def _may_fail(self, e: Expr, made: Found) -> None:
        for part in deciding_failure(e):
            made.fails = made.fails or Found()
            self._join(self.of(part), made.fails)

    def _inside(self, e: Expr, made: Found) -> None:
        parts = list(e.parts())
        first = part_of_first(e)
        if first is not None and parts:
            self._whole(parts.pop(0), made, first)
        for inner in parts:
            self._whole(inner, made)

    def _binds(self, e: Expr) -> None:
        if isinstance(e, Gather):
            self.sources[e.var] = e.source
        elif isinstance(e, Apply) and e.it is not None:
            self.sources[e.it] = e.given[0]

    def _hidden(self, owned: Field, index: Iterable[Any], place: Place, made: Found,
                part: Key = None) -> None:
        if not owned.secret:
            return
        keys = [key_of(i) for i in index if i is not None]
        owners = 0 if owned.owner == "game" else 1
        if len(keys) > owners and part is None:
            part = ("at", keys[owners])
        whose = keys[0] if owners and keys else None
        made.secrets.setdefault(Secret(HOLDS, owned.title, whose, part), Read(place))

    def _size(self, e: Expr, made: Found) -> None:
        """What tells how long a list is."""
        if isinstance(e, ZoneOf):
            self._size_of_zone(e, made)
        elif isinstance(e, Asking):
            self._called(e, made, size=True)
        elif isinstance(e, IfElse):
            self._whole(e.test, made)
            self._size(e.then, made)
            self._size(e.other, made)
        elif isinstance(e, Apply) and e.word.gives is Gives.FIRST:
            self._size(e.given[0], made)
            self._whole(e.given[1], made)
        elif not isinstance(e, (ListOf, Domain)):
            lists = as_long_as(e)
            for source in lists:
                self._size(source, made)
            if not lists:
                self._whole(e, made)

    def _size_of_zone(self, e: ZoneOf, made: Found) -> None:
        for index in e.index:
            self._whole(index, made)
        if size_is_secret(e.field):
            whose = key_of(e.index[0]) if e.index else None
            made.secrets.setdefault(Secret(SIZE, e.field.title, whose), Read(e.place))

    # -- through functions --------------------------------------------------------------------

    def _called(self, e: Asking, made: Found, *, size: bool) -> None:
        """A function or a query, with all that tiles change about it."""
        own = isinstance(e, Own)
        known: Any = (self.game.functions if own else self.game.queries).get(e.name)
        if known is None:
            return
        inner = self.made.get((type(e), e.name, size))
        if inner is None:
            inner = self.made[type(e), e.name, size] = (
                self._body(known, size=size) if own else self._changed(known))
        given = dict(zip((known.me, *known.args), (e.me, *e.given), strict=True))
        self._through(inner, given, e, f"{'function' if own else 'query'} '{e.name}'", made)

    def _body(self, known: Function, *, size: bool) -> Found:
        made = Found()
        self._size(known.body, made) if size else self._whole(known.body, made)
        return made

    def _changed(self, known: Query) -> Found:
        """A query with its changes."""
        made = Found()
        self._whole(known.base, made)
        for change in known.changes:
            self._whole(change.value, made)
            if change.when is not None:
                self._whole(change.when, made)
            self.held(change.tile[0], known.me, change.place, made)
        return made

    def held(self, family: str, owner: Key, place: Place, made: Found) -> None:
        """Which tiles a player has in play, where that can be hidden."""
        for owned in self.in_play:
            if owned.type.kind == family:
                made.secrets.setdefault(Secret(HOLDS, owned.title, owner), Read(place))

    def _through(self, inner: Found, given: dict[Var, Expr], e: Expr, what: str,
                 made: Found) -> None:
        """What was read inside, in the names of the one who asks."""
        keys = {var: key_of(value) for var, value in given.items()}
        for secret, read in inner.secrets.items():
            through = read.through or f"{what} at {read.place}"
            made.secrets.setdefault(
                secret._replace(whose=replaced(secret.whose, keys),
                                part=replaced(secret.part, keys)), Read(e.place, through))
        for var, read in inner.variables.items():
            if var in given:
                self._whole(given[var], made)
            else:
                made.variables.setdefault(var, Read(e.place, read.through or what))
        if inner.fails is not None:
            made.fails = made.fails or Found()
            self._through(inner.fails, given, e, what, made.fails)

    def _asked(self, e: Possible, made: Found) -> None:
        """Whether an action could be carried out."""
        name = e.action
        action = self.game.actions.get(name)
        if action is None:
            return
        inner = self.made.get((Possible, name, False))
        if inner is None:
            inner = self.made[Possible, name, False] = Found()
            for part in offers(action):
                self._whole(part, inner)
            for cost in action.costs:
                self._join(self.of_target(cost.target), inner)
            self._join(self.tolls(action), inner)
            self._join(self.purses(action), inner)
            for pick in action.picks:
                inner.variables.pop(pick.var, None)
        self._through(inner, {action.me: e.me}, e, f"action '{name}'", made)

    def tolls(self, action: Action) -> Found:
        """What decides how much others ask for an action."""
        made = Found()
        event = self.game.events.get(action.event)
        if not action.tolls or event is None:
            return made
        me = Variable(action.me.type, action.place, action.me)
        inner = Found()
        for toll in action.tolls:
            if toll.when is not None:
                self._whole(toll.when, inner)
            self.held(toll.tile[0], event.owner, toll.place, inner)
        args = dict(zip(event.args, action.event_args, strict=True))
        self._through(inner, {event.doer: me, **args}, me, "toll", made)
        return made

    def purses(self, action: Action) -> Found:
        """What decides whether tolls can be paid."""
        made = Found()
        me = Variable(action.me.type, action.place, action.me)
        for toll in action.tolls:
            self._hidden(toll.field, (me,), toll.place, made)
        return made

    def _join(self, more: Found, made: Found) -> None:
        for secret, read in more.secrets.items():
            made.secrets.setdefault(secret, read)
        for var, read in more.variables.items():
            made.variables.setdefault(var, read)

    def _points(self, e: Points, made: Found) -> None:
        """The `score` and `goal` abilities of the tiles of a family."""
        family = e.family
        self._whole(e.tile, made)
        inner = self.made.get((e.what, family, False))
        if inner is None:
            inner = self.made[e.what, family, False] = Found()
            for points in self.game.points:
                if points.tile[0] == family:
                    for part in (points.points, points.test):
                        if part is not None:
                            self._whole(part, inner)
        self._through(inner, {self.game.points_me: e.me}, e, f"{e.what} of '{family}'", made)


def offers(action: Action) -> Iterator[Expr]:
    """What decides whether an action is offered, but for tolls."""
    yield from (p.source for p in action.picks)
    if action.guard is not None:
        yield action.guard
    yield from (c.amount for c in action.costs)
