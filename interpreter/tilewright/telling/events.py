"""What can happen in a game, as small facts by name, each with who may know it.

All events have the place of their rule, and the tile that did it by itself, if one did. `seen_by`
gives what one seat may know of an event, with None for the rest, or nothing at all.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from typing import Self

    from tilewright.problems import Place
    from tilewright.wording.filling import Values

Value = str | int | bool | None
# Left out where nothing of it is known.
WHERE = ("source_at", "target_at", "order")
# Of whom only the program needs to know.
INNER = ("place", "known", "knew", "known_items", "known_source_at", "known_target_at", "code",
         "asked", "earlier")


def _as_known(values: tuple[Any, ...], known: tuple[frozenset[int], ...], seat: int
              ) -> tuple[Any, ...]:
    """Some values, with None for those that a seat does not know."""
    return tuple(value if seat in who else None for value, who in zip(values, known, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `known` are the seats that may know it.

    Whoever only watches has a seat too, `SPECTATOR`, and knows what everybody knows.
    """

    name: ClassVar[str]
    place: Place | None
    tile: str | None = None
    known: frozenset[int]

    @property
    def what(self) -> str:
        """What sort of event it is, in one word."""
        return self.name

    def seen_by(self, seat: int) -> Self | None:
        """What a seat may know of it; None where it may not even know that it happened."""
        return self if seat in self.known else None

    def facts(self) -> dict[str, Any]:
        """The event as plain data for JSON, without what does not apply."""
        told: dict[str, Any] = {"event": self.what}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in WHERE and not any(one is not None for one in value):
                continue
            if field.name not in INNER and (value is not None or field.name in ("was", "now")):
                told[field.name] = list(value) if isinstance(value, tuple) else value
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Event):
    """Somebody has made a move; others learn of a secret one only that it was made.

    `asked` is where in the rules; it leads to the words of what was asked. `earlier` is what was
    picked before with the same action, which all may know.
    """

    name = "decision"
    seat: int
    action: str
    picks: dict[str, str | int] | None
    label: str | None
    code: int | None
    asked: int
    earlier: Values

    def seen_by(self, seat: int) -> Self | None:
        if seat in self.known:
            return self
        return replace(self, picks=None, label=None, code=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Event):
    """A die was rolled or something was drawn: what came out."""

    name = "chance"
    site: str
    value: str | int
    # Numbers can be drawn that are too large to be chosen.
    code: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Event):
    """A value has changed: `gain` and `lose` of numbers, `set` of all else.

    `path` is what `state.read` takes. `element` is that of a field with a value for each.
    """

    name = "set"
    path: str
    kind: str
    owner: str
    field: str
    element: str | None
    was: Value
    now: Value
    knew: frozenset[int]

    @property
    def by(self) -> int | None:
        """How much a number has changed."""
        is_number = type(self.was) is int and type(self.now) is int
        return int(self.now or 0) - int(self.was or 0) if is_number else None

    @property
    def what(self) -> str:
        if self.by is None:
            return self.name
        return "gain" if self.by > 0 else "lose"

    def seen_by(self, seat: int) -> Self | None:
        if seat in self.known and seat in self.knew:
            return self
        if seat not in self.known and seat not in self.knew:
            return None
        return replace(self, was=self.was if seat in self.knew else None,
                       now=self.now if seat in self.known else None)

    def facts(self) -> dict[str, Any]:
        told = Event.facts(self)
        return told if self.by is None else {**told, "by": self.by}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """Elements went from one zone to another, one after the other; from or to nowhere where a path
    is None.

    An element is None for a seat that does not know it. `source_at` and `target_at` are the places
    where each was taken and where it was put, from 0 on top; a place in a hidden zone is None for
    whoever does not see the element lie there.
    """

    name = "move"
    kind: str
    items: tuple[str | None, ...]
    source: str | None
    target: str | None
    source_at: tuple[int | None, ...] = ()
    target_at: tuple[int | None, ...] = ()
    known_items: tuple[frozenset[int], ...]
    known_source_at: tuple[frozenset[int], ...] = ()
    known_target_at: tuple[frozenset[int], ...] = ()
    # Who may know how many lie in the zones; whoever may know neither learns nothing.
    knew: frozenset[int]

    def seen_by(self, seat: int) -> Self | None:
        counts_source = self.source is not None and seat in self.knew
        counts_target = self.target is not None and seat in self.known
        if not counts_source and not counts_target:
            return None
        return replace(self, items=_as_known(self.items, self.known_items, seat),
                       source=self.source if counts_source else None,
                       target=self.target if counts_target else None,
                       source_at=_as_known(self.source_at, self.known_source_at, seat),
                       target_at=_as_known(self.target_at, self.known_target_at, seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """Somebody sees what lies in a zone, or what a field holds, and did not before."""

    name = "reveal"
    path: str
    kind: str
    items: tuple[Value, ...]
    known_items: tuple[frozenset[int], ...]

    def seen_by(self, seat: int) -> Self | None:
        if seat not in self.known:
            return None
        return replace(self, items=_as_known(self.items, self.known_items, seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Event):
    """The order of a zone is another: `order` is what lies in it now, from the top.

    An element is None for whoever does not see it there, and nothing is there for those who may not
    know how many they are.
    """

    path: str
    order: tuple[str | None, ...]
    known_items: tuple[frozenset[int], ...]

    def seen_by(self, seat: int) -> Self | None:
        if seat not in self.known:
            return None
        order = _as_known(self.order, self.known_items, seat)
        if any(one is not None for one in order):
            return replace(self, order=order)
        return replace(self, order=(), known_items=())


class Shuffled(Ordered):
    """A zone was shuffled."""

    __slots__ = ()
    name = "shuffle"


class Sorted(Ordered):
    """A zone was put in order."""

    __slots__ = ()
    name = "sort"


@dataclass(frozen=True, slots=True, kw_only=True)
class Toll(Event):
    """A seat has paid to another one what a tile of that one asks."""

    name = "toll"
    seat: int
    to: int
    field: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction(Event):
    """A tile of a seat does something by itself; what it does follows."""

    name = "reaction"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """Points were counted for a seat."""

    name = "score"
    seat: int
    category: str
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Event):
    """A step begins for a seat."""

    name = "step"
    step: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Event):
    name = "turn"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Event):
    name = "round"
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    """The game is over, or is to be after this round."""

    name = "end"
    reason: str


def seen(events: list[Event], seat: int) -> list[Event]:
    """What a seat may know of some events."""
    return [told for event in events if (told := event.seen_by(seat)) is not None]


NAMES = ("decision", "chance", "gain", "lose", "set", "move", "reveal", "shuffle", "sort", "toll",
         "reaction", "score", "step", "turn", "round", "end")
