"""What `tilewright bench` measures of native play."""

from __future__ import annotations

import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tilewright.cli.race import race
from tilewright.native.engine import version
from tilewright.native.machine import StoppedError
from tilewright.native.making import module_of
from tilewright.playing.simulate import MOST_DECISIONS
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.cli.race import Round
    from tilewright.compiling.program import Program
    from tilewright.native.machine import Machine, Native

# What is noted of each game; seconds that a call should take; copies that are made in a call.
NOTED, CALL, COPIES = 4, 0.01, 20_000
# How often is made what is short, and rounds for threads: one waits at the end for the other.
TRIES, LONGER = 3, 5


class Inside:
    """Whole random games inside of a module, many in each call."""

    def __init__(self, native: Native) -> None:
        self.machine: Machine = native.machine()
        self.at_once = 1

    def __call__(self, seconds: float, number: int) -> Round:
        started = time.perf_counter()
        decisions, games = self.played(seconds, number)
        return (time.perf_counter() - started) / decisions, decisions / games

    def played(self, seconds: float, number: int) -> tuple[int, int]:
        """Play for a while; how many decisions and games that were."""
        decisions = games = 0
        clock = time.perf_counter
        started = begun = clock()
        while begun - started < seconds or games == 0:
            decisions += self._games(number << 32 | games, self.at_once)
            games += self.at_once
            ended = clock()
            self.at_once = max(1, self.at_once * 2 if ended - begun < CALL / 2 else
                               self.at_once // 2 if ended - begun > CALL * 2 else self.at_once)
            begun = ended
        return decisions, games

    def _games(self, first: int, count: int) -> int:
        """Play so many games; count decisions."""
        machine = self.machine
        machine.clear()
        given = machine.list_of(range(first, first + count))
        notes = machine.list_of((), NOTED * count)
        try:
            machine.call("random_games", machine.made.state, given, MOST_DECISIONS, 0, 0, notes)
        except StoppedError as error:
            raise UsageError(f"a game stopped in native play: {error}") from None
        return sum(machine.numbers(notes)[::NOTED])


class Both:
    """The same in two threads, each with a machine of its own, until both have ended."""

    def __init__(self, native: Native) -> None:
        self.machines = [Inside(native), Inside(native)]

    def __call__(self, seconds: float, number: int) -> Round:
        started = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            ran = list(pool.map(lambda n: self.machines[n].played(seconds, 2 * number + n),
                                range(2)))
        decisions, games = (sum(counts) for counts in zip(*ran, strict=True))
        return (time.perf_counter() - started) / decisions, decisions / games


def measured(program: Program, native: Native, seconds: float) -> dict[str, Any]:
    """What there is to say of native play beside its speed."""
    compiled, cached = _made_ms(program)
    threads = race({"one": Inside(native), "two": Both(native)}, seconds, LONGER)
    return {
        "native": f"wasmtime {version()}",
        "native_clone_us": _clone_us(program, native), "native_compile_ms": compiled,
        "native_cached_ms": cached, "native_bytes": len(module_of(program).data),
        "native_two_threads": round(threads["one"][0] / threads["two"][0], 2),
    }


def _clone_us(program: Program, native: Native) -> float:
    """A copy of a state into another one: games of no move from the same position, so the loop
    around it is counted too."""
    machine, best = native.machine(), 1e9
    for _ in range(TRIES):
        machine.clear()
        start, moves = machine.list_of(program.start), machine.list_of(())
        seeds, notes = machine.list_of(range(COPIES)), machine.list_of((), COPIES)
        begun = time.perf_counter()
        machine.call("playouts", machine.made.state, start, moves, seeds, 0, 0, notes)
        best = min(best, time.perf_counter() - begun)
    return round(best / COPIES * 1e6, 4)


def _made_ms(program: Program) -> tuple[float, float]:
    """A program as a module that can run: printed and compiled, and as it was kept."""
    from tilewright.native.machine import Native

    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(TRIES):
        with _empty_cache():
            for times in found:
                begun = time.perf_counter()
                Native(program)
                times.append(time.perf_counter() - begun)
    return round(min(found[0]) * 1000, 2), round(min(found[1]) * 1000, 2)


@contextmanager
def _empty_cache() -> Iterator[None]:
    """A cache folder that has nothing in it, and is gone afterwards."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            yield
        finally:
            del os.environ["XDG_CACHE_HOME"]
            if before is not None:
                os.environ["XDG_CACHE_HOME"] = before
