"""A table with its open pages, in the process that plays it. It knows nothing of a network.

What pages are to be told gathers in `said`, what is to be kept in `made` and `left`; whoever asks
for something takes all of it along with the answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.playing.record import Session, make_again
from tilewright.playing.table import STEP, TURN, Table
from tilewright.problems import IllegalMove, RuleError, TilewrightError, UsageError
from tilewright.table import inspect, wire
from tilewright.table.packing import Packing
from tilewright.table.thinking import prompt_bot

if TYPE_CHECKING:
    from tilewright.playing.game import Game
    from tilewright.table.wire import Data

LOG_LINES = 400
# So many answers are remembered, for what is sent a second time.
ANSWERS = 64
# A game that is longer than this is none that people play.
MOST_MOVES = 20_000


@dataclass(eq=False, slots=True)
class Page:
    """One open page: whose seat it is, its language, its width, and what it was sent last.

    `own` are all seats at its screen.
    """

    seat: int | None
    lang: str
    wide: int | None = None
    own: list[int] = field(default_factory=list)
    seen: Data | None = None
    lines: int = 0
    packing: Packing = field(default_factory=Packing)

    def forget(self) -> None:
        """It is told everything again."""
        self.seen, self.lines = None, 0


class Room:
    """One table and who looks at it."""

    def __init__(self, game: Game, kept: Data) -> None:
        session = Session(game, kept["players"], kept["seed"], kept["options"], kept["situation"],
                          one_stream=kept["one_stream"])
        later = dict(kept["later"])
        for number, (seat, label) in enumerate(kept["moves"]):
            if number in later:
                session.reseed(later[number])
            make_again(session.state, number + 1, seat, label, session.apply)
        if len(kept["moves"]) in later:
            session.reseed(later[len(kept["moves"])])
        self.table = Table(session, [prompt_bot(b) if b else None for b in kept["bots"]],
                           kept["bot_seed"])
        self.packs = (str(kept["game"]), tuple(kept["variants"]))
        self.epoch = int(kept["epoch"])
        self.pages: dict[int, Page] = {}
        self.acts: dict[str, Data] = {}
        self.said: list[tuple[int, str]] = []
        self.made: list[tuple[int, str]] = []
        self.left: int | None = None

    @property
    def game(self) -> Game:
        return self.table.session.game

    @property
    def players(self) -> int:
        return len(self.table.bots)

    @property
    def is_open(self) -> bool:
        """Whether nobody could cheat somebody else by looking at all that was and is."""
        return (self.table.over or len(self.table.persons) <= 1
                or not self.table.session.state.program.plan.hides)

    @property
    def foretells(self) -> bool:
        """Whether another table with the same chance would tell somebody what is to come here."""
        return (len(self.table.persons) > 1
                and len(self.table.session.state.program.layout.streams) > 0)

    def take(self) -> Data:
        """What gathered since the last time, and where the game stands."""
        told = {"said": self.said, "made": self.made, "left": self.left, "count": self.table.count,
                "over": self.table.over, "waits": self.table.waits,
                "later": list(self.table.session.reseeding.seeds.items())}
        self.said, self.made, self.left = [], [], None
        return told

    # -- pages --------------------------------------------------------------------------------

    def join(self, page: int, seat: int | None, lang: str, wide: int | None = None,
             own: list[int] | None = None) -> Data:
        mine = [] if seat is None else [seat]
        self.pages[page] = Page(seat, self._language(lang), wide, own or mine)
        self._tell(page, "here")
        return {}

    def leave(self, page: int) -> Data:
        self.pages.pop(page, None)
        return {}

    def lang(self, page: int, lang: str) -> Data:
        one = self.pages[page]
        one.lang = self._language(lang)
        one.forget()
        self._tell(page, "lang")
        return {}

    def wide(self, page: int, wide: int | None) -> Data:
        one = self.pages[page]
        one.wide = wide
        one.forget()
        self._tell(page, "wide")
        return {}

    def _language(self, lang: str) -> str:
        texts = self.game.model.texts
        return lang if lang in texts or not texts else next(
            (one for one in ("en", *texts) if one in texts), lang)

    def tell_all(self, why: str) -> None:
        """Tell all pages; one whose picture cannot be drawn does not keep the news from others."""
        for page in self.pages:
            try:
                self._tell(page, why)
            except UsageError as error:
                no = {"t": "no", "code": "refused", "text": str(error)}
                self.said.append((page, json.dumps(no, ensure_ascii=False)))

    def _tell(self, number: int, why: str) -> None:
        """Tell a page what has changed for it; all of it, if it has nothing yet."""
        page = self.pages[number]
        now = {**wire.whole(self.table, page.seat, page.lang, page.wide), "alone": self.is_open,
               "game": self.game.id, "langs": list(self.game.model.texts),
               "back": self._back(page)}
        log = self._log(page)
        message: Data = {"t": "step", "epoch": self.epoch, "log": log}
        if page.seen is None:
            message |= {"t": "scene", "why": why, **now, "things": list(now["things"].values())}
        else:
            message |= wire.changed(page.seen, now)
        page.seen = now
        small = page.packing.packed(message)
        self.said.append((number, json.dumps(small, ensure_ascii=False, separators=(",", ":"))))

    def _back(self, page: Page) -> Data:
        """What a page may take back: the last decision, the turn, all from a line of the log on."""
        limit = self.table.undo_limit(page.own)
        why = self.table.words(limit.why, page.lang) if limit.why == "learned" else ""
        return {"from": limit.first, "step": limit.reaches(limit.step),
                "turn": limit.reaches(limit.turn), "why": why}

    def _log(self, page: Page) -> list[Data]:
        """The lines that a page does not have yet."""
        count = self.table.count
        first = page.lines if page.seen is not None and page.lines <= count else 0
        page.lines = count
        told = [line for entry in self.table.since(first)
                for line in wire.lines(self.table, entry, page.seat, page.lang)]
        return told[-LOG_LINES:]

    # -- play ---------------------------------------------------------------------------------

    def act(self, page: int, id: str, move: Any, key: Any) -> Data:  # noqa: A002 - its name there
        """Make a move of a page; the same one twice is made once, and gets the same answer."""
        if id in self.acts:
            return self.acts[id]
        answer = self.acts[id] = self._act(self.pages[page], move, key)
        if len(self.acts) > ANSWERS:
            self.acts.pop(next(iter(self.acts)))
        return answer

    def _act(self, page: Page, move: Any, key: Any) -> Data:
        if page.seat is None or type(move) is not int or not isinstance(key, str):
            return self._no(page, "not_yours")
        if self.table.count >= MOST_MOVES:
            return self._no(page, "over")
        try:
            self._note(self.table.act(page.seat, move, key).number)
        except IllegalMove as error:
            own = error.code in ("not_yours", "stale", "over", "failed")
            words = (self.table.words(error.code, page.lang) if own
                     else self.table.refusal(move, page.lang).said)
            return {"t": "no", "code": error.code, "text": words}
        except RuleError as error:
            return {"t": "no", "code": "rule", "text": str(error)}
        return {"t": "ok"}

    def go_on(self) -> Data:
        """Let the bot move whose turn it is."""
        if self.table.count >= MOST_MOVES:
            return {"t": "no", "code": "over"}
        try:
            entry = self.table.go_on()
        except RuleError as error:
            return {"t": "no", "code": "rule", "text": str(error)}
        if entry is None:
            return {"t": "no", "code": "not_yours"}
        self._note(entry.number)
        return {"t": "ok"}

    def _note(self, number: int) -> None:
        self.made.append(self.table.session.record.moves[number - 1])
        self.tell_all("step")

    def _no(self, page: Page, code: str) -> Data:
        return {"t": "no", "code": code, "text": self.table.words(code, page.lang)}

    def undo(self, page: int, to: Any) -> Data:
        """Take moves back, as far as nobody has learned anything by them."""
        one = self.pages[page]
        if one.seat is None:
            return self._no(one, "not_yours")
        try:
            self.table.undo(to if type(to) is int or to == TURN else STEP, by=one.own)
        except IllegalMove as error:
            return self._no(one, error.code)
        self.left = self.table.count
        self.epoch += 1
        for other in self.pages.values():
            other.forget()
        self.tell_all("undo")
        return {"t": "ok"}

    # -- to look closer -----------------------------------------------------------------------

    def why(self, page: int, kind: str, item: str) -> Data:
        one = self.pages[page]
        return {"t": "because", "text": wire.why_not(self.table, one.seat, kind, item, one.lang)}

    def about(self, page: int, kind: str, item: str) -> Data:
        """What a thing is: its fields as this page may know them, its texts, where it stands."""
        one = self.pages[page]
        return {"t": "about", **inspect.about(self.table.view(one.seat), kind, item, one.lang)}

    def peek(self, page: int, n: Any, who: Any) -> Data:
        """The position after some decisions, as this page knew it, or as another did if it may."""
        one = self.pages[page]
        is_all = who == "open" and self.is_open
        seat = who if self.is_open and (who is None or type(who) is int) else one.seat
        if type(n) is not int or not 0 <= n <= self.table.count or (
                seat is not None and not 0 <= seat < self.players):
            return {"t": "no", "code": "unknown", "text": ""}
        past = wire.past(self.table, n, seat, one.lang, open_=is_all, wide=one.wide)
        return {"t": "past", **past, "things": list(past["things"].values())}

    def situation(self, page: int) -> Data:
        """The position as a situation of the game."""
        one = self.pages[page]
        if not self.is_open or one.seat is None:
            return self._no(one, "learned")
        try:
            return {"t": "situation", "text": inspect.situation(self.table.session, self.packs)}
        except TilewrightError as error:
            return {"t": "no", "code": "situation", "text": str(error)}

    def fork(self, page: int, n: Any) -> Data:
        """The moves up to a decision, with which another table can begin; and whether it has to
        have other chance."""
        one = self.pages[page]
        if not self.is_open or one.seat is None:
            return self._no(one, "learned")
        moves = self.table.session.record.moves
        return {"t": "ok", "moves": moves[:n] if type(n) is int and n >= 0 else moves,
                "foretells": self.foretells}

    def sees(self, page: int) -> Data:
        """Whether a page may see everything."""
        return {"open": self.is_open and page in self.pages}

    def replay(self, seat: int | None, *, open: bool) -> Data:  # noqa: A002 - its name there
        """The game as one file: as a seat saw it, or with everything open."""
        from tilewright.table.replay import html

        return {"t": "replay", "text": html(self.table.session, seat, open_=open)}
