"""`tilewright check`."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

from tilewright.cli.faults import kept_in
from tilewright.cli.report import FORMATS, print_problems
from tilewright.handbook.hollow import hollow_texts
from tilewright.model import FALLBACK
from tilewright.packs.bases import base_of
from tilewright.packs.doors import find, search, shipped
from tilewright.packs.given import given_folder
from tilewright.packs.pack import MANIFESTS, show_path
from tilewright.playing.texts import text_problems
from tilewright.positions.shown import unseen_zones
from tilewright.problems import (
    ContentError,
    Problem,
    Problems,
    UsageError,
    collected,
    listed,
)
from tilewright.reading.traits import about, stops
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright import model
    from tilewright.cli.faults import FaultFile
    from tilewright.playing.game import Game
    from tilewright.reading.source import Map
    from tilewright.situations.read import Situation
    from tilewright.stages import Loaded


MOST_LETTERS = 1_000
# What random games find where texts are missing.
FOLLOWS = ("move-wordless", "hole-empty")
# Games that were played, and those of them that were not played to the end.
Played = tuple[int, int, int]
NONE: Played = (0, 0, 0)


def check_packs(names: list[str], variants: list[str], form: str, *, play: bool = False,
                games: int | None = None, faults_to: Path | None = None) -> int:
    """Check games, or variants on the games that they change; 1 if there is any problem.

    `play` looks for more in random games, `games` of each setting; `faults_to` is a file that gets
    a situation for each rule that fails there.
    """
    if form not in FORMATS:
        raise UsageError(f"there is no format '{form}'; it can be {listed(FORMATS)}")
    if games is not None and not play:
        raise UsageError("'--games' plays and '--no-play' does not; leave one of them out")
    faults = kept_in(faults_to, names, variants, play=play)
    told: list[Problems] = []
    played = long = native = unplayed = 0
    if "" in names:
        raise UsageError("a game has a name; leave it out to check all shipped ones")
    for one in [inner for name in names for inner in _inner(name)] or [""]:
        try:
            for folder, overlays in to_check([one] if one else [], variants):
                found, count = (check_and_play(folder, overlays, games, faults) if play
                                else (checked(folder, overlays), NONE))
                told.append(found)
                played += count[0]
                long += count[1]
                native += count[2]
                unplayed += not count[0]
        except ContentError as error:
            told.append(error.collected)
            unplayed += 1
    problems = [p for found in told for p in found.sorted()]
    print_problems(problems, form, [note for found in told for note in found.notes()])
    if form == "text":
        what = f"{len(told)} pack{'' if len(told) == 1 else 's'}"
        many = sum(map(len, told))
        found_out = f"{f'{many:,}' if many else 'no'} problem{'' if many == 1 else 's'}"
        print(f"{what}: {found_out}{_games(played, long, native, unplayed) if play else ''}",
              file=sys.stderr if many else sys.stdout)
    if faults is not None:
        said = faults.write()
        if form == "text":
            print(said, file=sys.stderr)
    return 1 if problems else 0


def _games(played: int, long: int, native: int, unplayed: int) -> str:
    """What was played; a pack is only played when nothing is wrong with its rules."""
    said = f"{played:,} game{'' if played == 1 else 's'} played"
    said += f" ({long:,} not to the end, they take long)" if 0 < long < played else ""
    said += f" ({native:,} in native play)" if native else ""
    if 0 < played == long:
        said += ", NONE of them to its end, as they take too long; so no end was tried"
    what = f"{unplayed} pack{'' if unplayed == 1 else 's'} not played because of these problems"
    if not played:
        return f"; {what}"
    return f"; {said}{', ' + what if unplayed else ''}"


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
    if len(name) > MOST_LETTERS:
        raise UsageError(f"there is no game '{name[:40]}…'")
    if given_folder(name, "variants") is not None or (
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


def compile_all(linked: model.Game) -> Game:
    """Compile a game for each number of players."""
    from tilewright.playing.game import Game

    game = Game(linked)
    for players in game.players:
        game.program(players)
    return game


def check_folder(folder: Path, overlays: list[Path]) -> list[Problem]:
    """The problems of one game that are told, without playing it."""
    return checked(folder, overlays).sorted()


def checked(folder: Path, overlays: list[Path]) -> Problems:
    """All problems of one game that can be seen without playing it."""
    problems, _ = _seen(load_folders(folder, overlays))
    _situations(folder, overlays, problems)
    return problems


def check_and_play(folder: Path, overlays: list[Path], games: int | None = None,
                   faults: FaultFile | None = None) -> tuple[Problems, Played]:
    """All problems of one game, and those that random games find, if it can be played."""
    loaded = load_folders(folder, overlays)
    problems, game = _seen(loaded)
    situations = _situations(folder, overlays, problems)
    if game is None or any(stops(p.code) for p in problems):
        return problems, NONE
    from tilewright.playing.trial import tried

    words = ["tilewright", "play", show_path(folder)]
    for overlay in overlays:
        words += ["--with", show_path(overlay)]
    made = tried(game, _languages(loaded), join(words), games)
    if faults is not None:
        faults.take(game, made.faults)
    made.problems.take(_otherwise(situations, game))
    # What a text lacks is told already, where it is written.
    follows = FOLLOWS if any(about(p.code) == "texts" for p in problems) else ()
    problems.extend(p for p in made.problems if p.code not in follows)
    return problems, (made.games, made.unfinished, made.native)


def _situations(folder: Path, overlays: list[Path], problems: Problems) -> list[Situation]:
    """The situations that the checked pack brings; problems of their shape are told."""
    from tilewright.situations.read import in_pack

    pack = overlays[-1] if overlays else folder
    return in_pack(pack, [show_path(o) for o in overlays[:-1]], problems)


def _otherwise(situations: list[Situation], game: Game) -> Problems:
    """What is otherwise in situations."""
    from tilewright.playing.work import of_all
    from tilewright.situations.run import Otherwise, run

    found, whole = Problems(), of_all()
    for one in situations:
        try:
            run(game, one, whole)
        except Otherwise as error:
            found.add("situation", error.place, f"{one.name}: {error.message}")
    return found


def _languages(loaded: Loaded) -> dict[str, Map]:
    """The texts of the languages that all packs speak; a variant may well be in English only."""
    spoken = set.intersection(*(set(pack.texts) for pack in loaded.order.packs)) | {FALLBACK}
    return {language: given for language, given in loaded.texts.items() if language in spoken}


def _seen(loaded: Loaded) -> tuple[Problems, Game | None]:
    """What loading, compiling and proofreading find; compiling finds what only it can."""
    found, game = loaded.problems, None
    if loaded.game is not None:
        game, told = _compiling(loaded.game)
        found.take(told)
        _unseen(loaded.game, found)
    found.take(text_problems(loaded))
    if game is not None and loaded.game is not None and loaded.layers is not None:
        found.extend(hollow_texts(loaded.game, loaded.layers.content, loaded.texts))
    return found, game


def _unseen(game: model.Game, found: Problems) -> None:
    """Zones that their owners may look at, and cannot."""
    for zone in unseen_zones(game):
        found.add("zone-unseen", zone.place,
                  f"players see their '{zone.name}' nowhere: 'mat' in 'show' leaves it out",
                  "add it there; what nobody may look at is 'visible: none'")


def _compiling(game: model.Game) -> tuple[Game | None, Problems]:
    from tilewright.problems import Place, RuleError

    try:
        return compile_all(game), Problems()
    except ContentError as error:
        return None, error.collected
    except (RuleError, UsageError) as error:
        place = getattr(error, "place", None) or Place(f"{game.folder}/pack.yaml")
        said = str(error).removeprefix(f"{place}: ")
        return None, collected([Problem("cannot-compile", place, said)])
