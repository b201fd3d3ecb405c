"""What follows from the links of a board; all answers are sorted, so that play is repeatable."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tilewright import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.model import Game, Relation


def cached(method: Callable[[str, str], Any]) -> Callable[[str, str], Any]:
    """Answer each question once."""
    return cache(method)


class Board:
    """The relations of a game's board: who is next to whom, and how far away."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.neighbours = cached(self._neighbours)
        self.distances = cached(self._distances)
        self.left = limits.DISTANCES
        self.is_near: Callable[[str, str], bool] = cached(self._is_near)
        self.most_links: Callable[[str, str], int] = cached(self._most_links)

    def _relation(self, kind: str, name: str) -> Relation:
        return self.game.relations[kind, name]

    def _neighbours(self, kind: str, name: str) -> tuple[tuple[int, ...], ...]:
        rows: list[set[int]] = [set() for _ in self.game.kinds[kind].items]
        for source, target in self._relation(kind, name).links:
            rows[source].add(target)
        return tuple(tuple(sorted(row)) for row in rows)

    def _most_links(self, kind: str, name: str) -> int:
        """The most links that one site has."""
        return max(map(len, self.neighbours(kind, name)), default=0)

    def _is_near(self, kind: str, name: str) -> bool:
        """Whether all distances are worked out beforehand: that takes too long for many sites."""
        sites = len(self.game.kinds[kind].items)
        steps = sites * (sites + len(self._relation(kind, name).links))
        if steps > self.left:
            return False
        self.left -= steps
        return True

    def _distances(self, kind: str, name: str) -> tuple[tuple[int, ...], ...]:
        """Fewest steps from each site to each other; -1 where there is no way."""
        rows = self.neighbours(kind, name)
        return tuple(_far(rows, site) for site in range(len(rows)))


def _far(rows: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    """Fewest steps from one site to each, found in the order of their number."""
    found = [-1] * len(rows)
    found[start] = 0
    queue = [start]
    for site in queue:
        for near in rows[site]:
            if found[near] < 0:
                found[near] = found[site] + 1
                queue.append(near)
    return tuple(found)
