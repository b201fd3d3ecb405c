"""What is filled into the holes of a text, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.proofreading.holes import typed_holes
from tilewright.text import element, plain, text
from tilewright.translating.uses import data
from tilewright.wording.message import BadMessage, holes, read
from tilewright.wording.pieces import FALSE, LESS, facts

if TYPE_CHECKING:
    from tilewright.language.types import Type
    from tilewright.model import Game


class Meanings:
    """What the holes of the texts of a game mean; without a game, those of the program."""

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.typed = typed_holes(game) if game is not None else {}
        self.facts = facts(game) if game is not None else {}

    def lines(self, key: str, english: str) -> list[str]:
        """One line for each hole that a text has."""
        there = self._there(key)
        named = dict.fromkeys([*_holes_in(english), *there])
        told = {name: self._meaning(key, name) for name in named}
        return [f"{{{name}}}: {said}" for name, said in told.items() if said]

    def _meaning(self, key: str, name: str) -> str:
        there = self._there(key)
        if name in there:
            return self._of_type(there[name])
        if name in self.facts:
            return f"a number of the rules, now {self.filled(name)}"
        if name == "n":
            return "a number"
        return str(data("holes").get(name, ""))

    def _there(self, key: str) -> dict[str, Type]:
        """What is filled in; for less than nothing, or for false, as usually."""
        usual = key.removesuffix(LESS).removesuffix(FALSE)
        return self.typed.get(key) or self.typed.get(usual, {})

    def filled(self, name: str) -> str:
        value = self.facts[name]
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _of_type(self, type_: Type) -> str:
        if type_.tag == "kind" and self.game is not None:
            return f"the name of one {self._kind(type_.kind)}{self._such_as(type_.kind)}"
        if type_.tag == "map":
            return f"so many of each {self._kind(type_.kind)}, as a list in words"
        if type_.tag == "list":
            return "several of them, as a list in words"
        return {"int": "a number", "bool": "true or false, for a select"}.get(type_.tag, "")

    def _kind(self, kind: str) -> str:
        return text(self.game, f"kind.{kind}", "en") or plain(kind)

    def _such_as(self, kind: str) -> str:
        assert self.game is not None
        named = [element(self.game, kind, i, "en")
                 for i in range(min(2, len(self.game.kinds[kind].items)))]
        return f", such as {' or '.join(named)}" if named else ""


def _holes_in(english: str) -> list[str]:
    try:
        return [hole.name for hole in holes(read(english))]
    except BadMessage:
        return []
