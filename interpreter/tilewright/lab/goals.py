"""What somebody wants a figure to be: `seats share 1 = 25%`, `decisions < 60`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.lab.counted import Grouped
from tilewright.lab.differing import exact, known
from tilewright.lab.numbers.base import LEVEL, Interval
from tilewright.lab.numbers.blocks import block_means
from tilewright.lab.numbers.sequences import LEAST, interval
from tilewright.lab.things import thing_of
from tilewright.problems import UsageError, did_you_mean
from tilewright.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.compiling.program import Program
    from tilewright.lab.findings.games import Games
    from tilewright.lab.numbers.base import Floats

    # Values by game, one column for each series.
    Values = Callable[[Games], Floats]

GOAL = re.compile(r"\s*(?P<figure>[^=<>]*[^=<>\s])\s*(?P<sign>[=<>])\s*"
                  r"(?P<value>[-−]?\d+(?:\.\d+)?)\s*(?P<unit>%?)\s*")
EXAMPLE = "such as 'seats share 1 = 25%'"
FIGURES = ("share", "spread", "score", "decisions", "rounds", "taken")
OF_SEAT = ("share", "score")
SHARES = ("share", "spread")


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure of games, a comparison and a value; `said` is how somebody wrote it."""

    said: str
    figure: str
    sign: str
    value: float
    values: Values

    @property
    def is_share(self) -> bool:
        return self.figure in SHARES

    def measured(self, games: Games) -> Interval:
        """What the figure is in some games."""
        columns = self.blocks(games)
        if self.figure == "spread":
            return _spread(columns)
        if self.figure == "share" and float(np.ptp(columns[0])) > 0:
            return interval(exact(columns[0]), bounds=(0.0, 1.0))
        return known(columns[0])

    def blocks(self, games: Games) -> list[Floats]:
        """The means of blocks."""
        values = self.values(games)
        return [block_means(column, games.ids).known for column in np.atleast_2d(values)]

    @property
    def side(self) -> int:
        """On which side of its value the figure is to be: -1 below, 1 above, 0 where it is to be
        met."""
        return {"<": -1, "=": 0, ">": 1}[self.sign]


def _spread(columns: list[Floats]) -> Interval:
    """The share of the best seat less that of the worst, from the intervals of all of them."""
    level = 1 - (1 - LEVEL) / len(columns)
    seats = [interval(column, level=level, bounds=(0.0, 1.0)) for column in columns]
    means = [one.mean for one in seats]
    low = max(one.low for one in seats) - min(one.high for one in seats)
    high = max(one.high for one in seats) - min(one.low for one in seats)
    if len(columns[0]) >= LEAST and all(float(np.ptp(column)) == 0 for column in columns):
        low = high = max(means) - min(means)
    return Interval(max(means) - min(means), max(low, 0.0), high, seats[0].blocks)


def goal_of(said: str, program: Program) -> Goal:
    """The goal that somebody has written."""
    found = GOAL.fullmatch(said)
    if found is None:
        raise UsageError(f"'{said}' is no goal; write a figure, one of = < >, and a number, "
                         f"{EXAMPLE}")
    words = found["figure"].split()
    # As the findings have it: the share of seats.
    words = words[1:] if words[0] == "seats" and len(words) > 1 else words
    name, rest = words[0], " ".join(words[1:])
    if name not in FIGURES:
        raise UsageError(f"there is no figure '{name}'; {did_you_mean(name, FIGURES)}"
                         .rstrip("; "))
    value = float(found["value"].replace("−", "-"))
    return Goal(said.strip(), name, found["sign"], _in_unit(name, value, found["unit"]),
                _values(name, rest, program))


def _in_unit(name: str, value: float, unit: str) -> float:
    if name not in SHARES:
        if unit:
            raise UsageError(f"'{name}' is no share; leave the sign % out")
        return value
    share = value / 100 if unit else value
    if not 0 <= share <= 1:
        raise UsageError(f"a share lies between 0 and 100%; '{value:g}{unit}' does not")
    return share


def _values(name: str, rest: str, program: Program) -> Values:
    if name == "taken":
        if not rest:
            raise UsageError("say what is taken, such as 'taken buy apple = 2'")
        labels = {label_of(program, code) for code in thing_of(program, rest).codes}
        return lambda games: Grouped([one.taken for one in games.noted]).times(labels)
    if name in OF_SEAT and (rest or name == "share"):
        seat = seat_of(rest, program)
        return lambda games: (games.shares if name == "share" else games.scores)[:, seat]
    if rest:
        raise UsageError(f"'{rest}' says nothing behind '{name}'; leave it out")
    if name == "spread":
        return lambda games: games.shares.T
    if name == "score":
        return lambda games: games.scores.mean(axis=1)
    if name == "rounds":
        return lambda games: games.each(lambda one: one.rounds)
    return lambda games: games.each(lambda one: one.decisions)


def seat_of(word: str, program: Program) -> int:
    """A seat, counted from 1 or by its id."""
    seats = program.game.kinds["player"].items[:program.players]
    if word in seats:
        return seats.index(word)
    if word.isdecimal() and 1 <= int(word) <= len(seats):
        return int(word) - 1
    raise UsageError(f"'{word}' is no seat; with {len(seats)} players there are 1 to {len(seats)}"
                     if word else f"say the share of which seat, {EXAMPLE}")
