"""Many tables at once, driven over the real protocol: how quickly do all seats see a move?"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from tilewright.problems import UsageError
from tilewright.table.wire import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.table.wire import Data

# So many tables are opened at a time, and so many moves made at each, before anything is measured.
OPENING, WARM = 16, 2


@dataclass(slots=True)
class Figures:
    """What was seen: seconds from a move to the last seat that was told of it, and bytes."""

    waits: list[float] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    ended: int = 0


class Driven:
    """A table all of whose seats are played from here, by chance; one game after another."""

    def __init__(self, url: str, players: int, seed: int) -> None:
        self.url, self.players, self.rng = url, players, random.Random(seed)
        self.figures = Figures()
        self.lines: list[Any] = []
        self.seen: list[Data] = []

    async def open(self) -> None:
        """Open a table, and sit down at all of its seats."""
        told = await asyncio.to_thread(self.posted, "/api/tables", {
            "number": 0, "players": self.players, "seats": ["me"] * self.players})
        for seat in told["seats"]:
            line = await connect(self.url.replace("http", "ws") + "/ws", origin=Origin(self.url),
                                 compression=None, max_size=None, ping_interval=None)
            await line.send(json.dumps({"t": "hello", "v": VERSION, "table": told["table"],
                                        "seat": seat, "lang": "en"}))
            self.lines.append(line)
            self.seen.append(json.loads(await line.recv()))
            while self.seen[-1]["t"] != "scene":
                self.seen[-1] = json.loads(await line.recv())

    def posted(self, path: str, body: Data) -> Data:
        asked = urllib.request.Request(  # noqa: S310 - an address of ours
            self.url + path, method="POST", data=json.dumps(body).encode(),
            headers={"origin": self.url, "content-type": "application/json"})
        with urllib.request.urlopen(asked) as answer:  # noqa: S310 - an address of ours
            told: Data = json.loads(answer.read())
        return told

    async def play(self, until: float, think: float) -> None:
        """One move after another, with a pause as people make."""
        await asyncio.sleep(self.rng.random() * think)
        while time.perf_counter() < until:
            await self.move()
            pause = think * (0.5 + self.rng.random())
            await asyncio.sleep(max(0.0, min(pause, until - time.perf_counter())))

    async def move(self) -> None:
        """Move at this table; if its game has ended, at the next one."""
        seat = self.decider()
        if seat is None:
            self.figures.ended += 1
            await self.close()
            await self.open()
            seat = self.decider()
            assert seat is not None
        number, message = self.seen[seat]["n"], self.chosen(seat)
        started = time.perf_counter()
        await self.lines[seat].send(message)
        await asyncio.gather(*(self._told(at, number + 1) for at in range(self.players)))
        self.figures.waits.append(time.perf_counter() - started)

    def decider(self) -> int | None:
        return next((at for at, seen in enumerate(self.seen) if seen["mine"]), None)

    def chosen(self, seat: int) -> str:
        """A message with a move that a seat may make."""
        seen = self.seen[seat]
        move = self.rng.choice(seen["options"])["move"]
        return json.dumps({"t": "act", "id": str(seen["n"]), "move": move, "key": seen["key"]})

    async def _told(self, seat: int, number: int) -> None:
        """Wait until a seat has seen so many moves."""
        while self.seen[seat]["n"] < number:
            text = await self.lines[seat].recv()
            told = self.step(text)
            if told is not None:
                self.figures.steps.append(len(text.encode()))
                self.seen[seat] |= told

    def step(self, text: str) -> Data | None:
        """What a message tells of a move, if it does."""
        told: Data = json.loads(text)
        return told if told["t"] == "step" else None

    async def close(self) -> None:
        for line in self.lines:
            await line.close()
        self.lines, self.seen = [], []


async def drive(url: str, tables: int, players: int, seconds: float, think: float,
                look: Callable[[], Any] = lambda: None, kind: type[Driven] = Driven) -> Data:
    """Play at many tables, and sum up what was seen; look at the server before and after."""
    driven = [kind(url, players, seed) for seed in range(tables)]
    await opened(driven)
    for _ in range(WARM):
        await asyncio.gather(*(one.move() for one in driven))
    figures = Figures()
    for one in driven:
        one.figures = figures
    before, began = look(), time.perf_counter()
    await asyncio.gather(*(one.play(began + seconds, think) for one in driven))
    took, after = time.perf_counter() - began, look()
    await asyncio.gather(*(one.close() for one in driven))
    return {"tables": tables, "seats": players, "think_s": think, **summed(figures, took),
            "looked": [before, after]}


async def opened(driven: list[Driven]) -> None:
    for start in range(0, len(driven), OPENING):
        await asyncio.gather(*(one.open() for one in driven[start:start + OPENING]))


def summed(figures: Figures, took: float) -> Data:
    return {"moves": len(figures.waits), "moves_per_second": round(len(figures.waits) / took, 1),
            "all_seats_ms": _quantiles([1000 * wait for wait in figures.waits]),
            "step_bytes": _quantiles(figures.steps), "games_ended": figures.ended}


def _quantiles(found: list[Any]) -> dict[str, float]:
    if len(found) < 2:
        found = found * 2 or [0.0, 0.0]
    cuts = statistics.quantiles(found, n=100, method="inclusive")
    return {"median": round(cuts[49], 2), "p95": round(cuts[94], 2), "p99": round(cuts[98], 2)}


@contextmanager
def served(game: str, variants: list[str]) -> Iterator[tuple[str, int]]:
    """A server of one game in a process of its own: its address and its number."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tilewright", "table", game, "--port", "0", "--no-open",
                   "--keep", str(Path(folder) / "tables.sqlite")]
        for name in variants:
            command += ["--with", name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
            assert running.stdout is not None
            try:
                said = running.stdout.readline().split()
                line = next((word for word in said if word.startswith("http")), None)
                if line is None:
                    raise UsageError(f"'{game}' cannot be served, so there is nothing to measure")
                yield line.rstrip("/"), running.pid
            finally:
                running.terminate()


def memory_mb(pid: int) -> float | None:
    """What a process and those that it began hold together; nothing where nobody tells."""
    total = 0
    for number in _family(pid):
        try:
            told = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in told.splitlines()
                     if line.startswith("Pss:"))
    return round(total / 1024, 1) if total else None


def _family(pid: int) -> list[int]:
    found = [pid]
    for number in found:
        for task in Path("/proc").glob(f"{number}/task/*/children"):
            found += [int(word) for word in task.read_text(encoding="ascii").split()]
    return found


def bench_table(game: str, variants: list[str], tables: int, seconds: float, think: float) -> Data:
    """Figures of a server with many tables of a game, on this machine."""
    with served(game, variants) as (url, pid):
        idle = memory_mb(pid)
        one = asyncio.run(drive(url, 1, 2, 1.0, 0.05, partial(memory_mb, pid)))
        told = asyncio.run(drive(url, tables, 2, seconds, think, partial(memory_mb, pid)))
    (_, first), (full, _) = one.pop("looked"), told.pop("looked")
    each = round((full - first) * 1024 / tables, 1) if full and first else None
    return {"game": game, **told, "memory_mb": {"idle": idle, "one_table": first, "all": full},
            "memory_kb_per_table": each}
