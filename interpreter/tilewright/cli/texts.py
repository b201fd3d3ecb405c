"""`tilewright text`: what a game tells its players, and the way of that to translators."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  the options are made of the annotations
from typing import Annotated

import typer

from tilewright.cli.given import GAME, Lang, With


def text(
    game: Annotated[str, GAME],
    ids: Annotated[list[str] | None, typer.Argument(help="Tiles or actions.")] = None,
    lang: Lang = "en",
    variants: With = None,
    to: Annotated[Path | None, typer.Option(help="The file that export or import writes.")] = None,
    folder: Annotated[Path | None, typer.Option(
        "--in", help="The folder for the pack that 'text new' makes.")] = None,
    program: Annotated[bool, typer.Option(
        "--program", help="Export or import the program's own words.")] = False,
    pot: Annotated[bool, typer.Option(
        "--pot", help="Export a template for all languages.")] = False,
    tbx: Annotated[bool, typer.Option("--tbx", help="Terms as TBX.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="The rules page of the game.")] = False,
) -> None:
    """Print the rules text of a game, or of some of its things.

    With --rules it is one page in Markdown: set-up, course, tables, points, and all tiles.

    For translators: 'text export GAME --lang de' writes a PO file, 'text import GAME FILE
    --lang de' makes texts of it, 'text new GAME --lang de' begins a pack for a new language,
    'text mark PACK' notes which English words its texts were made from, and 'text terms GAME
    --lang de' prints its list of terms.

    For authors: 'text draft PACK' writes first words for all texts that a pack lacks.
    """
    from tilewright.cli.show import print_texts
    from tilewright.cli.translate import WORDS, Asked, translate

    if game in WORDS:
        translate(Asked([game, *(ids or [])], variants or [], lang, to, folder, program, pot, tbx))
    else:
        print_texts(game, variants or [], ids or [], lang, rules=rules)
