"""The plan of a program for guesses: what they need to know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.language.types import kind_of
from tilewright.middle import ir

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.compiling.build import Build
    from tilewright.compiling.layout import Room
    from tilewright.compiling.writer import Emitter
    from tilewright.language.operations import Expr
    from tilewright.language.tree import Var
    from tilewright.problems import Place

Node = tuple[str, str, int, bool]
"""A hidden zone of one owner, or (the last) what left the game from there."""


@dataclass(slots=True)
class Source:
    """A function for the list that something was chosen from, given whose it is.

    `fixed` is the list itself if it is always the same. A list that `reads_zone` depends on what
    was put into the same zone before.
    """

    word: str
    fixed: tuple[int, ...] | None = None
    reads_zone: bool = False


@dataclass(slots=True)
class Hidden:
    """A hidden zone of one owner; `order` has the place of each element in its start list.

    The `seer` always sees what lies there; if it is `sized`, nobody else knows how much that is.
    """

    base: int
    cap: int
    pool: int
    order: dict[int, int] | None = None
    sized: bool = False
    seer: int = -1
    owner: int = 0
    sources: list[Source] = field(default_factory=list)
    # Whether all may look there at the end, because it counts.
    opened: bool = False


@dataclass(slots=True)
class Values:
    """A hidden field of one owner, the values that it may hold, and who always sees them."""

    base: int
    count: int
    owner: int
    possible: range
    # Whether set-up writes there in any case, so that nothing is as it began.
    set_up: bool
    seer: int = -1
    sources: list[Source] = field(default_factory=list)
    # How far what was offered for a value is from it; 0 where that is not kept.
    offers: int = 0
    # Whether nothing is written there but what was offered.
    alone: bool = False
    opened: bool = False
    start: tuple[int, ...] = ()


@dataclass(slots=True)
class Pool:
    """Hidden zones of which one holds what another lacks.

    What they hold together is `kept` if all that ever came in was known to everybody.
    """

    kind: str
    kept: bool
    ordered: bool = False


@dataclass(slots=True)
class Test:
    """Something certain about one player: its function, and the pools that it reads."""

    name: str
    place: Place
    word: str
    seat: int
    pools: frozenset[int]


@dataclass(slots=True)
class Kept:
    """A secret value that outlives a decision: where it is, and what it can be.

    `options` are functions that list what was offered or chosen from, `landing` is the zone into
    which the element has gone in the meantime. Of several that are being chosen, `many` tells how
    many there will be.
    """

    slot: int
    cap: int
    knower: int
    kind: str
    options: list[str] = field(default_factory=list)
    landing: str = ""
    many: str = ""
    ordered: bool = False


@dataclass(slots=True)
class Plan:
    """All that guesses need to know of a program."""

    zones: list[Hidden] = field(default_factory=list)
    fields: list[Values] = field(default_factory=list)
    pools: list[Pool] = field(default_factory=list)
    groups: list[tuple[list[int], list[Test]]] = field(default_factory=list)
    tests: list[Test] = field(default_factory=list)
    values: list[Kept] = field(default_factory=list)
    starts: dict[str, list[int]] = field(default_factory=dict)
    open_zones: dict[str, list[int]] = field(default_factory=dict)
    in_play: list[tuple[int, int, list[Room]]] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)

    @property
    def hides(self) -> bool:
        """Whether there is anything that one seat knows and another does not."""
        return bool(self.zones or self.fields or self.values)


class Joined:
    """Things that belong together, numbered in the order of the first of each set."""

    def __init__(self, things: Iterable[Any]) -> None:
        self.above = {thing: thing for thing in things}

    def top(self, thing: Any) -> Any:
        while self.above[thing] != thing:
            thing = self.above[thing]
        return thing

    def join(self, a: Any, b: Any) -> None:
        self.above[self.top(b)] = self.top(a)

    def numbers(self) -> dict[Any, int]:
        tops = list(dict.fromkeys(map(self.top, self.above)))
        return {thing: tops.index(self.top(thing)) for thing in self.above}


def function(build: Build, word: str, value: Expr, me: Var | None = None) -> str:
    """A function that works out an expression, perhaps for a player or another owner."""
    def write(em: Emitter) -> None:
        if me is None:
            em.emit(ir.Return(em.expr(value)))
            return
        with em.loop_var(me, "me"):
            em.emit(ir.Return(em.expr(value)))

    args = ir.numbers("me") if me is not None else ir.numbers()
    return build.define(("guess", build.fresh(word)), word, args, value.place, write,
                        gives=kind_of(value.type))
