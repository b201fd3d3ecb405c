"""What is drawn: one view, for one reader, with the numbers of the moves that are offered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.model import PLAYER
from tilewright.positions.shown import cell_fields, fields_told
from tilewright.telling.amounts import title
from tilewright.text import rules_text, say

if TYPE_CHECKING:
    from tilewright.model import Attribute, Field, Function, Game
    from tilewright.playing.view import View
    from tilewright.positions.moves import Move
    from tilewright.positions.reader import Reader
    from tilewright.wording.filling import Value

WIDEST = 100


@dataclass(slots=True)
class Look:
    """A position as one seat sees it, a language, a width, numbers for elements, and the moves."""

    view: View
    lang: str
    width: int = WIDEST
    numbers: dict[tuple[str, int], int] = field(default_factory=dict)
    moves: dict[int, Move] = field(default_factory=dict)
    # What this seat sees, field by field.
    reader: Reader = field(init=False)
    _on_cells: dict[str, list[Field | Attribute | Function]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.reader = self.view.reader

    @property
    def game(self) -> Game:
        return self.view.program.game

    def size(self, kind: str) -> int:
        """How many elements of a kind take part."""
        return self.view.program.layout.sizes[kind]

    def title(self, owned: Field) -> str:
        return title(self.game, owned, None, self.lang)

    def say(self, key: str, **values: Value) -> str:
        """A text of the terminal."""
        return say(self.game, f"cli.{key}", self.lang, values)

    def about(self, kind: str, index: int) -> str:
        """What an element does, in the words of the game."""
        return rules_text(self.game, kind, index, self.lang)

    def on_cells(self, kind: str) -> list[Field | Attribute | Function]:
        """What is drawn at the elements of a kind."""
        if kind not in self._on_cells:
            self._on_cells[kind] = cell_fields(self.game, kind)
        return self._on_cells[kind]

    def fields(self, owner: str, listed: str) -> list[Field]:
        """The fields of the game or of a player that are told, in the order of `show`."""
        return fields_told(self.game, owner, listed)

    @property
    def seats(self) -> range:
        return range(self.size(PLAYER))
