"""Whether main results hold with weaker and with stronger bots."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.findings.figures import of_blocks
from tilewright.lab.findings.odd import bots_word
from tilewright.lab.findings.things import BOTH, compared, seen_in
from tilewright.lab.numbers.sequences import interval
from tilewright.playing.mcts import searcher

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tilewright.lab.findings.games import Games
    from tilewright.lab.numbers.base import Floats
    from tilewright.lab.plan import Plan

# Of all blocks so many are played with other bots, and of all things so many are looked at.
PART, FEWEST, MOST_THINGS = 8, 8, 5
FACTOR, LEAST_ROUNDS = 4, 2


def other_bots(name: str) -> tuple[str | None, str | None]:
    """A weaker and a stronger bot, where there is one."""
    if name == "random":
        return None, "greedy"
    if name == "greedy":
        return "random", "mcts:50"
    found = searcher(name)
    if found is None:
        return None, None
    unit = "ms" if found.milliseconds else ""
    trees = f"x{found.trees}" if found.trees > 1 else ""
    rest = f"{unit}{trees}{'+hints' if found.judges else ''}"
    many = found.milliseconds or found.rounds
    return f"mcts:{max(many // FACTOR, LEAST_ROUNDS)}{rest}", f"mcts:{many * FACTOR}{rest}"


def other_plans(plan: Plan) -> list[Plan]:
    """The same series with all bots weaker, and with all bots stronger."""
    both = [other_bots(bot) for bot in plan.bots]
    sides = (tuple(pair[at] or bot for pair, bot in zip(both, plan.bots, strict=True))
             for at in (0, 1))
    return [replace(plan, bots=bots) for bots in sides if bots != plan.bots]


def fewer(blocks: int) -> int:
    """How many blocks are played with other bots."""
    return min(max(blocks // PART, FEWEST), blocks)


def robust(games: Games, things: Sequence[Mapping[str, Any]], others: Sequence[Games]
           ) -> list[dict[str, Any]]:
    """Each main result with other bots, and whether its sign is the same."""
    found = []
    for other in others:
        bots = bots_word(other.plan.bots)
        if games.players > 1:
            best, worst = _apart(games)
            found.append(_told("seats", bots, _difference(games, best, worst),
                               _difference(other, best, worst)))
        found += _things(games, things, other, bots)
    return [one for one in found if one is not None]


def _apart(games: Games) -> tuple[int, int]:
    """The seats whose shares are furthest apart."""
    means = games.shares.mean(axis=0)
    return int(means.argmax()), int(means.argmin())


def _difference(games: Games, best: int, worst: int) -> Floats:
    return games.by_block(games.shares[:, best] - games.shares[:, worst])


def _things(games: Games, things: Sequence[Mapping[str, Any]], other: Games, bots: str
            ) -> list[dict[str, Any] | None]:
    out = sorted((one for one in things if one["stands_out"] and one["lift_share"]),
                 key=lambda one: -abs(one["lift_share"]["mean"]))[:MOST_THINGS]
    seen = {one["id"] for one in out}
    here, there = (compared(some, [one for label, one in seen_in(some).items() if label in seen])
                   for some in (games, other))
    return [_told(label, bots, here[label].share, there[label].share)
            for label in (one["id"] for one in out) if label in there]


def _told(figure: str, bots: str, here: Floats, there: Floats) -> dict[str, Any] | None:
    """Nothing where the other bots leave it open altogether."""
    if not there.size:
        return None
    found = of_blocks(there, BOTH)
    if found is None:
        known = interval(there)
        found = {"mean": known.mean, "low": BOTH[0], "high": BOTH[1]}
    return {"figure": figure, "bots": bots, "mean": found["mean"], "low": found["low"],
            "high": found["high"], "main": float(here.mean()),
            "same_sign": bool(np.sign(here.mean()) == np.sign(there.mean()))}
