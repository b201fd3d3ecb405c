"""Tables that are kept: how each began, who sits there, and its moves, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, variants TEXT NOT NULL, players INTEGER NOT NULL,
    seed INTEGER NOT NULL, bots TEXT NOT NULL, tokens TEXT NOT NULL, epoch INTEGER NOT NULL,
    touched REAL NOT NULL);
CREATE TABLE IF NOT EXISTS moves (
    table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, n INTEGER NOT NULL,
    seat INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (table_id, n));
"""
# A table that nobody has touched for so long is gone.
LIFE = 90 * 24 * 3600.0


@dataclass(slots=True)
class Kept:
    """One table as it is kept; `tokens` has a digest for each seat, and one for who watches."""

    id: str
    game: str
    variants: list[str]
    players: int
    seed: int
    bots: list[str | None]
    tokens: list[str]
    epoch: int = 0
    moves: list[tuple[int, str]] = field(default_factory=list)


class Store:
    """A file of tables. Each change is on the disk before anybody is told of it."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.executescript(SCHEMA)
            self._db.execute("DELETE FROM tables WHERE touched < ?", (time.time() - LIFE,))
        except sqlite3.Error:
            self._db.close()
            raise

    def add(self, kept: Kept) -> None:
        self._db.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (kept.id, kept.game, json.dumps(kept.variants), kept.players, kept.seed,
             json.dumps(kept.bots), json.dumps(kept.tokens), kept.epoch, time.time()))

    def note(self, id_: str, n: int, seat: int, move: str) -> None:
        """Keep the move of a number; a second one of the same number is refused."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.execute("INSERT INTO moves VALUES (?, ?, ?, ?)", (id_, n, seat, move))
            self._db.execute("UPDATE tables SET touched = ? WHERE id = ?", (time.time(), id_))
        except sqlite3.Error:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def forget(self, id_: str, after: int, epoch: int) -> None:
        """Take the moves back that come after a number."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("DELETE FROM moves WHERE table_id = ? AND n > ?", (id_, after))
        self._db.execute("UPDATE tables SET epoch = ? WHERE id = ?", (epoch, id_))
        self._db.execute("COMMIT")

    def find(self, id_: str) -> Kept | None:
        """A table with its moves."""
        row: tuple[Any, ...] | None = self._db.execute(
            "SELECT id, game, variants, players, seed, bots, tokens, epoch FROM tables "
            "WHERE id = ?", (id_,)).fetchone()
        if row is None:
            return None
        moves = self._db.execute("SELECT seat, move FROM moves WHERE table_id = ? ORDER BY n",
                                 (id_,)).fetchall()
        return Kept(row[0], row[1], json.loads(row[2]), row[3], row[4], json.loads(row[5]),
                    json.loads(row[6]), row[7], moves)

    def close(self) -> None:
        self._db.close()
