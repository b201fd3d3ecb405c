"""Problems of shape: one plain sentence for each way in which data does not fit its schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.problems import Place, Problems, did_you_mean, listed
from tilewright.reading.elsewhere import declares
from tilewright.reading.meant import shape_hint
from tilewright.reading.other_words import OTHER_VALUES
from tilewright.reading.source import Map, Seq, Source, place_of
from tilewright.reading.words_meant import (
    effect_hint,
    key_hint,
    key_meant,
    missing_hint,
    name_meant,
    place_hint,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

TYPE_WORDS = {"object": "a mapping", "array": "a list", "string": "a text",
              "integer": "a whole number", "boolean": "true or false", "null": "nothing",
              "number": "a number"}


def tell(error: Any, source: Source, problems: Problems, needed: Sequence[str] = ()) -> None:
    """The problem of one error; `needed` are keys that are missing where one is not known."""
    path = list(error.absolute_path)
    place = place_of(source.data, path, source.place)
    if "propertyNames" in error.absolute_schema_path:
        place = held_by(source, [*path, ""]).key_at(error.instance)
    if error.validator == "additionalProperties":
        _extra(error, place, problems, path, list(needed))
    else:
        TELLERS[error.validator](error, place, problems, path, source)


def held_by(source: Source, path: list[Any]) -> Any:
    """What holds the value at a path."""
    holder: Any = source.data
    for step in path[:-1]:
        holder = holder[step]
    return holder


def _key_place(source: Source, path: list[Any]) -> Place:
    holder = held_by(source, path)
    return holder.key_at(path[-1]) if isinstance(holder, Map) else source.place


def _ruled_out(_error: Any, _place: Place, problems: Problems, path: list[Any], source: Source
               ) -> None:
    key = path[-1] if path else "?"
    problems.add("key-not-here", _key_place(source, path), f"'{key}' does not belong here",
                 place_hint(str(key), held_by(source, path)))


def _extra(error: Any, place: Place, problems: Problems, path: list[Any], needed: list[str]
           ) -> None:
    known = list(error.schema.get("properties", {}))
    holder = error.instance
    free = [k for k in known if k not in holder]
    odd = [k for k in holder if k not in known]
    # Of several that are all unlike any other, the first says enough.
    alike = [k for k in odd if key_meant(k, free)]
    some = alike or (odd[:1] if needed or path[:1] == ["kinds"] else odd)
    for key in some:
        at = holder.key_at(key) if isinstance(holder, Map) else place
        hint = key_hint(path, key, known, holder, needed) or did_you_mean(key, free if path else ())
        problems.add("unknown-key", at, f"unknown key '{key}'", hint)


def _missing(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source
             ) -> None:
    for key in error.validator_value:
        if key not in error.instance:
            problems.add("missing-key", place, f"the key '{key}' is missing", missing_hint(key))


def _type(error: Any, place: Place, problems: Problems, path: list[Any], source: Source) -> None:
    given = error.validator_value
    wanted = [given] if isinstance(given, str) else list(given)
    words = [TYPE_WORDS[w] for w in wanted]
    phrase = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    line = "".join(source.lines[place.line - 1:place.line])
    around = held_by(source, path)
    hint = _offered(error.instance, around, source.data) or shape_hint(
        path, error.instance, wanted, line, around)
    problems.add("wrong-value", place, f"this is {_what(error.instance)}, but {phrase} is needed",
                 hint)


def _offered(value: Any, around: Any, data: Any) -> str:
    """How actions that stand where statements do are offered."""
    if not isinstance(value, str) or not isinstance(around, Seq) or (
            not declares(data, "actions")(value)):
        return ""
    return f"steps offer actions: - must: [{', '.join(str(one) for one in around)}]"


def _what(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, Map):
        return "a mapping"
    if isinstance(value, Seq):
        return "a list"
    if value is None:
        return "empty"
    return "a whole number" if isinstance(value, int) else "a text"


def _choice(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source
            ) -> None:
    known = error.validator_value if isinstance(error.validator_value, list) else [
        error.validator_value]
    words = [str(k) for k in known]
    meant = OTHER_VALUES.get(str(error.instance).lower(), "")
    hint = f"did you mean '{meant}'?" if meant in words else (
        did_you_mean(str(error.instance), words) or f"it can be {listed(words)}")
    shown = str(error.instance) if not isinstance(error.instance, (dict, list)) else "this"
    problems.add("wrong-value", place, f"'{shown[:60]}' is not possible here", hint)


def _pattern(error: Any, place: Place, problems: Problems, path: list[Any], _source: Source
             ) -> None:
    about = error.schema.get("description", "")
    word = str(error.instance)[:60]
    problems.add("wrong-name", place, f"'{word}' is not written as it should be",
                 name_meant(path, word, str(error.validator_value), about))


def _size(error: Any, place: Place, problems: Problems, path: list[Any], _source: Source) -> None:
    words = {
        "minItems": "this list is too short, it needs {}", "maxItems": "this list holds at most {}",
        "minProperties": "this needs at least {} key", "maxProperties": "this takes only {} key",
        "minLength": "this text is too short", "maxLength": "this text has more than {} characters",
        "minimum": "this must be {} or more", "maximum": "this must be {} or less",
        "uniqueItems": "each may be listed once",
    }
    least = error.validator == "minimum" and path[-1:] == ["count"]
    problems.add("wrong-size", place, words[error.validator].format(error.validator_value),
                 "leave it out of the game instead" if least else _size_hint(error))


def _size_hint(error: Any) -> str:
    """A way out for a mapping of nothing, and for a list in which something stands twice."""
    if error.validator == "minProperties" and error.validator_value == 1:
        return "say at least one thing here, or remove it"
    if error.validator != "uniqueItems":
        return ""
    words = [str(item) for item in error.instance]
    twice = [w for i, w in enumerate(words) if w in words[:i]]
    return f"remove the second '{twice[0]}'" if twice else ""


def _apart(statement: Any, found: list[str]) -> str:
    """A way out for a statement of two effects."""
    if set(found) == {"choose", "may"}:
        return "who may decline has 'optional: true'"
    other = next((word for word in found if word != "if"), "")
    if "if" not in found:
        return "write them as two statements, each with its own '-'"
    if "then" in statement or "else" in statement:
        return f"put '{other}' below 'then:', as '- {other}: …'"
    test = statement["if"]
    return (f"to do it only if that holds, write 'when: {test}' in place of 'if: {test}'"
            if isinstance(test, str) else f"put '{other}' below 'then:', as '- {other}: …'")


def _effect(error: Any, place: Place, problems: Problems, _path: list[Any], source: Source
            ) -> None:
    known = error.validator_value
    found = [k for k in error.instance if k in known]
    if len(found) > 1:
        problems.add("two-effects", place, f"{listed(found, 'and')} cannot stand together",
                     _apart(error.instance, found))
        return
    key = next(iter(error.instance))
    at = error.instance.key_at(key) if isinstance(error.instance, Map) else place
    problems.add("unknown-effect", at, f"'{key}' is not an effect",
                 effect_hint(key, error.instance[key], known, source.data))


def _any(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source) -> None:
    keys = [k for option in error.validator_value for k in option.get("required", [])]
    problems.add("missing-key", place, f"one of {listed(keys)} is missing")


TELLERS: dict[str, Any] = {
    "required": _missing, "type": _type, "enum": _choice,
    "const": _choice, "pattern": _pattern, "not": _ruled_out, "effectByWord": _effect,
    "anyOf": _any,
    **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties", "minLength",
                     "maxLength", "minimum", "maximum", "uniqueItems"), _size),
}
