"""The shape of the package: which room may import which, and how big things get."""

from __future__ import annotations

import ast
import re
import statistics
from functools import cache
from pathlib import Path

import pytest

from tilewright.language.coder import Coder, Writer
from tilewright.picture.shapes import SHAPES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "interpreter" / "tilewright"
MODULES = sorted(PACKAGE.rglob("*.py"))

# From the ground up. A module may import from its own room and from rooms of a lower floor, also
# for types alone. The longest prefix that fits decides.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("limits", "costs", "picture.shapes"),
    ("problems", "writing"),
    ("middle",),
    ("kernel",),
    ("printing",),
    ("reading.files", "reading.paths"),
    ("reading.syntax",),
    ("reading.source",),
    ("model", "language"),
    ("reading", "wording"),
    ("packs",),
    ("merging",),
    ("migrating", "linking"),
    ("stages", "compiling", "text"),
    ("spoken",),
    ("proofreading",),
    ("positions", "native"),
    ("telling",),
    ("playing",),
    ("situations", "openspiel", "pettingzoo", "picture", "translating"),
    ("table",),
    ("lab",),
    ("cli", "catalogue", "reference", "editors", "handbook", "cookbook"),
    ("__main__", ""),
)
# `model` names the types that `language` defines, and `language` asks it for sizes. The books
# that the command line prints try their examples with `check`.
ONE_ROOM = {"model": "language", **dict.fromkeys(
    ("catalogue", "reference", "editors", "handbook", "cookbook"), "cli")}

LONGEST_FILE = 300
# Files that are longer than they should be. This list only gets shorter.
TOO_LONG = frozenset({
    "compiling.flow", "linking.rules", "linking.tiles", "reading.source", "model",
})

LONGEST_MEDIAN = 12
GAME_NOUNS = ("tictactoe", "connect_four", "yamatai", "namiji", "fleet", "specialist", "island",
              "boat", "harbour", "whale", "dolphin", "octopus", "torii", "palace", "crustacean",
              "archipelago", "crab", "shrimp", "bamboo", "meeple", "culture", "sacred", "whirlpool",
              "offering", "crate", "panorama", "kachiko", "sail", "fisher", "fish")


def named(path: Path) -> str:
    """The name of a module below the package; the package itself is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(p for p in parts if p != "__init__")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def room(module: str) -> tuple[int, str]:
    """The floor of a module and the name of its room."""
    fits = [(len(name), floor, name) for floor, names in enumerate(FLOORS) for name in names
            if name in ("", module) or module.startswith(f"{name}.")]
    _, floor, name = max(fits)
    assert name or not module, f"'{module}' has no floor; add it to FLOORS"
    return floor, ONE_ROOM.get(name, name)


def imported(path: Path) -> set[str]:
    """The modules of the package that are imported, at run time or for their types alone."""
    found: set[str] = set()
    names = {named(p) for p in MODULES}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name.startswith("tilewright")}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are written in full"
            if (node.module or "").partition(".")[0] == "tilewright":
                found |= {f"{node.module}.{a.name}" for a in node.names}
    short = {f.removeprefix("tilewright").removeprefix(".") for f in found}
    return {s if s in names else s.rpartition(".")[0] for s in short}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: named(p) or "tilewright")
def test_imports_go_one_way(path: Path) -> None:
    floor, here = room(named(path))
    for other in imported(path):
        other_floor, there = room(other)
        assert there == here or other_floor < floor, (
            f"{named(path)} (room '{here}') may not import {other} (room '{there}')")


def test_the_rule_about_imports_can_fail() -> None:
    assert room("compiling.emit")[0] > room("language.tree")[0]
    assert room("middle.ir")[0] < room("language.effects.zones")[0]
    assert room("stages")[0] == room("compiling.flow")[0]
    assert any(imported(p) for p in MODULES)


def test_imports_for_types_count_too(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text("from typing import TYPE_CHECKING\nfrom tilewright import limits\n"
                    "if TYPE_CHECKING:\n    from tilewright.compiling.emit import Expressions\n"
                    "def late():\n    import tilewright.compiling.build\n", encoding="utf-8")
    assert imported(path) == {"limits", "compiling.emit", "compiling.build"}


def test_words_and_effects_know_the_writer_of_their_code_by_what_it_offers() -> None:
    """`language` says what it needs in `language.coder`, and never who does it."""
    known = {path: imported(path) for path in MODULES if room(named(path))[1] == "language"}
    assert not {named(path) for path, others in known.items()
                if any(room(other)[1] == "compiling" for other in others)}
    offered = {name for level in (Coder, Writer) for name in vars(level) if name[0] != "_"}
    asked = {name for path in known
             for name in re.findall(r"\bem\.(\w+)", path.read_text(encoding="utf-8"))}
    assert offered - asked == set(), "what no word and no effect asks for"


def test_the_middle_language_stands_on_its_own() -> None:
    """It knows neither the rules above it nor the printers below."""
    ground = ("middle", "limits", "problems")
    for path in MODULES:
        if room(named(path))[1] == "middle":
            assert all(room(other)[1] in ground for other in imported(path)), path.name


def test_python_is_written_in_one_room() -> None:
    """Above the printers nobody makes Python; `ast` is there to read expressions of YAML."""
    making = [named(p) for p in MODULES if re.search(
        r"\bast\.(Module|FunctionDef|ListComp|BinOp|IfExp)\(",
        p.read_text(encoding="utf-8"))]
    assert {name.partition(".")[0] for name in making} == {"printing"}


def test_only_one_module_asks_networkx() -> None:
    asking = [named(p) for p in MODULES if re.search(
        r"^\s*(import|from) networkx", p.read_text(encoding="utf-8"), re.MULTILINE)]
    assert asking == ["compiling.board"]


def test_only_the_lab_loads_numpy() -> None:
    """Doors for agents of others name its types; to play a game nobody needs it."""
    loading = {named(p) for p in MODULES for node in tree(p).body
               if isinstance(node, ast.Import | ast.ImportFrom) and "numpy" in ast.unparse(node)}
    assert loading
    assert {name.partition(".")[0] for name in loading} == {"lab"}


# What only those may say who own positions, or make them.
SLOTS = re.compile(r"\._s\b|\._slots\b|\.slots\[|\blayout\.(rooms?|lost|scores|used)\b")
OWNERS = ("compiling", "positions", "telling", "playing", "native")


def test_nobody_else_reads_the_numbers_of_a_position() -> None:
    reading = [named(p) for p in MODULES if named(p).partition(".")[0] not in OWNERS
               and SLOTS.search(p.read_text(encoding="utf-8"))]
    assert reading == []
    assert any(SLOTS.search(p.read_text(encoding="utf-8")) for p in MODULES)


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_file_is_too_long() -> None:
    long = {named(p): lines(p) for p in MODULES if lines(p) > LONGEST_FILE}
    new = {name: n for name, n in long.items() if name not in TOO_LONG}
    assert not new, f"longer than {LONGEST_FILE} lines: {new}; find the second responsibility"
    short = sorted(TOO_LONG - set(long))
    assert not short, f"no longer too long, so take them out of TOO_LONG: {short}"


def test_functions_are_short() -> None:
    sizes = [(node.end_lineno or 0) - node.lineno + 1 for path in MODULES
             for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    assert len(sizes) > 500
    assert statistics.median(sizes) < LONGEST_MEDIAN


def words(path: Path) -> set[str]:
    """All words of a module: names, texts, comments and examples."""
    return {w.lower() for w in re.findall(r"[a-zA-Z]+", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: named(p) or "tilewright")
def test_no_game_is_named_in_the_engine(path: Path) -> None:
    nouns = {n for noun in GAME_NOUNS for n in (noun, f"{noun}s", f"{noun}es")}
    # A built-in shape may look like something that a game has.
    shapes = set(SHAPES) if named(path).startswith("picture.") else set()
    assert not words(path) & nouns - shapes


def test_every_module_is_on_the_map() -> None:
    """The map of the program names each module; generated names and empty files are left out."""
    page = (ROOT / "interpreter" / "README.md").read_text(encoding="utf-8")
    said = set(re.findall(r"^\| `([\w./]+)\.py` \|", page, re.MULTILINE))
    there = {p.relative_to(PACKAGE).with_suffix("").as_posix() for p in MODULES}
    expected = {t for t in there if not t.endswith("__init__")}
    assert said - there == set(), "the map names modules that are gone"
    assert expected - said == set(), "modules that are missing on the map"
