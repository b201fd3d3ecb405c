"""Which schema files `tilewright schema --write` makes: for all that ships, or for one pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright import editors
from tilewright.packs.doors import manifest_of
from tilewright.problems import ContentError, UsageError
from tilewright.reading.paths import data_folder
from tilewright.stages import load_folders

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.model import Game
    from tilewright.reading.source import Map
    from tilewright.stages import Loaded


@dataclass(slots=True)
class Made:
    """Files with their texts, and what else somebody should know."""

    files: dict[Path, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def shipped_files() -> Made:
    """The schemas of all shipped games, and of shipped variants that need their own."""
    from tilewright.cli.check import to_check

    made = Made()
    for folder, overlays in to_check([], []):
        _add(folder, overlays, made)
    return made


def files_of(name: str) -> Made:
    """The schemas of a game, or of a variant with its game, by folder or id."""
    from tilewright.cli.check import to_check

    made = Made()
    for folder, overlays in to_check([name], []):
        _add(folder, overlays, made)
    if not made.files:
        raise UsageError(f"'{name}' brings no words for tiles, so its files use the schemas of "
                         "the game that it changes")
    return made


def _add(folder: Path, overlays: list[Path], made: Made) -> None:
    """What is shipped has its schemas in the folder of all; other packs have their own."""
    own = overlays[-1] if overlays else folder
    if _is_shipped(own):
        kinds = _own_kinds(own) if overlays else None
        if kinds != set():
            made.files |= _among_shipped(_loaded(folder, overlays, made), own, kinds)
        return
    game, root = _parts(_loaded(folder, overlays, made))
    manifest = "variant" if overlays else "pack"
    made.files |= editors.write_beside(own, game, root, manifest=manifest)
    lines = editors.first_lines(own)
    made.notes += ["editors find them if these files begin so:"] if lines else []
    made.notes += [f"  {own / file}: {line}" for file, line in lines.items()]


def _is_shipped(own: Path) -> bool:
    return any(own.resolve().is_relative_to(data_folder(kind).resolve())
               for kind in ("content", "variants"))


def _own_kinds(variant: Path) -> set[str]:
    """The kinds of files in which a variant may use words that its game does not know.

    Overlays and texts take new words anyway.
    """
    keys = set(manifest_of(variant) or ())
    kinds = {"tiles"} if {"rules", "tiles"} <= keys else set()
    return kinds | ({"situations"} if {"options", "situations"} <= keys else set())


def _among_shipped(loaded: Loaded, own: Path, kinds: set[str] | None) -> dict[Path, str]:
    folder = data_folder("schema") / own.resolve().name
    return {folder / f"{kind}{editors.SUFFIX}": editors.written(schema)
            for kind, schema in editors.schemas(*_parts(loaded)).items()
            if kinds is None or kind in kinds}


def _parts(loaded: Loaded) -> tuple[Game, Map]:
    assert loaded.game is not None
    assert loaded.layers is not None
    return loaded.game, loaded.layers.root


def _loaded(folder: Path, overlays: list[Path], made: Made) -> Loaded:
    """A game with variants; without them if they have problems, for they are being written."""
    loaded = load_folders(folder, overlays)
    if loaded.game is None and overlays:
        made.notes.append(f"'{overlays[-1]}' has problems, so its schemas know its game "
                          f"alone; see: tilewright check {overlays[-1]}")
        loaded = load_folders(folder, [])
    if loaded.game is None:
        raise ContentError(loaded.problems)
    return loaded
