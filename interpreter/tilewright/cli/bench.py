"""`tilewright bench`: how fast a game runs, in Python and natively, beside one written by hand."""

from __future__ import annotations

import gc
import importlib.util
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.bench_native import Inside, measured
from tilewright.cli.race import best_of, in_python, race
from tilewright.cli.series import write_json
from tilewright.native.machine import native_of, why_python
from tilewright.packs.doors import shipped
from tilewright.playing.game import Game, load
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.cli.race import Round, Runner
    from tilewright.native.machine import Native

HANDWRITTEN = Path(__file__).resolve().parents[3] / "tests" / "handwritten"


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
    program = game.program()
    gap = why_python(program)
    native = None if gap else native_of(program)
    # What was loaded for the figures before would be looked through for garbage again and again.
    gc.collect()
    gc.freeze()
    ran = race(_runners(game, hand, native), seconds)
    row: dict[str, Any] = {
        "game": game.id, "players": program.players, **_speed("", ran["python"]),
        "games_per_second": round(1 / (ran["python"][0] * ran["python"][1]), 1),
        "clone_us": _clone_us(game), "legal_us": _legal_us(game), "load_ms": load_ms,
        "state": len(program.start), "native": gap,
    }
    if hand is not None:
        row |= _speed("handwritten_", ran["handwritten"])
        row["ratio"] = _over(ran, "python", "handwritten")
    if native is not None:
        row |= _speed("native_", ran["native"]) | measured(program, native, seconds)
        row["native_over_python"] = _over(ran, "native", "python")
        if hand is not None:
            row["native_over_handwritten"] = _over(ran, "native", "handwritten")
    gc.unfreeze()
    return row


def _runners(game: Game, hand: Callable[[], Any] | None, native: Native | None
             ) -> dict[str, Runner]:
    """All that play the same game."""
    runners = {"python": in_python(lambda n: game.new(None, n))}
    if hand is not None:
        runners["handwritten"] = in_python(lambda _n: hand())
    if native is not None:
        runners["native"] = Inside(native)
    return runners


def _speed(word: str, ran: Round) -> dict[str, float]:
    return {f"{word}decisions_per_second": round(1 / ran[0]),
            f"{word}decisions_per_game": round(ran[1], 3)}


def _over(ran: dict[str, Round], one: str, other: str) -> float:
    """How many times as fast one is as the other."""
    return round(ran[other][0] / ran[one][0], 3)


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
    return round(best_of(state.clone, 20_000) * 1e6, 3)


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
    print("\n".join(_native_lines(row)), flush=True)


def _native_lines(row: dict[str, Any]) -> list[str]:
    """What is said of native play."""
    if "native_decisions_per_second" not in row:
        return [f"  {row['native']}"]
    beside = (f", {row['native_over_handwritten']} times the hand-written class"
              if "native_over_handwritten" in row else "")
    played = (f"  {row['native_decisions_per_second']:,} decisions a second in native play, "
              f"{row['native_over_python']} times Python{beside}")
    made = (f"  {row['native_two_threads']} times as many in two threads; clone "
            f"{row['native_clone_us']} us, compile {row['native_compile_ms']} ms, "
            f"from the cache {row['native_cached_ms']} ms, {row['native_bytes']:,} bytes")
    return [played, made]
