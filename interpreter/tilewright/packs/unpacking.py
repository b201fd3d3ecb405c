"""Installing packs into the folder of the user: whole or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.packs import doors
from tilewright.packs.archives import opened
from tilewright.packs.art import is_art
from tilewright.packs.given import MANIFEST
from tilewright.packs.members import Member, chosen, is_device, refused
from tilewright.packs.order import ranges
from tilewright.packs.pack import Pack, read_pack, show_path
from tilewright.packs.versions import fits
from tilewright.problems import ContentError, Place, Problem, Problems, UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.reading.source import Map

BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Installed:
    """A pack that is in the folder of the user now, and what there is to say about it."""

    path: Path
    kind: str
    manifest: Map
    how: str
    notes: list[str] = field(default_factory=list)


def install(source: Path, *, replace: bool = False) -> Installed:
    """Install a pack from a folder or a zip file; whatever goes wrong, nothing is left behind."""
    if not os.path.lexists(source):
        raise refused(f"there is no '{source}'; give a folder or a zip file")
    try:
        with opened(source) as members:
            files, left_out = chosen(members)
            with _workshop(_home()) as room:
                made = written(files, room / "pack")
                pack = _checked(made, show_path(source))
                installed = _settled(pack, room, replace=replace)
    except OSError as error:
        where = Path(error.filename) if isinstance(error.filename, str) else source
        raise refused(f"{error.strerror or error} ({show_path(where)})") from error
    said = [f"left out: {', '.join(sorted(left_out)[:5])}{'…' if len(left_out) > 5 else ''}"]
    installed.notes.extend([*(said if left_out else ()), *needs(pack.manifest)])
    return installed


def remove(name: str) -> Path:
    """Take a pack out of the folder of the user; tells the folder that is gone."""
    home, mine = doors.user_folder(), doors.of_user()
    found = [f for f in mine if f.path.name == name] or [f for f in mine if f.id == name]
    if home is None or not found:
        raise UsageError(_not_mine(name, [f.id for f in mine]))
    if len(found) > 1:
        folders = " and ".join(f"'{f.path.name}'" for f in found)
        raise UsageError(f"you have two packs '{name}'; give the name of its folder: {folders}")
    try:
        with _workshop(home) as room:
            found[0].path.rename(room / "old")
    except OSError as error:
        shown = show_path(found[0].path)
        raise UsageError(f"'{shown}' cannot be removed: {error.strerror}") from error
    return found[0].path


def _not_mine(name: str, mine: list[str]) -> str:
    elsewhere = [f for kind in MANIFEST for f in doors.search(name, kind)]
    if elsewhere:
        one = elsewhere[0]
        what = {"shipped": "comes with the program", "project": "belongs to this project",
                "package": f"comes with the Python package '{one.owner}'"}[one.door]
        return f"'{name}' was not installed, it {what}: {show_path(one.path)}"
    return f"you have not installed '{name}'; {did_you_mean(name, mine)}".rstrip("; ")


# -- writing --------------------------------------------------------------------------------------


def _home() -> Path:
    home = doors.user_folder()
    if home is None:
        raise UsageError("this system names no folder for packs; set XDG_DATA_HOME to one")
    return home


@contextmanager
def _workshop(home: Path) -> Iterator[Path]:
    """A folder beside the packs that vanishes; so does a folder that was only made for it."""
    new = [p for p in (home, *home.parents) if not p.exists()]
    try:
        home.mkdir(parents=True, exist_ok=True)
        room = Path(tempfile.mkdtemp(prefix=".install-", dir=home))
        try:
            yield room
        finally:
            shutil.rmtree(room, ignore_errors=True)
    finally:
        for folder in new:
            with suppress(OSError):
                folder.rmdir()


def written(files: list[Member], folder: Path) -> Path:
    """Write the files; what really comes out is counted, whatever was said before."""
    folder.mkdir()
    left = limits.PACK_BYTES
    for member in files:
        path = folder / member.name
        path.parent.mkdir(parents=True, exist_ok=True)
        left -= _copy(member, path)
        if left < 0:
            raise refused(f"a pack has at most {limits.PACK_BYTES:,} bytes")
    return folder


def _copy(member: Member, path: Path) -> int:
    size = 0
    with member.open() as stream, path.open("xb") as target:
        while block := stream.read(BLOCK):
            size += len(block)
            if size > limits.FILE_BYTES:
                raise refused(f"'{member.name}' has more than {limits.FILE_BYTES:,} bytes")
            if b"\0" in block and not is_art(member.name):
                raise refused(f"'{member.name}' is not a text file")
            target.write(block)
    return size


def _checked(made: Path, shown: str) -> Pack:
    """The pack that came out, if it has no problem; problems are told as of the source."""
    problems = Problems()
    try:
        pack = read_pack(made, problems)
        problems.stop_if_any()
    except ContentError as error:
        inside = show_path(made)
        told = [Problem(p.code, _moved(p.place, inside, shown), p.message.replace(inside, shown),
                        p.hint.replace(inside, shown)) for p in error.collected]
        raise ContentError(told) from error
    assert pack is not None
    if is_device(str(pack.manifest["id"])):
        raise refused(f"the id '{pack.manifest['id']}' is the name of a device on Windows")
    return pack


def _moved(place: Place, inside: str, shown: str) -> Place:
    return Place(place.file.replace(inside, shown), place.line, place.col, place.end)


def _settled(pack: Pack, room: Path, *, replace: bool) -> Installed:
    """Put a pack to its place in one step; an old one comes back if that fails."""
    id_ = str(pack.manifest["id"])
    kind = "content" if (pack.folder / "pack.yaml").is_file() else "variants"
    _not_shipped(pack, id_, kind)
    target = room.parent / id_
    how = "installed"
    if os.path.lexists(target):
        if _tree(target) == _tree(pack.folder):
            return Installed(target, kind, pack.manifest, "already installed:")
        if not replace:
            raise refused(f"another '{id_}' is installed already ({show_path(target)}); "
                          "--replace puts this one in its place")
        how = "replaced"
    old = room / "old"
    try:
        if how == "replaced":
            target.rename(old)
        pack.folder.rename(target)
    except BaseException:
        if os.path.lexists(old) and not os.path.lexists(target):
            old.rename(target)
        raise
    return Installed(target, kind, pack.manifest, how)


def _not_shipped(pack: Pack, id_: str, kind: str) -> None:
    """A pack that hides a shipped one would make both unreachable by their id."""
    for other in doors.search(id_, kind):
        if other.door in ("shipped", "package") and doors.content(other.path) != pack.content:
            raise refused(f"there is another {doors.WORD[kind]} '{id_}' already "
                          f"({show_path(other.path)}); give this one an id of its own")


def _tree(folder: Path) -> str:
    """A hash of all names and bytes in a folder."""
    digest = hashlib.blake2b()
    for path in sorted(folder.rglob("*")):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{path.is_dir()}\0".encode())
        if path.is_file():
            raw = path.read_bytes()
            digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


# -- what a pack needs ----------------------------------------------------------------------------


def needs(manifest: Map) -> list[str]:
    """What a pack cannot do without and what is not here, or only in another version."""
    wanted = [(name, range_, "variants") for name, range_, _ in ranges(manifest, "requires")]
    if "variant_of" in manifest:
        game = str(manifest["variant_of"])
        wanted.insert(0, (game, str(manifest.get("game_version", "*")), "content"))
    return [said for name, range_, kind in wanted if (said := _need(name, range_, kind))]


def _need(name: str, wanted: str, kind: str) -> str:
    found = doors.search(name, kind)
    what = f"it needs the {doors.WORD[kind]} '{name}'{'' if wanted == '*' else f' {wanted}'}"
    if not found:
        return f"{what}, which is not here"
    if not any(_fits(f.version, wanted) for f in found):
        return f"{what}, but version {found[0].version} is here"
    return ""


def _fits(version: str, wanted: str) -> bool:
    """Whether a version is in a range; one that cannot be read is told when the pack is used."""
    try:
        return fits(version, wanted) is not False
    except ValueError:
        return False
