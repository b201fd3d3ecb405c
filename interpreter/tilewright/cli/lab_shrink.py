"""`tilewright lab shrink`: a failing or odd game as the shortest situation that shows it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.given import With  # noqa: TC001  the options are made of the annotations

if TYPE_CHECKING:
    from tilewright.lab.shrinking import Shrunk
    from tilewright.lab.wishes import Wanted
    from tilewright.playing.game import Game
    from tilewright.playing.record import Record
    from tilewright.situations.files import SituationFile
    from tilewright.situations.read import Packs


def shrink(
    save: Annotated[str, typer.Argument(
        help="A saved game, or a situation with a whole game: FILE.yaml#NAME.",
        show_default=False)],
    game: Annotated[str | None, typer.Option(
        help="The folder of the game, if it cannot be found by its id.")] = None,
    variants: With = None,
    keep: Annotated[str, typer.Option(
        metavar="EXPRESSION", help="What is true at the end, as in p1.coins > 9; normally it is "
        "the fault with which the game ends.", show_default=False)] = "",
    end: Annotated[str, typer.Option(
        metavar="REASON", help="The reason for which the game ends.", show_default=False)] = "",
    move: Annotated[str, typer.Option(
        metavar="LABEL", help="The move that is made at the end.", show_default=False)] = "",
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", help="A file of situations that gets one more; without one, it is "
        "printed.")] = None,
) -> None:
    """Cut a failing or odd game to the shortest situation that still shows it."""
    from tilewright.lab.wishes import Wanted
    from tilewright.problems import RecordError, UsageError

    try:
        _shrink(save, game, variants or [], Wanted(keep, end, move), output)
    except RecordError as error:
        raise UsageError(str(error)) from error


def _shrink(save: str, name: str | None, variants: list[str], wanted: Wanted, output: Path | None
            ) -> None:
    from tilewright.lab.shrinking import shrunk
    from tilewright.situations.files import SituationFile

    game, record, packs = _story(save, name, variants)
    file = SituationFile(packs, output)
    found = shrunk(game, record, wanted, file)
    file.take(found.name, found.body)
    _written(file, output, found)


def _story(save: str, name: str | None, variants: list[str]) -> tuple[Game, Record, Packs]:
    """The game that is to be cut, and the packs that it is of."""
    from tilewright.lab.stories import of_situation
    from tilewright.playing.game import load
    from tilewright.playing.record import read_record
    from tilewright.situations.files import packs_named
    from tilewright.situations.named import named, of_file, with_those_of

    if save.endswith((".yaml", ".yml")) or ".yaml#" in save or ".yml#" in save:
        name = name or of_file(save)
        situation = named(save, name, variants)
        variants = with_those_of(situation, variants)
        game = load(name, variants)
        return game, of_situation(game, situation), packs_named(name, variants)
    record = read_record(Path(save))
    name, variants = name or record.game, variants or list(record.variants)
    game = load(name, variants)
    if game.id != record.game:
        from tilewright.problems import UsageError

        raise UsageError(f"this is a game of '{record.game}', not of '{game.id}'")
    return game, record, packs_named(name, variants)


def _written(file: SituationFile, output: Path | None, found: Shrunk) -> None:
    """Print the situation or write it, and tell how much shorter it is."""
    from tilewright.problems import UsageError, printable
    from tilewright.writing import write_whole

    moves = sum(isinstance(step, str) for step in found.body.get("do", ()))
    told = (f"{found.moves:,} move{'' if found.moves == 1 else 's'} cut to {moves:,}, "
            f"with {found.tries:,} games tried")
    if output is None:
        print(file.text, end="")
        print(told, file=sys.stderr)
        return
    shown = printable(str(output))
    try:
        write_whole(output, file.text)
    except OSError as error:
        raise UsageError(f"'{shown}' cannot be written: {error.strerror or error}") from error
    print(f"'{printable(found.name)}' is in {shown} ({told}); run it with: tilewright test {shown}")
