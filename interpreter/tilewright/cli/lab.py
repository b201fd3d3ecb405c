"""`tilewright lab`: what many games, or one odd game, tell of the rules."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from tilewright.cli.lab_changes import compare, price, tune
from tilewright.cli.lab_coverage import coverage
from tilewright.cli.lab_experiment import experiment
from tilewright.cli.lab_series import run
from tilewright.cli.lab_shrink import shrink


class OrGame(TyperGroup):
    """Sub-commands; what is none of them is the game of a series."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["run", *args]
        return super().parse_args(ctx, args)


lab = typer.Typer(
    cls=OrGame, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="Look closely at the rules: play a series and tell what it says ('lab GAME' for short), "
    "tell what a change does and which one to make, cut an odd game to what shows it, find rules "
    "that never run; and ask what a file asks, again and again.")
for command in (run, shrink, coverage, compare, price, tune, experiment):
    lab.command()(command)
