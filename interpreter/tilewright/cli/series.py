"""`tilewright simulate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tilewright.cli.reference import write_file
from tilewright.cli.report import note_texts
from tilewright.playing.game import load
from tilewright.playing.simulate import Job, simulate
from tilewright.text import reason, seat_name, title
from tilewright.wording.points import points_meant, points_told


def write_json(data: Any, target: str) -> None:
    """JSON to a file, or to standard output for `-`."""
    text = json.dumps(data, ensure_ascii=False)
    if target == "-":
        print(text)
        return
    write_file(Path(target), f"{text}\n")


def simulate_games(name: str, variants: list[str], players: int | None, games: int, seed: int,
                   jobs: int, bot: str, json_to: str | None,
                   options: dict[str, int] | None = None, engine: str = "") -> None:
    from tilewright.playing.bots import bot_named

    bot_named(bot)
    game = load(name, variants)
    note_texts(game)
    game.program(players, options)
    job = Job(name, tuple(variants), players, seed, bot, tuple((options or {}).items()),
              engine)
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"{games} games", total=games)
            made = simulate(job, games, jobs, lambda n: bar.advance(task, n), game)
    else:
        made = simulate(job, games, jobs, None, game)
    if json_to is not None:
        write_json(made, json_to)
    if json_to != "-":
        _summary(game.model, made)


def _natively(native: int, games: int) -> str:
    """How many games were native."""
    if not native:
        return ""
    return " in native play" + (f" ({native:,} of {games:,} games)" if native < games else "")


def _summary(game: Any, made: dict[str, Any]) -> None:
    results = made["results"]
    count = len(results)
    print(f"{title(game)}: {count} games of {made['players']} players, seed {made['seed']}, "
          f"bot {made['bot']}")
    why = f"; no native play: {made['why_python']}" if "why_python" in made else ""
    print(f"  {made['decisions'] / count:.2f} decisions a game, "
          f"{made['decisions_per_second']:,} a second"
          f"{_natively(made['native_games'], count)}{why}")
    for seat in range(made["players"]):
        scores = sorted(r["scores"][seat] for r in results)
        alone = sum(r["winners"] == [seat] for r in results)
        shared = sum(seat in r["winners"] and len(r["winners"]) > 1 for r in results)
        least, most = (points_told(game, scores[at]) for at in (0, -1))
        mean = points_meant(game, sum(scores) / count)
        said = f"{mean:.2f}".replace("-", "−")
        print(f"  {seat_name(game, seat)}: won {alone / count:.1%}, shared {shared / count:.1%}; "
              f"points {least} to {most}, mean {said}")
    reasons: dict[str, int] = {}
    for r in results:
        reasons[r["end_reason"]] = reasons.get(r["end_reason"], 0) + 1
    for word, n in sorted(reasons.items(), key=lambda pair: -pair[1]):
        print(f"  {n / count:.1%} ended because: {reason(game, word)}")
