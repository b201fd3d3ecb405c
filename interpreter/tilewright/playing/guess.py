"""Whole positions that agree with what one seat knows: the unknown dealt anew.

Elements that everybody knows to be in the game are dealt to the places where they may lie, all
ways equally likely. What came out of nowhere by chance or by a secret choice is chosen anew from
what there was to choose from. What a game says to be certain holds in every guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.kernel.faults import Fault
from tilewright.middle.header import RNG, STEPS
from tilewright.playing import faults
from tilewright.playing.dealing import DEALS, UNKNOWN, Dealing
from tilewright.playing.going import run
from tilewright.playing.state import State
from tilewright.playing.stream import Stream
from tilewright.problems import IllegalMove, RuleError

if TYPE_CHECKING:
    import random

    from tilewright.compiling.plan import Kept, Plan, Test
    from tilewright.playing.view import View
    from tilewright.problems import Place

# How often a deal that cannot be is mended, and how many positions are tried.
CHANGES = 4_000
POSITIONS = 20
# The steps that rules may take in all for one guess, before it is given up.
WORK = 3 * limits.STEPS
# How much a test lacks that cannot even be worked out.
UNHEARD_OF = 1_000


def guessed(view: View, seed: int) -> State:
    """A whole position that the seat of a view cannot tell from the real one."""
    rng = Stream(seed)
    for last in range(POSITIONS):
        slots = Guess(view, rng).slots
        slots[RNG], slots[STEPS] = rng.getrandbits(63), 0
        made = State(view.program, slots, view.legal())
        if made._moves or slots[0] not in view.program.nodes:
            return made
        before = slots[RNG:]
        try:
            made._moves = run(view.program, slots, slots[0])
        except faults.OF_RULES as error:
            if last == POSITIONS - 1:
                raise faults.explained(view.program, error) from error
            continue
        slots[STEPS] = 0
        if slots[:STEPS] == list(view.slots[:STEPS]) and slots[RNG:] == before:
            return made
    raise IllegalMove("no position was found in which the other seat could decide what it decides")


def broken_certainties(state: State) -> list[tuple[str, Place]]:
    """What a game says to be certain, and does not hold in a position."""
    slots = list(state._s)
    return list(dict.fromkeys((test.name, test.place) for test in state.program.plan.tests
                              if _missing(state.program.plan, slots, test)))


def _missing(plan: Plan, slots: list[int], test: Test) -> int:
    """How much is missing until something certain holds."""
    slots[STEPS] = 0
    try:
        return int(plan.names[test.word](slots, test.seat))
    except (Fault, ZeroDivisionError, IndexError):
        return UNHEARD_OF


class Guess(Dealing):
    """One way in which the hidden things may lie."""

    def __init__(self, view: View, rng: random.Random) -> None:
        super().__init__(view, rng)
        for mine, tests in self.plan.groups:
            if self._broken(tests):
                self._deal_until(mine, tests)
        for value in self.plan.values:
            self._guess_value(value)
        self._let_owners_see()
        count_in_play(self.plan, self.slots)

    def _let_owners_see(self) -> None:
        """In a guess too, owners see what is theirs: other seats may think ahead in it."""
        for zone in self.plan.zones:
            if zone.seer >= 0:
                notes = zone.base + 1 + zone.cap
                for slot in range(notes, notes + self.slots[zone.base]):
                    self.slots[slot] |= 1 << zone.seer
        for values in self.plan.fields:
            if values.seer >= 0:
                notes = values.base + values.count
                for slot in range(notes, notes + values.count):
                    self.slots[slot] |= 1 << values.seer

    # -- what is certain ----------------------------------------------------------------------

    def _deal_until(self, parts: list[int], tests: list[Test]) -> None:
        """Deal some parts until all that is certain holds."""
        for _ in range(DEALS):
            for part in parts:
                self._deal(part)
            if not self._broken(tests):
                return
            if self.spent > WORK:
                break
        self._mend([part for part in parts if self.places[part]], tests)

    def _broken(self, tests: list[Test]) -> int:
        found = 0
        count_in_play(self.plan, self.slots)
        for test in tests:
            found += _missing(self.plan, self.slots, test)
            self.spent += self.slots[STEPS]
        return found

    def _mend(self, parts: list[int], tests: list[Test]) -> None:
        """Change one thing after the other, never for the worse, until nothing is broken."""
        broken = self._broken(tests)
        for _ in range(CHANGES if parts else 0):
            part = self.rng.choice(parts)
            before = [self.slots[slot] for slot in self.places[part]]
            now = self._broken(tests) if self._change(part) else broken + 1
            if now <= broken:
                broken = now
            else:
                for slot, item in zip(self.places[part], before, strict=True):
                    self.slots[slot] = item
            if not broken:
                return
            if self.spent > WORK:
                break
        failed = next(test for test in tests if _missing(self.plan, self.slots, test))
        raise RuleError(
            f"no way was found in which the hidden things may lie and '{failed.name}' holds, "
            f"in {DEALS + CHANGES:,} attempts or {WORK:,} steps", failed.place)

    def _change(self, part: int) -> bool:
        """Exchange two things of a part, or choose one anew."""
        slot, other = self.rng.choice(self.places[part]), self.rng.choice(self.places[part])
        anew = self.rng.random() < 0.5
        if part >= self.pools and anew:
            values = self.plan.fields[part - self.pools]
            self.slots[slot] = self._value(values, slot, 0.5)
        elif part < self.pools and anew and not self.plan.pools[part].kept:
            zone = next(z for z in self.plan.zones if z.base < slot <= z.base + z.cap)
            self.slots[slot] = self._thrown(zone) or 0
        else:
            self.slots[slot], self.slots[other] = self.slots[other], self.slots[slot]
            if part < self.pools and not all(
                    self._fits(self.plan.pools[part].kind, s, self.slots[s])
                    for s in (slot, other)):
                return False
        return part >= self.pools or not self.plan.pools[part].ordered or self._put_in_order(part)

    # -- secret values ------------------------------------------------------------------------

    def _guess_value(self, value: Kept) -> None:
        """Something possible in place of a kept value that this seat does not know."""
        first = value.slot + 1 if value.cap else value.slot
        count = self.slots[value.slot] if value.cap else 1
        unknown = [s for s in range(first, first + count) if self.slots[s] == UNKNOWN]
        if not unknown:
            return
        options = self._options(value)
        if value.many:
            for slot, item in zip(unknown, self._chosen(value, options, count), strict=True):
                self.slots[slot] = item
        elif value.cap:
            # What a loop has still to go through is what is left now, in the same order.
            rest = options[max(len(options) - count, 0):]
            options = self.rng.choices(options or [0], k=count - len(rest)) + rest
            for slot in unknown:
                self.slots[slot] = options[slot - first]
        else:
            self.slots[unknown[0]] = self.rng.choice(options or [0])

    def _chosen(self, value: Kept, options: list[int], count: int) -> list[int]:
        """So many of all that will be chosen; without an order they come in that of their kind."""
        most = min(max(*self._asked(value.many), count), len(options))
        found = self.rng.sample(options, most)
        found = found if value.ordered else sorted(found)
        return [*found[:count], *[0] * (count - most)]

    def _options(self, value: Kept) -> list[int]:
        found: list[int] = []
        if value.landing:
            found = self._asked(value.landing)[-1:]
        for word in () if found else value.options:
            found += self._asked(word)
        return found or [self.slots[slot] for part, places in self.places.items()
                         if part < self.pools and self.plan.pools[part].kind == value.kind
                         for slot in places]


def count_in_play(plan: Plan, slots: list[int]) -> None:
    """Count the tiles in play that can be seen."""
    for base, size, rooms in plan.in_play:
        owners = max(room.owners for room in rooms)
        slots[base:base + owners * size] = [0] * (owners * size)
        for room in rooms:
            for owner in range(room.owners):
                here = room.base + owner * room.width
                held = slots[here] if slots[here] >= 0 else room.values
                for tile in slots[here + 1:here + 1 + held]:
                    if tile != UNKNOWN:
                        slots[base + owner * size + tile] += 1
