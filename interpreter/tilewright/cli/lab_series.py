"""`tilewright lab GAME`: a series of games, and what can honestly be said of them."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path  # noqa: TC003  the options are made of the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.given import GAME, Json, Lang, Options, Players, Seed, With

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.lab.plan import Plan
    from tilewright.lab.series import Series
    from tilewright.playing.game import Game

GAMES, BOT = 400, "greedy"
WIDEST = 50
SHOWN = re.compile(r"(?P<block>[0-9]{1,9}):(?P<rotation>[0-9]{1,2})")


def run(
    game: Annotated[str, GAME],
    variants: With = None,
    players: Players = None,
    bot: Annotated[str, typer.Option(
        help="random, greedy or mcts:200; or one for each player, such as mcts:200,greedy.",
        )] = BOT,
    games: Annotated[int | None, typer.Option(
        min=1, help=f"How many games, rounded up so that everybody sits at every seat; normally "
        f"{GAMES}.", show_default=False)] = None,
    precise: Annotated[float | None, typer.Option(
        metavar="POINTS", help="Go on until the share of wins of each seat is known to so many per "
        "cent points.", show_default=False)] = None,
    seed: Seed = 0,
    options: Options = None,
    quick: Annotated[bool, typer.Option(
        "--quick", help="Do not play again with weaker and stronger bots.")] = False,
    jobs: Annotated[int | None, typer.Option(
        min=1, help="How many processes; normally one for each processor.",
        show_default=False)] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the report.")] = None,
    json_to: Json = None,
    show: Annotated[str | None, typer.Option(
        metavar="BLOCK:ROTATION", help="Print one game of the series instead, such as 17:2.",
        show_default=False)] = None,
    lang: Lang = "en",
) -> None:
    """Play a series of games between bots, and tell what it says: seats, length, choice, tiles.

    Ctrl-C ends the series early and tells what was played so far.
    """
    from tilewright.cli.options import settings
    from tilewright.playing.game import load
    from tilewright.text import need_language

    _need_numpy()
    _check_wishes(games, precise, show)
    loaded = load(game, variants or [])
    need_language(loaded.model, lang)
    plan = _plan(loaded, game, variants or [], settings(options), players, bot, seed)
    if show is not None:
        return _show(loaded, plan, show, lang)
    if out is not None:
        _make_folder(out)
    blocks = None if precise is not None else -(-(games or GAMES) // plan.players)
    hands = min(jobs or os.cpu_count() or 1, blocks or sys.maxsize)
    return _tell(loaded, plan, _played(plan, blocks, precise, hands, quick=quick),
                 (out, json_to, lang), precise)


# -- arguments ------------------------------------------------------------------------------------


def _need_numpy() -> None:
    try:
        import numpy  # noqa: F401, ICN001
    except ModuleNotFoundError:
        from tilewright.problems import UsageError

        raise UsageError('for series of games, install: pip install "tilewright[lab]"') from None


def _check_wishes(games: int | None, precise: float | None, show: str | None) -> None:
    from tilewright.problems import UsageError, printable

    if games is not None and precise is not None:
        raise UsageError("'--games' and '--precise' both say when to stop; give one of them")
    if precise is not None and not 0 < precise < WIDEST:
        raise UsageError(f"'--precise' needs per cent points, more than 0 and less than {WIDEST}, "
                         "such as 2")
    if show is not None and SHOWN.fullmatch(show) is None:
        raise UsageError(f"'{printable(show)}' names no game; write it as BLOCK:ROTATION, such as "
                         "17:2")


def _plan(loaded: Game, game: str, variants: list[str], options: dict[str, int],
          players: int | None, bot: str, seed: int) -> Plan:
    from tilewright.lab.plan import Arm, Plan
    from tilewright.playing.bots import bot_named
    from tilewright.problems import UsageError

    count = loaded.program(players, options).players
    bots = [one.strip() for one in bot.split(",")]
    for one in bots:
        bot_named(one)
    if len(bots) not in (1, count):
        raise UsageError(f"there are {len(bots)} bots for {count} players; give one for all, or "
                         "one for each")
    arm = Arm("base", game, tuple(variants), tuple(options.items()))
    return Plan(arm, count, tuple(bots if len(bots) == count else bots * count), seed)


def _make_folder(out: Path) -> None:
    """A folder that cannot be made is told before the games, not after them."""
    from tilewright.problems import UsageError, printable

    try:
        out.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not possible"
        raise UsageError(f"the folder '{printable(str(out))}' cannot be made: {why}; name another "
                         "one with '--out'") from error


# -- playing --------------------------------------------------------------------------------------


def _played(plan: Plan, blocks: int | None, precise: float | None, jobs: int, *, quick: bool
            ) -> tuple[Series, list[Series]]:
    """The series, and the shorter ones with other bots."""
    from tilewright.lab.series import INTERRUPTED, play, play_others

    with _bar(", ".join(dict.fromkeys(plan.bots))) as tell:
        series = play(plan, blocks, precise, jobs, tell)
    if not series.noted:
        raise KeyboardInterrupt
    if quick or series.stopped == INTERRUPTED:
        return series, []
    with _bar("weaker and stronger bots") as tell:
        return series, play_others(series, jobs, tell)


@contextmanager
def _bar(words: str) -> Iterator[Callable[[int, int], None] | None]:
    """What shows how far a series is, if somebody sits there to see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


# -- telling --------------------------------------------------------------------------------------


def _tell(loaded: Game, plan: Plan, played: tuple[Series, list[Series]],
          wishes: tuple[Path | None, str | None, str], precise: float | None) -> None:
    from tilewright.cli.lab_summary import summary
    from tilewright.cli.series import write_json
    from tilewright.lab.findings.odd import command
    from tilewright.lab.findings.whole import Made, findings
    from tilewright.lab.series import INTERRUPTED

    series, others = played
    out, json_to, lang = wishes
    stop = ("--games", str(len(series.noted))) if precise is None else ("--precise", f"{precise:g}")
    found = findings(
        series.noted, loaded, plan,
        Made(series.stopped, round(series.seconds, 3), command=command(plan, *stop)),
        [(other.plan, other.noted) for other in others])
    if json_to is not None:
        write_json(found, json_to)
    if json_to != "-":
        print("\n".join(summary(found, loaded.model, lang)))
    if out is not None:
        files = _report(found, loaded, out, lang)
        if json_to != "-":
            print(f"report: {files}")
    if series.stopped == INTERRUPTED:
        raise KeyboardInterrupt(f"interrupted; this is of the {len(series.noted):,} games that "
                                "were played")


def _report(found: dict[str, Any], loaded: Game, out: Path, lang: str) -> Path:
    """The files of a report in a folder; the one to begin with."""
    from importlib.util import find_spec

    from tilewright.cli.reference import write_file

    if find_spec("tilewright.lab.report") is None:
        write_file(out / "report.json", json.dumps(found, ensure_ascii=False, indent=1) + "\n")
        return out / "report.json"
    from importlib import import_module

    import_module("tilewright.lab.report").write(found, loaded, out, lang)
    return out / "report.html"


def _show(loaded: Game, plan: Plan, which: str, lang: str) -> None:
    """Print one game of the series, move by move."""
    from tilewright.cli.page import Page
    from tilewright.lab.noting import play_one
    from tilewright.problems import UsageError
    from tilewright.telling.words import lines

    named = SHOWN.fullmatch(which)
    assert named is not None
    block, rotation = int(named["block"]), int(named["rotation"])
    if rotation >= plan.players:
        raise UsageError(f"with {plan.players} players there are the rotations 0 to "
                         f"{plan.players - 1}, not {rotation}")
    moves: list[int] = []
    play_one(plan.program(loaded), plan, block, rotation, tell=moves.append)
    page = Page(loaded, lang)
    state = loaded.new(plan.players, plan.seed_of(block), dict(plan.arm.options))
    for number, move in enumerate(moves, 1):
        page.tell(lines(state.program, state.tell(move), lang), number)
    if state.over:
        page.result(state)
    else:
        page.position(state, max(state.decider or 0, 0))
