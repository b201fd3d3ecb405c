"""Tic-tac-toe at many tables, here and with boardgame.io: how quickly do both seats see a move?

Not a test; it takes a few minutes and needs `node`, `npm` and a registry (without them only our own
rows are made):

    .venv/bin/python tests/beside_boardgameio.py
    .venv/bin/python tests/beside_boardgameio.py --tables 200 --seconds 20 --think 1 0 --rounds 2

The newest boardgame.io is installed into a folder that is gone afterwards. Its server is as it
comes: `boardgame.io/server` with its Socket.IO, matches in memory, whole states as updates,
`NODE_ENV=production`. Its client is not used: both servers are driven by the same Python code over
the same library for sockets, so that the driver costs both the same; `boardgameio.py` has what is
asked in another way there. Each server and each driver is a process of its own, and one server runs
at a time.

What is counted: from sending a move until both seats have the message about it; not what a page
does with that. Ended games are followed by new ones, opened as pages open them: a new table, two
new sockets. With `--think 0` a table makes its next move as soon as both seats saw the last, and
the clock stops while new tables are opened; driver and server then share the machine.

They do not send the same. From us comes the picture, drawn and in words of the seat's language, and
all moves that may be made, each move written to disk before it is told. From boardgame.io comes the
state of the game; its pages have the rules, and draw. Memory is what the server and its children
hold with all tables open, without garbage, and only with a pause, while no game has ended yet.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from boardgameio import Beside, fetched, served_beside
from tilewright.table.load import (
    Driven,
    Figures,
    _family,
    drive,
    memory_mb,
    opened,
    served,
    summed,
)

Data = dict[str, Any]
LONGEST_THINK = 10.0


def look(pid: int, settle: str) -> Data:
    """What a server holds, and what it and the driver have spent before and after this look."""
    came = _spent(pid)
    if settle:
        with urllib.request.urlopen(settle) as answer:
            answer.read()
    return {"memory": memory_mb(pid), "came": came, "went": _spent(pid)}


def _spent(pid: int) -> dict[str, float]:
    return {"clock": time.perf_counter(), "server": _cpu(pid), "driver": time.process_time()}


def between(before: Data, after: Data) -> dict[str, float]:
    return {key: after["came"][key] - at for key, at in before["went"].items()}


def _cpu(pid: int) -> float:
    """Seconds of work of a process and those that it began; zero where nobody tells."""
    total = 0
    for number in _family(pid):
        try:
            told = Path(f"/proc/{number}/stat").read_text(encoding="ascii")
        except OSError:
            continue
        total += sum(int(word) for word in told.rpartition(")")[2].split()[11:13])
    return total / os.sysconf("SC_CLK_TCK")


async def flat_out(url: str, tables: int, seconds: float, seen: Any, kind: type[Driven]) -> Data:
    """Whole games at all tables without a pause; while new ones are opened, no clock runs."""
    driven, figures = [kind(url, 2, seed) for seed in range(tables)], Figures()
    spent, opening = {"clock": 0.0, "server": 0.0, "driver": 0.0}, []
    while spent["clock"] < seconds:
        began = time.perf_counter()
        await opened(driven)
        opening.append(time.perf_counter() - began)
        for one in driven:
            one.figures = figures
        before = seen()
        await asyncio.gather(*(_to_the_end(one) for one in driven))
        after = seen()
        figures.ended += tables
        await asyncio.gather(*(one.close() for one in driven))
        spent = {key: spent[key] + more for key, more in between(before, after).items()}
    return {"tables": tables, "seats": 2, "think_s": 0.0, **summed(figures, spent["clock"]),
            "opened_per_second": round(tables / median(opening), 1), "spent": spent}


async def _to_the_end(one: Driven) -> None:
    while one.decider() is not None:
        await one.move()


def measured(url: str, pid: int, asked: tuple[int, float, float], beside: bool) -> Data:
    """All figures of a server; runs in a process of its own."""
    tables, seconds, think = asked
    seen = partial(look, pid, f"{url}/settled" if beside else "")
    kind = Beside if beside else Driven
    one = asyncio.run(drive(url, 1, 2, 1.0, 0.05, seen, kind))
    told = asyncio.run(drive(url, tables, 2, seconds, think, seen, kind) if think else
                       flat_out(url, tables, seconds, seen, kind))
    first, held = one["looked"][1]["memory"], None
    if "looked" in told:
        before, after = told.pop("looked")
        held, told["spent"] = before["memory"], between(before, after)
    spent = told.pop("spent")
    each = round((held - first) * 1024 / tables, 1) if held and first else None
    return {**told, "memory_mb": {"one_table": first, "all": held}, "kb_per_table": each,
            "server_ms_per_move": round(1000 * spent["server"] / max(told["moves"], 1), 2),
            "driver_busy": round(spent["driver"] / spent["clock"], 2)}


def row(name: str, serving: Any, asked: tuple[int, float, float], beside: bool) -> Data:
    with serving as (url, pid), ProcessPoolExecutor(1, get_context("spawn")) as apart:
        told = {"server": name, **apart.submit(measured, url, pid, asked, beside).result(),
                "machine_load": round(os.getloadavg()[0], 1)}
    _print(told)
    return told


def _print(told: Data) -> None:
    waits, size = told["all_seats_ms"], told["step_bytes"]
    more = (f"{told['opened_per_second']} tables opened a second" if "opened_per_second" in told
            else f"{told['kb_per_table']} kB a table")
    print(f"{told['server']}, {told['tables']} tables, think {told['think_s']} s: "
          f"{told['moves_per_second']} moves a second\n"
          f"  all seats, ms: median {waits['median']}, p95 {waits['p95']}, p99 {waits['p99']}; "
          f"bytes: median {size['median']:.0f}, p95 {size['p95']:.0f}; "
          f"{more}\n"
          f"  server {told['server_ms_per_move']} ms of work a move, driver busy "
          f"{told['driver_busy']:.0%} of a core, {told['games_ended']} games ended, load of the "
          f"machine {told['machine_load']}", flush=True)


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asks.add_argument("--tables", type=int, default=200)
    asks.add_argument("--seconds", type=float, default=20.0)
    asks.add_argument("--think", type=float, nargs="+", default=[1.0, 0.0])
    asks.add_argument("--rounds", type=int, default=1, help="the other way round every second time")
    asks.add_argument("--json", type=Path)
    given = asks.parse_args()
    if max(given.think) > LONGEST_THINK:
        # A seat answers the pings of Socket.IO only when it waits for a move.
        sys.exit(f"--think can be {LONGEST_THINK} at most")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        version = fetched(folder)
        for number in range(given.rounds):
            for think in given.think:
                asked = (given.tables, given.seconds, think)
                both = [lambda a=asked: row("tilewright", served("tictactoe", []), a, False)]
                if version:
                    both.append(lambda a=asked: row(f"boardgame.io {version}",
                                                    served_beside(folder), a, True))
                rows += [make() for make in both[::-1 if number % 2 else 1]]
    if given.json is not None:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
