"""Parts, cheapest and longest ways over boards, for generated code.

The longest way is hard to find: each step of the search is charged, so it ends in any case.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from tilewright.kernel.bounds import charge
from tilewright.kernel.faults import fail
from tilewright.kernel.walks import component

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tilewright.kernel.walks import Test, Through

    Links = Sequence[Sequence[int]]
    # From each site the ways that lead on: what each uses up, and where it ends.
    Ways = dict[int, list[tuple[int, int]]]

# Steps to look at one way that leads on, and how many of them are charged at once.
LOOK, AT_ONCE = 4, 256


def groups(links: Links, items: Sequence[int], by: Callable[[int], int] | None = None
           ) -> list[list[int]]:
    """The parts of a list that hang together, and have the same value."""
    left = dict.fromkeys(items) if by is None else {site: by(site) for site in items}
    found = []
    while left:
        start, value = next(iter(left.items()))
        del left[start]
        part = [start]
        for here in part:
            for site in links[here]:
                if site in left and left[site] == value:
                    del left[site]
                    part.append(site)
        found.append(sorted(part))
    return found


def cheapest(s: list[int], links: Links, start: int, goal: int, cost: Callable[[int], int] | None,
             through: Through | None, each: int) -> int:
    """The least sum of what it costs to enter sites on the way; -1 if there is no way."""
    done: set[int] = set()
    todo = [(0, start)]
    while todo:
        far, here = heappop(todo)
        if here == goal:
            return far
        if here in done:
            continue
        done.add(here)
        charge(s, each)
        for site in links[here]:
            if site not in done and (through is None or through(here, site)):
                more = 1 if cost is None else cost(site)
                if more < 0:
                    fail("a way cannot cost less than 0")
                heappush(todo, (far + more, site))
    return -1


def cuts(links: Links, items: Iterable[int]) -> list[int]:
    """The sites without which a part of the list would fall apart."""
    left = dict.fromkeys(items)
    near = {here: [site for site in links[here] if site in left] for here in left}
    for here, sites in near.items():
        for site in sites:
            if here not in near[site]:
                near[site].append(here)
    found: set[int] = set()
    order: dict[int, int] = {}
    for root in left:
        if root not in order:
            found |= _cuts_of(near, root, order)
    return sorted(found)


def _cuts_of(near: dict[int, list[int]], root: int, order: dict[int, int]) -> set[int]:
    """One walk into the depth; `low` is the earliest site that can be come back to."""
    found: set[int] = set()
    low: dict[int, int] = {}
    order[root] = low[root] = len(order)
    way: list[tuple[int, Iterator[int]]] = [(root, iter(near[root]))]
    branches = 0
    while way:
        here, rest = way[-1]
        site = next(rest, None)
        if site is None:
            way.pop()
            if way:
                before = way[-1][0]
                low[before] = min(low[before], low[here])
                if before == root:
                    branches += 1
                elif low[here] >= order[before]:
                    found.add(before)
        elif site in order:
            low[here] = min(low[here], order[site])
        else:
            order[site] = low[site] = len(order)
            way.append((site, iter(near[site])))
    return found | {root} if branches > 1 else found


# -- the longest ways -----------------------------------------------------------------------------


def longest_path(s: list[int], links: Links, items: Iterable[int]) -> int:
    """How many sites the longest way has that comes to none twice."""
    allowed = dict.fromkeys(items)
    ways: Ways = {here: [(site, site) for site in links[here] if site in allowed]
                  for here in allowed}
    best = 0
    for start in allowed:
        bound = len(component(links, start, allowed))
        if bound > best:
            best = max(best, 1 + _deepest(s, ways, start, {start}, bound - 1))
    return best


def longest_trail(s: list[int], ends: Sequence[Sequence[int]], items: Iterable[int],
                  until: Test | None = None) -> int:
    """How many links the longest way has that uses none twice, and does not go on at some sites."""
    ways: Ways = {}
    # A site where no way goes on is another one for each link that ends there.
    apart = count(-1, -1)
    for link in dict.fromkeys(items):
        a, b = (next(apart) if until is not None and until(site) else site for site in ends[link])
        ways.setdefault(a, []).append((link, b))
        ways.setdefault(b, []).append((link, a))
    best = 0
    for bound, starts in sorted(_parts(ways), reverse=True):
        for start in starts:
            if bound > best:
                best = max(best, _deepest(s, ways, start, set(), bound))
    return best


def _parts(ways: Ways) -> Iterator[tuple[int, list[int]]]:
    """The parts that hang together: the most links that a way can use there, and where the longest
    one can begin, which is at a site with an odd number of links if there are any."""
    left = set(ways)
    for root in ways:
        if root in left:
            part = [root]
            left.discard(root)
            for here in part:
                for _, site in ways[here]:
                    if site in left:
                        left.discard(site)
                        part.append(site)
            odd = [site for site in part if len(ways[site]) % 2]
            links = sum(len(ways[site]) for site in part) // 2
            yield links - max(len(odd) // 2 - 1, 0), odd or part[:1]


def _deepest(s: list[int], ways: Ways, start: int, used: set[int], bound: int) -> int:
    """The most that can be used in a row from a start, each once."""
    best = looked = 0
    taken: list[int] = []
    way = [iter(ways.get(start, ()))]
    while way:
        for use, site in way[-1]:
            looked += 1
            if use not in used:
                used.add(use)
                taken.append(use)
                way.append(iter(ways.get(site, ())))
                best = max(best, len(taken))
                break
        else:
            way.pop()
            if taken:
                used.discard(taken.pop())
        if best >= bound:
            break
        if looked >= AT_ONCE:
            charge(s, looked * LOOK)
            looked = 0
    charge(s, looked * LOOK)
    return best
