"""What fits a schema is found twice, quickly and with all that is wrong; both say the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tilewright.problems import Problems
from tilewright.reading import schemas
from tilewright.reading.fitting import SILENT, WORDS, Fitting
from tilewright.reading.misshapen import TELLERS
from tilewright.reading.source import parse, without_places

ROOT = Path(__file__).parent.parent
DATA: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, -1, "", "a", "b", "ab", "abc", "aä", [], [1], [0], [True],
    [1, 1], [True, 1], [1, 2, 3], ["a"], ["a", "b"], ["a", "a"], [["a"], ["a"]],
    [{"a": 1}, {"a": True}], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [[]], {}, {"a": 1}, {"a": "a"},
    {"b": 1}, {"ab": 1}, {"a": 1, "b": "b"}, {"b": 2, "c": {}}, {"a": {"a": {"a": 1}}},
    {"a": {"a": {"b": 1}}},
    {"c": [1]}, {"x1": 1}, {"x1": "a", "b": 1}, {"ab": "a", "abc": 2, "b": 3})
NUMBER, TEXT = {"type": "integer"}, {"type": "string"}
SHAPES: tuple[dict[str, Any], ...] = (
    {}, *({"type": name} for name in ("object", "array", "string", "boolean", "integer", "null")),
    {"type": ["string", "integer"]}, {"enum": ["a", 1]}, {"enum": [True, None]}, {"enum": [0]},
    {"pattern": "^a"}, {"pattern": "b$"}, {"minLength": 2}, {"maxLength": 2}, {"minimum": 1},
    {"maximum": 1}, {"minItems": 2}, {"maxItems": 2}, {"uniqueItems": True},
    {"uniqueItems": False}, {"items": NUMBER}, {"items": False}, {"minProperties": 1},
    {"minProperties": 2}, {"maxProperties": 1}, {"maxProperties": 0}, {"required": ["a"]},
    {"required": ["a", "b"]}, {"properties": {"a": NUMBER, "b": TEXT}},
    {"properties": {"a": True, "b": False}}, {"additionalProperties": False},
    {"additionalProperties": NUMBER}, {"properties": {"a": {}}, "additionalProperties": False},
    {"properties": {"a": {}}, "additionalProperties": TEXT},
    {"patternProperties": {"^x": TEXT, "b": NUMBER}},
    {"patternProperties": {"^x": {}}, "properties": {"b": {}}, "additionalProperties": False},
    {"patternProperties": {"b$": {}, "c$": {}}, "additionalProperties": NUMBER},
    {"propertyNames": {"maxLength": 1}}, {"propertyNames": {"enum": ["a"]}},
    {"not": {}}, {"not": TEXT}, {"not": {"required": ["a"]}},
    {"allOf": [{"minLength": 2}, {"maxLength": 2}]}, {"allOf": []},
    {"anyOf": [NUMBER, {"minLength": 2}]}, {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {"if": NUMBER, "then": {"minimum": 1}}, {"if": NUMBER, "else": {"minLength": 1}},
    {"if": TEXT, "then": {"minLength": 2}, "else": {"type": "array"}}, {"if": TEXT},
    {"dependentSchemas": {"a": {"required": ["b"]}, "b": {"maxProperties": 1}}},
    {"$defs": {"n": NUMBER}, "properties": {"a": {"$ref": "#/$defs/n", "minimum": 2}}},
    {"$ref": "#/$defs/deep", "$defs": {"deep": {
        "type": "object", "properties": {"a": {"if": {"type": "object"}, "then": {
            "$ref": "#/$defs/deep"}}}, "additionalProperties": False}}},
    {"type": "object", "required": ["a"], "additionalProperties": NUMBER},
)


@pytest.mark.parametrize("schema", SHAPES, ids=str)
def test_each_word_says_what_it_says_in_the_library(schema: dict[str, Any]) -> None:
    fitting = Fitting({"here": schema}, {})
    library = jsonschema.Draft202012Validator(schema)
    assert [fitting.fits(schema, data) for data in DATA] == [*map(library.is_valid, DATA)]


def test_each_word_is_compared() -> None:
    words = {word for shape in SHAPES for word in shape}
    assert {*WORDS} <= words
    assert words - {*WORDS} == {*SILENT} & words


def test_a_pattern_holds_for_a_whole_text() -> None:
    schema = {"pattern": "^a$"}
    fitting = Fitting({"here": schema}, {})
    assert [fitting.fits(schema, data) for data in ("a", "a\n")] == [True, False]


def test_a_reference_leads_into_another_document() -> None:
    here, there = {"items": {"$ref": "there#/$defs/n"}}, {"$defs": {"n": {"$ref": "#/$defs/t"},
                                                                    "t": TEXT}}
    fitting = Fitting({"here": here, "there": there}, {})
    assert [fitting.fits(here, data) for data in (["a"], [1], [])] == [True, False, True]


def test_what_is_no_part_of_the_documents_never_fits() -> None:
    assert not Fitting({"here": {}}, {}).fits({}, 1)


def test_a_word_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(KeyError, match="prefixItems"):
        Fitting({"here": {"prefixItems": []}}, {})


def test_each_word_that_can_be_broken_has_a_sentence() -> None:
    """The others only lead to these."""
    leading = {"$ref", "properties", "patternProperties", "propertyNames", "dependentSchemas",
               "items", "if", "allOf"}
    assert {*TELLERS, "additionalProperties"} == {*WORDS, "effectByWord", "const"} - leading


# -- the schemas ----------------------------------------------------------------------------------

OTHERS: tuple[Any, ...] = (None, True, -7, 0, "strange words", "a", [], [1, ["a"]], {},
                           {"strange": {"a": 1}}, ..., "a key")


def _places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(
        data if isinstance(data, list) else ())
    return [path, *(p for key, value in inner for p in _places(value, (*path, key)))]


def _damaged(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of data with another value at a place, without it, or with a key more."""
    if not path:
        return {**data, "strange": 1} if value == "a key" and isinstance(data, dict) else value
    key, *rest = path
    if value is ... and not rest:
        kept = [(k, v) for k, v in (data.items() if isinstance(data, dict) else enumerate(data))
                if k != key]
        return dict(kept) if isinstance(data, dict) else [v for _, v in kept]
    made = data.copy()
    made[key] = _damaged(data[key], tuple(rest), value)
    return made


def _files() -> list[tuple[Path, str]]:
    """Shipped files and files of tests with the kinds that their manifests give them."""
    keys = {"rules": "game", "boards": "board", "tiles": "tiles", "overlays": "overlay",
            "situations": "situations", "texts": "text", "terms": "terms"}
    found = []
    for folder in ("content/namiji", "content/yamatai", "variants", "tests/packs"):
        for manifest in sorted((ROOT / folder).rglob("*.yaml")):
            if manifest.name not in ("pack.yaml", "variant.yaml"):
                continue
            found.append((manifest, manifest.stem))
            said: Any = parse(manifest.read_text("utf-8"), "", Problems()).data
            for key, kind in keys.items():
                names = said.get(key, [])
                names = [*names.values()] if isinstance(names, dict) else names
                found += [(manifest.parent / name, kind) for name in names]
    return found


def _errors(kind: str, data: Any) -> list[tuple[Any, ...]]:
    return sorted((str(e.message), str([*e.absolute_path]), str(e.validator))
                  for e in schemas.validator(kind).iter_errors(data))


@pytest.mark.many
@pytest.mark.parametrize(("file", "kind"), _files(), ids=str)
def test_what_fits_is_fine_and_of_the_rest_the_same_is_told(
        file: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = without_places(parse(file.read_text("utf-8"), "", Problems()).data)
    chosen = random.Random(str(file.relative_to(ROOT)))
    tried = [data, *(_damaged(data, chosen.choice(_places(data)[1:]), chosen.choice(OTHERS))
                     for _ in range(6))]
    fits = [schemas._fitting().fits(schemas.read_schema(kind), one) for one in tried]
    told = [_errors(kind, one) for one in tried]
    # Without what is quick, the library looks at all of it.
    monkeypatch.setattr(Fitting, "fits", lambda *_: False)
    assert fits[0]
    assert fits == [_errors(kind, one) == [] for one in tried]
    assert told == [_errors(kind, one) for one in tried]
