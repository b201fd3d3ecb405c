"""What several commands are given: the arguments and options that they share."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

GAME = typer.Argument(help="A folder, or the id of a shipped game.", show_default=False)
With = Annotated[
    list[str] | None, typer.Option("--with", help="A variant on top: a folder or an id.")]
Players = Annotated[int | None, typer.Option(help="How many play; normally the game's usual.")]
BotName = Annotated[str, typer.Option(
    help="random, greedy or mcts:500, a search of so many playouts.")]
Bots = Annotated[str, typer.Option(
    help="random, greedy or mcts:200; or one for each player, such as mcts:200,greedy.")]
Jobs = Annotated[int | None, typer.Option(
    min=1, help="How many processes; normally one for each processor.", show_default=False)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same game.")]
Lang = Annotated[str, typer.Option(help="The language of the game's texts.")]
Options = Annotated[list[str] | None, typer.Option(
    "--option", help="A setting of the game, such as long_game=true; see 'show GAME'.")]
AsRecorded = Annotated[bool, typer.Option(
    "--as-recorded", help="With the rules that the record carries, not those of today.")]
Interactive = Annotated[bool, typer.Option(
    "--interactive", help="Plots of the report that can be pointed at, searched and switched; "
    "still in one file.")]
Json = Annotated[str | None, typer.Option("--json", help="Write JSON to a file, or - for here.")]

# What `--dump` can print; the first one if nothing is said.
DUMPS = ("python", "ir")


class Dumping(TyperCommand):
    """A command whose `--dump` may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        following = [*args[1:], ""]
        return super().parse_args(ctx, [
            f"--dump={DUMPS[0]}" if arg == "--dump" and after not in DUMPS else arg
            for arg, after in zip(args, following, strict=True)])
