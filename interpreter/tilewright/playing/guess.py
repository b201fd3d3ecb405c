"""Whole positions that agree with what one seat knows: the unknown dealt anew."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tilewright.compiling.layout import RNG
from tilewright.playing.state import State, run
from tilewright.problems import IllegalMove

if TYPE_CHECKING:
    from tilewright.compiling.build import Build
    from tilewright.playing.view import View

UNKNOWN = -1


def guessed(view: View, seed: int) -> State:
    """A whole position that the seat of a view cannot tell from the real one."""
    if view.decider not in (view.seat, -2, -1) and secret_pending(view):
        raise IllegalMove("another seat is in the middle of a secret choice")
    rng = random.Random(seed)
    slots = list(view.slots)
    pools = {kind: list(items) for kind, items in view.unseen.items()}
    for pool in pools.values():
        rng.shuffle(pool)
    _guess_choices(view, slots, pools)
    for room, base in view._hidden_rooms():
        for i in range(slots[base]):
            if slots[base + 1 + i] == UNKNOWN:
                slots[base + 1 + i] = pools[room.field.type.kind].pop()
    slots[RNG] = rng.getrandbits(63)
    moves: Any = view.legal()
    made = State(view.program, slots, moves)
    if not moves and slots[0] in view.program.nodes:
        made._moves = run(view.program, slots, slots[0])
    return made


def _guess_choices(view: View, slots: list[int], pools: dict[str, list[int]]) -> None:
    """Some possible element in place of a kept value that this seat does not know."""
    for slot, cap, _, kind in secret_slots(view.program.build):
        pool = pools.get(kind) or [0]
        for i in range(slots[slot]) if cap else ():
            if slots[slot + 1 + i] == UNKNOWN:
                slots[slot + 1 + i] = pool[i % len(pool)]
        if not cap and slots[slot] == UNKNOWN:
            slots[slot] = pool[0]


def secret_pending(view: View) -> bool:
    """Whether some other seat has made a secret choice that is not carried out yet."""
    return any(view.slots[knower] not in (0, view.seat + 1)
               for _, _, knower, _ in secret_slots(view.program.build))


def secret_slots(build: Build) -> list[tuple[int, int, int, str]]:
    """Of each secret variable: its slot, its room if it is a list, who knows it, and its kind."""
    return [(build.slots[v], build.caps.get(v, 0), knower,
             v.type.item.kind if v.type.item else v.type.kind)
            for v, knower in build.secrets.items() if v in build.slots]
