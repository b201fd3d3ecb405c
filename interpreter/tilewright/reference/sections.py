"""All keys of all files, as the schemas declare them: what each means, holds and normally is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright.reading.schemas import read_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    Schema = dict[str, Any]

# The files of a pack, by schema: how paths into them begin, and what they are called.
FILES = {"game": "", "tiles": "", "text": "texts", "overlay": "overlays",
         "terms": "terms", "situations": "situations", "pack": "pack", "variant": "variant",
         "experiment": "experiment"}
# What some shapes that all files share are in few words.
SHARED = {
    "expression": "an expression", "rule": "an expression", "id": "a name", "type": "a type",
    "file": "a file", "ids": "a list of names", "args": "names: types", "picks": "names: lists",
    "costs": "fields: numbers", "statements": "statements", "event": "an event",
    "limit": "`once`, `once_per_turn`, `once_per_round`, or `times` and `per`",
}
MAPPING = "a mapping"
PLAIN = {"integer": "a number", "boolean": "true or false", "string": "a text", "object": MAPPING,
         "array": "a list", "null": "nothing"}
# In a path, a name that somebody chooses is in capitals.
ANY = "NAME"


@dataclass(frozen=True, slots=True)
class Section:
    """One key, with the keys below it. `default` holds what it normally is, if that is fixed."""

    file: str
    path: tuple[str, ...]
    about: str
    value: str
    needed: bool
    default: tuple[Any, ...]
    examples: tuple[Any, ...]
    keys: tuple[Section, ...]

    @property
    def title(self) -> str:
        return ".".join(self.path)

    @property
    def steps(self) -> tuple[str, ...]:
        """The path word by word; keys of texts have several."""
        return tuple(self.title.split("."))

    @property
    def chosen(self) -> bool:
        """Whether somebody chooses its name."""
        return self.path[-1].isupper() and "." not in self.path[-1]

    def below(self) -> Iterator[Section]:
        """Its keys, and those of each key whose name somebody chooses."""
        for key in self.keys:
            yield key
            yield from key.below() if key.chosen else ()

    def all(self) -> Iterator[Section]:
        """It and all that is below it."""
        yield self
        for key in self.keys:
            yield from key.all()


@cache
def files() -> dict[str, Section]:
    """Each sort of file as one section with all that is in it."""
    return {kind: _section(kind, (begin,) if begin else (), _whole(kind), needed=False)
            for kind, begin in FILES.items()}


def _whole(kind: str) -> Schema:
    """The schema of a sort of files; of texts, the keys that there are for people."""
    schema = read_schema(kind)
    if kind != "text":
        return schema
    forms = schema["$defs"]["forms"]["properties"]
    return {"description": schema["description"], "examples": schema["examples"],
            "type": "object", "properties": {k: {"type": "string", **v} for k, v in forms.items()}}


@cache
def sections() -> tuple[Section, ...]:
    """All keys of all files."""
    return tuple(s for file in files().values() for s in file.all() if s.path)


def _section(file: str, path: tuple[str, ...], schema: Schema, *, needed: bool) -> Section:
    parts = list(_parts(file, schema))
    keys: dict[str, Section] = {}
    must = {name for _, part, sure in parts if sure for name in part.get("required", ())}
    for home, part, _ in parts:
        for name, inner in _inner(part):
            if name not in keys:
                keys[name] = _section(home, (*path, name), inner, needed=name in must)
    own: Schema = {}
    for _, part, _ in reversed(parts):
        own |= {k: part[k] for k in ("description", "default", "examples") if k in part}
    return Section(
        file, path, str(own.get("description", "")), value_words(file, schema), needed,
        (own["default"],) if "default" in own else (), tuple(own.get("examples", ())),
        tuple(keys.values()))


def _parts(file: str, schema: Any, *, sure: bool = True) -> Iterator[tuple[str, Schema, bool]]:
    """A schema, what it leads to, and its ways: whatever may hold keys, with the file of each.

    A way of a mapping with keys is not sure: it only holds if there are certain others.
    """
    if not isinstance(schema, dict):
        return
    yield file, schema, sure
    if "$ref" in schema:
        home, name, found = resolved(file, schema["$ref"])
        if not _shared(schema["$ref"]) or name == "limit":
            yield from _parts(home, found, sure=sure)
    for way in ("then", "else", "items"):
        yield from _parts(file, schema.get(way), sure=sure and "properties" not in schema)


def _inner(part: Schema) -> Iterator[tuple[str, Schema]]:
    """The keys of a mapping; those that are only ruled out are none."""
    for name, inner in part.get("properties", {}).items():
        if isinstance(inner, dict) and "not" not in inner:
            yield name, inner
    others = part.get("additionalProperties")
    if isinstance(others, dict):
        yield part.get("propertyNames", {}).get("title", ANY), others


def resolved(file: str, ref: str) -> tuple[str, str, Schema]:
    """The file to which a reference leads, its last word, and the schema there."""
    home, _, pointer = ref.partition("#")
    kind = home.removesuffix(".schema.json") or file
    name = pointer.rpartition("/")[2]
    if kind == "effect":
        return kind, name, {}
    found: Any = read_schema(kind)
    for step in pointer.split("/")[1:]:
        found = found[step]
    return kind, name, found


def _shared(ref: str) -> bool:
    """Whether what a reference leads to is told in few words wherever it stands."""
    return "/$defs/" in ref and ref.rpartition("/")[2] in SHARED


# -- values -------------------------------------------------------------------------------------


def value_words(file: str, schema: Any) -> str:
    """What can stand behind a key, in few words."""
    if not isinstance(schema, dict):
        return "anything"
    if "$ref" in schema:
        home, name, found = resolved(file, schema["$ref"])
        return SHARED[name] if _shared(schema["$ref"]) else value_words(home, found)
    if "enum" in schema:
        return _either([f"`{word}`" for word in schema["enum"]])
    if schema.get("if") == {"type": "null"}:
        return value_words(file, schema["else"])
    if "then" in schema and "properties" not in schema:
        ways = [value_words(file, schema[way]) for way in ("then", "else") if way in schema]
        return _either(list(dict.fromkeys(ways)))
    if isinstance(schema.get("type"), list):
        return _either([PLAIN[word] for word in schema["type"]])
    sort = schema.get("type", "")
    if sort == "array":
        return _list_words(file, schema)
    if sort == "object":
        return _mapping_words(file, schema)
    return _number_words(schema) if sort == "integer" else PLAIN.get(sort, "anything")


def _either(words: list[str]) -> str:
    if any(" or " in word for word in words):
        return ", or ".join(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _number_words(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None:
        return "a number"
    return f"a number from {least}" + (f" to {most}" if most is not None else "")


def _list_words(file: str, schema: Schema) -> str:
    inner = schema.get("items", {})
    item = value_words(file, inner).replace("a name", "names").replace("a file", "files")
    many = {"a number": "numbers", "a text": "texts", "anything": "",
            "an expression": "expressions"}
    item = many.get(item, item)
    if schema.get("minItems", 0) == schema.get("maxItems") == 2:
        return f"two {item}".replace("two texts", "two names")
    return f"a list of {item}" if item else "a list"


def _mapping_words(file: str, schema: Schema) -> str:
    others = schema.get("additionalProperties", True)
    name = schema.get("propertyNames", {}).get("title")
    if isinstance(others, dict):
        return f"{name or ANY}: {value_words(file, others)}"
    return f"{name}: anything" if name and others else MAPPING
