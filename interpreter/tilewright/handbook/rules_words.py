"""Words for the parts of a rules page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.positions.decoder import with_names
from tilewright.text import element, filler, labelled, plain, say, text, told
from tilewright.wording.message import Cases, holes, read
from tilewright.wording.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tilewright.language.types import Type
    from tilewright.model import Game, Kind
    from tilewright.wording.filling import Value

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Words:
    """A game in one language."""

    game: Game
    lang: str

    def own(self, key: str, **values: Value) -> str:
        """What the program says on every rules page."""
        return say(self.game, f"rules.{key}", self.lang, values)

    def about(self, what: str) -> str:
        """What the game tells of one of its parts, as sentences; or nothing."""
        said = told(self.game, f"{what}.about", self.lang)
        return sentence(said) if said else ""

    def name(self, key: str) -> str:
        """What something is called, with the numbers of the rules."""
        return told(self.game, key, self.lang) or plain(key.rpartition(".")[2])

    def has(self, key: str) -> bool:
        return text(self.game, key, self.lang) is not None

    def is_called(self, key: str) -> bool:
        """Whether players have a name for it in any language; in others its id is one."""
        return any(key in texts for texts in self.game.texts.values())

    def action(self, name: str) -> str:
        """An action by its name, or by its move with the picks left open."""
        named = told(self.game, f"action.{name}", self.lang)
        move = text(self.game, f"move.{name}", self.lang)
        if named is not None or move is None:
            return named or plain(name)
        there = list(holes(read(move)))
        if any(isinstance(hole, Cases) for hole in there):
            # What depends on a number or an element cannot be said without it.
            return plain(name)
        return filler(self.game, self.lang).fill(move, {hole.name: "…" for hole in there})

    def step(self, name: str, actions: Iterable[str]) -> str:
        """A step by its name, or by what is done in it."""
        key = f"step.{name or '_'.join(actions)}"
        return told(self.game, key, self.lang) or " / ".join(map(self.action, actions))

    def element(self, kind: str, index: int) -> str:
        return element(self.game, kind, index, self.lang)

    def has_names(self, kind: Kind) -> bool:
        """Whether players call the elements of a kind by names, in any language."""
        return any(self.is_called(f"{kind.name}.{item}") for item in kind.items)

    def named(self, kind: Kind) -> list[str]:
        """The names of all elements, if they have names, are few enough to be listed, and always
        take part."""
        if len(kind.items) > MOST_NAMED or kind.counts or not self.has_names(kind):
            return []
        return [self.element(kind.name, index) for index in range(len(kind.items))]

    def listed(self, parts: Sequence[Value]) -> str:
        return filler(self.game, self.lang).word(parts)

    def number(self, n: int) -> str:
        return filler(self.game, self.lang).word(n)

    def value(self, type_: Type, value: Any) -> str:
        """A value that never changes, as it stands in a table."""
        if type_.tag == "kind":
            return self.element(type_.kind, value) if value is not None and value >= 0 else "–"
        if type_.tag == "bool":
            return say(self.game, "cli.yes" if value else "cli.no", self.lang)
        return self.number(value) if type(value) is int else plain(
            str(with_names(self.game.kinds, type_, value)))

    def item(self, name: str, said: str, there: str = "") -> str:
        """A line of a list: a name, what there is of it, and what there is to say."""
        head = f"**{capital(name)}**{there and f' ({there})'}"
        return f"- {self.labelled(head, said)}"

    def labelled(self, what: str, said: str) -> str:
        return labelled(self.game, what, said, self.lang) if said else what


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def part(heading: str, lines: Iterable[str], level: int = 2) -> list[str]:
    """A part of a page; nothing if it would be empty."""
    found = list(lines)
    while found and not found[-1]:
        found.pop()
    return [f"{'#' * level} {capital(heading)}", "", *found, ""] if found else []
