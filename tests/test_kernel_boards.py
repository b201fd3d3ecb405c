"""Walks and ways of the kernel, beside NetworkX and plain search."""

from __future__ import annotations

import hashlib
import random
from itertools import pairwise, permutations
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.kernel import bounds
from tilewright.kernel.faults import Fault
from tilewright.kernel.words import OPERATIONS
from tilewright.middle.header import HEADER, STEPS

DO: Any = type("Operations", (), {k: staticmethod(v) for k, v in OPERATIONS.items()})


SIZE = 7
SITES = st.integers(0, SIZE - 1)
LINKS = st.lists(st.lists(SITES, max_size=3, unique=True), min_size=SIZE, max_size=SIZE)
SOME = st.lists(SITES, max_size=9)
HEADS = st.lists(st.booleans(), min_size=SIZE, max_size=SIZE)


def both_ways(links: list[list[int]]) -> list[list[int]]:
    return [sorted({b for b in range(SIZE) if b in links[a] or a in links[b]})
            for a in range(SIZE)]


def directed(links: list[list[int]], within: list[int] | None = None) -> Any:
    made = nx.DiGraph((a, b) for a in range(SIZE) for b in links[a])
    made.add_nodes_from(range(SIZE))
    return made if within is None else made.subgraph(within)


@given(LINKS, SITES, SOME, HEADS)
def test_components(links: list[list[int]], start: int, some: list[int], open_: list[bool]
                    ) -> None:
    def around(graph: Any) -> list[int]:
        return sorted({start} | nx.descendants(graph, start))

    assert DO.component(links, start, None, None) == around(directed(links))
    assert DO.component(links, start, some, None) == around(directed(links, [start, *some]))
    free = [site for site in range(SIZE) if open_[site]]
    found = DO.component(links, start, None, lambda _, site: open_[site])
    assert found == around(directed(links, [start, *free]))


@given(LINKS, SITES, HEADS)
def test_reach_does_not_go_on_where_the_test_holds(links: list[list[int]], start: int,
                                                   ends: list[bool]) -> None:
    found = DO.reach(links, start, lambda site: ends[site], None)
    graph = directed([[] if ends[a] and a != start else row for a, row in enumerate(links)])
    assert sorted(found) == sorted(nx.descendants(graph, start) - {start})
    assert len(found) == len(set(found))
    assert not set(found[:len(set(links[start]) - {start})]) - set(links[start])


@given(LINKS, SITES, SITES)
def test_steps_between(links: list[list[int]], start: int, goal: int) -> None:
    s = [0] * HEADER
    far = nx.single_source_shortest_path_length(directed(links), start)
    assert DO.steps_between(s, links, start, goal) == far.get(goal, -1)
    assert s[STEPS] == 4 * sum(n < far.get(goal, SIZE) for n in far.values())


@given(LINKS, SITES, SITES, st.lists(st.integers(0, 9), min_size=SIZE, max_size=SIZE))
def test_cheapest(links: list[list[int]], start: int, goal: int, costs: list[int]) -> None:
    s = [0] * HEADER
    far = nx.single_source_dijkstra_path_length(
        directed(links), start, weight=lambda _, site, __: costs[site])
    assert DO.cheapest(s, links, start, goal, costs.__getitem__, None, 5) == far.get(goal, -1)
    nearer = sum(far[x] < far.get(goal, 99) for x in far)
    assert 5 * nearer <= s[STEPS] <= 5 * sum(far[x] <= far.get(goal, 99) for x in far)


@pytest.mark.parametrize(("cost", "words"), [(-1, "cannot cost less than 0"),
                                             (10**15 + 1, "costs too much")])
def test_a_way_has_a_cost_that_can_be(cost: int, words: str) -> None:
    with pytest.raises(Fault, match=words):
        DO.cheapest([0] * HEADER, [[1], []], 0, 1, lambda _: cost, None, 1)


@given(LINKS, SOME, st.one_of(st.none(), st.lists(st.integers(0, 1), min_size=SIZE,
                                                  max_size=SIZE)))
def test_groups(links: list[list[int]], some: list[int], values: list[int] | None) -> None:
    by = values or [0] * SIZE
    linked = both_ways(links)
    graph = nx.Graph((a, b) for a in some for b in linked[a] if b in some and by[a] == by[b])
    graph.add_nodes_from(some)
    found = DO.groups(linked, some, values and values.__getitem__)
    assert sorted(found) == sorted(map(sorted, nx.connected_components(graph)))
    firsts = [min(map(some.index, part)) for part in found]
    assert firsts == sorted(firsts)


@given(LINKS, SOME)
def test_cuts(links: list[list[int]], some: list[int]) -> None:
    graph = nx.Graph((a, b) for a in some for b in links[a] if b in some and a != b)
    assert DO.cuts(links, some) == sorted(nx.articulation_points(graph))


@settings(max_examples=60, deadline=None)
@given(LINKS, st.lists(SITES, max_size=6))
def test_longest_path(links: list[list[int]], some: list[int]) -> None:
    sites = set(some)
    best = max((n for n in range(len(sites) + 1) for way in permutations(sites, n)
                if all(b in links[a] for a, b in pairwise(way))), default=0)
    assert DO.longest_path([0] * HEADER, links, some) == best


ENDS = st.lists(st.tuples(SITES, SITES), min_size=6, max_size=6)


@settings(max_examples=60, deadline=None)
@given(ENDS, st.lists(st.integers(0, 5), max_size=6), HEADS)
def test_longest_trail(ends: list[tuple[int, int]], some: list[int], stops: list[bool]) -> None:
    def most(here: int, left: set[int]) -> int:
        if stops[here] and left != set(some):
            return 0
        return max((1 + most(b, left - {link}) for link in left for a, b in (
            ends[link], ends[link][::-1]) if a == here), default=0)

    best = max(most(site, set(some)) for site in range(SIZE))
    assert DO.longest_trail([0] * HEADER, ends, some, lambda site: stops[site]) == best


@given(LINKS, st.lists(st.integers(0, 2), min_size=SIZE, max_size=SIZE))
def test_marks_for_what_is_near(links: list[list[int]], values: list[int]) -> None:
    marks = DO.near(values, links, 1, SIZE + 2)
    near = {b for a in range(SIZE) if values[a] == 1 for b in links[a]}
    assert marks == [int(site in near) for site in range(SIZE + 2)]


@given(st.lists(SITES, unique=True), HEADS)
def test_a_ray_ends_where_the_test_holds(ray: list[int], stops: list[bool]) -> None:
    first = next((at for at, site in enumerate(ray) if stops[site]), len(ray))
    assert DO.up_to(ray, lambda site: stops[site]) == ray[:first + 1]


# -- steps ----------------------------------------------------------------------------------------


def searched(seed: int, most: int) -> list[Any]:
    """What searches find on a board, or how they end, and the steps that each of them took."""
    rng = random.Random(seed)
    size = rng.randint(4, 14)
    links = [rng.sample(range(size), rng.randint(0, 4)) for _ in range(size)]
    ends = [rng.sample(range(size), 2) for _ in range(size + 4)]
    some = [rng.randrange(size) for _ in range(size)]
    roads = rng.sample(range(len(ends)), size)
    stops = {site for site in range(size) if rng.random() < 0.2}
    ring = [[site, (site + 1) % size] for site in range(size)]
    star = [[a + size, b + size] for a in range(5) for b in range(a)]
    found = []
    for word, *args in (
            ("longest_path", links, some), ("longest_trail", ends, roads, None),
            ("longest_trail", ends, roads, stops.__contains__),
            # All of these can be used in a row: rings, and a star with all its chords.
            ("longest_trail", ring, range(size), None),
            ("longest_trail", [*ring, *star], range(size + len(star)), None),
            ("longest_trail", [*ring, *star], range(size + len(star)), stops.__contains__),
            ("steps_between", links, some[0], some[1]),
            ("cheapest", links, some[0], some[1], lambda site: site % 3,
             lambda here, site: here + site != 5, 7)):
        s = [0] * HEADER
        try:
            found.append((word, getattr(DO, word)(s, *args), s[STEPS]))
        except Fault:
            found.append((word, "too long", s[STEPS]))
        assert s[STEPS] <= most + MOST_AT_ONCE
    return found


MOST_AT_ONCE = 256 * 4


@pytest.mark.parametrize(("most", "wanted"), [(10 ** 6, "15b7c3ee2c16"), (800, "e1bbb6cd6659")])
def test_searches_take_as_many_steps_as_before(most: int, wanted: str,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they look, and in which order, changes nothing of what they find; but whoever has few
    steps left must come as far as before, on each machine and in each printer."""
    monkeypatch.setattr(bounds, "MOST", most)
    found = [searched(seed, most) for seed in range(60)]
    assert hashlib.blake2b(repr(found).encode(), digest_size=6).hexdigest() == wanted
