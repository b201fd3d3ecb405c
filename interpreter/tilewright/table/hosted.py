"""A table that is served: its seats, who is connected, and one writer for all of them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.playing.bots import bot_named
from tilewright.playing.record import Session
from tilewright.playing.table import Table
from tilewright.problems import IllegalMove, RuleError
from tilewright.table import wire
from tilewright.table.store import Kept

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.playing.table import Entry
    from tilewright.table.store import Store
    from tilewright.table.wire import Data

# Seconds between the moves of bots, so that people can follow.
PACE = 0.45
# A page that does not take what it is sent is sent all of it anew later.
WAITING = 64
LOG_LINES = 400


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(eq=False, slots=True)
class Page:
    """One open page: whose seat it is, its language, and what it was sent last."""

    seat: int | None
    lang: str
    waiting: asyncio.Queue[Data] = field(default_factory=lambda: asyncio.Queue(WAITING))
    seen: Data | None = None
    lines: int = 0


class Hosted:
    """One table with its pages. Everything happens in the loop of the server, one after another."""

    def __init__(self, kept: Kept, table: Table, store: Store) -> None:
        self.kept, self.table, self.store = kept, table, store
        self.pages: set[Page] = set()
        self.acts: dict[str, Data] = {}
        self._bots: asyncio.Task[None] | None = None
        self.pace = PACE

    # -- seats --------------------------------------------------------------------------------

    def seat_of(self, token: object) -> int | None:
        """The seat of a token; None is for those who only watch. `KeyError` for no token at all."""
        for seat, known in enumerate(self.kept.tokens):
            if isinstance(token, str) and hmac.compare_digest(known, digest(token)):
                return seat if seat < self.kept.players else None
        raise KeyError(token)

    def join(self, page: Page) -> None:
        self.pages.add(page)
        self._tell(page, "here")
        self.wake()

    def leave(self, page: Page) -> None:
        self.pages.discard(page)

    # -- what is told -------------------------------------------------------------------------

    def tell_all(self, why: str) -> None:
        for page in list(self.pages):
            self._tell(page, why)

    def _tell(self, page: Page, why: str) -> None:
        """Send a page what has changed for it; all of it, if it cannot follow."""
        now = wire.whole(self.table, page.seat, page.lang)
        log = self._log(page)
        if page.seen is None or why in ("here", "lang", "undo"):
            message = {"t": "scene", "why": why, "epoch": self.kept.epoch, **now, "log": log}
            message["things"] = list(now["things"].values())
        else:
            message = {"t": "step", "epoch": self.kept.epoch, "log": log,
                       **wire.changed(page.seen, now)}
        page.seen = now
        try:
            page.waiting.put_nowait(message)
        except asyncio.QueueFull:
            page.seen, page.lines = None, 0
            while not page.waiting.empty():
                page.waiting.get_nowait()
            self._tell(page, "here")

    def _log(self, page: Page) -> list[Data]:
        """The lines that a page does not have yet."""
        count = self.table.count
        first = page.lines if page.seen is not None and page.lines <= count else 0
        page.lines = count
        told = [line for entry in self.table.since(first)
                for line in wire.lines(self.table, entry, page.seat, page.lang)]
        return told[-LOG_LINES:]

    def set_language(self, page: Page, lang: str) -> None:
        if lang in self.table.session.game.model.texts:
            page.lang, page.seen, page.lines = lang, None, 0
        self._tell(page, "lang")

    # -- play ---------------------------------------------------------------------------------

    def act(self, page: Page, id_: str, move: Any, key: Any) -> Data:
        """Make a move of a page; the same one twice is made once, and gets the same answer."""
        if id_ in self.acts:
            return self.acts[id_]
        answer = self._act(page, move, key)
        self.acts[id_] = answer
        if len(self.acts) > WAITING:
            self.acts.pop(next(iter(self.acts)))
        return answer

    def _act(self, page: Page, move: Any, key: Any) -> Data:
        if page.seat is None or type(move) is not int or not isinstance(key, str):
            return self._no(page, "not_yours")
        try:
            entry = self.table.act(page.seat, move, key)
        except IllegalMove as error:
            words = self.table.words(error.code, page.lang) if error.code in (
                "not_yours", "stale", "over") else self.table.refusal(move, page.lang).said
            return {"t": "no", "code": error.code, "text": words}
        except RuleError as error:
            return {"t": "no", "code": "rule", "text": str(error)}
        self._keep(entry)
        self.tell_all("step")
        self.wake()
        return {"t": "ok"}

    def _no(self, page: Page, code: str) -> Data:
        return {"t": "no", "code": code, "text": self.table.words(code, page.lang)}

    def undo(self, page: Page, to: str | int) -> Data:
        """Take moves back, as far as nobody has learned anything by them."""
        if page.seat is None:
            return self._no(page, "not_yours")
        try:
            self.table.undo(to)
        except IllegalMove as error:
            return self._no(page, error.code)
        self.kept.epoch += 1
        self.store.forget(self.kept.id, self.table.count, self.kept.epoch)
        for other in self.pages:
            other.seen, other.lines = None, 0
        self.tell_all("undo")
        self.wake()
        return {"t": "ok"}

    def _keep(self, entry: Entry) -> None:
        seat, label = self.table.session.record.moves[-1]
        self.store.note(self.kept.id, entry.number, seat, label)

    # -- bots ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots move, if it is their turn and somebody is there to see it."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.get_running_loop().create_task(self._go_on())

    async def _go_on(self) -> None:
        while self.pages and not self.table.over and not self.table.waits:
            await asyncio.sleep(self.pace)
            entry = self.table.go_on()
            if entry is None:
                return
            self._keep(entry)
            self.tell_all("step")


def opened(store: Store, game: Game, name: str, variants: list[str], players: int | None,
           bots: list[str | None], seed: int | None = None) -> tuple[Hosted, list[str]]:
    """A new table, and the tokens of its seats; the last one is for those who watch."""
    chosen = secrets.randbits(31) if seed is None else seed
    session = Session(game, players, chosen)
    count = session.state.players
    tokens = [secrets.token_urlsafe(16) for _ in range(count + 1)]
    named = [*bots, *["greedy"] * count][:count]
    kept = Kept(secrets.token_urlsafe(8), name, variants, count, chosen, named,
                [digest(token) for token in tokens])
    store.add(kept)
    return Hosted(kept, _table(session, kept), store), tokens


def reopened(store: Store, game: Game, kept: Kept) -> Hosted:
    """A table as it was kept."""
    session = Session(game, kept.players, kept.seed)
    for _, label in kept.moves:
        session.apply(label)
    return Hosted(kept, _table(session, kept), store)


def _table(session: Session, kept: Kept) -> Table:
    return Table(session, [bot_named(b) if b else None for b in kept.bots], kept.seed)
