"""Procedures and the reactions of tiles: what their callers pass on, and what they change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Call, Do, Event, Menu, Stmt, Var, stmts_within
from tilewright.linking.secrets.changes import shown
from tilewright.linking.secrets.effects import targets
from tilewright.linking.secrets.keys import ELSEWHERE, Found
from tilewright.linking.secrets.knowing import (
    ANYTHING,
    EVERY_PLAYER,
    EVERYBODY,
    Each,
    Here,
    Knowing,
    same_after,
)
from tilewright.linking.secrets.lists import elements_of

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.linking.secrets.keys import Key, Secrets
    from tilewright.linking.secrets.knowing import Fact
    from tilewright.model import EventKind, Handler


@dataclass(slots=True)
class Entry:
    """What is so at each call of a procedure."""

    path: Secrets = field(default_factory=dict)
    facts: frozenset[Fact] | None = None
    openly: str = ""


class Calls:
    """Joins over all callers of a procedure, until nothing more comes."""

    def __init__(self, knowing: Knowing) -> None:
        self.knowing = knowing
        self.game = knowing.game
        self.entries: dict[str, Entry] = {}
        self.waiting: list[str] = []
        self.changes: dict[str, frozenset[str]] = {}

    # -- what is changed ----------------------------------------------------------------------

    def changed(self, stmts: list[Stmt]) -> frozenset[str]:
        """The fields that statements may change, by title."""
        found: set[str] = set()
        for stmt in stmts_within(stmts):
            if isinstance(stmt, Do):
                found |= {t.field.title for t in targets(stmt)}
                found |= {shown(t.field.title) for t in self.knowing.notes.shows(stmt)}
            elif isinstance(stmt, Call):
                found |= self.changed_by(stmt.procedure)
            elif isinstance(stmt, Event):
                for handler in self.game.events[stmt.event].handlers:
                    found |= self.changed_by(handler.procedure)
            elif isinstance(stmt, Menu):
                found |= ANYTHING
        return self.knowing.changes.widened(found)

    def changed_by(self, name: str) -> frozenset[str]:
        if name not in self.changes:
            self.changes[name] = self.changed(self.game.procedures[name].body)
        return self.changes[name]

    # -- passing on ---------------------------------------------------------------------------

    def names_inside(self, given: dict[Var, Expr]) -> dict[Key, Var]:
        """What the values of arguments are called inside."""
        found: dict[Key, Var] = {}
        for var, value in given.items():
            found.setdefault(self.knowing.seat_of(value), var)
        return found

    def enter(self, name: str, given: dict[Var, Expr], here: Here) -> None:
        """A procedure is called: what its arguments hold, what led here and what was shown."""
        inside = self.names_inside(given)
        grown = [self.bind(var, inside_of(self.knowing, self.knowing.read(value, here), inside))
                 for var, value in given.items()]
        for var, value in given.items():
            grown.append(self._alike(var, value, here.openly))
        grown.append(self._entry(name, inside_of(self.knowing, here.path, inside),
                                 self._facts_inside(here.facts, inside), here.openly))
        if any(grown) and name not in self.waiting:
            self.waiting.append(name)

    def _entry(self, name: str, path: Secrets, facts: frozenset[Fact], openly: str) -> bool:
        entry = self.entries.get(name)
        if entry is None or entry.facts is None:
            self.entries[name] = Entry(path, facts, openly)
            return True
        before = len(entry.path), len(entry.facts), entry.openly
        entry.path = {**path, **entry.path}
        entry.facts &= facts
        entry.openly = entry.openly or openly
        return before != (len(entry.path), len(entry.facts), entry.openly)

    def bind(self, var: Var, found: Secrets) -> bool:
        """A variable may hold something hidden; whether that is news."""
        held = self.knowing.held.setdefault(var, {}) if found else self.knowing.held.get(var, {})
        before = len(held)
        for secret, read in found.items():
            held.setdefault(secret, read)
        return len(held) > before

    def _alike(self, var: Var, value: Expr, openly: str) -> bool:
        """An argument is chosen openly, or comes out of a zone, if what is passed is and does."""
        knowing = self.knowing
        before = var in knowing.openly, len(knowing.elements.get(var, ()))
        self.like(var, value)
        if openly and not knowing.hidden(value):
            knowing.openly.setdefault(var, openly)
        return before != (var in knowing.openly, len(knowing.elements.get(var, ())))

    def like(self, var: Var, value: Expr) -> None:
        knowing = self.knowing
        zones = elements_of(value, knowing.elements)
        if zones:
            knowing.elements[var] = knowing.elements.get(var, set()) | zones
        openly = knowing.decided_openly(value)
        if openly:
            knowing.openly.setdefault(var, openly)

    def _facts_inside(self, facts: set[Fact], inside: dict[Key, Var]) -> frozenset[Fact]:
        made = (self._fact(fact, inside) for fact in facts)
        return frozenset(f for f in made if f is not None)

    def _fact(self, fact: Fact, names: dict[Key, Any]) -> Fact | None:
        """A fact in the names of another place, or None if it has no names for it."""
        def named(key: Key) -> Key:
            if key is None or isinstance(key, (int, str)) or key == Each(EVERY_PLAYER):
                return key
            return names.get(self.knowing.plain(key), ELSEWHERE)

        if fact[0] == "unseen":
            return fact
        if fact[0] not in ("var", "field"):
            return None
        made = ("var", named(fact[1]), named(fact[2])) if fact[0] == "var" else (
            "field", fact[1], *(named(k) for k in fact[2:]))
        return None if ELSEWHERE in made else made

    def leave(self, stmt: Call, given: dict[Var, Expr], here: Here, gained: set[Fact]) -> None:
        """After a procedure: what it showed is known, what it changed is not."""
        changed = self.changed_by(stmt.procedure)
        here.forget(changed)
        outside = {var: self.knowing.seat_of(value) for var, value in given.items()}
        for fact in gained:
            made = self._fact(fact, outside)
            if made is not None and made[0] == "field" and same_after(made[2:], changed):
                here.facts.add(made)

    # -- reactions ----------------------------------------------------------------------------

    def tell(self, given: dict[Var, Expr], here: Here) -> None:
        """What an event tells the tiles."""
        inside = self.names_inside(given)
        for var, value in given.items():
            self.bind(var, inside_of(self.knowing, self.knowing.read(value, here), inside))
            self.like(var, value)

    def path_to(self, handler: Handler, event: EventKind, here: Here, doer: Expr) -> Here:
        """What it depends on that a tile reacts."""
        inside = {self.knowing.seat_of(doer): event.doer}
        path = inside_of(self.knowing, here.path, inside)
        held = Found()
        self.knowing.reads.held(handler.tile[0], event.owner, handler.place, held)
        path |= held.secrets
        at = Here(event.owner, set(), path)
        if handler.when is not None:
            at.path = {**path, **self.knowing.read(handler.when, at)}
        self.knowing.told(at.path, EVERYBODY, handler.place, "that this tile reacts")
        return at


def inside_of(knowing: Knowing, found: Secrets, inside: dict[Key, Var]) -> Secrets:
    """Hidden things in the names of a procedure."""
    made: Secrets = {}
    for secret, read in found.items():
        whose = secret.whose
        if whose is not None and not isinstance(whose, int):
            whose = inside.get(knowing.plain(whose), ELSEWHERE)
        told = frozenset(
            k if k == EVERYBODY else inside.get(knowing.plain(k), ELSEWHERE) for k in secret.told)
        made.setdefault(secret._replace(whose=whose, part=None, told=told), read)
    return made
