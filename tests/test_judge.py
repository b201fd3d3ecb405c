"""The judge and Python's code do the same: random games, decision by decision."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from middle.kernel import CONSTANTS, KERNEL
from packs.tables import CLASSICS, PACKS, SHIPPED, VARIANTS, game
from tilewright.cli.check import to_check
from tilewright.cookbook import recipes
from tilewright.kernel.faults import Fault
from tilewright.kernel.runtime import namespace
from tilewright.middle import ir
from tilewright.middle.code import Code
from tilewright.middle.header import RNG, STEPS
from tilewright.middle.judge import Judge
from tilewright.playing.going import run, step
from tilewright.printing.python import running
from tilewright.problems import Place

if TYPE_CHECKING:
    from tilewright import Game
    from tilewright.compiling.program import Program

# Decisions of each game, and blocks until the next of them; the judge is slow.
DECISIONS, BLOCKS = 60, 10_000


def judge_of(program: Program) -> Judge:
    tables = {**CONSTANTS, **program.build.tables, "START": program.start}
    return Judge(program.code, tables, KERNEL)


def _followed(judge: Judge, s: list[int], found: Any) -> list[int]:
    """Go on until the next decision."""
    for _ in range(BLOCKS):
        if type(found) is not int:
            return list(found)
        found = judge.block(found, s)
    raise AssertionError("these blocks lead round and round")


def _judged(judge: Judge, s: list[int], move: int) -> list[int]:
    s[STEPS] = 0
    return _followed(judge, s, judge.resume(s[0], s, move))


def _faulty(do: Any, *given: Any) -> list[int] | None:
    """What comes of it, or None if the rules cannot go on."""
    try:
        found: list[int] = do(*given)
    except Fault:
        return None
    return found


def compare(program: Program, seed: int, decisions: int = DECISIONS) -> None:
    """A random game with both: the same numbers and the same moves, and at its end the scores."""
    judge, rng = judge_of(program), random.Random(seed)
    s = program.start[:]
    s[RNG] = seed
    own = s[:]
    moves = list(run(program, s, program.entry))
    assert _followed(judge, own, program.entry) == moves
    for _ in range(decisions):
        assert own == s
        if not moves:
            break
        move = rng.choice(moves)
        found = _faulty(step, program, s, move)
        assert _faulty(_judged, judge, own, move) == (None if found is None else list(found))
        if found is None:
            return
        moves = list(found)
    for player in range(program.players):
        assert tuple(judge.called(program.sheet.__name__, [own, player])) == tuple(
            program.sheet(s, player))
    assert own == s


def _compare_all(of: Game, seed: int = 1) -> None:
    for players in sorted({min(of.players), max(of.players)}):
        compare(of.program(players), seed)


@pytest.mark.parametrize("name", [*SHIPPED, *PACKS, *VARIANTS, *CLASSICS])
def test_a_game_goes_the_same_way(name: str) -> None:
    _compare_all(game(name))


@pytest.mark.parametrize("name", sorted(recipes()))
def test_a_recipe_goes_the_same_way(name: str) -> None:
    for folder, overlays in to_check([f"cookbook/{name}"], []):
        _compare_all(tilewright.load(str(folder), list(map(str, overlays))))


# -- single values --------------------------------------------------------------------------------

N, TWO, PLACE = ir.Name("n"), ir.const(2), Place("made.yaml")
ITEMS, NONE = ir.Data("T_items"), ir.new_list()
MADE = {"T_items": (5, 3, 8), "T_slots": ((0, 2), (1,))}
SMALL = [
    ir.Math("//", N, ir.const(3)), ir.Math("%", N, ir.const(3)), ir.Math(">>", N, ir.const(1)),
    ir.Math("//", N, ir.const(-3)), ir.Math("%", N, ir.const(-3)), ir.Math("&", N, ir.const(6)),
    ir.Minus(N), ir.Between(ir.const(-2), N, TWO), ir.Not(N), ir.Not(NONE),
    ir.Has(N, ITEMS), ir.Has(N, ITEMS, absent=True), ir.Both([N, ir.compare(N, "<", TWO)]),
    ir.Either([N, TWO]), ir.Choose(N, TWO, ir.const(7)), ir.Item(ITEMS, ir.const(-1)),
    ir.Cut(ITEMS, ir.const(1), None), ir.Cut(ITEMS, None, N), ir.Cut(ITEMS, N, TWO),
    ir.Repeated(ir.const(4), N), ir.Backwards(ITEMS), ir.Chain([ITEMS, ir.new_list(N)]),
    ir.Extreme("min", ITEMS, N), ir.Extreme("max", NONE, N), ir.Extreme("min", NONE, N),
    ir.Map(ir.plus(ir.Name("x"), 1), "x", ITEMS, ir.compare(ir.Name("x"), ">", N)),
    ir.View(TWO, ir.const(4)), ir.Fetch(ir.Data("T_slots", 2), ir.const(0)),
    ir.Fetch(ir.Data("T_slots", 2), ir.const(1)), ir.state(ir.const(-1)),
    ir.call("in_order_by", ir.Map(ir.Pair(ir.Name("x"), ir.Name("x")), "x", ITEMS)),
    ir.ListOf([N, TWO], fixed=True), ir.call("clamp", N, ir.const(0), TWO),
]


@pytest.mark.parametrize("value", SMALL, ids=lambda v: type(v).__name__)
def test_a_value_is_the_same_for_both(value: ir.Value) -> None:
    body: list[ir.Statement] = [ir.Return(value)]
    ir.stamp(body[0], PLACE)
    made = ir.function("made", ir.numbers("n"), body, PLACE)
    names = namespace(MADE, {"T_slots"})
    running.run("made.yaml", [made], names, [])
    judge = Judge(Code(0, [made]), {**CONSTANTS, **MADE}, KERNEL)
    for n in (-7, -3, 0, 1, 5, 8):
        ours, theirs = (do([10, 11, 12, 13], n) for do in (
            lambda s, n: judge.called("made", [s, n]), names["made"]))
        assert _plain(ours) == _plain(theirs)


def _plain(value: Any) -> Any:
    """Lists of all sorts are one; true and 1 are not."""
    return list(value) if isinstance(value, (list, tuple)) else (type(value), value)
