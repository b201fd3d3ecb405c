"""What one seat may know: hidden elements are gone, not merely unread.

A bot or a player gets a `View`, never the `State`. From it, `determinize` deals the unknown
elements anew, in a way that agrees with everything the seat knows.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from tilewright.compiling.layout import KNOWN_TO_ALL
from tilewright.kernel.notes import GROUP
from tilewright.middle.header import CHANCE_KEY, DECIDER, MANUAL, OVER, PC, RNG, STEPS
from tilewright.playing.dealing import UNKNOWN
from tilewright.playing.guess import count_in_play, guessed
from tilewright.playing.scores import Scores, sheets_for
from tilewright.positions.earlier import picked_before
from tilewright.positions.named import Named
from tilewright.positions.question import question

if TYPE_CHECKING:
    from tilewright.compiling.plan import Hidden
    from tilewright.compiling.program import Program
    from tilewright.playing.state import State
    from tilewright.positions.question import Question


def without_chance(program: Program, slots: list[int]) -> None:
    """Nothing is left of what is to come by chance, and of how often it was asked."""
    drawn = program.layout.drawn
    slots[drawn] = program.start[drawn]
    slots[RNG] = slots[CHANCE_KEY] = slots[STEPS] = 0


class View(Named, Scores):
    """A position as one seat sees it."""

    __slots__ = ("_moves", "_sheets", "groups", "kept", "program", "seat", "slots", "unknown")
    hides = True

    def __init__(self, state: State, seat: int) -> None:
        self.program = state.program
        self.seat = seat
        slots = list(state.numbers)
        plan = self.program.plan
        # Of each pool of hidden zones: the slots that this seat does not know, and what they hold
        # together, if everybody can work that out.
        self.unknown: list[list[int]] = [[] for _ in plan.pools]
        self.kept: list[list[int]] = [[] for _ in plan.pools]
        # Of unknown slots: the group of which they hold an element, as everybody saw.
        self.groups: dict[int, int] = {}
        over = slots[PC] == OVER
        for zone in plan.zones:
            self._hide_zone(slots, zone, opened=over and zone.opened)
        for items in self.kept:
            items.sort()
        for values in plan.fields:
            self._hide_values(slots, values.base, values.count,
                              opened=over and values.opened)
        self._hide_choices(slots)
        count_in_play(plan, slots)
        without_chance(self.program, slots)
        self.slots = tuple(slots)
        mine = slots[DECIDER] == seat
        self._moves = tuple(state.legal()) if mine else ()
        self._sheets = sheets_for(state, seat)

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.slots

    # -- what is hidden -----------------------------------------------------------------------

    def _hide_zone(self, slots: list[int], zone: Hidden, *, opened: bool) -> None:
        bit, first, cap = 1 << self.seat, zone.base + 1, zone.cap
        hides_size = zone.sized and zone.seer != self.seat and not opened
        unknown = [] if hides_size else self.unknown[zone.pool]
        kept = self.kept[zone.pool] if self.program.plan.pools[zone.pool].kept else None
        for slot in range(first, first + slots[zone.base]):
            known = bit if opened else slots[slot + cap]
            if not known & bit:
                if kept is not None:
                    kept.append(slots[slot])
                slots[slot] = UNKNOWN
                unknown.append(slot)
                if known >> GROUP and not hides_size:
                    self.groups[slot] = known >> GROUP
            slots[slot + cap] = known & (bit | -1 << GROUP)
        if hides_size:
            self._hide_size(slots, zone)

    def _hide_size(self, slots: list[int], zone: Hidden) -> None:
        """A zone of which only the elements are left that this seat knows, wherever they lie."""
        first, cap = zone.base + 1, zone.cap
        known = [i for i in slots[first:first + slots[zone.base]] if i != UNKNOWN]
        slots[zone.base] = UNKNOWN
        slots[first:first + cap] = [*known, *[UNKNOWN] * (cap - len(known))]
        slots[first + cap:first + 2 * cap] = [
            *[1 << self.seat] * len(known), *[0] * (cap - len(known))]

    def _hide_values(self, slots: list[int], first: int, count: int, *, opened: bool) -> None:
        """Values that this seat does not know; what others know is gone too."""
        bit = 1 << self.seat
        for slot in range(first, first + count):
            known = bit if opened else slots[slot + count] & bit
            if not known:
                slots[slot] = UNKNOWN
            slots[slot + count] = known

    def _hide_choices(self, slots: list[int]) -> None:
        """A secret value that is kept over a decision is known to one seat at most."""
        for value in self.program.plan.values:
            slot, cap = value.slot, value.cap
            if slots[value.knower] in (KNOWN_TO_ALL, self.seat + 1):
                continue
            if cap:
                slots[slot + 1:slot + 1 + slots[slot]] = [UNKNOWN] * slots[slot]
            else:
                slots[slot] = UNKNOWN

    @property
    def unseen(self) -> dict[str, list[int]]:
        """What this seat knows to lie in places that it can count, by kind."""
        found: dict[str, list[int]] = {}
        sized = {z.pool for z in self.program.plan.zones if self.slots[z.base] == UNKNOWN}
        for number, (pool, items) in enumerate(zip(self.program.plan.pools, self.kept,
                                                   strict=True)):
            if items and number not in sized:
                found[pool.kind] = sorted([*found.get(pool.kind, ()), *items])
        return found

    # -- what may be done ---------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The moves of this seat, if it decides now."""
        return list(self._moves)

    @property
    def decider(self) -> int:
        return self.slots[DECIDER]

    @property
    def question(self) -> Question | None:
        """What is asked now, and of whom; None at the end."""
        return question(self.reader, self._moves if self.decider == self.seat else None)

    def key(self) -> str:
        """A short text, equal for positions that this seat cannot tell apart."""
        told = (self.seat, self._moves, *self.slots[:MANUAL], *self.slots[MANUAL + 1:])
        return blake2b(repr(told).encode(), digest_size=12).hexdigest()

    def alike(self) -> tuple[int | bool | None, ...]:
        """Equal for views of one position that show the same, whoever looks.

        Who knows something is left out: what a seat does not know is gone from its slots.
        """
        slots = list(self.slots)
        for base, count in (*((z.base + 1, z.cap) for z in self.program.plan.zones),
                            *((v.base, v.count) for v in self.program.plan.fields)):
            slots[base + count:base + 2 * count] = [0] * count
        return (*slots, *self.scores())

    def describe(self, move: int, lang: str = "en") -> str:
        from tilewright.spoken import describe

        return describe(self.program, move, lang, self.slots[0],
                        picked_before(self.program, move, self.slots))

    # -- a guess ------------------------------------------------------------------------------

    def determinize(self, seed: int) -> State:
        """A whole position that this seat cannot tell from the real one."""
        return guessed(self, seed)

    def _secret_pending(self) -> bool:
        """Whether some other seat has made a secret choice that is not carried out yet."""
        return any(self.slots[value.knower] not in (KNOWN_TO_ALL, self.seat + 1)
                   for value in self.program.plan.values)
