"""What was picked before with the same action, for sentences that name several picks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.spoken import later_pick
from tilewright.wording.filling import Thing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.compiling.program import Program
    from tilewright.wording.filling import Value


def picked_before(program: Program, code: int, slots: Sequence[int]) -> dict[str, Value]:
    """The earlier picks of an action that is under way, by name; not those that are secret."""
    group = program.group_of(code) if type(code) is int else None
    later = later_pick(program.game, group.name) if group is not None else None
    found: dict[str, Value] = {}
    if later is None:
        return found
    action, last = later
    for pick in action.picks:
        if pick.name == last:
            break
        slot = program.build.slots.get(pick.var)
        if slot is None or pick.var in program.build.secrets or slots[slot] < 0:
            continue
        kind = pick.var.type.kind
        found[pick.name] = Thing(kind, program.game.kinds[kind].items[slots[slot]]) if kind else (
            slots[slot])
    return found
