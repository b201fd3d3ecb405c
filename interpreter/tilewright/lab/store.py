"""Pieces of series on the disk, in one SQLite file: what is there is not played again.

    with Store(path) as store:
        for rows in run(plan, blocks, play, store=store): ...

A piece is found by the series that it belongs to (`Series`: all that its games follow from) and by
its first and last block. Each is written as soon as it is there, in one transaction: whatever is
ended at whatever moment, it is there whole or not at all.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from tilewright.lab.counted import MARK, Counted, labels_of, read, written
from tilewright.problems import UsageError
from tilewright.writing import all_or_none

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# So that no other file is taken for one of these; the sign of SQLite for that is a number.
SIGN, FORM = 0x7477_6C62, 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS series (id TEXT PRIMARY KEY, told TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pieces (
    series TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, rows BLOB NOT NULL,
    PRIMARY KEY (series, first, last));
"""
# More is in no store that was written by us: blocks of a series, and bytes of a piece.
BLOCKS, BYTES = 1 << 40, 1 << 29
# Most of it is small numbers; to press them harder takes longer than to play.
QUICK = 1
# Seconds for which one waits until another run has written its piece.
PATIENCE = 60.0

Rows = list[dict[str, Any]]


def packed(blocks: list[Rows]) -> bytes:
    """The results of some blocks, as they travel and are kept; labels of moves stand there once."""
    counts: list[Counted] = []

    def plain(value: Any) -> Any:
        told = written(value)
        counts.append(value)
        return told

    rows = json.dumps(blocks, separators=(",", ":"), default=plain)
    labels = json.dumps(labels_of(counts))
    return zlib.compress(f'{{"rows":{rows},"labels":{labels}}}'.encode(), QUICK)


def unpacked(raw: bytes) -> list[Rows]:
    """The results of each block."""
    labels: dict[int, str] = {}
    pressed = zlib.decompressobj()
    plain = pressed.decompress(raw, BYTES)
    if not pressed.eof:
        raise ValueError
    told = json.loads(plain, object_hook=lambda one: (
        read(one, labels.__getitem__) if MARK in one else one))
    labels.update((int(code), label) for code, label in told["labels"].items())
    return list(told["rows"])


class Series:
    """All that the games of a series follow from, as plain data, and in short."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = json.dumps(told, sort_keys=True)
        self.id = hashlib.blake2b(self.told.encode(), digest_size=16).hexdigest()


class Store:
    """A file of pieces; one that is not there yet is made."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        with self._said():
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            with self._said():
                self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        (sign,) = self._db.execute("PRAGMA application_id").fetchone()
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and sign != SIGN:
            raise UsageError(f"'{self.path}' is a file of another program; name another one")
        if tables and form != FORM:
            raise UsageError(f"'{self.path}' was written by another version of Tilewright; "
                             "name another file")
        if not tables:
            with all_or_none(self._db):
                for line in (f"PRAGMA application_id = {SIGN}", f"PRAGMA user_version = {FORM}",
                             *SCHEMA.split(";")):
                    self._db.execute(line)

    @property
    def is_empty(self) -> bool:
        """Whether no piece of any series is there."""
        with self._said():
            (there,) = self._db.execute("SELECT EXISTS (SELECT 1 FROM pieces)").fetchone()
        return not there

    def all_told(self) -> list[dict[str, Any]]:
        """What the games of each series follow from of which there are pieces."""
        with self._said():
            found = self._db.execute("SELECT told FROM series WHERE id IN (SELECT series FROM "
                                     "pieces) ORDER BY rowid").fetchall()
            read = [json.loads(told) for (told,) in found]
            if not all(isinstance(told, dict) for told in read):
                raise ValueError
            return read

    def pieces(self, series: Series) -> list[range]:
        """The pieces of a series that are there, each as its blocks."""
        with self._said():
            found = self._db.execute("SELECT first, last FROM pieces WHERE series = ? "
                                     "ORDER BY first, last", (series.id,)).fetchall()
            # A column of SQLite holds whatever was put there.
            if not all(type(first) is type(last) is int and 0 <= first <= last < BLOCKS
                       for first, last in found):
                raise ValueError
            return [range(first, last + 1) for first, last in found]

    def write(self, series: Series, piece: range, raw: bytes) -> None:
        """Keep a piece, as `packed` made it."""
        with self._said(), all_or_none(self._db):
            self._db.execute("INSERT OR IGNORE INTO series VALUES (?, ?)",
                             (series.id, series.told))
            self._db.execute("INSERT OR REPLACE INTO pieces VALUES (?, ?, ?, ?)",
                             (series.id, piece[0], piece[-1], raw))

    def read(self, series: Series, piece: range) -> list[Rows]:
        """The results of the blocks of a piece that is there."""
        with self._said():
            (raw,) = self._db.execute("SELECT rows FROM pieces WHERE series = ? AND first = ? "
                                      "AND last = ?", (series.id, piece[0], piece[-1])).fetchone()
            found = unpacked(raw)
            if len(found) != len(piece):
                raise ValueError
            return found

    def close(self) -> None:
        """Nothing more is read or written."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What SQLite cannot do, in one sentence."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise UsageError(f"what is played cannot be kept in '{self.path}': {error}") from error
        except (sqlite3.DatabaseError, zlib.error, ValueError, TypeError, KeyError,
                AttributeError, RecursionError) as error:
            raise UsageError(f"'{self.path}' is damaged or was never a file of played games; "
                             "take it away or name another one, and play anew") from error
