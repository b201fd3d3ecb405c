"""`tilewright lab`: what many games, or one odd game, tell of the rules."""

from __future__ import annotations

import typer

from tilewright.cli.lab_coverage import coverage
from tilewright.cli.lab_shrink import shrink

lab = typer.Typer(
    no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="Look closely at the rules: cut an odd game to what shows it, find rules that never run.")
lab.command()(shrink)
lab.command()(coverage)
