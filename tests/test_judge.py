"""The judge and Python's code do the same: random games, decision by decision."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import impatient
from case_runner import Case, everywhere, run_case
from middle.kernel import CONSTANTS, KERNEL, READ
from packs.tables import CLASSICS, PACKS, SHIPPED, VARIANTS, game
from tilewright.cli.check import to_check
from tilewright.cookbook import recipes
from tilewright.kernel.chance import seed_chance
from tilewright.kernel.faults import Fault
from tilewright.kernel.runtime import namespace
from tilewright.kernel.words import OPERATIONS
from tilewright.middle import ir
from tilewright.middle.code import Code
from tilewright.middle.header import STEPS
from tilewright.middle.judge import Judge
from tilewright.playing.going import run, step
from tilewright.playing.state import State
from tilewright.printing.python import running
from tilewright.problems import Place, RuleError

if TYPE_CHECKING:
    from pathlib import Path

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
    seed_chance(s, seed)
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
        with impatient():
            # With more players, by a wide seed.
            compare(of.program(players), seed + (players - min(of.players) << 100))


@pytest.mark.parametrize("name", [*SHIPPED, *PACKS, *VARIANTS, *CLASSICS])
def test_a_game_goes_the_same_way(name: str) -> None:
    _compare_all(game(name))


@pytest.mark.parametrize("name", sorted(recipes()))
def test_a_recipe_goes_the_same_way(name: str) -> None:
    for folder, overlays in to_check([f"cookbook/{name}"], []):
        _compare_all(tilewright.load(str(folder), list(map(str, overlays))))


@pytest.mark.parametrize("case", everywhere(), ids=lambda case: case.id)
def test_a_case_goes_the_same_way(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                  ) -> None:
    """Each move of the case is made by the judge as well, from the same numbers."""
    apply = State.apply

    def on_both(state: State, move: Any) -> None:
        own = state._s[:]
        found = _faulty(_judged, judge_of(state.program), own, move)
        try:
            apply(state, move)
        except RuleError:
            assert found is None
            raise
        assert (found, own) == (list(state.legal()), state._s)

    monkeypatch.setattr(State, "apply", on_both)
    run_case(case, tmp_path)


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


# -- the kernel -----------------------------------------------------------------------------------

SITES, ROUNDS, ABSENT = 6, 150, 0.3
# Where zones lie in the state that operations are tried on, how much room they have, and more that
# makes sense for arguments of these names.
PLACES: dict[str, Any] = {
    "base": 12, "other": 40, "to": 70, "cap": 5, "other_cap": 5, "to_cap": 5, "most": 5,
    "spans": ((20, 30), (35, 38)), "ends": ((0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 4)),
}


def _given(arg: ir.Argument, rng: random.Random) -> Any:
    """Something that an operation can be given."""
    if arg.word in PLACES:
        return PLACES[arg.word]
    if arg.kind == ir.STATE:
        return _state(rng)
    if arg.kind == ir.TEXT:
        return arg.word
    if arg.kind == ir.LISTS:
        return tuple(tuple(rng.sample(range(SITES), rng.randint(0, 3))) for _ in range(SITES))
    if arg.kind == ir.LIST:
        return [rng.randrange(SITES) for _ in range(rng.randint(0, SITES))]
    if arg.kind == ir.FUNCTION and rng.random() < ABSENT:
        return None
    if arg.kind == ir.FUNCTION:
        answers = [rng.randint(0, 2) for _ in range(SITES * SITES)]
        return lambda *sites: answers[sum(sites)]
    return rng.randint(-1, SITES)


def _state(rng: random.Random) -> list[int]:
    """A state with three zones in it, which can be damaged."""
    s = [0] * 16 + [rng.randrange(SITES) for _ in range(90)]
    for base in (12, 40, 70):
        s[base] = rng.choice([0, 1, 2, 3, 4, 5, 5, 6, -1])
    return s


@pytest.mark.parametrize("word", sorted(OPERATIONS))
def test_an_operation_is_the_same_as_it_is_read(word: str) -> None:
    judge, rng = Judge(Code(0), CONSTANTS, KERNEL), random.Random(word)
    worked = 0
    for _ in range(ROUNDS):
        given = [_given(arg, rng) for arg in READ[word].args]
        again = [one[:] if isinstance(one, list) else one for one in given]
        with impatient():
            found, wrong = _tried(OPERATIONS[word], given)
            assert (found, wrong) == _tried(lambda *all_: judge.called(word, list(all_)), again)
        assert [one for one in given if isinstance(one, list)] == [
            one for one in again if isinstance(one, list)]
        worked += wrong is None
    assert worked >= ROUNDS // 10 or word in FAULTY, worked


# Operations that do nothing but fail.
FAULTY = ("absent", "fail", "too_many", "too_many_points")


def _tried(do: Any, given: list[Any]) -> tuple[Any, type[Exception] | None]:
    """What comes of it, or what kind of exception it ends in."""
    try:
        found = do(*given)
    except Exception as error:  # noqa: BLE001  whatever one of them raises, the other one must too
        return None, Fault if isinstance(error, Fault) else type(error)
    return (list(found) if isinstance(found, (tuple, range)) else found), None
