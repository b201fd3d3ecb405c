"""Files are written whole or not at all: beside the old one first, then in its place.

So are changes of databases.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

PREFIX = ".tilewright-"
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file so that it holds the old text or the new one, whatever happens meanwhile.

    Whatever goes wrong is an `OSError`. What is no plain file, such as a terminal or a pipe, is
    written to as it is.
    """
    raw = text if isinstance(text, bytes) else text.encode("utf-8", errors="replace")
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(target)
    except ValueError as error:
        raise OSError(errno.EINVAL, "its name is not possible") from error
    if mode is None or stat.S_ISREG(mode):
        _put_in_place(target, raw, mode)
    else:
        with target.open("wb") as stream:
            stream.write(raw)


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet, whole or not at all."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "it is there already", str(path))
    write_whole(path, text)


def _mode_of(target: Path) -> int | None:
    """What sort of file is there and who may do what with it; nothing if there is none."""
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _put_in_place(target: Path, raw: bytes, mode: int | None) -> None:
    if mode is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    beside = target.parent / f"{PREFIX}{secrets.token_hex(8)}"
    try:
        # Whoever may not read the old file must not read the new one for a moment either.
        handle = os.open(beside, NEW, 0o666 if mode is None else stat.S_IMODE(mode))
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(handle)
        if mode is not None:
            beside.chmod(stat.S_IMODE(mode))
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Have the new name on the disk too, where the system lets folders be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def all_or_none(db: sqlite3.Connection) -> Iterator[None]:
    """All of some changes of a database, or none."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # Where the disk is full, SQLite has done so itself.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
