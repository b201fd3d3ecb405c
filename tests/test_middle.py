"""The middle language: real programs keep its rules, and wrong ones are told what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from middle.refused import REFUSED, TABLES, Refused, program
from packs.tables import ALL, CLASSICS, game
from tilewright.cli.check import to_check
from tilewright.compiling.inline import inlined
from tilewright.cookbook import recipes
from tilewright.kernel.words import OPERATIONS
from tilewright.middle.verify import problems

if TYPE_CHECKING:
    from tilewright import Game

GAMES = (*ALL, *CLASSICS)


def _mistakes(of: Game) -> list[str]:
    """What is wrong with the programs of a game for the fewest and the most players."""
    found = []
    for players in {min(of.players), max(of.players)}:
        made = of.program(players)
        tables = {**made.build.tables, "START": made.start}
        found += problems(made.code, tables, OPERATIONS)
        found += problems(inlined(made.code), tables, OPERATIONS)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_the_rules(name: str) -> None:
    assert _mistakes(game(name)) == []


@pytest.mark.parametrize("name", sorted(recipes()))
def test_a_recipe_keeps_the_rules(name: str) -> None:
    for folder, overlays in to_check([f"cookbook/{name}"], []):
        assert _mistakes(tilewright.load(str(folder), list(map(str, overlays)))) == []


@pytest.mark.parametrize("case", REFUSED, ids=[case.name for case in REFUSED])
def test_a_program_that_breaks_a_rule_is_told_which(case: Refused) -> None:
    found = problems(program(case), TABLES, OPERATIONS)
    assert [one.rpartition(": ")[2] if case.sentence not in one else case.sentence
            for one in found] == [case.sentence]
    assert all(one.startswith("wrong, made.yaml:3:5") for one in found)


def test_the_program_around_these_is_right() -> None:
    assert problems(program(Refused("", [], "")), TABLES, OPERATIONS) == []
