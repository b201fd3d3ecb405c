"""The middle language: real programs keep its rules, and wrong ones are told what is wrong."""

from __future__ import annotations

from dataclasses import replace
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
from tilewright.middle import ir
from tilewright.middle.code import Code
from tilewright.middle.filtering import filtered
from tilewright.middle.kernel_words import PRIMITIVES as KNOWN
from tilewright.middle.kinds import AMONG, PRIMITIVES
from tilewright.middle.lifting import Lifter
from tilewright.middle.text import statement_lines
from tilewright.middle.verify import kernel_problems, problems
from tilewright.problems import Place

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright import Game

GAMES = (*ALL, *CLASSICS)
KERNEL_FILE = next(iter(READ.values())).place.file


def _mistakes(of: Game) -> list[str]:
    """What is wrong with the programs of a game for the fewest and the most players."""
    found = []
    for players in {min(of.players), max(of.players)}:
        made = of.program(players)
        tables = {**made.build.tables, "START": made.start}
        found += problems(made.code, tables, READ)
        found += problems(inlined(made.code), tables, READ)
        code, operations = _for_other_printers(inlined(made.code))
        found += problems(code, tables, {**READ, **operations})
    return found


def _for_other_printers(code: Code) -> tuple[Code, dict[str, ir.Function]]:
    """The program after all passes, and the operations that were made for it."""
    lifter = Lifter(READ)

    def one(made: ir.Function) -> ir.Function:
        lifted = lifter.function(made)
        return replace(lifted, body=filtered(lifted.body))

    made = Code(code.entry, [one(f) for f in code.functions],
                {label: one(f) for label, f in code.blocks.items()},
                {label: one(f) for label, f in code.resumes.items()}, code.kept)
    operations = {f.word: f for f in lifter.lifted if f.place.file == KERNEL_FILE}
    made.functions += [one(f) for f in lifter.lifted if f.word not in operations]
    return made, operations


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


# -- passes ---------------------------------------------------------------------------------------

ITEMS, PLACE = ir.Data("T_items"), Place("made.yaml", 1, 1)


def _texts(stmts: list[ir.Statement]) -> list[str]:
    return [line for stmt in stmts for line in statement_lines(stmt)]


def _loop(*inner: ir.Statement, test: ir.Value | None = None) -> list[ir.Statement]:
    body = list(inner) if test is None else [ir.when(test, list(inner))]
    made = [ir.Let("found", ir.new_list()), ir.For(["x"], ITEMS, body)]
    for stmt in made:
        ir.stamp(stmt, PLACE)
    return made


def test_a_loop_that_filters_becomes_a_list() -> None:
    test = ir.compare(ir.Name("x"), ">", ir.const(2))
    made = filtered(_loop(ir.Append("found", ir.Name("x")), test=test))
    assert _texts(made) == ["found = [x for x in T_items if x > 2]"]


@pytest.mark.parametrize("inner", [
    [ir.Append("other", ir.Name("x"))],
    [ir.Append("found", ir.call("len", ir.Name("found", ir.LIST)))],
    [ir.Append("found", ir.Name("x")), ir.Add("n", ir.const(1))],
], ids=["another list", "the list itself", "more is done"])
def test_a_loop_that_does_more_stays(inner: list[ir.Statement]) -> None:
    made = filtered(_loop(*inner))
    assert _texts(made)[:2] == ["found = []", "for x in T_items:"]


def test_a_function_that_is_given_is_lifted_with_what_it_sees() -> None:
    until = ir.Asked(["it"], ir.compare(ir.Name("it"), "==", ir.Name("goal")))
    walk = ir.call("up_to", ir.Name("ray", ir.LIST), until)
    body: list[ir.Statement] = [ir.Return(walk)]
    ir.stamp(body[0], PLACE)
    args = [ir.POSITION, ir.Argument("ray", ir.LIST), ir.Argument("goal")]
    lifter = Lifter(READ)
    made = lifter.function(ir.function("made", args, body, PLACE, ir.LIST))
    assert _texts(made.body) == ["return up_to_1(S, ray, goal)"]
    asked, operation = lifter.lifted
    assert [arg.word for arg in asked.args] == ["S", "goal", "it"]
    assert not any(arg.kind == ir.FUNCTION for arg in operation.args)
