"""Blocks of random games, played natively some blocks ahead: a call costs as much as a small game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from tilewright.lab.arrays import tallied
from tilewright.lab.counted import label
from tilewright.native.engine import is_there
from tilewright.native.machine import native_of
from tilewright.native.making import why_not
from tilewright.native.noting import Drawn, noted
from tilewright.playing.mcts import searcher
from tilewright.playing.natively import can_play

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.lab.arrays import Tally
    from tilewright.lab.plan import Plan
    from tilewright.native.noting import Noted

    # A game, and what was counted of it.
    Told = tuple[Noted, Tally]

# So many blocks are played at first; twice as many the next time, while that takes no longer.
FIRST, SECONDS = 4, 0.05


@dataclass(slots=True)
class Ahead:
    """What was played of one plan and not asked for yet."""

    program: Program
    plan: Plan
    longest: int
    games: dict[int, list[Told | None]] = field(default_factory=dict)
    count: int = FIRST

    def of(self, block: int) -> list[Told | None]:
        """The games of a block, nothing for those that Python must play."""
        if block not in self.games:
            self.games = self._played(block)
        return self.games.pop(block)

    def _played(self, first: int) -> dict[int, list[Told | None]]:
        plan, players = self.plan, self.plan.players
        blocks = range(first, first + self.count)
        seeds = [plan.seed_of(block) for block in blocks for _ in range(players)]
        states = [plan.chance_of(plan.person_at(seat, rotation), block).state
                  for block in blocks for rotation in range(players) for seat in range(players)]
        native = native_of(self.program)
        assert native is not None
        started = time.perf_counter()
        drawn = Drawn(states, each_seat=True, every=0 if by_rounds(self.program) else players)
        found = list(noted(native.mine(), self.program, seeds, self.longest, drawn))
        if time.perf_counter() - started < SECONDS:
            self.count *= 2
        there = [one for one in found if one is not None]
        tallies = tallied(there, self.program, partial(label, self.program)) if there else iter(())
        told = [None if one is None else (one, next(tallies)) for one in found]
        return {block: told[number * players:(number + 1) * players]
                for number, block in enumerate(blocks)}


# The last plan that was asked for: blocks of one come one after another.
_LAST: list[Ahead] = []


def natively(program: Program, plan: Plan, block: int, longest: int) -> list[Told | None] | None:
    """The games of a block, as far as they can be played natively; nothing if none can."""
    if set(plan.bots) != {"random"} or not can_play(program, "random"):
        return None
    if not _LAST or _LAST[0].program is not program or _LAST[0].plan != plan:
        _LAST[:] = [Ahead(program, plan, longest)]
    return _LAST[0].of(block)


def engine_of(program: Program, plan: Plan) -> str:
    """What plays the games of a plan here."""
    if set(plan.bots) == {"random"} and can_play(program, "random"):
        return "native"
    searches = any(searcher(bot) for bot in plan.bots)
    return "native search" if searches and is_there() and not why_not(program) else "python"


def by_rounds(program: Program) -> bool:
    """Whether a game goes in rounds, at whose ends points are looked at."""
    flow = program.game.flow
    return flow is not None and flow.each is not None
