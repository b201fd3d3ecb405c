"""The longest ways over boards, for generated code.

They are hard to find: each step of the search is charged, so it ends in any case.

Ways stand in one list: for each site where its ways begin, then where the last ones end, then for
each way what it uses up and where it leads to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import charge
from tilewright.kernel.primitives import once

if TYPE_CHECKING:
    from tilewright.kernel.given import Lists, Numbers, Test

# Steps to look at one way that leads on, and how many of them are charged at once.
LOOK = 4
AT_ONCE = 256


def longest_path(s: list[int], links: Lists, items: Numbers) -> int:
    """How many sites the longest way has that comes to none twice."""
    size = len(links)
    sites = once(items)
    among = [0] * size
    for site in sites:
        among[site] = 1
    ways: list[int] = []
    ends: list[int] = []
    for here, row in enumerate(links):
        ways.append(size + 1 + len(ends))
        if among[here]:
            for site in row:
                if among[site]:
                    ends += [site, site]
    ways.append(size + 1 + len(ends))
    ways += ends
    best = 0
    for start in sites:
        bound = len(_part(ways, start, [0] * size))
        if bound > best:
            used = [0] * size
            used[start] = 1
            best = max(best, 1 + _deepest(s, ways, start, used, bound - 1))
    return best


def longest_trail(s: list[int], ends: Lists, items: Numbers, until: Test | None = None) -> int:
    """How many links the longest way has that uses none twice, and does not go on at some sites."""
    links = once(items)
    real = 0
    for link in links:
        for end in ends[link]:
            real = max(real, end + 1)
    # A site where no way goes on is another one for each link that ends there.
    size = real
    sites: list[int] = []
    for link in links:
        for end in ends[link]:
            if until is not None and until(end):
                sites.append(size)
                size += 1
            else:
                sites.append(end)
    ways = _trails(links, sites, size)
    # What can come of a part, and where to begin: the best first.
    bounds: list[int] = []
    parts: list[list[int]] = []
    seen = [0] * size
    for root in sites:
        if not seen[root]:
            part = _part(ways, root, seen)
            odd = [site for site in part if (ways[site + 1] - ways[site]) % 4]
            count = sum([ways[site + 1] - ways[site] for site in part]) // 4
            bounds.append(count - max(len(odd) // 2 - 1, 0))
            if not odd:
                odd.append(root)
            parts.append(odd)
    return _best_of(s, ways, bounds, parts, real, [0] * len(ends))


def _best_of(s: list[int], ways: Numbers, bounds: list[int], parts: Lists, real: int,
             used: list[int]) -> int:
    """The most that can be used in a row in one of the parts."""
    best = 0
    for _ in range(len(bounds)):
        at = _best_part(bounds, parts, real)
        bound = bounds[at]
        if bound <= best:
            break
        for start in parts[at]:
            if bound > best:
                best = max(best, _deepest(s, ways, start, used, bound))
        bounds[at] = -1
    return best


def _trails(links: Numbers, sites: Numbers, size: int) -> list[int]:
    """The ways from each site, where each link has its two ends in a list."""
    degrees = [0] * size
    for site in sites:
        degrees[site] += 2
    ways: list[int] = []
    end = size + 1
    for degree in degrees:
        ways.append(end)
        end += degree
    free = list(ways)
    ways.append(end)
    ways += [0] * (end - size - 1)
    for at, link in enumerate(links):
        for turn in range(2):
            here = sites[2 * at + turn]
            ways[free[here]] = link
            ways[free[here] + 1] = sites[2 * at + 1 - turn]
            free[here] += 2
    return ways


def _part(ways: Numbers, root: int, seen: list[int]) -> list[int]:
    """The sites that hang together with one; they count as seen from now on."""
    seen[root] = 1
    part = [root]
    for here in part:
        for at in range(ways[here], ways[here + 1], 2):
            site = ways[at + 1]
            if not seen[site]:
                seen[site] = 1
                part.append(site)
    return part


def _best_part(bounds: Numbers, parts: Lists, real: int) -> int:
    """The part with the greatest bound; of several the one that begins with the greatest site,
    where sites that stand for others come last, the later ones after the earlier ones."""
    best = -1
    site = 0
    for at, bound in enumerate(bounds):
        begins = parts[at][0]
        if begins >= real:
            begins = real - 1 - begins
        if best < 0 or bound > bounds[best] or (bound == bounds[best] and begins > site):
            best = at
            site = begins
    return best


def _deepest(s: list[int], ways: Numbers, start: int, used: list[int], bound: int) -> int:
    """The most that can be used in a row from a start, each once.

    Where the bound is reached, the search ends with its last way in what is used.
    """
    best = 0
    looked = 0
    # What is used so far, and how far each site on the way was looked at before.
    taken: list[int] = []
    stands: list[int] = []
    stops: list[int] = []
    at = ways[start]
    stop = ways[start + 1]
    while True:
        while at < stop and used[ways[at]]:
            looked += 1
            at += 2
        if at < stop:
            looked += 1
            use = ways[at]
            used[use] = 1
            taken.append(use)
            stands.append(at + 2)
            stops.append(stop)
            site = ways[at + 1]
            at = ways[site]
            stop = ways[site + 1]
            best = max(best, len(taken))
        elif taken:
            used[taken.pop()] = 0
            at = stands.pop()
            stop = stops.pop()
        else:
            break
        if best >= bound:
            break
        if looked >= AT_ONCE:
            charge(s, looked * LOOK)
            looked = 0
    charge(s, looked * LOOK)
    return best
