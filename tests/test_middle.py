"""The middle language: real programs keep its rules, and wrong ones are told what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from command_line import run_here
from middle.golden import RULES, written
from middle.kernel import CONSTANTS, READ
from middle.refused import REFUSED, TABLES, Refused, program
from packs.tables import ALL, CLASSICS, game
from tilewright.cli.check import to_check
from tilewright.compiling.inline import inlined
from tilewright.cookbook import recipes
from tilewright.middle.kernel_words import PRIMITIVES as KNOWN
from tilewright.middle.kinds import AMONG, PRIMITIVES
from tilewright.middle.verify import kernel_problems, problems

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game

GAMES = (*ALL, *CLASSICS)


def _mistakes(of: Game) -> list[str]:
    """What is wrong with the programs of a game for the fewest and the most players."""
    found = []
    for players in {min(of.players), max(of.players)}:
        made = of.program(players)
        tables = {**made.build.tables, "START": made.start}
        found += problems(made.code, tables, READ)
        found += problems(inlined(made.code), tables, READ)
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
    found = problems(program(case), TABLES, READ)
    assert [one.rpartition(": ")[2] if case.sentence not in one else case.sentence
            for one in found] == [case.sentence]
    assert all(one.startswith("wrong, made.yaml:3:5") for one in found)


def test_the_program_around_these_is_right() -> None:
    assert problems(program(Refused("", [], "")), TABLES, READ) == []


def test_the_kernel_keeps_the_rules() -> None:
    assert kernel_problems(READ, CONSTANTS) == []


def test_each_primitive_has_a_signature() -> None:
    assert set(KNOWN) | {"fail"} == set(PRIMITIVES) | set(AMONG)


# -- rules, and what they become ------------------------------------------------------------------


@pytest.mark.parametrize("path", RULES, ids=[path.stem for path in RULES])
def test_a_rule_becomes_this(path: Path) -> None:
    """After a change that is meant: `python tests/test_middle.py` writes the files anew."""
    assert written(path) == path.read_text(encoding="utf-8")


# -- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "start"), [
    (["tictactoe", "--dump"], "# "), (["--dump", "tictactoe"], "# "),
    (["tictactoe", "--dump", "python"], "# "), (["tictactoe", "--dump=ir"], "function score_sheet"),
    (["tictactoe", "--dump", "ir", "--players", "2"], "function score_sheet"),
    (["tictactoe"], "tictactoe, 2 players: "),
])
def test_a_program_is_printed(given: list[str], start: str) -> None:
    assert run_here("compile", *given).stdout.startswith(start)


def test_a_program_is_printed_in_no_other_language() -> None:
    done = run_here("compile", "tictactoe", "--dump=basic")
    assert done.returncode == 2
    assert "--dump prints 'python' or 'ir', not 'basic'" in done.stderr


if __name__ == "__main__":
    for rule in RULES:
        rule.write_text(written(rule), encoding="utf-8")
