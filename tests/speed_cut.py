"""How decisions are cut: how many of ours there are for one of OpenSpiel, in the same games."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any

from lockstep import CHANCE, LONGEST, Match, settings
from packs.tables import game

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lockstep import Ways

# Games that are played on both sides at once, until there are so many decisions.
ENOUGH = 400


class Counted(Match):
    """A game on both sides at once, in which the decisions of each side are counted."""

    here = there = 0

    def finished(self) -> bool:
        before = self.theirs
        ended = super().finished()
        if self.theirs is not before:
            self.there += _decisions(before)
        return ended

    def step(self) -> None:
        decides, before = self.ours.decider != CHANCE, len(self.done)
        super().step()
        self.here += (len(self.done) - before) * decides

    def choose(self, here: Ways) -> Hashable:
        return self.rng.choice(sorted(here, key=str))


def _decisions(theirs: Any) -> int:
    return sum(one.player >= 0 for one in theirs.full_history())


@cache
def cut(name: str, enough: int = ENOUGH) -> float:
    """Our decisions for one of theirs."""
    rules = importlib.import_module(f"classics.{name}")
    here = there = 0
    for seed in range(LONGEST):
        match = Counted(rules, game(name), settings(rules)[0], seed)
        match.play()
        here, there = here + match.here, there + match.there + _decisions(match.theirs)
        if there >= enough:
            break
    return round(here / there, 3)
