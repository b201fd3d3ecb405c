"""Whether data fits a schema, by plain functions: a tenth of what it takes to tell what is wrong.

What is wrong is told by `schemas.py`, which need not look at what fits. A schema may only use the
words of `WORDS`; `tests/test_fitting.py` holds that both say the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any], bool]
# From the value of a word, the schema it stands in and the name of its document.
Maker = Callable[["Fitting", Any, dict[str, Any], str], Check]
# They say nothing about data, or another word reads them.
SILENT = {"$schema", "$id", "$defs", "title", "description", "examples", "default", "then", "else"}
TYPES: dict[str, Check] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "null": lambda data: data is None,
}


class Fitting:
    """Documents of JSON Schema, each part of which becomes one function."""

    def __init__(self, documents: dict[str, Any], more: dict[str, Maker]) -> None:
        self.documents = documents
        self.words = {**WORDS, **more}
        self.known: dict[int, Check] = {}
        for name, document in documents.items():
            self.made(document, name)
            for part in document.get("$defs", {}).values():
                self.made(part, name)

    def fits(self, schema: Any, data: Any) -> bool:
        """Whether data fits a part of the documents; false if the schema is none of their parts."""
        check = self.known.get(id(schema))
        return check is not None and check(data)

    def made(self, schema: Any, home: str) -> Check:
        """The function for a part of a document."""
        if isinstance(schema, bool):
            return lambda _: schema
        if id(schema) not in self.known:
            parts = [self.words[word](self, value, schema, home)
                     for word, value in schema.items() if word not in SILENT]
            self.known[id(schema)] = _every(parts)
        return self.known[id(schema)]

    def many(self, schemas: dict[str, Any], home: str) -> dict[str, Check]:
        return {key: self.made(schema, home) for key, schema in schemas.items()}

    def at(self, path: str, home: str) -> Any:
        """The part of a document that a reference leads to."""
        name, _, steps = path.partition("#")
        found = self.documents[name or home]
        for step in filter(None, steps.split("/")):
            found = found[step]
        return found


def _every(checks: list[Check]) -> Check:
    if len(checks) == 1:
        return checks[0]
    first, *others = checks or [lambda _: True]

    def fits(data: Any) -> bool:
        return first(data) and all(check(data) for check in others)

    return fits


def _ref(made: Fitting, path: str, _schema: Any, home: str) -> Check:
    target, known = made.at(path, home), made.known

    def fits(data: Any) -> bool:
        return known[id(target)](data)   # schemas refer to themselves, so it is looked up late

    return fits


def _type(_made: Fitting, given: str | list[str], _schema: Any, _home: str) -> Check:
    if isinstance(given, str):
        return TYPES[given]
    checks = [TYPES[name] for name in given]
    return lambda data: any(check(data) for check in checks)


def _properties(made: Fitting, given: dict[str, Any], _schema: Any, home: str) -> Check:
    checks = made.many(given, home)

    def fits(data: Any) -> bool:
        return not isinstance(data, dict) or all(
            checks[key](value) for key, value in data.items() if key in checks)

    return fits


def _pattern_properties(made: Fitting, given: dict[str, Any], _schema: Any, home: str) -> Check:
    checks = [(re.compile(key), check) for key, check in made.many(given, home).items()]

    def fits(data: Any) -> bool:
        return not isinstance(data, dict) or all(
            check(value) for key, value in data.items()
            for pattern, check in checks if pattern.search(key))

    return fits


def _additional(made: Fitting, given: Any, schema: dict[str, Any], home: str) -> Check:
    check, known = made.made(given, home), schema.get("properties", {})
    patterns = [re.compile(key) for key in schema.get("patternProperties", {})]

    def fits(data: Any) -> bool:
        return not isinstance(data, dict) or all(
            check(value) for key, value in data.items()
            if key not in known and not any(p.search(key) for p in patterns))

    return fits


def _names(made: Fitting, given: Any, _schema: Any, home: str) -> Check:
    check = made.made(given, home)
    return lambda data: not isinstance(data, dict) or all(check(key) for key in data)


def _items(made: Fitting, given: Any, _schema: Any, home: str) -> Check:
    check = made.made(given, home)
    return lambda data: not isinstance(data, list) or all(check(item) for item in data)


def _unique(_made: Fitting, given: bool, _schema: Any, _home: str) -> Check:
    def fits(data: Any) -> bool:
        return not given or not isinstance(data, list) or (
            len({json.dumps(item, sort_keys=True) for item in data}) == len(data))

    return fits


def _same(one: Any, other: Any) -> bool:
    """Whether two values are one in JSON, where true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _enum(_made: Fitting, given: list[Any], _schema: Any, _home: str) -> Check:
    return lambda data: any(_same(data, value) for value in given)


def _pattern(_made: Fitting, given: str, _schema: Any, _home: str) -> Check:
    pattern = re.compile(given)
    # In Python, '$' fits before a newline at the end too.
    return lambda data: not isinstance(data, str) or (
        "\n" not in data and pattern.search(data) is not None)


def _if(made: Fitting, given: Any, schema: dict[str, Any], home: str) -> Check:
    check, then, other = (made.made(s, home) for s in (
        given, schema.get("then", True), schema.get("else", True)))
    return lambda data: then(data) if check(data) else other(data)


def _not(made: Fitting, given: Any, _schema: Any, home: str) -> Check:
    check = made.made(given, home)
    return lambda data: not check(data)


def _all_of(made: Fitting, given: list[Any], _schema: Any, home: str) -> Check:
    return _every([made.made(s, home) for s in given])


def _any_of(made: Fitting, given: list[Any], _schema: Any, home: str) -> Check:
    checks = [made.made(s, home) for s in given]
    return lambda data: any(check(data) for check in checks)


def _dependent(made: Fitting, given: dict[str, Any], _schema: Any, home: str) -> Check:
    checks = made.many(given, home)
    return lambda data: not isinstance(data, dict) or all(
        check(data) for key, check in checks.items() if key in data)


def _bound(kind: type | tuple[type, ...], fine: Callable[[Any, Any], bool]) -> Maker:
    """A word that holds for one kind of data, and compares it with its value."""
    def made(_made: Fitting, given: Any, _schema: Any, _home: str) -> Check:
        return lambda data: not isinstance(data, kind) or isinstance(data, bool) or fine(
            data, given)

    return made


WORDS: dict[str, Maker] = {
    "$ref": _ref, "type": _type, "enum": _enum, "pattern": _pattern,
    "properties": _properties, "patternProperties": _pattern_properties,
    "additionalProperties": _additional, "propertyNames": _names, "dependentSchemas": _dependent,
    "items": _items, "uniqueItems": _unique,
    "if": _if, "not": _not, "allOf": _all_of, "anyOf": _any_of,
    "required": _bound(dict, lambda data, keys: all(key in data for key in keys)),
    "minProperties": _bound(dict, lambda data, least: len(data) >= least),
    "maxProperties": _bound(dict, lambda data, most: len(data) <= most),
    "minItems": _bound(list, lambda data, least: len(data) >= least),
    "maxItems": _bound(list, lambda data, most: len(data) <= most),
    "minLength": _bound(str, lambda data, least: len(data) >= least),
    "maxLength": _bound(str, lambda data, most: len(data) <= most),
    "minimum": _bound(int, lambda data, least: data >= least),
    "maximum": _bound(int, lambda data, most: data <= most),
}
