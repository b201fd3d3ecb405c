"""How one piece is played, wherever that is, and what comes of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from platform import node
from typing import TYPE_CHECKING, Any

from tilewright.lab.parcels import Parcel, Refused, game_of
from tilewright.lab.program import program
from tilewright.lab.store import Rows, packed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.lab.plan import Plan
    from tilewright.playing.game import Game

    Play = Callable[[Game, Plan, int], Rows]


@dataclass(frozen=True, slots=True)
class Done:
    """A piece that was played: its results, its games, and the seconds that it took."""

    piece: range
    raw: bytes
    games: int
    seconds: float


class Work:
    """What is done with each piece of a series.

    It can be sent: then the packs go along and the game stays here. `bare` has no packs either,
    for where they were brought before.
    """

    def __init__(self, sender: str, rules: Parcel | str, plan: Plan, play: Play,
                 game: Game | None = None, room: str | None = None) -> None:
        self._sent = (sender, rules, plan, play)
        self._game = game
        self._room = room

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (*self._sent, None, self._room)

    @property
    def parcel(self) -> Parcel:
        """The packs that go along."""
        rules = self._sent[1]
        assert isinstance(rules, Parcel)
        return rules

    def bare(self) -> Work:
        """The same without its packs."""
        sender, _, plan, play = self._sent
        return Work(sender, self.parcel.hash, plan, play)

    def inside(self, room: str) -> Work:
        """The same, with a folder below which who gets it unpacks the packs."""
        return Work(*self._sent, self._game, room)

    def __call__(self, piece: range) -> Done:
        sender, rules, plan, play = self._sent
        if program() != sender:
            raise Refused(f"on {node()} runs tilewright {program()}, but {sender} sends the work; "
                          "install the same version on all machines, and start them anew")
        if self._game is None:
            self._game = rules.game(self._room) if isinstance(rules, Parcel) else game_of(rules)
        game = self._game
        started = time.perf_counter()
        blocks = [play(game, plan, block) for block in piece]
        return Done(piece, packed(blocks), sum(map(len, blocks)), time.perf_counter() - started)
