"""What is drawn: one view, for one reader, with the numbers of the moves that are offered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.compiling.emit import NO_NUMBER
from tilewright.compiling.layout import ACTOR, ROUND
from tilewright.model import PLAYER
from tilewright.text import plain, rules_text, say, text

if TYPE_CHECKING:
    from tilewright.model import Field, Game
    from tilewright.playing.view import View
    from tilewright.wording.filling import Value

WIDEST = 100


@dataclass(slots=True)
class Look:
    """A position as one seat sees it, a language, a width, and numbers for elements."""

    view: View
    lang: str
    width: int = WIDEST
    numbers: dict[tuple[str, int], int] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return self.view.program.game

    @property
    def actor(self) -> int:
        return self.view.slots[ACTOR]

    @property
    def round(self) -> int:
        return self.view.slots[ROUND]

    def size(self, kind: str) -> int:
        """How many elements of a kind take part."""
        return self.view.program.layout.sizes[kind]

    def read(self, owned: Field, owner: int) -> int:
        """The number or the element that a field holds."""
        room = self.view.program.layout.room(owned)
        return self.view.slots[room.base + owner * room.width]

    def knows(self, owned: Field, owner: int, index: int = 0) -> bool:
        """Whether this seat knows a value of a field."""
        room = self.view.program.layout.room(owned)
        note = room.base + owner * room.width + room.notes + index
        return not owned.secret or bool(self.view.slots[note])

    def is_set(self, owned: Field, owner: int) -> bool:
        """Whether there is anything to tell about a field with a single value."""
        if not self.knows(owned, owner):
            return True
        value = self.read(owned, owner)
        return value >= 0 if owned.type.tag == "kind" else value not in (0, NO_NUMBER)

    def zone(self, owned: Field, owner: int) -> list[int]:
        """The elements of a zone; -1 for those that this seat does not know."""
        room = self.view.program.layout.room(owned)
        base = room.base + owner * room.width
        size = self.view.slots[base]
        if size >= 0:
            return list(self.view.slots[base + 1:base + 1 + size])
        return [i for i in self.view.slots[base + 1:base + 1 + room.values] if i >= 0]

    def is_counted(self, owned: Field, owner: int) -> bool:
        """Whether this seat knows how many elements a zone holds."""
        room = self.view.program.layout.room(owned)
        return self.view.slots[room.base + owner * room.width] >= 0

    def amounts(self, owned: Field, owner: int) -> list[tuple[int, int]]:
        """Element and value, for each element that has one as far as this seat knows."""
        room = self.view.program.layout.room(owned)
        base = room.base + owner * room.width
        none = -1 if owned.type.tag == "kind" else 0
        values = enumerate(self.view.slots[base:base + room.values])
        return [(i, v) for i, v in values
                if self.knows(owned, owner, i) and v not in (none, NO_NUMBER)]

    def unknown(self, owned: Field, owner: int) -> int:
        """How many of the values of a field this seat does not know."""
        room = self.view.program.layout.room(owned)
        return sum(not self.knows(owned, owner, i) for i in range(room.values))

    def title(self, owned: Field) -> str:
        key = f"field.{owned.owner}.{owned.name}"
        return text(self.game, key, self.lang) or plain(owned.name)

    def say(self, key: str, **values: Value) -> str:
        """A text of the terminal."""
        return say(self.game, f"cli.{key}", self.lang, values)

    def about(self, kind: str, index: int) -> str:
        """What an element does, in the words of the game."""
        return rules_text(self.game, kind, index, self.lang)

    def fields(self, owner: str, listed: str) -> list[Field]:
        """The fields of the game or of a player that are told, in the order of `show`."""
        return fields_told(self.game, owner, listed)

    @property
    def seats(self) -> range:
        return range(self.size(PLAYER))


def fields_told(game: Game, owner: str, listed: str) -> list[Field]:
    """What is told of the game or of a player: what a list of `show` names, else all."""
    chosen = game.show.get(listed)
    if chosen is not None:
        return [game.fields[owner, name] for name in chosen]
    return [f for (who, _), f in game.fields.items() if who == owner]


def unseen_zones(game: Game) -> list[Field]:
    """The zones of players that their owners may look at, and that stand nowhere."""
    told = [f.name for f in fields_told(game, PLAYER, "mat")]
    return [f for (owner, name), f in game.fields.items()
            if owner == PLAYER and f.zone and f.visible != "none" and name not in told]
