"""How elements come into hidden zones: what everybody can work out of a zone that nobody sees.

Of a deck that was dealt out, everybody knows what it holds together with the hands. Of dice in a
cup, nobody knows more than what they were thrown from. The statements of a game tell which it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.language.declared import Gives
from tilewright.language.operations import (
    Apply,
    Asking,
    Expr,
    Gather,
    Join,
    Nth,
    Query,
    Reading,
    Variable,
    ZoneOf,
    same,
)

if TYPE_CHECKING:
    from tilewright.language.tree import Do, Var
    from tilewright.model import Game

OPEN, CHANCE, CHOICE, PICKED, DRAWN, COMPUTED = (
    "open", "chance", "choice", "picked", "drawn", "computed")
FieldKey = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """Where a value comes from: known to all, chance, a secret choice, or other hidden things.

    What a player picks without `secretly` is a secret choice if the list shows hidden things.
    """

    how: str
    source: Expr | None = None
    by: Expr | None = None


ALL_KNOW = Origin(OPEN)
UNCLEAR = Origin(COMPUTED)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A way in which something comes into a hidden field; `owner` is the variable of whose."""

    origin: Origin
    owner: Var | None


@dataclass(frozen=True, slots=True)
class Path:
    """A way from one hidden zone to another; `own` if both belong to the same owner."""

    start: FieldKey
    end: FieldKey
    own: bool


@dataclass(slots=True)
class Provenance:
    """What the statements of a game say about its hidden zones."""

    game: Game
    bound: dict[Var, list[Origin | Expr]] = field(default_factory=dict)
    paths: list[Path] = field(default_factory=list)
    entries: dict[FieldKey, list[Entry]] = field(default_factory=dict)
    losing: set[FieldKey] = field(default_factory=set)
    mixed_up: set[FieldKey] = field(default_factory=set)
    refilled: set[FieldKey] = field(default_factory=set)
    set_up: set[FieldKey] = field(default_factory=set)
    _known: dict[Var, list[Origin]] = field(default_factory=dict)
    _by_place: dict[Var, bool] = field(default_factory=dict)

    def loses(self, stmt: Do) -> bool:
        """Whether an element leaves the game here, and somebody does not see which."""
        if stmt.word == "empty":
            return stmt.args["into"] is None and stmt.args["zone"].field.hidden
        return (stmt.word == "move" and stmt.args["to"] is None
                and stmt.args["from"].field.hidden
                and not self.all_know(stmt.args["item"]))

    # -- zones --------------------------------------------------------------------------------

    def into(self, key: FieldKey) -> set[FieldKey]:
        """A hidden zone and all from which its elements may have come unseen."""
        found, todo = {key}, [key]
        while todo:
            here = todo.pop()
            new = {p.start for p in self.paths if p.end == here} - found
            found |= new
            todo += new
        return found

    def thrown(self, key: FieldKey) -> list[Entry]:
        """How elements come into a zone out of nowhere, unknown to somebody."""
        given = [e for start in sorted(self.into(key)) for e in self.entries.get(start, ())]
        return [e for e in given if e.origin.how != OPEN]

    def keeps(self, key: FieldKey) -> bool:
        """Whether a zone holds elements of which everybody knows that they are in the game."""
        return any(self._is_told(start) for start in self.into(key))

    def _is_told(self, key: FieldKey) -> bool:
        given = self.game.fields[key].start or self.game.starts.get(key)
        return bool(given) or key in self.refilled or any(
            e.origin.how == OPEN for e in self.entries.get(key, ()))

    def all_know(self, value: Expr) -> bool:
        """Whether everybody can work out a value."""
        return all(o.how == OPEN for o in self.origins(value))

    def all_can_follow(self, value: Expr) -> bool:
        """Whether everybody can tell which element a value is, or at least from which place."""
        return self.all_know(value) or self._is_by_place(value)

    def _is_by_place(self, value: Expr) -> bool:
        match value:
            case Variable(var=var) if var in self.bound:
                if var not in self._by_place:
                    # So this comes to an end, whatever leads back to itself.
                    self._by_place[var] = True
                    self._by_place[var] = all(
                        isinstance(given, Expr) and self.all_can_follow(given)
                        for given in self.bound[var])
                return self._by_place[var]
            case ZoneOf(index=index):
                return all(map(self.all_know, index))
            case Nth(items=items, at=at):
                return self.all_can_follow(items) and self.all_know(at)
            case Gather(how="list" | "first", test=None, source=source) if value.gives_elements:
                return self.all_can_follow(source)
            case Apply(word=word, given=given, it=None) if word.gives in (Gives.FIRST, Gives.ALL):
                return self.all_can_follow(given[0]) and all(map(self.all_know, given[1:]))
            case Join(first=first, second=second):
                return self.all_can_follow(first) and self.all_can_follow(second)
        return False

    def chooser(self, value: Expr) -> Expr | None:
        """The player who made a secret choice, where one expression names that player."""
        players = [o.by for o in self.origins(value)]
        first = players[0] if players else None
        return first if first is not None and all(
            by is not None and same(by, first) for by in players) else None

    # -- values -------------------------------------------------------------------------------

    def origins(self, value: Expr) -> list[Origin]:
        """What an element can come from."""
        if isinstance(value, Variable) and value.var in self.bound:
            return self._of_variable(value.var)
        return [UNCLEAR] if self._reads_hidden(value, set()) else [ALL_KNOW]

    def _of_variable(self, var: Var) -> list[Origin]:
        if var not in self._known:
            # So this comes to an end, whatever leads back to itself.
            self._known[var] = []
            found = [o for given in self.bound[var] for o in (
                self.origins(given) if isinstance(given, Expr) else self._resolve(given))]
            self._known[var] = list(dict.fromkeys(found))
        return self._known[var]

    def _resolve(self, origin: Origin) -> list[Origin]:
        """What was picked or drawn from a list is as hidden as the list is."""
        source = origin.source
        if source is None or origin.how not in (PICKED, DRAWN):
            return [origin]
        if origin.how == DRAWN:
            return self.origins(source)
        return [Origin(CHOICE, source, origin.by) if self._reads_hidden(source, set())
                else ALL_KNOW]

    def _reads_hidden(self, value: Expr, seen: set[str]) -> bool:
        return any(self._is_hidden(part, seen) for part in value.walk())

    def _is_hidden(self, part: Expr, seen: set[str]) -> bool:
        if isinstance(part, Reading):
            return part.field.secret
        if isinstance(part, Variable):
            return part.var in self.bound and any(
                o.how != OPEN for o in self._of_variable(part.var))
        if isinstance(part, Asking) and part.name not in seen:
            seen.add(part.name)
            return any(self._reads_hidden(body, seen) for body in bodies(self.game, part))
        return False


def bodies(game: Game, part: Asking) -> list[Expr]:
    """What a function or query is worked out from."""
    if not isinstance(part, Query):
        return [game.functions[part.name].body]
    query = game.queries[part.name]
    changes = [e for c in query.changes for e in (c.value, c.when) if e is not None]
    return [query.base, *changes]


def replaced(value: Any, old: Var, new: Var) -> Any:
    """An expression with one variable in place of another."""
    if isinstance(value, Expr):
        return value.changed(lambda part: replaced(part, old, new))
    return new if value is old else value


def free_variables(value: Expr) -> set[Var]:
    """The variables of an expression that something around it binds."""
    read: set[Var] = set()
    bound: set[Var] = set()
    for part in value.walk():
        bound.update(part.binds())
        if isinstance(part, Variable):
            read.add(part.var)
    return read - bound
