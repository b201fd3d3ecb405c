"""Random games of environments of PettingZoo, in a process that is asked by lines.

It runs in other environments too, so it imports nothing but what it plays. `NAME SECONDS SEED` asks
for random games of an environment of `pettingzoo.classic`, or `here:NAME` of one of ours; the
answer is how many decisions and games they were, and the seconds that they took.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import random
import sys
import time
from typing import Any


def made(name: str) -> Any:
    if name.startswith("here:"):
        from tilewright.pettingzoo import env

        return env(name.partition(":")[2])
    word, _, size = name.partition("/")
    module = importlib.import_module(f"pettingzoo.classic.{word}")
    return module.env(board_size=int(size), komi=7.5) if size else module.env()


def play(env: Any, rng: random.Random) -> int:
    """Play a random game; count decisions."""
    env.reset(seed=rng.getrandbits(30))
    decisions = 0
    while True:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return decisions
        legal = seen["action_mask"].nonzero()[0]
        env.step(int(legal[int(rng.random() * len(legal))]))
        decisions += 1


def main() -> None:
    envs: dict[str, Any] = {}
    print(json.dumps({"pettingzoo": importlib.metadata.version("pettingzoo")}), flush=True)
    for line in sys.stdin:
        name, seconds, seed = line.split()
        if name not in envs:
            envs[name] = made(name)
            play(envs[name], random.Random(0))
        rng, decisions, games = random.Random(int(seed)), 0, 0
        began = time.perf_counter()
        while time.perf_counter() - began < float(seconds) or games == 0:
            decisions += play(envs[name], rng)
            games += 1
        print(json.dumps([decisions, games, time.perf_counter() - began]), flush=True)


if __name__ == "__main__":
    main()
