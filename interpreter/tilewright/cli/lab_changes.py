"""`tilewright lab compare`, `price` and `tune`: what a change does, and which one to make."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.given import GAME, Json, Lang, Options, Players, Seed, With

if TYPE_CHECKING:
    from tilewright.lab.compare import Arm
    from tilewright.playing.game import Game

GAMES, BOT = 400, "greedy"
Bots = Annotated[str, typer.Option(
    help="random, greedy or mcts:200; or one for each player, such as mcts:200,greedy.")]
Games = Annotated[int, typer.Option(
    min=1, help="How many games, rounded up so that everybody sits at every seat.")]
Jobs = Annotated[int | None, typer.Option(
    min=1, help="How many processes; normally one for each processor.", show_default=False)]


def compare(
    game: Annotated[str, GAME],
    variants: With = None,
    against: Annotated[list[str] | None, typer.Option(
        "--against", help="A variant of the other side: a folder or an id.")] = None,
    players: Players = None,
    bot: Bots = BOT,
    games: Games = GAMES,
    seed: Seed = 0,
    options: Options = None,
    jobs: Jobs = None,
    json_to: Json = None,
    lang: Lang = "en",
) -> None:
    """Tell what a change does: GAME with one set of variants, and with those of `--against`.

    Both sides play the same games as far as their rules allow it, so that few games tell much.
    """
    from tilewright.cli.lab_begin import bar, need_numpy
    from tilewright.cli.lab_told import comparison as lines
    from tilewright.cli.series import write_json
    from tilewright.lab.compare import INTERRUPTED, comparison, play_both
    from tilewright.text import need_language

    need_numpy()
    before, after = _sides(game, (variants or [], against or []), players, bot, seed, options)
    need_language(after.game.model, lang)
    blocks = -(-games // before.plan.players)
    with bar("both sides", "games") as tell:
        both = play_both(before, after, blocks, min(jobs or os.cpu_count() or 1, blocks), tell)
    if not both.after.noted:
        raise KeyboardInterrupt
    found = comparison(both, _typed())
    if json_to is not None:
        write_json(found, json_to)
    if json_to != "-":
        print("\n".join(lines(found, after.game.model, lang)))
    if both.stopped == INTERRUPTED:
        raise KeyboardInterrupt(f"interrupted; this is of the {len(after.noted):,} games that "
                                "were played on each side")


def _typed() -> str:
    """The command as it was typed."""
    return shlex.join(["tilewright", *sys.argv[1:]])


def _sides(game: str, variants: tuple[list[str], list[str]], players: int | None, bot: str,
           seed: int, options: list[str] | None) -> tuple[Arm, Arm]:
    """Both sides of a comparison, which must have different rules."""
    from tilewright.cli.lab_begin import bots_for
    from tilewright.cli.options import settings
    from tilewright.lab.compare import Arm
    from tilewright.lab.plan import Arm as Rules
    from tilewright.lab.plan import Plan
    from tilewright.playing.game import load
    from tilewright.problems import UsageError

    chosen = settings(options)
    loaded: list[Game] = [load(game, one) for one in variants]
    if loaded[0].hash == loaded[1].hash:
        raise UsageError("both sides have the same rules; name what is changed with '--against', "
                         "such as --against my_variant")
    count = loaded[0].program(players, chosen).players
    bots = bots_for(bot, count)
    made = []
    for name, one, own in zip(("before", "after"), loaded, variants, strict=True):
        one.program(count, chosen)
        made.append(Arm(one, Plan(Rules(name, game, tuple(own), tuple(chosen.items())), count,
                                  bots, seed)))
    return made[0], made[1]
