"""Rules that no game reaches are told with their line; those that run are not."""

from __future__ import annotations

import json
import random
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import game_with, make_pack
from command_line import run_here
from packs.tables import ALL, ROOT, game
from tilewright import RecordError
from tilewright.compiling import counting
from tilewright.compiling.counting import COUNTS, SIDED, Counts
from tilewright.lab.coverage import Coverage, ranges
from tilewright.lab.covering import covered
from tilewright.language.operations import Const, Expr
from tilewright.playing.begin import begin
from tilewright.playing.record import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tilewright import Game

# The parts of a game that hold a test are called so, wherever they stand.
TESTS = {"test", "guard", "when", "pass_when", "optional"}
PACKS = ROOT / "tests" / "packs"
RULES = game_with(
    kinds="{card: [ace, king]}",
    state="""
  game: {deck: {zone: card, capacity: 2, start: "[ace]"}}
  player:
    coins: {type: int, start: 3}
    row: {zone: card, capacity: 3}""",
    options="{rich: {type: bool, default: false}}",
    actions="""
  go:
    do:
      - gain: {me.coins: 1}
      - if: me.coins > 99                 # never true
        then:
          - gain: {me.coins: 2}           # never run
        else:
          - lose: {me.coins: 1}
      - if: me.coins >= 3                 # never false
        then:
          - gain: {me.coins: 1}
      - if: round == 1                    # both
        then:
          - gain: {me.coins: 1}
      - if: rich                          # an option
        then:
          - gain: {me.coins: 5}           # only if rich
      - put: ace
        into: me.row
  never:
    if: me.coins > 50                     # a guard
    do:
      - call: unused
      - {choose: {kept: players}, optional: true, do: [{gain: {kept.coins: 0}}]}
  rest: {do: [{gain: {me.coins: 0}}]}
procedures:
  unused:
    do:
      - gain: {me.coins: 7}               # in a procedure""",
    flow="{round: {each: players, turn: [{may: [go, never]}]}}",
    ends="""
  enough: {when: round == 3, check: round}
  rich_one: {when: any(p.coins > 70 for p in players), check: round}""")


def line_of(said: str, text: str = RULES) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if said in line)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.chdir(tmp_path)
    return tilewright.load(str(make_pack(tmp_path / "pack", {"game.yaml": RULES})))


def made(game: Game, **given: object) -> Coverage:
    return covered(game, 2, {"rich": False, **given}, range(8))


def test_a_statement_that_cannot_run_is_told_and_one_that_runs_is_not(small: Game) -> None:
    found = made(small)
    never = {place.line for place in found.never_run}
    assert never == {line_of("# never run"), line_of("# only if rich"), line_of("- call: unused"),
                     line_of("# in a procedure"), line_of("rest: {do"),
                     line_of("- {choose")}
    (file,) = found.files
    lines = found.lines(file)
    assert lines[line_of("- put: ace")] > 8
    assert lines[line_of("# never run")] == 0
    assert found.games == 8
    assert found.decisions > 8 * 2


def test_both_sides_of_tests(small: Game) -> None:
    found = made(small)
    true, false = ({place.line for place in places}
                   for places in (found.never_true, found.never_false))
    assert true == {line_of("# never true"), line_of("# an option"), line_of("# a guard"),
                    line_of("rich_one:")}
    assert false == {line_of("# never false")}
    rich = made(small, rich=True)
    assert line_of("# an option") in {place.line for place in rich.never_false}
    assert line_of("# only if rich") not in {place.line for place in rich.never_run}


def test_actions_ends_and_zones(small: Game) -> None:
    found = made(small)
    assert found.never_offered == ["never", "rest"]
    assert found.actions["go"][0] == 8
    assert found.never(found.ends) == ["rich_one"]
    assert found.ends["enough"] == 8
    assert found.zones["deck"] == [1, 2]
    assert "player.row" in found.zones
    assert found.never_full == ["deck"]
    only_passed = covered(small, 2, None, [passed(small)])
    assert only_passed.never_taken == ["go"]


def passed(game: Game) -> object:
    session = Session(game, 2, 1)
    while not session.state.over:
        session.apply("pass")
    return session.record


def test_records_are_looked_at_as_they_were_played(small: Game) -> None:
    session = Session(small, 2, 4)
    session.apply("go")
    found = covered(small, 2, None, [session.record])
    (file,) = found.files
    assert found.lines(file)[line_of("- put: ace")] == 1
    assert (found.games, found.decisions) == (1, 1)
    session.record.moves.append((1, "never"))
    with pytest.raises(RecordError, match=r"move 2 \('never'\) of this record cannot be made"):
        covered(small, 2, None, [session.record])
    with pytest.raises(RecordError, match="other players or options"):
        covered(small, 3, None, [session.record])


def test_a_fault_ends_its_game_alone(tmp_path: Path) -> None:
    rules = game_with(actions="\n  go:\n    do: [{gain: {me.coins: 9 // (round - 2)}}]")
    found = covered(tilewright.load(str(make_pack(tmp_path / "bad", {"game.yaml": rules}))), 2,
                    None, range(3))
    assert found.games == 3
    ((said, n),) = found.faults.items()
    assert "divides by zero" in said
    assert n == 3


def test_several_are_one(small: Game) -> None:
    poor, rich = made(small), made(small, rich=True)
    both = Coverage.of_json(json.loads(json.dumps(poor.as_json())))
    assert both == poor
    both.take(rich)
    assert both.games == 16
    assert both.decisions == poor.decisions + rich.decisions
    assert set(both.never_run) == set(poor.never_run) & set(rich.never_run)
    at = next(place for place in both.tests if place.line == line_of("# an option"))
    assert all(both.tests[at])
    assert both.zones == poor.zones
    assert both.as_json() != poor.as_json()


def test_reactions_and_texts() -> None:
    found = covered(game("yamatai"), None, None, range(1))
    assert found.reactions
    assert found.actions["place"] == [1, 1]
    reason = next(reason for reason, n in found.ends.items() if n)
    assert found.texts[f"end.{reason}"] == 1
    assert found.never(found.texts)


@pytest.mark.parametrize("name", ALL)
def test_counting_changes_no_game(name: str) -> None:
    """All tests are counted, and each position is that of the program which does not count."""
    made_ = game(name)
    counts = Counts(made_.model)
    program = made_.counted(counts)
    for seed in range(2):
        rng = random.Random(seed)
        plain, counted = begin(made_.program(), seed), begin(program, seed)
        for _ in range(150):
            assert plain.key() == counted.key()
            assert plain.legal() == counted.legal()
            if plain.over:
                break
            code = rng.choice(plain.legal())
            plain.apply(code)
            counted.apply(code)
    assert any(counts.numbers)
    assert not {COUNTS, SIDED} & made_.program().names.keys()


def test_other_bots_do_not_count_what_they_try(small: Game) -> None:
    found = covered(small, 2, None, range(2), "greedy")
    (file,) = found.files
    assert found.lines(file)[line_of("- put: ace")] <= found.decisions


def test_ranges_of_lines() -> None:
    assert ranges([9, 3, 8, 7, 12]) == "3, 7-9, 12"
    assert ranges([]) == ""


def test_it_is_printed(small: Game, tmp_path: Path) -> None:
    done = run_here("lab", "coverage", "pack", "--games", "6", "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "6 games of 2 to 3 players" in lines[0]
    never = f"{line_of('# never run')}, {line_of('# only if rich')}"
    row = next(line for line in lines if line.startswith("  small/game.yaml "))
    assert never in row
    assert f"  small/game.yaml:{line_of('# never false')}:13" in lines
    assert "1 test that was never false:" in lines
    assert "4 tests that were never true:" in lines
    assert "2 actions that were never offered:" in lines
    told = Coverage.of_json(json.loads((tmp_path / "out.json").read_text()))
    assert told.games == 6
    again = run_here("lab", "coverage", "pack", "--games", "6", "--json", "-", cwd=tmp_path)
    assert Coverage.of_json(json.loads(again.stdout)) == told


@pytest.mark.parametrize(("args", "said"), [
    (("nowhere",), "there is no game 'nowhere'"), (("pack", "--players", "9"), "players, not 9"),
    (("pack", "--bot", "clever"), "there is no bot 'clever'"),
    (("pack", "--games", "0"), "needs a number, 1 or more"),
    (("pack", "--option", "poor=true"), "has no option 'poor'")])
def test_mistakes_are_told(args: tuple[str, ...], said: str, small: Game, tmp_path: Path) -> None:
    done = run_here("lab", "coverage", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def _said(part: Any, seen: set[int], name: str = "", of: str = "") -> Iterator[tuple[str, Expr]]:
    """All tests inside of something, with where they stand."""
    if isinstance(part, Expr):
        if name in TESTS and not isinstance(part, Const):
            yield f"{of}.{name}", part
    elif isinstance(part, (list, dict)):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _said(inner, seen, name, of)
    elif is_dataclass(part) and id(part) not in seen:
        seen.add(id(part))
        for each in fields(part):
            yield from _said(getattr(part, each.name), seen, each.name, type(part).__name__)


def test_the_tests_of_a_game_are_all_that_it_holds() -> None:
    sorts = set()
    for pack in ("coast_walk", "harbour_town", "hexagon_villages"):
        model = tilewright.load(str(PACKS / pack)).model
        said = list(_said(model, set()))
        assert {id(test) for _, test in said} == {id(test) for test in counting.tests_of(model)}
        sorts |= {of for of, _ in said}
    assert sorts == {"Action.guard", "Branch.guard", "Change.when", "Ending.test", "Flow.test",
                     "Handler.when", "If.test", "Menu.test", "Repeat.test", "TilePoints.test",
                     "Toll.when"}
