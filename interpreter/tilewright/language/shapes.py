"""The JSON Schema of effects, made from their declarations."""

from __future__ import annotations

from typing import Any

from tilewright import limits
from tilewright.language.effects import EFFECTS

EXPRESSION: dict[str, Any] = {"$ref": "common.schema.json#/$defs/expression"}
ID: dict[str, Any] = {"$ref": "common.schema.json#/$defs/id"}
STATEMENTS: dict[str, Any] = {"$ref": "#/$defs/statements"}


def _mapping(value: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "minProperties": 1, "additionalProperties": value, **more}


BRANCH: dict[str, Any] = {
    "if": {"type": "array"},
    "then": STATEMENTS,
    "else": {
        "type": "object", "additionalProperties": False, "required": ["do"],
        "properties": {"if": EXPRESSION, "do": STATEMENTS},
    },
}

SHAPES: dict[str, dict[str, Any]] = {
    "expr": EXPRESSION,
    "id": ID,
    "word": ID,
    "target": {"type": "string"},
    "bool": {"type": "boolean"},
    "statements": STATEMENTS,
    "targets": _mapping(EXPRESSION),
    "bindings": _mapping(EXPRESSION, propertyNames=ID),
    "binding": _mapping(EXPRESSION, propertyNames=ID, maxProperties=1),
    "zones": {"if": {"type": "array"},
              "then": {"type": "array", "items": {"type": "string"}, "minItems": 1},
              "else": EXPRESSION},
    "columns": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
    "count": {"type": "integer", "minimum": 1, "maximum": limits.ELEMENTS},
    "names": {"type": "array", "items": ID},
    "pair": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    "branches": _mapping(BRANCH, propertyNames=ID),
    "span": {"enum": ["turn", "round", "game"]},
    "loop": {"enum": ["loop"]},
    "turn": {"enum": ["turn"]},
    "end": {"enum": ["top", "bottom"]},
    "ends": {"type": "array", "items": {"enum": ["top", "bottom"]}, "minItems": 1,
             "uniqueItems": True},
    "shortage": {"enum": ["partial", "skip", "fail"]},
    "repeat": {
        "type": "object", "additionalProperties": False, "required": ["max"],
        "properties": {"max": EXPRESSION, "while": EXPRESSION, "until": EXPRESSION},
    },
}
# Keys that every statement may have.
EVERY: dict[str, dict[str, Any]] = {
    "when": {**EXPRESSION, "description": "do it only if this holds"},
    "id": {**ID, "description": "a name for overlays, where several statements are alike"},
}


def effect_schema() -> dict[str, Any]:
    """One schema for each effect, chosen by the effect's own word."""
    defs: dict[str, Any] = {
        "statements": {"type": "array", "items": {"$ref": "#/$defs/statement"}},
        "statement": {
            "type": "object", "minProperties": 1,
            "properties": dict.fromkeys(sorted(_all_keys()), True), "additionalProperties": False,
            "allOf": [
                {"if": {"required": [name]}, "then": {"$ref": f"#/$defs/{name}"}}
                for name in sorted(EFFECTS)
            ],
        },
    }
    for name, effect in sorted(EFFECTS.items()):
        properties = {
            key: {**SHAPES[spec.shape], "description": spec.about}
            for key, spec in effect.keys.items()
        }
        defs[name] = {
            "description": effect.about, "type": "object", "additionalProperties": False,
            "required": [k for k, spec in effect.keys.items() if spec.needed],
            "properties": {**properties, **EVERY},
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "effect.schema.json", "title": "Effects; made by `tilewright schema --write`",
        "$defs": defs, "$ref": "#/$defs/statements",
    }


def _all_keys() -> set[str]:
    return set(EVERY) | {key for effect in EFFECTS.values() for key in effect.keys}
