"""Places for sites that a game gives none: as their links pull, or in a winding row."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, dist, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Site = tuple[str, int]
Points = dict[str, dict[int, tuple[float, float]]]

ROUNDS = 160
# With more sites the pulling takes too long; they wind instead.
MOST = 60
IN_A_ROW = 12


def winding(sites: list[Site]) -> Points:
    """One after another, in rows that go there and back."""
    found: Points = {}
    columns = min(IN_A_ROW, max(ceil(sqrt(2.2 * len(sites))), 1))
    for at, (kind, index) in enumerate(sites):
        row, column = divmod(at, columns)
        found.setdefault(kind, {})[index] = (
            float(columns - 1 - column if row % 2 else column), float(row))
    return found


def pulled(sites: list[Site], links: list[tuple[Site, Site]]) -> Points:
    """Linked sites near each other and all others apart; the same each time."""
    if len(sites) > MOST:
        return winding(sites)
    return _pulled(tuple(sites), tuple(sorted({(min(a, b), max(a, b)) for a, b in links
                                               if a != b})))


@lru_cache(16)
def _pulled(sites: tuple[Site, ...], pairs: tuple[tuple[Site, Site], ...]) -> Points:
    """It takes up to a third of a second, and is the same in all languages and widths."""
    count = len(sites)
    at = {site: (sqrt(count) * cos(2 * pi * n / count), sqrt(count) * sin(2 * pi * n / count))
          for n, site in enumerate(sites)}
    for turn in range(ROUNDS):
        _step(sites, pairs, at, far=0.4 * (1 - turn / ROUNDS) + 0.02)
    found: Points = {}
    for (kind, index), place in at.items():
        found.setdefault(kind, {})[index] = place
    return _apart(found)


def _step(sites: tuple[Site, ...], pairs: tuple[tuple[Site, Site], ...],
          at: dict[Site, tuple[float, float]], far: float) -> None:
    """Each site goes a little where it is pushed and pulled."""
    force = dict.fromkeys(sites, (0.0, 0.0))
    for n, one in enumerate(sites):
        for other in sites[:n]:
            _push(force, at, one, other, lambda away: 1 / away ** 2)
    for one, other in pairs:
        _push(force, at, one, other, lambda away: -away)
    for site, (x, y) in force.items():
        long = max(hypot(x, y), 1e-9)
        share = min(far, long) / long
        at[site] = (at[site][0] + x * share, at[site][1] + y * share)


def _push(force: dict[Site, tuple[float, float]], at: dict[Site, tuple[float, float]],
          one: Site, other: Site, strength: Callable[[float], float]) -> None:
    x, y = at[one][0] - at[other][0], at[one][1] - at[other][1]
    by = strength(max(hypot(x, y), 0.05))
    force[one] = (force[one][0] + x * by, force[one][1] + y * by)
    force[other] = (force[other][0] - x * by, force[other][1] - y * by)


def _apart(found: Points) -> Points:
    """Sites that came to lie on each other are put beside one another."""
    taken: list[tuple[float, float]] = []
    for spots in found.values():
        for index, (x, y) in spots.items():
            place = (round(x, 2), round(y, 2))
            while any(dist(place, other) < 0.45 for other in taken):
                place = (round(place[0] + 0.5, 2), place[1])
            taken.append(place)
            spots[index] = place
    return found
