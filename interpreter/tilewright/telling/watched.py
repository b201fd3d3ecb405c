"""A move made so that all it does is written down.

The code of a program runs unchanged, on a list that notes each write, and with helpers that note
what they do. So nothing can happen that is not noted, and it costs nothing where nobody asks.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.compiling.rebound import rebound
from tilewright.kernel import bounds, chance, notes, zones
from tilewright.kernel.notes import EVERYBODY
from tilewright.middle.header import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType

    from tilewright.compiling.program import Program

    # The code that is running, and how far it is.
    Here = tuple[CodeType, int]
    Note = tuple[Here, str, tuple[Any, ...]]

# What notes are about.
WROTE, FILLED, SYNCED, OUT, IN, SHUFFLED, SORTED, SHOWN, TOLD, DREW, OWED, CALLED, LEFT = (
    "wrote", "filled", "synced", "out", "in", "shuffled", "sorted", "shown", "told", "drew", "owed",
    "called", "left")


# Elements come to the bottom of a zone where nothing else is noted.
TOP = True


def there(s: Sequence[int], base: int) -> list[int]:
    """What lies in a zone."""
    return list(s[base + 1:base + 1 + s[base]])


def here_now() -> Here:
    """The rule that runs the helper which asks."""
    frame = sys._getframe(2)  # noqa: SLF001  nothing else tells where a caller is
    return frame.f_code, frame.f_lasti


class TooMuchError(Exception):
    """A move does more than anybody is told one by one."""


class Watched(list[int]):
    """The slots of a state, with notes of what is done to them."""

    __slots__ = ("most", "notes")

    def __init__(self, slots: Sequence[int]) -> None:
        super().__init__(slots)
        self.notes: list[Note] = []
        self.most = limits.NOTES

    def __setitem__(self, at: Any, value: Any) -> None:
        frame = sys._getframe(1)  # noqa: SLF001
        self._write((frame.f_code, frame.f_lasti), at, value)

    def _write(self, here: Here, at: Any, value: Any) -> None:
        if len(self.notes) >= self.most:
            raise TooMuchError
        before = list.__getitem__(self, at)
        if at.__class__ is slice:
            value = list(value)
            self.notes.append((here, FILLED, (at.start, before, value)))
        else:
            self.notes.append((here, WROTE, (at, before, value)))
        list.__setitem__(self, at, value)

    def note(self, here: Here, what: str, *told: Any) -> None:
        if len(self.notes) >= self.most:
            raise TooMuchError
        self.notes.append((here, what, told))


class OpenlyWatched(Watched):
    """Notes only what everybody may know to happen, so that no secret decides how many notes it is.

    What is left out is brought in before the next note, as numbers that have changed.
    """

    __slots__ = ("is_open", "known")

    def __init__(self, slots: Sequence[int], is_open: Callable[[Here], bool]) -> None:
        super().__init__(slots)
        self.is_open = is_open
        self.known = list(slots)

    def _write(self, here: Here, at: Any, value: Any) -> None:
        if self.is_open(here):
            self._bring_in()
            super()._write(here, at, value)
            self.known[at] = list.__getitem__(self, at)
        else:
            list.__setitem__(self, at, value)

    def note(self, here: Here, what: str, *told: Any) -> None:
        if self.is_open(here):
            self._bring_in()
            super().note(here, what, *told)

    def _bring_in(self) -> None:
        changes = [(at, now) for at, (was, now) in enumerate(zip(self.known, self, strict=True))
                   if was != now]
        if changes:
            super().note(here_now(), SYNCED, changes)
            for at, now in changes:
                self.known[at] = now


def watched(program: Program) -> Program:
    """The program with code that notes what it does; made once."""
    if program.kept.watched is None:
        program.kept.watched = noting(program, {})
    made: Program = program.kept.watched
    return made


def noting(program: Program, helpers: dict[str, Callable[..., Any]]) -> Program:
    """The program with helpers that note what they do, and some of one's own."""
    made = rebound(program, {**HELPERS, **helpers})
    for word, procedure in _procedures(program).items():
        made.names[word] = _noted(made.names[word], procedure)
    return made


def _procedures(program: Program) -> dict[str, str]:
    """The functions of what tiles do by themselves without asking, with the procedures."""
    known = program.build.naming.known
    found = {known(("procedure", name)): name
             for name, made in program.game.procedures.items() if made.tile is not None}
    return {word: name for word, name in found.items() if word in program.names}


def _noted(function: Callable[..., Any], procedure: str) -> Callable[..., Any]:
    """What a tile does, noted from its beginning to its end."""
    def called(s: Watched, me: int, *args: Any) -> Any:
        here = here_now()
        s.note(here, CALLED, procedure, me)
        found = function(s, me, *args)
        s.note(here, LEFT, procedure)
        return found

    return called


# -- helpers that note what they do ---------------------------------------------------------------


def take(s: Watched, base: int, item: int, title: str) -> None:
    s.note(here_now(), OUT, base, item, EVERYBODY)
    zones.take(s, base, item, title)


def take_hidden(s: Watched, base: int, cap: int, item: int, title: str) -> int:
    lying = there(s, base)
    if item in lying:
        s.note(here_now(), OUT, base, item, s[base + 1 + cap + lying.index(item)])
    return zones.take_hidden(s, base, cap, item, title)


def add_bottom(s: Watched, base: int, cap: int, item: int, title: str) -> None:
    s.note(here_now(), IN, base, item, EVERYBODY)
    zones.add_bottom(s, base, cap, item, title)


def add_top(s: Watched, base: int, cap: int, item: int, title: str) -> None:
    s.note(here_now(), IN, base, item, EVERYBODY, TOP)
    zones.add_top(s, base, cap, item, title)


def add_sorted(s: Watched, base: int, cap: int, item: int, title: str) -> None:
    s.note(here_now(), IN, base, item, EVERYBODY)
    zones.add_sorted(s, base, cap, item, title)


def hide_bottom(s: Watched, base: int, cap: int, item: int, known: int, title: str) -> None:
    s.note(here_now(), IN, base, item, known & EVERYBODY)
    zones.hide_bottom(s, base, cap, item, known, title)


def hide_top(s: Watched, base: int, cap: int, item: int, known: int, title: str) -> None:
    s.note(here_now(), IN, base, item, known & EVERYBODY, TOP)
    zones.hide_top(s, base, cap, item, known, title)


def lose(s: Watched, base: int, cap: int, item: int, known: int) -> None:
    s.note(here_now(), IN, base, item, known & EVERYBODY)
    zones.lose(s, base, cap, item, known)


def shuffle(s: Watched, base: int, stream: int) -> None:
    here = here_now()
    zones.shuffle(s, base, stream)
    s.note(here, SHUFFLED, base, there(s, base))


def shuffle_hidden(s: Watched, base: int, cap: int, seen: int, grouping: int, stream: int) -> None:
    here = here_now()
    zones.shuffle_hidden(s, base, cap, seen, grouping, stream)
    s.note(here, SHUFFLED, base, there(s, base))


def replace_all(s: Watched, base: int, items: list[int]) -> None:
    here = here_now()
    zones.replace(s, base, items)
    s.note(here, SORTED, base, there(s, base))


def reveal(s: Watched, base: int, cap: int, count: int, known: int) -> None:
    first = base + 1
    s.note(here_now(), SHOWN, base, [(s[slot], s[slot + cap], known)
                                  for slot in range(first, first + min(count, s[base]))])
    notes.reveal(s, base, cap, count, known)


def tell(s: Watched, first: int, count: int, known: int) -> None:
    s.note(here_now(), TOLD, first, count, known)
    notes.tell(s, first, count, known)


def pour(s: Watched, base: int, cap: int, seen: int, count: int, to: int, to_cap: int,
         to_seen: int, title: str) -> None:
    here, first = here_now(), base + 1
    for slot in range(first, first + min(max(count, 0), s[base])):
        known = EVERYBODY if seen < 0 else s[slot + cap]
        s.note(here, OUT, base, s[slot], known)
        s.note(here, IN, to, s[slot], EVERYBODY if to_seen < 0 else known | to_seen)
    zones.pour(s, base, cap, seen, count, to, to_cap, to_seen, title)


def exchange(
    s: Watched, base: int, cap: int, seen: int, sets: int, title: str,
    other: int, other_cap: int, other_seen: int, other_sets: int, other_title: str,
) -> None:
    here = here_now()
    ways = ((base, cap, seen, other, other_seen), (other, other_cap, other_seen, base, seen))
    for start, room, sees, end, will_see in ways if base != other else ():
        for slot in range(start + 1, start + 1 + s[start]):
            known = EVERYBODY if sees < 0 else s[slot + room]
            s.note(here, OUT, start, s[slot], known)
            s.note(here, IN, end, s[slot], EVERYBODY if will_see < 0 else known | will_see)
    zones.exchange(s, base, cap, seen, sets, title, other, other_cap, other_seen, other_sets,
                   other_title)


def clear(s: Watched, base: int, cap: int, seen: int) -> None:
    here, first = here_now(), base + 1
    for slot in range(first, first + s[base]):
        s.note(here, OUT, base, s[slot], EVERYBODY if seen < 0 else s[slot + cap])
    zones.clear(s, base, cap, seen)


def pick(s: Watched, items: Sequence[int], stream: int, label: int) -> int:
    found = chance.pick(s, items, stream, label)
    s.note(here_now(), DREW, label, found)
    return found


def pay_tolls(s: Watched, payer: int, owed: list[int], base: int, width: int, high: int,
              title: str) -> None:
    here = here_now()
    for at in range(0, len(owed), 3):
        owner, amount, tile = owed[at:at + 3]
        s.note(here, OWED, payer, base + owner * width, amount, tile)
    bounds.pay_tolls(s, payer, owed, base, width, high, title)


class Tried(Watched):
    """What is only tried did not happen, so nothing is noted."""

    __slots__ = ()
    __setitem__ = list.__setitem__

    def note(self, here: Here, what: str, *told: Any) -> None:
        pass


def tried(s: Watched, ask: Callable[[list[int]], Any]) -> Any:
    copy = Tried(s)
    found = ask(copy)
    list.__setitem__(s, STEPS, copy[STEPS])
    return found


HELPERS: dict[str, Callable[..., Any]] = {
    "replace": replace_all,
    **{f.__name__: f for f in (
        take, take_hidden, add_bottom, add_top, add_sorted, hide_bottom, hide_top, lose, shuffle,
        shuffle_hidden, reveal, tell, pour, exchange, clear, pick, pay_tolls, tried)},
}
