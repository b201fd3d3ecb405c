"""`tilewright bench`: how fast a game runs, beside the same game written by hand."""

from __future__ import annotations

import gc
import importlib.util
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.series import write_json
from tilewright.packs.doors import shipped
from tilewright.playing.game import Game, load
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

HANDWRITTEN = Path(__file__).resolve().parents[3] / "tests" / "handwritten"
ROUNDS = 20


def bench_games(names: list[str], json_to: str | None, seconds: float) -> None:
    rows = []
    for name in names or list(shipped("content")):
        row = measure(name, seconds)
        rows.append(row)
        if json_to != "-":
            _print(row)
    if json_to is not None:
        write_json(rows, json_to)


def bench_tables(names: list[str], json_to: str | None, tables: int, seconds: float, think: float
                 ) -> None:
    """Many tables at once, driven as pages drive them."""
    try:
        from tilewright.table.load import bench_table
    except ModuleNotFoundError as missing:
        raise UsageError(f"this needs '{missing.name}', which is not installed; install it with: "
                         'pip install "tilewright[table]"') from None
    rows = []
    for name in names or list(shipped("content")):
        row = bench_table(name, [], tables, max(seconds, think), think)
        rows.append(row)
        if json_to != "-":
            for key, value in row.items():
                print(f"  {key}: {value}" if key != "game" else value)
    if json_to is not None:
        write_json(rows, json_to)


def measure(name: str, seconds: float) -> dict[str, Any]:
    """All figures of one game. Each speed is the best of several rounds, taken in turn."""
    load_ms = _load_ms(name)
    game = load(name)
    hand = handwritten(game.id)
    game.program()
    # What was loaded for the figures before would be looked through for garbage again and again.
    gc.collect()
    gc.freeze()
    played, by_hand = _race(game, hand, seconds)
    row: dict[str, Any] = {
        "game": game.id, "players": game.program().players,
        "decisions_per_second": round(1 / played[0]),
        "games_per_second": round(1 / (played[0] * played[1]), 1),
        "decisions_per_game": round(played[1], 3),
        "clone_us": _clone_us(game), "legal_us": _legal_us(game), "load_ms": load_ms,
        "state": len(game.program().start),
    }
    if by_hand is not None:
        row["handwritten_decisions_per_second"] = round(1 / by_hand[0])
        row["handwritten_decisions_per_game"] = round(by_hand[1], 3)
        row["ratio"] = round(by_hand[0] / played[0], 3)
    return row


def handwritten(game: str) -> Callable[[], Any] | None:
    """The same game as a Python class, where the repository has one."""
    path = HANDWRITTEN / f"{game}.py"
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(f"handwritten_{game}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wanted = game.replace("_", "")
    classes: list[Any] = [c for n, c in vars(module).items() if n.lower() == wanted]
    return classes[0] if classes else None


def _load_ms(name: str) -> float:
    """A cold load: from files to a game that can be played, best of three."""
    best = 1e9
    for _ in range(3):
        started = time.perf_counter()
        load(name).new()
        best = min(best, time.perf_counter() - started)
    return round(best * 1000, 2)


def _race(game: Game, hand: Callable[[], Any] | None, seconds: float) -> tuple[Any, Any]:
    """Seconds a decision and decisions a game, of both, in alternating rounds."""
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    for number in range(ROUNDS):
        ours.append(_play_for(lambda n: game.new(None, n), seconds / ROUNDS, number))
        if hand is not None:
            theirs.append(_play_for(lambda _n: hand(), seconds / ROUNDS, number))
    return _best(ours), _best(theirs) if theirs else None


def _best(rounds: list[tuple[float, float]]) -> tuple[float, float]:
    return min(r[0] for r in rounds), sum(r[1] for r in rounds) / len(rounds)


def _play_for(new: Callable[[int], Any], seconds: float, seed: int) -> tuple[float, float]:
    """Play random games for a while: list the moves, take one, apply it."""
    draw = random.Random(seed).random
    decisions = games = 0
    clock = time.perf_counter
    started = clock()
    while clock() - started < seconds or games == 0:
        for _ in range(20):
            state = new(games)
            games += 1
            legal, apply = state.legal, state.apply
            while moves := legal():
                apply(moves[int(draw() * len(moves))])
                decisions += 1
    return (clock() - started) / decisions, decisions / games


def _sample(game: Game) -> list[Any]:
    """Positions from the middle of some games."""
    found = []
    for seed in range(20):
        state = game.new(None, seed)
        rng = random.Random(seed)
        for _ in range(4):
            moves = state.legal()
            if len(moves) == 0:
                break
            found.append(state.clone())
            state.apply(rng.choice(moves))
    return found


def _clone_us(game: Game) -> float:
    state = _sample(game)[-1]
    return _each_us(state.clone, 20_000)


def _legal_us(game: Game) -> float:
    """The whole work of finding the moves of a position anew."""
    from tilewright.middle.header import STEPS
    from tilewright.playing.going import run

    program = game.program()
    slots = [list(s.numbers) for s in _sample(game)]
    size = len(slots)
    started = time.perf_counter()
    for i in range(20_000):
        s = slots[i % size]
        s[STEPS] = 0
        run(program, s, s[0])
    return round((time.perf_counter() - started) / 20_000 * 1e6, 3)


def _each_us(function: Callable[[], Any], times: int) -> float:
    best = 1e9
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(times):
            function()
        best = min(best, time.perf_counter() - started)
    return round(best / times * 1e6, 3)


def _print(row: dict[str, Any]) -> None:
    print(f"{row['game']}, {row['players']} players")
    print(f"  {row['decisions_per_second']:,} decisions a second, "
          f"{row['games_per_second']:,} games, {row['decisions_per_game']} decisions a game")
    if "ratio" in row:
        print(f"  {row['ratio']} of the hand-written class "
              f"({row['handwritten_decisions_per_second']:,} decisions a second, "
              f"{row['handwritten_decisions_per_game']} a game)")
    print(f"  clone {row['clone_us']} us for {row['state']} numbers, "
          f"legal moves {row['legal_us']} us, load {row['load_ms']} ms")
    sys.stdout.flush()
