"""All that code may call, by name.

Operations are written in the small part of Python that `middle/reading.py` understands, so that
each printer can have them. Primitives are what they are written with, and each printer has its own;
`middle/kernel_words.py` says what these give. This list is closed: a new operation is written with
what is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.kernel import (
    bounds,
    chance,
    faults,
    history,
    lists,
    longest,
    notes,
    primitives,
    walks,
    ways,
    zones,
)
from tilewright.middle.kernel_words import PRIMITIVES

if TYPE_CHECKING:
    from collections.abc import Callable

OPERATIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        faults.absent, faults.too_many, faults.too_many_points,
        chance.pick,
        bounds.product, bounds.pay_tolls, bounds.charge, bounds.within, bounds.nth,
        bounds.bounded_range, bounds.bounded_times, bounds.clamp, bounds.metered, bounds.bounded,
        lists.index_of, lists.in_order, lists.least, lists.greatest, lists.min_of, lists.max_of,
        lists.without, lists.many_left, lists.count_left, lists.codes_once, lists.int_codes,
        lists.int_chances, lists.shortfall, lists.spread, lists.kinds_in, lists.tally,
        lists.offered,
        zones.add_bottom, zones.add_top, zones.add_sorted, zones.take, zones.replace,
        zones.recount, zones.shuffle, zones.keep_list, zones.hide_bottom, zones.hide_top,
        zones.lose, zones.take_hidden, zones.shuffle_hidden, zones.pour, zones.exchange,
        zones.clear, notes.forget, notes.forget_others, notes.reveal, notes.tell,
        walks.near, walks.component, walks.reach, walks.up_to, walks.steps_between,
        ways.groups, ways.cheapest, ways.cuts, longest.longest_path, longest.longest_trail,
        history.times_seen, history.remember,
    )
}
# Primitives as Python has them.
PYTHON: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        len, min, max, abs, sum, sorted, range, list,
        primitives.once, primitives.index, primitives.count, primitives.pop, primitives.given,
        primitives.in_order_by, primitives.least_by, primitives.greatest_by, primitives.tried,
        primitives.marked, chance.below, faults.fail,
    )
}

__all__ = ["OPERATIONS", "PRIMITIVES", "PYTHON"]
