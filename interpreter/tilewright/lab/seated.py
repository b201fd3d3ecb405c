"""Who chooses at a seat, and how sure a bot that searches is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tilewright.kernel.chance import GOLDEN, MASK, mixed
from tilewright.middle.header import DECIDER
from tilewright.playing.bots import bot_named, random_bot
from tilewright.playing.mcts import Searcher
from tilewright.playing.state import State
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program
    from tilewright.playing.bots import Bot
    from tilewright.playing.mcts import Found
    from tilewright.playing.stream import Stream
    from tilewright.playing.view import View

# The best move is clear if it was taken so many times as often as the second one.
CLEARLY = 2


class Seated(Protocol):
    """A bot at a seat: how often it has searched, and how often it was sure."""

    thought: int
    clear: int

    def choose(self, program: Program, slots: list[int], moves: list[int]) -> int:
        """One of the moves of a position."""


def bots_of(names: Sequence[str], players: int) -> tuple[str, ...]:
    """The bots of some names: one for all, or one for each player."""
    for name in names:
        bot_named(name)
    if len(names) not in (1, players):
        raise UsageError(f"there are {len(names)} bots for {players} players; give one for all, or "
                         "one for each")
    return tuple(names) if len(names) == players else tuple(names) * players


def seated(name: str, chance: Stream) -> Seated:
    """The bot of a name, with what it draws from."""
    bot = bot_named(name)
    if bot is random_bot:
        return AtRandom(chance)
    if isinstance(bot, Searcher):
        return Searching(bot, chance)
    return Looking(bot, chance)


class AtRandom:
    """The random bot, drawing as a stream does; no view, which costs more than all else of a move.
    """

    thought = clear = 0

    def __init__(self, chance: Stream) -> None:
        self._state = chance.state

    def choose(self, _program: Program, _slots: list[int], moves: list[int]) -> int:
        self._state = state = (self._state + GOLDEN) & MASK
        return moves[mixed(state) * len(moves) >> 64]


def _view(program: Program, slots: list[int], moves: list[int]) -> View:
    """What the one who decides may know."""
    return State(program, slots, moves).view(slots[DECIDER])


class Looking:
    """A bot that is given a view."""

    thought = clear = 0

    def __init__(self, bot: Bot, chance: Stream) -> None:
        self._bot, self._chance = bot, chance

    def choose(self, program: Program, slots: list[int], moves: list[int]) -> int:
        return self._bot(_view(program, slots, moves), self._chance)


class Searching:
    """A bot that searches, asked for what it thinks of each move."""

    def __init__(self, bot: Searcher, chance: Stream) -> None:
        self._bot, self._chance = bot, chance
        self.thought = self.clear = 0

    def choose(self, program: Program, slots: list[int], moves: list[int]) -> int:
        if len(moves) == 1:
            return moves[0]
        found = self._bot.thoughts(_view(program, slots, moves), self._chance)
        if not found:
            return moves[0]
        self.thought += 1
        self.clear += is_clear(found)
        return max(found, key=lambda one: (one.taken, one.worth)).move


def is_clear(found: list[Found]) -> bool:
    """Whether the move that was taken most was taken far more often than the second one."""
    second, best = sorted(one.taken for one in found)[-2:]
    return best >= CLEARLY * second
