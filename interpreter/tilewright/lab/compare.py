"""What a change does: two sides play the same blocks, and what comes out is compared pairwise."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.counted import Grouped
from tilewright.lab.differing import APART, Figure, Side, compared
from tilewright.lab.findings.games import Games
from tilewright.lab.findings.names import category_names, end_names, game_names, move_names
from tilewright.lab.findings.names import seat_names as names_of_seat
from tilewright.lab.noting import Noted, told_block
from tilewright.lab.numbers.many import RATE
from tilewright.lab.pieces import run
from tilewright.lab.series import ALONE
from tilewright.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from tilewright.lab.numbers.base import Floats
    from tilewright.lab.numbers.betting import Bounds
    from tilewright.lab.plan import Plan
    from tilewright.lab.series import Hands
    from tilewright.playing.game import Game

VERSION = 1
# So much of what is told of the whole game may be chance; of things, which are many, it is RATE.
WRONG = 0.05
# A share that is so little higher or lower does not matter.
WORTH = 0.02
WHOLE, POINTS, THINGS = "whole", "points", "things"
GAMES, INTERRUPTED = "games", "interrupted"

Told = dict[str, Any]


@dataclass(slots=True)
class Arm:
    """One side: its rules, its plan, and the games that were played."""

    game: Game
    plan: Plan
    noted: list[Noted] = field(default_factory=list)

    @property
    def games(self) -> Games:
        return Games.of(self.noted, self.plan, self.game.model.best)


@dataclass(slots=True)
class Both:
    """Two sides that have played the same blocks, and why no more were played."""

    before: Arm
    after: Arm
    stopped: str = GAMES
    seconds: float = 0.0


def play_both(before: Arm, after: Arm, blocks: int, hands: Hands = ALONE,
              tell: Callable[[int, int], None] | None = None) -> Both:
    """So many blocks on both sides; Ctrl-C ends it, and whole blocks stay."""
    both = Both(before, after)
    started = time.perf_counter()
    total = blocks * (before.plan.players + after.plan.players)
    try:
        with closing(_pairs(before.plan, after.plan, blocks, hands)) as pairs:
            for first, second in pairs:
                before.noted += map(Noted.read, first)
                after.noted += map(Noted.read, second)
                if tell is not None:
                    tell(len(before.noted) + len(after.noted), total)
    except KeyboardInterrupt:
        both.stopped = INTERRUPTED
        for arm in (before, after):
            del arm.noted[len(after.noted) // after.plan.players * arm.plan.players:]
    both.seconds = time.perf_counter() - started
    return both


def _pairs(before: Plan, after: Plan, blocks: int, hands: Hands) -> Generator[tuple[Any, Any]]:
    """The games of both sides, block by block; a cluster plays one side after the other."""
    with closing(_rows(before, blocks, hands)) as one:
        known = one if hands.cluster is None else list(one)
        with closing(_rows(after, blocks, hands)) as other:
            yield from zip(known, other, strict=True)


def _rows(plan: Plan, blocks: int, hands: Hands) -> Any:
    return run(plan, range(blocks), told_block, jobs=hands.jobs, cluster=hands.cluster,
               store=hands.store)


def comparison(both: Both, command: str = "") -> Told:
    """All that a comparison says, as data for JSON; differences are after less before."""
    figures = list(_figures(both))
    rates = {WHOLE: WRONG, POINTS: WRONG, THINGS: RATE}
    players = both.before.plan.players
    found = {group: compared([one for one in figures if one.group == group], rate, players)
             for group, rate in rates.items()}
    return {"version": VERSION, "made": _made(both, command), **found}


def _made(both: Both, command: str) -> Told:
    plan = both.before.plan
    return {
        "command": command, "tilewright": version("tilewright"), "players": plan.players,
        "options": dict(plan.arm.options), "bots": list(plan.bots), "seed": plan.seed,
        "blocks": len(both.before.noted) // plan.players, "games": len(both.before.noted),
        "stopped": both.stopped, "seconds": round(both.seconds, 3),
        "before": _arm_told(both.before), "after": _arm_told(both.after)}


def _arm_told(arm: Arm) -> Told:
    model = arm.game.model
    return {"id": arm.game.id, "title": game_names(model), "version": model.version,
            "hash": arm.game.hash, "variants": list(model.variants),
            "options": dict(arm.plan.arm.options)}


# -- figures --------------------------------------------------------------------------------------


class _Sides:
    """Figures that both sides have, or one of them."""

    def __init__(self, both: Both) -> None:
        self.before, self.after = both.before.games, both.after.games

    def figure(self, group: str, about: str, id_: str, names: dict[str, str],
               value: Callable[[Games], Floats], bounds: Bounds | None = None, *,
               old: bool = True, new: bool = True) -> Figure:
        """A figure by game; `old` and `new` say whether the rules of each side have it."""
        before, after = (Side(value(games), games.ids) if there else None
                         for games, there in ((self.before, old), (self.after, new)))
        return Figure(group, about, id_, names, before, after, bounds,
                      WORTH if bounds == APART else 0.0)

    def where(self, about: str, id_: str, names: dict[str, str],
              value: Callable[[Noted], float]) -> Figure:
        """A figure of the whole game."""
        return self.figure(WHOLE, about, id_, names, lambda games: games.each(value))


def _figures(both: Both) -> Iterator[Figure]:
    sides = _Sides(both)
    model = both.after.game.model
    for seat in range(both.after.plan.players):
        names = names_of_seat(model, seat)
        id_ = model.kinds["player"].items[seat]
        if both.after.plan.players > 1:
            yield sides.figure(WHOLE, "share", id_, names, _column("shares", seat), APART)
        yield sides.figure(WHOLE, "score", id_, names, _column("scores", seat))
    yield sides.where("length", "decisions", {"en": "decisions"}, lambda one: one.decisions)
    yield sides.where("length", "rounds", {"en": "rounds"}, lambda one: one.rounds)
    if both.after.plan.players > 1:
        yield sides.figure(WHOLE, "spread", "lead", {"en": "lead of the winner"},
                           lambda games: games.ahead)
    if any(arm.games.nobody.any() for arm in (both.before, both.after)):
        yield sides.figure(WHOLE, "nobody", "nobody", {"en": "nobody wins"},
                           lambda games: games.nobody.astype(float), APART)
    yield from _ends(both, sides)
    yield from _points(both, sides)
    yield from _things(both, sides)


def _column(name: str, seat: int) -> Callable[[Games], Floats]:
    def value(games: Games) -> Floats:
        column: Floats = getattr(games, name)[:, seat]
        return column
    return value


def _ends(both: Both, sides: _Sides) -> Iterator[Figure]:
    """Which share of games ends for each reason."""
    old, new = (list(arm.game.model.reasons) for arm in (both.before, both.after))
    met = {one.reason for arm in (both.before, both.after) for one in arm.noted}
    for reason in dict.fromkeys([*old, *new, *sorted(met)]):
        own = reason in old or reason in new
        yield sides.figure(
            WHOLE, "end", reason,
            end_names((both.after if reason in new else both.before).game.model, reason),
            lambda games, word=reason: games.each(  # type: ignore[misc]
                lambda one: float(one.reason == word)), APART,
            old=not own or reason in old, new=not own or reason in new)


def _points(both: Both, sides: _Sides) -> Iterator[Figure]:
    """Where points come from: what a player has in each category, on average."""
    old, new = (list(arm.game.model.scoring) for arm in (both.before, both.after))
    for category in dict.fromkeys([*old, *new]):
        places = {id(games): order.index(category) for games, order in (
            (sides.before, old), (sides.after, new)) if category in order}

        def value(games: Games, places: dict[int, int] = places) -> Floats:
            at = places[id(games)]
            return games.each(lambda one: float(np.mean([row[at] for row in one.sheet])))

        yield sides.figure(
            POINTS, "points", category,
            category_names((both.after if category in new else both.before).game.model, category),
            value, old=category in old, new=category in new)


def _things(both: Both, sides: _Sides) -> Iterator[Figure]:
    """How often each move is made in a game, of those that were offered at all."""
    old, new = (_labels(arm) for arm in (both.before, both.after))
    met = {label for arm in (both.before, both.after)
           for label in Grouped([one.offered for one in arm.noted]).labels}
    times = {id(games): Grouped([one.taken for one in games.noted])
             for games in (sides.before, sides.after)}
    for label in dict.fromkeys([*new, *old]):
        if label not in met:
            continue
        arm, code = (both.after, new[label]) if label in new else (both.before, old[label])
        yield sides.figure(
            THINGS, "taken", label, move_names(arm.plan.program(arm.game), code),
            lambda games, word=label: times[id(games)].times([word]),  # type: ignore[misc]
            old=label in old, new=label in new)


def _labels(arm: Arm) -> dict[str, int]:
    """All moves that there are in the rules of a side."""
    program = arm.plan.program(arm.game)
    return {label_of(program, code): code for code in range(program.moves)}
