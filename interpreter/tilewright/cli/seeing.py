"""The commands that show a game to the eye. Each is a thin door to a module of its own."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  the options are made of the annotations
from typing import Annotated

import typer

from tilewright.cli.given import GAME, Lang, Players, Seed, With


def picture(
    game: Annotated[str, GAME],
    players: Players = None,
    seed: Seed = 0,
    moves: Annotated[int, typer.Option(min=0, help="After so many random moves.")] = 0,
    start: Annotated[str | None, typer.Option("--from", help="A saved game, or a situation: the "
        "name of one of the game, or FILE.yaml#NAME.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="As this player sees it, from 1; "
        "normally what everybody may see.")] = None,
    lang: Lang = "en",
    variants: With = None,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", help="An SVG or PNG file; without one, SVG is printed.")] = None,
) -> None:
    """Draw a position as a picture."""
    from tilewright.cli.picture import draw, position

    state = position(game, variants or [], players, seed, moves, start)
    draw(state, seat, lang, output)
