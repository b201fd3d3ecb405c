"""A map of hexagons with roads and towns, here and with catanatron: random decisions a second.

Not a test; it takes half a minute and needs a registry, or catanatron in some other Python:

    .venv/bin/python tests/beside_catanatron.py
    .venv/bin/python tests/beside_catanatron.py --games 400 --rounds 3
    .venv/bin/python tests/beside_catanatron.py --python /somewhere/bin/python

Our game is `packs/hexagon_villages`, played in Python, and natively where that is there. Catanatron
is asked for from PyPI, into an environment that is gone afterwards; without it only our own rows
are made. Each plays whole games of four players that choose at random, in one process that has
loaded everything and played a few games before the clock starts; new games are on the clock. With
`--rounds` each is asked in turn, the other way round every second time, and the best round counts.

The games are alike, the decisions are not cut in the same way, so both are told: decisions, and
throws of the dice, of which there is one in each turn. A ratio of throws is one of like work.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tilewright
from tilewright.native.engine import is_there
from tilewright.native.machine import native_of
from tilewright.native.series import games as native_games
from tilewright.playing.simulate import MOST_DECISIONS, Job, one_game, seed_of

if TYPE_CHECKING:
    from tilewright import Game

Data = dict[str, Any]
PACK = Path(__file__).parent / "packs" / "hexagon_villages"
# Native play is short, so it plays so many times as many games.
WARM, COUNTED, MORE = 5, 40, 10
FETCHING = 300
ALIKE = (("chance_discards", 1),)
THEIRS = """
import collections, importlib.metadata, json, random, sys, time
from catanatron import Color, Game, RandomPlayer

def one(seed):
    return Game([RandomPlayer(color) for color in Color], seed=seed)

def counted(seed):
    game = one(seed)
    while game.winning_color() is None and game.state.num_turns < 1000:
        told["forced"] += len(game.state.playable_actions) == 1
        told["decisions"] += 1
        told["throws"] += game.play_tick().action_type.value == "ROLL"

games, warm, sample = map(int, sys.argv[1:])
for number in range(warm):
    one(number + 1).play()
decisions, began = 0, time.perf_counter()
for number in range(games):
    game = one(number + 1)
    game.play()
    decisions += len(game.state.actions)
seconds = time.perf_counter() - began
told = collections.Counter()
for number in range(sample):
    counted(number + 1)
print(json.dumps({"version": importlib.metadata.version("catanatron"), "games": games,
                  "decisions": decisions, "seconds": seconds, "python": sys.version.split()[0],
                  "sample": dict(told)}))
"""
DIFFERENT = """What differs in the rules (catanatron 3.2.1 was read for this):
- Ending a turn is always a decision there. Here a turn in which nothing else can be done ends by
  itself; `forced` is the share of decisions with one choice.
- Half of a large hand is thrown away by chance there, in one forced decision of each; here too with
  the option that is used (`--chosen` plays the rule as printed: the owner chooses each card).
- Where the robber goes and whom it robs is one decision there; here the second one is asked for
  itself, and only where there are several. So it is with a card for two goods.
- A card can be played in the turn in which it was bought there, here from the next one on.
- Their card for two roads needs the price of a road in hand, though it is not paid.
- Points on cards count at once there; here they are shown, as a move, when there are ten.
- If the bank is short, there nobody gets any; here a player who is alone gets the rest.
- A longest road that was cut goes to the longest one that is left there, whoever has it and however
  short it is; here it needs five, and nobody has it in a tie.
- Who has ten points in somebody else's turn wins at once there, and here in their own.
- Hands and cards are not hidden there; here each card carries who knows it."""


def ours(games: int, options: tuple[tuple[str, int], ...]) -> Data:
    """Our games in Python, as a series plays them."""
    game, job = loaded(), Job(str(PACK), (), 4, 0, "random", options)
    for number in range(WARM):
        one_game(game, job, number)
    began = time.perf_counter()
    decisions = sum(one_game(game, job, number)["decisions"] for number in range(games))
    return told_of("tilewright", games, decisions, time.perf_counter() - began, options)


def natively(games: int, options: tuple[tuple[str, int], ...]) -> Data:
    """The same games natively, as a series plays them."""
    program = loaded().program(4, dict(options))
    native = native_of(program)
    assert native is not None
    machine = native.machine()

    def played(numbers: range) -> int:
        seeds = [seed_of(0, number) for number in numbers]
        found = list(native_games(machine, program, seeds, MOST_DECISIONS, keep=False))
        return sum(one.decisions for one in found if one is not None)

    played(range(WARM))
    began = time.perf_counter()
    decisions = played(range(MORE * games))
    return told_of("native tilewright", MORE * games, decisions,
                   time.perf_counter() - began, options)


@cache
def loaded() -> Game:
    return tilewright.load(str(PACK))


def told_of(name: str, games: int, decisions: int, seconds: float,
            options: tuple[tuple[str, int], ...]) -> Data:
    return {"name": name, "version": tilewright.__version__, "games": games,
            "decisions": decisions, "seconds": seconds, "python": sys.version.split()[0],
            "sample": sample(options)}


@cache
def sample(options: tuple[tuple[str, int], ...]) -> Data:
    """What some games are made of."""
    counts: Counter[str] = Counter()
    for number in range(COUNTED):
        seed = seed_of(0, number)
        state, rng = loaded().new(4, seed, dict(options)), random.Random(seed)
        while moves := state.legal():
            move = rng.choice(moves)
            counts["forced"] += len(moves) == 1
            counts["decisions"] += 1
            counts["throws"] += state.label(move) == "roll"
            state.apply(move)
    return dict(counts)


def theirs(python: Path, games: int) -> Data:
    done = subprocess.run([python, "-c", THEIRS, str(games), str(WARM), str(COUNTED)],
                          check=True, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": ""})
    return {"name": "catanatron", **json.loads(done.stdout)}


def fetched(folder: Path) -> Path | None:
    """A Python that has catanatron, in a folder; nothing if it cannot be had."""
    print("fetching catanatron …", flush=True)
    python = folder / "bin" / "python"
    try:
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "catanatron"], check=True,
                       capture_output=True, text=True, timeout=FETCHING)
    except (subprocess.SubprocessError, OSError) as error:
        lines = str(getattr(error, "stderr", "") or error).strip().splitlines()
        print(f"catanatron is left out: pip cannot fetch it ({lines[-1] if lines else error})")
        return None
    return python


def row(told: Data) -> Data:
    some = told["sample"]
    throws = told["decisions"] * some["throws"] / some["decisions"]
    made = {
        "name": f"{told['name']} {told['version']}", "python": told["python"],
        "games": told["games"],
        "decisions_per_second": round(told["decisions"] / told["seconds"]),
        "decisions_per_game": round(told["decisions"] / told["games"], 1),
        "forced": round(some["forced"] / some["decisions"], 2),
        "throws_per_second": round(throws / told["seconds"]),
        "throws_per_game": round(throws / told["games"], 1),
        "games_per_second": round(told["games"] / told["seconds"], 1),
    }
    print(f"{made['name']} (Python {made['python']}), {made['games']} games: "
          f"{made['decisions_per_second']:,} decisions a second, {made['decisions_per_game']} "
          f"a game ({made['forced']:.0%} forced)\n"
          f"  {made['throws_per_second']:,} throws a second, {made['throws_per_game']} a game; "
          f"{made['games_per_second']} games a second", flush=True)
    return made


def measured(python: Path | None, games: int, rounds: int,
             options: tuple[tuple[str, int], ...]) -> list[Data]:
    makers = {"tilewright": lambda: ours(games, options)}
    if is_there():
        makers["native"] = lambda: natively(games, options)
    if python is not None:
        makers["catanatron"] = lambda: theirs(python, games)
    rows: dict[str, list[Data]] = {name: [] for name in makers}
    for number in range(rounds):
        for name in list(makers)[::-1 if number % 2 else 1]:
            rows[name].append(row(makers[name]()))
    return [max(of, key=lambda one: one["decisions_per_second"]) for of in rows.values()]


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asks.add_argument("--games", type=int, default=200)
    asks.add_argument("--rounds", type=int, default=1, help="the other way round every second time")
    asks.add_argument("--chosen", action="store_true", help="players choose what they throw away")
    asks.add_argument("--python", type=Path, help="a Python that has catanatron already")
    asks.add_argument("--json", type=Path)
    given = asks.parse_args()
    with tempfile.TemporaryDirectory() as name:
        python = given.python or fetched(Path(name))
        rows = measured(python, given.games, given.rounds, () if given.chosen else ALIKE)
    if python is not None:
        *heres, there = rows
        for here, what in product(heres, ("decisions", "throws", "games")):
            key = f"{what}_per_second"
            print(f"{here['name']} over {there['name']}, {what} a second: "
                  f"{here[key] / there[key]:.2f}")
        print(DIFFERENT)
    if given.json is not None:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
