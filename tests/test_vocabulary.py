"""Every word of the language is declared for people and has cases, good and refused."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from case_runner import Case, case_files, read_cases
from tilewright.language import effects
from tilewright.language.effects import EFFECTS, TOPICS
from tilewright.language.functions import FUNCTIONS
from tilewright.linking.tiles import KINDS
from tilewright.problems import Problems
from tilewright.reading.source import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

EFFECT_FILES = {name: f"{effect.topic}/{name}" for name, effect in EFFECTS.items()}
FUNCTION_FILES = {name: f"functions/{name}" for name in FUNCTIONS}
ABILITY_FILES = {name: f"abilities/{name}" for name in KINDS}
FILES = [*EFFECT_FILES.values(), *FUNCTION_FILES.values(), *ABILITY_FILES.values()]
# What rules must not tell is no word of its own, nor is what boards and expressions are made of.
OTHER_FILES = [
    *(f"secrets/{name}" for name in (
        "asked", "noticed", "offered", "openly", "revealed", "shown", "sizes")),
    "boards/attributes", "boards/counts", "boards/drawings", "boards/given_relations",
    "boards/hexagons", "boards/lines", "boards/relations",
    "control/turns", "expressions/absent", "expressions/comprehensions", "expressions/either",
    "expressions/tables", "numbers/options", "zones/chosen_by_a_test", "zones/per", "zones/swap"]


@cache
def cases_of(name: str) -> list[Case]:
    return read_cases(name) if name in case_files() else []


def keys_and_texts(value: Any) -> Iterator[tuple[str, str]]:
    """All keys and all texts inside a case."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield "key", key
            yield from keys_and_texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_and_texts(inner)
    else:
        yield "text", str(value)


def is_about(case: Case, file: str) -> bool:
    """Whether the word of a file stands in the rules of a case."""
    topic, word = file.split("/")
    parts = list(keys_and_texts({k: case.raw.get(k) for k in ("rules", "go", "values", "tiles")}))
    if topic == "functions":
        return any(re.search(rf"\b{word}\(", text) for _, text in parts)
    return ("key", word) in parts


@pytest.mark.parametrize("file", FILES)
def test_word_has_a_case_that_works(file: str) -> None:
    works = [c for c in cases_of(file)
             if not c.is_refused and "known_bug" not in c.raw and is_about(c, file)]
    assert works, f"add a case that works to cases/{file}.yaml"


@pytest.mark.parametrize("file", FILES)
def test_word_has_a_case_that_is_refused(file: str) -> None:
    refused = [c for c in cases_of(file)
               if c.is_refused and "known_bug" not in c.raw and is_about(c, file)]
    assert refused, f"add a case with expect_error or expect_rule_error to cases/{file}.yaml"


def test_no_case_file_is_left_over() -> None:
    assert case_files() == sorted([*FILES, *OTHER_FILES])


def test_notes_differ() -> None:
    for file in [*FILES, *OTHER_FILES]:
        notes = [c.raw["note"] for c in cases_of(file)]
        assert len(set(notes)) == len(notes), file


@pytest.mark.parametrize("name", EFFECTS)
def test_effect_is_described(name: str) -> None:
    effect = EFFECTS[name]
    assert effect.about.endswith(".")
    assert name in effect.keys, "an effect is known by its own word"
    assert all(key.about for key in effect.keys.values())
    problems = Problems()
    example = parse(effect.example, "example", problems).data
    assert not problems
    assert ("key", name) in keys_and_texts(example)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_is_described(name: str) -> None:
    word = FUNCTIONS[name]
    assert word.form.startswith(f"{name}(")
    assert word.about
    assert f"{name}(" in word.example


def test_no_topic_is_left_out() -> None:
    modules = {m.name for m in pkgutil.iter_modules(effects.__path__)} - {"declare"}
    assert {topic.__name__.rsplit(".", 1)[1] for topic in TOPICS} == modules


def test_effects_stand_in_the_file_of_their_topic() -> None:
    for effect in EFFECTS.values():
        module = effect.build.__module__.rsplit(".", 1)[1]
        assert effect.topic == module
