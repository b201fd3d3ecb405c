"""Pools of hidden zones, worked out once for a program.

A pool is a set of hidden zones between which elements travel: what one of them lacks, another one
holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.certain import add_tests
from tilewright.compiling.kept import add_values
from tilewright.compiling.plan import Hidden, Joined, Node, Plan, Pool, Values
from tilewright.compiling.sources import sources_of

if TYPE_CHECKING:
    from tilewright.compiling.build import Build
    from tilewright.compiling.layout import Room
    from tilewright.compiling.provenance import FieldKey
    from tilewright.model import Field

# A hidden number is guessed among so many.
MOST_VALUES = 201


def make_plan(build: Build) -> Plan:
    """The pools of a game, with functions for what must be worked out in a position."""
    plan = Plan()
    numbers = _pools(build, plan)
    _fields(build, plan, numbers)
    add_tests(build, plan, numbers)
    add_values(build, plan)
    _counted(build, plan)
    return plan


def complete(plan: Plan, start: list[int], build: Build, names: dict[str, Any]) -> None:
    """What only compiled code can tell."""
    plan.names = names
    thrown = {plan.pools[zone.pool].kind for zone in plan.zones if zone.sources}
    for room in build.layout.rooms.values():
        if room.field.zone and room.field.type.kind in thrown:
            _remember(plan, room, start)
    for values in plan.fields:
        if not values.set_up:
            values.start = tuple(start[values.base:values.base + values.count])
    sources = [zone.sources for zone in plan.zones] + [v.sources for v in plan.fields]
    for source in (s for listed in sources for s in listed):
        if source.fixed is not None:
            source.fixed = _list_of(names[source.word], start)


def _list_of(function: Any, start: list[int]) -> tuple[int, ...]:
    """A list that is the same in every position; none if a rule would fail there."""
    try:
        found = function(start, 0)
    except Exception:  # noqa: BLE001  where chance uses the list, the same is told to players
        return ()
    return (int(found),) if isinstance(found, int) else tuple(map(int, found))


def _remember(plan: Plan, room: Room, start: list[int]) -> None:
    kind = room.field.type.kind
    for owner in range(room.owners):
        base = room.base + owner * room.width
        plan.starts.setdefault(kind, []).extend(start[base + 1:base + 1 + start[base]])
        if not room.field.hidden:
            plan.open_zones.setdefault(kind, []).append(base)


# -- pools ----------------------------------------------------------------------------------------

def _pools(build: Build, plan: Plan) -> dict[Node, int]:
    layout, known = build.layout, build.provenance
    rooms = {(*key, gone): room for gone, given in ((False, layout.rooms), (True, layout.lost))
             for key, room in given.items() if room.field.hidden}
    nodes: list[Node] = [(a, b, owner, gone) for (a, b, gone), room in rooms.items()
                         for owner in range(room.owners)]
    numbers = _joined(build, nodes).numbers()
    for number in range(len(set(numbers.values()))):
        keys = {n[:2] for n in nodes if numbers[n] == number}
        plan.pools.append(Pool(build.game.fields[min(keys)].type.kind,
                               not any(known.thrown(key) for key in keys)))
    for node in nodes:
        room, key, pool = rooms[node[0], node[1], node[3]], node[:2], plan.pools[numbers[node]]
        order = None if node[3] else _order(build, key)
        seer = node[2] if room.field.visible == "owner" else -1
        plan.zones.append(Hidden(
            room.base + node[2] * room.width, room.field.cap, numbers[node], order,
            room.field.secret_size, seer, node[2],
            [] if pool.kept else sources_of(build, key),
            not node[3] and room.field.title in build.game.opened_at_end))
        pool.ordered |= order is not None
    return numbers


def _joined(build: Build, nodes: list[Node]) -> Joined:
    """Zones between which elements travel, and what left the game from them."""
    rooms, joined = build.layout.rooms, Joined(nodes)
    for node in nodes:
        if node[3]:
            joined.join(node, (*node[:3], False))
    for path in build.provenance.paths:
        for a in range(rooms[path.start].owners):
            for b in range(rooms[path.end].owners):
                if a == b or not path.own:
                    joined.join((*path.start, a, False), (*path.end, b, False))
    return joined


def _order(build: Build, key: FieldKey) -> dict[int, int] | None:
    """The order of a zone that is only ever taken from, as its start list has it."""
    given = build.game.fields[key].start
    if key in build.provenance.mixed_up or not isinstance(given, list):
        return None
    places = {item: at for at, item in reversed(list(enumerate(given)))}
    together = sorted(given, key=places.__getitem__) == given
    return places if together else None


# -- fields ---------------------------------------------------------------------------------------

def _fields(build: Build, plan: Plan, numbers: dict[Node, int]) -> None:
    for key, room in build.layout.rooms.items():
        if not room.field.secret or room.field.zone:
            continue
        sources = sources_of(build, key)
        for owner in range(room.owners):
            numbers[(*key, owner, False)] = len(plan.pools) + len(plan.fields)
            plan.fields.append(Values(room.base + owner * room.width, room.values, owner,
                                      _possible(build, room.field),
                                      key in build.provenance.set_up,
                                      owner if room.field.visible == "owner" else -1, sources,
                                      room.offers if room.is_offered else 0,
                                      key in build.offers.alone,
                                      room.field.title in build.game.opened_at_end))


def _possible(build: Build, given: Field) -> range:
    """The values that a field can hold; of large numbers the first ones."""
    if given.type.tag == "bool":
        return range(2)
    if given.type.tag == "int":
        return range(given.low, min(given.high, given.low + MOST_VALUES - 1) + 1)
    return range(-1 if given.type.optional else 0, build.layout.sizes[given.type.kind])


# -- tiles in play --------------------------------------------------------------------------------

def _counted(build: Build, plan: Plan) -> None:
    """Counters of tiles in play that would tell what lies in hidden zones."""
    for kind, base in build.layout.in_play.items():
        rooms = [r for r in build.layout.rooms.values()
                 if r.field.in_play and r.field.type.kind == kind]
        if any(r.field.hidden for r in rooms):
            plan.in_play.append((base, build.layout.sizes[kind], rooms))
