"""What names mean in a game: owners, their fields, their attributes and their links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.language.habits import ACTING
from tilewright.model import GAME, PLAYER
from tilewright.problems import UsageError, did_you_mean, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.compiling.program import Program
    from tilewright.model import Field, Game

    # A seat, the id of an element such as a cell, or `game`.
    Owner = int | str
    # A kind and which of its elements; of the game there is one.
    At = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """A field of one owner; the owner is a number, 0 for the game."""

    field: Field
    owner: int


class Names:
    """Finds what is meant by names, and tells the nearest where nothing is."""

    __slots__ = ("program",)

    def __init__(self, program: Program) -> None:
        self.program = program

    def items(self, kind: str) -> list[str]:
        """The elements of a kind that take part."""
        return self.program.game.kinds[kind].items[:self.program.layout.sizes[kind]]

    def owners(self, kind: str) -> list[str]:
        """Who has the fields of a kind, by name."""
        return [GAME] if kind == GAME else self.items(kind)

    # -- owners -------------------------------------------------------------------------------

    def seat(self, seat: int) -> int:
        if not 0 <= seat < self.program.players:
            raise UsageError(f"there is no seat {seat}, seats go from 0 to "
                             f"{self.program.players - 1}")
        return seat

    def things(self, name: str) -> list[tuple[str, int]]:
        """All elements of a name, as `kind.element` or as their id alone."""
        kind, dot, item = name.partition(".")
        kinds = self.program.game.kinds
        if dot and kind in kinds:
            items = self.items(kind)
            return [(kind, items.index(item))] if item in items else []
        return self._all().get(name, [])

    def _all(self) -> dict[str, list[tuple[str, int]]]:
        """All elements by their id alone, listed when one is first asked for."""
        kept = self.program.kept
        if kept.things is None:
            made: dict[str, list[tuple[str, int]]] = {}
            for kind in self.program.game.kinds:
                for index, item in enumerate(self.items(kind)):
                    made.setdefault(item, []).append((kind, index))
            kept.things = made
        return kept.things

    def thing(self, name: str, needs: str = "") -> tuple[str, int]:
        """The element of a name; of several, the one that has what is needed."""
        found = self.things(name)
        if not found:
            raise UsageError(self._nothing(name))
        return next((f for f in found if needs in self.of(f[0])), found[0])

    def _nothing(self, name: str) -> str:
        kind, dot, item = name.partition(".")
        if dot and kind in self.program.game.kinds:
            hint = did_you_mean(item, self.items(kind))
        else:
            known = [i for k in self.program.game.kinds for i in self.items(k)]
            hint = "" if name in ("me", *ACTING) else did_you_mean(name, [GAME, *known])
            hint = hint or f"players are {listed(self.items(PLAYER), 'and')}"
        return f"there is nothing called '{name}'; {hint}".rstrip("; ")

    # -- what they have -----------------------------------------------------------------------

    def fields(self, kind: str) -> list[str]:
        return [name for owner, name in self.program.game.fields if owner == kind]

    def attributes(self, kind: str) -> list[str]:
        return list(self.program.game.kinds[kind].attributes) if kind != GAME else []

    def relations(self, kind: str) -> list[str]:
        return [name for source, name in self.program.game.relations if source == kind]

    def of(self, kind: str) -> list[str]:
        """All that can be read of an element of a kind."""
        return [*self.fields(kind), *self.attributes(kind), *self.relations(kind)]

    def spot(self, owner: Owner, name: str) -> Spot:
        """A field of an owner; what is not there is a problem with the nearest word."""
        if isinstance(owner, int):
            kind, index = PLAYER, self.seat(owner)
        elif owner == GAME:
            kind, index = GAME, 0
        else:
            kind, index = self.thing(owner, name)
        return Spot(self.field(kind, name), index)

    def field(self, kind: str, name: str) -> Field:
        """A field of a kind."""
        found = self.program.game.fields.get((kind, name))
        if found is None:
            raise UsageError(no_such(kind, name, self.fields(kind)))
        return found

    def linked(self, kind: str, index: int, name: str) -> list[str]:
        """What a relation links an element to."""
        relation = self.program.game.relations[kind, name]
        there = self.items(relation.target)
        found = sorted({b for a, b in relation.links if a == index and b < len(there)})
        return [there[i] for i in found]

    def need_limited(self, what: str) -> None:
        """Refuse what nobody counts, because it has no limit."""
        counters = self.program.layout.counters
        if what not in counters:
            raise UsageError(f"nobody counts how often '{what}' is done; "
                             f"{did_you_mean(what, counters)}".rstrip("; "))

    # -- paths --------------------------------------------------------------------------------

    def at(self, path: str) -> tuple[At, list[str]]:
        """What a path begins with, and the name and perhaps the element behind it."""
        first, dot, rest = path.partition(".")
        if first == GAME and dot:
            return (GAME, 0), rest.split(".", 1)
        item, _, name = rest.partition(".")
        if name and first in self.program.game.kinds and item in self.items(first):
            return self.thing(f"{first}.{item}"), name.split(".", 1)
        if (GAME, first) in self.program.game.fields and not self._has(first, item):
            return (GAME, 0), path.split(".", 1)
        if not dot or first in self.program.game.kinds:
            raise UsageError(self._unsaid(path))
        return self.thing(first, item), rest.split(".", 1)

    def is_of_all(self, kind: str, rest: str) -> bool:
        """Whether a path such as `cell.mark` means all of a kind, and no element of it."""
        name = rest.partition(".")[0]
        return kind in self.program.game.kinds and name in self.of(kind) and (
            name not in self.items(kind))

    def is_free(self, name: str) -> bool:
        """Whether a name means nothing in this game."""
        return (GAME, name) not in self.program.game.fields and not self.things(name)

    def _has(self, name: str, what: str) -> bool:
        """Whether there is an element of a name with such a field."""
        return bool(what) and any(what in self.of(kind) for kind, _ in self.things(name))

    def _unsaid(self, path: str) -> str:
        """What is wrong with a path that leads to nothing."""
        first, dot, rest = path.partition(".")
        if dot:
            hint = did_you_mean(rest, [*self.items(first), *self.of(first)])
            return f"there is no {first} '{rest}', nor has one such a field; {hint}".rstrip("; ")
        if self.things(path):
            kind, _ = self.thing(path)
            return f"'{path}' is a {kind}; say what of it: {listed(self.of(kind), 'or')}"
        whose = [kind for kind in self.program.game.kinds
                 if path in self.of(kind) and self.items(kind)]
        if whose:
            return (f"'{path}' is of a {listed(whose, 'or')}; say whose, as in "
                    f"'{self.items(whose[0])[0]}.{path}', or '{whose[0]}.{path}' for all")
        return no_such(GAME, path, [*self.fields(GAME), *self.program.game.kinds])

    def index(self, owned: Field, element: str | None) -> int:
        """Which of the values per element is meant; the only one of another field."""
        if element is None and not owned.per:
            return 0
        items = self.items(owned.per) if owned.per else []
        if element not in items:
            raise UsageError(f"{owned.title} holds nothing for '{element}'; "
                             f"{did_you_mean(str(element), items)}".rstrip("; "))
        return items.index(element)


def counted(game: Game) -> list[str]:
    """The lines of the score sheet in which players count while the game goes on."""
    return [name for name, category in game.scoring.items() if category.value is None]


def need_counted(game: Game, category: str) -> None:
    """Refuse a line of the score sheet in which nothing is counted."""
    known = counted(game)
    if category not in known:
        raise UsageError(f"no points are counted for '{category}'; "
                         f"{did_you_mean(category, known)}".rstrip("; "))


def no_such(kind: str, name: str, known: Iterable[str]) -> str:
    """That nothing of that name is there, and what may be meant."""
    whose = "the game" if kind == GAME else f"a {kind}"
    return f"{whose} has no field '{name}'; {did_you_mean(name, list(known))}".rstrip("; ")
