"""Mistakes that people make, and what they are told: one problem, at its place, with a way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mistaken import Mistake, amiss, laid_over, read, told

if TYPE_CHECKING:
    from pathlib import Path

MISTAKES = read()


def test_there_are_mistakes_of_all_classes_and_cases_without_any() -> None:
    assert len(MISTAKES) >= 150
    assert sum(1 for m in MISTAKES if not m.phrases) >= 20
    assert {m.file for m in MISTAKES} == {
        "yaml", "expressions", "effects", "flow", "state", "words", "tiles", "overlays", "texts",
        "situations", "manifests", "playing", "commands", "second", "third",
        "show"}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m.id)
def test_what_is_said_helps(mistake: Mistake, tmp_path: Path) -> None:
    found = told(mistake, tmp_path.resolve())
    faults = amiss(mistake, found)
    if mistake.known:
        assert faults, "it is told well by now; take 'known' away"
    else:
        assert not faults, (faults, found)


def test_the_corpus_can_fail() -> None:
    said = [("game.yaml:3:5", "wrong-value: this is a text; write a number")]
    mistake = Mistake("some", {"mistake": "one", "says": ["a number"]}, place="game.yaml:3:5")
    assert not amiss(mistake, said)
    for change in ({"says": ["another word"]}, {"only": 2}, {"never": ["a text"]}):
        assert amiss(Mistake("some", mistake.raw | change, place="game.yaml:3:5"), said)
    assert amiss(Mistake("some", mistake.raw, place="game.yaml:3:6"), said)
    assert amiss(Mistake("some", {"mistake": "one"}), said), "nothing was to be said"


def test_entries_are_laid_over_those_of_the_same_name() -> None:
    base = "a:\n  b: 1\n  c:\n    d: 2\nstate:\n  player:\n    x: int\n    y: int\n"
    assert laid_over("a:\n  b: 3\n", base) == base.replace("b: 1", "b: 3")
    assert laid_over("state:\n  player:\n    y: bool\n", base).splitlines()[:4] == [
        "state:", "  player:", "    y: bool", "    x: int"]
    assert laid_over("a: 1\n", base).splitlines()[:2] == ["a: 1", "state:"]
