"""The commands that say whether packs are right. Each is a thin door to a module of its own."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003  the options are made of the annotations
from typing import Annotated

import typer

from tilewright.cli.given import With  # noqa: TC001  so are these


def check(
    packs: Annotated[list[str] | None, typer.Argument(
        help="Folders or ids; normally all shipped games.", show_default=False)] = None,
    variants: With = None,
    form: Annotated[str, typer.Option("--format", help="text, json or github.")] = "text",
    play_too: Annotated[bool, typer.Option(
        "--play/--no-play", help="Also play random games, about a second for each pack.")] = True,
    games: Annotated[int | None, typer.Option(
        min=1, help="So many games of each setting, however long it takes.")] = None,
    faults_to: Annotated[Path | None, typer.Option(
        "--situations", help="A file for a situation of each rule that fails there.")] = None,
) -> None:
    """Tell every problem in packs, also those that random games meet; exit 1 if there is any."""
    from tilewright.cli.check import check_packs

    sys.exit(check_packs(packs or [], variants or [], form, play=play_too, games=games,
                         faults_to=faults_to))


def situations(
    packs: Annotated[list[str], typer.Argument(
        help="Packs by folder or id, files with situations, or folders of such files.",
        show_default=False)],
    variants: With = None,
    form: Annotated[str, typer.Option("--format", help="text, json or github.")] = "text",
) -> None:
    """Run the situations of packs: given this, do that, expect this; exit 1 if one is otherwise."""
    from tilewright.cli.situations import run_situations

    sys.exit(run_situations(packs, variants or [], form))
