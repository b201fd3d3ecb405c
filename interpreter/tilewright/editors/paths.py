"""The JSON Schemas of the overlays and texts of one game: which paths and keys there are."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from tilewright.editors.words import DRAFT, Schema, Words, lines
from tilewright.linking.text_keys import keys_of
from tilewright.merging.addresses import item_names
from tilewright.merging.content import VOCABULARY
from tilewright.merging.history import short
from tilewright.reading.schemas import read_schema
from tilewright.reading.source import Map, Seq
from tilewright.wording.pieces import own_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.model import Game

# How the keys of texts begin, besides with the name of a kind; the last ones are those of the
# program's own words, which a game may put otherwise.
SORTS = ("action", "amount", "ask", "change", "condition", "end", "event", "family", "field",
         "goal", "kind", "move", "option", "pass", "ranking", "round", "score", "setup", "step",
         "table", "toll", "turn", "variant", "verb", "why", "window",
         "cli", "frame", "rules", "told")
PLAIN = ["integer", "boolean", "string", "null"]
# Texts of a variant stand in text files of its own; the others are seldom changed alone.
UNLISTED = ("texts", "source", "at")


def overlay_schema(root: Map) -> Schema:
    """Overlays of a game, as `check` has them, with the paths that there are in its data.

    A path that is not listed is allowed: another variant may have added what it leads to.
    """
    there = dict(paths(root))
    made: Schema = without_examples(copy.deepcopy(read_schema("overlay")))
    made |= {"$schema": DRAFT, "description": made.pop("title")}
    made.pop("$id")
    made["$defs"] |= {
        "path": _listed(list(there)), "any_path": _listed([]),
        "number": _listed([p for p, value in there.items() if _numbers(value)])}
    for word, names in (("plus", "number"), ("times", "number"), ("set", "any_path")):
        made["properties"][word]["propertyNames"] = {"$ref": f"#/$defs/{names}"}
    made["properties"]["set"]["properties"] = {
        path: {"type": _sort(value), "description": f"now {short(value)}"}
        for path, value in there.items()}
    return made


def without_examples(part: Any) -> Any:
    """The same schema; its examples are about another game."""
    if isinstance(part, list):
        return [without_examples(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    return {key: without_examples(inner) for key, inner in part.items() if key != "examples"}


def _listed(known: list[str]) -> Schema:
    """A path: some are offered, but only the section of it can be wrong."""
    sections = [*read_schema("game")["properties"], *VOCABULARY, "tiles", "texts"]
    return {"type": "string", "maxLength": 300, "pattern": f"^({'|'.join(sections)})(/.+)?$",
            "patternErrorMessage": "a path begins with a section of the game, such as "
                                   "options/NAME or tiles/FAMILY/TILE/worth",
            **({"anyOf": [{"enum": known}, {}]} if known else {})}


def paths(root: Map) -> Iterator[tuple[str, Any]]:
    """Each path into the data of a game that an overlay may well name, with its value."""
    for section, value in _inside(root):
        yield from _below(section, value)


def _below(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    yield path, value
    for step, inner in _inside(value):
        yield from _below(f"{path}/{step}", inner)


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    """What one more step of a path leads to."""
    if isinstance(value, Map):
        yield from ((k, v) for k, v in value.items() if k not in UNLISTED and "/" not in k)
    elif isinstance(value, Seq) and not any(isinstance(item, Seq) for item in value):
        # Links of a board are left out: there are very many of them.
        names = item_names(value)
        yield from ((name, item) for name, item in zip(names, value, strict=True) if name)


def _numbers(value: Any) -> bool:
    """Whether it can be counted with: a number, or a mapping of numbers."""
    if isinstance(value, Map):
        return bool(value) and all(_numbers(inner) for inner in value.values())
    return type(value) is int


def _sort(value: Any) -> str | list[str]:
    if isinstance(value, Map):
        return "object"
    return "array" if isinstance(value, Seq) else PLAIN


# -- texts ----------------------------------------------------------------------------------------


def text_schema(game: Game) -> Schema:
    """Texts of a game: the keys that it can have, what stands there in English, and holes.

    Keys of the same sorts are allowed too: a variant may bring tiles and moves of its own.
    """
    words, own = Words(game, {}), own_texts(game)
    known = keys_of(game)
    plain: Schema = {key: _about(words.said(key), known[key]) for key in sorted({*known} - {*own})}
    says: Schema = {key: {"$ref": "#/$defs/own"} for key in sorted(own)}
    generic = read_schema("text")
    sorts = sorted({*SORTS, *game.kinds})
    return {
        "$schema": DRAFT, "description": f"Texts of '{game.id}' in one language",
        "type": "object", "additionalProperties": False,
        "properties": plain | says,
        "patternProperties": {
            f"^({'|'.join(sorts)})\\.[a-z0-9_.]+$": generic["additionalProperties"]},
        "$defs": {"own": _own()},
    }


def _about(said: str, holes: set[str]) -> Schema:
    """What a text says in English, and what may be filled in."""
    filled = ", ".join(f"{{{hole}}}" for hole in sorted(holes))
    told = lines(f"in English: {said}" if said else "", f"can hold {filled}" if filled else "")
    return {"type": ["string", "object"], **({"description": told} if told else {})}


def _own() -> Schema:
    """A text of a tile that stands in for the one made from its rule."""
    text: Schema = {"type": "string", "minLength": 1, "maxLength": 1000}
    return {"description": "a text instead of the one made from the rule of the tile",
            "type": "object", "additionalProperties": False, "required": ["text"],
            "properties": {
                "text": {**text, "description": "what the tile says"},
                "rule": {**text, "description": "the mark of the rule that it tells; "
                                                "'tilewright check' tells the mark"},
                "was": {**text, "description": "what was made from that rule"}}}


