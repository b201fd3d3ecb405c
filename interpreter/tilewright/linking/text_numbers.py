"""The rule behind a text: which numbers it holds, and how a text can name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tilewright.reading.source import Map, Seq
from tilewright.wording.pieces import ASKED, SOLE, arguments, facts, verbs_of
from tilewright.wording.reachable import numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.merging.content import Content
    from tilewright.model import Game
    from tilewright.problems import Place

NUMBER = re.compile(r"(?<![\w.])\d+\b")
NAME = re.compile(r"\b[a-z][a-z0-9_]*\b")
QUOTED = re.compile(r"'[^']*'")
LEAST = 2   # One and nothing are words of every sentence: `a card`, `no card`.
# Where the rule is that a text is about, by the first word of its key.
SECTIONS = {
    **dict.fromkeys(("move", "ask", "pass", "action"), ("actions", "procedures")),
    "verb": ("verbs",), "condition": ("conditions",), "amount": ("amounts",), "goal": ("amounts",),
    "score": ("scoring",), "end": ("ends",), "event": ("events",),
    "why": ("functions", "queries", "conditions"), "setup": ("flow",),
}
# These say how much of something there is, which texts about moves are not about.
NOT_TOLD = frozenset({"count", "max", "min", "last"})


@dataclass(frozen=True, slots=True)
class Said:
    """A number as a rule has it: where, and the hole by which a text names it, if there is one."""

    place: Place
    hole: str = ""


class Behind:
    """Finds the rules behind texts."""

    def __init__(self, game: Game, content: Content) -> None:
        self.game = game
        self.content = content
        known = facts(game)
        self.facts = {name: n for name, n in known.items() if type(n) is int}
        self.named = set(known)

    @cached_property
    def given(self) -> dict[str, dict[str, set[int]]]:
        """The numbers that tiles give to pieces, by key and hole."""
        return numbers_of(self.game)

    def numbers(self, key: str) -> dict[int, Said]:
        """The numbers of the rule behind a text, from two on."""
        found = self._written(key)
        sole = self.sole(key)
        if sole is not None:
            found[sole] = Said(found[sole].place, SOLE)
        for hole, numbers, place in self._given(key):
            found |= {n: Said(place, hole) for n in numbers if n >= LEAST}
        return found

    def sole(self, key: str) -> int | None:
        """The one number that the rule behind a text has, if there is no other."""
        bare = [number for number, said in self._written(key).items() if not said.hole]
        return bare[0] if len(bare) == 1 else None

    def _written(self, key: str) -> dict[int, Said]:
        found: dict[int, Said] = {}
        for raw, place in self._rules(key):
            for number, said in self._within(raw, place):
                if number >= LEAST:
                    found.setdefault(number, said)
        return found

    def _given(self, key: str) -> Iterator[tuple[str, set[int], Place]]:
        """What tiles give to the words of a text, by the hole that tells it."""
        sort, *rest = key.split(".")
        if key.endswith(".about"):
            return
        there = ".".join([sort, *rest[:1]]) if sort == "verb" else key
        for hole, numbers in self.given.get(there, {}).items():
            yield hole, numbers, self.game.place
        where = self.game.published.titles.get(".".join(rest[:2]))
        if where is not None and sort in ASKED:
            raw = self.game.published.abilities[where][rest[1]]
            kind = self.game.kinds[where[0]]
            place = kind.places.get(kind.items[where[1]], kind.place)
            for verb in verbs_of(raw):
                for hole, number in arguments(self.game, verb)[1].items():
                    if type(number) is int:
                        yield hole, {number}, place

    def is_switch(self, key: str) -> bool:
        """Whether a piece is about a change to true or false, which is no number."""
        sort, _, name = key.partition(".")
        query = self.game.queries.get(name.partition(".")[0])
        return sort == "change" and query is not None and query.type.tag == "bool"

    def _rules(self, key: str) -> Iterator[tuple[Any, Place]]:
        sort, *rest = key.split(".")
        if sort in ASKED and len(rest) > 1:
            yield from self._of_ability(".".join(rest[:2]))
        names = [sort] if sort == "setup" else rest[:1]
        for name in names:
            for word in (name, name.removeprefix("not_")):
                for section in SECTIONS.get(sort, ()):
                    held = self.content.section(section)
                    if word in held:
                        yield _branch(held[word], held.at(word), rest[-1] if sort == "move" else "")

    def _of_ability(self, title: str) -> Iterator[tuple[Any, Place]]:
        """The verbs of an ability."""
        where = self.game.published.titles.get(title)
        if where is None:
            return
        raw = self.game.published.abilities[where][title.partition(".")[2]]
        verbs = self.content.section("verbs")
        for verb in verbs_of(raw):
            word, _ = arguments(self.game, verb)
            if word in verbs:
                yield verbs[word], verbs.at(word)

    def _within(self, raw: Any, place: Place) -> Iterator[tuple[int, Said]]:
        """All numbers in a piece of a rule, however deep, also those behind names."""
        if isinstance(raw, dict):
            for key, value in raw.items():
                at = raw.at(key) if isinstance(raw, Map) else place
                if key not in NOT_TOLD:
                    yield from self._within(value, at)
                yield from self._in_words(str(key), at)
        elif isinstance(raw, (Seq, list)):
            for index, item in enumerate(raw):
                at = raw.at(index) if isinstance(raw, Seq) else place
                yield from self._within(item, at)
        elif type(raw) is int:
            yield raw, Said(place)
        elif isinstance(raw, str):
            yield from self._in_words(raw, place)

    def _in_words(self, words: str, place: Place) -> Iterator[tuple[int, Said]]:
        plain = QUOTED.sub(" ", words)
        for name in NAME.findall(plain):
            if name in self.facts:
                yield int(self.facts[name]), Said(place, name)
        for number in NUMBER.findall(plain):
            yield int(number[:9]), Said(place)


def _branch(raw: Any, place: Place, name: str) -> tuple[Any, Place]:
    """What is done in one of several ways, where a text is about that one alone."""
    todo = [raw]
    while todo:
        one = todo.pop()
        if isinstance(one, Map):
            ways = one.get("one_of")
            if isinstance(ways, Map) and name in ways:
                return ways[name], ways.at(name)
            todo += one.values()
        elif isinstance(one, Seq):
            todo += one
    return raw, place
