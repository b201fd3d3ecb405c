"""JSON Schema over files that remember their places: one plain problem for each mistake."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright.problems import Place, Problems, nearest
from tilewright.reading.fitting import Check, Fitting
from tilewright.reading.misshapen import held_by, tell
from tilewright.reading.paths import data_folder
from tilewright.reading.pruning import LISTS, LeftOut, passes, without, words_in
from tilewright.reading.source import Map, Source
from tilewright.reading.words_meant import key_meant, mended_effect, other_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = ("common", "game", "board", "tiles", "text", "pack", "variant", "overlay", "situations",
         "terms", "marks", "cookbook", "experiment")
# An unknown key may hide another one below it.
MENDINGS = 4
# Then what is wrong is taken out: statements, entries, sections.
PRUNINGS = 3
# Problems that only follow from a key that was left out.
OF_MISSING = ("required", "minProperties", "anyOf")


@cache
def read_schema(kind: str) -> dict[str, Any]:
    text = (data_folder("schema") / f"{kind}.schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@cache
def _fitting() -> Fitting:
    """All schemas, as they are checked.

    Statements are dispatched on their own word first, so that only the schema of one effect
    speaks; `allOf` with `if` says the same to editors, forty times slower.
    """
    from tilewright.language.shapes import effect_schema

    effects = effect_schema()
    statement = effects["$defs"]["statement"]
    words = [branch["if"]["required"][0] for branch in statement.pop("allOf")]
    for key in ("properties", "additionalProperties"):
        statement.pop(key)
    statement["effectByWord"] = words
    documents = {f"{kind}.schema.json": read_schema(kind) for kind in KINDS}
    return Fitting({**documents, "effect.schema.json": effects}, {"effectByWord": _by_word})


def _by_word(made: Fitting, known: list[str], _schema: Any, home: str) -> Check:
    effects = made.documents[home]
    checks = made.many({word: effects["$defs"][word] for word in known}, home)

    def fits(data: Any) -> bool:
        word = effect_word(data, known, effects)
        return word is not None and checks[word](data)

    return fits


@cache
def _validators() -> Any:
    """The validator class and the registry of all schemas."""
    import jsonschema
    from referencing import Registry, Resource

    fitting = _fitting()
    effects = fitting.documents["effect.schema.json"]

    def effect_by_word(validator: Any, known: list[str], instance: Any, schema: Any
                       ) -> Iterator[Any]:
        if not isinstance(instance, dict) or not instance or fitting.fits(schema, instance):
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

    def unless_it_fits(word: str) -> Any:
        whole: Any = jsonschema.Draft202012Validator.VALIDATORS[word]

        def errors(validator: Any, given: Any, instance: Any, schema: Any) -> Iterator[Any]:
            if not fitting.fits(schema, instance):
                yield from whole(validator, given, instance, schema)

        return errors

    extend: Any = jsonschema.validators.extend
    made = extend(jsonschema.Draft202012Validator,
                  {"effectByWord": effect_by_word, "pattern": whole_pattern,
                   **{word: unless_it_fits(word) for word in ("$ref", "if")}})
    resources = [(name, Resource.from_contents(schema))
                 for name, schema in fitting.documents.items()]
    registry: Any = Registry().with_resources(resources)
    return made, registry


def effect_word(instance: dict[str, Any], known: list[str], effects: dict[str, Any]) -> str | None:
    """The effect that a statement is: the one word that is no key of another one present."""
    found = [k for k in instance if k in known]
    main = [w for w in found
            if not any(w in effects["$defs"][o]["properties"] for o in found if o != w)]
    if len(main) != 1 or _is_key_of_a_slip(main[0], next(iter(instance)), known, effects):
        return None
    return main[0]


def _is_key_of_a_slip(word: str, first: str, known: list[str], effects: dict[str, Any]) -> bool:
    """Whether a word is only a key of another one, which is misspelt: `mst` with `repeat`."""
    if first in known or first in effects["$defs"][word]["properties"]:
        return False
    meant = nearest(first, known)
    return bool(meant) and meant != word and word in effects["$defs"][meant]["properties"]


@cache
def validator(kind: str) -> Any:
    made, registry = _validators()
    return made(read_schema(kind), registry=registry)


def _errors(source: Source, kind: str) -> list[Any]:
    """All that does not fit; the library that tells is only read where something does not."""
    if _fitting().fits(read_schema(kind), source.data):
        return []
    return list(validator(kind).iter_errors(source.data))


# A text that is left as a comment until somebody translates it.
LEFT = re.compile(r"#\s?[a-z][a-z0-9_]*\.[a-z0-9_.]+:")


def validate(source: Source, kind: str, problems: Problems, left: LeftOut | None = None) -> bool:
    """Check a file against the schema of its kind; true if it has the right shape.

    With `left`, what does not fit is taken out, and it is true if anything is left that fits.
    """
    if source.data is None and kind == "text" and any(LEFT.match(line) for line in source.lines):
        source.data = Map(source.place)   # All texts are still to be translated.
    if source.data is None:
        problems.add("file-empty", Place(source.name), "this file is empty",
                     "fill it or take it out of the manifest")
        return False
    if another := other_kind(source.data, kind):
        problems.add("wrong-shape", Place(source.name), f"this is a file of {another}",
                     f"name it under '{another}' in the manifest")
        return False
    errors = _errors(source, kind)
    strange: set[Any] = set()
    for _ in range(passes(source, MENDINGS)):
        if not _mended(errors, source, problems, left, strange):
            break
        errors = _errors(source, kind)
    for error in _one_of_each(errors):
        if problems.enough:
            break
        if not _follows(error, source, strange):
            tell(error, source, problems)
    return not errors or (left is not None and _pruned(errors, source, kind, left))


def _follows(error: Any, source: Source, strange: set[Any]) -> bool:
    """Whether an error comes of a key that nobody knows: what is missing beside it, or what stands
    at it and does not fit the key that was probably meant."""
    if id(error.instance) in strange:
        return error.validator in OF_MISSING
    path = list(error.absolute_path)
    return error.validator == "type" and path != [] and (
        id(held_by(source, path)), path[-1]) in strange


def _one_of_each(errors: list[Any]) -> Iterator[Any]:
    """All errors; but of items of a list that are all of one wrong shape, the first is enough, and
    of a key that does not belong there, or is not written as a name, its value says nothing more.
    """
    told = set()
    ruled_out = {tuple(e.absolute_path) for e in errors if e.validator == "not"}
    ruled_out |= {(*e.absolute_path, e.instance) for e in errors if e.validator == "pattern"}
    for error in errors:
        path = tuple(error.absolute_path)
        if error.validator == "type" and path in ruled_out:
            continue
        if path[-2:-1] and path[-2] in ("links", *LISTS) and error.validator == "type":
            if path[:-1] in told:
                continue
            told.add(path[:-1])
        yield error


def _pruned(errors: list[Any], source: Source, kind: str, left: LeftOut) -> bool:
    for step in range(passes(source, PRUNINGS)):
        if not without(source, errors, step, left):
            return False
        errors = _errors(source, kind)
        if not errors:
            return True
    return False


def _mended(errors: list[Any], source: Source, problems: Problems, left: LeftOut | None,
            strange: set[Any]) -> bool:
    """Tell unknown keys, then read them as what was probably meant, so that the rest is checked.

    A key that is like no other is left out. The file still has a problem and is never played.
    """
    mended = False
    for error in errors:
        if error.validator == "additionalProperties" and isinstance(error.instance, Map):
            needed = [k for e in errors if e.validator == "required"
                      and e.instance is error.instance for k in e.validator_value]
            if not _is_half(error, errors):
                tell(error, source, problems, [k for k in needed if k not in error.instance])
            known = list(error.schema.get("properties", {}))
            for key in [k for k in error.instance if k not in known]:
                strange.add((id(error.instance), _rename(error.instance, key, known, left)))
            strange.add(id(error.instance))
            mended = True
        elif error.validator == "effectByWord" and isinstance(error.instance, Map):
            words = [k for k in error.instance if k in error.validator_value]
            key = next(iter(error.instance))
            if not words and mended_effect(key, error.validator_value, source.data):
                tell(error, source, problems)
                _rename(error.instance, key, error.validator_value, left)
                mended = True
    return mended


def _is_half(error: Any, errors: list[Any]) -> bool:
    """Whether a statement has an odd key because its main value has another shape, as in
    `set: me.coins` with `to: 3`."""
    path = list(error.absolute_path)
    return path != [] and isinstance(path[-1], int) and any(
        e.validator == "type" and list(e.absolute_path)[:-1] == path for e in errors)


def _rename(holder: Map, key: str, known: list[str], left: LeftOut | None) -> str:
    """Read a value under the key that was probably meant, which comes back."""
    value, key_at, value_at = holder.drop(key)
    meant = key_meant(key, [k for k in known if k not in holder])
    if meant:
        holder.put(meant, value, key_at, value_at)
    elif left is not None:
        left.words.update(words_in((key, value)))
    return meant
