"""All operations of the kernel, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.kernel import bounds, chance, faults, history, lists, walks, ways, zones

if TYPE_CHECKING:
    from collections.abc import Callable

# What generated code gets from Python itself.
BUILT_IN: dict[str, Any] = {
    "len": len, "range": range, "min": min, "max": max, "abs": abs, "sum": sum, "list": list,
    "set": set, "int": int,
}
OPERATIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        faults.fail, faults.absent, faults.too_many, faults.too_many_points,
        chance.below, chance.pick,
        bounds.product, bounds.pay_tolls, bounds.charge, bounds.within, bounds.nth,
        bounds.bounded_range, bounds.bounded_times, bounds.clamp, bounds.metered, bounds.bounded,
        lists.index_of, lists.in_order, lists.least, lists.greatest, lists.in_order_by,
        lists.least_by, lists.greatest_by, lists.min_of, lists.max_of, lists.without,
        lists.many_left, lists.count_left, lists.codes_once, lists.int_codes, lists.int_chances,
        lists.shortfall, lists.spread, lists.kinds_in, lists.tally, lists.offered,
        zones.add_bottom, zones.add_top, zones.add_sorted, zones.take, zones.replace,
        zones.recount, zones.shuffle, zones.keep_list, zones.hide_bottom, zones.hide_top,
        zones.forget, zones.lose, zones.take_hidden, zones.shuffle_hidden, zones.reveal,
        zones.tell, zones.pour, zones.exchange, zones.clear,
        walks.near, walks.component, walks.reach, walks.up_to, walks.steps_between,
        ways.groups, ways.cheapest, ways.cuts, ways.longest_path, ways.longest_trail,
        history.tried, history.times_seen, history.remember,
    )
}
