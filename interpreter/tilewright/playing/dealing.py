"""Something for each place that a seat does not know: dealt, thrown anew, or chosen anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.faults import Fault
from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tilewright.compiling.plan import Hidden, Plan, Source, Values
    from tilewright.playing.view import View

UNKNOWN = -1
# How often a deal is thrown away because it cannot be.
DEALS = 200


class Dealing:
    """What a seat does not know of a position, dealt once and again.

    Its parts are the pools of hidden zones, and after them the hidden fields.
    """

    def __init__(self, view: View, rng: random.Random) -> None:
        self.plan: Plan = view.program.plan
        self.view = view
        self.rng = rng
        self.slots = list(view.slots)
        self.groups = view.program.layout.groups
        self.pools = len(self.plan.pools)
        self.places: dict[int, list[int]] = {}
        # The steps that rules have taken so far.
        self.spent = 0
        for part in range(self.pools + len(self.plan.fields)):
            self._deal(part)

    def _deal(self, part: int) -> None:
        """Something for each unknown place of a pool or a field."""
        if part >= self.pools:
            self._deal_field(part)
            return
        for _ in range(DEALS):
            if self._deal_pool(part):
                return

    # -- pools --------------------------------------------------------------------------------

    def _deal_pool(self, pool: int) -> bool:
        """An element for each unknown place; false if they cannot lie in this order."""
        of = self.plan.pools[pool]
        places = self.places[pool] = [*self.view.unknown[pool], *self._sized(pool)]
        if not of.kept:
            return self._throw(pool, places)
        items = self.view.kept[pool][:]
        self.rng.shuffle(items)
        free = []
        for slot in places:
            # Only in a forged position nothing fits where everybody saw a group.
            at = next((at for at, item in enumerate(items) if self._fits(of.kind, slot, item)),
                      None) if slot in self.view.groups else None
            if at is None:
                free.append(slot)
            else:
                self.slots[slot] = items.pop(at)
        for slot, item in zip(free, items, strict=True):
            self.slots[slot] = item
        return not of.ordered or self._put_in_order(pool)

    def _fits(self, kind: str, slot: int, item: int) -> bool:
        """Whether an element can lie in a place, as far as everybody saw what was shuffled."""
        group, grouping = self.view.groups.get(slot), self.groups.get(kind)
        if group is None or grouping is None:
            return True
        return self.slots[grouping + item] == group

    def _sized(self, pool: int) -> list[int]:
        """The unknown places of zones of which not even the size is known."""
        zones = [z for z in self.plan.zones
                 if z.pool == pool and self.view.slots[z.base] == UNKNOWN]
        if not zones:
            return []
        known = {z.base: self._known_of(z) for z in zones}
        room = {z.base: z.cap - len(known[z.base]) for z in zones}
        more = dict.fromkeys(room, 0)
        if self.plan.pools[pool].kept:
            for _ in range(len(self.view.kept[pool]) - len(self.view.unknown[pool])):
                more[self.rng.choice([b for b in room if more[b] < room[b]])] += 1
        else:
            more = {base: self.rng.randint(0, free) for base, free in room.items()}
        return [slot for z in zones for slot in self._laid(z, known[z.base], more[z.base])]

    def _known_of(self, zone: Hidden) -> list[int]:
        return [i for i in self.view.slots[zone.base + 1:zone.base + 1 + zone.cap]
                if i != UNKNOWN]

    def _laid(self, zone: Hidden, known: list[int], more: int) -> list[int]:
        """Known elements somewhere among so many unknown ones; the places of these."""
        first, size, s = zone.base + 1, len(known) + more, self.slots
        s[zone.base] = size
        s[first:first + 2 * zone.cap] = [0] * (2 * zone.cap)
        where = sorted(self.rng.sample(range(first, first + size), len(known)))
        for slot, item in zip(where, known, strict=True):
            s[slot], s[slot + zone.cap] = item, 1 << self.view.seat
        return [slot for slot in range(first, first + size) if slot not in where]

    def _put_in_order(self, pool: int) -> bool:
        """Zones that are only taken from stand in the order in which they began."""
        return all(self._sorted(zone) for zone in self.plan.zones
                   if zone.pool == pool and zone.order is not None)

    def _sorted(self, zone: Hidden) -> bool:
        order, first, count = zone.order or {}, zone.base + 1, self.slots[zone.base]
        span, notes = slice(first, first + count), slice(first + zone.cap,
                                                         first + zone.cap + count)
        pairs = sorted(zip(self.slots[span], self.slots[notes], strict=True),
                       key=lambda pair: order.get(pair[0], -1))
        if self.view.slots[zone.base] != UNKNOWN and any(
                known not in (UNKNOWN, item) for known, (item, _)
                in zip(self.view.slots[span], pairs, strict=True)):
            return False
        self.slots[span] = [item for item, _ in pairs]
        if self.view.slots[zone.base] == UNKNOWN:
            self.slots[notes] = [note for _, note in pairs]
        return all(item in order for item, _ in pairs)

    # -- what came out of nowhere -------------------------------------------------------------

    def _throw(self, pool: int, places: list[int]) -> bool:
        """Elements for a pool into which some came out of nowhere; false if that cannot be."""
        told = self._told(self.plan.pools[pool].kind)
        self.rng.shuffle(told)
        among = set(self.rng.sample(places, min(len(told), len(places))))
        unknown = set(places)
        for zone in self.plan.zones:
            if zone.pool == pool and not self._throw_into(zone, unknown - among):
                return False
        for slot, item in zip(sorted(among), told, strict=False):
            self.slots[slot] = item
        return True

    def _throw_into(self, zone: Hidden, unknown: set[int]) -> bool:
        """Throw one after the other, as they came in; what is known must be possible there."""
        first, count = zone.base + 1, self.slots[zone.base]
        in_turn = any(source.reads_zone for source in zone.sources)
        fits = True
        for slot in range(first, first + count):
            if in_turn:
                self.slots[zone.base] = slot - first
            if slot in unknown:
                item = self._thrown(zone)
                fits = fits and item is not None
                self.slots[slot] = item or 0
            elif in_turn:
                fits = fits and self._thrown(zone) == self.slots[slot]
        self.slots[zone.base] = count
        return fits

    def _thrown(self, zone: Hidden) -> int | None:
        """An element, in one of the ways in which they come into a zone."""
        options = self._listed(self.rng.choice(zone.sources), zone.owner)
        return self.rng.choice(options) if options else None

    def _listed(self, source: Source, owner: int) -> Sequence[int]:
        return source.fixed or self._asked(source.word, owner)

    def _told(self, kind: str) -> list[int]:
        """The elements that were in the game from its start, and are not in sight."""
        left = list(self.plan.starts.get(kind, ()))
        s = list(self.view.slots)
        seen = [s[base + 1:base + 1 + s[base]] for base in self.plan.open_zones.get(kind, ())]
        seen += [self._known_of(zone) if s[zone.base] < 0
                 else s[zone.base + 1:zone.base + 1 + s[zone.base]]
                 for zone in self.plan.zones if self.plan.pools[zone.pool].kind == kind]
        for item in (i for items in seen for i in items):
            if item in left:
                left.remove(item)
        return left

    # -- fields -------------------------------------------------------------------------------

    def _deal_field(self, part: int) -> None:
        """A value for each one of a field that this seat does not know."""
        values = self.plan.fields[part - self.pools]
        places = self.places[part] = [
            slot for slot in range(values.base, values.base + values.count)
            if not self.view.slots[slot + values.count]]
        if not places:
            return
        ways = len(values.sources) + bool(values.start)
        # Of many values, how many are still as they began is as uncertain as which.
        began = self.rng.random() if values.count > 1 else 1 / max(ways, 1)
        for slot in places:
            self.slots[slot] = self._value(values, slot, began)

    def _value(self, values: Values, slot: int, began: float) -> int:
        offered = self.slots[slot + values.offers] if values.offers else 0
        if offered:
            return self.rng.choice([n for n in range(offered.bit_length()) if offered >> n & 1])
        if values.alone and values.start:
            return values.start[slot - values.base]
        if not values.sources:
            return self.rng.choice(values.possible)
        if values.start and self.rng.random() < began:
            return values.start[slot - values.base]
        options = self._listed(self.rng.choice(values.sources), values.owner)
        if options:
            return self.rng.choice(options)
        return values.start[slot - values.base] if values.start else self.rng.choice(
            values.possible)

    # -- lists that rules choose from -----------------------------------------------------------

    def _asked(self, word: str, *owner: int) -> list[int]:
        self.slots[STEPS] = 0
        try:
            found = self.plan.names[word](self.slots, *owner)
        except (Fault, ZeroDivisionError, IndexError):
            return []
        finally:
            self.spent += self.slots[STEPS]
        return [int(found)] if isinstance(found, int) else [int(x) for x in found]
