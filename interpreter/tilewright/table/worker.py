"""A process of its own that loads one game and plays its tables, with limits of memory.

Whatever a pack does in here, it can only harm this process; whoever asked ends it then.
"""

from __future__ import annotations

import json
import signal
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from tilewright.packs.doors import find, manifest_of
from tilewright.picture.compose import scene_of
from tilewright.picture.svg import svg
from tilewright.playing import archive
from tilewright.playing.bots import random_bot
from tilewright.playing.game import load
from tilewright.playing.simulate import play_out
from tilewright.playing.stream import Stream
from tilewright.problems import ContentError, TilewrightError
from tilewright.reading.excerpt import excerpt
from tilewright.table.room import Room
from tilewright.text import text, title

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from tilewright.playing.game import Game
    from tilewright.problems import Problem
    from tilewright.table.wire import Data

MEMORY = 1 << 30
# What a page may ask of its table.
ROOM = frozenset({"join", "leave", "lang", "wide", "act", "go_on", "undo", "why", "about", "peek",
                  "situation", "fork", "sees", "replay"})
# What changes a game: a table that failed in it is opened again from what was kept.
CHANGES = frozenset({"act", "go_on", "undo"})
PROBLEMS = 20
FAILED = "something failed that should not have; the table goes on from before it"


def work(pipe: Connection) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    worker = Worker()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(worker.reply(pipe.recv_bytes()))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:   # only where there is such a thing
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Worker:
    """A game, and the tables at which it is played."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.variants: list[str] = []
        self.rooms: dict[str, Room] = {}
        self._old: dict[str, Game] = {}
        # The lines that raised faults of ours.
        self._faults: set[tuple[str, int | None]] = set()
        self._does: dict[str, Callable[..., Data]] = {
            "load": self.load, "describe": self.describe, "pictures": self.pictures,
            "rules": self.rules, "open": self.open, "close": self.close}

    def reply(self, asked: bytes) -> bytes:
        """Answer as bytes. Whatever fails, the process goes on for the other tables."""
        what = json.loads(asked)
        do, table = what["do"], str(what.get("table"))
        try:
            return json.dumps(self.answer(what)).encode()
        except Exception as error:  # noqa: BLE001 - a fault of ours must not cut off other tables
            self._note(error)
            if do in CHANGES:
                self.rooms.pop(table, None)
            return json.dumps({"error": "failed", "text": FAILED}).encode()

    def _note(self, error: Exception) -> None:
        """Print a fault of ours, once for each line that raises it."""
        *_, last = traceback.extract_tb(error.__traceback__)
        if (last.filename, last.lineno) not in self._faults:
            self._faults.add((last.filename, last.lineno))
            traceback.print_exception(error)

    def answer(self, asked: Data) -> Data:
        """What is asked, done; what goes wrong is told."""
        do, table = asked.pop("do"), asked.get("table")
        try:
            if do in ROOM:
                room = self.rooms.get(asked.pop("table"))
                if room is None:
                    return {"error": "gone"}
                return {"answer": getattr(room, do)(**asked), **room.take()}
            return {"answer": self._does[do](**asked)}
        except ContentError as error:
            problems = error.collected
            return {"error": "problems", "text": "", "problems": [
                told(p) for p in problems.sorted()[:PROBLEMS]], "notes": list(problems.notes())}
        except TilewrightError as error:
            return {"error": "refused", "text": str(error)}
        except MemoryError:
            self.rooms.pop(str(table), None)
            return {"error": "memory", "text": "this took more memory than a table may have"}

    # -- a game -------------------------------------------------------------------------------

    def load(self, game: str, variants: list[str]) -> Data:
        self.game, self.variants = load(game, variants), variants
        texts = self.game.text_problems.sorted()[:PROBLEMS]
        return {"rules": self.game.hash, "texts": [told(p) for p in texts]}

    def describe(self) -> Data:
        """What a gallery says of the game."""
        game = self._need()
        model = game.model
        called = [called_so(variant) for variant in self.variants]
        langs = list(model.texts) or ["en"]
        told: Data = {"id": model.id, "title": {lang: title(model, lang) for lang in langs},
                      "about": {lang: said for lang in langs
                                if (said := text(model, "game.about", lang))},
                "named": {lang: [text(model, f"variant.{id_}", lang) or name
                                 for id_, name in called] for lang in langs},
                "langs": sorted(model.texts), "least": model.least, "most": model.most,
                "usual": model.default_players, "hides": game.program().plan.hides}
        with suppress(TilewrightError):
            told["length"] = _length(game)
        return told

    def pictures(self) -> Data:
        """What it looks like at the beginning, in each of its languages."""
        view = self._need().new(seed=1).view(None)
        return {lang: svg(scene_of(view, lang)) for lang in view.program.game.texts or ["en"]}

    def rules(self) -> Data:
        return {"packed": archive.packed(self._need().model)}

    def _need(self) -> Game:
        assert self.game is not None
        return self.game

    # -- tables -------------------------------------------------------------------------------

    def open(self, table: str, kept: Data, rules: str = "") -> Data:
        """Open a table as it was kept.

        Where the rules of today do not fit, it goes on with those that did, and says why.
        """
        why = "the rules have problems now"
        if self.game is not None:
            try:
                self.rooms[table] = Room(self.game, kept)
                return self.rooms[table].take()
            except TilewrightError as error:
                if not rules:
                    raise
                why = str(error)
        self.rooms[table] = Room(self._unpacked(rules), kept)
        return {**self.rooms[table].take(), "old": why}

    def _unpacked(self, rules: str) -> Game:
        if rules not in self._old:
            self._old[rules] = archive.unpacked(rules)
        return self._old[rules]

    def close(self, table: str) -> Data:
        self.rooms.pop(table, None)
        return {}


def called_so(variant: str) -> tuple[str, str]:
    """The id of a variant, and what it calls itself in its manifest."""
    try:
        said = manifest_of(find(variant, "variants"))
    except TilewrightError:
        said = None
    if said is None:
        return variant, variant
    return str(said.get("id", variant)), str(said.get("title") or variant)


def told(problem: Problem) -> Data:
    """A problem as a page shows it."""
    place = problem.place
    return {"file": place.file, "line": place.line, "col": place.col, "code": problem.code,
            "text": problem.sentence, "excerpt": excerpt(place)}


def _length(game: Game) -> int:
    """About how many decisions a game has."""
    return play_out(game.new(seed=1), random_bot, Stream(1))
