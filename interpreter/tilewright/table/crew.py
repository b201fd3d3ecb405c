"""Processes that play: one for each game with its variants. One that takes too long is ended."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.packs.doors import find
from tilewright.packs.saved import Files
from tilewright.problems import TilewrightError
from tilewright.table.worker import work

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from multiprocessing.connection import Connection
    from pathlib import Path

    from tilewright.situations.read import Packs
    from tilewright.table.wire import Data

# Seconds for one thing that is asked; to load a game or to open a table takes longer.
PATIENCE, LOADING = 10.0, 30.0
# Loaded once, in the process from which all others come.
AHEAD = ["tilewright.table.ahead"]


_DOING: set[asyncio.Task[Any]] = set()
T = TypeVar("T")


async def to_the_end(doing: Coroutine[Any, Any, T]) -> T:
    """Do something wholly, also if whoever waits for it goes away meanwhile."""
    task = asyncio.create_task(doing)
    _DOING.add(task)
    task.add_done_callback(_done)
    return await asyncio.shield(task)


def _done(task: asyncio.Task[Any]) -> None:
    _DOING.discard(task)
    if not task.cancelled():
        task.exception()   # nobody may be left to whom it could be told


class Lost(Exception):
    """A process that has been ended, because it failed or took too long.

    `by_this` is whether that was with what was asked just now, and not with something before.
    """

    def __init__(self, *, by_this: bool = False) -> None:
        super().__init__()
        self.by_this = by_this


class Refused(TilewrightError):
    """What a process says instead of an answer; with problems, if its packs have some."""

    def __init__(self, told: Data) -> None:
        super().__init__(told.get("text") or "the rules have problems")
        self.problems: list[Data] = told.get("problems", [])
        self.notes: list[str] = told.get("notes", [])


def context() -> Any:
    """How processes begin: from one that has loaded what all need, where that can be."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    made: Any = get_context("forkserver")
    made.set_forkserver_preload(AHEAD)
    return made


class Hand:
    """One process. What it is asked is answered in turn."""

    def __init__(self) -> None:
        made = context()
        self._pipe: Connection
        self._pipe, there = made.Pipe()
        self._process = made.Process(target=work, args=(there,), daemon=True)
        self._process.start()
        there.close()
        self._turn = asyncio.Lock()
        self.is_lost = False
        # The hash of the rules that it has loaded; empty if they could not be loaded.
        self.rules = ""
        self.problems: Refused | None = None
        # What is wrong with the texts alone, with which it can be played.
        self.texts: list[Data] = []
        self.files = Files([])

    async def load(self, packs: Packs) -> None:
        """Load a game; what is wrong with it is in `problems`."""
        game, variants = packs[0], list(packs[1])
        self.problems, self.rules, self.texts = None, "", []
        # What is saved while it loads counts as changed after it.
        self.files = Files(_folders(game, variants))
        await asyncio.to_thread(self.files.changed)
        try:
            told = await self.ask("load", game=game, variants=variants, patience=LOADING)
        except Refused as error:
            self.problems = error
        else:
            self.rules, self.texts = told["answer"]["rules"], told["answer"]["texts"]

    async def ask(self, do: str, *, patience: float | None = None, **more: Any) -> Data:
        """The answer; `Lost` if there is none, `Refused` if it is a refusal."""
        return await to_the_end(self._ask({"do": do, **more}, patience or PATIENCE))

    async def _ask(self, what: Data, patience: float) -> Data:
        async with self._turn:
            if self.is_lost:
                raise Lost
            told = await asyncio.to_thread(self._asked, what, patience)
        if told is None:
            self.end()
            raise Lost(by_this=True)
        if told.get("error") == "gone":
            raise Lost
        if "error" in told:
            raise Refused(told)
        return told

    def _asked(self, what: Data, patience: float) -> Data | None:
        """In a thread: send, and wait for as long as may be."""
        with suppress(EOFError, OSError, ValueError):
            self._pipe.send_bytes(json.dumps(what).encode())
            if self._pipe.poll(patience):
                told: Data = json.loads(self._pipe.recv_bytes())
                return told
        return None

    def end(self) -> None:
        """End the process, whatever it does."""
        if not self.is_lost:
            self.is_lost = True
            self._process.kill()
            self._pipe.close()
            self._process.join()


async def begun(packs: Packs) -> Hand:
    """A process that has loaded a game; none is left behind if that cannot be."""
    hand = await asyncio.to_thread(Hand)
    try:
        await hand.load(packs)
    except BaseException:
        hand.end()
        raise
    return hand


def _folders(game: str, variants: list[str]) -> list[Path]:
    """Where the files of a game and its variants are."""
    with suppress(TilewrightError):
        return [find(game, "content"), *(find(name, "variants") for name in variants)]
    return []
