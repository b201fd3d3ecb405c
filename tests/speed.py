"""How fast random games are, here and elsewhere; makes the page `docs/speed.md`.

Not a test. It takes some minutes and asks registries for programs of others, which are put into a
folder that is gone afterwards:

    .venv/bin/python tests/speed.py                  # measure all, and write docs/speed.md
    .venv/bin/python tests/speed.py --only classics  # measure one part, print it, write nothing
    .venv/bin/python tests/speed.py --page           # only the page, from the figures that are kept

Figures are kept in `docs/speed.json`. Those who stand in a row took turns in the same run, on one
core at a time, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
import tempfile
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

import beside_catanatron
import speed_peers as peers
import tilewright
from lockstep import Setting, settings
from packs.tables import CLASSICS
from speed_cut import cut
from speed_page import FIGURES, PAGE, page
from tilewright.cli.bench import measure
from tilewright.cli.bench_native import Inside
from tilewright.cli.race import in_python, race
from tilewright.native.engine import is_there
from tilewright.native.machine import native_of, why_python
from tilewright.packs.doors import shipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright import Game
    from tilewright.cli.race import Runner

Data = dict[str, Any]
SECONDS, ROUNDS = 1.5, 6
# Our games, and what PettingZoo has.
ZOO = {"tictactoe": "tictactoe_v3", "connect_four": "connect_four_v3", "go": "go_v5/9",
       "chess": "chess_v6"}
# What OpenSpiel calls the games that decisions are cut alike in.
ALIKE = {"tictactoe": "tic_tac_toe", "connect_four": "connect_four"}
SIZES = (5, 9, 13, 19)
SMALLER = """language: 2
id: go_{size}
version: 1.0.0
variant_of: go
title: Go
overlays: [changes.yaml]
"""


def ours(game: Game, players: int | None = None, options: dict[str, int] | None = None
         ) -> dict[str, Runner]:
    """A game of ours in Python and, where it can be, natively."""
    runners = {"python": in_python(lambda seed: game.new(players, seed, options))}
    program = game.program(players, options)
    native = None if why_python(program) else native_of(program)
    if native is not None:
        runners["native"] = Inside(native)
    return runners


def raced(name: str, runners: dict[str, Runner], seconds: float, rounds: int = ROUNDS) -> Data:
    """Decisions a second and decisions a game, for each."""
    for runner in runners.values():
        runner(0.01, 999)
    row: Data = {"game": name, **{
        who: {"decisions_per_second": round(1 / each), "decisions_per_game": round(games, 1)}
        for who, (each, games) in race(runners, seconds, rounds).items()}}
    print(f"  {name}: " + ", ".join(f"{who} {told['decisions_per_second']:,}"
                                    for who, told in row.items() if who != "game"), flush=True)
    return row


def classic(name: str, seconds: float, rounds: int = ROUNDS) -> Data:
    """A game beside the same game of OpenSpiel."""
    if name in ALIKE:
        return {**beside_openspiel(name, Setting(ALIKE[name], 2, {}), seconds, rounds), "cut": 1}
    setting = settings(importlib.import_module(f"classics.{name}"))[0]
    return {**beside_openspiel(name, setting, seconds, rounds), "cut": cut(name)}


def beside_openspiel(name: str, setting: Setting, seconds: float, rounds: int) -> Data:
    return raced(name, {
        **ours(tilewright.load(name), setting.players, setting.options),
        "driven": peers.driven(setting.text), "inside": peers.inside(setting.text)},
        seconds, rounds)


def games(_: Path, seconds: float) -> list[Data]:
    """The shipped games, beside classes written by hand."""
    rows = []
    for name in (name for name in shipped("content") if name not in CLASSICS):
        rows.append(measure(name, seconds))
        print(f"  {name}: {rows[-1]}", flush=True)
    return rows


def classics(_: Path, seconds: float) -> list[Data]:
    return [classic(name, seconds) for name in (*ALIKE, *CLASSICS)]


def sizes(folder: Path, seconds: float) -> list[Data]:
    """Go on larger and larger boards."""
    rows = []
    for size in SIZES:
        variants = [] if size == 9 else [str(_go(folder / f"go_{size}", size))]
        text = f"go(board_size={size},komi=7.5)"
        rows.append(raced(str(size), {
            **ours(tilewright.load("go", variants)), "driven": peers.driven(text),
            "inside": peers.inside(text)}, seconds, 3))
    return rows


def _go(folder: Path, size: int) -> Path:
    folder.mkdir()
    (folder / "variant.yaml").write_text(SMALLER.format(size=size), encoding="utf-8")
    (folder / "changes.yaml").write_text(
        f"set:\n  grids/point/columns: {size}\n  grids/point/rows: {size}\n", encoding="utf-8")
    return folder


def zoo(folder: Path, seconds: float) -> Data:
    there = peers.zoo(folder)
    if there is None:
        return {}
    here = peers.zoo_here()
    rows = []
    for name, word in ZOO.items():
        row = raced(name, {**ours(tilewright.load(name)), "door": here.runner(f"here:{name}"),
                           "there": there.runner(word)}, seconds)
        # What it takes for one decision is the same there as in OpenSpiel.
        rows.append({**row, "cut": cut(name) if name in CLASSICS else 1})
    for one in (here, there):
        one.end()
    return {"rows": rows, "versions": there.versions}


def boardgameio(folder: Path, seconds: float) -> Data:
    there = peers.boardgameio(folder)
    if there is None:
        return {}
    rows = [raced(name, {**ours(tilewright.load(name)), "there": there.runner(name)}, seconds)
            for name in ("tictactoe", "connect_four")]
    there.end()
    return {"rows": rows, "versions": there.versions}


def catanatron(folder: Path, seconds: float) -> Data:
    python = beside_catanatron.fetched(folder)
    if python is None:
        return {}
    found = beside_catanatron.measured(python, int(seconds * 60), 3, beside_catanatron.ALIKE)
    return {"rows": found, "versions": {"catanatron": found[-1]["name"].split()[-1]}}


PARTS: dict[str, Callable[[Path, float], Any]] = {
    "games": games, "classics": classics, "sizes": sizes, "pettingzoo": zoo,
    "boardgameio": boardgameio, "catanatron": catanatron}


def measured(parts: list[str], seconds: float) -> Data:
    """All figures, and where and when they were taken."""
    began, load = time.perf_counter(), os.getloadavg()[0]
    found: Data = {}
    with tempfile.TemporaryDirectory() as name:
        for part in parts:
            print(f"{part} …", flush=True)
            folder = Path(name) / part
            folder.mkdir()
            found[part] = PARTS[part](folder, seconds)
    versions = {"tilewright": tilewright.__version__, "OpenSpiel": version("open_spiel")}
    if is_there():
        versions["wasmtime"] = version("wasmtime")
    for part in found.values():
        if isinstance(part, dict):
            versions |= part.get("versions", {})
    return {"made": {
        "date": datetime.now(UTC).date().isoformat(), "python": platform.python_version(),
        "system": f"{platform.system()} on {platform.machine()}", "cores": os.cpu_count(),
        "processor": _processor(), "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        "minutes": round((time.perf_counter() - began) / 60, 1), "versions": versions}, **found}


def _processor() -> str:
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in told.splitlines()
                 if line.startswith("model name")), "")


def main() -> None:
    asks = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asks.add_argument("--only", choices=PARTS, action="append")
    asks.add_argument("--seconds", type=float, default=SECONDS, help="for each in a row")
    asks.add_argument("--page", action="store_true", help="measure nothing")
    given = asks.parse_args()
    if not given.page:
        found = measured(given.only or list(PARTS), given.seconds)
        if given.only:
            print(json.dumps(found, indent=1))
            return
        FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(json.loads(FIGURES.read_text("utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
