"""What follows from the links of a board, beside NetworkX."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from tilewright.compiling.board import Board

SITES, AREAS = 7, 9
WITHIN = st.lists(st.tuples(*[st.integers(0, SITES - 1)] * 2))
ACROSS = st.lists(st.tuples(st.integers(0, SITES - 1), st.integers(0, AREAS - 1)))


def board(links: list[tuple[int, int]]) -> Board:
    game: Any = SimpleNamespace(
        kinds={"site": SimpleNamespace(items=range(SITES))},
        relations={("site", "by"): SimpleNamespace(links=links)})
    return Board(game)


@given(WITHIN)
def test_distances_are_the_fewest_steps(links: list[tuple[int, int]]) -> None:
    graph: Any = nx.DiGraph(links)
    graph.add_nodes_from(range(SITES))
    far = dict(nx.all_pairs_shortest_path_length(graph))
    assert board(links).distances("site", "by") == tuple(
        tuple(far[a].get(b, -1) for b in range(SITES)) for a in range(SITES))


@given(ACROSS)
def test_neighbours_are_sorted_and_each_is_told_once(links: list[tuple[int, int]]) -> None:
    rows = board(links).neighbours("site", "by")
    assert [list(row) for row in rows] == [
        sorted({b for a, b in links if a == site}) for site in range(SITES)]
    assert board(links).most_links("site", "by") == max(map(len, rows))


def test_a_kind_without_elements_has_no_links() -> None:
    game: Any = SimpleNamespace(kinds={"site": SimpleNamespace(items=[])},
                                relations={("site", "by"): SimpleNamespace(links=[])})
    assert Board(game).most_links("site", "by") == 0
