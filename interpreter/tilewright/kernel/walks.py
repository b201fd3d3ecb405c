"""Walks over boards, for generated code.

Which sites are found is kept in a list of marks, one for each site; 1 says that it is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import charge

if TYPE_CHECKING:
    from tilewright.kernel.given import Lists, Numbers, Test, Through


def near(values: Numbers, neighbours: Lists, wanted: int, size: int) -> list[int]:
    """Marks for what is next to an element with that value."""
    found = [0] * size
    at = -1
    for _ in range(values.count(wanted)):
        at = values.index(wanted, at + 1)
        for site in neighbours[at]:
            found[site] = 1
    return found


def component(links: Lists, start: int, within_: Numbers | None = None,
              through: Through | None = None) -> list[int]:
    """All sites that hang together with a start."""
    found = [0] * len(links)
    if within_ is not None:
        found = [1] * len(links)
        for site in within_:
            found[site] = 0
    found[start] = 1
    part = [start]
    todo = [start]
    while todo:
        here = todo.pop()
        for site in links[here]:
            if not found[site] and (through is None or through(here, site)):
                found[site] = 1
                part.append(site)
                todo.append(site)
    return sorted(part)


def reach(links: Lists, start: int, until: Test | None = None, through: Through | None = None
          ) -> list[int]:
    """All sites on the way from a start; the walk does not go on from where the test holds."""
    found = [0] * len(links)
    found[start] = 1
    part: list[int] = []
    todo = [start]
    for here in todo:
        for site in links[here]:
            if not found[site] and (through is None or through(here, site)):
                found[site] = 1
                part.append(site)
                if until is None or not until(site):
                    todo.append(site)
    return part


def up_to(ray: Numbers, until: Test) -> Numbers:
    """A ray up to the first cell where the test holds."""
    for at, cell in enumerate(ray):
        if until(cell):
            return ray[:at + 1]
    return ray


def steps_between(s: list[int], links: Lists, start: int, goal: int) -> int:
    """The fewest steps from a site to another; -1 if there is no way."""
    found = [0] * len(links)
    found[start] = 1
    far = 0
    todo = [start]
    while todo:
        if found[goal]:
            return far
        charge(s, 4 * len(todo))
        far += 1
        around: list[int] = []
        for here in todo:
            for site in links[here]:
                if not found[site]:
                    found[site] = 1
                    around.append(site)
        todo = around
    return -1
