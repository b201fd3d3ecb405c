"""All tables of a server: opened, found again, and let go when nobody looks."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections import Counter, defaultdict
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright.problems import UsageError
from tilewright.table.crew import Lost, Refused, begun
from tilewright.table.hosted import Hosted, digest
from tilewright.table.store import SEED_BITS, Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.situations.read import Packs
    from tilewright.table.crew import Hand
    from tilewright.table.store import Store
    from tilewright.table.wire import Data

# Limits for whoever is out there.
TABLES, HANDS = 500, 16
# A table at which nobody looks is put away after so many seconds; it is kept on the disk.
IDLE = 120.0
# Seconds for what takes long.
LONG = 120.0
# A table that ended so many processes in a row is not opened again.
TRIES = 3
PERSONS = ("me", "friend")


class Lobby:
    """The tables that are open, and the processes that play them."""

    def __init__(self, store: Store, pace: int | None = None) -> None:
        self.store, self.pace = store, pace
        self.tables: dict[str, Hosted] = {}
        self.hands: dict[Packs, Hand] = {}
        self.broken: dict[str, int] = defaultdict(int)
        self.stalls: Counter[tuple[str, int]] = Counter()
        # No page names a seed, and none is sent one.
        self.draw_seed: Callable[[], int] = partial(secrets.randbits, SEED_BITS)
        self._seen: dict[str, float] = {}
        self._starting: dict[Packs, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._apart = asyncio.Lock()
        # A table is opened once at a time, and not while it is being closed.
        self._opening: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._closing: set[asyncio.Task[None]] = set()

    # -- processes ----------------------------------------------------------------------------

    async def hand(self, packs: Packs) -> Hand:
        """The process of a game with its variants."""
        async with self._starting[packs]:
            found = self.hands.get(packs)
            if found is not None and not found.is_lost:
                return found
            self._make_room()
            made = self.hands[packs] = await begun(packs)
            return made

    async def _sound(self, packs: Packs) -> Hand:
        """The process of a game whose rules have no problems; else these are raised."""
        hand = await self.hand(packs)
        if hand.problems is not None:
            raise hand.problems
        return hand

    def _make_room(self) -> None:
        """End a process whose tables nobody looks at, if there are too many."""
        if len(self.hands) < HANDS:
            return
        for packs in list(self.hands):
            if not any(t.pages for t in self.of(packs)):
                self.dismiss(packs)
                return
        raise UsageError("there are too many games at once; try again later")

    def of(self, packs: Packs) -> list[Hosted]:
        return [t for t in self.tables.values() if t.kept.packs == packs]

    def dismiss(self, packs: Packs) -> None:
        """End a process; its tables are opened anew when somebody comes."""
        for hosted in self.of(packs):
            hosted.lost()
            self.tables.pop(hosted.kept.id, None)
        hand = self.hands.pop(packs, None)
        if hand is not None:
            hand.end()

    def lost(self, hosted: Hosted) -> None:
        """A table cannot go on as it is: it is opened anew, and with it all of an ended process."""
        packs, hand = hosted.kept.packs, hosted.hand
        # Others may play in a new process already.
        if hand is not None and hand.is_lost and self.hands.get(packs) is hand:
            self.dismiss(packs)
        hosted.lost()
        if self.tables.get(hosted.kept.id) is hosted:
            del self.tables[hosted.kept.id]

    def close(self) -> None:
        for packs in list(self.hands):
            self.dismiss(packs)

    # -- tables -------------------------------------------------------------------------------

    async def find(self, id_: str) -> Hosted | None:
        """A table that is open or kept; `Lost` if it cannot be played."""
        found = self.tables.get(id_)
        if found is not None and found.hand is not None and not found.hand.is_lost:
            return found
        if self.store.find(id_) is None or self.broken.get(id_, 0) >= TRIES:
            return None
        async with self._opening[id_]:
            kept = self.store.find(id_)
            if id_ in self.tables or kept is None:
                return self.tables.get(id_)
            return await self._host(kept)

    async def _host(self, kept: Kept) -> Hosted:
        self.sweep()
        hosted = Hosted(kept, self.store)
        hosted.pace = hosted.pace if self.pace is None else self.pace
        hand = await self.hand(kept.packs)
        try:
            await hosted.open(hand)
        except Lost:
            self.broken[kept.id] += 1
            self.dismiss(kept.packs)
            raise
        self.broken.pop(kept.id, None)
        hosted.when_lost, hosted.stalls = partial(self.lost, hosted), self.stalls
        hosted.note_trouble()
        self.tables[kept.id] = hosted
        return hosted

    async def open(self, packs: Packs, players: int, seats: list[str], options: Data
                   ) -> tuple[Hosted, list[str]]:
        """A new table, and the tokens of its seats; the last one is for those who watch."""
        if len(self.tables) >= TABLES:
            self.sweep(0.0)
        if len(self.tables) >= TABLES:
            raise UsageError("there are too many tables; try again later")
        if len(seats) > players:
            raise UsageError(f"{len(seats)} cannot sit at a table for {players}")
        bots = [None if seat in PERSONS else seat for seat in seats]
        tokens = [secrets.token_urlsafe(16) for _ in range(players + 1)]
        kept = Kept(_new_id(), packs[0], list(packs[1]), players, self.draw_seed(),
                    [*bots, *["greedy"] * players][:players], [digest(t) for t in tokens],
                    options=options, bot_seed=self.draw_seed())
        return await self.begin(kept), tokens

    async def begin(self, kept: Kept) -> Hosted:
        """Keep a new table, and open it; it is not kept if it cannot be opened."""
        await self._sound(kept.packs)
        try:
            self.store.make_room(self.tables)
            self.store.add(kept)
        except sqlite3.Error as error:
            raise UsageError(f"no table can be kept now: {error}") from error
        try:
            return await self._host(kept)
        except BaseException:
            self.store.drop(kept.id)
            raise

    async def another(self, hosted: Hosted, *, moves: Sequence[tuple[int, str]] = (),
                      variants: list[str] | None = None, seed: int | None = None) -> Hosted:
        """A table like this one, for the same seats: another game, or the same from a point on.

        With a seed all chance that is still to come there follows from it.
        """
        kept = deepcopy(hosted.kept)
        kept.id, kept.epoch, kept.rules, kept.moves = _new_id(), 0, "", list(moves)
        kept.bot_seed = self.draw_seed()
        kept.variants = kept.variants if variants is None else variants
        kept.later = [one for one in kept.later if one[0] <= len(moves)]
        if seed is not None and moves:
            kept.later.append((len(moves), seed))
        elif seed is not None:
            kept.seed, kept.later = seed, []
        return await self.begin(kept)

    async def begin_again(self, hosted: Hosted) -> str:
        """Open a table for the same seats with the rules of today, the same one for each seat.

        What was played stays at its own table, so nobody takes it from the others.
        """
        async with hosted.beginning:
            if self.store.find(hosted.begun_again) is None:
                made = await self.another(hosted, seed=self.draw_seed())
                hosted.begun_again = made.kept.id
            return hosted.begun_again

    async def apart(self, hosted: Hosted, do: str, **more: Any) -> Data:
        """Something that takes long, done in a process that nobody else waits for."""
        async with self._apart:
            kept = hosted.kept
            hand = await begun(kept.packs)
            try:
                await Hosted(kept, self.store).open(hand)
                told = await hand.ask(do, table=kept.id, patience=LONG, **more)
            finally:
                hand.end()
        answer: Data = told["answer"]
        return answer

    def sweep(self, idle: float = IDLE) -> None:
        """Put away the tables at which nobody has looked for a while."""
        now = time.monotonic()
        for id_, hosted in list(self.tables.items()):
            if hosted.pages:
                self._seen[id_] = now
            elif now - self._seen.setdefault(id_, now) >= idle:
                del self.tables[id_], self._seen[id_]
                task = asyncio.create_task(self._put_away(hosted))
                self._closing.add(task)
                task.add_done_callback(self._closing.discard)

    async def _put_away(self, hosted: Hosted) -> None:
        """Its process need not hold it any longer, unless it has been opened again meanwhile."""
        id_, hand = hosted.kept.id, hosted.hand
        async with self._opening[id_]:
            if id_ not in self.tables and hand is not None and not hand.is_lost:
                with suppress(Lost, Refused):
                    await hand.ask("close", table=id_)
        self._opening.pop(id_, None)


def _new_id() -> str:
    return secrets.token_urlsafe(8)

