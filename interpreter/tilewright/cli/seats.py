"""Who sits where: people and bots, as the command line names them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tilewright.playing.bots import bot_named
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from tilewright.playing.bots import Bot
    from tilewright.playing.game import Game


def nobody(players: int) -> list[Bot | None]:
    """A table without people."""
    return [bot_named("random")] * players


def _named(given: str | None) -> list[str]:
    """The seats of an option `--seats human,bot`."""
    return [w.strip() for w in (given or "").split(",") if w.strip()]


def seated(given: str | None, players: int) -> list[Bot | None]:
    """Who sits where: people at a terminal, bots else. Beside one that is named alone, bots sit."""
    if given is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            return [None, *[bot_named("greedy")] * (players - 1)]
        return nobody(players)
    words = _named(given)
    if len(words) > 1 and len(words) != players:
        raise UsageError(f"there are {len(words)} seats for {players} players; name {players}, or "
                         "change '--players'")
    words += ["random"] * (players - len(words))
    return [None if w == "human" else bot_named("random" if w == "bot" else w) for w in words]


def players_of(seats: str | None, game: Game) -> int | None:
    """As many players as seats were named; one alone leaves it open how many there are."""
    named = len(_named(seats))
    if named < 2:
        return None
    if named not in game.players:
        least, most = game.model.least, game.model.most
        raise UsageError(f"there are {named} seats, and '{game.model.id}' is for "
                         f"{f'{least} to {most}' if least < most else most} players; name "
                         f"{'fewer' if named > most else 'more'}")
    return named
