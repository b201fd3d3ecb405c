"""Who knows a hidden thing at a place of the rules, and the problems where somebody must not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.language.operations import Domain
from tilewright.language.tree import Var
from tilewright.linking.secrets.changes import Changes
from tilewright.linking.secrets.keys import (
    CHANCE,
    CHOICE,
    CHOSEN,
    ELSEWHERE,
    HOLDS,
    SIZE,
    Read,
    Secret,
    alike,
    covers,
    key_of,
    renamed,
    via,
    way_out,
    words_of,
)
from tilewright.linking.secrets.lists import base_of
from tilewright.linking.secrets.notes import Notes
from tilewright.linking.secrets.reads import Reads
from tilewright.model import PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.language.operations import Expr
    from tilewright.language.tree import Target
    from tilewright.linking.secrets.keys import Found, Key, Secrets
    from tilewright.model import Game
    from tilewright.problems import Place, Problems

# What a step changes: other actions may do anything.
ANYTHING = frozenset({"*"})
EVERYBODY = "everybody"
NOBODY = "nobody"
# How something was decided for all to see.
BY_CHOICE, BY_CHANCE = "chosen openly", "decided by chance for all to see"
# A field, whose, which part of it, and to whom it is shown; or a variable and to whom.
Fact = tuple[Any, ...]


class Each(NamedTuple):
    """Stands for each player of a list, where something is shown of all of them."""

    list: Key


EVERY_PLAYER = (Domain, PLAYER)


@dataclass(slots=True)
class Here:
    """A place in a flow of statements: who acts, what was shown, and what led here."""

    me: Var
    facts: set[Fact] = field(default_factory=set)
    # The hidden things on which it depends that this place is reached.
    path: Secrets = field(default_factory=dict)
    # Those on which it depends that a loop was left.
    left: Secrets = field(default_factory=dict)
    # What is written in each of the ways that part here, and what led to where they part.
    written: dict[Key, Secrets] = field(default_factory=dict)
    # How it was decided that this place is reached, if all saw that.
    openly: str = ""

    def forget(self, changed: frozenset[str]) -> None:
        """Fields have changed: what was shown of them, or told in their words, holds no longer."""
        self.facts = still_so(self.facts, changed)
        if self.path:
            self.path = {_aged(s, changed): r for s, r in self.path.items()}

    def branch(self, more: Secrets | None = None, same: Iterable[Key] = (), openly: str = ""
               ) -> Here:
        path = {**self.path, **more} if more else self.path
        written = {**self.written, **{k: self.written.get(k, self.path) for k in same}}
        return Here(self.me, set(self.facts), path, written=written,
                    openly=self.openly or openly)


def still_so(facts: set[Fact], changed: frozenset[str]) -> set[Fact]:
    """What still holds when some fields have changed."""
    return {f for f in facts if same_after(f[1:], changed)} if changed else facts


def same_after(key: Key, changed: frozenset[str]) -> bool:
    """Whether a key still means the same when some fields have changed."""
    return changed.isdisjoint(words_of(key)) and not changed >= ANYTHING


def _aged(secret: Secret, changed: frozenset[str]) -> Secret:
    """A hidden thing whose owner has no name any more once what named them has changed."""
    return renamed(secret, lambda key: not isinstance(key, tuple) or same_after(key, changed))


class Knowing:
    """Compares what is read with what its readers may know."""

    def __init__(self, game: Game, problems: Problems) -> None:
        self.game = game
        self.problems = problems
        self.reads = Reads(game)
        self.changes = Changes(game)
        self.notes = Notes(game)
        self.fields = {f.title: f for f in game.fields.values()}
        self.held: dict[Var, Secrets] = {}
        self.elements: dict[Var, set[str]] = {}
        # Variables for what was decided for all to see, and how it was.
        self.openly: dict[Var, str] = {}
        self.same: dict[Var, Key] = {}

    # -- keys ---------------------------------------------------------------------------------

    def plain(self, key: Key) -> Key:
        """A key in which names for a player that has another name are that other one."""
        if isinstance(key, tuple):
            return tuple(self.plain(k) for k in key) if key != ELSEWHERE else key
        if isinstance(key, Var) and key in self.same:
            return self.plain(self.same[key])
        return key

    # -- what is read -------------------------------------------------------------------------

    def read(self, expr: Expr, here: Here, *, size: bool = False) -> Secrets:
        """The hidden things that an expression reads here, but for those shown to all.

        Where it fails the whole move is refused, which its player sees.
        """
        found = self.reads.of(expr, size=size)
        if found.fails is not None:
            fails = self.resolved(found.fails, here)
            for secret, read in self.unknown(fails, here.me).items():
                self.problems.add(
                    "secret-shown", read.place,
                    f"a rule that fails here would tell {self._what(secret)}{via(read)}",
                    "divide by 'max(…, 1)', or read a place that is there in any case")
        return self.resolved(found, here)

    def hidden(self, expr: Expr) -> bool:
        """Whether an expression reads anything hidden at all."""
        reading = self.reads.of(expr)
        return bool(reading.secrets) or any(self.held.get(v) for v in reading.variables)

    def decided_openly(self, expr: Expr) -> str:
        """How it was decided what an expression gives, if everybody saw that."""
        if self.hidden(expr):
            return ""
        return next((self.openly[v] for v in self.reads.of(expr).variables if v in self.openly), "")

    def resolved(self, reading: Found, here: Here) -> Secrets:
        found: Secrets = {}
        for secret, read in reading.secrets.items():
            self._add(found, secret, read, self._shown(secret, here))
        for var, use in reading.variables.items():
            held = self.held.get(var)
            if held:
                told = self._facts_of(var, here)
                for each, read in held.items():
                    secret = self._by_now(self._still_named(each, var, here), here)
                    through = read.through or f"it was read at {read.place}"
                    self._add(found, secret, Read(use.place, through), told)
        return found

    def _add(self, found: Secrets, secret: Secret, read: Read, told: set[Key]) -> None:
        if EVERYBODY in told:
            return
        if told:
            secret = secret._replace(told=secret.told | told)
        found.setdefault(secret, read)

    def keys_kept(self, var: Var, found: Secrets) -> set[Fact]:
        """That what a variable holds is told in words that mean the same still."""
        return {("kept", var, key) for secret in found for key in (secret.whose, *secret.told)
                if isinstance(key, tuple)}

    def _still_named(self, secret: Secret, var: Var, here: Here) -> Secret:
        return renamed(secret, lambda key: (
            not isinstance(key, tuple) or ("kept", var, key) in here.facts))

    def _by_now(self, secret: Secret, here: Here) -> Secret:
        """A secret choice may show itself as soon as somebody else has decided since."""
        if secret.sort == CHOICE and any(
                f[0] == "decided" and not alike(f[1], self.plain(secret.whose))
                for f in here.facts):
            return secret._replace(sort=CHOSEN)
        return secret

    def _facts_of(self, var: Var, here: Here) -> set[Key]:
        return {fact[2] for fact in here.facts if fact[0] == "var" and fact[1] is var}

    def _shown(self, secret: Secret, here: Here) -> set[Key]:
        """To whom a hidden thing was shown and is still known."""
        found = set()
        for fact in here.facts:
            if fact[0] == "field" and fact[1] == secret.what and secret.sort == HOLDS:
                _, _, whose, part, to = fact
                if self._is_of(whose, secret.whose, here) and covers(part, secret.part):
                    found.add(to)
        return found

    def _is_of(self, shown: Key, whose: Key, here: Here) -> bool:
        """Whether something that was shown, of one owner or of each in a list, is of an owner."""
        if not isinstance(shown, Each):
            return alike(self.plain(shown), self.plain(whose))
        if shown.list == EVERY_PLAYER:
            return True
        source = self.reads.sources.get(whose) if isinstance(whose, Var) else None
        return source is not None and any(
            alike(key, shown.list) for part in (source, base_of(source))
            for key in self.names_of(part, here))

    def names_of(self, source: Expr, here: Here) -> list[Key]:
        """What a list is called here."""
        key = self.seat_of(source)
        return [key, *(f[2] for f in here.facts if f[0] == "list" and f[1] is key)]

    # -- who knows it -------------------------------------------------------------------------

    def knows(self, secret: Secret, reader: Key) -> bool:
        if reader == NOBODY:
            return True
        seat = self.plain(reader)
        if any(k == EVERYBODY or alike(self.plain(k), seat) for k in secret.told):
            return True
        if reader == EVERYBODY:
            return False
        if secret.sort in (HOLDS, SIZE) and self.fields[secret.what].visible != "owner":
            return False
        return alike(self.plain(secret.whose), seat)

    def unknown(self, found: Secrets, reader: Key) -> Secrets:
        return {s: r for s, r in found.items() if not self.knows(s, reader)}

    def readers(self, target: Target) -> Key:
        """Who sees what a field holds."""
        owned = target.field
        if not owned.secret:
            return EVERYBODY
        if owned.visible == "owner" and target.index:
            return self.seat_of(target.index[0])
        return NOBODY

    def seat_of(self, expr: Expr) -> Key:
        """The key of an expression that gives a player."""
        return self.plain(key_of(expr))

    # -- problems -----------------------------------------------------------------------------

    def offered(self, found: Secrets, reader: Key) -> None:
        """What is offered must not tell its reader anything."""
        who = "everybody" if reader == EVERYBODY else "the player who decides"
        for secret, read in self.unknown(found, reader).items():
            self.problems.add(
                "secret-choice", read.place,
                f"what is offered here would tell {who} {self._what(secret)}{via(read)}",
                "'reveal' it in the same statements before, or move it into a zone of the player")

    def told(self, found: Secrets, reader: Key, place: Place | None = None,
             what: str = "what is written here") -> None:
        """What becomes visible must not tell what its readers must not know.

        What a player chose openly may show; it is up to that player.
        """
        who = "everybody" if reader == EVERYBODY else "its owner"
        for secret, read in self.unknown(found, reader).items():
            if secret.sort != CHOSEN:
                self.problems.add(
                    "secret-shown", place or read.place,
                    f"{what} would tell {who} {self._what(secret)}"
                    f"{via(read, place)}", way_out(secret))

    def _what(self, secret: Secret) -> str:
        if secret.sort == CHOICE:
            return "what was chosen in secret"
        if secret.sort == CHOSEN:
            return "what was chosen and is not shown yet"
        if secret.sort == CHANCE:
            return "what came by chance for one player alone"
        if secret.sort == SIZE:
            return f"how much {secret.what} holds"
        return f"what lies hidden in {secret.what}" if self._zone(secret.what) else (
            f"what is hidden in {secret.what}")

    def _zone(self, title: str) -> bool:
        return self.fields[title].zone
