"""Blocks played until it is enough: so many, until seats are known well, or until Ctrl-C."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.cutting import laid_out
from tilewright.lab.findings.robust import fewer
from tilewright.lab.noting import Noted, told_block
from tilewright.lab.numbers.sequences import interval, needed
from tilewright.lab.pieces import run, series_of, unlike

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tilewright.lab.numbers.base import Floats
    from tilewright.lab.plan import Plan
    from tilewright.lab.store import Store
    from tilewright.playing.game import Game

# Blocks between two looks at how well seats are known, and the most that are played for it.
LOOK, MOST = 25, 100_000
GAMES, PRECISE, INTERRUPTED = "games", "precise", "interrupted"


@dataclass(frozen=True, slots=True)
class Hands:
    """Who plays, processes here or a cluster, where what was played is kept, and the game if it is
    loaded already."""

    jobs: int = 1
    cluster: str | None = None
    store: Store | None = None
    game: Game | None = None


ALONE = Hands()


@dataclass(slots=True)
class Series:
    """The games of whole blocks, and why no more were played."""

    plan: Plan
    noted: list[Noted] = field(default_factory=list)
    stopped: str = GAMES
    seconds: float = 0.0

    @property
    def blocks(self) -> int:
        return len(self.noted) // self.plan.players


def play(plan: Plan, blocks: int | None, precise: float | None = None, hands: Hands = ALONE,
         tell: Callable[[int, int], None] | None = None) -> Series:
    """So many blocks, or as many as it takes until the share of each seat is known to `precise`
    per cent points. Ctrl-C ends it, and what was played stays."""
    most = MOST if blocks is None else blocks
    series = Series(plan)
    started = time.perf_counter()
    total = most * plan.players if precise is None else 0
    try:
        with closing(_rows(plan, most, hands)) as rows:
            for some in rows:
                series.noted += map(Noted.read, some)
                if precise is not None and series.blocks % LOOK == 0:
                    if half_width(series) <= precise:
                        series.stopped = PRECISE
                        break
                    total = _expected(series, precise, most)
                if tell is not None:
                    tell(len(series.noted), total)
    except KeyboardInterrupt:
        series.stopped = INTERRUPTED
    series.seconds = time.perf_counter() - started
    return series


def _rows(plan: Plan, most: int, hands: Hands) -> Any:
    return run(plan, range(most), told_block, jobs=hands.jobs, cluster=hands.cluster,
               store=hands.store, game=hands.game)


def kept(plan: Plan, game: Game, store: Store, blocks: int | None) -> int:
    """How many games of a series are in a store already."""
    parts, _ = laid_out(range(MOST if blocks is None else blocks),
                        store.pieces(series_of(plan, game, told_block)))
    return plan.players * sum(len(part) for _, part in parts)


def not_kept(plan: Plan, game: Game, store: Store) -> list[str]:
    """In what games of a store differ from those of a plan, where none can be used."""
    return unlike(series_of(plan, game, told_block), store)


def _shares(series: Series) -> Floats:
    """The share of each seat in each block: one row a seat."""
    players = series.plan.players
    shares = np.array([one.shares for one in series.noted])
    found: Floats = shares.reshape(-1, players, players).mean(axis=1).T
    return found


def half_width(series: Series) -> float:
    """By how many per cent points the share of a seat may be wrong, of the one known least."""
    return max(100 * interval(means, bounds=(0, 1)).half_width for means in _shares(series))


def _expected(series: Series, precise: float, most: int) -> int:
    """About how many games it will be; 0 while nobody can say."""
    more = [needed(means, precise / 100) for means in _shares(series)]
    known = [n for n in more if n is not None]
    return min(series.blocks + max(known), most) * series.plan.players if known else 0


def play_others(series: Series, plans: Iterable[Plan], hands: Hands = ALONE,
                tell: Callable[[int, int], None] | None = None) -> list[Series]:
    """Fewer blocks of plans with other bots, until Ctrl-C."""
    found: list[Series] = []
    for plan in plans:
        other = play(plan, fewer(series.blocks), None, hands, tell)
        if other.noted:
            found.append(other)
        if other.stopped == INTERRUPTED:
            series.stopped = INTERRUPTED
            break
    return found
