"""How series get faster with more who play them, for docs/lab-cluster.md.

    python tests/lab_scale.py [GAME] [BLOCKS] [ROUNDS]

Where other work shares the machine, only the time of the processor counts: with all processes free
to run, a series takes as long as the worker that has most to do. All ways take turns.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab_play import play_block
from tilewright.lab.pieces import run
from tilewright.lab.plan import Arm, Plan
from tilewright.lab.store import Store

if TYPE_CHECKING:
    from tilewright.playing.game import Game

WAYS: dict[str, dict[str, Any]] = {
    "one process": {"jobs": 1}, "two processes": {"jobs": 2},
    "a cluster of one worker": {"cluster": "local:1"},
    "a cluster of two workers": {"cluster": "local:2"},
}
HEADS = ("who plays", "processor, all", "before a worker plays", "played by the busiest",
         "times one", "on the clock")


def played(game: Game, plan: Plan, block: int) -> list[dict[str, Any]]:
    """A block, and what its process has worked before and after it."""
    before = time.process_time()
    rows = play_block(game, plan, block)
    return [*rows, {"pid": os.getpid(), "from": before, "to": time.process_time()}]


def once(way: str, game: str, blocks: int) -> None:
    """One run, in a process of its own: seconds until workers played, and of the busiest."""
    from lab_scale import played as sent  # others know it by the name of its module

    plan = Plan(Arm("base", game), 4, ("random",) * 4, 1)
    spans = defaultdict(list)
    started = time.perf_counter()
    with Store(":memory:") as store:
        for *_, told in run(plan, range(blocks), sent, store=store, **WAYS[way]):
            spans[told["pid"]].append((told["from"], told["to"]))
    begun = statistics.mean(min(span)[0] for span in spans.values())
    busiest = max(max(span)[1] - min(span)[0] for span in spans.values())
    print(begun, busiest, time.perf_counter() - started)


def measured(way: str, game: str, blocks: int) -> tuple[float, ...]:
    """Seconds of all processes together, and what `once` tells."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run([sys.executable, __file__, "--once", way, game, str(blocks)], check=True,
                          capture_output=True, text=True, cwd=Path(__file__).parent).stdout.split()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, *map(float, told)


def main(game: str = "yamatai", blocks: int = 800, rounds: int = 3) -> None:
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for _ in range(rounds):
        for way in WAYS:
            found[way].append(measured(way, game, blocks))
    print("|", " | ".join(HEADS), "|\n|", " | ".join(["---"] * len(HEADS)), "|")
    for way, rows in found.items():
        cpu, begun, busiest, clock = (statistics.median(c) for c in zip(*rows, strict=True))
        times = statistics.median(one[2] / row[2] for one, row in
                                  zip(found["one process"], rows, strict=True))
        print(f"| {way} | {cpu:.1f} s | {begun:.1f} s | {busiest:.1f} s | {times:.2f} | "
              f"{clock:.1f} s |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--once"]:
        once(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main(*sys.argv[1:2], *map(int, sys.argv[2:]))
