"""A series with all that belongs to it: shorter ones with other bots, and what its rules reach."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.lab.ahead import engine_of
from tilewright.lab.findings.odd import command
from tilewright.lab.findings.robust import other_plans
from tilewright.lab.findings.whole import Findings, Made, findings
from tilewright.lab.reaching import reached
from tilewright.lab.series import INTERRUPTED, Series, kept, play, play_others
from tilewright.native.machine import no_native

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from tilewright.lab.plan import Plan
    from tilewright.lab.series import Hands
    from tilewright.playing.game import Game

    Tell = Callable[[int, int], None]
    # What shows how far something is, from what it is called and in what it is counted.
    Bar = Callable[[str, str], AbstractContextManager[Tell | None]]


@dataclass(frozen=True, slots=True)
class Length:
    """How long a series is, and with which bots it is played again; without a list of these, with
    weaker and with stronger ones."""

    blocks: int | None
    precise: float | None = None
    others: Sequence[tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Studied:
    """A series, shorter ones with other bots, what its rules reached, and how many games were there
    before."""

    game: Game
    series: Series
    others: list[Series]
    coverage: dict[str, Any] | None
    before: int

    def findings(self, precise: float | None = None, *, timed: bool = True) -> Findings:
        """What it says, as data for JSON; how long it took is left out where it has to be the same
        each time."""
        series, plan = self.series, self.series.plan
        stop = (("--games", str(len(series.noted))) if precise is None
                else ("--precise", f"{precise:g}"))
        typed = command(replace(plan, arm=plan.arm.shared), *stop)
        program = plan.program(self.game)
        engine, why = engine_of(program, plan), no_native(program)
        made = Made(series.stopped, round(series.seconds, 3) if timed else None,
                    f"{engine}: {why}" if why else engine, typed)
        return findings(series.noted, self.game, plan, made,
                        [(other.plan, other.noted) for other in self.others], self.coverage)


def studied(game: Game, plan: Plan, length: Length, hands: Hands, bar: Bar) -> Studied:
    """Play a series and what belongs to it; what was played until Ctrl-C is there."""
    before = 0 if hands.store is None else kept(plan, game, hands.store, length.blocks)
    with bar(", ".join(dict.fromkeys(plan.bots)), "games") as tell:
        series = play(plan, length.blocks, length.precise, hands, tell)
    if not series.noted:
        raise KeyboardInterrupt
    found = Studied(game, series, [], None, min(before, len(series.noted)))
    if series.stopped == INTERRUPTED:
        return found
    found = replace(found, coverage=_covered(game, series))
    plans = (other_plans(plan) if length.others is None
             else [replace(plan, bots=bots) for bots in length.others])
    if not plans or series.stopped == INTERRUPTED:
        return found
    with bar("weaker and stronger bots", "games") as tell:
        return replace(found, others=play_others(series, plans, hands, tell))


def _covered(game: Game, series: Series) -> dict[str, Any] | None:
    """What the rules of a series reach; nothing if Ctrl-C ends that."""
    try:
        return reached(game, series.plan, len(series.noted)).as_json()
    except KeyboardInterrupt:
        series.stopped = INTERRUPTED
        return None
