"""Elements put into zones: each lies in one place, and nothing comes out of nowhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.kernel.zones import UNUSED
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.compiling.program import Program
    from tilewright.model import Field


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of one owner: where it begins, and what it holds."""

    field: Field
    owner: int
    base: int
    items: list[int]


def place(program: Program, slots: list[int], wanted: Mapping[int, Zone]) -> None:
    """Let zones hold what is wanted. What lies elsewhere comes from there; what lay in them takes
    its place, as far as there are such places, and leaves the game else. What has left the game
    can come back."""
    for kind in dict.fromkeys(zone.field.type.kind for zone in wanted.values()):
        mine = {base: zone for base, zone in wanted.items() if zone.field.type.kind == kind}
        _place_kind(program, slots, kind, mine)
    for zone in wanted.values():
        _fill(slots, zone)
    _count_in_play(program, slots)


def _place_kind(program: Program, slots: list[int], kind: str, wanted: Mapping[int, Zone]) -> None:
    zones = {zone.base: zone for zone in _zones(program, slots) if zone.field.type.kind == kind}
    before = Counter(item for base in wanted for item in zones[base].items)
    after = Counter(item for zone in wanted.values() for item in zone.items)
    displaced = list((before - after).elements())
    others = [zone for base, zone in zones.items() if base not in wanted]
    for item in (after - before).elements():
        source = next((zone for zone in others if item in zone.items), None)
        if source is not None:
            at = source.items.index(item)
            source.items[at:at + 1] = [displaced.pop(0)] if displaced else []
            _fill(slots, source)
        elif after[item] > _most(program, kind, item):
            name = program.game.kinds[kind].items[item]
            raise UsageError(f"'{name}' is placed {after[item]} times, and there is "
                             f"{_most(program, kind, item)} in this game")


def _most(program: Program, kind: str, item: int) -> int:
    """How many of an element there can be: tiles as many as they have copies, others as many as
    the game begins with; what comes out of nowhere as many as one likes."""
    declared = program.game.kinds[kind]
    if declared.tiles:
        return declared.copies[item] if declared.copies else 1
    begun = sum(zone.items.count(item) for zone in _zones(program, program.start)
                if zone.field.type.kind == kind)
    return begun or len(program.start)


def _zones(program: Program, slots: list[int]) -> Iterator[Zone]:
    """All zones with what they hold."""
    for room in program.layout.rooms.values():
        for owner in range(room.owners if room.field.zone else 0):
            base = room.base + owner * room.width
            yield Zone(room.field, owner, base, slots[base + 1:base + 1 + slots[base]])


def _fill(slots: list[int], zone: Zone) -> None:
    """Write what a zone holds; who may always look knows it, and nobody else."""
    owned, base, items = zone.field, zone.base, zone.items
    width = 1 + owned.cap * (2 if owned.hidden else 1)
    slots[base] = len(items)
    slots[base + 1:base + width] = UNUSED[base + 1:base + width]
    slots[base + 1:base + 1 + len(items)] = sorted(items) if owned.unordered else items
    if owned.hidden:
        notes = base + 1 + owned.cap
        slots[notes:notes + len(items)] = [owned.seen_by(zone.owner)] * len(items)


def _count_in_play(program: Program, slots: list[int]) -> None:
    """Which tiles are in play follows from the zones."""
    layout = program.layout
    for kind, start in layout.in_play.items():
        width = layout.sizes[kind]
        slots[start:start + program.players * width] = [0] * (program.players * width)
        for zone in _zones(program, slots):
            if zone.field.in_play and zone.field.type.kind == kind:
                for item in zone.items:
                    slots[start + zone.owner * width + item] += 1
