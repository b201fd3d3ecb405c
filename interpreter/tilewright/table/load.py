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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.table.wire import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.table.wire import Data

# Tables are opened and joined first; only then is anything measured.
OPENING = 16


@dataclass(slots=True)
class Figures:
    """What was seen: seconds from a move to the last seat that was told of it, and bytes."""

    waits: list[float] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    ended: int = 0


class Driven:
    """A table all of whose seats are played from here, by chance."""

    def __init__(self, url: str, figures: Figures, seed: int) -> None:
        self.url, self.figures, self.rng = url, figures, random.Random(seed)
        self.lines: list[Any] = []
        self.seen: list[Data] = []

    async def open(self, players: int) -> None:
        """Open the table, and sit down at all of its seats."""
        from websockets.asyncio.client import connect

        told = await asyncio.to_thread(self._posted, players)
        for seat in told["seats"]:
            line = await connect(self.url.replace("http", "ws") + "/ws", origin=self.url,
                                 compression=None, max_size=None, ping_interval=None)
            await line.send(json.dumps({"t": "hello", "v": VERSION, "table": told["table"],
                                        "seat": seat, "lang": "en"}))
            self.lines.append(line)
            self.seen.append(json.loads(await line.recv()))
            while self.seen[-1]["t"] != "scene":
                self.seen[-1] = json.loads(await line.recv())

    def _posted(self, players: int) -> Data:
        asked = urllib.request.Request(
            f"{self.url}/api/tables", method="POST",
            data=json.dumps({"number": 0, "players": players, "seats": ["me"] * players}).encode(),
            headers={"origin": self.url, "content-type": "application/json"})
        with urllib.request.urlopen(asked) as answer:  # noqa: S310 - an address of ours
            told: Data = json.loads(answer.read())
        return told

    async def play(self, until: float, think: float) -> None:
        """One move after another, with a pause as people make."""
        await asyncio.sleep(self.rng.random() * think)
        while time.perf_counter() < until:
            mine = [at for at, seen in enumerate(self.seen) if seen["mine"]]
            if not mine:
                self.figures.ended += 1
                return
            await self._move(mine[0])
            await asyncio.sleep(think * (0.5 + self.rng.random()))

    async def _move(self, seat: int) -> None:
        seen = self.seen[seat]
        move = self.rng.choice(seen["options"])["move"]
        started = time.perf_counter()
        await self.lines[seat].send(json.dumps({"t": "act", "id": str(seen["n"]), "move": move,
                                                "key": seen["key"]}))
        await asyncio.gather(*(self._told(at, seen["n"] + 1) for at in range(len(self.lines))))
        self.figures.waits.append(time.perf_counter() - started)

    async def _told(self, seat: int, number: int) -> None:
        """Wait until a seat has seen so many moves."""
        while self.seen[seat]["n"] < number:
            text = await self.lines[seat].recv()
            told = json.loads(text)
            if told["t"] == "step":
                self.figures.steps.append(len(text.encode()))
                self.seen[seat] |= told

    async def close(self) -> None:
        for line in self.lines:
            await line.close()


async def drive(url: str, tables: int, players: int, seconds: float, think: float) -> Data:
    """Play at many tables, and sum up what was seen."""
    figures = Figures()
    driven = [Driven(url, figures, seed) for seed in range(tables)]
    for start in range(0, tables, OPENING):
        await asyncio.gather(*(one.open(players) for one in driven[start:start + OPENING]))
    began = time.perf_counter()
    await asyncio.gather(*(one.play(began + seconds, think) for one in driven))
    took = time.perf_counter() - began
    await asyncio.gather(*(one.close() for one in driven))
    return {"tables": tables, "seats": players, "think_s": think, "moves": len(figures.waits),
            "moves_per_second": round(len(figures.waits) / took, 1),
            "all_seats_ms": _quantiles([1000 * wait for wait in figures.waits]),
            "step_bytes": _quantiles(figures.steps), "games_ended": figures.ended}


def _quantiles(found: list[Any]) -> dict[str, float]:
    cuts = statistics.quantiles(found, n=100) if len(found) > 1 else [0.0] * 99
    return {"median": round(cuts[49], 2), "p95": round(cuts[94], 2), "p99": round(cuts[98], 2)}


@contextmanager
def served(game: str, variants: list[str]) -> Iterator[tuple[str, int]]:
    """A server of one game in a process of its own: its address and its number."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tilewright", "table", game, "--port", "0", "--no-open",
                   "--keep", str(Path(folder) / "tables.sqlite")]
        for name in variants:
            command += ["--with", name]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert running.stdout is not None
        try:
            line = next(word for word in running.stdout.readline().split()
                        if word.startswith("http"))
            yield line.rstrip("/"), running.pid
        finally:
            running.terminate()
            running.wait()


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
        before = memory_mb(pid)
        asyncio.run(drive(url, 1, 2, 1.0, 0.05))
        first = memory_mb(pid)
        told = asyncio.run(drive(url, tables, 2, seconds, think))
        after = memory_mb(pid)
    each = round((after - first) * 1024 / tables, 1) if after and first else None
    return {"game": game, **told, "memory_mb": {"idle": before, "one_table": first, "all": after},
            "memory_kb_per_table": each}
