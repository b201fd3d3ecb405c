"""The JSON Schema of the tile files of one game, made from what the game publishes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.editors.words import (
    DRAFT,
    ID,
    NEVER,
    Schema,
    Words,
    choice,
    lines,
    mapping,
)
from tilewright.language.types import INT
from tilewright.linking.tiles import KINDS
from tilewright.reading.schemas import read_schema
from tilewright.reference import ABILITIES

if TYPE_CHECKING:
    from tilewright.language.tree import Var
    from tilewright.model import Game, Kind, Query

SOURCES = {"rulebook": "a rulebook tells it", "page": "a page of the publisher tells it",
           "inferred": "it follows from what is told", "house": "our own"}
WHO = {"me": "when the owner of the tile does it", "opponent": "when another player does it",
       "anyone": "when any player does it"}
LIMITS = {"once": "once in a game", "once_per_turn": "once in each turn",
          "once_per_round": "once in each round"}
WINDOWS = {"my_turn": "whenever the owner may do something; this is usual",
           "reaction": "when something happens, which 'whenever' tells; the owner is asked"}
MOMENTS = {"before": "just before it happens", "after": "just after it happened; this is usual"}
INTEGER: Schema = {"type": "integer"}


def tile_schema(game: Game, written: dict[str, Any] | None = None) -> Schema:
    """Tile files of a game: its families with their attributes, and the words of abilities.

    `written` is what its files say; with it attributes that every tile has to give are known.
    """
    return Tiles(game, written or {}).schema()


class Tiles:
    """Makes the schema; `$defs` holds each part that stands at several places."""

    def __init__(self, game: Game, written: dict[str, Any]) -> None:
        self.game = game
        self.words = Words(game, written)
        self.families = [kind for kind in game.kinds.values() if kind.tiles]

    def schema(self) -> Schema:
        names = {k.name: self.words.said(f"kind.{k.name}") for k in self.families}
        defs = {f"tile_{kind.name}": self._tile(kind) for kind in self.families}
        return {
            "$schema": DRAFT,
            "description": f"Tiles of one family of '{self.game.id}'",
            "type": "object", "additionalProperties": False, "required": ["family", "tiles"],
            "properties": {
                "family": choice(names, "the family that all tiles of this file belong to"),
                "tiles": {"type": "object", "propertyNames": ID,
                          "description": "the tiles, each with an id of its own"}},
            "allOf": [self._of_family(kind) for kind in self.families],
            "$defs": {**defs, "ability": self._ability(), **self._verbs()},
        }

    def _of_family(self, kind: Kind) -> Schema:
        tile: Schema = {"$ref": f"#/$defs/tile_{kind.name}"}
        return {"if": {"required": ["family"], "properties": {"family": {"const": kind.name}}},
                "then": {"properties": {"tiles": {"additionalProperties": tile}}}}

    def _tile(self, kind: Kind) -> Schema:
        """One tile: its attributes, and what every tile may have."""
        columns = {name: a for name, a in kind.attributes.items()
                   if (kind.name, name) not in self.game.relations}
        others: Schema = {
            "count": {**_copies(),
                      "description": "how many of this tile are in the game; normally 1"},
            "extends": {"anyOf": [{"enum": list(kind.items)}, ID],
                        "description": "another tile, whose attributes and abilities it has too"},
            "was": {**ID, "description": "the id that it had in an earlier version"},
            "source": choice(SOURCES, "where its numbers come from"),
            "abilities": {"type": "object", "propertyNames": ID,
                          "additionalProperties": {"$ref": "#/$defs/ability"},
                          "description": "what it does; each ability has a name of your choice"}}
        made = {name: self._attribute(kind, name) for name in columns}
        needed = [name for name in columns if self.words.is_needed(kind.name, name)]
        return {"type": "object", "additionalProperties": False,
                "properties": {**made, **others},
                **({"if": {"required": ["extends"]}, "else": {"required": needed}}
                   if needed else {})}

    def _attribute(self, kind: Kind, name: str) -> Schema:
        type_ = kind.attributes[name].type
        about = lines(self.words.said(f"field.{kind.name}.{name}"), type_.words,
                      self.words.usual(kind.name, name))
        return {**self.words.value(type_), "description": about}

    # -- abilities ----------------------------------------------------------------------------

    def _ability(self) -> Schema:
        """All keys of abilities; those that do not go with its kind are ruled out below."""
        about = {key: f"{said} ({shape})" for entry in reversed(ABILITIES)
                 for key, shape, said in entry.keys}
        about |= {entry.name: entry.about for entry in ABILITIES}
        keys = self._keys()
        return {
            "type": "object", "additionalProperties": False,
            "description": "an ability: exactly one of gain, power, change, when, toll, score and "
                           "goal, with what goes with it",
            "properties": {key: {"description": about[key], **shape} if shape != NEVER else False
                           for key, shape in keys.items()},
            "anyOf": [{"required": [kind]} for kind in KINDS],
            "allOf": [*(self._of_kind(entry.name, set(keys)) for entry in ABILITIES),
                      *(self._of_query(query) for query in self.game.queries.values()),
                      _unless_reaction()],
        }

    def _keys(self) -> dict[str, Schema]:
        words, game = self.words, self.game
        conditions = choice({c: words.said(f"condition.{c}") for c in game.published.conditions})
        amounts = choice({a: words.amount(a) for a in game.published.amounts})
        steps = {f"step:{s}": f"in the step '{words.said(f'step.{s}') or s}'"
                 for s in words.steps()}
        verb = {"$ref": "#/$defs/verb"} if game.published.verbs else NEVER
        told = {"$ref": "#/$defs/verb_of_event"} if game.published.verbs else NEVER
        events = {who: choice(words.events(who), said) for who, said in WHO.items()}
        occasion = mapping(events) if game.events else NEVER
        return {
            "gain": _several(verb), "power": told,
            "window": choice({**WINDOWS, **steps}),
            "limit": _limit(),
            "whenever": occasion,
            "change": choice({q: words.query(q) for q in game.queries}),
            "for": {"type": "object", "minProperties": 1},
            "to": {"type": ["integer", "boolean", "string", "null"]},
            "add": INTEGER, "times": INTEGER,
            "when": occasion,
            "moment": choice(MOMENTS),
            "do": _several(told),
            "toll": mapping({name: {**INTEGER, "minimum": 1, "description": words.field(name)}
                             for name in self._purses()}, many=True),
            "where": conditions,
            "score": INTEGER, "per": amounts,
            "goal": _goal(amounts, conditions),
            "points": INTEGER,
        }

    def _of_kind(self, kind: str, keys: set[str]) -> Schema:
        """What an ability of this kind needs, and what it cannot have."""
        entry = next(e for e in ABILITIES if e.name == kind)
        needed = [key for key, _, said in entry.keys if said.endswith("(needed)")]
        odd = sorted(keys - {key for key, _, _ in entry.keys})
        then: Schema = {"required": needed, "properties": dict.fromkeys(odd, False)}
        if kind == "change":
            then["oneOf"] = [{"required": [how]} for how in ("to", "add", "times")]
        return {"if": {"required": [kind]}, "then": then}

    def _of_query(self, query: Query) -> Schema:
        """What a change of this query can say."""
        args = {a.name: {**self.words.value(a.type), "description": a.type.words}
                for a in query.args}
        then: Schema = {"to": self.words.value(query.type),
                        "for": mapping(args, many=True) if args else False}
        if query.type != INT:
            then |= {"add": False, "times": False}
        return {"if": {"required": ["change"], "properties": {"change": {"const": query.name}}},
                "then": {"properties": then}}

    def _purses(self) -> list[str]:
        """The numbers of a player, which a toll can ask for."""
        return [name for (owner, name), field in self.game.fields.items()
                if owner == "player" and not field.per and not field.zone and field.type == INT]

    # -- verbs --------------------------------------------------------------------------------

    def _verbs(self) -> dict[str, Schema]:
        """Verbs by their names, or with their arguments; an event may tell some of them."""
        verbs, said = self.game.published.verbs, self.words.verb
        bare = {verb: said(verb) for verb, args in verbs.items() if not args}
        made = {"verb_name": choice(bare)}
        for name, told in (("verb", {}), ("verb_of_event", self.words.told())):
            full = {verb: {**self._arguments(args, told), "description": said(verb)}
                    for verb, args in verbs.items() if args}
            full |= {verb: {**_empty(), "description": words} for verb, words in bare.items()}
            made[f"{name}_call"] = mapping(full)
            made[name] = _two_ways("verb_name", f"{name}_call")
        return made

    def _arguments(self, args: list[Var], told: dict[str, Var]) -> Schema:
        named = {a.name: self.words.value(a.type, told) for a in args}
        whole: Schema = {"type": "object", "additionalProperties": False,
                         "required": list(named), "properties": named}
        if len(args) > 1:
            return whole
        return {"if": {"type": "object"}, "then": whole, "else": named[args[0].name]}


def _empty() -> Schema:
    """What can stand behind a verb that has no arguments; nobody has to write it."""
    return {"type": ["null", "object"], "maxProperties": 0, "doNotSuggest": True}


def _two_ways(name: str, call: str) -> Schema:
    """A mapping or a word. `anyOf` is for completion alone, and holds for everything: with `if`
    only the one that is meant speaks of mistakes."""
    word, full = {"$ref": f"#/$defs/{name}"}, {"$ref": f"#/$defs/{call}"}
    return {"anyOf": [word, full, {}],
            "if": {"type": "object"}, "then": full, "else": word}


def _copies() -> Schema:
    """How many there can be of one tile, as `check` has it."""
    tile = read_schema("tiles")["properties"]["tiles"]["additionalProperties"]
    return dict(tile["properties"]["count"])


def _several(item: Schema) -> Schema:
    return NEVER if item == NEVER else {"type": "array", "minItems": 1, "items": item}


def _unless_reaction() -> Schema:
    """Only a reaction knows what an event tells, and has an event and a condition."""
    reaction: Schema = {"required": ["window"], "properties": {"window": {"const": "reaction"}}}
    return {"if": {"required": ["power"], "not": reaction},
            "then": {"properties": {"power": {"$ref": "#/$defs/verb"}, "whenever": False,
                                    "where": False}}}


def _limit() -> Schema:
    spans = choice({"turn": "", "round": "", "game": ""})
    often = {"times": {**INTEGER, "minimum": 1}, "per": spans}
    return {"anyOf": [choice(LIMITS),
                      {"type": "object", "additionalProperties": False,
                       "required": list(often), "properties": often}]}


def _goal(amounts: Schema, conditions: Schema) -> Schema:
    """Bounds of an amount, or a condition."""
    if amounts == conditions == NEVER:
        return NEVER
    bounds: Schema = {
        "at_least": {**INTEGER, "description": "reached with this number or more"},
        "at_most": {**INTEGER, "description": "reached with this number or less"}}
    has: Schema = {"has": {**conditions, "description": "a condition that has to hold"}}
    of: Schema = {"of": {**amounts, "description": "what is counted"}}
    return {
        "type": "object", "additionalProperties": False, "properties": {**bounds, **of, **has},
        "if": {"required": ["has"]},
        "then": {"properties": dict.fromkeys((*bounds, *of), False)},
        "else": {"required": ["of"], "anyOf": [{"required": [b]} for b in bounds]}}
