"""The small changes that `make mutants` makes are what they should be."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import mutants as whole
from mutants import PACKAGE, ROOT, Record, worked
from mutating import mutants, probed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mutating import Mutant

CODE = '''\
def count(items: list[int], most: int = 3) -> int:
    """How many of 1 or more."""
    found = 0
    for item in items:
        if item < 1 or not fine(item, found):
            continue
        if item:
            found += 1
    return least(found, most) if items[1:] else -min(found, most)
'''
QUIET = """\
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import os as system
Key = tuple[int, 1]
NAMES: dict[1, 2]
def told(what: Literal[1]) -> Literal[2]:
    assert what == 3
    raise_it = f"{what + 1} is too much"
    print(raise_it + " indeed")
    for one, other in zip(what, what, strict=True):
        return False
class Described(Protocol):
    def most(self, steps: int = 0) -> int:
        \"\"\"What others do.\"\"\"
"""


def changes(tmp_path: Path, code: str) -> list[str]:
    path = tmp_path / "code.py"
    path.write_text(code, encoding="utf-8")
    return [m.said for m in mutants(path, "code.py")]


def test_each_kind_of_change_is_made(tmp_path: Path) -> None:
    assert changes(tmp_path, CODE) == [
        "3 -> (2)", "3 -> (4)", "0 -> (-1)", "0 -> (1)",
        "item < 1 -> (item <= 1)",
        "item < 1 or not fine(item, found) -> (item < 1 and (not fine(item, found)))",
        "1 -> (0)", "1 -> (2)",
        "not fine(item, found) -> (fine(item, found))",
        "fine(item, found) -> (fine(found, item))",
        "continue -> break", "item -> (not item)",
        "found += 1 -> found -= 1", "found += 1 -> nothing", "1 -> (0)", "1 -> (2)",
        "return least(found, most) if items[1:] else -min(found, most) -> return None",
        "least(found, most) -> (least(most, found))",
        "items[1:] -> (items[:])", "items[1:] -> (not items[1:])", "1 -> (0)", "1 -> (2)",
        "-min(found, most) -> (min(found, most))",
    ]


def test_the_first_of_a_list_does_not_become_the_last(tmp_path: Path) -> None:
    assert changes(tmp_path, "x = a[0] + b[1]\n") == [
        "a[0] + b[1] -> (a[0] - b[1])", "0 -> (1)", "1 -> (0)", "1 -> (2)"]


def test_texts_types_and_asserts_are_left_alone(tmp_path: Path) -> None:
    assert changes(tmp_path, QUIET) == ["print(raise_it + ' indeed') -> nothing",
                                        "False -> (True)"]


def test_a_change_is_made_at_its_place_alone(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("# é\n" + CODE, encoding="utf-8")
    (made,) = [m for m in mutants(path, "code.py") if m.said == "item < 1 -> (item <= 1)"]
    assert made.line == 6
    changed = made.applied(path.read_bytes()).decode()
    assert changed == "# é\n" + CODE.replace("item < 1", "(item <= 1)")


def test_code_with_marks_does_the_same_and_tells_where_it_came_by(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text(CODE, encoding="utf-8")
    found = mutants(path, "code.py")
    seen: set[int] = set()
    names = {"__hit__": seen.add, "fine": lambda item, _: item != 5, "least": min}
    exec(probed(CODE.encode(), list(enumerate(found))), names)
    assert names["count"]([5]) == 0
    said = {found[n].said for n in seen}
    assert "continue -> break" in said
    assert "found += 1 -> nothing" not in said
    assert names["count"]([0, 5, 2, 7]) == 2
    assert seen == set(range(len(found)))


@pytest.mark.parametrize("room", ["language", "playing"])
def test_the_core_can_be_marked_everywhere(room: str) -> None:
    for path in sorted((ROOT / PACKAGE / room).rglob("*.py")):
        found = mutants(path, path.name)
        # What writes code is only described in the rooms of the language.
        assert found or path.name in ("__init__.py", "coder.py")
        ast.parse(probed(path.read_bytes(), list(enumerate(found))))


def test_the_likeliest_tests_come_first_and_not_too_many() -> None:
    work = {"a::slow": 5.0, "a::quick": 0.1, "a::near": 0.1, "b::one": 0.2, "c::far": 0.1}
    tests = Record({0: ["a::slow", "a::quick", "b::one"], 1: ["a::quick"]}, work, most=5.5)
    assert tests.of(0) == ["a::quick", "b::one", "a::slow", "a::near"]
    assert Record(tests.hits, work, most=0.35).of(0) == ["a::quick", "b::one"]
    assert tests.of(7) == []


def test_declarations_are_tried_by_the_tests_of_all_words() -> None:
    """They are carried out once, by whoever imports them first."""
    work = {"a::one": 0.1, "b::two": 0.2, "tests/test_reference.py::three": 0.3}
    tests = Record({0: [""], 1: ["", "b::two"]}, work, places=["x", "y"])
    assert tests.of(0) == ["tests/test_reference.py::three", "a::one", "b::two"]
    assert tests.of(1) == ["b::two", "a::one", "tests/test_reference.py::three"]


def test_work_is_also_that_of_children_who_must_not_take_too_much() -> None:
    assert worked(["0.250\t0.500\ta::forks", "1.500\t0.000\ta::alone",
                   "0.100\t1.001\ta::starts a\tprogram", "0.100\t1.000\tb::two\tparts"]) == {
        "a::forks": 0.75, "a::alone": 1.5, "b::two\tparts": 1.1}


# The package makes known a plugin of pytest, so that this has to be there.
SMALL = {
    "interpreter/tilewright/__init__.py": "from __future__ import annotations\n",
    "interpreter/tilewright/situations/plugin.py": "",
    "interpreter/tilewright/playing/__init__.py": "",
    "interpreter/tilewright/playing/twice.py":
        "def twice(n: int) -> int:\n    return 2 * n\n\n\ndef unused() -> int:\n    return 7\n",
    "interpreter/tilewright/playing/once.py": "ONCE = 1\n",
    "tests/conftest.py": "def pytest_addoption(parser):\n    parser.addoption('--part')\n",
    "tests/test_twice.py": """\
import inspect
import subprocess
import sys

from tilewright.playing.once import ONCE
from tilewright.playing.twice import twice


def test_twice() -> None:
    assert twice(3) == 6


def test_code_is_read_without_marks() -> None:
    assert "__hit__" not in inspect.getsource(twice)


def test_a_program() -> None:
    program = "from tilewright.playing.once import ONCE; assert ONCE"
    subprocess.run([sys.executable, "-c", program], check=True)
""",
}


@pytest.mark.late
def test_a_run_goes_on_with_the_tree_as_it_was_at_its_start(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    """All files are gone as soon as the changes are chosen; nothing else may be read again."""
    root, choose = tmp_path / "root", whole.sample
    fails = "def test_it() -> None:\n    raise ValueError\n"
    for name, text in {**SMALL, "tests/gone.py": "", "tests/test_red.py": fails}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    shutil.copy2(ROOT / "tests" / "mutant_probe.py", root / "tests")
    for command in (["git", "init", "-q"], ["git", "add", "tests"]):
        subprocess.run(command, cwd=root, check=True)
    (root / "tests" / "gone.py").unlink()

    def chosen(tree: Path, count: int, seed: int, rooms: Sequence[str]) -> list[Mutant]:
        found = choose(tree, count, seed, rooms)
        shutil.rmtree(root)
        return found

    monkeypatch.setattr(whole, "ROOT", root)
    monkeypatch.setattr(whole, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(whole, "sample", chosen)
    monkeypatch.setattr(sys, "argv", ["mutants", "--jobs", "1"])
    whole.main()
    said = capsys.readouterr().out
    assert "5 of 9 were noticed" in said
    assert "No test of these takes part: tests/test_red.py." in said
    (kept,) = (tmp_path / "kept").iterdir()
    told = json.loads(kept.read_text(encoding="utf-8"))
    # Of the nine the first two stand in what is imported, also by the program of a test.
    assert [told["hits"][n] for n in ("0", "1")] == [[""], [""]]
    assert len(told["work"]) == 3


def test_rooms_can_be_chosen(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = whole.sample(ROOT, 10**9, 1, ["packs", "merging"])
    assert {m.file.split("/")[2] for m in found} == {"packs", "merging"}
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["mutants", "--rooms", "packs,mergin"])
    with pytest.raises(SystemExit):
        whole.main()
    said = capsys.readouterr()
    assert "no such room: mergin; there are language, kernel" in said.err
    assert said.out == ""
