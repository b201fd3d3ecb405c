"""What an expression reads that somebody may not know, also through functions, queries and tiles.

What is found depends on the expression alone, so it is worked out once; whose things they are is
told in the names of the place where the expression stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Expr, Target, Var
from tilewright.linking.secrets.keys import (
    HOLDS,
    SIZE,
    Read,
    Reading,
    Secret,
    key_of,
    replaced,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.linking.secrets.keys import Key, Secrets
    from tilewright.model import Action, Field, Game
    from tilewright.problems import Place

def size_is_secret(owned: Field) -> bool:
    """Whether somebody may not even know how much a zone holds."""
    return owned.secret and bool(getattr(owned, "secret_size", False))


class Reads:
    """Finds what is read, and remembers it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: dict[tuple[int, bool], tuple[Expr, Reading]] = {}
        self.made: dict[tuple[str, str, bool], Reading] = {}
        # The list that a bound variable goes through.
        self.sources: dict[Var, Expr] = {}
        self.in_play = [f for f in game.fields.values() if f.in_play and f.secret]

    def of(self, expr: Expr, *, size: bool = False) -> Reading:
        """What an expression reads; with `size`, what tells how long the list is that it gives."""
        known = self.found.get((id(expr), size))
        if known is not None:
            return known[1]
        made = Reading()
        self._size(expr, made) if size else self._whole(expr, made)
        self.found[id(expr), size] = expr, made
        return made

    def held_by(self, target: Target) -> Secret | None:
        """What a field itself holds, if that is hidden."""
        made = Reading()
        self._hidden(target.field, target.index, target.place, made)
        return next(iter(made.secrets), None)

    def size_of(self, target: Target) -> Secrets:
        """How much a zone holds, if that is hidden."""
        made = Reading()
        self._size(Expr("zone", target.type, target.place, (target.field, target.index)), made)
        return {s: r for s, r in made.secrets.items() if s.sort == SIZE}

    def of_target(self, target: Target) -> Reading:
        """What a field holds that is read or written."""
        made = Reading()
        self._hidden(target.field, target.index, target.place, made)
        for index in target.index:
            self._whole(index, made)
        return made

    # -- expressions --------------------------------------------------------------------------

    def _whole(self, e: Expr, made: Reading, part: Key = None) -> None:
        op = e.op
        if op == "var":
            made.variables.setdefault(e.args[0], Read(e.place))
        elif op in ("own", "query"):
            self._called(e, made, size=False)
        elif op == "possible":
            self._asked(e, made)
        elif op == "points":
            self._points(e, made)
        elif op == "call" and e.args[0].name == "size":
            self._size(e.args[1][0], made)
        elif op == "comp" and e.args[0] == "count" and e.args[3] is None:
            self._size(e.args[2], made)
        else:
            if op in ("field", "vector", "zone", "column"):
                self._hidden(e.args[0], e.args[1], e.place, made, part)
            self._binds(e)
            parts = list(e.parts())
            first = _part_of_first(e)
            if first is not None and parts:
                self._whole(parts.pop(0), made, first)
            for inner in parts:
                self._whole(inner, made)

    def _binds(self, e: Expr) -> None:
        if e.op == "comp":
            self.sources[e.args[1]] = e.args[2]
        elif e.op == "call" and len(e.args) == 3 and isinstance(e.args[2], Var):
            self.sources[e.args[2]] = e.args[1][0]

    def _hidden(self, owned: Field, index: Iterable[Any], place: Place, made: Reading,
                part: Key = None) -> None:
        if not owned.secret:
            return
        keys = [key_of(i) for i in index if i is not None]
        owners = 0 if owned.owner == "game" else 1
        if len(keys) > owners and part is None:
            part = ("at", keys[owners])
        whose = keys[0] if owners and keys else None
        made.secrets.setdefault(Secret(HOLDS, owned.title, whose, part), Read(place))

    def _size(self, e: Expr, made: Reading) -> None:
        """What tells how long a list is."""
        if e.op == "zone":
            for index in e.args[1]:
                self._whole(index, made)
            if size_is_secret(e.args[0]):
                whose = key_of(e.args[1][0]) if e.args[1] else None
                made.secrets.setdefault(Secret(SIZE, e.args[0].title, whose), Read(e.place))
        elif e.op == "join":
            for part in e.args:
                self._size(part, made)
        elif e.op == "ifelse":
            self._whole(e.args[0], made)
            self._size(e.args[1], made)
            self._size(e.args[2], made)
        elif e.op == "comp" and e.args[0] == "list" and e.args[3] is None:
            self._size(e.args[2], made)
        elif e.op == "call" and e.args[0].name in ("reverse", "sort", "top"):
            self._size(e.args[1][0], made)
            for extra in e.args[1][1:] if e.args[0].name == "top" else ():
                self._whole(extra, made)
        elif e.op in ("own", "query"):
            self._called(e, made, size=True)
        elif e.op not in ("list", "domain"):
            self._whole(e, made)

    # -- through functions --------------------------------------------------------------------

    def _called(self, e: Expr, made: Reading, *, size: bool) -> None:
        """A function or a query, with all that tiles change about it."""
        name, me, args = e.args
        known: Any = (self.game.functions if e.op == "own" else self.game.queries).get(name)
        if known is None:
            return
        inner = self.made.get((e.op, name, size))
        if inner is None:
            inner = self.made[e.op, name, size] = self._body(e.op, known, size=size)
        given = dict(zip((known.me, *known.args), (me, *args), strict=True))
        self._through(inner, given, e, f"{'function' if e.op == 'own' else 'query'} '{name}'", made)

    def _body(self, op: str, known: Any, *, size: bool) -> Reading:
        made = Reading()
        if op == "own":
            self._size(known.body, made) if size else self._whole(known.body, made)
            return made
        self._whole(known.base, made)
        for change in known.changes:
            self._whole(change.value, made)
            if change.when is not None:
                self._whole(change.when, made)
            self.held(change.tile[0], known.me, change.place, made)
        return made

    def held(self, family: str, owner: Key, place: Place, made: Reading) -> None:
        """Which tiles a player has in play, where that can be hidden."""
        for owned in self.in_play:
            if owned.type.kind == family:
                made.secrets.setdefault(Secret(HOLDS, owned.title, owner), Read(place))

    def _through(self, inner: Reading, given: dict[Var, Expr], e: Expr, what: str,
                 made: Reading) -> None:
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

    def _asked(self, e: Expr, made: Reading) -> None:
        """Whether an action could be carried out."""
        name, me = e.args
        action = self.game.actions.get(name)
        if action is None:
            return
        inner = self.made.get(("possible", name, False))
        if inner is None:
            inner = self.made["possible", name, False] = Reading()
            for part in offers(action):
                self._whole(part, inner)
            for cost in action.costs:
                self._join(self.of_target(cost.target), inner)
            self._join(self.tolls(action), inner)
            self._join(self.purses(action), inner)
            for pick in action.picks:
                inner.variables.pop(pick.var, None)
        self._through(inner, {action.me: me}, e, f"action '{name}'", made)

    def tolls(self, action: Action) -> Reading:
        """What decides how much others ask for an action."""
        made = Reading()
        event = self.game.events.get(action.event)
        if not action.tolls or event is None:
            return made
        me = Expr("var", action.me.type, action.place, (action.me,))
        inner = Reading()
        for toll in action.tolls:
            if toll.when is not None:
                self._whole(toll.when, inner)
            self.held(toll.tile[0], event.owner, toll.place, inner)
        args = dict(zip(event.args, action.event_args, strict=True))
        self._through(inner, {event.doer: me, **args}, me, "toll", made)
        return made

    def purses(self, action: Action) -> Reading:
        """What decides whether tolls can be paid."""
        made = Reading()
        me = Expr("var", action.me.type, action.place, (action.me,))
        for toll in action.tolls:
            self._hidden(toll.field, (me,), toll.place, made)
        return made

    def _join(self, more: Reading, made: Reading) -> None:
        for secret, read in more.secrets.items():
            made.secrets.setdefault(secret, read)
        for var, read in more.variables.items():
            made.variables.setdefault(var, read)

    def _points(self, e: Expr, made: Reading) -> None:
        """The `score` and `goal` abilities of the tiles of a family."""
        word, family, me, tile = e.args
        self._whole(tile, made)
        inner = self.made.get((word, family, False))
        if inner is None:
            inner = self.made[word, family, False] = Reading()
            for points in self.game.points:
                if points.tile[0] == family:
                    for part in (points.points, points.test):
                        if part is not None:
                            self._whole(part, inner)
        self._through(inner, {self.game.points_me: me}, e, f"{word} of '{family}'", made)


def _part_of_first(e: Expr) -> Key:
    """Which part of the list or the numbers inside it an expression reads, if not all."""
    if e.op == "nth" and e.args[1].op == "const" and e.args[1].args[0] >= 0:
        return e.args[1].args[0] + 1
    if e.op == "item":
        return ("at", key_of(e.args[1]))
    if e.op == "call" and e.args[0].name == "top":
        return key_of(e.args[1][1])
    if e.op == "comp" and e.args[0] == "first" and e.args[3] is None:
        return 1
    return None


def offers(action: Action) -> Iterator[Expr]:
    """What decides whether an action is offered, but for tolls."""
    yield from (p.source for p in action.picks)
    if action.guard is not None:
        yield action.guard
    yield from (c.amount for c in action.costs)
