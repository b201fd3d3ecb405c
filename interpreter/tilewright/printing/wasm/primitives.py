"""Primitives of the kernel that need loops, written in the small language as the kernel is."""

from __future__ import annotations

from tilewright.printing.wasm.asked import Lists, Numbers, as_mark, mixed

# So few numbers are looked through; marks have room for numbers below that.
FEW, FAR = 12, 65_536


def sorted_(items: Numbers) -> list[int]:
    """Numbers in order, equal ones as they stood."""
    made = list(items)
    for at in range(1, len(made)):
        number = made[at]
        while at > 0 and made[at - 1] > number:
            made[at] = made[at - 1]
            at = at - 1  # noqa: PLW2901
        made[at] = number
    return made


def once(items: Numbers) -> list[int]:
    """Each number once, in the order in which they first come."""
    found: list[int] = []
    most = FAR
    if len(items) > FEW and min(items) >= 0:
        most = max(items)
    if most >= FAR:
        for number in items:
            if number not in found:
                found.append(number)
        return found
    marks = [0] * (most + 1)
    for number in items:
        if marks[number] == 0:
            marks[number] = 1
            found.append(number)
    return found


def backwards(items: Numbers) -> list[int]:
    return [items[len(items) - 1 - at] for at in range(len(items))]


def range_(first: int, stop: int) -> list[int]:
    found = [0] * (stop - first)
    for at in range(len(found)):
        found[at] = first + at
    return found


def index(items: Numbers, wanted: int, start: int) -> int:
    """The place of a number from a start on; it is known to be there."""
    at = start
    while items[at] != wanted:
        at += 1
    return at


def in_order_by(pairs: Numbers) -> list[int]:
    """The elements of keys and elements, which lie one after the other, by their keys."""
    found: list[int] = []
    keys: list[int] = []
    for place in range(0, len(pairs), 2):
        key = pairs[place]
        at = len(found)
        found.append(0)
        keys.append(0)
        while at > 0 and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            found[at] = found[at - 1]
            at -= 1
        keys[at] = key
        found[at] = pairs[place + 1]
    return found


def least_by(pairs: Numbers) -> int:
    if len(pairs) == 0:
        raise ValueError("there is no least one in an empty list")
    best = 0
    for place in range(0, len(pairs), 2):
        if pairs[place] < pairs[best]:
            best = place
    return pairs[best + 1]


def greatest_by(pairs: Numbers) -> int:
    if len(pairs) == 0:
        raise ValueError("there is no greatest one in an empty list")
    best = 0
    for place in range(0, len(pairs), 2):
        if pairs[place] > pairs[best]:
            best = place
    return pairs[best + 1]


def marked(s: list[int], spans: Lists) -> int:
    """A number for what stands in some rows of slots."""
    mixture = 0
    for span in spans:
        for slot in range(span[0], span[1]):
            mixture += s[slot] * mixed(slot + 1)
    return as_mark(mixture)


READ = {
    "marked": marked, "sorted": sorted_, "once": once, "backwards": backwards, "range": range_,
    "index": index, "in order by": in_order_by, "least by": least_by, "greatest by": greatest_by,
}
