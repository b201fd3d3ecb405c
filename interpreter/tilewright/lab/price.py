"""What a thing is worth when it is taken, and what it should cost."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.changed import number_at, trying, with_number
from tilewright.lab.differing import NEVER, exact, known_of_forks, seen
from tilewright.lab.findings.figures import told
from tilewright.lab.findings.names import game_names
from tilewright.lab.forking import Forks
from tilewright.lab.numbers.bootstrap import ratio
from tilewright.lab.numbers.evidence import judge
from tilewright.lab.numbers.sequences import LEAST
from tilewright.lab.things import price_path, thing_of
from tilewright.playing.setting import arranged
from tilewright.playing.state import State
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.compiling.program import Program
    from tilewright.lab.changed import Number
    from tilewright.lab.forking import Games, Position
    from tilewright.lab.numbers.base import Interval
    from tilewright.lab.plan import Plan
    from tilewright.lab.things import Thing
    from tilewright.playing.game import Game

VERSION = 1
# Positions between two looks; a price whose sign is clear is not played further.
LOOK = 40
# For each position that is wanted, so many games are looked through at most.
GAMES_EACH = 5
DEAR, CHEAP, OPEN = -1, 1, 0
# How far prices are tried where nobody says it: so many times what it costs, and at least so far.
TIMES, FAR = 2, 5

# How often a position is played on; by random bots that is quick.
ON, ON_BY_BOTS = 32, 2

Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to know of a thing."""

    word: str
    positions: int
    playouts: int
    field: str = ""
    between: tuple[int, int] | None = None
    unit: str = ""
    # Who plays the positions on, if these are not the bots of the games.
    finish: tuple[str, ...] = ()


def usual_playouts(bots: Sequence[str]) -> int:
    """How often positions are played on where nobody says it."""
    return ON if set(bots) == {"random"} else ON_BY_BOTS


@dataclass(slots=True)
class Trial:
    """The effect at one price, of positions in which the thing can be taken for it."""

    price: int
    interval: Interval
    sign: int

    def told(self, grows: bool) -> Told:
        low, high = ("too little", "too much") if grows else ("too dear", "too cheap")
        sign = {DEAR: low, CHEAP: high, OPEN: "fair"}[self.sign]
        return {"price": self.price, "effect": told(self.interval),
                "mean": self.interval.mean if self.interval.blocks else None,
                "positions": self.interval.blocks, "sign": sign}


@dataclass(slots=True)
class Sampled:
    """Positions of games, as far as they were asked for."""

    forks: Forks
    most: int
    tell: Callable[[int, int], None] | None = None
    found: list[Position] = field(default_factory=list)
    games: int = 0

    def first(self, count: int) -> list[Position]:
        """So many positions, or fewer where games have no more."""
        while len(self.found) < count and self.games < GAMES_EACH * self.most:
            position = self.forks.position(self.games)
            self.games += 1
            if position is not None:
                self.found.append(position)
            if self.tell is not None:
                self.tell(min(len(self.found), self.most), self.most)
        return self.found[:count]


def price(game: Game, plan: Plan, wish: Wish, tell: Callable[[int, int], None] | None = None,
          command: str = "", games: Games | None = None) -> Told:
    """What a thing is worth and should cost, as data for JSON; `games` of the same plan are not
    played again."""
    program = plan.program(game)
    thing = thing_of(program, wish.word)
    path, why = price_path(game.model, thing, wish.field)
    number = number_at(plan.arm.game, plan.arm.variants, path) if path else None
    forks = Forks(plan, program, thing.codes, wish.playouts, wish.finish, games)
    sampled = Sampled(forks, wish.positions, tell)
    positions = sampled.first(wish.positions)
    if not positions:
        raise UsageError(f"in {sampled.games:,} games nobody had the choice between "
                         f"'{thing.label}' and something else; name a single move, or let another "
                         "bot play")
    effects = _effects(sampled, program, positions)
    found = judge(exact(effects), bounds=seen(effects))
    interval = known_of_forks(effects)
    return {
        "version": VERSION, "made": _made(game, plan, wish, sampled, command),
        "thing": {"id": thing.label, "name": dict(thing.name)},
        "offered": len(positions) / sampled.games, "effect": told(interval),
        "mean": float(effects.mean()),
        "verdict": _verdict(interval) or found.verdict.name.lower(),
        "more": found.more, "unit": _unit(sampled, program, positions, effects, wish.unit),
        "price": None if number is None else Prices(sampled, plan, number, thing).found(
            wish.between), "no_price": why}


def _verdict(effect: Interval) -> str:
    """What needs no test: that it is clear, or was nothing in every position."""
    return "clear" if effect.excludes(0) else NEVER if effect.low == effect.high == 0 else ""


def _made(game: Game, plan: Plan, wish: Wish, sampled: Sampled, command: str) -> Told:
    return {"command": command, "tilewright": version("tilewright"),
            "game": {"id": game.id, "title": game_names(game.model), "version": game.model.version,
                     "hash": game.hash, "variants": list(game.model.variants),
                     "options": dict(plan.arm.options), "players": plan.players},
            "bots": list(plan.bots), "finish": list(wish.finish or plan.bots), "seed": plan.seed,
            "positions": len(sampled.found),
            "games": sampled.games, "playouts": wish.playouts}


def _effects(sampled: Sampled, program: Program, positions: list[Position]) -> Any:
    effects = [sampled.forks.effect(program, at) for at in positions]
    return np.array([one for one in effects if one is not None])


# -- in units of a resource -----------------------------------------------------------------------


def _unit(sampled: Sampled, program: Program, positions: list[Position], effects: Any, unit: str
          ) -> Told | None:
    """The effect in units of a resource: beside what one more of it is worth in these positions."""
    if not unit:
        return None
    worth = np.array([_one_more(sampled.forks, program, at, unit) for at in positions])
    found = None
    if worth.size == effects.size and float(worth.mean()):
        with suppress(ValueError):
            found = told(ratio(effects, worth))
    return {"of": unit, "worth": told(known_of_forks(worth)), "mean": float(worth.mean()),
            "effect": found}


def number_of(state: State, unit: str, seat: int) -> tuple[str, int]:
    """The path of a resource of somebody, and how much of it there is."""
    kind, _, rest = unit.partition(".")
    owner = state.program.game.kinds["player"].items[seat]
    path = f"{owner}.{rest}" if kind == "player" else unit
    now = state.read(path) if rest else None
    if type(now) is not int:
        raise UsageError(f"'{unit}' is no number that somebody has; write it as player.coins")
    return path, now


def _one_more(forks: Forks, program: Program, at: Position, unit: str) -> float:
    state = State(program, list(at.numbers), [])
    path, now = number_of(state, unit, at.seat)
    return forks.lead_from(arranged(state, {path: now + 1}), at) - forks.lead_from(state, at)


# -- what it should cost --------------------------------------------------------------------------


class Prices:
    """Prices that are tried on the same positions, with the same chance."""

    def __init__(self, sampled: Sampled, plan: Plan, number: Number, thing: Thing) -> None:
        self.sampled, self.plan, self.number, self.thing = sampled, plan, number, thing
        self.trials: dict[int, Trial] = {}
        self._variants: Callable[[int], tuple[str, ...]]

    def found(self, between: tuple[int, int] | None) -> Told:
        """The highest price that is clearly too low, the lowest that is clearly too high, and
        where a line through their effects comes to nothing.

        More of what is no price may be better: then it is the highest number that is clearly too
        little, and the lowest that is clearly too much."""
        now = self.number.now
        low, high = between or (min(0, now), max(TIMES * now, now + FAR))
        with trying(self.number) as self._variants:
            grows = self._trial(high).interval.low > self._trial(low).interval.high
            under, over = (DEAR, CHEAP) if grows else (CHEAP, DEAR)
            last = self._last(under, low, high)
            first = self._first(over, low if last is None else last + 1, high)
        trials = [self.trials[at] for at in sorted(self.trials)]
        return {"path": self.number.path, "now": now, "between": [low, high], "low": last,
                "high": first, "estimate": self._crossing(last, first), "grows": grows,
                "unpaid": min((one.price for one in trials if one.interval.blocks < LEAST),
                              default=None),
                "trials": [one.told(grows) for one in trials]}

    def _last(self, sign: int, low: int, high: int) -> int | None:
        """The highest number with a sign that low ones have, by halves."""
        if self._trial(low).sign != sign:
            return None
        if self._trial(high).sign == sign:
            return high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._trial(middle).sign == sign else (low, middle)
        return low

    def _first(self, sign: int, low: int, high: int) -> int | None:
        """The lowest number with a sign that high ones have, by steps that grow, then by halves:
        far away there are few positions in which it can be paid, so that nothing is clear."""
        under, step, at = low - 1, 1, low
        while at <= high and self._trial(at).sign != sign:
            if self._trial(at).interval.blocks < LEAST or at == high:
                return None
            under, step = at, 2 * step
            at = min(at + step, high)
        if at > high:
            return None
        while at - under > 1:
            middle = (under + at) // 2
            under, at = (under, middle) if self._trial(middle).sign == sign else (middle, at)
        return at

    def _trial(self, price: int) -> Trial:
        if price not in self.trials:
            self.trials[price] = self._tried(price)
        return self.trials[price]

    def _tried(self, price: int) -> Trial:
        """Play forks at one price until its sign is clear, or there are no more positions."""
        program = self.plan.program(with_number(self.number, self._variants(price), price))
        if not _is_alike(program, self.sampled.forks.program):
            raise UsageError(f"with {price} at '{self.number.path}' the game has other positions, "
                             "so it is no price that can be tried")
        effects: list[float] = []
        looked, interval = 0, known_of_forks([])
        while not interval.excludes(0):
            some = self.sampled.first(min(looked + LOOK, self.sampled.most))[looked:]
            if not some:
                break
            looked += len(some)
            effects += list(_effects(self.sampled, program, some))
            interval = known_of_forks(effects)
        sign = (OPEN if not interval.excludes(0) else CHEAP if interval.mean > 0 else DEAR)
        return Trial(price, interval, sign)

    def _crossing(self, last: int | None, first: int | None) -> float | None:
        """Where a line through two effects is zero."""
        if last is None or first is None:
            return None
        one, other = (self.trials[at].interval.mean for at in (last, first))
        return last + (first - last) * one / (one - other)


def _is_alike(one: Program, other: Program) -> bool:
    """Whether a position of one program is one of the other."""
    return (len(one.start) == len(other.start) and set(one.nodes) == set(other.nodes)
            and one.layout.total == other.layout.total
            and [(g.name, g.base, g.size) for g in one.groups]
            == [(g.name, g.base, g.size) for g in other.groups])
