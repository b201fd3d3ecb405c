"""What a game publishes for tiles, and who uses it: the facts of its handbook."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import yaml

from tilewright import model
from tilewright.language import tree
from tilewright.language.operations import Expr, Points, Query
from tilewright.language.tree import Call, Menu
from tilewright.linking.text_keys import statements
from tilewright.model import FALLBACK, PLAYER
from tilewright.reading.source import without_places
from tilewright.text import element, filler, text
from tilewright.wording.filling import Thing
from tilewright.wording.pieces import facts
from tilewright.wording.reachable import numbers_of
from tilewright.wording.sentences import Sentences, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.language.tree import Var
    from tilewright.language.types import Type
    from tilewright.merging.content import Content
    from tilewright.wording.filling import Value

    Word = tuple[str, str]

ENDLESS = 10 ** 6
SAMPLE = 2


@dataclass(frozen=True, slots=True)
class Use:
    """One ability of one tile, as it was written."""

    family: str
    index: int
    ability: str
    raw: dict[str, Any]


@dataclass
class Facts:
    """A game and the data that it was linked from, asked for what concerns tiles."""

    game: model.Game
    content: Content
    langs: list[str]

    @cached_property
    def uses(self) -> list[Use]:
        return [Use(family, index, name, raw)
                for (family, index), abilities in self.game.published.abilities.items()
                for name, raw in abilities.items()]

    @cached_property
    def users(self) -> dict[Word, list[Use]]:
        """The abilities that use each word."""
        found: dict[Word, list[Use]] = defaultdict(list)
        for use in self.uses:
            for word in dict.fromkeys(words_in(use.raw)):
                found[word].append(use)
        return found

    def definition(self, section: str, word: str) -> Any:
        """A word as its file says it."""
        return without_places(self.content.section(section).get(word))

    def keys(self, section: str, word: str) -> dict[str, Any]:
        """The keys of a definition; none if it is a plain value."""
        found = self.definition(section, word)
        return found if isinstance(found, dict) else {}

    def defined_at(self, section: str, word: str) -> str:
        """Where a word is defined, without the folder of the game."""
        place = self.content.section(section).key_at(word)
        return f"{place.file.removeprefix(f'{self.game.folder}/')}:{place.line}"

    def rows(self, family: str) -> dict[str, dict[str, Any]]:
        """The tiles of a family as their files say them."""
        found: dict[str, dict[str, Any]] = {}
        for name, rows in self.content.tiles:
            found |= without_places(rows) if name == family else {}
        return found

    # -- what the rules do with tiles -----------------------------------------------------------

    @cached_property
    def families(self) -> list[model.Kind]:
        """The families of tiles; those whose tiles can do most come first."""
        found = [kind for kind in self.game.kinds.values() if kind.tiles]
        able = Counter(use.family for use in self.uses)
        return sorted(found, key=lambda kind: -able[kind.name])

    def zones(self, family: str) -> list[model.Field]:
        """The zones of players that hold tiles of a family; where abilities count comes first."""
        found = [f for f in self.game.fields.values()
                 if f.owner == PLAYER and f.zone and f.type.kind == family]
        return sorted(found, key=lambda f: (not f.in_play, f.hidden))

    def in_play(self, family: str) -> list[str]:
        return [f"me.{f.name}" for f in self.zones(family) if f.in_play]

    @cached_property
    def activated(self) -> set[str]:
        """The families whose `gain` abilities the rules carry out somewhere."""
        called = {s.procedure for s in statements(self.game) if isinstance(s, Call)}
        return {kind.name for kind in self.families if f"gain.{kind.name}" in called}

    @cached_property
    def counted(self) -> set[str]:
        """The families whose `score` and `goal` abilities the rules count somewhere."""
        return {e.family for e in expressions(self._rules()) if isinstance(e, Points)}

    @cached_property
    def menus(self) -> list[Menu]:
        found = [s for s in statements(self.game) if isinstance(s, Menu)]
        return sorted(found, key=lambda menu: menu.place)

    @cached_property
    def forced(self) -> set[str]:
        """Actions that have to be possible: each alone in a step that has no way out."""
        return {m.actions[0] for m in self.menus
                if m.rule == "must" and len(m.actions) == 1 and not m.has_else}

    def _rules(self) -> list[Any]:
        game = self.game
        return [*game.functions.values(), *game.actions.values(), *game.procedures.values(),
                *game.scoring.values(), *game.ties, *game.endings, game.flow]

    @cached_property
    def asked(self) -> dict[str, list[str]]:
        """Which rules ask each query."""
        found: dict[str, list[str]] = defaultdict(list)
        game = self.game
        rules: list[tuple[str, dict[str, Any]]] = [
            ("action", {**game.actions}), ("function", {**game.functions}),
            ("procedure", {**game.procedures}), ("scoring", {**game.scoring})]
        for sort, named in rules:
            for name, rule in named.items():
                asked = {e.name for e in expressions([rule]) if isinstance(e, Query)}
                # Names with a dot belong to tiles.
                for query in asked if "." not in name else ():
                    found[query].append(f"{sort} `{name}`")
        return found

    # -- words ----------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> dict[str, dict[str, set[int]]]:
        """The numbers that texts really meet, for each key and hole."""
        found: dict[str, dict[str, set[int]]] = numbers_of(self.game)
        return found

    def has_text(self, key: str, lang: str = FALLBACK) -> bool:
        return key in self.game.texts.get(lang, {})

    def said(self, key: str, args: Iterable[Var], lang: str) -> str:
        """A piece of text, filled in with numbers that tiles have or with small ones."""
        template = text(self.game, key, lang)
        numbers = self.numbers.get(key, {})
        values: dict[str, Value] = {
            **facts(self.game, key), "n": min(numbers.get("n", ()), default=SAMPLE)}
        for var in args:
            values[var.name] = _sample(self.game, var, numbers.get(var.name, ()))
        return filler(self.game, lang).fill(template, values) if template is not None else ""

    def sentence(self, raw: dict[str, Any], lang: str) -> str:
        """An ability in words; nothing if a piece of it has no text."""
        made = Sentences(self.game, filler(self.game, lang),
                         lambda key: text(self.game, key, lang))
        said = made.ability(raw)
        return sentence(said) if said else ""

    def names(self, key: str) -> str:
        """A name in each language that has one."""
        found = [text(self.game, key, lang) for lang in self.langs]
        return " / ".join(dict.fromkeys(n for n in found if n)) or "-"

    def tile(self, use: Use) -> str:
        """The name of a tile for people, and its id."""
        item = self.game.kinds[use.family].items[use.index]
        lang = self.langs[0] if self.langs else FALLBACK
        return f"{element(self.game, use.family, use.index, lang)} (`{item}`)"


def words_in(raw: dict[str, Any]) -> Iterator[Word]:
    """The published words that an ability uses, each with its section."""
    for verb in [raw["power"]] if "power" in raw else [*raw.get("gain", ()), *raw.get("do", ())]:
        yield "verbs", next(iter(verb)) if isinstance(verb, dict) else verb
    if "change" in raw:
        yield "queries", raw["change"]
    for occasion in (raw.get("when"), raw.get("whenever")):
        for event in (occasion or {}).values():
            yield "events", event
    goal = raw.get("goal", {})
    for section, holder, key in (("conditions", raw, "where"), ("conditions", goal, "has"),
                                 ("amounts", raw, "per"), ("amounts", goal, "of")):
        if key in holder:
            yield section, holder[key]


def expressions(things: Iterable[Any]) -> Iterator[Expr]:
    """All expressions within rules, however deep."""
    todo = list(things)
    while todo:
        thing = todo.pop()
        if isinstance(thing, Expr):
            yield from thing.walk()
        elif isinstance(thing, (list, tuple)):
            todo += thing
        elif isinstance(thing, dict):
            todo += thing.values()
        elif is_dataclass(thing) and type(thing).__module__ in (tree.__name__, model.__name__):
            todo += [getattr(thing, f.name) for f in fields(thing)]


def _sample(game: model.Game, var: Var, numbers: Iterable[int]) -> Value:
    if var.type.tag == "kind" and game.kinds[var.type.kind].items:
        return Thing(var.type.kind, game.kinds[var.type.kind].items[0])
    return True if var.type.tag == "bool" else min(numbers, default=SAMPLE)


def flow(value: Any) -> str:
    """A value as YAML on one line."""
    said = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True,
                          width=ENDLESS)
    return said.removesuffix("...\n").strip()


def type_words(type_: Type) -> str:
    """A type for people."""
    if type_.tag == "map" and type_.item is not None:
        return f"{type_words(type_.item)} for each {type_.kind}"
    if type_.tag == "list" and type_.item is not None:
        return f"a list of {type_.item}"
    if type_.tag == "kind":
        article = "an" if type_.kind[:1] in "aeiou" else "a"
        return f"{article} {type_.kind}{' or none' if type_.optional else ''}"
    return type_.words
