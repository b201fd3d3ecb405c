"""The one module that asks NetworkX; its answers are sorted tuples, so that play is repeatable."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.model import Game, Relation


class Board:
    """The relations of a game's board as graphs."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.graph = cache(self._graph)
        self.neighbours = cache(self._neighbours)
        self.distances = cache(self._distances)

    def _relation(self, kind: str, name: str) -> Relation:
        return self.game.relations[kind, name]

    def _graph(self, kind: str, name: str) -> Any:
        import networkx as nx  # noqa: PLC0415  75 ms: only games that ask for it pay

        graph = nx.DiGraph()
        graph.add_nodes_from(range(len(self.game.kinds[kind].items)))
        graph.add_edges_from(self._relation(kind, name).links)
        return graph

    def _neighbours(self, kind: str, name: str) -> tuple[tuple[int, ...], ...]:
        graph = self.graph(kind, name)
        return tuple(tuple(sorted(graph.successors(site))) for site in sorted(graph))

    def _distances(self, kind: str, name: str) -> tuple[tuple[int, ...], ...]:
        """Fewest steps from each site to each other; -1 where there is no way."""
        import networkx as nx  # noqa: PLC0415

        graph = self.graph(kind, name)
        found = dict(nx.all_pairs_shortest_path_length(graph))
        sites = sorted(graph)
        return tuple(tuple(found[a].get(b, -1) for b in sites) for a in sites)

    def parts(self, kind: str, name: str) -> list[list[int]]:
        """The pieces that a board falls into when the direction of its links is ignored."""
        import networkx as nx  # noqa: PLC0415

        pieces = nx.weakly_connected_components(self.graph(kind, name))
        return sorted(sorted(piece) for piece in pieces)
