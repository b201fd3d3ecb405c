"""Where packs live. Every way to a pack goes through here, from the nearest to the farthest."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.packs import packages
from tilewright.packs.given import (
    LONGEST_ID,
    MANIFEST,
    can_be_id,
    given_folder,
    is_folder,
    is_recipe,
)
from tilewright.packs.pack import read_pack, show_path
from tilewright.problems import Problems, UsageError, did_you_mean, listed, nearest, printable
from tilewright.reading.files import read_bytes
from tilewright.reading.paths import data_folder
from tilewright.reading.source import Map, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = {"content": "game", "variants": "variant"}
WORDS = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Door:
    """One place where packs are: a folder, or what is wrong with it.

    A project, the user and the program have one name each; installed Python packages are all
    called `package`, and `owner` tells which.
    """

    name: str
    folder: Path
    owner: str = ""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A pack behind a door; one whose manifest cannot be read has the name of its folder."""

    path: Path
    door: str
    id: str
    version: str = ""
    owner: str = ""


def find(name: str, kind: str) -> Path:
    """The folder of a game or variant, given by path or by its id."""
    given = given_folder(name, kind)
    if given is not None:
        return given
    found = search(name, kind)
    if not found:
        raise UsageError(_missing(name, kind))
    if _differ(found):
        where = listed([show_path(f.path) for f in found], "and")
        raise UsageError(f"there is more than one {WORD[kind]} '{name}', and they differ: {where}; "
                         "name the folder")
    return found[0].path


def find_all(names: list[str], kind: str) -> list[Path]:
    """The folders of some packs, where there is no doubt which; each door is opened once."""
    given = {name: given_folder(name, kind) for name in names}
    wanted = {name for name, folder in given.items() if folder is None and can_be_id(name)}
    found: dict[str, list[Found]] = {}
    behind = (f for door in doors() for f in _of_names(door, wanted, kind))
    for one in _once(behind) if wanted else ():
        found.setdefault(one.id, []).append(one)
    sure = [same[0].path for same in found.values() if not _differ(same)]
    return [*filter(None, given.values()), *sure]


def _differ(found: list[Found]) -> bool:
    return len(found) > 1 and len({content(f.path) for f in found}) > 1


def is_game(name: str) -> bool:
    """Whether a name leads to a game."""
    try:
        find(name, "content")
    except UsageError:
        return False
    return True


def search(name: str, kind: str) -> list[Found]:
    """All packs of that id, the nearest first; a folder that two doors lead to counts once."""
    if not can_be_id(name):
        return []
    return _once(f for door in doors() for f in _of_names(door, {name}, kind))


def known(kind: str) -> dict[str, list[Found]]:
    """All games or variants by id, the nearest first."""
    found: dict[str, list[Found]] = {}
    for one in _once(_read(door, p) for door in doors() for p in _packs(door, MANIFEST[kind])):
        found.setdefault(one.id, []).append(one)
    return dict(sorted(found.items()))


def troubles() -> list[str]:
    """What is wrong with places where packs should be."""
    return [door.trouble for door in doors() if door.trouble]


def shipped(kind: str, shelf: str = "") -> dict[str, Path]:
    """The games or variants that come with the package, by id; those of a shelf among them."""
    door = Door("shipped", data_folder(kind) / shelf)
    return {p.name: p for p in _packs(door, MANIFEST[kind])}


def of_user() -> list[Found]:
    """The games and variants in the folder of the user."""
    return [_read(door, p) for door in doors() if door.name == "user"
            for manifest in MANIFEST.values() for p in _packs(door, manifest)]


# -- a pack that is not there ----------------------------------------------------------------------


def _missing(name: str, kind: str) -> str:
    """Why there is no such pack, and what to do."""
    manifest, word = MANIFEST[kind], WORD[kind]
    if name.endswith((".yaml", ".yml")):
        return f"'{name}' is one file; name its folder, the one with the {manifest}"
    other = "variants" if kind == "content" else "content"
    if search(name, other) or is_recipe(name, other):
        return (f"'{name}' is a variant, not a game; play its game --with {name}"
                if kind == "content" else f"'{name}' is a game, not a variant")
    if kind == "content" and is_folder(name) and (Path(name) / MANIFEST["variants"]).is_file():
        return f"'{name}' is a variant, not a game; name its game, and add: --with {name}"
    if is_folder(name):
        return f"the folder '{name}' holds no {manifest}, so it is not a {word}"
    shown = name if len(name) <= LONGEST_ID else f"{name[:LONGEST_ID]}…"
    hints = [_near(name, kind) if len(name) <= LONGEST_ID else "", *troubles()]
    return "; ".join([f"there is no {word} '{shown}'", *filter(None, hints)])


def _near(name: str, kind: str) -> str:
    """The pack that was probably meant, of this kind or of the other one."""
    other = "variants" if kind == "content" else "content"
    also = "" if nearest(name, known(kind)) else nearest(name, known(other))
    return f"did you mean the {WORD[other]} '{also}'?" if also else did_you_mean(name, known(kind))


# -- the doors ------------------------------------------------------------------------------------


def doors() -> Iterator[Door]:
    """All places where packs can be, the nearest first."""
    yield from _project()
    user = user_folder()
    if user is not None:
        yield Door("user", user, trouble=_unreadable(user))
    if packages.some_bring_packs():
        yield from (Door("package", *found) for found in packages.folders())
    yield from (Door("shipped", data_folder(kind)) for kind in MANIFEST)
    yield Door("shipped", data_folder("content") / "classics")


def _project() -> Iterator[Door]:
    """The folders of the project that one works in."""
    try:
        here = Path.cwd()
    except OSError:   # the folder was removed while one is in it
        return
    own = {_resolved(data_folder(kind)) for kind in MANIFEST}
    for name in reversed(MANIFEST):
        if _resolved(here / name) not in own:
            yield Door("project", here / name)


def user_folder() -> Path | None:
    """Where packs of this user are; nothing where the system names no such place."""
    from platformdirs import user_data_path

    folder = user_data_path("tilewright", appauthor=False) / "packs"
    return folder if folder.is_absolute() else None


def _unreadable(folder: Path) -> str:
    try:
        os.scandir(folder).close()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"the folder of your packs, '{show_path(folder)}', cannot be read: {error.strerror}"
    return ""


# -- packs behind a door --------------------------------------------------------------------------


def _packs(door: Door, manifest: str) -> Iterator[Path]:
    """The packs in a folder: it may be one itself, or hold some."""
    if door.trouble:
        return
    try:
        names = sorted(p.name for p in door.folder.iterdir())
    except OSError:
        return
    if manifest in names and door.name == "package":
        yield door.folder
    yield from (door.folder / n for n in names
                if not n.startswith(".") and (door.folder / n / manifest).is_file())


def _of_names(door: Door, names: set[str], kind: str) -> Iterator[Found]:
    """The packs behind a door with one of these ids; only what can be one is read."""
    if door.name == "shipped":
        for name in sorted(names):
            path = door.folder / name   # each of these has its id as its name
            if (path / MANIFEST[kind]).is_file():
                yield _read(door, path)
        return
    for path in _packs(door, MANIFEST[kind]):
        if path.name in names or _mentions(path / MANIFEST[kind], names):
            one = _read(door, path)
            if one.id in names:
                yield one


def _mentions(manifest: Path, names: set[str]) -> bool:
    try:
        raw = read_bytes(manifest)
    except OSError:
        return False
    return b"\\" in raw or not names.isdisjoint(WORDS.findall(raw.decode(errors="replace")))


def _read(door: Door, path: Path) -> Found:
    """What a manifest says of itself."""
    said = manifest_of(path)
    id_, version = (str(said.get(key, "")) if said is not None else "" for key in ("id", "version"))
    name = id_ if can_be_id(id_) else printable(path.name)
    return Found(path, door.name, name, printable(version), door.owner)


def manifest_of(path: Path) -> Map | None:
    """The manifest of a pack, if it can be read at all."""
    for name in MANIFEST.values():
        try:
            data = parse(read_bytes(path / name).decode("utf-8-sig"), name, Problems()).data
        except (OSError, ValueError):
            continue
        return data if isinstance(data, Map) else None
    return None


def content(path: Path) -> str:
    """What a pack says, in short; one that cannot be read is only like itself."""
    problems = Problems()
    pack = read_pack(path, problems)
    return str(_resolved(path)) if pack is None or problems else pack.content


def _once(found: Iterator[Found]) -> list[Found]:
    """Each folder once; what is shipped is called so, even in the folder of the program itself."""
    folders: dict[Path, Found] = {}
    for one in found:
        folders.setdefault(_resolved(one.path), one)
    return list(folders.values())


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path
