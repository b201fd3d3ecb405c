"""Tables that are kept: how each began, who sits there, and its moves, in one SQLite file."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from tilewright.writing import all_or_none

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tilewright.situations.read import Packs

VERSION = 3
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, variants TEXT NOT NULL, players INTEGER NOT NULL,
    seed INTEGER NOT NULL, bots TEXT NOT NULL, tokens TEXT NOT NULL, epoch INTEGER NOT NULL,
    touched REAL NOT NULL);
CREATE TABLE IF NOT EXISTS moves (
    table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, n INTEGER NOT NULL,
    seat INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (table_id, n));
CREATE TABLE IF NOT EXISTS rules (hash TEXT PRIMARY KEY, packed TEXT NOT NULL);
"""
# What each later version has more; a file of version 0 has none of it. Tables of before version 2
# have all their chance from one stream.
LATER = (("ALTER TABLE tables ADD COLUMN options TEXT NOT NULL DEFAULT '{}'",
          "ALTER TABLE tables ADD COLUMN situation TEXT NOT NULL DEFAULT '[]'",
          "ALTER TABLE tables ADD COLUMN rules TEXT NOT NULL DEFAULT ''"),
         ("ALTER TABLE tables ADD COLUMN one_stream INTEGER NOT NULL DEFAULT 1",),
         # SQLite has no room for 128 bits in a number. A seed of before has 31 of them, and can be
         # found by trying; so what is still to come of those tables follows from another one.
         ("ALTER TABLE tables ADD COLUMN chance TEXT NOT NULL DEFAULT '{}'",
          """UPDATE tables SET chance = '{"later": [[' || (SELECT count(*) FROM moves WHERE table_id
          = tables.id) || ', "' || lower(hex(randomblob(16))) || '"]]}'"""))
COLUMNS = ("id, game, variants, players, seed, bots, tokens, epoch, options, situation, rules, "
           "one_stream, chance")
# Rules of no table are let go.
UNUSED_RULES = "DELETE FROM rules WHERE hash != ? AND hash NOT IN (SELECT rules FROM tables)"
# A table that nobody has touched for so long is gone.
LIFE = 90 * 24 * 3600.0
# So many tables are kept, and so many bytes of them.
MOST_TABLES, MOST_BYTES = 20_000, 1 << 30
# So wide is a seed that nobody finds it by trying, whatever they have seen.
SEED_BITS = 128


@dataclass(slots=True)
class Kept:
    """One table as it is kept; `tokens` has a digest for each seat, and one for who watches.

    `rules` is the hash of the rules with which it was begun. From `seed` comes all chance of the
    rules, from `bot_seed` what bots draw, and from those in `later` what chance brings once so many
    moves are made; no page is sent any of them.
    """

    id: str
    game: str
    variants: list[str]
    players: int
    seed: int
    bots: list[str | None]
    tokens: list[str]
    epoch: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    situation: list[dict[str, Any]] = field(default_factory=list)
    rules: str = ""
    one_stream: bool = False
    bot_seed: int = field(default_factory=partial(secrets.randbits, SEED_BITS))
    later: list[tuple[int, int]] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)

    @property
    def packs(self) -> Packs:
        """What is played: a game, and the variants on top."""
        return self.game, tuple(self.variants)


class Store:
    """A file of tables. Each change is written before anybody is told of it."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            # Whatever is killed, nothing is lost; only a machine without power may lose a moment.
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.executescript(SCHEMA)
            self._grow()
            self._db.execute("DELETE FROM tables WHERE touched < ?", (time.time() - LIFE,))
        except sqlite3.Error:
            self._db.close()
            raise

    def _grow(self) -> None:
        """Bring a file of an older version up to this one."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version < VERSION:
            with all_or_none(self._db):
                for change in chain.from_iterable(LATER[version:]):
                    self._db.execute(change)
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    def add(self, kept: Kept) -> None:
        """Keep a new table, with the moves that it has already."""
        with all_or_none(self._db):
            self._db.execute(
                f"INSERT INTO tables ({COLUMNS}, touched) VALUES "  # noqa: S608 - names of ours
                "(?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (kept.id, kept.game, json.dumps(kept.variants), kept.players,
                 json.dumps(kept.bots), json.dumps(kept.tokens), kept.epoch,
                 json.dumps(kept.options), json.dumps(kept.situation), kept.rules,
                 kept.one_stream, _chance_kept(kept), time.time()))
            self._insert(kept.id, 0, kept.moves)

    def note(self, id_: str, after: int, moves: list[tuple[int, str]]) -> None:
        """Keep the moves that come after a number; a second one of a number is refused."""
        with all_or_none(self._db):
            self._insert(id_, after, moves)
            self._db.execute("UPDATE tables SET touched = ? WHERE id = ?", (time.time(), id_))

    def _insert(self, id_: str, after: int, moves: list[tuple[int, str]]) -> None:
        self._db.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", [
            (id_, after + at, seat, move) for at, (seat, move) in enumerate(moves, 1)])

    def forget(self, kept: Kept, after: int) -> None:
        """Take the moves back that come after a number."""
        with all_or_none(self._db):
            self._db.execute("DELETE FROM moves WHERE table_id = ? AND n > ?", (kept.id, after))
            self._db.execute(
                "UPDATE tables SET epoch = ?, chance = ?, touched = ? WHERE id = ?",
                (kept.epoch, _chance_kept(kept), time.time(), kept.id))

    def make_room(self, spared: Iterable[str] = ()) -> None:
        """Let tables go while too much is kept: first those at which nobody has moved, then those
        that nobody has touched for longest."""
        open_ = json.dumps(list(spared))
        while self._is_full():
            gone = self._db.execute(
                "SELECT id FROM tables WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY "
                "EXISTS (SELECT 1 FROM moves WHERE table_id = tables.id), touched LIMIT ?",
                (open_, max(MOST_TABLES // 100, 1))).fetchall()
            if not gone:
                return
            with all_or_none(self._db):
                self._db.executemany("DELETE FROM tables WHERE id = ?", gone)
                self._db.execute(UNUSED_RULES, ("",))

    def _is_full(self) -> bool:
        (tables,) = self._db.execute("SELECT count(*) FROM tables").fetchone()
        size, pages, free = (self._db.execute(f"PRAGMA {name}").fetchone()[0]
                             for name in ("page_size", "page_count", "freelist_count"))
        return bool(tables >= MOST_TABLES or size * (pages - free) >= MOST_BYTES)

    def drop(self, id_: str) -> None:
        """A table that is not kept any more."""
        self._db.execute("DELETE FROM tables WHERE id = ?", (id_,))

    def rule(self, id_: str, rules: str) -> None:
        """From now on a table is of other rules."""
        self._db.execute("UPDATE tables SET rules = ? WHERE id = ?", (rules, id_))

    def find(self, id_: str) -> Kept | None:
        """A table with its moves."""
        row: tuple[Any, ...] | None = self._db.execute(
            f"SELECT {COLUMNS} FROM tables WHERE id = ?",  # noqa: S608 - names of ours
            (id_,)).fetchone()
        if row is None:
            return None
        moves = self._db.execute("SELECT seat, move FROM moves WHERE table_id = ? ORDER BY n",
                                 (id_,)).fetchall()
        kept = Kept(row[0], row[1], json.loads(row[2]), row[3], row[4], json.loads(row[5]),
                    json.loads(row[6]), row[7], json.loads(row[8]), json.loads(row[9]), row[10],
                    bool(row[11]), moves=moves)
        _take_chance(kept, json.loads(row[12]))
        return kept

    # -- the rules with which tables were begun -----------------------------------------------

    def rules(self, hash_: str) -> str:
        """Rules as one word; empty if they are not kept."""
        row = self._db.execute("SELECT packed FROM rules WHERE hash = ?", (hash_,)).fetchone()
        return str(row[0]) if row else ""

    def keep_rules(self, hash_: str, packed: str) -> None:
        with all_or_none(self._db):
            self._db.execute("INSERT OR IGNORE INTO rules VALUES (?, ?)", (hash_, packed))
            self._db.execute(UNUSED_RULES, (hash_,))

    def close(self) -> None:
        self._db.close()


def _chance_kept(kept: Kept) -> str:
    """All seeds of a table as one word."""
    return json.dumps({"rules": f"{kept.seed:x}", "bots": f"{kept.bot_seed:x}",
                       "later": [[count, f"{seed:x}"] for count, seed in kept.later]})


def _take_chance(kept: Kept, told: dict[str, Any]) -> None:
    """Take the seeds from such a word; tables of before have fewer of them."""
    if "rules" in told:
        kept.seed, kept.bot_seed = int(told["rules"], 16), int(told["bots"], 16)
    kept.later = [(count, int(seed, 16)) for count, seed in told.get("later", [])]
