"""Effects that write: what becomes visible with them, and what is known no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.operations import Const, Expr, Nothing, same, variable_of
from tilewright.language.tree import Do, Stmt, Target, Var
from tilewright.linking.secrets.changes import shown
from tilewright.linking.secrets.keys import ELSEWHERE, HOLDS, PRIVATE, Secret, alike
from tilewright.linking.secrets.knowing import (
    BY_CHANCE,
    BY_CHOICE,
    EVERYBODY,
    NOBODY,
    Here,
    Knowing,
)
from tilewright.linking.secrets.lists import elements_of
from tilewright.linking.secrets.reads import size_is_secret
from tilewright.linking.secrets.sizes import Drawn, Sizes
from tilewright.model import GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.linking.secrets.keys import Key, Secrets
    from tilewright.linking.secrets.knowing import Fact
    from tilewright.problems import Place

REACHED = "whether this happens"
NOTICED = "that nobody knows any more what was shown here"
WAYS_TO_HIDE = {
    BY_CHOICE: "choose it with 'secretly: true', or 'move' it out of a hidden zone in which each "
               "player has all that there is to choose",
    BY_CHANCE: "say with 'to' which player alone learns what came, or make the place open",
}
# Effects after which nobody else knows what a place holds.
CHANGING = frozenset({"set", "gain", "lose"})


def targets(stmt: Do) -> Iterator[Target]:
    """The fields that an effect writes."""
    if stmt.word != "reveal":
        yield from (a for a in stmt.args.values() if isinstance(a, Target))


class Effects:
    """Follows what simple effects show."""

    def __init__(self, knowing: Knowing) -> None:
        self.knowing = knowing
        self.sizes = Sizes(knowing)

    def do(self, stmt: Do, here: Here) -> None:
        way: Any = getattr(self, f"_{stmt.word}", self._other)
        way(stmt, here)
        here.forget(self._changed(stmt))
        moved = variable_of(stmt.args["item"]) if stmt.word in ("move", "put") else None
        if moved is not None:
            self._seen(moved, stmt.args.get("to") or stmt.args.get("into"), here)

    def _changed(self, stmt: Do) -> frozenset[str]:
        """The fields that are written or of which more is known now, in all words."""
        marks = {shown(t.field.title) for t in self.knowing.notes.shows(stmt)}
        return self.knowing.changes.widened({t.field.title for t in targets(stmt)} | marks)

    def written(self, stmts: list[Stmt]) -> set[Key]:
        """What statements write or mix in any case."""
        return {self._name_of(t) for s in stmts if isinstance(s, Do) and s.word in CHANGING
                for t in targets(s)}

    def _name_of(self, target: Target) -> Key:
        return (target.field.title, *(self.knowing.seat_of(i) for i in target.index))

    def _noticed(self, target: Target, here: Here, place: Place) -> None:
        """Those who knew something see that it was written over, or mixed."""
        path = here.written.get(self._name_of(target), here.path)
        self.knowing.told(path, EVERYBODY, place, NOTICED)

    def _seen(self, var: Var, target: Target | None, here: Here) -> None:
        """An element that was moved is known to those who see where it lies now."""
        if target is not None:
            reader = self.knowing.readers(target)
            if reader != NOBODY:
                here.facts.add(("var", var, reader))

    # -- what is written ----------------------------------------------------------------------

    def _write(self, target: Target, found: Secrets, here: Here, place: Place) -> None:
        """A value, which one it is, and that it is written."""
        reader = self.knowing.readers(target)
        self.knowing.told(found, reader)
        for index in target.index:
            self.knowing.told(self.knowing.read(index, here), reader)
        self._reached(reader, here, place)
        one_of_many = len(target.index) > int(target.field.owner != GAME)
        if not one_of_many and self.knowing.notes.noticed(target, here.facts):
            self._noticed(target, here, place)

    def _reached(self, reader: Key, here: Here, place: Place) -> None:
        if here.path:
            self.knowing.told(here.path, reader, place, REACHED)

    def _held(self, target: Target, here: Here) -> Secrets:
        return self.knowing.resolved(self.knowing.reads.of_target(target), here)

    def _set(self, stmt: Do, here: Here) -> None:
        target, value = stmt.args["target"], stmt.args["value"]
        found = self.knowing.read(value, here)
        self._write(target, found, here, stmt.place)
        if target.field.secret:
            self._openly(value, found, target, here)

    def _openly(self, value: Expr, found: Secrets, target: Target, here: Here | None) -> None:
        """What everybody saw being decided is no secret in a hidden place."""
        openly = self.knowing.openly
        chosen = [v for v in self.knowing.reads.of(value).variables if v in openly]
        how, why = "", ""
        if chosen:
            how = openly[chosen[0]]
            why = f"'{chosen[0].name}' was {how}"
        elif here is not None and not here.path and not self._at_rest(value, target):
            how = here.openly
            why = f"it was {how} whether this happens"
        # Of chance nobody is told but those who see where the outcome goes.
        if how and not found and (how != BY_CHANCE or self.knowing.readers(target) != NOBODY):
            self.knowing.problems.add(
                "openly-hidden", value.place,
                f"everybody knows what goes into {target.field.title} here, because {why}",
                WAYS_TO_HIDE[how])

    def _at_rest(self, value: Expr, target: Target) -> bool:
        """Whether a field gets the value with which it starts."""
        owned = target.field
        _, start = self.knowing.game.starts.get((owned.owner, owned.name), (None, None))
        if start is not None:
            return same(start, value)
        if isinstance(value, Const):
            return not owned.type.optional and value.value == 0
        return isinstance(value, Nothing)

    def _gain(self, stmt: Do, here: Here) -> None:
        self._transfer(stmt, stmt.args["from"], stmt.args["target"], here)

    def _lose(self, stmt: Do, here: Here) -> None:
        self._transfer(stmt, stmt.args["target"], stmt.args["to"], here)

    def _transfer(self, stmt: Do, giver: Target | None, taker: Target | None, here: Here) -> None:
        """How much moves depends on how much the giver has."""
        amount = self.knowing.read(stmt.args["value"], here)
        if giver is not None:
            self._write(giver, amount, here, stmt.place)
        if taker is not None:
            fixed = stmt.args.get("shortage") == "fail"
            less = {} if giver is None or fixed else self._held(giver, here)
            self._write(taker, {**amount, **less}, here, stmt.place)

    def _swap(self, stmt: Do, here: Here) -> None:
        """Things that change places show themselves where they go, like what is moved."""
        first, second = stmt.args["first"], stmt.args["second"]
        if first.field.zone:
            self._passed(first, second, here, stmt.place)
            self._passed(second, first, here, stmt.place)
            return
        for target, other in ((first, second), (second, first)):
            self._write(target, {}, here, stmt.place)
            for index in other.index:
                self.knowing.told(self.knowing.read(index, here), self.knowing.readers(target))

    def _score(self, stmt: Do, here: Here) -> None:
        for value in (stmt.args["value"], stmt.args["to"]):
            self.knowing.told(self.knowing.read(value, here), EVERYBODY)
        self._reached(EVERYBODY, here, stmt.place)

    # -- zones --------------------------------------------------------------------------------

    def _moved(self, target: Target | None, here: Here, place: Place) -> None:
        """That something comes or goes can be seen by how much there is."""
        if target is None:
            return
        seen = self._size_readers(target, here)
        if size_is_secret(target.field) and self.knowing.unknown(here.path, EVERYBODY):
            self.sizes.varied.add(target.field.title)
        for index in target.index:
            self.knowing.told(self.knowing.read(index, here), seen)
        self._reached(seen, here, place)

    def _size_readers(self, target: Target, here: Here) -> Key:
        """Who sees that something comes or goes."""
        hidden = size_is_secret(target.field) and not (
            self.knowing.notes.noticed(target, here.facts))
        return self.knowing.readers(target) if hidden else EVERYBODY

    def _as_many(self, source: Target, to: Target | None, here: Here, place: Place) -> None:
        """As many are moved as there are, which shows where they go."""
        if to is not None:
            seen = self._size_readers(to, here)
            for secret in self.knowing.reads.size_of(source):
                self.sizes.drawn.append(Drawn(secret, to.field.title, seen, place))

    def _put(self, stmt: Do, here: Here) -> None:
        into, item = stmt.args["into"], stmt.args["item"]
        found = self.knowing.read(item, here)
        self._moved(into, here, stmt.place)
        self.knowing.told(found, self.knowing.readers(into))
        if into.field.secret:
            self._openly(item, found, into, None)

    def _move(self, stmt: Do, here: Here) -> None:
        """What is moved is shown where it goes; that is no secret, but which one it is may be."""
        source, to, item = stmt.args["from"], stmt.args["to"], stmt.args["item"]
        for zone in (source, to):
            self._moved(zone, here, stmt.place)
        found = self.knowing.read(item, here)
        if source.field.secret:
            own = elements_of(item, self.knowing.elements) - {source.field.title}
            noticed = self.knowing.notes.noticed(source, here.facts)
            found = {s: r for s, r in found.items()
                     if (s.sort == HOLDS and s.what not in own and not self._lies_in(s, source))
                     or (s.sort in PRIVATE and noticed and not _is_element(s, item))}
        for zone in (source, to):
            if zone is not None:
                self.knowing.told(found, self.knowing.readers(zone))

    def _lies_in(self, secret: Secret, zone: Target) -> bool:
        """Whether something hidden lies in a zone, and not in that of another player."""
        return secret.what == zone.field.title and (
            not zone.index or secret.whose == ELSEWHERE
            or alike(self.knowing.plain(secret.whose), self.knowing.seat_of(zone.index[0])))

    def _draw(self, stmt: Do, here: Here) -> None:
        self.knowing.told(self.knowing.read(stmt.args["count"], here), EVERYBODY)
        self._passed(stmt.args["from"], stmt.args["to"], here, stmt.place)

    def _empty(self, stmt: Do, here: Here) -> None:
        self._passed(stmt.args["zone"], stmt.args["into"], here, stmt.place)

    def _passed(self, source: Target, to: Target | None, here: Here, place: Place) -> None:
        """All that lies in a zone goes into another one, or the topmost of it."""
        for zone in (source, to):
            self._moved(zone, here, place)
        self._as_many(source, to, here, place)

    def _shuffle(self, stmt: Do, here: Here) -> None:
        """Everybody sees that something is shuffled, whatever they know of it."""
        self._reached(EVERYBODY, here, stmt.place)
        for index in stmt.args["zone"].index:
            self.knowing.told(self.knowing.read(index, here), EVERYBODY)

    def _sort(self, stmt: Do, here: Here) -> None:
        zone = stmt.args["zone"]
        self.knowing.told(self.knowing.read(stmt.args["by"], here), self.knowing.readers(zone))
        self._reached(self.knowing.readers(zone), here, stmt.place)

    def _reveal(self, stmt: Do, here: Here) -> None:
        """From here on something is known, until it changes."""
        fact, to = self.fact(stmt), stmt.args["to"]
        self._reached(fact[-1], here, stmt.place)
        for which in (stmt.args.get("count"), *stmt.args["target"].index):
            if which is not None:
                self.knowing.told(self.knowing.read(which, here), fact[-1])
        if to is not None:
            self.knowing.told(self.knowing.read(to, here), EVERYBODY)
        here.facts.add(fact)

    def fact(self, stmt: Do) -> Fact:
        """What is shown by a `reveal`, and to whom."""
        target: Target = stmt.args["target"]
        count, to = stmt.args.get("count"), stmt.args["to"]
        reader = EVERYBODY if to is None else self.knowing.seat_of(to)
        secret = self.knowing.reads.held_by(target) or Secret(HOLDS, "")
        part = secret.part
        if target.field.zone and count is not None:
            every = isinstance(count, Const) and count.value >= max(target.field.cap, 1)
            part = None if every else self.knowing.seat_of(count)
        return ("field", target.field.title, secret.whose, part, reader)

    def _other(self, stmt: Do, here: Here) -> None:
        """An effect that is not known here: it shows all that it reads."""
        for value in stmt.args.values():
            if isinstance(value, Expr):
                self.knowing.told(self.knowing.read(value, here), EVERYBODY)
        self._reached(EVERYBODY, here, stmt.place)


def _is_element(secret: Secret, item: Expr) -> bool:
    """Whether what one player chose or learned is an element, such as the one that is moved."""
    return isinstance(secret.what, Var) and item.type in (secret.what.type, secret.what.type.item)
