"""Places of a board as lines of text, with the links between them where there is room for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.ink import QUIET, before

if TYPE_CHECKING:
    from collections.abc import Sequence

    Site = tuple[str, int]
    Point = tuple[int, int]

ACROSS, DOWN, RISING, FALLING = "─│╱╲"
CROSSINGS = {frozenset(ACROSS + DOWN): "┼", frozenset(RISING + FALLING): "╳"}
# A line that goes further to the side with each line of text cannot be followed.
STEEPEST = 4.0
# A board is pulled apart to make room for links if it is no higher than this then.
HIGHEST = 17


class Canvas:
    """What stands where, and the links between it."""

    def __init__(self, rows: Sequence[int]) -> None:
        self.rows = {y: at for at, y in enumerate(rows)}
        self.spots: dict[Site, tuple[int, int, Text]] = {}
        self.middles: dict[Site, Point] = {}
        self.drawn: dict[Point, str] = {}

    def put(self, site: Site, y: int, left: int, width: int, what: Text) -> None:
        """Something in a column, in the middle of it."""
        row = self.rows[y]
        words = what.plain.lstrip()
        indent = len(what.plain) - len(words) + before(what, width) if words else 0
        self.spots[site] = row, left + indent, what
        self.middles[site] = row, left + (width - 1) // 2

    def link(self, pairs: list[tuple[Site, Site]]) -> None:
        """Lines between all pairs, or none at all: a board with some of its links misleads."""
        for apart in (1, 2):
            drawn = self._all(pairs, apart)
            if drawn is not None:
                self._pull(apart)
                self.drawn = drawn
                return

    def _pull(self, apart: int) -> None:
        self.rows = {y: at * apart for y, at in self.rows.items()}
        self.spots = {site: (row * apart, left, what)
                      for site, (row, left, what) in self.spots.items()}

    def _all(self, pairs: list[tuple[Site, Site]], apart: int) -> dict[Point, str] | None:
        """All lines on a board of which each row is so many lines high; None if one has no room."""
        if apart > 1 and (len(self.rows) - 1) * apart + 1 > HIGHEST:
            return None
        taken = {(row * apart, column) for row, left, what in self.spots.values()
                 for column in range(left, left + what.cell_len)}
        drawn: dict[Point, str] = {}
        for one, other in pairs:
            (row, column), (to_row, to_column) = sorted(self.middles[s] for s in (one, other))
            way = _way((row * apart, column), (to_row * apart, to_column))
            if row == to_row:
                way = {at: sign for at, sign in way.items()
                       if not self._is_of(at, one, apart) and not self._is_of(at, other, apart)}
            if not way or way.keys() & taken:
                return None
            for at, sign in way.items():
                before = drawn.get(at, sign)
                crossing = sign if before == sign else CROSSINGS.get(frozenset(before + sign))
                if crossing is None:
                    return None
                drawn[at] = crossing
        return drawn

    def _is_of(self, at: Point, site: Site, apart: int) -> bool:
        row, left, what = self.spots[site]
        return at[0] == row * apart and left <= at[1] < left + what.cell_len

    def lines(self) -> list[Text]:
        found: dict[int, list[tuple[int, Text]]] = {}
        for row, left, what in self.spots.values():
            found.setdefault(row, []).append((left, what))
        for (row, column), line in self.drawn.items():
            found.setdefault(row, []).append((column, Text(line, QUIET)))
        last = max(*self.rows.values(), *found)
        return [_line(sorted(found.get(row, []), key=lambda one: one[0]))
                for row in range(last + 1)]


def _way(start: Point, end: Point) -> dict[Point, str]:
    """The signs between two places, one in each line of text; nothing if there is no room."""
    (row, column), (to_row, to_column) = start, end
    if row == to_row:
        return {(row, at): ACROSS for at in range(column + 1, to_column)}
    aside = (to_column - column) / (to_row - row)
    if abs(aside) > STEEPEST:
        return {}
    sign = DOWN if not aside else FALLING if aside > 0 else RISING
    return {(at, column + round(aside * (at - row))): sign for at in range(row + 1, to_row)}


def _line(parts: list[tuple[int, Text]]) -> Text:
    made = Text()
    for left, what in parts:
        made.append(" " * (left - made.cell_len))
        made.append_text(what)
    made.rstrip()
    return made
