"""What happened in a situation, in the words of situations, and whether it is what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.positions.facts import seat_name
from tilewright.reading.source import Seq
from tilewright.situations.compare import Otherwise, said
from tilewright.situations.wanted import ANY, BY, wanted_in
from tilewright.telling.events import (
    Chance,
    Change,
    Decision,
    End,
    Event,
    Moved,
    Reaction,
    Revealed,
    Round,
    Scored,
    Shuffled,
    Sorted,
    Step,
    Toll,
    Turn,
)

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.problems import Place
    from tilewright.situations.wanted import Wanted

# So many of the events that did happen are told.
MOST_TOLD = 12
# Where or whose an event is, and what came of it.
Said = tuple[str | None, Any]


def happened(program: Program, events: list[Event], told: Any, place: Place) -> None:
    """Refuse a list of events that did not all happen, in this order."""
    if not isinstance(told, Seq):
        raise Otherwise(place, "write a list of events, each with its '-'")
    at, before = 0, ""
    for one in wanted_in(program, told):
        found = next((n for n in range(at, len(events)) if _fits(program, one, events[n])), None)
        if found is None:
            raise Otherwise(one.place, _missing(program, one, events, at, before))
        at, before = found + 1, one.said


def _missing(program: Program, one: Wanted, events: list[Event], at: int, before: str) -> str:
    """That an event did not happen, and what did: of its sort, or else all."""
    after = f" after {before}" if before else ""
    if any(_fits(program, one, event) for event in events[:at]):
        return f"{one.said} did not happen{after}, but before it"
    alike = [event for event in events[at:] if event.what == one.word]
    found = alike or events[at:]
    shown = [in_words(program, event) for event in found[:MOST_TOLD]]
    shown += ["…"] if len(found) > MOST_TOLD else []
    what = f"what happened is {'; '.join(shown)}" if shown else "nothing happened then"
    return f"{one.said} did not happen{after}; {what}"


def in_words(program: Program, event: Event) -> str:
    """An event as a situation has it."""
    key, value = _said(program, event)
    shown = value if key is None else key if value is ANY else {key: value}
    told = {event.what: shown, **({} if event.tile is None else {BY: event.tile})}
    return said(told) if BY in told else said(told)[1:-1]


def _said(program: Program, event: Event) -> Said:
    return SAID[type(event)](event, lambda seat: seat_name(program, seat))


Seat = Callable[[int], "str | None"]
SAID: dict[type[Event], Callable[[Any, Seat], Said]] = {
    Decision: lambda event, seat: (seat(event.seat), event.label),
    Chance: lambda event, _: (event.site, event.value),
    Change: lambda event, _: (event.path, event.now if event.by is None else abs(event.by)),
    Moved: lambda event, _: (None, {"items": list(event.items), "from": event.source,
                                    "to": event.target}),
    Revealed: lambda event, _: (event.path, list(event.items)),
    Shuffled: lambda event, _: (event.path, ANY),
    Sorted: lambda event, _: (event.path, ANY),
    Toll: lambda event, seat: (seat(event.seat), {seat(event.to): event.amount}),
    Reaction: lambda event, seat: (seat(event.seat), event.tile),
    Scored: lambda event, seat: (seat(event.seat), {event.category: event.by}),
    Step: lambda event, seat: (seat(event.seat), event.step),
    Turn: lambda event, seat: (None, seat(event.seat)),
    Round: lambda event, _: (None, event.number),
    End: lambda event, _: (None, event.reason),
}


# -- whether it is so -------------------------------------------------------------------------


def _fits(program: Program, one: Wanted, event: Event) -> bool:
    if event.what != one.word or one.by not in (None, event.tile):
        return False
    key, value = _said(program, event)
    same_key = one.key in (None, key) or (
        one.value is ANY and str(key).startswith(f"{one.key}."))
    return same_key and (one.value is ANY or _same(one.value, value))


def _same(wanted: Any, found: Any) -> bool:
    """Whether a value is what is wanted; of a mapping what is named, of a list in any order."""
    if isinstance(found, dict):
        if not isinstance(wanted, dict):
            return any(_same(wanted, one) for one in found.values())
        return all(key in found and _same(one, found[key]) for key, one in wanted.items())
    if isinstance(found, list):
        return isinstance(wanted, list) and Counter(map(repr, wanted)) == Counter(map(repr, found))
    return type(wanted) is type(found) and bool(wanted == found)
