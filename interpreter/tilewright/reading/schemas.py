"""JSON Schema over files that remember their places: one plain problem for each mistake."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright.problems import Place, Problems, did_you_mean, listed, nearest
from tilewright.reading.other_words import OTHER_WORDS
from tilewright.reading.paths import data_folder
from tilewright.reading.pruning import LeftOut, passes, without, words_in
from tilewright.reading.source import Map, Seq, Source, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = ("common", "game", "board", "tiles", "text", "pack", "variant", "overlay", "situations",
         "cookbook")
# An unknown key may hide another one below it.
MENDINGS = 4
# Then what is wrong is taken out: statements, entries, sections.
PRUNINGS = 3
TYPE_WORDS = {"object": "a mapping", "array": "a list", "string": "a text",
              "integer": "a whole number", "boolean": "true or false", "null": "nothing",
              "number": "a number"}


@cache
def read_schema(kind: str) -> dict[str, Any]:
    text = (data_folder("schema") / f"{kind}.schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@cache
def _validators() -> Any:
    """The validator class and the registry of all schemas.

    Statements are dispatched on their own word first, so that only the schema of one effect
    speaks; `allOf` with `if` says the same to editors, forty times slower.
    """
    import jsonschema
    from referencing import Registry, Resource

    from tilewright.language.shapes import effect_schema

    effects = effect_schema()
    statement = effects["$defs"]["statement"]
    words = [branch["if"]["required"][0] for branch in statement.pop("allOf")]
    for key in ("properties", "additionalProperties"):
        statement.pop(key)
    statement["effectByWord"] = words

    def effect_by_word(validator: Any, known: list[str], instance: Any, schema: Any
                       ) -> Iterator[Any]:
        del schema
        if not isinstance(instance, dict) or not instance:
            return
        word = effect_word(instance, known, effects)
        if word is None:
            yield jsonschema.ValidationError("effect", validator="effectByWord",
                                             validator_value=known, instance=instance)
        else:
            yield from validator.descend(instance, {"$ref": f"#/$defs/{word}"})

    def whole_pattern(_validator: Any, pattern: str, instance: Any, _schema: Any
                      ) -> Iterator[Any]:
        # In Python, '$' fits before a newline at the end too.
        if isinstance(instance, str) and ("\n" in instance or not re.search(pattern, instance)):
            yield jsonschema.ValidationError("pattern")

    extend: Any = jsonschema.validators.extend
    made = extend(jsonschema.Draft202012Validator,
                  {"effectByWord": effect_by_word, "pattern": whole_pattern})
    resources = [(f"{kind}.schema.json", Resource.from_contents(read_schema(kind)))
                 for kind in KINDS]
    resources.append(("effect.schema.json", Resource.from_contents(effects)))
    registry: Any = Registry().with_resources(resources)
    return made, registry


def effect_word(instance: dict[str, Any], known: list[str], effects: dict[str, Any]) -> str | None:
    """The effect that a statement is: the one word that is no key of another one present."""
    found = [k for k in instance if k in known]
    main = [w for w in found
            if not any(w in effects["$defs"][o]["properties"] for o in found if o != w)]
    return main[0] if len(main) == 1 else None


@cache
def validator(kind: str) -> Any:
    made, registry = _validators()
    return made(read_schema(kind), registry=registry)


def validate(source: Source, kind: str, problems: Problems, left: LeftOut | None = None) -> bool:
    """Check a file against the schema of its kind; true if it has the right shape.

    With `left`, what does not fit is taken out, and it is true if anything is left that fits.
    """
    if source.data is None:
        problems.add("file-empty", Place(source.name), "this file is empty",
                     "fill it or take it out of the manifest")
        return False
    errors = list(validator(kind).iter_errors(source.data))
    for _ in range(passes(source, MENDINGS)):
        if not _mended(errors, source, problems, left):
            break
        errors = list(validator(kind).iter_errors(source.data))
    for error in errors:
        if problems.enough:
            break
        _tell(error, source, problems)
    return not errors or (left is not None and _pruned(errors, source, kind, left))


def _pruned(errors: list[Any], source: Source, kind: str, left: LeftOut) -> bool:
    for step in range(passes(source, PRUNINGS)):
        if not without(source, errors, step, left):
            return False
        errors = list(validator(kind).iter_errors(source.data))
        if not errors:
            return True
    return False


def _mended(errors: list[Any], source: Source, problems: Problems, left: LeftOut | None) -> bool:
    """Tell unknown keys, then read them as what was probably meant, so that the rest is checked.

    A key that is like no other is left out. The file still has a problem and is never played.
    """
    mended = False
    for error in errors:
        if error.validator == "additionalProperties" and isinstance(error.instance, Map):
            _tell(error, source, problems)
            known = list(error.schema.get("properties", {}))
            for key in [k for k in error.instance if k not in known]:
                _rename(error.instance, key, known, left)
            mended = True
        elif error.validator == "effectByWord" and isinstance(error.instance, Map):
            words = [k for k in error.instance if k in error.validator_value]
            key = next(iter(error.instance))
            if not words and key not in OTHER_WORDS and nearest(key, error.validator_value):
                _tell(error, source, problems)
                _rename(error.instance, key, error.validator_value, left)
                mended = True
    return mended


def _rename(holder: Map, key: str, known: list[str], left: LeftOut | None) -> None:
    value, key_at, value_at = holder.drop(key)
    meant = nearest(key, [k for k in known if k not in holder])
    if meant:
        holder.put(meant, value, key_at, value_at)
    elif left is not None:
        left.words.update(words_in((key, value)))


def _tell(error: Any, source: Source, problems: Problems) -> None:
    path = list(error.absolute_path)
    place = place_of(source.data, path, source.place)
    if "propertyNames" in error.absolute_schema_path:
        place = _holder(source, path).key_at(error.instance)
    tell = TELLERS.get(error.validator)
    if tell is not None:
        tell(error, place, problems, path, source)
    else:
        problems.add("wrong-shape", place, f"this does not fit: {error.validator}")


def _holder(source: Source, path: list[Any]) -> Any:
    holder: Any = source.data
    for step in path:
        holder = holder[step]
    return holder


def _key_place(source: Source, path: list[Any]) -> Place:
    holder = _holder(source, path[:-1])
    return holder.key_at(path[-1]) if isinstance(holder, Map) else source.place


def _ruled_out(_error: Any, _place: Place, problems: Problems, path: list[Any], source: Source
               ) -> None:
    key = path[-1] if path else "?"
    problems.add("key-not-here", _key_place(source, path), f"'{key}' does not belong here",
                 "remove it, or the key that it does not go with")


def _extra(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source
           ) -> None:
    known = list(error.schema.get("properties", {}))
    holder = error.instance
    for key in [k for k in holder if k not in known]:
        at = holder.key_at(key) if isinstance(holder, Map) else place
        hint = did_you_mean(key, [k for k in known if k not in holder])
        problems.add("unknown-key", at, f"unknown key '{key}'", hint)


def _missing(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source
             ) -> None:
    for key in error.validator_value:
        if key not in error.instance:
            problems.add("missing-key", place, f"the key '{key}' is missing", f"add '{key}: …'")


def _type(error: Any, place: Place, problems: Problems, path: list[Any], _source: Source) -> None:
    wanted = error.validator_value
    words = [TYPE_WORDS[w] for w in ([wanted] if isinstance(wanted, str) else wanted)]
    phrase = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    hint = ""
    if error.instance is None and wanted == "array":
        hint = "indent what belongs to it below, each line with its '-'"
    elif error.instance is None:
        hint = "write it behind the ':'; in an expression, 'none' means no value"
    elif isinstance(error.instance, Seq) and path[-1:] == ["action"]:
        hint = "declare one event for each action"
    elif isinstance(error.instance, Seq) and "string" in wanted:
        hint = "if it is an expression, put quotes around it"
    elif isinstance(error.instance, int) and wanted == "string":
        hint = "put quotes around it"
    problems.add("wrong-value", place, f"this is {_what(error.instance)}, but {phrase} is needed",
                 hint)


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
    hint = did_you_mean(str(error.instance), words) or f"it can be {listed(words)}"
    shown = str(error.instance) if not isinstance(error.instance, (dict, list)) else "this"
    problems.add("wrong-value", place, f"'{shown[:60]}' is not possible here", hint)


def _pattern(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source
             ) -> None:
    about = error.schema.get("description", "")
    word = str(error.instance)[:60]
    problems.add("wrong-name", place, f"'{word}' is not written as it should be",
                 f"it is {about}" if about else "")


def _size(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source) -> None:
    words = {
        "minItems": "this list is too short, it needs {}", "maxItems": "this list holds at most {}",
        "minProperties": "this needs at least {} key", "maxProperties": "this takes only {} key",
        "minLength": "this text is too short", "maxLength": "this text has more than {} characters",
        "minimum": "this must be {} or more", "maximum": "this must be {} or less",
        "uniqueItems": "each may be listed once",
    }
    problems.add("wrong-size", place, words[error.validator].format(error.validator_value))


def _effect(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source
            ) -> None:
    known = error.validator_value
    found = [k for k in error.instance if k in known]
    if len(found) > 1:
        problems.add("two-effects", place, f"{listed(found, 'and')} cannot stand together",
                     "write them as two statements, each with its own '-'")
        return
    key = next(iter(error.instance))
    at = error.instance.key_at(key) if isinstance(error.instance, Map) else place
    hint = f"the word is {OTHER_WORDS[key]}" if key in OTHER_WORDS else did_you_mean(key, known)
    problems.add("unknown-effect", at, f"'{key}' is not an effect", hint)


def _deeper(error: Any, place: Place, problems: Problems, path: list[Any], source: Source) -> None:
    del place, path
    for inner in error.context or ():
        _tell(inner, source, problems)
    if not error.context:
        problems.add("wrong-shape", source.place, "this does not fit")


def _any(error: Any, place: Place, problems: Problems, _path: list[Any], _source: Source) -> None:
    keys = [k for option in error.validator_value for k in option.get("required", [])]
    problems.add("missing-key", place, f"one of {listed(keys)} is missing")


TELLERS: dict[str, Any] = {
    "additionalProperties": _extra, "required": _missing, "type": _type, "enum": _choice,
    "const": _choice, "pattern": _pattern, "not": _ruled_out, "effectByWord": _effect,
    "anyOf": _any, "if": _deeper,
    **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties", "minLength",
                     "maxLength", "minimum", "maximum", "uniqueItems"), _size),
}
