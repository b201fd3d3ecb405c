"""Walks over boards, for generated code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.bounds import charge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Test = Callable[[int], bool]
    Through = Callable[[int, int], bool]


def near(values: list[int], neighbours: Sequence[Sequence[int]], wanted: int) -> set[int]:
    """What is next to an element with that value."""
    found: set[int] = set()
    try:
        at = values.index(wanted)
        while True:
            found.update(neighbours[at])
            at = values.index(wanted, at + 1)
    except ValueError:
        return found


def component(links: Sequence[Sequence[int]], start: int, within_: Iterable[int] | None = None,
              through: Through | None = None) -> list[int]:
    allowed = set(within_) if within_ is not None else None
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for site in links[here]:
            if site not in found and (allowed is None or site in allowed) and (
                    through is None or through(here, site)):
                found.add(site)
                todo.append(site)
    return sorted(found)


def reach(links: Sequence[Sequence[int]], start: int, until: Test | None = None,
          through: Through | None = None) -> list[int]:
    """All sites on the way from a start; the walk does not go on from where the test holds."""
    found: dict[int, None] = {}
    todo = [start]
    for here in todo:
        for site in links[here]:
            if site not in found and site != start and (through is None or through(here, site)):
                found[site] = None
                if until is None or not until(site):
                    todo.append(site)
    return list(found)


def up_to(ray: Sequence[int], until: Test) -> Sequence[int]:
    """A ray up to the first cell where the test holds."""
    for at, cell in enumerate(ray, 1):
        if until(cell):
            return ray[:at]
    return ray


def steps_between(s: list[int], links: Sequence[Sequence[int]], start: int, goal: int) -> int:
    """The fewest steps from a site to another; -1 if there is no way."""
    far, found, todo = 0, {start}, [start]
    while todo:
        if goal in found:
            return far
        charge(s, 4 * len(todo))
        far += 1
        around = {site for here in todo for site in links[here]} - found
        found |= around
        todo = list(around)
    return -1
