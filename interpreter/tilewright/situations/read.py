"""Situations read from the packs and files in which they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.packs.doors import find, manifest_of, search, shipped
from tilewright.packs.given import given_folder
from tilewright.packs.pack import MANIFESTS, show_path
from tilewright.problems import Place, Problems, UsageError, did_you_mean
from tilewright.reading.checked import checked
from tilewright.reading.pruning import LeftOut
from tilewright.reading.schemas import validate
from tilewright.reading.source import Map, Seq, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.reading.source import Source

# What all situations of a file may share.
SHARED = ("players", "options", "seed", "begins")
# A game and the variants on it, as people name them.
Packs = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Situation:
    """One situation: its name, where it stands, and the game that it is of.

    `shared` is what all situations of its file are given, which its own `given` comes after.
    """

    name: str
    place: Place
    game: str
    variants: tuple[str, ...]
    told: Map
    shared: Map | None = None
    common: dict[str, Any] = field(default_factory=dict)

    def get(self, key: str, default: Any = None) -> Any:
        """What it says under a key, or what its file does."""
        return self.told.get(key, self.common.get(key, default))

    def at(self, key: str) -> Place:
        return self.told.at(key) if key in self.told else self.place


def situations_in(name: str, variants: list[str], problems: Problems) -> list[Situation]:
    """The situations of a pack by its folder or id, of a file, or of all files in a folder."""
    path = Path(name)
    if path.is_file():
        return in_file(path, variants, problems)
    folder = _pack(name)
    if folder is None:
        found = [one for file in files_in(path) for one in in_file(file, variants, problems)]
        if not found:
            raise UsageError(f"there are no situations in '{name[:60]}'")
        return found
    found = in_pack(folder, variants, problems)
    if not found and not problems:
        raise UsageError(f"there are no situations in '{name[:60]}'; name a file of them in its "
                         "manifest: 'situations: [situations.yaml]'")
    return found


def _pack(name: str) -> Path | None:
    """The folder of a pack, unless a folder of files is meant."""
    path = Path(name)
    if path.is_dir() and manifest_of(path) is None:
        return None
    if path.is_dir():
        return path
    given = given_folder(name, "content") or given_folder(name, "variants")
    if given is not None:
        return given
    kinds = [kind for kind in ("content", "variants") if search(name, kind)]
    if not kinds:
        hint = did_you_mean(name, [*shipped("content"), *shipped("variants")])
        raise UsageError(f"there is no pack, file or folder '{name[:60]}'; {hint}".rstrip("; "))
    return find(name, kinds[0])


def files_in(folder: Path) -> list[Path]:
    """The files in a folder, and in those below it, that hold situations of a game they name."""
    return [path for path in sorted(folder.rglob("*.yaml")) if is_of_situations(path)]


def is_of_situations(path: Path) -> bool:
    """Whether a file holds situations; a manifest only names such files."""
    if path.name in MANIFESTS:
        return False
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return False
    return text.startswith("situations:") or "\nsituations:" in text


def in_pack(folder: Path, variants: list[str], problems: Problems) -> list[Situation]:
    """The situations that the manifest of a pack names."""
    return [one for path in files_of(folder) if path.is_file()
            for one in _of(path, _packs(folder), variants, problems)]


def files_of(folder: Path) -> list[Path]:
    """The files with situations that the manifest of a pack names."""
    manifest: dict[str, Any] = dict(manifest_of(folder) or {})
    named: Any = manifest.get("situations")
    found = [folder / str(file) for file in (named if isinstance(named, (Seq, list)) else ())]
    return [path for path in found if path.resolve().is_relative_to(folder.resolve())]


def in_file(path: Path, variants: list[str], problems: Problems) -> list[Situation]:
    """The situations of a file that names its game, or that stands in the pack of its game."""
    return _of(path, home(path), variants, problems)


def home(path: Path) -> Packs:
    """The packs in whose folder a file stands."""
    folder = folder_of(path)
    return ("", ()) if folder is None else _packs(folder)


def folder_of(path: Path) -> Path | None:
    """The folder of the pack in which a file stands."""
    return next((folder for folder in path.resolve().parents
                 if any((folder / name).is_file() for name in MANIFESTS)), None)


def _packs(folder: Path) -> Packs:
    """The game that is in a folder, or the variant with its game."""
    manifest: dict[str, Any] = dict(manifest_of(folder) or {})
    game = manifest.get("variant_of")
    return (str(folder), ()) if game is None else (str(game), (str(folder),))


def _of(path: Path, packs: Packs, variants: list[str], problems: Problems) -> list[Situation]:
    source, fits = checked(path, show_path(path), "situations", problems, LeftOut())
    if source is None or not fits:
        return []
    return list(_situations(source, packs, variants, problems))


def in_text(text: str, path: Path, problems: Problems) -> list[Situation]:
    """The situations of a text, as if it stood in a file."""
    source = parse(text, show_path(path), problems)
    if problems or not validate(source, "situations", problems):
        return []
    return list(_situations(source, home(path), [], problems))


def _situations(source: Source, packs: Packs, variants: list[str], problems: Problems
                ) -> Iterator[Situation]:
    told: Map = source.data
    named = str(told.get("game", packs[0]))
    if not named:
        problems.add("missing-key", told.place, "this file does not say of which game it is",
                     "add 'game: …', or name the file under 'situations' in a pack")
        return
    all_variants = (*map(str, told.get("variants", ())), *packs[1], *variants)
    common = {key: told[key] for key in SHARED if key in told}
    for name, one in told.get("situations", {}).items():
        yield Situation(name, told["situations"].key_at(name), named, all_variants,
                        one if isinstance(one, Map) else Map(told["situations"].at(name)),
                        told.get("given"), common)
