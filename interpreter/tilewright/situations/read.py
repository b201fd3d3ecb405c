"""Situations read from the packs and files in which they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.packs.doors import find, manifest_of, search, shipped
from tilewright.packs.pack import MANIFESTS, show_path
from tilewright.problems import Place, Problems, UsageError, did_you_mean
from tilewright.reading.checked import checked
from tilewright.reading.pruning import LeftOut
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.reading.source import Source

# What all situations of a file may share.
SHARED = ("players", "options", "seed", "begins")


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
    return in_pack(folder, variants, problems)


def _pack(name: str) -> Path | None:
    """The folder of a pack, unless a folder of files is meant."""
    path = Path(name)
    if path.is_dir() and manifest_of(path) is None:
        return None
    if path.is_dir():
        return path
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
    manifest: dict[str, Any] = dict(manifest_of(folder) or {})
    base = manifest.get("variant_of")
    game = str(base) if base is not None else str(folder)
    own = (str(folder),) if base is not None else ()
    named: Any = manifest.get("situations")
    found: list[Situation] = []
    for file in named if isinstance(named, (Seq, list)) else ():
        path = folder / str(file)
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            found += _of(path, game, (*own, *variants), problems)
    return found


def in_file(path: Path, variants: list[str], problems: Problems) -> list[Situation]:
    """The situations of a file that names its game, or that stands in the pack of its game."""
    for folder in path.resolve().parents:
        if (folder / "pack.yaml").is_file() or (folder / "variant.yaml").is_file():
            return [one for one in in_pack(folder, variants, problems)
                    if Path(one.place.file).resolve() == path.resolve()] or _of(
                        path, str(folder), tuple(variants), problems)
    return _of(path, "", tuple(variants), problems)


def _of(path: Path, game: str, variants: tuple[str, ...], problems: Problems) -> list[Situation]:
    source, fits = checked(path, show_path(path), "situations", problems, LeftOut())
    if source is None or not fits:
        return []
    return list(_situations(source, game, variants, problems))


def _situations(source: Source, game: str, variants: tuple[str, ...], problems: Problems
                ) -> Iterator[Situation]:
    told: Map = source.data
    named = str(told.get("game", game))
    if not named:
        problems.add("missing-key", told.place, "this file does not say of which game it is",
                     "add 'game: …', or name the file under 'situations' in a pack")
        return
    all_variants = (*map(str, told.get("variants", ())), *variants)
    common = {key: told[key] for key in SHARED if key in told}
    for name, one in told.get("situations", {}).items():
        yield Situation(name, told["situations"].key_at(name), named, all_variants,
                        one if isinstance(one, Map) else Map(told["situations"].at(name)),
                        told.get("given"), common)
