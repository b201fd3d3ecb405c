"""From notes of what was done to numbers to the events of a game, in their order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tilewright.kernel.notes import EVERYBODY
from tilewright.middle.header import ACTOR, POWER_BACK, REASON, ROUND
from tilewright.positions.decoder import plain, single
from tilewright.telling import watched as noted
from tilewright.telling.apart import one_by_one
from tilewright.telling.events import (
    Chance,
    Change,
    End,
    Event,
    Moved,
    Ordered,
    Reaction,
    Revealed,
    Round,
    Scored,
    Shuffled,
    Sorted,
    Toll,
    Turn,
)
from tilewright.telling.knowing import Knowers
from tilewright.telling.lying import OF_EACH, Lying, Whereabouts, goes_alike
from tilewright.telling.places import places_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.compiling.program import Program
    from tilewright.telling.places import Spot
    from tilewright.telling.watched import Here, Note


class Reading:
    """Goes through the notes of one move; `s` is the position as it is at each of them."""

    def __init__(self, program: Program, before: Sequence[int], tile: tuple[str, int] | None
                 ) -> None:
        self.program, self.places = program, places_of(program)
        self.knowers = Knowers(program)
        self.s = list(before)
        self.events: list[Event] = []
        self.power = tile
        self.calls = [name for slot, name in program.callers.items() if self.s[slot]]
        # An element that has left a zone and has come to no other one yet, and its place there.
        self.gone: tuple[Here, int, int, int, int | None] | None = None
        self.lying = Lying(self.places, self.s)
        self.readers: dict[str, Callable[..., None]] = {
            noted.WROTE: self._wrote, noted.OUT: self._out, noted.IN: self._in,
            noted.SYNCED: self._apply_changes, noted.SHUFFLED: partial(self._ordered, Shuffled),
            noted.SORTED: partial(self._ordered, Sorted),
            noted.SHOWN: self._shown, noted.TOLD: self._told, noted.DREW: self._drew,
            noted.OWED: self._owed, noted.CALLED: self._called, noted.LEFT: self._left}

    def read(self, noted_down: list[Note]) -> list[Event]:
        notes = list(one_by_one(self.places, noted_down))
        for at, (here, what, told) in enumerate(notes):
            self.rest = notes, at + 1
            self.readers[what](here, *told)
        self._settle()
        self.rest = notes, 0
        return self.events

    # -- what is behind an event --------------------------------------------------------------

    def _add(self, event: Event) -> None:
        if not isinstance(event, Moved):
            self._settle()
        self.events.append(event)

    @property
    def _tile(self) -> tuple[str, int] | None:
        """The tile that does this by itself, or the one whose power is carried out."""
        tiles = (self.program.game.procedures[name].tile for name in reversed(self.calls))
        return next((tile for tile in tiles if tile is not None), self.power)

    def _behind(self, here: Here, known: int = EVERYBODY) -> dict[str, Any]:
        """What all events have: the place, the tile, and who may know."""
        return {"place": self.places.rule(here), "tile": title(self.program, self._tile),
                "known": self.knowers.seats(known)}

    def _item(self, kind: str, index: int) -> str:
        return self.program.game.kinds[kind].items[index]

    def _whose(self, procedure: str) -> int:
        slot = self.program.build.slots.get(self.program.game.procedures[procedure].me)
        return self.s[slot] if slot is not None else -1

    # -- tiles that do something by themselves ------------------------------------------------

    def _called(self, here: Here, procedure: str, me: int) -> None:
        self.calls.append(procedure)
        made = self.program.game.procedures[procedure]
        if made.tile is not None:
            place = made.body[0].place if made.body else made.place
            self._add(Reaction(**{**self._behind(here), "place": place}, seat=me))

    def _left(self, _here: Here, procedure: str) -> None:
        self._settle()
        for at in range(len(self.calls) - 1, -1, -1):
            if self.calls[at] == procedure:
                del self.calls[at:]
                return

    def _jumped(self, here: Here, slot: int, back: int) -> None:
        """Where a procedure goes back to was written: it is called, or it is left."""
        procedure = self.program.callers[slot]
        if back:
            self._called(here, procedure, self._whose(procedure))
        else:
            self._left(here, procedure)

    # -- numbers ------------------------------------------------------------------------------

    def _wrote(self, here: Here, slot: int, was: int, now: int) -> None:
        if self.places.rule(here) is None:
            self.s[slot] = now   # helpers tell themselves what they do
            return
        if slot in self.program.callers:
            self._jumped(here, slot, now)
        elif slot == POWER_BACK and not now:
            self._settle()
            self.power = None
        else:
            self._number(here, slot, was, now)
        self.s[slot] = now

    def _apply_changes(self, _here: Here, changes: list[tuple[int, int]]) -> None:
        for slot, now in changes:
            self.s[slot] = now
        self.lying.zones.clear()

    def _number(self, here: Here, slot: int, was: int, now: int) -> None:
        spot = self.places.spot(slot)
        if slot == ROUND:
            self._add(Round(**self._behind(here), number=now))
        elif slot == ACTOR:
            self._add(Turn(**self._behind(here), seat=now))
        elif slot == REASON and now:
            self._add(End(**self._behind(here), reason=self.program.game.reasons[now - 1]))
        elif spot is not None:
            self._value(here, spot, was, now)
        else:
            counted = self.places.category(slot)
            if counted is not None and now != was:
                self._add(Scored(**self._behind(here), category=counted[0], seat=counted[1],
                                 by=now - was))

    def _value(self, here: Here, spot: Spot, was: int, now: int) -> None:
        """One value of a field; who knew it is noted beside it."""
        room = spot.room
        if room.field.zone or spot.at >= room.values:
            return
        knew, known = self.knowers.of_value(spot, self.s, self.written)
        if was == now and known & knew == known:
            return
        element = spot.at if room.field.per else None
        kinds, type_ = self.program.game.kinds, single(room.field)
        self._add(Change(
            **self._behind(here, known), path=self.places.path(spot, element),
            kind=room.field.owner, owner=self.places.owner(spot), field=room.field.name,
            element=None if element is None else self._item(room.field.per, element),
            was=plain(kinds, type_, was), now=plain(kinds, type_, now),
            knew=self.knowers.seats(knew)))

    def written(self, slot: int, until: int = -1) -> int | None:
        """What is written next into a slot, if that is before another one is written to."""
        notes, start = self.rest
        for _, what, told in notes[start:]:
            if what == noted.WROTE and told[0] in (slot, until):
                return int(told[2]) if told[0] == slot else None
        return None

    # -- zones --------------------------------------------------------------------------------

    def _out(self, here: Here, base: int, item: int, known: int) -> None:
        self._settle()
        self.gone = here, base, item, known, self.lying.take(base, item)

    def _in(self, here: Here, base: int, item: int, known: int, top: bool = False) -> None:
        gone = self.gone
        target = Whereabouts(base, known, self.lying.put(base, item, top=top))
        source = None
        if gone is not None and gone[2] == item:
            self.gone, source = None, Whereabouts(gone[1], gone[3], gone[4])
        self._settle()
        self._moved(here, item, source, target)

    def _settle(self) -> None:
        """What left a zone, and came to no other one, is out of the game."""
        if self.gone is not None:
            here, base, item, known, at = self.gone
            self.gone = None
            self._moved(here, item, Whereabouts(base, known, at), None)

    def _moved(self, here: Here, item: int, source: Whereabouts | None,
               target: Whereabouts | None) -> None:
        begin = self.places.spot(source.base) if source is not None else None
        end = self.places.spot(target.base) if target is not None else None
        zone = begin or end
        if zone is None:
            return
        kind = zone.room.field.type.kind
        known, knew = target.known if target else 0, source.known if source else 0
        who = self.knowers.of_element(begin, end, known if target else knew, knew)
        made = Moved(
            **self._behind(here, self.knowers.of_size(end)), kind=kind,
            items=(self._item(kind, item),), known_items=(self.knowers.seats(who),),
            source=self.places.path(begin) if begin else None,
            target=self.places.path(end) if end else None,
            source_at=(source.at if begin and source else None,),
            target_at=(target.at if end and target else None,),
            known_source_at=(self.knowers.seats(who & self.knowers.of_place(begin, knew)),),
            known_target_at=(self.knowers.seats(who & self.knowers.of_place(end, known)),),
            knew=self.knowers.seats(self.knowers.of_size(begin)))
        last = self.events[-1] if self.events else None
        if isinstance(last, Moved) and goes_alike(last, made):
            self.events[-1] = replace(last, **{
                name: getattr(last, name) + getattr(made, name) for name in OF_EACH})
        else:
            self._add(made)

    def _ordered(self, sort: type[Ordered], here: Here, base: int, order: list[int]) -> None:
        spot = self._zone(base)
        self._settle()
        self.lying.zones[base] = order
        # Whoever may always look knows the order, and nobody else knows any of it.
        known = self.knowers.seats(self.knowers.of_place(spot, 0))
        self._add(sort(**self._behind(here), path=self.places.path(spot),
                       order=tuple(self._item(spot.room.field.type.kind, one) for one in order),
                       known_items=(known,) * len(order)))

    def _zone(self, base: int) -> Spot:
        spot = self.places.spot(base)
        assert spot is not None
        return spot

    # -- what was seen ------------------------------------------------------------------------

    def _shown(self, here: Here, base: int, shown: list[tuple[int, int, int]]) -> None:
        spot = self._zone(base)
        kind = spot.room.field.type.kind
        self._revealed(here, spot, kind, [(self._item(kind, item), knew, known)
                                          for item, knew, known in shown])

    def _told(self, here: Here, first: int, count: int, known: int) -> None:
        spot = self._zone(first)
        values, type_ = spot.room.values, single(spot.room.field)
        self._revealed(here, spot, type_.kind, [
            (plain(self.program.game.kinds, type_, self.s[note - values]), self.s[note], known)
            for note in range(first, first + count)])

    def _revealed(self, here: Here, spot: Spot, kind: str, shown: list[tuple[Any, int, int]]
                  ) -> None:
        new = 0
        for _, knew, known in shown:
            new |= known & ~knew & EVERYBODY
        if self.knowers.seats(new):
            self._add(Revealed(
                **self._behind(here, new), path=self.places.path(spot), kind=kind,
                items=tuple(item for item, _, _ in shown),
                known_items=tuple(self.knowers.seats(known | knew) for _, knew, known in shown)))

    # -- chance and tolls ---------------------------------------------------------------------

    def _drew(self, here: Here, label: int, value: int) -> None:
        node = self.program.nodes[label]
        group = node.groups[0]
        known = self.knowers.of_chance(node, self.written)
        said = value if group.kind == "int" else self._item(group.kind, value)
        self._add(Chance(**self._behind(here, known), site=node.site, value=said,
                         code=group.base + value if value < group.size else None))

    def _owed(self, here: Here, payer: int, owner: int, amount: int, number: int) -> None:
        paid, got = self._zone(payer), self._zone(owner)
        tile = self.program.build.tile_of(number)
        if amount:
            self._add(Toll(place=self.places.rule(here), tile=title(self.program, tile),
                           known=self.knowers.seats(EVERYBODY), seat=paid.owner, to=got.owner,
                           field=paid.room.field.name, amount=amount))


def title(program: Program, tile: tuple[str, int] | None) -> str | None:
    """The name of a tile, if there is one."""
    return None if tile is None else f"{tile[0]}.{program.game.kinds[tile[0]].items[tile[1]]}"
