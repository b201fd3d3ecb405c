"""What kernel operations give; those that are not here give a number.

A test holds this against the operations themselves.
"""

from __future__ import annotations

from tilewright.middle.base import BOOL, INT, LIST, LISTS, NOTHING

# The primitive by which something is asked of a copy of the position, and how a call of it begins
# once what is asked is a function of the program.
TRIED = "tried"
ASKED_OF_COPY = f"{TRIED} "

# What each printer has by itself. `len` also tells how many slots a state has; `min` and `max` are
# of two numbers or of a list, `index` and `count` are of a list and a number, and `index` may begin
# to look at a place. `given` says that an argument is not nothing. `fail` is given a sentence, or
# the title of a field and what is wrong with it. What `tried` gives is said where it is called.
PRIMITIVES = {
    **dict.fromkeys(("len", "min", "max", "abs", "sum", "index", "count", "pop", "least_by",
                     "greatest_by", "below", "marked", TRIED), INT),
    **dict.fromkeys(("sorted", "range", "list", "once", "in_order_by"), LIST),
    "given": BOOL,
    "fail": NOTHING,
}
GIVES = {
    **PRIMITIVES,
    **dict.fromkeys((
        "metered", "bounded", "in_order", "without", "many_left", "codes_once", "int_chances",
        "int_codes", "spread", "kinds_in", "tally", "bounded_range", "component", "reach", "up_to",
        "near", "cuts"), LIST),
    "groups": LISTS,
    **dict.fromkeys((
        "too_many", "too_many_points", "pay_tolls", "charge", "add_bottom", "add_top", "add_sorted",
        "take", "replace", "recount", "shuffle", "keep_list", "hide_bottom", "hide_top", "forget",
        "forget_others", "lose", "shuffle_hidden", "reveal", "tell", "pour", "exchange", "clear",
        "remember"), NOTHING),
}
