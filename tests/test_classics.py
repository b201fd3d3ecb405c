"""The shelf of classics plays exactly as the same games of OpenSpiel do.

`python tests/test_classics.py --games 300` compares more games than the suite does; names of
games after it choose some, and `--speed` measures both sides.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

import pytest

from lockstep import compare
from lockstep_speed import speed
from packs.tables import CLASSICS, game

if TYPE_CHECKING:
    from types import ModuleType

FOLDER = Path(__file__).parent / "classics"
MODULES = sorted(path.stem for path in FOLDER.glob("*.py"))
FEW = 10


def rules_of(name: str) -> ModuleType:
    return importlib.import_module(f"classics.{name}")


def test_each_game_of_the_shelf_is_compared():
    assert set(MODULES) == set(CLASSICS)


@pytest.mark.many
@pytest.mark.parametrize("name", MODULES)
def test_it_plays_as_the_game_of_openspiel(name):
    rules = rules_of(name)
    result = compare(rules, game(name), getattr(rules, "FEW", FEW))
    assert not result.differences, result.differences[0]
    assert result.decisions > result.games


def test_another_rule_is_a_difference(monkeypatch):
    """One point less to win is noticed, so the comparison can fail."""
    rules = rules_of("pig")
    monkeypatch.setattr(rules, "OPTIONS", {"goal": 99})
    assert compare(rules, game("pig"), 20).differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="games; normally all of the shelf")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--speed", action="store_true")
    given = parser.parse_args()
    wrong = 0
    for name in given.names or MODULES:
        result = compare(rules_of(name), game(name), given.games, given.seed)
        wrong += len(result.differences)
        print(f"{name}: {result.games} games, {result.decisions} decisions, "
              f"{len(result.differences)} differences", flush=True)
        for difference in result.differences[:3]:
            print(f"  {difference}")
        if given.speed:
            ours, theirs = speed(rules_of(name), game(name))
            print(f"  decisions a second: {ours:,.0f} here, {theirs:,.0f} there, "
                  f"{ours / theirs:.2f} of it")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
