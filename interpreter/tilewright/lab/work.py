"""How one piece is played, wherever that is, and what comes of it."""

from __future__ import annotations

import time
from platform import node
from typing import TYPE_CHECKING, Any

from tilewright.lab.parcels import Parcel, Refused, game_of
from tilewright.lab.program import program
from tilewright.lab.store import Rows, packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.lab.plan import Plan
    from tilewright.playing.game import Game

    Play = Callable[[Game, Plan, int], Rows]


class Done:
    """A piece that was played: its results, its games, and the seconds that it took.

    Results are packed only where they are sent or kept, and unpacked where they are asked for.
    """

    def __init__(self, piece: range, games: int, seconds: float, blocks: list[Rows] | None = None,
                 raw: bytes = b"") -> None:
        self.piece, self.games, self.seconds = piece, games, seconds
        self._blocks, self._raw = blocks, raw

    @property
    def blocks(self) -> list[Rows]:
        """The results of each block."""
        return unpacked(self._raw) if self._blocks is None else self._blocks

    @property
    def raw(self) -> bytes:
        """The same as it travels and is kept."""
        if not self._raw:
            self._raw = packed(self.blocks)
        return self._raw

    def __reduce__(self) -> tuple[Any, ...]:
        return Done, (self.piece, self.games, self.seconds, None, self.raw)


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
        return Done(piece, sum(map(len, blocks)), time.perf_counter() - started, blocks)
