"""Parts of boards, cheapest ways, and sites that hold parts together, for generated code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import charge
from tilewright.kernel.faults import Fault
from tilewright.kernel.primitives import once

if TYPE_CHECKING:
    from tilewright.kernel.given import Lists, Numbers, Test, Through

# No way may be longer, so that its length and the number of a site stand in one number of 64 bits.
FAR = 10**15


def groups(links: Lists, items: Numbers, by: Test | None = None) -> list[list[int]]:
    """The parts of a list that hang together, and have the same value."""
    left = [0] * len(links)
    values = [0] * len(links)
    for site in items:
        left[site] = 1
        if by is not None:
            values[site] = by(site)
    found: list[list[int]] = []
    for start in items:
        if left[start]:
            left[start] = 0
            part = [start]
            for here in part:
                for site in links[here]:
                    if left[site] and values[site] == values[start]:
                        left[site] = 0
                        part.append(site)
            found.append(sorted(part))
    return found


def cheapest(s: list[int], links: Lists, start: int, goal: int, cost: Test | None,
             through: Through | None, each: int) -> int:
    """The least sum of what it costs to enter sites on the way; -1 if there is no way."""
    size = len(links)
    done = [0] * size
    # Who comes to a site first comes there at the least cost, as it is the site that costs.
    found = [0] * size
    # How far it is to a site, times the number of sites, and the site.
    todo = [start]
    while todo:
        nearest = min(todo)
        at = todo.index(nearest)
        last = todo.pop()
        if at < len(todo):
            todo[at] = last
        far = nearest // size
        here = nearest % size
        if here == goal:
            return far
        done[here] = 1
        charge(s, each)
        for site in links[here]:
            if not done[site] and (through is None or through(here, site)):
                more = 1 if cost is None else cost(site)
                if more < 0:
                    raise Fault("a way cannot cost less than 0")
                more += far
                if more > FAR:
                    raise Fault("a way costs too much here")
                if not found[site]:
                    found[site] = 1
                    todo.append(more * size + site)
    return -1


def cuts(links: Lists, items: Numbers) -> list[int]:
    """The sites without which a part of the list would fall apart."""
    sites = once(items)
    rows = _both_ways(links, sites)
    rest = rows[:len(links)]
    order = [0] * len(links)
    low = [0] * len(links)
    found: list[int] = []
    count = 0
    for root in sites:
        if not order[root]:
            count = _cuts_of(rows, rest, order, low, root, count, found)
    return sorted(once(found))


def _both_ways(links: Lists, sites: Numbers) -> list[int]:
    """The links between some sites, to go either way, in one list: for each site where its
    neighbours begin, then where the last ones end, then all of them."""
    size = len(links)
    among = [0] * size
    for site in sites:
        among[site] = 1
    degrees = [0] * size
    for here in sites:
        for site in links[here]:
            if among[site]:
                degrees[here] += 1
                degrees[site] += 1
    rows: list[int] = []
    end = size + 1
    for degree in degrees:
        rows.append(end)
        end += degree
    free = list(rows)
    rows.append(end)
    rows += [0] * (end - size - 1)
    for here in sites:
        for site in links[here]:
            if among[site]:
                rows[free[here]] = site
                free[here] += 1
                rows[free[site]] = here
                free[site] += 1
    return rows


def _cuts_of(rows: Numbers, rest: list[int], order: list[int], low: list[int], root: int,
             count: int, found: list[int]) -> int:
    """One walk into the depth, from site to site; how many sites are known after it.

    `order` says when a site became known, from 1 on, `low` the earliest one that can be come back
    to from there on, and `rest` how far its neighbours are looked at.
    """
    branches = 0
    known = count + 1
    order[root] = known
    low[root] = known
    way = [root]
    while way:
        here = way[len(way) - 1]
        if rest[here] < rows[here + 1]:
            site = rows[rest[here]]
            rest[here] += 1
            if order[site]:
                low[here] = min(low[here], order[site])
            else:
                known += 1
                order[site] = known
                low[site] = known
                way.append(site)
            continue
        way.pop()
        if way:
            before = way[len(way) - 1]
            low[before] = min(low[before], low[here])
            if before == root:
                branches += 1
            elif low[here] >= order[before]:
                found.append(before)
    if branches > 1:
        found.append(root)
    return known
