"""`tilewright check`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.report import FORMATS, print_problems
from tilewright.language.types import NAME
from tilewright.packs.doors import find, search, shipped
from tilewright.packs.doors import known as games
from tilewright.packs.pack import MANIFESTS, read_pack
from tilewright.playing.texts import text_problems
from tilewright.problems import (
    ContentError,
    Problem,
    Problems,
    UsageError,
    collected,
    did_you_mean,
    listed,
    nearest,
)
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import model


MOST_LETTERS = 1_000


def check_packs(names: list[str], variants: list[str], form: str) -> int:
    """Check games, or variants on the games that they change; 1 if there is any problem."""
    if form not in FORMATS:
        raise UsageError(f"there is no format '{form}'; it can be {listed(FORMATS)}")
    told: list[Problems] = []
    for one in [inner for name in names for inner in _inner(name)] or [""]:
        try:
            for folder, overlays in to_check([one] if one else [], variants):
                told.append(checked(folder, overlays))
        except ContentError as error:
            told.append(error.collected)
    problems = [p for found in told for p in found.sorted()]
    print_problems(problems, form, [note for found in told for note in found.notes()])
    if form == "text":
        what = f"{len(told)} pack{'' if len(told) == 1 else 's'}"
        count = sum(map(len, told))
        print(f"{what}: no problems" if not count else
              f"{what}: {count:,} problem{'' if count == 1 else 's'}",
              file=sys.stderr if count else sys.stdout)
    return 1 if problems else 0


def to_check(names: list[str], variants: list[str]) -> Iterator[tuple[Path, list[Path]]]:
    overlays = [find(v, "variants") for v in variants]
    for name in names:
        yield from _one(name, overlays)
    if not names:
        for folder in shipped("content").values():
            yield folder, []
        for folder in shipped("variants").values():
            yield base_of(folder), [folder]


def _one(name: str, overlays: list[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """A game, a variant, or a folder that holds several of them."""
    path = Path(name)
    if len(name) > MOST_LETTERS:
        raise UsageError(f"there is no game '{name[:40]}…'")
    if (path / "variant.yaml").is_file() or (
            search(name, "variants") and not search(name, "content")):
        folder = find(name, "variants")
        yield base_of(folder), [*overlays, folder]
        return
    inner = _inner(name)
    if inner == [name]:
        yield find(name, "content"), overlays
    else:
        for one in inner:
            yield from _one(one, overlays)


def _inner(name: str) -> list[str]:
    """The packs in a folder that is none itself; else the name alone."""
    path = Path(name)
    if len(name) > MOST_LETTERS or not path.is_dir() or any(
            (path / m).is_file() for m in MANIFESTS):
        return [name]
    inner = [str(p) for p in sorted(path.glob("*/")) if any((p / m).is_file() for m in MANIFESTS)]
    return inner or [name]


def base_of(variant: Path) -> Path:
    """The game that a variant changes: in a folder beside it, or behind any door."""
    from tilewright.reading.source import Map, parse, read_text

    quiet = Problems()
    text = read_text(variant / "variant.yaml", str(variant / "variant.yaml"), quiet)
    data = parse(text, "", quiet).data if text is not None else None
    game = str(data.get("variant_of", "")) if isinstance(data, Map) else ""
    beside = variant.parent / game
    if NAME.match(game) and (beside / "pack.yaml").is_file():
        return beside
    if search(game, "content"):
        return find(game, "content")
    raise ContentError(_without_game(variant, game))


def _without_game(variant: Path, game: str) -> Problems:
    """The problems of a variant whose game is not here, or not named."""
    problems = Problems()
    pack = read_pack(variant, problems)
    if pack is not None and isinstance(pack.manifest.get("variant_of"), str):
        known = set(games("content")) | {p.parent.name for p in
                                               variant.resolve().parent.glob("*/pack.yaml")}
        problems.add("variant-of", pack.manifest.at("variant_of"),
                     f"the game '{game}' of this variant is not here",
                     did_you_mean(game, known) if nearest(game, known) else
                     "check it with: tilewright check GAME --with VARIANT")
    return problems


def compile_all(linked: model.Game) -> None:
    """Compile a game for each number of players."""
    from tilewright.playing.game import Game

    game = Game(linked)
    for players in game.players:
        game.program(players)


def check_folder(folder: Path, overlays: list[Path]) -> list[Problem]:
    """The problems of one game that are told."""
    return checked(folder, overlays).sorted()


def checked(folder: Path, overlays: list[Path]) -> Problems:
    """All problems of one game; compiling finds what only compiling can find."""
    loaded = load_folders(folder, overlays)
    found = loaded.problems
    if loaded.game is not None:
        found.take(_compiling(loaded.game))
    found.take(text_problems(loaded))
    return found


def _compiling(game: model.Game) -> Problems:
    from tilewright.problems import Place, RuleError

    try:
        compile_all(game)
    except ContentError as error:
        return error.collected
    except (RuleError, UsageError) as error:
        place = getattr(error, "place", None) or Place(f"{game.folder}/pack.yaml")
        said = str(error).removeprefix(f"{place}: ")
        return collected([Problem("cannot-compile", place, said)])
    return Problems()
