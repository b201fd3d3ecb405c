"""What things cost in steps: the words of the rules and the code that they become agree on it."""

# Steps that need not be charged by themselves, and of what is not always done.
LIGHT = 4_000
RARE = 2_500
# What it takes to call something, or to look at one element with a helper.
CALL = 4
# How many elements are copied or compared in one step, where no rule is asked about each.
BULK = 8
# What it takes to put one element in order, to move one between zones, and to put a site in its
# place among those that a walk has yet to visit.
SORTED = 8
MOVED = 20
QUEUED = 12
