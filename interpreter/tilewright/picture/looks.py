"""What each element of a game looks like: its shape, its colour, its sign and its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import PLAYER
from tilewright.picture.art import Art
from tilewright.picture.colours import PAINTS, WHEEL
from tilewright.picture.nodes import shape
from tilewright.picture.shapes import OF_PLAYERS, SHAPES, USUAL
from tilewright.positions.shown import colour, element_of_colour, fields_carried, letters, symbol
from tilewright.telling.carried import carried
from tilewright.text import element, plain, rules_text, text

if TYPE_CHECKING:
    from tilewright.model import Field, Game
    from tilewright.picture.nodes import Node
    from tilewright.positions.reader import Reader


class Looks:
    """Answers for one game, in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.art = Art(game, self.shape)
        self._signs: dict[str, list[str]] = {}
        self._plain: dict[str, bool] = {}
        self._carries: dict[str, list[Field]] = {}
        own = [k for k, kind in game.kinds.items() if k != PLAYER and not kind.tiles]
        self._usual = {kind: USUAL[at % len(USUAL)] for at, kind in enumerate(own)}

    def shape(self, kind: str, index: int) -> str:
        """What `show` says of an element or its kind, else one of its own for each kind."""
        given = self.game.show.get("shapes", {})
        for word in (self.item(kind, index), kind):
            if given.get(word) in SHAPES:
                return str(given[word])
        if kind == PLAYER:
            return OF_PLAYERS
        return "tile" if self.game.kinds[kind].tiles else self._usual[kind]

    def colour(self, kind: str, index: int) -> str:
        """The colour that `show` names; without any in its kind, one by its number."""
        own = colour(self.game, kind, index)
        if own in PAINTS:
            return own
        whose = element_of_colour(self.game, kind, index)
        kind, index = whose or (kind, index)
        return "white" if self._is_plain(kind) else WHEEL[index % len(WHEEL)]

    def _is_plain(self, kind: str) -> bool:
        """Whether an element without a colour has none."""
        if kind not in self._plain:
            given, whole = self.game.show.get("colours", {}), self.game.kinds[kind]
            self._plain[kind] = bool(whole.tiles) or any(item in given for item in whole.items)
        return self._plain[kind]

    def sign(self, kind: str, index: int) -> str:
        """What `show` says, else the first letters of its name in this language."""
        if kind not in self._signs:
            items, given = self.game.kinds[kind].items, self.game.show.get("symbols", {})
            own = letters(tuple(self.name(kind, at).lower() for at in range(len(items))))
            self._signs[kind] = [symbol(self.game, kind, at).lstrip("@") if item in given
                                 else own[at] for at, item in enumerate(items)]
        return self._signs[kind][index]

    def piece(self, kind: str, index: int, size: float) -> Node:
        """An element as a piece, around its middle: its picture, else its shape."""
        colour, sign = self.colour(kind, index), self.sign(kind, index)
        drawn = self.art.piece(kind, index, colour, sign, size) if self.game.art else None
        return drawn or shape(self.shape(kind, index), colour, sign, size)

    def item(self, kind: str, index: int) -> str:
        return self.game.kinds[kind].items[index]

    def name(self, kind: str, index: int) -> str:
        return element(self.game, kind, index, self.lang)

    def kind(self, kind: str) -> str:
        return text(self.game, f"kind.{kind}", self.lang) or plain(kind)

    def says(self, kind: str, index: int) -> str:
        """What a tile does, in the words that are made from its data."""
        return rules_text(self.game, kind, index, self.lang)

    def carries(self, kind: str) -> list[Field]:
        """The fields of a thing that are told wherever it lies."""
        if kind not in self._carries:
            self._carries[kind] = fields_carried(self.game, kind)
        return self._carries[kind]

    def counts(self, kind: str) -> Field | None:
        """The one number that things of a kind carry, if that is all."""
        carries = self.carries(kind)
        is_count = len(carries) == 1 and carries[0].value_type.tag == "int"
        return carries[0] if is_count else None

    def carried(self, reader: Reader, kind: str, index: int) -> str:
        """What a thing carries, in words."""
        return carried(reader, kind, index, self.lang) if self.carries(kind) else ""

    def title(self, owned: Field) -> str:
        return self.of_site(owned.owner, owned.name)

    def of_site(self, kind: str, name: str) -> str:
        """What a field or an attribute of a kind is called."""
        return text(self.game, f"field.{kind}.{name}", self.lang) or plain(name)
