"""A table that is served: its tokens, the pages that are open, and the pace of its bots."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sqlite3
from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from tilewright.table.crew import LOADING, Lost, Refused, to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.table.crew import Hand
    from tilewright.table.store import Kept, Store
    from tilewright.table.wire import Data

# Milliseconds between the moves of bots, so that people can follow.
PACE = 450
SLOWEST, QUICKEST = 3_000, 100
# A page that does not take what it is sent has to come again.
WAITING = 64
# So often a bot may end its process at one decision; then it is asked no more.
STALLS = 3
STALLED = ("this bot took too long or too much memory, and was stopped; take moves back, or open "
           "another table with other bots")
NUMBERS = count(1)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(eq=False, slots=True)
class Page:
    """One open page: whose seat it is, how it wants things, and what it is still to be sent."""

    seat: int | None
    lang: str = "en"
    wide: int | None = None
    # All seats at its screen.
    own: list[int] = field(default_factory=list)
    number: int = field(default_factory=lambda: next(NUMBERS))
    waiting: asyncio.Queue[str | Data] = field(default_factory=lambda: asyncio.Queue(WAITING))

    def send(self, message: str | Data) -> None:
        """Send when it can be; one for whom too much waits is cut off, and comes again."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait({"t": "bye", "code": "again"})


class Hosted:
    """One table with its pages; what is asked of it is done one after another."""

    def __init__(self, kept: Kept, store: Store) -> None:
        self.kept, self.store = kept, store
        self.hand: Hand | None = None
        self.pages: dict[int, Page] = {}
        self.pace = PACE
        self.is_over = self.waits = False
        # Why it goes on with the rules that it began with, if it does.
        self.old = ""
        self.trouble: Data | None = None
        # The table at which this game was begun again, with the rules of today.
        self.begun_again = ""
        self.beginning = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        # Whoever ends the process when it fails; there is nobody to tell it but this table.
        self.when_lost: Callable[[], None] = self.lost
        # How often its process was ended while a bot thought, by the number of moves made before.
        self.stalls: Counter[tuple[str, int]] = Counter()
        self._count = 0
        self._order = asyncio.Lock()

    # -- seats --------------------------------------------------------------------------------

    def seat_of(self, token: object) -> int | None:
        """The seat of a token; None is for those who only watch. `KeyError` for no token at all."""
        for seat, known in enumerate(self.kept.tokens):
            if isinstance(token, str) and hmac.compare_digest(known, digest(token)):
                return seat if seat < self.kept.players else None
        raise KeyError(token)

    @property
    def persons(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.kept.bots) if bot is None]

    async def join(self, page: Page) -> None:
        self.pages[page.number] = page
        await self._join(page)
        if self.trouble is not None:
            page.send(self.trouble)
        self.wake()

    async def _join(self, page: Page) -> None:
        await self._asked("join", page=page.number, seat=page.seat, lang=page.lang,
                          wide=page.wide, own=page.own)

    async def leave(self, page: Page) -> None:
        if self.pages.pop(page.number, None) is not None and self.hand is not None:
            await self._asked("leave", page=page.number)

    # -- what is asked ------------------------------------------------------------------------

    async def ask(self, page: Page, do: str, **more: Any) -> Data:
        """Ask for a page; what comes of it is kept, then told to all pages."""
        try:
            answer = await self._asked(do, page=page.number, **more)
        except Refused as error:
            return {"t": "no", "code": "refused", "text": str(error)}
        self.wake()
        return answer

    async def _asked(self, do: str, **more: Any) -> Data:
        """What was done is kept and told, also if whoever asked has gone."""
        return await to_the_end(self._done({"do": do, **more}))

    async def _done(self, what: Data) -> Data:
        async with self._order:
            if self.hand is None:
                raise Lost
            told = await self.hand.ask(**what, table=self.kept.id)
            self._keep(told)
            answer: Data = told["answer"]
            return answer

    def _keep(self, told: Data) -> None:
        """Write down what was done, and only then tell anybody."""
        left, made = told["left"], [(seat, label) for seat, label in told["made"]]
        try:
            if left is not None:
                self.kept.epoch += 1
                self.kept.later = [(count, seed) for count, seed in told["later"]]
                self.store.forget(self.kept, left)
            if made:
                self.store.note(self.kept.id, told["count"] - len(made), made)
        except sqlite3.Error as error:
            # The process is ahead of what is kept now; the table is opened anew.
            raise Lost from error
        self._stand(told)
        for number, message in told["said"]:
            if number in self.pages:
                self.pages[number].send(message)

    def _stand(self, told: Data) -> None:
        self.is_over, self.waits, self._count = told["over"], told["waits"], told["count"]

    def tell(self, message: Data) -> None:
        for page in list(self.pages.values()):
            page.send(message)

    # -- the process --------------------------------------------------------------------------

    async def open(self, hand: Hand) -> None:
        """Go on in a process that has the rules; pages that are open see it there."""
        async with self._order:
            found = self.store.find(self.kept.id)
            self.kept = found or self.kept
            told = await hand.ask("open", table=self.kept.id, kept=asdict(self.kept),
                                  rules=self.store.rules(self.kept.rules), patience=LOADING)
            answer = told["answer"]
            self.hand, self.old = hand, answer.get("old", "")
            self._stand(answer)
            if not self.old and hand.rules != self.kept.rules:
                await self._keep_rules(hand)

    async def _keep_rules(self, hand: Hand) -> None:
        """All moves fit these rules: with them it goes on, whatever becomes of the files."""
        if not self.store.rules(hand.rules):
            told = await hand.ask("rules")
            self.store.keep_rules(hand.rules, told["answer"]["packed"])
        self.kept.rules = hand.rules
        self.store.rule(self.kept.id, hand.rules)

    async def move_to(self, hand: Hand) -> None:
        """Go on in another process, with all pages."""
        await self.open(hand)
        for page in list(self.pages.values()):
            await self._join(page)
        self.wake()

    def note_trouble(self, problems: Refused | None = None) -> None:
        """Tell what is wrong with the rules of today, or that nothing is any more."""
        hand = self.hand
        found = problems or (hand.problems if hand is not None else None)
        texts = hand.texts if hand is not None and not found else []
        told: Data = {"t": "trouble", "problems": found.problems if found else texts,
                      "notes": found.notes if found else [], "plays": not found,
                      "text": str(found) if found and not found.problems else "",
                      "misfit": self.old if not found else ""}
        is_fine = not found and not self.old and not texts
        if not is_fine or self.trouble is not None:
            self.tell(told)
        self.trouble = None if is_fine else told

    def lost(self) -> None:
        """Its process is gone: pages have to come again, and then it is opened anew."""
        self.hand = None
        self.tell({"t": "bye", "code": "again"})
        self.pages.clear()

    # -- bots ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots move, if it is their turn and somebody is there to see it."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.get_running_loop().create_task(self._go_on())

    async def _go_on(self) -> None:
        while self.pages and self.hand is not None and not self.is_over and not self.waits:
            place = self.kept.id, self._count
            if self.stalls[place] >= STALLS:
                self.tell({"t": "no", "code": "lost", "text": STALLED})
                return
            await asyncio.sleep(self.pace / 1000)
            try:
                told = await self._asked("go_on")
            except Refused as error:
                self.tell({"t": "no", "code": "refused", "text": str(error)})
                return
            except Lost:
                self.stalls[place] += self.hand is not None and self.hand.is_lost
                self.when_lost()
                return
            if told["t"] == "no":
                if told.get("text"):
                    self.tell(told)
                return


