"""Decisions and chance: what is offered, who learns what was chosen, and where ways meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.names import TURN_PLAYER
from tilewright.language.tree import Choose, ChooseMany, End, Menu, OneOf, Stmt, Stop, Var
from tilewright.linking.secrets.calls import Calls
from tilewright.linking.secrets.effects import Effects
from tilewright.linking.secrets.keys import CHANCE, CHOICE, CHOSEN, PRIVATE, Read, Secret
from tilewright.linking.secrets.knowing import (
    ANYTHING,
    BY_CHANCE,
    BY_CHOICE,
    EVERYBODY,
    Here,
    Knowing,
    still_so,
)
from tilewright.linking.secrets.lists import elements_of

if TYPE_CHECKING:
    from tilewright.language.operations import Expr
    from tilewright.linking.secrets.keys import Key, Secrets
    from tilewright.linking.secrets.knowing import Fact
    from tilewright.problems import Place


class Decisions:
    """Follows decisions; the statements below them are followed by who builds on this."""

    def __init__(self, knowing: Knowing) -> None:
        self.knowing = knowing
        self.calls = Calls(knowing)
        self.effects = Effects(knowing)
        # What each procedure shows.
        self.gains: dict[str, set[Fact]] = {}
        # While it is looked ahead in a loop for what leaves it, loops inside have nothing to say.
        self.ahead = False

    def walk(self, stmts: list[Stmt], here: Here) -> None:
        raise NotImplementedError

    # -- ways that part and meet --------------------------------------------------------------

    def _bind(self, var: Var, found: Secrets, here: Here) -> None:
        here.facts -= {f for f in here.facts if f[0] in ("var", "kept") and f[1] is var}
        self.calls.bind(var, found)
        here.facts |= self.knowing.keys_kept(var, found)

    def _ways(self, ways: list[list[Stmt]], here: Here, more: Secrets | None = None,
              openly: str = "") -> list[Here | None]:
        """All ways that part here; everybody may see which one is taken."""
        same = set.intersection(*(self.effects.written(way) for way in ways))
        return [self._branch(way, here.branch(more, same, openly), here) for way in ways]

    def _branch(self, stmts: list[Stmt], inner: Here, here: Here) -> Here | None:
        """One way; None if it never comes back."""
        self.walk(stmts, inner)
        if inner.left:
            here.left = {**inner.left, **here.left}
            here.path = {**inner.left, **here.path}
        return None if stmts and isinstance(stmts[-1], (Stop, End)) else inner

    def _join(self, here: Here, ways: list[Here | None], found: Secrets) -> None:
        """What is known where several ways meet; if one left, the rest depends on the test."""
        back = [w.facts for w in ways if w is not None]
        here.facts = set.intersection(*back) if back else set()
        if len(back) < len(ways) and found:
            here.path = {**here.path, **found}

    # -- decisions ----------------------------------------------------------------------------

    def _asked(self, by: Key, here: Here, place: Place, often: Secrets) -> Here:
        """A decision: that somebody is asked may depend on what they know, for all to see.

        It must not depend on what somebody has just chosen in secret, nor how `often` it is asked.
        """
        knowing = self.knowing
        knowing.told(knowing.unknown(here.path, by), by, place, "that this is asked")
        chosen = {s: r for s, r in {**here.path, **often}.items() if s.sort in PRIVATE}
        knowing.told(chosen, EVERYBODY, place, "whether or how often this is asked")
        here.facts.add(("decided", self.knowing.plain(by)))
        return Here(here.me, set(here.facts), openly=here.openly)

    def _decider(self, by: Expr, here: Here) -> Key:
        self.knowing.told(self.knowing.read(by, here), EVERYBODY)
        return self.knowing.seat_of(by)

    def _chosen(self, var: Var, source: Expr, found: Secrets, by: Key, here: Here, *,
                secret: bool = False) -> None:
        """What a choice out of a list tells."""
        zones = elements_of(source, self.knowing.elements)
        if zones:
            self.knowing.elements[var] = zones
        sort = CHOICE if secret else CHOSEN
        if secret or found:
            self._bind(var, {Secret(sort, var, by): Read(source.place)}, here)
        else:
            self._bind(var, {}, here)
            self.knowing.openly[var] = BY_CHOICE

    def _choose(self, stmt: Choose, here: Here) -> None:
        if stmt.by is None:
            self._chance(stmt, here)
            return
        by = self._decider(stmt.by, here)
        found = self.knowing.read(stmt.source, here)
        self.knowing.offered(found, by)
        if stmt.optional is not None:
            self.knowing.offered(self.knowing.read(stmt.optional, here), by)
        often = self.knowing.read(stmt.source, here, size=True)
        self._chosen(stmt.var, stmt.source, found, by, here, secret=stmt.secret)
        self._decided(stmt, by, here, often)

    def _choosemany(self, stmt: ChooseMany, here: Here) -> None:
        by = self._decider(stmt.by, here)
        found = self.knowing.read(stmt.source, here)
        often = self.knowing.read(stmt.source, here, size=True)
        for part in (stmt.least, stmt.most):
            many = self.knowing.read(part, here)
            self.knowing.offered(many, by)
            often = {**often, **many}
        self.knowing.offered(found, by)
        self._chosen(stmt.var, stmt.source, found, by, here, secret=stmt.secret)
        self._decided(stmt, by, here, often)

    def _decided(self, stmt: Choose | ChooseMany, by: Key, here: Here, often: Secrets) -> None:
        """The two ways on after a choice: something was chosen, or nothing."""
        at = self._asked(by, here, stmt.place, often)
        if stmt.secret:
            at.path = here.path
        open_ways = not stmt.secret and (isinstance(stmt, ChooseMany) or stmt.optional is not None)
        ways = self._ways([stmt.body, stmt.other], at, openly=BY_CHOICE if open_ways else "")
        self._join(at, ways, {})
        self._back(at, here)

    def _back(self, at: Here, here: Here) -> None:
        """After a decision: what is known then, and whether it was left."""
        here.facts = at.facts
        if at.left:
            here.left, here.path = {**at.left, **here.left}, {**at.left, **here.path}

    def _chance(self, stmt: Choose, here: Here) -> None:
        """Chance: what it chose from, and who sees what it chose."""
        found = self.knowing.read(stmt.source, here)
        zones = elements_of(stmt.source, self.knowing.elements)
        if zones:
            self.knowing.elements[stmt.var] = zones
        if stmt.to is not None:
            to = self._decider(stmt.to, here)
            found = {**found, Secret(CHANCE, stmt.var, to): Read(stmt.source.place)}
        elif not found:
            self.knowing.openly[stmt.var] = BY_CHANCE
        self._bind(stmt.var, found, here)
        empty = self.knowing.read(stmt.source, here, size=True)
        self._join(here, self._ways([stmt.body, stmt.other], here, empty), empty)

    def _open_ways(self, tests: list[Expr | None], by: Key, here: Here) -> Secrets:
        """What the tests read that say what is on offer."""
        found: Secrets = {}
        for test in tests:
            if test is not None:
                found |= self.knowing.read(test, here)
        self.knowing.offered(found, by)
        return found

    def _oneof(self, stmt: OneOf, here: Here) -> None:
        by = self._decider(stmt.by, here)
        often = self._open_ways([b.guard for b in stmt.branches], by, here)
        if not all(b.guard is not None for b in stmt.branches):
            often = {}
        at = self._asked(by, here, stmt.place, often)
        more: Secrets = {}
        if stmt.secret:
            at.path = here.path
            more = {Secret(CHOICE, stmt.site, by): Read(stmt.place)}
        openly = BY_CHOICE if not stmt.secret and len(stmt.branches) > 1 else ""
        self._join(at, self._ways([b.body for b in stmt.branches], at, more, openly), more)
        self._back(at, here)

    def _menu(self, stmt: Menu, here: Here) -> None:
        by: Key = TURN_PLAYER
        if stmt.by is not None:
            by = self._decider(stmt.by, here)
        often = self._open_ways([stmt.test, stmt.pass_when], by, here)
        at = self._asked(by, here, stmt.place, often)
        here.facts = still_so(here.facts, ANYTHING)
        at.facts = set()
        self.walk(stmt.other, at)
