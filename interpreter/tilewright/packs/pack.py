"""Packs: a folder with a manifest that names its files. Nothing loads that is not named."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.packs.art import Picture, content_of, read_art
from tilewright.packs.unnamed import tell_unnamed, yaml_files
from tilewright.packs.versions import fits
from tilewright.problems import Place, Problems, did_you_mean, printable
from tilewright.reading.checked import checked
from tilewright.reading.elsewhere import rules_in, with_others
from tilewright.reading.files import read_text
from tilewright.reading.pruning import LeftOut
from tilewright.reading.schemas import validate
from tilewright.reading.source import Map, Seq, Source, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

# The newest version of the rule language, and all that can be read.
LANGUAGE = 2
READS = (1, 2)
FILE = re.compile(r"[A-Za-z0-9_./-]+\.ya?ml\Z")
MANIFESTS = {"pack.yaml": "pack", "variant.yaml": "variant"}
TEXTS, TERMS = "texts.", "terms."
LONGEST_NAME = 60
LISTS = {"rules": "game", "boards": "board", "tiles": "tiles", "overlays": "overlay",
         "situations": "situations"}
# Nobody needs them to play, so they are read where they are tested.
UNREAD = "situations"


@dataclass(slots=True)
class Pack:
    """The files of one pack, read and checked for shape."""

    folder: Path
    # The same without links: to find that out asks for each folder above.
    root: Path
    shown: str
    manifest: Map
    files: dict[str, list[Source]] = field(default_factory=dict)
    texts: dict[str, Source] = field(default_factory=dict)
    terms: dict[str, Source] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    digest: str = ""
    values: int = 0
    size: int = 0
    full: bool = False
    named: set[str] = field(default_factory=set)
    # Whether the manifest says enough to go on, and what of the files had to be left out.
    fine: bool = True
    left: LeftOut = field(default_factory=LeftOut)
    there: list[Path] = field(default_factory=list)
    # What the manifest says of files that are not there.
    slips: list[str] = field(default_factory=list)
    art: dict[str, Picture] = field(default_factory=dict)

    @property
    def content(self) -> str:
        """A hash of all that is in it; `digest` is of the rules alone, which records compare."""
        return self.digest + content_of(self.art)


def show_path(path: Path) -> str:
    """A path as people write it: from the current folder where that is shorter."""
    try:
        relative = path.resolve().relative_to(Path.cwd().resolve())
    except (ValueError, OSError):
        return printable(str(path))
    return printable(str(relative))


def read_pack(folder: Path, problems: Problems) -> Pack | None:
    """Read a manifest and all files that it names; problems of all files are found in one run."""
    name = next((m for m in MANIFESTS if (folder / m).is_file()), "pack.yaml")
    shown = show_path(folder)
    source = _manifest(folder, name, f"{shown}/{name}", problems)
    if source is None:
        return None
    if not isinstance(source.data, Map):
        validate(source, MANIFESTS[name], problems)
        return None
    root = folder.resolve()
    pack = Pack(folder, root, shown, source.data, values=source.values, there=yaml_files(root))
    pack.sources[source.name] = source
    files = list(_named(source.data))
    texts: Any = source.data.get("texts")
    listed_texts = texts if isinstance(texts, Seq) else [texts]
    pack.slips += [name for name in listed_texts if isinstance(name, str)]
    named = {(key, name) for key, name, _ in files if isinstance(name, str)}
    pack.fine = (validate(source, MANIFESTS[name], problems, pack.left)
                 and _language(pack, problems))
    # A slip in a key is read as what was meant.
    files += [f for f in _named(source.data) if isinstance(f[1], str) and f[:2] not in named]
    # What is wrong with a manifest is no file that is not linked.
    pack.left.parts.clear()
    if len(files) > limits.PACK_FILES:
        problems.add("too-many", files[limits.PACK_FILES][2],
                     f"a pack has at most {limits.PACK_FILES} files")
        pack.left.anything = True
    with with_others(cache(lambda: list(rules_in(_rules(pack, files))))):
        for key, given, place in files[:limits.PACK_FILES]:
            _take(pack, key, given, place, problems)
    if len(files) <= limits.PACK_FILES:
        tell_unnamed(pack, MANIFESTS, problems)
    pack.art = read_art(folder, shown, limits.PACK_BYTES - pack.size, problems)
    pack.digest = _digest(pack)
    return pack


def language_of(manifest: Map) -> int | None:
    """The version of the rule language that a pack is written in; of a range, the newest."""
    given = manifest.get("language")
    if isinstance(given, str):
        return max((n for n in READS if fits(f"{n}.0", given)), default=None)
    return given if given in READS else None


def _language(pack: Pack, problems: Problems) -> bool:
    """Whether the pack is written in a language that this program reads."""
    given, at = pack.manifest["language"], pack.manifest.at("language")
    if isinstance(given, str) and fits("1.0", given) is None:
        problems.add("pack-range", at, f"'{given}' is no range of versions",
                     f"write 'language: {LANGUAGE}', or a range such as >=1,<3 in quotes; "
                     "languages of people are under 'texts'")
        return False
    if language_of(pack.manifest) is not None:
        return True
    problems.add("language-version", at,
                 f"this pack is written in language {given}, and this program reads "
                 f"{' and '.join(map(str, READS))}", "take a newer program, or a pack for this one")
    return False


def _manifest(folder: Path, name: str, shown: str, problems: Problems) -> Source | None:
    """The manifest; one that is a link to somewhere else is not read."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        problems.add("file-outside", Place(shown), "the manifest is outside of the pack's folder",
                     "a pack can only use files of its own folder")
        return None
    source = _read(path, shown, problems)
    return None if source is None or source.broken else source


def _named(manifest: Map) -> Iterator[tuple[str, Any, Place]]:
    """Each file that a manifest names: under which key, what it says, and where."""
    for key in LISTS:
        given: Any = manifest.get(key)
        if isinstance(given, str):
            yield key, given, manifest.at(key)
        for index, name in enumerate(given if isinstance(given, Seq) else ()):
            yield key, name, given.at(index)
        for inner in given if isinstance(given, Map) else ():
            yield key, given[inner], given.at(inner)
    for sort in (TEXTS, TERMS):
        texts: Any = manifest.get(sort[:-1])
        for language, name in (texts.items() if isinstance(texts, Map) else ()):
            yield f"{sort}{language}", name, texts.at(language)


def _rules(pack: Pack, files: list[tuple[str, Any, Place]]) -> Iterator[tuple[Path, str]]:
    """All files with rules, where they can be found."""
    for key, given, place in files[:limits.PACK_FILES]:
        if key == "rules" and isinstance(given, str) and FILE.match(given):
            path = _inside(pack, given, place, Problems())
            if path is not None:
                yield path, given


def _take(pack: Pack, key: str, given: Any, place: Place, problems: Problems) -> None:
    if not isinstance(given, str):
        return
    if not FILE.match(given):   # That was told.
        pack.left.anything = True
        pack.slips.append(given)
        return
    path = _inside(pack, given, place, problems)
    if path is None:
        pack.slips.append(given)
        if not key.startswith((TEXTS, TERMS)):
            pack.left.whole(f"{pack.shown}/{printable(given[:LONGEST_NAME])}")
        return
    shown = f"{pack.shown}/{path.relative_to(pack.root).as_posix()}"
    if shown in pack.named:
        problems.add("file-twice", place, f"'{given}' is named twice", "remove one of the two")
        return
    pack.named.add(shown)
    source, fits_in = None, False
    if _has_room(pack, path, place, problems):
        if key == UNREAD:
            return
        source, fits_in = checked(path, shown, _kind(key), problems, pack.left)
    if source is not None:
        pack.sources[shown] = source
        pack.values += source.values
    if source is not None and fits_in:
        _keep(pack, key, source)
    else:
        _leave(pack, key, shown, source, problems)


def _kind(key: str) -> str:
    """The schema of the files that a manifest names under a key."""
    return LISTS.get(key) or ("terms" if key.startswith(TERMS) else "text")


def _has_room(pack: Pack, path: Path, place: Place, problems: Problems) -> bool:
    """Whether another file may be read, by the size of all of them together."""
    if pack.full:
        return False
    pack.size += _size(path)
    if pack.values > limits.PACK_NODES:
        problems.add("yaml-too-big", place, f"a pack holds at most {limits.PACK_NODES:,} values")
        pack.full = True
    elif pack.size > limits.PACK_BYTES:
        problems.add("file-too-big", place,
                     f"the files of a pack hold at most {limits.PACK_BYTES:,} bytes",
                     "leave out what is not needed")
        pack.full = True
    return not pack.full


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _keep(pack: Pack, key: str, source: Source) -> None:
    if key.startswith(TEXTS):
        pack.texts[key.removeprefix(TEXTS)] = source
    elif key.startswith(TERMS):
        pack.terms[key.removeprefix(TERMS)] = source
    else:
        pack.files.setdefault(key, []).append(source)


def _leave(pack: Pack, key: str, shown: str, source: Source | None, problems: Problems) -> None:
    """Remember a file of which nothing is read."""
    if key.startswith((TEXTS, TERMS)):
        # The rules can be checked without a text that is broken.
        problems.leave_out("proofread", [shown])
    else:
        pack.left.whole(shown, source.lines if source is not None else None)


def _inside(pack: Pack, given: str, place: Place, problems: Problems) -> Path | None:
    """The file of that name inside the pack's folder; links and `..` lead nowhere."""
    try:
        path = (pack.root / given).resolve()
        inside = path.is_relative_to(pack.root) and not Path(given).is_absolute()
        exists, is_file = inside and path.exists(), inside and path.is_file()
    except (OSError, ValueError, RuntimeError):
        inside = exists = is_file = False
    if not inside:
        problems.add("file-outside", place, f"'{given}' is outside of the pack's folder",
                     "a pack can only use files of its own folder")
        return None
    if not exists:
        problems.add("file-missing", place, f"there is no file '{given}'",
                     did_you_mean(given, (p.relative_to(pack.root).as_posix() for p in pack.there)))
        return None
    if not is_file:
        problems.add("file-unreadable", place, f"'{given}' is not a plain file",
                     "name a YAML file")
        return None
    return path


def _read(path: Path, shown: str, problems: Problems) -> Source | None:
    text = read_text(path, shown, problems)
    if text is None:
        return None
    return parse(text, shown, problems)


def _digest(pack: Pack) -> str:
    """A hash of the content, the same on every machine."""
    digest = hashlib.blake2b(digest_size=16)
    # A list of terms changes no rule.
    beside = {s.name for s in pack.terms.values()}
    for name in sorted(pack.sources.keys() - beside):
        digest.update(name.removeprefix(pack.shown).encode())
        digest.update("\n".join(pack.sources[name].lines).encode())
    return digest.hexdigest()
