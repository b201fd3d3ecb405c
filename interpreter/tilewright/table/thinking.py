"""Bots at a table: each answers in time, whatever its game asks of it."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.playing.bots import bot_named, random_bot
from tilewright.playing.mcts import Searcher

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tilewright.playing.bots import Bot
    from tilewright.playing.view import View

# Milliseconds for a search, and seconds after which any bot moves at random. Whoever waits longer
# ends the process under all tables of the game.
SEARCH, LONGEST = 2_000, 5.0


class OutOfTime(BaseException):
    """A bot thinks for too long; nobody but `prompt_bot` may catch this."""


def prompt_bot(name: str) -> Bot:
    """A bot that moves at random where thinking takes too much time or memory."""
    bot = bot_named(name)
    if isinstance(bot, Searcher):
        bot = replace(bot, patience=SEARCH)

    def choose(view: View, rng: random.Random) -> int:
        try:
            with _limited(LONGEST):
                return bot(view, rng)
        except (OutOfTime, MemoryError):
            return random_bot(view, rng)

    return choose


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """What takes longer is stopped, where the system has a clock for it."""
    if (not hasattr(signal, "setitimer")
            or threading.current_thread() is not threading.main_thread()):
        yield
        return

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    left = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *left)
        signal.signal(signal.SIGALRM, before)
