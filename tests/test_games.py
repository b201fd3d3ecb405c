"""The rules of the shipped games, case by case; every rule of a checklist is named by a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_cases import FOLDER, GameCase, all_game_cases, run_game_case

if TYPE_CHECKING:
    from pathlib import Path

CASES = all_game_cases()
LISTS = sorted(FOLDER.glob("*/rules.txt"))


@pytest.mark.parametrize("case", [pytest.param(c, id=c.id) for c in CASES])
def test_rule(case: GameCase) -> None:
    run_game_case(case)


def _ids(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split()


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_every_rule_has_a_case(path: Path) -> None:
    named = {rule for case in CASES if case.game == path.parent.name for rule in case.rules}
    missing = [rule for rule in _ids(path) if rule not in named]
    assert not missing, f"no case names {', '.join(missing)}"


@pytest.mark.parametrize("path", LISTS, ids=lambda p: p.parent.name)
def test_cases_name_only_rules_that_exist(path: Path) -> None:
    known = {*_ids(path), *_ids(path.with_name("rulings.txt"))}
    for case in CASES:
        if case.game == path.parent.name:
            assert not set(case.rules) - known, f"{case.id} names unknown rules"
