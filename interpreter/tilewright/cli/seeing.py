"""The commands that show a game to the eye. Each is a thin door to a module of its own."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  the options are made of the annotations
from typing import Annotated

import typer

from tilewright.cli.given import GAME, AsRecorded, Lang, Players, Seed, With


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
    names: Annotated[bool, typer.Option("--names", help="With the ids of all places, as rules and "
        "situations name them; …12 is KIND_12.")] = False,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", help="An SVG or PNG file; without one, SVG is printed.")] = None,
) -> None:
    """Draw a position as a picture."""
    from tilewright.cli.picture import draw, position

    state = position(game, variants or [], players, seed, moves, start)
    draw(state, seat, lang, output, names=names)


def table(
    game: Annotated[str | None, typer.Argument(
        help="A folder, or the id of a shipped game; normally all of them.",
        show_default=False)] = None,
    variants: With = None,
    seats: Annotated[str | None, typer.Option(
        help="Who sits at a table that is opened at once, as in me,bot,bot: me, friend, bot, "
        "greedy, random.")] = None,
    lang: Annotated[str | None, typer.Option(
        help="The language of the pages; normally that of the browser.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 for any that is free.")] = 8_420,
    host: Annotated[str, typer.Option(
        help="An address of this machine; normally only this machine itself gets in.")
        ] = "127.0.0.1",
    keep: Annotated[Path | None, typer.Option(help="The file in which tables are kept.")] = None,
    opens: Annotated[bool, typer.Option(
        "--open/--no-open", help="Also open it in the browser.")] = True,
) -> None:
    """Play in the browser: with bots, at one screen, or by links."""
    from tilewright.cli.table import Begun, serve

    begun = Begun([word.strip() for word in (seats or "").split(",") if word.strip()], lang)
    serve(game, variants or [], host, port, keep, begun, opens=opens)


def replay(
    file: Annotated[Path, typer.Argument(help="A recorded game.")],
    lang: Lang = "en",
    game: Annotated[str | None, typer.Option(
        help="The folder of the game, if it cannot be found by its id.")] = None,
    variants: With = None,
    as_recorded: AsRecorded = False,
    html: Annotated[Path | None, typer.Option(
        help="Write it as one page that works alone, instead of telling it here.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="Only what this player knew, from 1; "
        "normally all is open.")] = None,
) -> None:
    """Play a recorded game again and name the first difference, and the change behind it."""
    from tilewright.cli.replay import replay_file, write_page

    if html is None and seat is None:
        replay_file(file, lang, game, variants or [], as_recorded=as_recorded)
    else:
        write_page(file, html, seat, lang, game, variants or [], as_recorded=as_recorded)
