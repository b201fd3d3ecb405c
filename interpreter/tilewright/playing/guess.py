"""Whole positions that agree with what one seat knows: the unknown dealt anew."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tilewright.compiling.build import INT_CHOICES
from tilewright.compiling.layout import KNOWN_TO_ALL, RNG
from tilewright.playing.state import State, run
from tilewright.problems import IllegalMove

if TYPE_CHECKING:
    from tilewright.compiling.build import Build
    from tilewright.compiling.layout import Room
    from tilewright.model import Field
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
        if slots[base] == UNKNOWN:   # of a zone with a hidden size, what is known of it
            slots[base] = sum(x != UNKNOWN for x in slots[base + 1:base + 1 + room.values])
        for i in range(slots[base]):
            if slots[base + 1 + i] == UNKNOWN:
                slots[base + 1 + i] = pools[room.field.type.kind].pop()
                if room.field.in_play:
                    slots[_count_in_play(view, room, base, slots[base + 1 + i])] += 1
    _guess_fields(view, slots, rng)
    slots[RNG] = rng.getrandbits(63)
    moves: Any = view.legal()
    made = State(view.program, slots, moves)
    if not moves and slots[0] in view.program.nodes:
        made._moves = run(view.program, slots, slots[0])
    return made


def _count_in_play(view: View, room: Room, base: int, tile: int) -> int:
    """Where it is counted that the owner of a zone has a tile in play."""
    kind, layout = room.field.type.kind, view.program.layout
    owner = (base - room.base) // room.width
    return layout.in_play[kind] + owner * layout.sizes[kind] + tile


def _guess_fields(view: View, slots: list[int], rng: random.Random) -> None:
    """Some possible value in place of each hidden one that this seat does not know."""
    for room, base in view.program.layout.secret:
        if not room.field.zone:
            for i in range(room.values):
                if not slots[base + room.notes + i]:
                    slots[base + i] = rng.choice(_possible(view, room.field))


def _possible(view: View, field: Field) -> range:
    """The values that a field can hold; of large numbers the first ones."""
    if field.type.tag == "bool":
        return range(2)
    if field.type.tag == "int":
        return range(field.low, min(field.high, field.low + INT_CHOICES - 1) + 1)
    return range(-1 if field.type.optional else 0, view.program.layout.sizes[field.type.kind])


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
    return any(view.slots[knower] not in (KNOWN_TO_ALL, view.seat + 1)
               for _, _, knower, _ in secret_slots(view.program.build))


def secret_slots(build: Build) -> list[tuple[int, int, int, str]]:
    """Of each secret variable: its slot, its room if it is a list, who knows it, and its kind."""
    return [(build.slots[v], build.caps.get(v, 0), knower,
             v.type.item.kind if v.type.item else v.type.kind)
            for v, knower in build.secrets.items() if v in build.slots]
