"""`tilewright check`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.report import FORMATS, print_problems
from tilewright.language.types import NAME
from tilewright.model import FALLBACK
from tilewright.packs.doors import find, search, shipped
from tilewright.packs.doors import known as games
from tilewright.packs.pack import MANIFESTS, read_pack
from tilewright.problems import (
    ContentError,
    Problem,
    Problems,
    UsageError,
    did_you_mean,
    listed,
    nearest,
)
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
    for one in [inner for name in names for inner in _inner(name)] or [""]:
        try:
            for folder, overlays in to_check([one] if one else [], variants):
                checked += 1
                problems += check_folder(folder, overlays)
        except ContentError as error:
            checked += 1
            problems += error.problems
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


def _without_game(variant: Path, game: str) -> list[Problem]:
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
    return problems.sorted()


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
    from tilewright.merging.blame import named_by, placed

    assert loaded.layers is not None
    for problem in found:
        if not loaded.layers.content.is_of_earlier(problem.place.file):
            yield problem
        elif problem.code != "text-untranslated":
            yield placed(problem, named_by(problem, loaded.layers.history.writes), loaded.order)


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
    if len(loaded.order.packs) == 1 or loaded.layers is None:
        return found
    mine = Problems()
    mine.extend(_told_to_variant(found.sorted(), loaded))
    for own in loaded.order.packs[1:]:
        model = own.texts.get(FALLBACK)
        for language, source in own.texts.items():
            if not loaded.layers.content.is_of_earlier(source.name):
                untranslated(language, source.data, model.data if model else None, mine)
    return mine
