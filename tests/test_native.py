"""Native play: the same games as in Python, slot by slot, fault by fault, result by result."""

from __future__ import annotations

import hashlib
import os
import random
import struct
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from bad_packs import make_pack
from beside_native import assert_same, both, machine_of, played_on_both
from case_runner import all_cases, everywhere, run_case
from command_line import run_here
from hostile_packs import pack
from packs.tables import CLASSICS, PACKS, SHIPPED, VARIANTS, game
from secret_games import game as made
from secret_games import write
from tilewright import limits
from tilewright.cli.check import to_check
from tilewright.cookbook import recipes
from tilewright.kernel.chance import MASK
from tilewright.lab.ahead import engine_of
from tilewright.lab.leading import Leading, decided
from tilewright.lab.plan import Arm, Plan
from tilewright.middle.header import DECIDER, PC, RNG, STEPS
from tilewright.native import counting, engine, kept, noting, series
from tilewright.native.machine import Machine, Native, StoppedError, native_of, why_python
from tilewright.native.making import why_not
from tilewright.playing import effect, natively, simulate
from tilewright.playing.begin import begin
from tilewright.playing.bots import BOTS
from tilewright.playing.going import step
from tilewright.playing.natively import winners_of
from tilewright.playing.simulate import MOST_DECISIONS, Job
from tilewright.playing.stream import Stream
from tilewright.problems import ContentError, RuleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tilewright import Game
    from tilewright.compiling.program import Program

pytestmark = pytest.mark.skipif(not engine.is_there(), reason="wasmtime is not installed")
GAMES, SERIES, TRIES, HOSTILE = 4, 12, 400, 120


def _compare_all(of: Game) -> None:
    for players in sorted({min(of.players), max(of.players)}):
        program = of.program(players)
        machine = machine_of(program)
        assert sum(played_on_both(program, machine, seed) for seed in range(GAMES))


@pytest.mark.many
@pytest.mark.parametrize("name", [*SHIPPED, *PACKS, *VARIANTS, *CLASSICS])
def test_a_game_is_the_same_natively(name: str) -> None:
    _compare_all(game(name))


@pytest.mark.many
@pytest.mark.parametrize("name", sorted(recipes()))
def test_a_recipe_is_the_same_natively(name: str) -> None:
    for folder, overlays in to_check([f"cookbook/{name}"], []):
        _compare_all(tilewright.load(str(folder), list(map(str, overlays))))


# -- series ---------------------------------------------------------------------------------------


SERIES_OF = [*((name, "random", SERIES) for name in (*SHIPPED, "hearts", "go")),
             *((name, "greedy", 2) for name in (*SHIPPED, "reversi", "backgammon", "mancala"))]


@pytest.mark.parametrize(("name", "bot", "games"), SERIES_OF)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_series_has_the_same_results(name: str, bot: str, games: int, jobs: int,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = game(name)
    if bot == "greedy" and loaded.program().plan.hides:
        pytest.skip("greedy bots guess in this game, in Python")
    monkeypatch.setattr(simulate, "PAYS", 0)
    natively = simulate.simulate(Job(name, (), None, 7, bot), games, jobs, None, loaded)
    monkeypatch.setenv(engine.SWITCH, "0")
    plainly = simulate.simulate(Job(name, (), None, 7, bot), games, 1, None, loaded)
    assert (natively["engine"], plainly["engine"]) == ("native", "python")
    assert natively["results"] == plainly["results"]


def test_who_plays_can_be_chosen_and_is_told() -> None:
    loaded = game("tictactoe")
    jobs = {engine: Job("tictactoe", (), None, 7, "random", (), engine)
            for engine in ("", "python", "native")}
    made = {engine: simulate.simulate(job, 5, 1, None, loaded) for engine, job in jobs.items()}
    # So few games are over before native play would have begun.
    assert {engine: (one["engine"], one["native_games"]) for engine, one in made.items()} == {
        "": ("python", 0), "python": ("python", 0), "native": ("native", 5)}
    assert made["native"]["results"] == made["python"]["results"]


@pytest.mark.parametrize(("name", "bot", "asked", "said"), [
    ("tictactoe", "random", "natve", "no engine 'natve'; it can be 'python' or 'native'"),
    ("hearts", "greedy", "native", "the bot 'greedy' has to guess what is hidden"),
    ("tictactoe", "mcts:9", "native", "the bot 'mcts:9' plays in Python"),
    ("tictactoe", "random", "native", "it needs the extra 'fast'")])
def test_an_engine_that_cannot_play_says_why(name: str, bot: str, asked: str, said: str,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    if "extra" in said:
        monkeypatch.setenv(engine.SWITCH, "0")
    with pytest.raises(UsageError, match=said):
        simulate.simulate(Job(name, (), None, 7, bot, (), asked), 2, 1, None, game(name))


@pytest.mark.parametrize("name", [*SHIPPED, "hearts"])
def test_the_decisions_of_a_game_are_those_of_python(name: str) -> None:
    program, seeds = game(name).program(), [3, 4, 5]
    told = list(noting.noted(machine_of(program), program, seeds, MOST_DECISIONS))
    for seed, one in zip(seeds, told, strict=True):
        assert one is not None
        state, stream = game(name).new(seed=seed), Stream(seed)
        decided: list[int] = []
        while moves := state.legal():
            decided += [state.numbers[DECIDER], moves[stream.below(len(moves))]]
            state.apply(decided[-1])
        assert list(one.decided) == decided


COUNTED = [*((name, "random") for name in (*SHIPPED, "hearts")),
           *((name, bots) for name in ("connect_four", "tictactoe", "mancala")
             for bots in ("greedy", "random greedy", "greedy random"))]


@pytest.mark.parametrize(("name", "bots"), COUNTED)
@pytest.mark.parametrize("every", [0, 3])
def test_what_is_counted_of_a_game_is_what_python_counts(name: str, bots: str, every: int) -> None:
    program, seeds = game(name).program(), [3, 4, 5]
    players = program.players
    named = (bots.split() * players)[:players] * len(seeds)
    plays = counting.Bots([Stream(number).state for number in range(len(named))],
                          [int(bot == "greedy") for bot in named], every)
    batch, = counting.counted(machine_of(program), program, seeds, MOST_DECISIONS, plays)
    assert not batch.is_stopped
    start = first = 0
    for number, (seed, one, ends) in enumerate(zip(seeds, batch.games, batch.ends, strict=True)):
        own = range(number * players, (number + 1) * players)
        told = _counted(game(name), seed, [(named[at], Stream(at)) for at in own], every)
        rows = _numbers(batch.moves, start, ends[0]), _numbers(batch.asked, first, ends[1])
        assert told == (*rows, list(one.looks), one.forced, one.options, one.decisions)
        winners = winners_of(program, one)
        assert Leading(program, list(one.looks)).course(winners)[:2] == (
            one.changes, decided(one.leader, one.since, one.decisions, winners))
        start, first = ends


def _numbers(raw: bytearray, start: int, end: int) -> list[int]:
    return [number for number, in struct.iter_unpack("<q", raw[8 * start:8 * end])]


def _counted(of: Game, seed: int, bots: list[tuple[str, Stream]], every: int) -> tuple[Any, ...]:
    """What comes up in a game that Python plays: moves and questions with their counts, points as
    rounds end, decisions with one move, the moves of all others, and how many decisions."""
    state = of.new(seed=seed)
    rows: dict[int, list[int]] = {}
    asked: dict[int, list[int]] = {}
    looks: list[int] = []
    sizes: list[int] = []
    now = state.round

    def look() -> None:
        looks.append(len(sizes))
        looks.extend(sum(state.program.sheet(list(state.numbers), seat))
                     for seat in range(state.players))

    while moves := state.legal():
        made = len(sizes)
        if not made or (made % every == 0 if every else state.round != now):
            now = state.round
            look()
        seat = state.decider
        name, stream = bots[seat]
        for move in moves:
            rows.setdefault(move, [0] * 2 * state.players)[2 * seat] += 1
        times = asked.setdefault(state.numbers[PC], [0, 0])
        times[0] += 1
        times[1] += len(moves)
        sizes.append(len(moves))
        move = BOTS[name](state.view(seat), stream)
        rows[move][2 * seat + 1] += 1
        state.apply(move)
    look()
    return (_in_a_row(rows), _in_a_row(asked), looks, sizes.count(1),
            sum(size for size in sizes if size > 1), len(sizes))


def _in_a_row(rows: dict[int, list[int]]) -> list[int]:
    return [number for key in sorted(rows) for number in (key, *rows[key])]


def test_games_with_notes_are_those_without() -> None:
    program = game("namiji").program()
    machine = machine_of(program)
    told = list(noting.noted(machine, program, range(5), MOST_DECISIONS))
    assert [one and one.played for one in told] == list(
        series.games(machine, program, range(5), MOST_DECISIONS, keep=True))


def test_a_game_with_too_many_decisions_is_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    program = game("connect_four").program()
    machine = machine_of(program)
    whole = list(noting.noted(machine, program, range(8), MOST_DECISIONS))
    made = [one.played.decisions for one in whole if one]
    monkeypatch.setattr(noting, "DECISIONS", max(made) - 1)
    some = list(noting.noted(machine, program, range(8), MOST_DECISIONS))
    assert [one is None for one in some] == [count == max(made) for count in made]
    assert [one for one in some if one] == [
        one for one in whole if one and one.played.decisions < max(made)]


def test_a_game_without_room_for_what_is_counted_is_left_to_python(
        monkeypatch: pytest.MonkeyPatch) -> None:
    """Only looks can be more than there is room for at the beginning of a game."""
    program = game("connect_four").program()
    bots = counting.Bots([Stream(number).state for number in range(16)], [0] * 16, 1)

    def played() -> list[counting.Batch]:
        return list(counting.counted(machine_of(program), program, range(8), MOST_DECISIONS, bots))

    whole, = played()
    made = [one.decisions for one in whole.games]
    # Each look has three numbers, and there is one more than there are decisions.
    monkeypatch.setattr(counting, "ROOM", 3 * max(made))
    some = played()
    assert sum(len(one.games) for one in some) < 8
    assert [one for batch in some for one in batch.games] == [
        one for one in whole.games if one.decisions < max(made)]


def test_what_is_too_much_for_the_memory_of_a_module_is_left_to_python(
        monkeypatch: pytest.MonkeyPatch) -> None:
    program = game("connect_four").program()
    bots = counting.Bots([Stream(number).state for number in range(6)], [0] * 6)
    machine = machine_of(program)
    monkeypatch.setattr(counting, "ROOM", limits.NATIVE_BYTES)
    batches = list(counting.counted(machine, program, range(3), MOST_DECISIONS, bots))
    assert [(one.games, one.is_stopped) for one in batches] == [([], True)] * 3
    monkeypatch.setattr(counting, "ROOM", 10_000)
    whole, = counting.counted(machine, program, range(3), MOST_DECISIONS, bots)
    assert len(whole.games) == 3


def test_the_stream_of_bots_is_that_of_games() -> None:
    """`below` is what games draw by; a list of odds shows that all of it is used."""
    stream = Stream(5)
    draws = [stream.below(6) for _ in range(600)]
    assert set(draws) == set(range(6))
    assert [Stream(5).below(6) for _ in range(3)] == draws[:1] * 3
    assert 0 <= Stream(9).random() < 1
    assert Stream(9).getrandbits(8) < 1 << 8


# -- what stops -----------------------------------------------------------------------------------

ENDLESS = """
players: {min: 1, max: 1}
state: {game: {n: {type: int, max: 4}}}
flow: {round: {each: players, turn: [{gain: {n: 1}}, {may: [go]}]}}
actions: {go: {do: [{gain: {n: 1}}]}}
ends: {never: {when: n == 9}}
scoring: {n: n}
"""

NEEDS = """
players: {min: 1, max: 2}
state: {player: {n: int}}
flow: {round: {each: players, turn: [{must: [go]}]}}
actions: {go: {pick: {p: "range(0, 3)"}, do: [{gain: {me.n: p}}]}}
ends: {over: {when: round == 1, check: round}}
scoring: {n: me.n}
ranking: {needs: {alone: 2}}
"""


def _pack(folder: Path, rules: str) -> Game:
    folder.mkdir()
    (folder / "pack.yaml").write_text(
        "language: 2\nid: small\nversion: 1.0.0\nrules: [game.yaml]\n", encoding="utf-8")
    (folder / "game.yaml").write_text(rules, encoding="utf-8")
    return tilewright.load(str(folder))


# Rounds in which nobody can act, each of so many steps that these run out before jumps do.
DEAR_ROUNDS = """
players: {min: 1, max: 1}
kinds: {spot: {count: 60}}
state: {game: {n: int}, spot: {n: int}}
functions:
  dear:
    is: >-
      count(a for a in spots
      if any(a.n + b.n + size([c for c in spots if c.n > a.n]) > 99 for b in spots))
flow: {round: {each: players, turn: [{must_if_possible: [go]}]}}
actions: {go: {if: round == 1 or dear() > 0, do: [{gain: {n: 1}}]}}
ends: {never: {when: n == 9}}
scoring: {n: n}
"""


@pytest.mark.parametrize("rules", [ENDLESS, DEAR_ROUNDS], ids=["bound", "rounds"])
def test_a_fault_inside_is_told_as_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                             rules: str) -> None:
    loaded = _pack(tmp_path / "small", rules)
    job = Job("small", (), None, 1, "random")
    monkeypatch.setattr(simulate, "PAYS", 0)
    with pytest.raises(tilewright.RuleError) as natively:
        simulate.simulate(job, 3, 1, None, loaded)
    monkeypatch.setenv(engine.SWITCH, "0")
    with pytest.raises(tilewright.RuleError) as plainly:
        simulate.simulate(job, 3, 1, None, loaded)
    assert str(natively.value) == str(plainly.value)
    assert natively.value.place == plainly.value.place


def test_who_lacks_points_loses_as_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                             ) -> None:
    """Alone and below what is needed nobody wins, whoever plays the games."""
    loaded = _pack(tmp_path / "small", NEEDS)
    job = Job("small", (), None, 1, "random")
    monkeypatch.setattr(simulate, "PAYS", 0)
    natively = simulate.simulate(job, 40, 1, None, loaded)
    monkeypatch.setenv(engine.SWITCH, "0")
    plainly = simulate.simulate(job, 40, 1, None, loaded)
    assert (natively["engine"], plainly["engine"]) == ("native", "python")
    assert natively["results"] == plainly["results"]
    assert {(one["scores"][0] >= 2, one["winners"] == [0]) for one in natively["results"]} == {
        (True, True), (False, False)}


def test_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module cannot get more than the limit, whatever it is asked for."""
    machine = machine_of(game("tictactoe").program())
    with pytest.raises(StoppedError):
        machine.call("reserve", 1 << 30)
    assert machine.new(1) == game("tictactoe").new(seed=1).legal()


ROUND_AND_ROUND = ENDLESS.replace("{gain: {n: 1}}", "{set: {n: 1 - n}}")


def test_a_call_can_be_stopped_by_the_clock(tmp_path: Path) -> None:
    loaded = _pack(tmp_path / "small", ROUND_AND_ROUND)
    machine = Native(loaded.program(), timed=True).machine()
    with pytest.raises(StoppedError):
        machine.call_within(0.01, "random_games", machine.made.state, machine.list_of([1]),
                            MASK >> 1, 0, 0, machine.list_of((), 4))
    assert machine.new(1) == loaded.new(seed=1).legal()


# -- damaged positions ----------------------------------------------------------------------------


def _positions(of: Game) -> list[tuple[list[int], list[int]]]:
    found, rng = [], random.Random(3)
    for seed in (0, 1, 2, 1 << 100):
        state = of.new(seed=seed)
        while not state.over:
            if rng.random() < 0.1:
                found.append((list(state._s), state.legal()))
            state.apply(rng.choice(state.legal()))
    return found


def _in_python(program: Program, slots: list[int], move: int) -> list[int] | None:
    try:
        return list(step(program, slots, move))
    except Exception:  # noqa: BLE001  whatever it is, native play must stop too
        return None


def _natively(machine: Machine, slots: list[int], move: int) -> list[int] | None:
    machine.put(slots)
    try:
        return machine.step(move)
    except StoppedError:
        return None


def damaged(of: Game, tries: int, seed: int = 1) -> int:
    """Moves from positions of which some slots are anything: both do the same, or neither does."""
    program, rng = of.program(), random.Random(seed)
    machine, positions = machine_of(program), _positions(of)
    faults = 0
    for number in range(tries):
        slots, moves = rng.choice(positions)
        slots = slots[:]
        for _ in range(12 if number % 2 else 1):
            at = rng.randrange(len(slots))
            slots[at] = rng.choice((slots[at] + rng.randint(-5, 5), rng.randint(-3, 60)))
        slots[STEPS], move = 0, rng.choice(moves)
        here = slots[:]
        expected, found = _in_python(program, here, move), _natively(machine, slots, move)
        assert found == expected
        faults += expected is None
        if expected is not None:
            assert len(here) == len(slots)
            own = machine.slots()
            here[RNG] &= MASK
            assert own == here
    return faults


@pytest.mark.parametrize("name", [*SHIPPED, "hearts"])
def test_damaged_positions_are_the_same(name: str) -> None:
    assert damaged(game(name), TRIES)


# -- cases ----------------------------------------------------------------------------------------

CASES = {case.id: case for case in [*[case for case in all_cases() if not case.is_refused][::6],
                                    *everywhere()]}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_is_the_same_natively(case: Any, tmp_path: Path) -> None:
    with both({}):
        run_case(case, tmp_path)


def test_the_comparison_can_fail() -> None:
    loaded = game("connect_four")
    machine = machine_of(loaded.program())
    state = loaded.new(seed=1)
    machine.new(1)
    machine.step(state.legal()[1])
    state.apply(state.legal()[0])
    with pytest.raises(AssertionError, match="slots"):
        assert_same(state, machine)


# -- what cannot be native ------------------------------------------------------------------------


def test_what_is_chosen_in_secret_among_many_stays_in_python(tmp_path: Path) -> None:
    loaded = _pack(tmp_path / "small", """
players: {min: 2, max: 2}
state: {player: {bid: {type: int, max: 200, visible: owner}}}
flow: {round: {each: players, turn: [{secretly: true, choose: {much: "range(0, 150)"},
       do: [{set: {me.bid: much}}]}]}}
ends: {done: {when: round == 2, check: round}}
scoring: {bid: me.bid}
""")
    assert "more than 62" in why_not(loaded.program())
    assert native_of(loaded.program()) is None


def test_rules_that_lead_into_each_other_too_deeply_stay_in_python(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = "".join(f"  f{n + 1}: {{is: 'max([f{n}(), f{n}()])'}}\n" for n in range(45))
    loaded = _pack(tmp_path / "small", f"""
players: {{min: 2, max: 2}}
state: {{player: {{coins: {{type: int, start: 1}}}}}}
functions:
  f0: {{is: me.coins}}
{deep}
actions: {{go: {{do: [{{if: me.coins > 9, then: [{{gain: {{me.coins: f45()}}}}]}}]}}}}
flow: {{round: {{each: players, turn: [{{must: [go]}}]}}}}
ends: {{done: {{when: round == 3, check: round}}}}
scoring: {{coins: me.coins}}
""")
    program = loaded.program()
    assert not why_not(program)
    assert native_of(program) is None
    monkeypatch.setattr(simulate, "PAYS", 0)
    job = Job("small", (), None, 1, "random")
    results = simulate.results_of(job, 2, 1, loaded)
    assert [played["decisions"] for played, _ in results] == [6, 6]
    assert list(natively.whole_games(program, [1, 2], 99)) == [False, False]
    assert list(natively.notes_of(program, [1, 2], 99)) == [None, None]
    plan = Plan(Arm("small", str(tmp_path / "small")), 2, ("random", "random"), 1)
    assert engine_of(program, plan) == "python"


def test_what_is_compiled_is_kept_for_the_user_alone(tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = game("tictactoe").program()
    made = Native(program).made
    file, = (tmp_path / "tilewright").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    again = Native(program)
    assert (again.made.state, again.made.faults, again.made.data) == (made.state, made.faults, b"")
    assert again.machine().new(1) == game("tictactoe").new(seed=1).legal()
    file.chmod(0o666)   # anybody could have written it, so it is not read
    assert Native(program).made.data == made.data


def _signed(kept: bytes) -> bytes:
    return hashlib.sha256(kept).hexdigest().encode() + b"\n" + kept


def _flipped(raw: bytes) -> bytes:
    at = len(raw) // 2
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1:]


DAMAGED: dict[str, Callable[[bytes, bytes], bytes]] = {
    "no module": lambda head, code: b"no module",
    "nothing": lambda head, code: b"",
    "another head": lambda head, code: b"{}\n" + code,
    "a deep head": lambda head, code: b"[" * 100_000 + b"\n" + code,
    "one bit of the head": lambda head, code: _signed(head + b"\n" + code).replace(
        b'"state": ', b'"state": 1'),
    "one bit of the code": lambda head, code: _signed(head + b"\n" + code).replace(
        code, _flipped(code)),
    "cut": lambda head, code: _signed(head + b"\n" + code)[:-1],
    **{f"signed: {name}": partial(lambda head, _, code: _signed(head + b"\n" + code), head)
       for name, head in {"empty": b"{}", "no": b"", "list": b"[]", "number": b"7", "text": b"\xff",
                          "deep": b'{"state":' + b"[" * 100_000, "words": b'{"state":"x"}',
                          "huge": b'{"state":' + b"9" * 5_000 + b"}"}.items()},
    "signed: another game": lambda head, code: _signed(
        head.replace(b'"slots": ', b'"slots": 1') + b"\n" + code),
    "signed: no code": lambda head, code: _signed(head + b"\n"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_cache_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
                                 ) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = game("tictactoe").program()
    made = Native(program).made
    file, = (tmp_path / "tilewright").iterdir()
    whole = file.read_bytes()
    head, _, code = whole.partition(b"\n")[2].partition(b"\n")
    file.write_bytes(DAMAGED[damage](head, code))
    found = Native(program)
    assert found.made == made   # printed again, for what was kept has no bytes of it
    assert found.machine().new(1) == game("tictactoe").new(seed=1).legal()
    assert file.read_bytes().partition(b"\n")[2].startswith(head)
    assert Native(program).made.data == b""


def test_what_was_not_used_for_longest_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                   ) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    programs = [game("namiji").program(players) for players in (2, 3, 4, 5)]
    files = [path for program in programs if (path := kept._path(program, timed=False))]
    for number, program in enumerate(programs[:3]):
        Native(program)
        os.utime(files[number], (number, number))
    Native(programs[0])   # so the second one is the oldest now
    monkeypatch.setattr(kept, "FILES", 3)
    Native(programs[3])
    assert [file.exists() for file in files] == [True, False, True, True]
    monkeypatch.setattr(kept, "BYTES", max(file.stat().st_size for file in files if file.exists()))
    Native(programs[1])
    assert len(list((tmp_path / "tilewright").iterdir())) <= 1


def test_what_is_kept_depends_on_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for players in (2, 3):
        Native(game("yamatai").program(players))
    Native(game("far_islands").program(2))
    assert len(list((tmp_path / "tilewright").iterdir())) == 3


# -- what cannot be had ----------------------------------------------------------------------------

UNDER = """
import resource, sys
from tilewright.__main__ import main
limit = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
main()
"""
LIMITS = [1 << 30, 4 << 30]
TYPED = ["simulate yamatai --games 200 --json -", "bench tictactoe --seconds 0.05 --json -",
         "lab run tictactoe --games 40 --bot mcts:20 --json -"]


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("limit", LIMITS)
def test_few_addresses_are_enough(tmp_path: Path, typed: str, limit: int) -> None:
    """Also where a compiler would begin as many threads as a large machine has."""
    pytest.importorskip("resource")
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "RAYON_NUM_THREADS": "16",
           "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", UNDER, str(limit), *typed.split()], env=env,
                          capture_output=True, text=True, timeout=900, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert ('"engine": "native' in done.stdout) or ('"native": "wasmtime' in done.stdout)


def _nothing(*_: object) -> None:
    import wasmtime

    raise wasmtime.WasmtimeError("mmap failed to reserve 0x104000000 bytes\n\nCaused by: nothing")


TOLD = {"simulate": "simulate tictactoe --games 9", "bench": "bench tictactoe --seconds 0.05",
        "lab": "lab run tictactoe --games 40", "search": "lab run tictactoe --games 4 --bot mcts:9",
        "watch": "watch tictactoe --once"}


@pytest.mark.parametrize("part", ["Config", "Engine", "Module", "Store", "Instance"])
@pytest.mark.parametrize("command", TOLD)
def test_what_cannot_be_had_is_played_in_python_and_told(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, part: str) -> None:
    import wasmtime

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(wasmtime, part, _nothing)
    for module in (simulate, effect):
        monkeypatch.setattr(module, "PAYS", 0)
    if part in ("Config", "Engine"):
        monkeypatch.setattr(engine, "_engine", engine._engine.__wrapped__)
    done = run_here(*TOLD[command].split(), columns=200)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mmap failed to reserve 0x104000000 bytes" in done.stdout
    assert "Caused" not in done.stdout


def test_a_thread_without_a_machine_plays_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    import wasmtime

    loaded = tilewright.load("tictactoe")
    assert not why_python(loaded.program())
    monkeypatch.setattr(wasmtime, "Instance", _nothing)
    monkeypatch.setattr(simulate, "PAYS", 0)
    made = simulate.simulate(Job("tictactoe", (), None, 7, "random"), 600, 2, None, loaded)
    monkeypatch.setenv(engine.SWITCH, "0")
    plain = simulate.simulate(Job("tictactoe", (), None, 7, "random"), 600, 1, None, loaded)
    assert made["results"] == plain["results"]


ALONE = """
players: {{min: 2, max: 2}}
kinds: {{stone: {{attributes: {{v: int}}, items: {{one: {{v: 3}}, two: {{v: 4}}}}}}}}
state:
  game: {{bag: {{zone: stone, start: all}}, bowl: {{zone: stone}}}}
  player: {{gems: {{type: int, max: 9}}, worth: {{type: int, max: 9}}}}
actions: {{go: {{do: [{{gain: {{me.worth: 1}}}}]}}}}
flow:
  setup: [{{set: {{p1.gems: 4, p2.gems: 3}}}},
          {{for_each: {{each: bag}}, do: [{{move: each, from: bag, to: bowl}}]}}]
  round: {{each: players, turn: [{{must: [go]}}]}}
ends: {{done: {{when: round == 2, check: round}}}}
scoring: {{gems: "{scoring}"}}
ranking: {{ties: ["{ties}"]}}
"""


@pytest.mark.parametrize(("scoring", "ties"), [
    ("12 // me.gems", "me.worth"), ("me.worth", "12 // me.gems"),
    ("bowl[0].v", "me.worth"), ("me.worth", "bowl[1].v")])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_points_that_no_empty_position_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                           scoring: str, ties: str, bot: str) -> None:
    """Before the set-up there is nothing to divide by, and no first stone."""
    loaded = _pack(tmp_path / "small", ALONE.format(scoring=scoring, ties=ties))
    monkeypatch.setattr(simulate, "PAYS", 0)
    native = simulate.simulate(Job("small", (), None, 7, bot), 5, 1, None, loaded)
    monkeypatch.setenv(engine.SWITCH, "0")
    plain = simulate.simulate(Job("small", (), None, 7, bot), 5, 1, None, loaded)
    assert (native["engine"], native["results"]) == ("native", plain["results"])


# -- generated games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_a_generated_game_is_the_same_natively(tmp_path: Path, seed: int) -> None:
    _compare_all(tilewright.load(str(write(made(seed), tmp_path / "made"))))


@pytest.mark.many
@pytest.mark.parametrize("share", range(4))
def test_hostile_packs_are_the_same_natively(tmp_path: Path, share: int) -> None:
    """Of generated hostile packs those that load: whatever their rules do, both do it."""
    compared = 0
    for number in range(share, HOSTILE, 4):
        folder = tmp_path / str(number)
        make_pack(folder, pack(number))
        try:
            program = tilewright.load(str(folder)).program()
        except (ContentError, RuleError, UsageError):
            continue
        if native_of(program) is not None:
            compared += _same_as_far_as_it_goes(program)
    assert compared


def _same_as_far_as_it_goes(program: Program) -> int:
    """How many decisions of a game were compared, until it ends or a rule fails."""
    machine = machine_of(program)
    try:
        begin(program, 1)
    except RuleError:
        with pytest.raises(StoppedError):
            machine.new(1)
        return 1
    return played_on_both(program, machine, 1, 60)
