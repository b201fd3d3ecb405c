"""`tilewright lab compare`, `price` and `tune`: what a change does, and which one to make."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.given import GAME, Bots, Jobs, Json, Options, Players, Seed, With

if TYPE_CHECKING:
    from tilewright.lab.compare import Arm

GAMES, BOT = 400, "greedy"
Between = Annotated[tuple[int, int] | None, typer.Option(
    help="The lowest and the highest number that are tried; normally about half and double.",
    show_default=False)]
Games = Annotated[int, typer.Option(
    min=1, help="How many games, rounded up so that everybody sits at every seat.")]


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
) -> None:
    """Tell what a change does: GAME with one set of variants, and with those of `--against`.

    Both sides play the same games as far as their rules allow it, so that few games tell much.
    """
    from tilewright.cli.lab_begin import bar, need_numpy, put_out
    from tilewright.cli.lab_told import comparison as lines
    from tilewright.lab.compare import INTERRUPTED, comparison, play_both
    from tilewright.lab.series import Hands

    need_numpy()
    before, after = _sides(game, (variants or [], against or []), players, bot, seed, options)
    blocks = -(-games // before.plan.players)
    with bar("both sides", "games") as tell:
        both = play_both(before, after, blocks, Hands(jobs or os.cpu_count() or 1), tell)
    if not both.after.noted:
        raise KeyboardInterrupt
    found = comparison(both, _typed())
    put_out(found, lines(found), json_to)
    if both.stopped == INTERRUPTED:
        raise KeyboardInterrupt(f"interrupted; this is of the {len(after.noted):,} games that "
                                "were played on each side")


def price(
    game: Annotated[str, GAME],
    thing: Annotated[str, typer.Argument(
        metavar="TILE", help="A tile, an action, or a move such as 'buy apple'.",
        show_default=False)],
    variants: With = None,
    players: Players = None,
    bot: Bots = "random",
    finish: Annotated[str | None, typer.Option(
        metavar="BOT", help="Who plays the positions on; normally those who played up to there. "
        "random is quick: games of bots that think, played on so, tell much for their time.",
        show_default=False)] = None,
    positions: Annotated[int, typer.Option(
        min=1, help="In how many positions it is tried, each of another game.")] = 200,
    playouts: Annotated[int | None, typer.Option(
        min=1, help="How often each is played on; normally 32 times by random bots, else 2.",
        show_default=False)] = None,
    attribute: Annotated[str, typer.Option(
        "--field", metavar="NAME", help="The number of the tile that is its price, or the path of "
        "another number; normally the one with which it is paid.", show_default=False)] = "",
    between: Between = None,
    unit: Annotated[str, typer.Option(
        metavar="FIELD", help="Tell its worth also in units of a resource, such as player.coins.",
        show_default=False)] = "",
    seed: Seed = 0,
    options: Options = None,
    json_to: Json = None,
) -> None:
    """Tell what a tile is worth and what it should cost.

    In positions of many games the tile is taken, or the best other move is made instead; both ways
    are played on with the same chance, and with other prices too.
    """
    from tilewright.cli.lab_begin import bar, bots_for, need_numpy, put_out
    from tilewright.cli.lab_told import price as lines
    from tilewright.lab.price import Wish, usual_playouts
    from tilewright.lab.price import price as found_price

    need_numpy()
    side = _side(game, variants or [], players, bot, seed, options)
    on = bots_for(finish, side.plan.players) if finish is not None else ()
    count = playouts or usual_playouts(on or side.plan.bots)
    wish = Wish(thing, positions, count, attribute, _ordered(between), unit, on)
    with bar(thing, "positions") as tell:
        found = found_price(side.game, side.plan, wish, tell, _typed())
    put_out(found, lines(found), json_to)


def tune(
    pack: Annotated[str, typer.Argument(
        metavar="VARIANT", help="A variant or a game: a folder or an id.", show_default=False)],
    path: Annotated[str, typer.Argument(
        help="The path of a number, as 'tilewright why' shows it.", show_default=False)],
    goal: Annotated[str, typer.Option(
        help="A figure, one of = < >, and a value, such as 'seats share 1 = 25%'. Figures are "
        "seats share SEAT, seats spread, score, score SEAT, decisions, rounds, taken TILE.",
        show_default=False)],
    between: Between = None,
    variants: With = None,
    players: Players = None,
    bot: Bots = BOT,
    games: Games = GAMES,
    seed: Seed = 0,
    options: Options = None,
    jobs: Jobs = None,
    json_to: Json = None,
) -> None:
    """Find the whole number with which a figure of the game reaches a goal.

    So many games are played with each number that is tried, or fewer where that is clear; the one
    that is found is tested with games that had no part in finding it.
    """
    from tilewright.cli.lab_begin import bar, need_numpy, put_out
    from tilewright.cli.lab_tuned import tuning as lines
    from tilewright.lab.series import Hands
    from tilewright.lab.tune import Wish
    from tilewright.lab.tune import tune as found_number

    need_numpy()
    game, overlays = _one_pack(pack, variants or [])
    side = _side(game, overlays, players, bot, seed, options)
    blocks = -(-games // side.plan.players)
    wish = Wish(path, goal, blocks, _ordered(between), Hands(jobs or os.cpu_count() or 1))
    with bar(path, "numbers") as tell:
        found = found_number(side.game, side.plan, wish, tell, _typed())
    put_out(found, lines(found), json_to)


def _one_pack(pack: str, variants: list[str]) -> tuple[str, list[str]]:
    """A game, or a variant on the game that it changes."""
    from tilewright.cli.check import to_check
    from tilewright.problems import UsageError, printable

    found = list(to_check([pack], variants)) if pack else []
    if len(found) != 1:
        raise UsageError(f"'{printable(pack)}' is not one game or variant; name one of them")
    (folder, overlays), = found
    return str(folder), [str(one) for one in overlays]


def _ordered(between: tuple[int, int] | None) -> tuple[int, int] | None:
    from tilewright.problems import UsageError

    if between is not None and between[0] >= between[1]:
        raise UsageError(f"'--between' needs a lower and a higher number, not {between[0]} and "
                         f"{between[1]}")
    return between


def _typed() -> str:
    """The command as it was typed, without the places of this machine: what is written goes to
    others."""
    from tilewright.lab.plan import shared

    return shlex.join(["tilewright", *map(shared, sys.argv[1:])])


def _side(game: str, variants: list[str], players: int | None, bot: str, seed: int,
          options: list[str] | None, name: str = "base") -> Arm:
    """A game with variants, and who plays it."""
    from tilewright.cli.lab_begin import bots_for
    from tilewright.cli.options import settings
    from tilewright.lab.compare import Arm
    from tilewright.lab.plan import Arm as Rules
    from tilewright.lab.plan import Plan
    from tilewright.playing.game import load

    chosen = settings(options)
    loaded = load(game, variants)
    count = loaded.program(players, chosen).players
    rules = Rules(name, game, tuple(variants), tuple(chosen.items()))
    return Arm(loaded, Plan(rules, count, bots_for(bot, count), seed))


def _sides(game: str, variants: tuple[list[str], list[str]], players: int | None, bot: str,
           seed: int, options: list[str] | None) -> tuple[Arm, Arm]:
    """Both sides of a comparison, which must have different rules."""
    from tilewright.problems import UsageError

    before = _side(game, variants[0], players, bot, seed, options, "before")
    after = _side(game, variants[1], before.plan.players, bot, seed, options, "after")
    if before.game.hash == after.game.hash:
        raise UsageError("both sides have the same rules; name what is changed with '--against', "
                         "such as --against my_variant")
    return before, after
