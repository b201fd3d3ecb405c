"""`tilewright lab GAME`: a series of games, and what can honestly be said of them."""

from __future__ import annotations

import os
import sys
from pathlib import Path  # noqa: TC003  the options are made of the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.given import (
    GAME,
    Bots,
    Interactive,
    Jobs,
    Json,
    Lang,
    Options,
    Players,
    Seed,
    With,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.lab.plan import Plan
    from tilewright.lab.report.words import Words
    from tilewright.lab.studied import Studied
    from tilewright.playing.game import Game

GAMES, BOT = 400, "greedy"
WIDEST = 50


def run(
    game: Annotated[str, GAME],
    variants: With = None,
    players: Players = None,
    bot: Bots = BOT,
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
    jobs: Jobs = None,
    cluster: Annotated[str | None, typer.Option(
        metavar="ADDRESS", help="Play on other machines: the address of a Dask scheduler, or "
        "local:4.", show_default=False)] = None,
    out: Annotated[Path | None, typer.Option(
        help="A folder for the report, and for the games that were played.")] = None,
    interactive: Interactive = False,
    resume: Annotated[bool, typer.Option(
        "--resume", help="Go on with the games that are in the folder.")] = False,
    store: Annotated[Path | None, typer.Option(
        help="A file for the games that were played; what is in it is not played again.",
        show_default=False)] = None,
    json_to: Json = None,
    show: Annotated[str | None, typer.Option(
        metavar="BLOCK:ROTATION", help="Print one game of the series instead, such as 17:2.",
        show_default=False)] = None,
    save: Annotated[Path | None, typer.Option(
        help="A file for the record of the game that is shown.", show_default=False)] = None,
    lang: Lang = "en",
) -> None:
    """Play a series of games between bots, and tell what it says: seats, length, choice, tiles.

    Ctrl-C ends the series early and tells what was played so far.
    """
    from tilewright.cli import lab_playing, lab_shown
    from tilewright.cli.lab_begin import need_numpy
    from tilewright.cli.options import settings
    from tilewright.playing.game import load
    from tilewright.text import need_language

    need_numpy()
    _check_wishes(games, precise, jobs, cluster)
    check_interactive(out, interactive=interactive)
    lab_shown.check_shown(show, save)
    loaded = load(game, variants or [])
    need_language(loaded.model, lang)
    plan = _plan(loaded, game, variants or [], settings(options), players, bot, seed)
    if show is not None:
        return lab_shown.show(loaded, plan, show, lang, save)
    file, goes_on = lab_playing.file_for(store, out, resume=resume)
    if out is not None:
        make_folder(out)
    blocks = None if precise is not None else -(-(games or GAMES) // plan.players)
    hands = min(jobs or os.cpu_count() or 1, blocks or sys.maxsize)
    wanted = lab_playing.Wanted(blocks, precise, hands, cluster, file, goes_on, quick,
                                lang, resume)
    return _tell(lab_playing.played(loaded, plan, wanted), (out, json_to, lang), precise,
                 interactive=interactive)


# -- arguments ------------------------------------------------------------------------------------


def _check_wishes(games: int | None, precise: float | None, jobs: int | None, cluster: str | None
                  ) -> None:
    from tilewright.problems import UsageError

    if games is not None and precise is not None:
        raise UsageError("'--games' and '--precise' both say when to stop; give one of them")
    if precise is not None and not 0 < precise < WIDEST:
        raise UsageError(f"'--precise' needs per cent points, more than 0 and less than {WIDEST}, "
                         "such as 2")
    check_hands(jobs, cluster)


def check_hands(jobs: int | None, cluster: str | None) -> None:
    """Whether it is said once who plays."""
    from tilewright.problems import UsageError

    if jobs is not None and cluster is not None:
        raise UsageError("'--jobs' and '--cluster' both say who plays; give one of them")


def check_interactive(out: Path | None, *, interactive: bool) -> None:
    """Whether there is a report that can be interactive."""
    from tilewright.problems import UsageError

    if interactive and out is None:
        raise UsageError("'--interactive' is about the report; name a folder for it with '--out'")


def _plan(loaded: Game, game: str, variants: list[str], options: dict[str, int],
          players: int | None, bot: str, seed: int) -> Plan:
    from tilewright.cli.lab_begin import bots_for
    from tilewright.lab.plan import Arm, Plan

    count = loaded.program(players, options).players
    arm = Arm("base", game, tuple(variants), tuple(options.items()))
    return Plan(arm, count, bots_for(bot, count), seed)


def make_folder(out: Path) -> None:
    """A folder that cannot be made is told before the games, not after them."""
    from tilewright.problems import UsageError, printable

    try:
        out.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not possible"
        raise UsageError(f"the folder '{printable(str(out))}' cannot be made: {why}; name another "
                         "one with '--out'") from error


# -- telling --------------------------------------------------------------------------------------


def _commands(found: Mapping[str, Any], plan: Plan, words: Words) -> list[str]:
    """The commands that show the longest game, and which rules never came up, as they work here."""
    from tilewright.lab.findings.odd import command, coverage_command
    from tilewright.lab.report.unreached import unreached
    from tilewright.text import labelled

    typed = {f"odd.{one['what']}": command(plan, "--show", f"{one['block']}:{one['rotation']}")
             for one in found["odd"] if one["what"] == "longest"}
    if found["coverage"] is not None and unreached(found["coverage"]):
        typed["rules"] = coverage_command(plan)
    return ["", *(labelled(None, words.says(key), said, words.lang)
                  for key, said in typed.items())]


def _tell(played: Studied, wishes: tuple[Path | None, str | None, str],
          precise: float | None, *, interactive: bool) -> None:
    from tilewright.cli.series import write_json
    from tilewright.lab.report import summary_lines, write
    from tilewright.lab.report.words import Words
    from tilewright.lab.series import INTERRUPTED

    series, loaded = played.series, played.game
    out, json_to, lang = wishes
    words, plan = Words(lang), series.plan
    found = played.findings(precise)
    if json_to is not None:
        write_json(found, json_to)
    if json_to != "-":
        print("\n".join([*summary_lines(found, lang), *_commands(found, plan, words)]))
        if played.before:
            print(words.says("kept", n=played.before))
    if out is not None:
        write(found, loaded, out, lang, interactive)
        if json_to != "-":
            print(words.says("written", file=str(out / "report.html")))
    if series.stopped == INTERRUPTED:
        raise KeyboardInterrupt(f"interrupted; this is of the {len(series.noted):,} games that "
                                "were played")
