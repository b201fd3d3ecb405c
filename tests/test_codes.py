"""The catalogue of problem codes: complete, and each entry proved by its own snippets."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tilewright
from tilewright.catalogue import Code, codes, expanded, laid_over, spot, tried

if TYPE_CHECKING:
    from tilewright.problems import Problem

SOURCE = Path(tilewright.__file__).parent
CODE = re.compile(r"[a-z]+(-[a-z]+)*\Z")
# What reports a problem, and which of its arguments is the code.
REPORTERS = {"add": 0, "problem": 0, "fail": 0, "_fail": 0, "Problem": 0, "name": 4}
TRIED = [c for c in codes().values() if not c.guard]
# The place of these is not yet right in the program.
WRONG_PLACE: set[str] = set()


def _codes_in(path: Path) -> set[str]:
    """All words that a file reports problems with."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else (
            node.func.id if isinstance(node.func, ast.Name) else "")
        index = REPORTERS.get(called)
        if index is None or len(node.args) <= index or (index == 0 and len(node.args) < 3):
            continue
        given = node.args[index]
        if isinstance(given, ast.Constant) and CODE.match(str(given.value)):
            found.add(given.value)
    return found


@cache
def _told(name: str) -> list[Problem]:
    """The problems of the bad snippet of a code; several tests look at them."""
    code = codes()[name]
    return tried(code, code.bad)


def _cases() -> list[object]:
    late = pytest.mark.xfail(reason="the place is not that of the key")
    return [pytest.param(c, id=c.name, marks=[late] if c.name in WRONG_PLACE else [])
            for c in TRIED]


def test_every_code_of_the_program_is_in_the_catalogue_and_no_other() -> None:
    used = set().union(*(_codes_in(path) for path in SOURCE.rglob("*.py")))
    assert len(used) > 100, "the search for codes in the source finds too little"
    assert set(codes()) == used


def test_every_code_is_reported_through_a_known_door() -> None:
    """A code that is built from parts, or reported otherwise, would slip past the search above."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in re.findall(r"(?:problems\.add|\.problem|\.fail|\._fail)\(\s*([^\s,)]+)", text):
            assert word.startswith('"') or word == "code", f"{path.name}: {word}"


@pytest.mark.parametrize("code", [pytest.param(c, id=c.name) for c in TRIED])
def test_the_bad_snippet_has_its_problem_and_no_other(code: Code) -> None:
    assert {p.code for p in _told(code.name)} == {code.name, *code.also}


@pytest.mark.parametrize("code", _cases())
def test_the_problem_points_to_the_right_text(code: Code) -> None:
    places = [p.place for p in _told(code.name) if p.code == code.name]
    wanted = spot(code)
    assert (wanted.file, wanted.line, wanted.col) in [(p.file, p.line, p.col) for p in places]


@pytest.mark.parametrize("code", [pytest.param(c, id=c.name) for c in TRIED])
def test_the_good_snippet_has_no_problem(code: Code) -> None:
    assert tried(code, code.good) == []


@pytest.mark.parametrize("code", [pytest.param(c, id=c.name) for c in TRIED])
def test_messages_are_sentences_without_traces_of_the_program(code: Code) -> None:
    for problem in _told(code.name):
        said = problem.sentence
        assert len(said) > 10
        assert not re.search(r"tilewright/|/tmp|Traceback|<class|None\b", said), said
        assert not said.rstrip().endswith((";", ":", ",")), said
        assert "  " not in said


@pytest.mark.parametrize("code", codes().values(), ids=lambda c: c.name)
def test_the_words_of_each_code_are_whole_sentences(code: Code) -> None:
    for words in (code.means, code.fix):
        assert words[0].isupper() or words[0] == "`"
        assert words.endswith(".")
        assert "\n" not in words


def test_only_safety_nets_are_without_snippets() -> None:
    assert {c.name for c in codes().values() if c.guard} == {"wrong-shape"}
    assert all(c.bad and c.good and c.bad != c.good for c in TRIED)


def test_a_snippet_replaces_the_sections_that_it_has() -> None:
    assert laid_over("b: 3\n", "a: 1\nb:\n  c: 2\nd: 4\n") == "b: 3\na: 1\nd: 4\n"


def test_holes_in_snippets_are_filled() -> None:
    assert expanded('<3 times "ab">c') == "abababc"
    assert expanded("<byte E9>").encode("utf-8", "surrogateescape") == b"\xe9"
