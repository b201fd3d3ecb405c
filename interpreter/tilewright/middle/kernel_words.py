"""What kernel operations give; those that are not here give a number, or nothing.

A test holds this against the operations themselves.
"""

from __future__ import annotations

from tilewright.middle.base import LIST, LISTS

GIVES = {
    **dict.fromkeys((
        "metered", "bounded", "in_order", "in_order_by", "without", "many_left", "codes_once",
        "int_chances", "int_codes", "spread", "kinds_in", "tally", "bounded_range", "component",
        "reach", "up_to", "near", "cuts", "list", "set"), LIST),
    "groups": LISTS,
}
