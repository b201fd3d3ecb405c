"""Packs: a folder with a manifest that names its files. Nothing loads that is not named."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.loading.paths import data_folder
from tilewright.loading.schemas import validate
from tilewright.loading.source import Map, Seq, Source, parse, read_text
from tilewright.problems import Place, Problems, UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

MANIFESTS = {"pack.yaml": "pack", "variant.yaml": "variant"}
LISTS = {"rules": "game", "boards": "board", "tiles": "tiles", "overlays": "overlay"}


@dataclass(slots=True)
class Pack:
    """The files of one pack, read and checked for shape."""

    folder: Path
    shown: str
    manifest: Map
    files: dict[str, list[Source]] = field(default_factory=dict)
    texts: dict[str, Source] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    digest: str = ""
    fine: bool = True


def shipped(kind: str) -> dict[str, Path]:
    """The games or variants that come with the package, by id."""
    root = data_folder(kind)
    manifest = "pack.yaml" if kind == "content" else "variant.yaml"
    found = [p for p in sorted(root.iterdir()) if (p / manifest).is_file()] if root.is_dir() else []
    return {p.name: p for p in found}


def find(name: str, kind: str) -> Path:
    """The folder of a game or variant, given by path or by the id of a shipped one."""
    known = shipped(kind)
    manifest = "pack.yaml" if kind == "content" else "variant.yaml"
    if name in known:
        return known[name]
    path = Path(name)
    try:
        if path.name == manifest and path.is_file():
            return path.parent
        if (path / manifest).is_file():
            return path
        is_folder = path.is_dir()
    except (OSError, ValueError):
        is_folder = False
    what = "game" if kind == "content" else "variant"
    if is_folder:
        raise UsageError(f"the folder '{name}' holds no {manifest}, so it is not a {what}")
    raise UsageError(f"there is no {what} '{name}'; {did_you_mean(name, known)}".rstrip("; "))


def show_path(path: Path) -> str:
    """A path as people write it: from the current folder where that is shorter."""
    try:
        relative = path.resolve().relative_to(Path.cwd().resolve())
    except (ValueError, OSError):
        return str(path)
    return str(relative)


def read_pack(folder: Path, problems: Problems) -> Pack | None:
    """Read a manifest and all files that it names; problems of all files are found in one run."""
    name = next((m for m in MANIFESTS if (folder / m).is_file()), "pack.yaml")
    shown = show_path(folder)
    source = _read(folder / name, f"{shown}/{name}", problems)
    if source is None or not isinstance(source.data, Map):
        if source is not None and source.data is not None:
            problems.add("wrong-value", source.place, "a manifest is a mapping of keys to values")
        return None
    pack = Pack(folder, shown, source.data)
    pack.sources[source.name] = source
    pack.fine = validate(source, MANIFESTS[name], problems)
    for key, given, place in _named(source.data):
        _take(pack, key, given, place, problems)
    _unused(pack, problems)
    pack.digest = _digest(pack)
    return pack


def _named(manifest: Map) -> Iterator[tuple[str, Any, Place]]:
    """Each file that a manifest names: under which key, what it says, and where."""
    for key in LISTS:
        given: Any = manifest.get(key)
        for index, name in enumerate(given if isinstance(given, Seq) else ()):
            yield key, name, given.at(index)
    texts: Any = manifest.get("texts")
    for language, name in (texts.items() if isinstance(texts, Map) else ()):
        yield f"texts.{language}", name, texts.at(language)


def _take(pack: Pack, key: str, given: Any, place: Place, problems: Problems) -> None:
    if not isinstance(given, str):
        return
    path = _inside(pack, given, place, problems)
    if path is None:
        pack.fine = False
        return
    shown = f"{pack.shown}/{given}"
    if shown in pack.sources:
        problems.add("file-twice", place, f"'{given}' is named twice", "remove one of the two")
        return
    if len(pack.sources) > limits.PACK_FILES:
        problems.add("too-many", place, f"a pack has at most {limits.PACK_FILES} files")
        return
    source = _read(path, shown, problems)
    if source is None:
        pack.fine = False
        return
    pack.sources[shown] = source
    if key.startswith("texts."):
        if validate(source, "text", problems):
            pack.texts[key.removeprefix("texts.")] = source
        else:
            pack.fine = False
    elif validate(source, LISTS[key], problems):
        pack.files.setdefault(key, []).append(source)
    else:
        pack.fine = False


def _inside(pack: Pack, given: str, place: Place, problems: Problems) -> Path | None:
    """The file of that name inside the pack's folder; links and `..` lead nowhere."""
    try:
        root = pack.folder.resolve()
        path = (pack.folder / given).resolve()
        inside = path.is_relative_to(root) and not Path(given).is_absolute()
        exists = inside and path.is_file()
    except (OSError, ValueError, RuntimeError):
        inside = exists = False
    if not inside:
        problems.add("file-outside", place, f"'{given}' is outside of the pack's folder",
                     "a pack can only use files of its own folder")
        return None
    if not exists:
        known = [p.relative_to(root).as_posix() for p in _yaml_files(root)]
        problems.add("file-missing", place, f"there is no file '{given}'",
                     did_you_mean(given, known))
        return None
    return path


def _yaml_files(root: Path) -> list[Path]:
    found = []
    for pattern in ("*.yaml", "*.yml", "*/*.yaml", "*/*.yml"):
        found += [p for p in root.glob(pattern) if p.is_file()][: limits.PACK_FILES]
    return sorted(found)


def _read(path: Path, shown: str, problems: Problems) -> Source | None:
    text = read_text(path, shown, problems)
    if text is None:
        return None
    before = len(problems.found)
    source = parse(text, shown, problems)
    if source.data is None and len(problems.found) > before:
        return None
    return source


def _unused(pack: Pack, problems: Problems) -> None:
    for path in _yaml_files(pack.folder):
        shown = f"{pack.shown}/{path.relative_to(pack.folder).as_posix()}"
        if shown not in pack.sources and path.name not in MANIFESTS:
            problems.add("file-unused", Place(shown), "this file is not named in the manifest",
                         f"add it to {pack.shown}/pack.yaml or remove it")


def _digest(pack: Pack) -> str:
    """A hash of the content, the same on every machine."""
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(pack.sources):
        digest.update(name.removeprefix(pack.shown).encode())
        digest.update("\n".join(pack.sources[name].lines).encode())
    return digest.hexdigest()
