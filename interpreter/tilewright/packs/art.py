"""Pictures that a pack brings: the files of its folder `art`, checked and cleaned."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.problems import Place, Problems, printable
from tilewright.reading import png
from tilewright.reading.drawings import Drawn, drawing, framed
from tilewright.reading.files import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "art"
NAME = re.compile(r"([a-z][a-z0-9_]*)\.(svg|png)")
# Who made the pictures may be said beside them.
WORDS = re.compile(r"[^/]+\.md|(licen[cs]e|copying|notice)(-[a-z0-9.-]+)?(\.txt)?", re.IGNORECASE)
HINT = "a picture is named like what it stands for: NAME.svg or NAME.png"
MOST_ENTRIES = 10 * limits.ART_FILES


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by its name: its file, its bytes in short, and how it is drawn if it can be."""

    name: str
    file: str
    size: int
    digest: str
    drawn: Drawn | None


def is_art(name: str) -> bool:
    """Whether the name of a file in a pack is that of a picture."""
    folder, _, last = name.partition("/")
    return folder == FOLDER and NAME.fullmatch(last) is not None


def read_art(pack: Path, shown: str, room: int, problems: Problems) -> dict[str, Picture]:
    """The pictures of a pack by their names; `room` is how many bytes it may still have."""
    folder = pack / FOLDER
    if not folder.is_dir():
        return {}
    if not _is_inside(folder, pack):
        _tell(problems, f"{shown}/{FOLDER}", "the pictures are outside of the pack's folder",
              "put copies into it")
        return {}
    found: dict[str, Picture] = {}
    for path in sorted(islice(folder.iterdir(), MOST_ENTRIES)):
        named = NAME.fullmatch(path.name)
        file = f"{shown}/{FOLDER}/{printable(path.name)}"
        if path.name.startswith(".") or WORDS.fullmatch(path.name):
            continue
        if named is None:
            _tell(problems, file, "this is no picture of this pack", HINT)
        elif named[1] in found:
            problems.add("art-twice", Place(file), f"there are two pictures '{named[1]}'",
                         "remove one of the two")
        elif len(found) == limits.ART_FILES:
            _tell(problems, file, f"a pack has at most {limits.ART_FILES} pictures",
                  "leave out what is not needed")
            break
        else:
            one = found[named[1]] = _read(path, pack, named[1], file, problems)
            room -= one.size
            if room < 0:
                _tell(problems, file, "the files of a pack hold at most "
                      f"{limits.PACK_BYTES:,} bytes", "leave out what is not needed")
                break
    return found


def content_of(pictures: dict[str, Picture]) -> str:
    """A hash of all pictures; empty without any."""
    if not pictures:
        return ""
    digest = hashlib.blake2b(digest_size=16)
    for name, one in sorted(pictures.items()):
        digest.update(f"{name}\0{one.digest}\0".encode())
    return digest.hexdigest()


def _read(path: Path, pack: Path, name: str, file: str, problems: Problems) -> Picture:
    raw = _bytes(path, pack, file, problems)
    drawn = None
    if raw is not None:
        make = _png if path.suffix == ".png" else _svg
        drawn = make(raw, name, file, problems)
    digest = hashlib.blake2b(raw or b"", digest_size=16).hexdigest()
    return Picture(name, file, len(raw or b""), digest, drawn)


def _bytes(path: Path, pack: Path, file: str, problems: Problems) -> bytes | None:
    """What is in a file, if it is a plain one of this pack and not too large."""
    if not _is_inside(path, pack):
        _tell(problems, file, "this picture is outside of the pack's folder", "put a copy there")
        return None
    try:
        raw = read_bytes(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not possible"
        _tell(problems, file, f"this file cannot be read: {why}", "")
        return None
    is_png = path.suffix == ".png"
    most = limits.ART_PNG_BYTES if is_png else limits.ART_SVG_BYTES
    if len(raw) > most:
        _tell(problems, file, f"a picture that is {'PNG' if is_png else 'SVG'} has at most "
              f"{most:,} bytes", "make it smaller" if is_png else
              "draw it more simply, or save it as PNG")
        return None
    return raw


def _is_inside(path: Path, pack: Path) -> bool:
    try:
        return path.resolve().is_relative_to(pack.resolve())
    except (OSError, RuntimeError):
        return False


def _svg(raw: bytes, name: str, file: str, problems: Problems) -> Drawn | None:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        _tell(problems, file, "this is no SVG: it is not UTF-8 text", "save it again as SVG")
        return None
    drawn, wrong = drawing(text, name, file)
    problems.extend(wrong)
    return drawn


def _png(raw: bytes, name: str, file: str, problems: Problems) -> Drawn | None:
    try:
        wide, high, clean = png.cleaned(raw)
    except png.Unfit as error:
        _tell(problems, file, str(error), "save it again as PNG")
        return None
    data = f"data:image/png;base64,{base64.b64encode(clean).decode()}"
    return framed(name, f"0 0 {wide} {high}",
                  [("image", {"width": wide, "height": high, "href": data}, [])])


def _tell(problems: Problems, file: str, why: str, hint: str) -> None:
    problems.add("art-file", Place(file), why, hint)
