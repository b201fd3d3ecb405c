"""`tilewright check`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.report import FORMATS, print_problems
from tilewright.language.types import NAME
from tilewright.loading.doors import find, search, shipped
from tilewright.model import FALLBACK
from tilewright.problems import ContentError, Problem, Problems, UsageError, listed
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import model
    from tilewright.stages import Loaded


MOST_LETTERS = 1_000


def check_packs(names: list[str], variants: list[str], form: str) -> int:
    """Check games, or variants on the games that they change; 1 if there is any problem."""
    if form not in FORMATS:
        raise UsageError(f"there is no format '{form}'; it can be {listed(FORMATS)}")
    problems: list[Problem] = []
    checked = 0
    for folder, overlays in to_check(names, variants):
        checked += 1
        problems += check_folder(folder, overlays)
    print_problems(problems, form)
    if form == "text":
        what = f"{checked} pack{'' if checked == 1 else 's'}"
        count = len(problems)
        print(f"{what}: no problems" if not count else
              f"{what}: {count} problem{'' if count == 1 else 's'}",
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
    inner = [p for p in sorted(path.glob("*/")) if (p / "pack.yaml").is_file()
             or (p / "variant.yaml").is_file()] if path.is_dir() else []
    if inner and not (path / "pack.yaml").is_file():
        for folder in inner:
            yield from _one(str(folder), overlays)
        return
    yield find(name, "content"), overlays


def base_of(variant: Path) -> Path:
    """The game that a variant changes: in a folder beside it, or behind any door."""
    from tilewright.loading.source import Map, parse, read_text

    quiet = Problems()
    text = read_text(variant / "variant.yaml", str(variant / "variant.yaml"), quiet)
    data = parse(text, "", quiet).data if text is not None else None
    game = str(data.get("variant_of", "")) if isinstance(data, Map) else ""
    beside = variant.parent / game
    if NAME.match(game) and (beside / "pack.yaml").is_file():
        return beside
    if search(game, "content"):
        return find(game, "content")
    raise UsageError(f"the game '{game}' of the variant '{variant}' is not here; "
                     "check it with: tilewright check GAME --with VARIANT")


def compile_all(linked: model.Game) -> None:
    """Compile a game for each number of players."""
    from tilewright.playing.game import Game

    game = Game(linked)
    for players in game.players:
        game.program(players)


def _told_to_variant(found: list[Problem], loaded: Loaded) -> Iterator[Problem]:
    """Problems of texts, at the change that is behind them.

    What a variant says only in English is no fault of the texts of its game.
    """
    from tilewright.linking.blame import moved, named_by

    assert loaded.layers is not None
    earlier = tuple(f"{p.shown}/" for p in loaded.order.packs[:-1])
    for problem in found:
        if not problem.place.file.startswith(earlier):
            yield problem
        elif problem.code != "text-untranslated":
            write = named_by(problem, loaded.layers.history.writes)
            yield moved(problem, write) if write is not None else problem


def check_folder(folder: Path, overlays: list[Path]) -> list[Problem]:
    """All problems of one game; compiling finds what only compiling can find."""
    loaded = load_folders(folder, overlays)
    if loaded.game is None:
        return loaded.problems.sorted()
    from tilewright.problems import Place, RuleError

    try:
        compile_all(loaded.game)
    except ContentError as error:
        return error.problems
    except (RuleError, UsageError) as error:
        place = getattr(error, "place", None) or Place(f"{loaded.game.folder}/pack.yaml")
        said = str(error).removeprefix(f"{place}: ")
        return [Problem("cannot-compile", place, said)]
    return proofs(loaded).sorted()


def proofs(loaded: Loaded) -> Problems:
    """Problems of texts; of a variant those that it brings."""
    from tilewright.text import made_text
    from tilewright.wording.proofs import proofread, untranslated

    assert loaded.game is not None
    found = proofread(loaded.game, loaded.texts, partial(made_text, loaded.game))
    own = loaded.order.packs[-1]
    if len(loaded.order.packs) == 1:
        return found
    mine = Problems()
    mine.extend(_told_to_variant(found.sorted(), loaded))
    model = own.texts.get(FALLBACK)
    for language, source in own.texts.items():
        untranslated(language, source.data, model.data if model is not None else None, mine)
    return mine
