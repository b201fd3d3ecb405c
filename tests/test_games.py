"""Every rule of a shipped game is named by a situation; pytest runs these by themselves."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tilewright import stages
from tilewright.packs import pack
from tilewright.packs.pack import MANIFESTS
from tilewright.problems import Problems
from tilewright.reading.checked import checked
from tilewright.situations.read import Situation, files_of, situations_in

ROOT = Path(__file__).resolve().parent.parent
LISTS = sorted((ROOT / "tests" / "games").glob("*/rules.txt"))
# The recipes are checked one by one, with their situations, in `test_cookbook.py`.
CHECKED = "content/cookbook"


@cache
def situations(game: str) -> list[Situation]:
    problems = Problems()
    found = situations_in(game, [], problems)
    assert not problems
    return found


def shown(game: str) -> set[str]:
    return {rule for one in situations(game) for rule in one.get("shows", ())}


def _ids(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split()


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_every_rule_has_a_situation(path: Path) -> None:
    missing = [rule for rule in _ids(path) if rule not in shown(path.parent.name)]
    assert not missing, f"no situation shows {', '.join(missing)}"


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_situations_show_only_rules_that_exist(path: Path) -> None:
    known = {*_ids(path), *_ids(path.with_name("rulings.txt"))}
    assert shown(path.parent.name) <= known


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_each_situation_shows_a_rule_and_expects_something(path: Path) -> None:
    for one in situations(path.parent.name):
        assert one.get("shows"), one.name
        steps = [step for step in one.get("do", ()) if isinstance(step, dict)]
        assert {"expect", "offers", "moves", "refuses", "expect_refused"} & {
            key for told in (one.told, *steps) for key in told}, one.name


def test_situations_of_shipped_packs_are_tests_once() -> None:
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tested = said["tool"]["pytest"]["ini_options"]["testpaths"]
    found = [path.parent for kind in ("content", "variants") for name in MANIFESTS
             for path in (ROOT / kind).rglob(name)]
    for folder, file in ((one, file) for one in found for file in files_of(one)):
        # A copy of the pack is tested with its own rules.
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"^(game|variants):", text, re.MULTILINE), file
        assert file.is_relative_to(folder)
        name = file.relative_to(ROOT).as_posix()
        ways = sum(name.startswith(f"{way}/") for way in (*tested, CHECKED))
        assert ways == 1, name


def test_situations_are_not_read_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def noted(path: Path, *rest: Any) -> Any:
        read.append(path)
        return checked(path, *rest)

    monkeypatch.setattr(pack, "checked", noted)
    loaded = stages.load("yamatai", [])
    assert loaded.game is not None
    assert [path.name for path in read if path.parent.name == "text"]
    assert not [path for path in read if "situations" in path.parts]
