"""The files in what is given to be installed: a folder or a zip file, neither of them trusted."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tilewright import limits
from tilewright.packs.members import Member, check_name, is_hidden, refused
from tilewright.reading.files import FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_ENTRIES = 10 * limits.PACK_FILES
BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")
ENCRYPTED = 0x1
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OverflowError,
          RuntimeError)


@contextmanager
def opened(source: Path) -> Iterator[Iterator[Member]]:
    """The files of a folder or of a zip file."""
    if source.is_dir():
        yield _of_folder(source)
        return
    handle = os.open(source, FLAGS)
    with os.fdopen(handle, "rb") as stream:
        _check_zip(stream)
        try:
            with zipfile.ZipFile(stream) as archive:
                yield _of_zip(archive)
        except BROKEN as error:
            raise refused(f"the zip file is broken: {error}") from error


def _check_zip(stream: IO[bytes]) -> None:
    about = os.fstat(stream.fileno())
    if not stat.S_ISREG(about.st_mode) or stream.read(4) not in BEGINNINGS:
        raise refused("it is neither a folder nor a zip file")
    if about.st_size > limits.PACK_BYTES:
        raise refused(f"a zip file has at most {limits.PACK_BYTES:,} bytes")


def _of_zip(archive: zipfile.ZipFile) -> Iterator[Member]:
    """The files in an archive; entries that are anything else are refused."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise refused(f"it has more than {MOST_ENTRIES:,} entries")
    seen = set()
    for entry in entries:
        name = entry.orig_filename   # `filename` is already made harmless
        is_folder = name.endswith("/")
        check_name(name[:-1] if is_folder else name)
        _check_entry(entry, name)
        if name in seen:
            raise refused(f"'{name}' is in it twice")
        seen.add(name)
        if not is_folder:
            yield Member(name, lambda e=entry: archive.open(e))  # type: ignore[misc]


def _check_entry(entry: zipfile.ZipInfo, name: str) -> None:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise refused(f"'{name}' is a link or a device, not a plain file")
    if entry.flag_bits & ENCRYPTED:
        raise refused(f"'{name}' is encrypted")
    if entry.compress_type not in COMPRESSIONS:
        raise refused(f"'{name}' is compressed in a rare way; use the usual one (deflate)")


def _of_folder(top: Path) -> Iterator[Member]:
    """The plain files below a folder; links are refused, hidden names are told but not entered."""
    waiting, seen = [""], 0
    while waiting:
        inside = waiting.pop()
        with os.scandir(top / inside) as entries:
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    raise refused(f"it holds more than {MOST_ENTRIES:,} files and folders")
                name = f"{inside}/{entry.name}".lstrip("/")
                if not is_hidden(name) and _is_folder(entry, name):
                    waiting.append(name)
                else:
                    yield _in_folder(entry, name)


def _is_folder(entry: os.DirEntry[str], name: str) -> bool:
    """Whether to look into it; what is neither folder nor plain file is refused."""
    about = entry.stat(follow_symlinks=False)
    # Windows has links that are folders at the same time.
    is_junction = getattr(entry, "is_junction", bool)
    plain = stat.S_ISREG(about.st_mode) and about.st_nlink <= 1
    if is_junction() or not (plain or stat.S_ISDIR(about.st_mode)):
        raise refused(f"'{name}' is a link or a device, not a plain file; put a copy there")
    return not plain


def _in_folder(entry: os.DirEntry[str], name: str) -> Member:
    path = Path(entry.path)
    return Member(name, lambda: _plain(path))


def _plain(path: Path) -> IO[bytes]:
    """A file that is still no link when it is opened."""
    handle = os.open(path, FLAGS | getattr(os, "O_NOFOLLOW", 0))
    stream = os.fdopen(handle, "rb")
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        stream.close()
        raise OSError(0, "it is not a plain file")
    return stream
