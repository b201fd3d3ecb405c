"""The commands. Each is a thin door to a module of its own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.checking import check, situations
from tilewright.cli.given import (
    GAME,
    AsRecorded,
    BotName,
    Dumping,
    Json,
    Lang,
    Options,
    Players,
    Seed,
    With,
)
from tilewright.cli.lab import lab
from tilewright.cli.packs import app as packs_app
from tilewright.cli.seeing import picture, replay, table
from tilewright.cli.streams import Commands
from tilewright.cli.texts import text

app = typer.Typer(
    name="tilewright", cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False,
    rich_markup_mode=None, add_completion=False,
    help="Play, check and change board games that are written as data.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(packs_app, name="packs")
app.add_typer(lab, name="lab")
app.command()(check)
app.command(name="test")(situations)
app.command()(picture)
app.command()(table)
app.command()(replay)
app.command()(text)


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        print(f"tilewright {version('tilewright')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[bool, typer.Option(
        "--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Play, check and change board games that are written as data."""
    del version


@app.command()
def play(
    game: Annotated[str, GAME],
    players: Players = None,
    seats: Annotated[str | None, typer.Option(
        help="Who sits where: human or a bot, such as human,mcts:500; beside one alone sit "
        "bots.")] = None,
    lang: Lang = "en",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game.")] = None,
    variants: With = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    as_recorded: AsRecorded = False,
    options: Options = None,
    situation: Annotated[str | None, typer.Option("--from", help="Begin at a situation: the name "
        "of one of the game, or FILE.yaml#NAME.")] = None,
    automatic: Annotated[bool | None, typer.Option(
        "--automatic/--no-automatic", help="Make a player's only move at once, where all can know "
        "that it is the only one; normally as the game says.", show_default=False)] = None,
) -> None:
    """Play in the terminal; without a terminal bots play and the game is printed."""
    from tilewright.cli.options import settings
    from tilewright.cli.play import play_game

    play_game(game, variants or [], players, seats, lang, seed, resume, settings(options),
              as_recorded=as_recorded, situation=situation, automatic=automatic)


@app.command()
def simulate(
    game: Annotated[str, GAME],
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    bot: BotName = "random",
    variants: With = None,
    json_to: Json = None,
    options: Options = None,
    engine: Annotated[str, typer.Option(
        help="python or native; without it, the quickest that can play.",
        show_default=False)] = "",
) -> None:
    """Play many games between bots and sum them up."""
    from tilewright.cli.options import settings
    from tilewright.cli.series import simulate_games

    simulate_games(game, variants or [], players, games, seed, jobs, bot, json_to,
                   settings(options), engine)


@app.command()
def show(
    game: Annotated[str, typer.Argument(
        metavar="GAME", help="Its game; not needed where only one shipped game has the thing.",
        show_default=False)],
    id_: Annotated[str | None, typer.Argument(metavar="ID", help="A thing of the game.")] = None,
    variants: With = None,
    resolved: Annotated[bool, typer.Option(
        "--resolved", help="As YAML, with the file and line that each line comes from.")] = False,
) -> None:
    """Print a thing of a game as it is after all changes."""
    from tilewright.cli.show import print_thing

    print_thing(game, variants or [], id_, resolved=resolved)


@app.command()
def why(
    game: Annotated[str, typer.Argument(
        metavar="GAME", help="Its game; not needed where only one shipped game has the path.",
        show_default=False)],
    path: Annotated[str | None, typer.Argument(
        metavar="PATH", help="A path, such as state/player/coins.", show_default=False)] = None,
    variants: With = None,
) -> None:
    """Tell the story of a value: where it began, and each change of it, with file and line."""
    from tilewright.cli.show import print_origin

    print_origin(game, variants or [], path)


@app.command()
def watch(
    game: Annotated[str | None, typer.Argument(
        help="A game, or a variant; not needed with --with.", show_default=False)] = None,
    variants: With = None,
    players: Players = None,
    once: Annotated[bool, typer.Option("--once", help="Tell it once and end.")] = False,
) -> None:
    """Show what each saved change does: problems, or texts and 200 random games."""
    from tilewright.cli.watch import watch as watch_packs

    sys.exit(watch_packs(game, variants or [], players, once=once))


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Games; normally all shipped.")] = None,
    json_to: Json = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long to play each game.")] = 1.0,
    tables: Annotated[int | None, typer.Option(
        "--table", min=1, max=450, help="Measure so many tables at once in a server instead.")
        ] = None,
    think: Annotated[float, typer.Option(
        min=0, help="With --table: seconds between the moves of a table.")] = 1.0,
) -> None:
    """Measure decisions and games a second, clone, legal moves and load; or a server of tables."""
    from tilewright.cli.bench import bench_games, bench_tables

    if tables is None:
        bench_games(games or [], json_to, seconds)
    else:
        bench_tables(games or [], json_to, tables, seconds, think)


@app.command()
def new(
    what: Annotated[str, typer.Argument(help="game, variant or tile.")],
    names: Annotated[list[str] | None, typer.Argument(
        metavar="[GAME [FAMILY]] ID", help="The id of the new thing; before it the game that a "
        "variant or a tile is for, and the family of a tile.", show_default=False)] = None,
    recipe: Annotated[str | None, typer.Option(
        "--from", help="The recipe of the cookbook with which a game or a variant begins.")] = None,
    of: Annotated[str | None, typer.Option(help="The game, if it is not named before.")] = None,
    family: Annotated[str | None, typer.Option(
        help="The family of a tile, if it is not named before.")] = None,
    folder: Annotated[Path, typer.Option(
        "--in", help="Where to make it; for a tile, also a variant of yours.")] = Path(),
) -> None:
    """Make a commented starter that already passes `check`.

    'new game ID', 'new variant GAME ID' or 'new tile GAME FAMILY ID'. 'new game ID --from RECIPE'
    begins with a recipe, as 'tilewright reference "push your luck"' finds it.
    """
    from tilewright.cli.new import make, sorted_out

    if recipe is not None:
        from tilewright.cli.new_recipe import make_from

        make_from(recipe, what, names or [], folder)
    else:
        make(what, *sorted_out(what, names or [], of, family), folder)


@app.command()
def migrate(
    packs: Annotated[list[str], typer.Argument(help="Folders or ids.", show_default=False)],
    write: Annotated[bool, typer.Option("--write", help="Change the files.")] = False,
) -> None:
    """Rewrite packs of an older language, or with ids that have changed; comments stay."""
    from tilewright.cli.migrate import migrate as rewrite

    sys.exit(rewrite(packs, write=write))


@app.command()
def schema(
    game: Annotated[str | None, typer.Argument(
        help="A game or a variant, for the schemas with its words.", show_default=False)] = None,
    write: Annotated[bool, typer.Option(
        "--write", help="Write them: for all that ships, or beside the files of GAME.")] = False,
) -> None:
    """Print JSON Schemas for editors: of effects, or of the files of one game."""
    from tilewright.cli.reference import print_schema

    print_schema(game, write=write)


@app.command()
def reference(
    words: Annotated[list[str] | None, typer.Argument(
        metavar="[WORD]...", help="A word, a problem code, a game, or what you wish for.",
        show_default=False)] = None,
    write: Annotated[Path | None, typer.Option(
        "--write", help="Write the pages into a folder.")] = None,
    lang: Annotated[str | None, typer.Option(
        help="The page of a game in one language; normally in all that it has.")] = None,
    variants: With = None,
) -> None:
    """Print what a word or a problem code means; for a game, what its tiles can change.

    A wish, such as 'push your luck', finds recipes of the cookbook. Without a word all words are
    printed.
    """
    from tilewright.cli.reference import print_reference

    print_reference(" ".join(words) if words else None, write, lang, variants or [])


@app.command(name="compile", cls=Dumping)
def compile_(
    game: Annotated[str, GAME],
    players: Players = None,
    dump: Annotated[str | None, typer.Option(
        metavar="[python|ir]", help="Print the code: Python, or the language between.")] = None,
    wasm: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Write a WebAssembly module, and FILE.json about it.")] = None,
    variants: With = None,
    options: Options = None,
) -> None:
    """Compile a game and tell its size; with --dump print the code, with --wasm write a module.

    The code is Python unless you say `--dump ir`, which is the language between rules and code.
    A module plays the game where WebAssembly runs, without Python: see docs/wasm.md.
    """
    from tilewright.cli.options import settings

    if wasm is not None:
        from tilewright.cli.wasm import write_module

        return write_module(game, variants or [], players, settings(options), wasm, dump)
    from tilewright.cli.show import print_code

    return print_code(game, variants or [], players, dump, settings(options))
