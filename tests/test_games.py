"""Every rule of a shipped game is named by a situation; pytest runs these by themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tilewright.problems import Problems
from tilewright.situations.read import Situation, situations_in

FOLDER = Path(__file__).parent / "games"
LISTS = sorted(FOLDER.glob("*/rules.txt"))


@cache
def situations(folder: Path) -> list[Situation]:
    problems = Problems()
    found = situations_in(str(folder), [], problems)
    assert not problems
    return found


def shown(folder: Path) -> set[str]:
    return {rule for one in situations(folder) for rule in one.get("shows", ())}


def _ids(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split()


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_every_rule_has_a_situation(path: Path) -> None:
    missing = [rule for rule in _ids(path) if rule not in shown(path.parent)]
    assert not missing, f"no situation shows {', '.join(missing)}"


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_situations_show_only_rules_that_exist(path: Path) -> None:
    known = {*_ids(path), *_ids(path.with_name("rulings.txt"))}
    assert shown(path.parent) <= known


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_each_situation_shows_a_rule_and_expects_something(path: Path) -> None:
    for one in situations(path.parent):
        assert one.get("shows"), one.name
        steps = [step for step in one.get("do", ()) if isinstance(step, dict)]
        assert {"expect", "offers", "moves", "refuses", "expect_refused"} & {
            key for told in (one.told, *steps) for key in told}, one.name
