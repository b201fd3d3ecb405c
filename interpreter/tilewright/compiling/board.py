"""The one module that asks NetworkX; its answers are sorted tuples, so that play is repeatable."""

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
    """The relations of a game's board as graphs."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.graph: Callable[[str, str], Any] = cached(self._graph)
        self.neighbours = cached(self._neighbours)
        self.distances = cached(self._distances)
        self.left = limits.DISTANCES
        self.is_near: Callable[[str, str], bool] = cached(self._is_near)
        self.most_links: Callable[[str, str], int] = cached(self._most_links)

    def _relation(self, kind: str, name: str) -> Relation:
        return self.game.relations[kind, name]

    def _graph(self, kind: str, name: str) -> Any:
        import networkx as nx

        graph: Any = nx.DiGraph()
        graph.add_nodes_from(range(len(self.game.kinds[kind].items)))
        graph.add_edges_from(self._relation(kind, name).links)
        return graph

    def _neighbours(self, kind: str, name: str) -> tuple[tuple[int, ...], ...]:
        graph = self.graph(kind, name)
        return tuple(tuple(sorted(graph.successors(site))) for site in sorted(graph))

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
        import networkx as nx

        graph = self.graph(kind, name)
        found = dict(nx.all_pairs_shortest_path_length(graph))
        sites = sorted(graph)
        return tuple(tuple(found[a].get(b, -1) for b in sites) for a in sites)
