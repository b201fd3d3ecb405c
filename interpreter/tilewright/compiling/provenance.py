"""How elements come into hidden zones: what everybody can work out of a zone that nobody sees.

Of a deck that was dealt out, everybody knows what it holds together with the hands. Of dice in a
cup, nobody knows more than what they were thrown from. The statements of a game tell which it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.language.operations import Asking, Expr, Query, Reading, Variable

if TYPE_CHECKING:
    from tilewright.language.tree import Do, Var
    from tilewright.model import Game

OPEN, CHANCE, CHOICE, COMPUTED = "open", "chance", "choice", "computed"
FieldKey = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """Where a value comes from: known to all, chance, a secret choice, or other hidden things."""

    how: str
    source: Expr | None = None


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

    def in_secret(self, value: Expr) -> bool:
        """Whether a value is one that a player chose in secret, or learned by private chance."""
        return any(o.how in (CHOICE, CHANCE) for o in self.origins(value))

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
                self.origins(given) if isinstance(given, Expr) else [given])]
            self._known[var] = list(dict.fromkeys(found))
        return self._known[var]

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
