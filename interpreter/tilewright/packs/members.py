"""Which files a pack that is installed may bring, and under which names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING
from unicodedata import normalize

from tilewright import limits
from tilewright.packs.art import is_art
from tilewright.packs.pack import MANIFESTS
from tilewright.problems import UsageError, listed, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LONGEST_NAME = 200
ALLOWED = re.compile(
    r"[^/]+\.(ya?ml|md|schema\.json)|(licen[cs]e|copying|notice)(-[a-z0-9.-]+)?(\.txt)?",
    re.IGNORECASE)
ONLY = ("a pack holds only YAML (.yaml, .yml), Markdown (.md), JSON Schema (.schema.json), "
        "LICENSE, COPYING or NOTICE (also .txt), and pictures in 'art' (NAME.svg or NAME.png)")
BAD_SIGNS = re.compile(r'[<>:"|?*\\]')
# Names that mean a device on Windows, with whatever ending.
DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$",
                     *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")})


@dataclass(frozen=True, slots=True)
class Member:
    """One file that could be installed: its name, and how to read it."""

    name: str
    open: Callable[[], IO[bytes]]


def refused(why: str) -> UsageError:
    return UsageError(f"this cannot be installed: {printable(why)}")


def is_hidden(name: str) -> bool:
    """Names that tools leave behind; they are no part of a pack and are left out."""
    return any(p.startswith(".") or p == "__MACOSX" for p in name.split("/"))


def check_name(name: str) -> None:
    """Refuse a name that means something else, or nothing, on some system."""
    shown = f"'{name[:LONGEST_NAME]}'"
    if len(name) > LONGEST_NAME:
        raise refused(f"the name {shown}… is longer than {LONGEST_NAME} characters")
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        raise refused(f"{shown} is a name from the top of a disk, not one inside of a pack")
    if not name.isprintable() or BAD_SIGNS.search(name):
        raise refused(f"{shown} holds a sign that names of files cannot have everywhere")
    for part in name.split("/"):
        if part in ("", ".", ".."):
            raise refused(f"{shown} leads out of the pack or nowhere")
        if part[-1] in " .":
            raise refused(f"{shown} ends in a dot or a space, which some systems drop")
        if is_device(part):
            raise refused(f"'{part}' in {shown} is the name of a device on Windows")


def is_device(part: str) -> bool:
    return part.partition(".")[0].strip().lower() in DEVICES


def chosen(members: Iterable[Member]) -> tuple[list[Member], list[str]]:
    """The files of the one pack among these, named from its folder; and names left out."""
    taken: list[Member] = []
    left_out: list[str] = []
    for member in members:
        if is_hidden(member.name):
            left_out.append(member.name)
            continue
        check_name(member.name)
        taken.append(member)
        if len(taken) > limits.PACK_FILES + limits.ART_FILES:
            raise refused(f"it holds more than {limits.PACK_FILES} files and {limits.ART_FILES} "
                          "pictures")
    _clashes(m.name for m in taken)
    home = _home([m.name for m in taken])
    files = [Member(m.name[len(home):], m.open) for m in taken]
    strange = next((m.name for m in files if not is_art(m.name) and not ALLOWED.fullmatch(
        m.name.rpartition("/")[2])), "")
    if strange:
        raise refused(f"'{home}{strange}' is no file of a pack; {ONLY}")
    if sum(not is_art(m.name) for m in files) > limits.PACK_FILES:
        raise refused(f"it holds more than {limits.PACK_FILES} files")
    return files, left_out


def _clashes(names: Iterable[str]) -> None:
    """Refuse names that are the same on systems that do not tell letters or forms apart."""
    seen: dict[str, tuple[str, bool]] = {}
    for name in names:
        parts = name.split("/")
        for end in range(1, len(parts) + 1):
            path, is_file = "/".join(parts[:end]), end == len(parts)
            first, was_file = seen.setdefault(_folded(path), (path, is_file))
            if first != path:
                raise refused(f"'{first}' and '{path}' are the same name on some systems")
            if is_file != was_file:
                raise refused(f"'{path}' is both a file and a folder")


def _folded(name: str) -> str:
    return normalize("NFC", normalize("NFC", name).casefold())


def _home(names: list[str]) -> str:
    """The folder of the one pack, with a `/` behind it; empty if it is at the top."""
    manifests = [n for n in names if n.rpartition("/")[2] in MANIFESTS]
    homes = sorted({n.rpartition("/")[0] for n in manifests})
    if not homes or "/" in homes[0]:
        raise refused(f"it holds no {listed(MANIFESTS)} at its top or one folder deep")
    if len(homes) > 1:
        raise refused(f"it holds {len(homes)} packs ({listed(homes, 'and')}); "
                      "install them one by one")
    if len(manifests) > 1:
        raise refused(f"it holds {listed(MANIFESTS, 'and')}, so it is neither game nor variant")
    home = f"{homes[0]}/" if homes[0] else ""
    beside = next((n for n in names if not n.startswith(home)), "")
    if beside:
        raise refused(f"'{beside}' is outside of the folder of the pack, '{homes[0]}'")
    return home
