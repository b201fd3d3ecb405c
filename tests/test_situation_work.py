"""What situations take is counted in steps, and told where there is a limit. Nothing is timed."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import tilewright
from bad_packs import MANIFEST, game_with, make_pack
from tilewright import limits
from tilewright.cli.check import check_and_play
from tilewright.cli.situations import run_situations
from tilewright.playing import work
from tilewright.playing.game import Game
from tilewright.playing.state import State
from tilewright.playing.work import Work
from tilewright.problems import Problems, UsageError
from tilewright.situations import begin
from tilewright.situations.read import situations_in
from tilewright.situations.run import Otherwise, run

if TYPE_CHECKING:
    from pathlib import Path

MUCH = 1_000_000_000
STATE = "{player: {coins: {type: int, start: 3}}}"
NEVER = "{never: {when: round < 0}}"
LONG = ("{repeat: {max: 100}, do: [{repeat: {max: 100}, do: ["
        "{gain: {me.coins: 1}}]}]}")
# Games that begin with work, have long turns, dear moves, or dear points.
BEGINS = game_with(state=STATE, flow=(
    "{setup: [{for_each: {one: players}, do: [{random: {x: players}, do: ["
    f"{LONG.replace('me.', 'x.')}]}}]}}], round: {{each: players, turn: [{{must: [go]}}]}}}}"))
TURNS = game_with(ends=NEVER, flow=(
    "{round: {each: players, turn: [{repeat: {max: 900}, do: [{if: me.coins < 0, then: "
    "[{must: [stop]}], else: [{must: [go]}]}]}]}}"), actions=(
    "{go: {do: [{set: {me.coins: 1}}]}, stop: {do: [{set: {me.coins: 1}}]}}"))
DEAR = game_with(ends=NEVER, state=STATE, actions=f"{{go: {{do: [{LONG}]}}}}")
POINTS = game_with(ends=NEVER, scoring=(
    "{coins: 'sum(sum(a + b for a in range(1, 100)) for b in range(1, 100)) + me.coins'}"))
FAILS = game_with(ends=NEVER, state=STATE, actions=(
    f"{{go: {{do: [{LONG}, {{set: {{me.coins: 1 // (me.coins - 10003)}}}}]}}}}"))


def pack(folder: Path, rules: str, *bodies: str) -> Path:
    told = "".join(f"  s{i}: {body}\n" for i, body in enumerate(bodies))
    return make_pack(folder / "pack", {
        "pack.yaml": MANIFEST.replace("language: 1", "language: 2")
        + "situations: [situations.yaml]\n",
        "game.yaml": rules, "situations.yaml": f"situations:\n{told}"})


def spent(folder: Path, rules: str, body: str) -> tuple[int, str]:
    """The steps that a situation takes, and what is otherwise: the text there, and the words."""
    made, problems = pack(folder, rules, body), Problems()
    (one,) = situations_in(str(made), [], problems)
    assert not problems, problems.sorted()
    begin._search.cache_clear()
    whole = Work(MUCH, "all")
    try:
        run(tilewright.load(str(made)), one, whole)
    except Otherwise as found:
        line = (made / "situations.yaml").read_text().splitlines()[found.place.line - 1]
        return MUCH - whole.left, f"{line[found.place.col - 1:]} | {found.message}"
    return MUCH - whole.left, ""


# What is told of each: where, and a part of the words; with a limit of so many steps.
TOO_MUCH = {
    "a beginning that never comes": (
        BEGINS, "{begins: {p1.coins: 9999}}", 1_000_000, "{p1.coins: 9999}",
        "games begins so, and to try more takes more than 1,000,000 steps; say it with 'given'"),
    "going on": (TURNS, "{do: [{until: turn}, {until: round}, {until: turn}]}", 600_000,
                 "{until: turn}]}", "more than 600,000 steps; let the situation begin nearer"),
    "a step that never comes": (TURNS, "{given: {step: stop}}", 1_000_000, "{step: stop}",
                                "more than 1,000,000 steps"),
    "a step in the middle": (TURNS, "{do: [go, {given: {step: stop}}]}", 1_000_000,
                             "{given: {step: stop}}", "more than 1,000,000 steps"),
    "moves": (DEAR, "{do: [go, go, go]}", 70_000, "go]}", "more than 70,000 steps"),
    "moves that are noted": (DEAR, "{do: [go], expect: {events: [{gain: {p1.coins: 1}}]}}",
                             200_000, "go]", "more than 200,000 steps"),
    "points": (POINTS, "{do: [go, {expect: {scores: [1010004, 1010003]}}]}", 20_000,
               "{expect: {scores: [1", "more than 20,000 steps"),
    "refusals": (TURNS, "{refuses: [stop, stop, stop]}", 50_000, "[stop", "more than 50,000"),
    "the last move is refused": (TURNS, "{do: [go, stop], expect_refused: step}", 20_000,
                                 "stop]", "more than 20,000"),
    "values": (TURNS, "{do: [{given: {p1.coins: 1}}, {given: {p1.coins: 1}}]}", 2_000,
               "{given: {p1.coins: 1}}]}", "more than 2,000"),
    "what is read": (TURNS, "{do: [go], expect: {p1.coins: 1, p2.coins: 3}}", 1_500,
                     "{p1.coins: 1, ", "more than 1,500"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_takes_too_much_is_told_where_it_is(name: str, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    rules, body, most, spot, words = TOO_MUCH[name]
    monkeypatch.setattr(limits, "SITUATION_STEPS", most)
    _, found = spent(tmp_path, rules, body)
    assert found.startswith(spot), found
    assert words in found


@pytest.mark.parametrize("name", ["moves", "values", "what is read", "refusals"])
def test_the_same_is_fine_with_the_limit_of_today(name: str, tmp_path: Path) -> None:
    steps, found = spent(tmp_path, *TOO_MUCH[name][:2])
    assert found == ""
    assert TOO_MUCH[name][2] < steps < limits.SITUATION_STEPS


def test_a_situation_takes_what_its_parts_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                               ) -> None:
    one = spent(tmp_path / "one", DEAR, "{do: [go]}")[0]
    two = spent(tmp_path / "two", DEAR, "{do: [go, go]}")[0]
    assert two - one > 10_000
    for less, told in ((0, False), (1, True)):
        monkeypatch.setattr(limits, "SITUATION_STEPS", two - less)
        assert bool(spent(tmp_path / f"less{less}", DEAR, "{do: [go, go]}")[1]) == told


def test_the_limits_of_today_end_what_took_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                   ) -> None:
    made = 0
    was = State.apply

    def apply(self: State, move: int) -> None:
        nonlocal made
        made += 1
        was(self, move)

    monkeypatch.setattr(State, "apply", apply)
    body = "{do: [" + ", ".join(["{until: round}"] * 6_000) + "]}"
    assert f"more than {limits.SITUATION_STEPS:,} steps" in spent(tmp_path, TURNS, body)[1]
    assert 10_000 < made < limits.SITUATION_STEPS // work.DECISION


# -- what several share -----------------------------------------------------------------------


def test_a_beginning_that_many_want_is_looked_for_once(tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    was = Game.new

    def new(self: Game, players: int | None = None, seed: int = 0, *given: object) -> State:
        seeds.append(seed)
        return was(self, players, seed, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(limits, "SITUATION_STEPS", 1_000_000)
    made = pack(tmp_path, BEGINS, *["{begins: {p1.coins: 9999}}"] * 3)
    game = tilewright.load(str(made))
    monkeypatch.setattr(Game, "new", new)
    found = []
    for one in situations_in(str(made), [], Problems()):
        with pytest.raises(Otherwise) as error:
            run(game, one)
        found.append(error.value.message)
    assert len(set(found)) == 1
    assert seeds == list(range(1, len(seeds) + 1))
    assert f"none of the first {len(seeds):,} games begins so" in found[0]


def _limited(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    monkeypatch.setattr(limits, "SITUATIONS_STEPS", steps)


def test_situations_of_a_game_share_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    each = spent(tmp_path / "one", DEAR, "{do: [go]}")[0]
    made = pack(tmp_path / "many", DEAR, *["{do: [go]}"] * 5)
    _limited(monkeypatch, 3 * each)
    assert run_situations([str(made)], [], "text") == 1
    said = capsys.readouterr()
    assert "5 situations: 2 otherwise" in said.out + said.err
    assert "s3: this situation and those before it take more than" in said.out + said.err
    told = [p for p in check_and_play(made, [], 1)[0] if p.code == "situation"]
    assert [p.place.line for p in told] == [5, 6]
    _limited(monkeypatch, 5 * each)
    assert run_situations([str(made)], [], "text") == 0


def test_rules_that_fail_have_taken_what_they_took(tmp_path: Path) -> None:
    steps, found = spent(tmp_path, FAILS, "{do: [go]}")
    assert "divides by zero" in found
    assert steps > 10_000


def test_noted_rules_that_fail_have_taken_what_they_took(tmp_path: Path) -> None:
    steps, found = spent(tmp_path, FAILS, "{do: [go], expect: {events: [{gain: {p1.coins: 1}}]}}")
    assert "divides by zero" in found
    assert steps > 10_000


def test_a_position_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                           ) -> None:
    monkeypatch.setattr(limits, "SITUATION_STEPS", 100_000)
    game = tilewright.load(str(pack(tmp_path, TURNS, "{do: [go]}")))
    with pytest.raises(UsageError, match="more than 100,000 steps"):
        game.position({"step": "stop"})


# -- each has its price -----------------------------------------------------------------------

SUM = "sum(sum(a + b for a in range(1, 100)) for b in range(1, 100))"
UNREACHED = "[{if: me.coins < 0, then: [{must: [stop]}], else: [{must: [go]}]}]"
NOWHERE = game_with(
    ends=NEVER, state=STATE, flow=f"{{round: {{each: players, turn: {UNREACHED}}}}}",
    actions=f"{{go: {{do: [{LONG}]}}, stop: {{do: [{{gain: {{me.coins: 1}}}}]}}}}")
FALLS = NOWHERE.replace(f"{LONG}]", f"{LONG}, {{set: {{me.coins: 1 // (me.coins - 10003)}}}}]")
GUARDED = game_with(
    ends=NEVER, flow="{round: {each: players, turn: [{may: [go, stop]}]}}", actions=(
        f"{{go: {{do: [{{gain: {{me.coins: 1}}}}]}}, stop: {{if: '{SUM} < me.coins', "
        "do: [{set: {me.coins: 1}}]}}"))
BROKEN = BEGINS.replace(f"{LONG.replace('me.', 'x.')}]",
                        f"{LONG.replace('me.', 'x.')}, {{set: {{x.coins: 1 // (round + 0)}}}}]")
# What a situation takes more than one that says nothing, at least.
PRICES = {
    "how it begins": (BEGINS, "{begins: {round: 1}}", 40_000),
    "what is read to begin": (TURNS, "{begins: {round: 1}}", work.DECISION + work.READING),
    "points with which it begins": (POINTS, "{begins: {scores: [1010003, 1010003]}}", 9_801),
    "no way to a step": (FALLS, "{given: {step: stop}}", 40 * 10_000),
    "moves that are listed": (TURNS, "{offers: [go]}", work.DECISION + work.LABEL + 1),
    "events": (TURNS, "{do: [go], expect: {events: [{decision: go}]}}",
               2 * (work.READING + work.EVENT)),
    "each event": (DEAR, "{do: [go], expect: {events: [{decision: {p1: go}}]}}", 300_000),
    "all that a table asks": (POINTS, "{expect_no_fault: true}", 9_801),
    "going on": (DEAR, "{do: [{until: turn}]}", 10_000),
    "a move in words": (TURNS, "{do: [nothing at all]}", 2 * (work.WORDS + work.LABEL)),
    "what is offered then": (GUARDED, "{given: {p1.coins: 1}}", 9_801),
    "why not": (GUARDED, "{refuses: {stop: condition}}", work.REFUSAL + 9_801),
}


@pytest.mark.parametrize("name", PRICES)
def test_each_thing_has_its_price(name: str, tmp_path: Path) -> None:
    rules, body, least = PRICES[name]
    nothing, _ = spent(tmp_path / "nothing", rules, "{}")
    assert spent(tmp_path, rules, body)[0] - nothing >= least


def test_a_beginning_takes_what_it_takes(tmp_path: Path) -> None:
    assert spent(tmp_path / "long", BEGINS, "{}")[0] > 40_000
    steps, found = spent(tmp_path / "broken", BROKEN, "{}")
    assert "divides by zero" in found
    assert steps > 10_000


def test_each_value_that_cannot_be_given_alone_is_tried_at_a_price(tmp_path: Path) -> None:
    one, found = spent(tmp_path / "one", TURNS, "{given: {p1.coin: 1}}")
    assert found.startswith("p1.coin: 1")
    many = ", ".join(f"p1.coin_{i}: 1" for i in range(20))
    assert spent(tmp_path / "many", TURNS, f"{{given: {{{many}, p1.coin: 1}}}}")[0] > one


def test_the_way_to_a_step_takes_what_its_moves_take(tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    was = State.apply
    monkeypatch.setattr(State, "apply", lambda self, move: (made.append(move), was(self, move)))
    monkeypatch.setattr(limits, "SITUATION_STEPS", 400_000)
    assert "more than 400,000 steps" in spent(tmp_path, NOWHERE, "{given: {step: stop}}")[1]
    assert 0 < len(made) < 40


def test_what_others_took_says_nothing_of_a_beginning(tmp_path: Path) -> None:
    made = pack(tmp_path, BEGINS, "{begins: {round: 1}}")
    game = tilewright.load(str(made))
    (one,) = situations_in(str(made), [], Problems())
    with pytest.raises(Otherwise, match="all of it"):
        run(game, one, Work(1_000, "all of it"))
    run(game, one, Work(MUCH, "all of it"))


def test_a_file_has_the_limit_under_pytest_too(tmp_path: Path) -> None:
    each = spent(tmp_path / "one", DEAR, "{do: [go]}")[0]
    made = pack(tmp_path / "many", DEAR, *["{do: [go]}"] * 3)
    code = ("import sys, pytest; from tilewright import limits\n"
            f"limits.SITUATIONS_STEPS = {2 * each}\n"
            "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-p', 'no:xdist', "
            "*sys.argv[1:]]))")
    done = subprocess.run([sys.executable, "-c", code, str(made)], capture_output=True, text=True,
                          cwd=tmp_path, check=False)
    assert "1 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "this situation and those before it" in done.stdout
