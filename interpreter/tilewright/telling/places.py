"""What the numbers of a position are for, number by number, and where in the YAML a rule stands."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.middle.header import HEADER
from tilewright.model import GAME, PLAYER

if TYPE_CHECKING:
    from types import CodeType

    from tilewright.compiling.layout import Room
    from tilewright.compiling.program import Program
    from tilewright.problems import Place
    from tilewright.telling.watched import Here


@dataclass(frozen=True, slots=True)
class Spot:
    """One number of a field: of which owner, and which of its values or, beyond them, notes."""

    room: Room
    owner: int
    at: int

    @property
    def base(self) -> int:
        """Where the numbers of this owner begin."""
        return self.room.base + self.owner * self.room.width


@dataclass
class Places:
    """Answers for one program; what was asked before is known."""

    program: Program
    _rooms: list[tuple[int, Room]] = field(default_factory=list)
    _lost: list[tuple[int, Room]] = field(default_factory=list)
    _of: dict[Here, Place | None] = field(default_factory=dict)
    _codes: dict[CodeType, list[tuple[int | None, int | None, int | None, int | None]]] = field(
        default_factory=dict)

    def __post_init__(self) -> None:
        layout = self.program.layout
        self._rooms = sorted(((r.base, r) for r in layout.rooms.values()), key=lambda p: p[0])
        self._lost = sorted(((r.base, r) for r in layout.lost.values()), key=lambda p: p[0])

    def spot(self, slot: int) -> Spot | None:
        """The field of a number, if it is one of a field."""
        found = bisect_right(self._rooms, slot, key=lambda pair: pair[0]) - 1
        if slot < HEADER or found < 0:
            return None
        room = self._rooms[found][1]
        owner, at = divmod(slot - room.base, room.width)
        return Spot(room, owner, at) if owner < room.owners else None

    def category(self, slot: int) -> tuple[str, int] | None:
        """The line of the score sheet and the seat whose points a number counts."""
        game, players, base = (self.program.game, self.program.players,
                               self.program.layout.scores)
        if not base or not base <= slot < base + players * len(game.scoring):
            return None
        line, seat = divmod(slot - base, players)
        return list(game.scoring)[line], seat

    def path(self, spot: Spot, element: int | None = None) -> str:
        """The path of a field, as `read` takes it."""
        owned = spot.room.field
        parts = [] if owned.owner == GAME else [self.owner(spot)]
        if owned.owner not in (GAME, PLAYER):
            parts.insert(0, owned.owner)
        parts.append(owned.name)
        if element is not None:
            parts.append(self.program.game.kinds[owned.per].items[element])
        return ".".join(parts)

    def owner(self, spot: Spot) -> str:
        """The id of who has a field."""
        owner = spot.room.field.owner
        return GAME if owner == GAME else self.program.game.kinds[owner].items[spot.owner]

    def rule(self, here: Here) -> Place | None:
        """Where in the YAML the code stands that ran; None for code of the program itself."""
        if here not in self._of:
            self._of[here] = self._found(*here)
        return self._of[here]

    def is_open(self, here: Here) -> bool:
        """Whether everybody may know that a rule is carried out."""
        place = self.rule(here)
        return place is not None and place[:3] not in self._secret

    @cached_property
    def _secret(self) -> frozenset[tuple[str, int, int]]:
        return frozenset(place[:3] for place in self.program.game.secret_places)

    def _found(self, code: CodeType, at: int) -> Place | None:
        if code.co_filename not in self.program.modules:
            return None
        if code not in self._codes:
            self._codes[code] = list(code.co_positions())
        line, _, col, end = self._codes[code][at // 2]
        return self.program.place(code.co_filename, line or code.co_firstlineno, (col or 0) + 1,
                                  (end or 0) + 1)


def places_of(program: Program) -> Places:
    """The places of a program, made once."""
    if program.kept.places is None:
        program.kept.places = Places(program)
    made: Places = program.kept.places
    return made
