"""Blocks of games, played natively some blocks ahead: a call costs as much as a small game."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from tilewright.lab.arrays import tallied
from tilewright.lab.counted import label
from tilewright.native.counting import Bots, counted
from tilewright.native.engine import is_there
from tilewright.native.machine import machine_of, native_of
from tilewright.playing.mcts import searcher
from tilewright.playing.natively import can_play

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.lab.arrays import Tally
    from tilewright.lab.plan import Plan
    from tilewright.native.counting import Counted

    # A game, and what was counted of it.
    Told = tuple[Counted, Tally]

NATIVE = "native"
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
        chance = [[plan.chance_of(person, block).state for person in range(players)]
                  for block in blocks]
        people = [plan.person_at(seat, rotation) for rotation in range(players)
                  for seat in range(players)]
        looks = [int(bot == "greedy") for bot in plan.bots]
        bots = Bots([own[person] for own in chance for person in people],
                    [looks[person] for person in people] * len(blocks),
                    0 if by_rounds(self.program) else players)
        machine = machine_of(self.program)
        if machine is None:
            return {block: [None] * players for block in blocks}
        started = time.perf_counter()
        batches = list(counted(machine, self.program, seeds, self.longest, bots))
        if time.perf_counter() - started < SECONDS:
            self.count *= 2
        told: list[Told | None] = []
        for batch in batches:
            told += zip(batch.games, tallied(batch, self.program, partial(label, self.program)),
                        strict=True)
            told += [None] * batch.is_stopped
        return {block: told[number * players:(number + 1) * players]
                for number, block in enumerate(blocks)}


# The last plan that was asked for: blocks of one come one after another.
_LAST: list[Ahead] = []


def natively(program: Program, plan: Plan, block: int, longest: int) -> list[Told | None] | None:
    """The games of a block, as far as they can be played natively; nothing if none can."""
    if not is_there():
        return None
    if not _LAST or _LAST[0].program is not program or _LAST[0].plan != plan:
        if engine_of(program, plan) != NATIVE:
            return None
        _LAST[:] = [Ahead(program, plan, longest)]
    return _LAST[0].of(block)


def engine_of(program: Program, plan: Plan) -> str:
    """What plays the games of a plan here."""
    if all(can_play(program, bot) for bot in set(plan.bots)) and native_of(program):
        return NATIVE
    searches = any(searcher(bot) for bot in plan.bots)
    return "native search" if searches and is_there() and native_of(program) else "python"


def by_rounds(program: Program) -> bool:
    """Whether a game goes in rounds, at whose ends points are looked at."""
    flow = program.game.flow
    return flow is not None and flow.each is not None
