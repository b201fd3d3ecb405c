"""Which rules some games of a series reach, so that its report can tell what never came up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lab.covering import Covering
from tilewright.playing.bots import bot_named, random_bot
from tilewright.playing.simulate import seed_of

if TYPE_CHECKING:
    from tilewright.lab.coverage import Coverage
    from tilewright.lab.plan import Plan
    from tilewright.playing.game import Game

# Random games go everywhere; so many are played, and no further one after so many decisions.
RANDOM, DECISIONS = 40, 15_000
# Of games with bots that think one in so many of the series is worth it, and no more than these.
PART, THINKING = 20, 10


def reached(game: Game, plan: Plan, games: int) -> Coverage:
    """What a few dozen random games of a plan reach, and some with its bots.

    They have seeds and settings of the plan; `games` is how many the series itself has.
    """
    played = Covering(game, plan.players, dict(plan.arm.options))
    for number in range(RANDOM):
        if played.made.decisions >= DECISIONS:
            break
        played.bots(seed_of(plan.seed, number), "random")
    for bot in dict.fromkeys(plan.bots):
        if bot_named(bot) is not random_bot:
            for number in range(max(1, min(THINKING, games // PART))):
                played.bots(seed_of(plan.seed, number), bot)
    return played.coverage()
