"""An old record under new rules: the first move that differs, and the change that is to blame.

The record carries the rules that it was played with, so both games are played side by side.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import item_names
from tilewright.playing.archive import data_of, game_of, plain_data
from tilewright.playing.facts import differences
from tilewright.playing.record import find_move, first
from tilewright.problems import TilewrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.playing.game import Game
    from tilewright.playing.record import Record
    from tilewright.playing.state import State

# Sections that change nothing of what happens.
SILENT = ("texts", "show")
MOST_TRIED = 20
LONGEST = 90
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first move after which two games are not the same; number 0 is the set-up."""

    number: int
    label: str
    what: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A value of the rules that is another one now; `GONE` where there is none."""

    path: Path
    old: Any
    new: Any


GONE = object()


def first_difference(record: Record, old: Game, new: Game) -> Difference | None:
    """Play a record in both games, move by move."""
    try:
        before, after = (first(game, record) for game in (old, new))
    except TilewrightError as error:
        return Difference(0, "", str(error))
    said = _unlike(before, after)
    if said:
        return Difference(0, "", said)
    for number, (_, label) in enumerate(record.moves, 1):
        before.apply(before.find(label))
        try:
            after.apply(find_move(after, label))
        except TilewrightError as error:
            return Difference(number, label, str(error))
        said = _unlike(before, after)
        if said:
            return Difference(number, label, said)
    return None


def _unlike(before: State, after: State) -> str:
    """How two positions differ, in the first few fields."""
    found = [f"{place} is {shown(new)}, it was {shown(old)}"
             for place, old, new in differences(before, after)]
    return "; ".join(found[:3]) + (f"; and {len(found) - 3} more" if len(found) > 3 else "")


def shown(value: Any) -> str:
    """A value on one line, as YAML would say it, cut where it gets long."""
    said = _flow(value)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


def _flow(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)


# -- the change that is to blame ----------------------------------------------------------------


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[Changed]:
    """What differs between two sets of merged data, as deep as it can be named."""
    return [c for c in _unequal((), old["root"], new["root"]) if c.path[0] not in SILENT]


def _unequal(path: Path, old: Any, new: Any) -> Iterator[Changed]:
    if old is not GONE and new is not GONE and _same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from _unequal((*path, key), old.get(key, GONE), new.get(key, GONE))
        if old == new and path:
            # Only the order is another one, and it may mean something.
            yield Changed(path, old, new)
        return
    if isinstance(old, list) and isinstance(new, list):
        names, others = item_names(old), item_names(new)
        if names == others and all(names):
            for name, a, b in zip(names, old, new, strict=True):
                yield from _unequal((*path, name), a, b)
            return
    yield Changed(path, old, new)


def _same(old: Any, new: Any) -> bool:
    return bool(json.dumps(old) == json.dumps(new))


def responsible(record: Record, found: Difference, new: Game) -> Changed | None:
    """The change of the rules without which the record would go on as before.

    Changes are tried on the old rules, first half of them at a time and then each by itself; one
    after which the same move differs is to blame. Where only several together do it, nobody is.
    """
    data = plain_data(record.rules)
    candidates = changes(data, data_of(new.model))
    if len(candidates) == 1:
        return candidates[0]
    trial = _Trial(record, found.number, data)
    some = candidates
    while len(some) > 1:
        half = len(some) // 2
        some = some[:half] if trial.differs(some[:half]) else some[half:]
    for change in (*some, *candidates[:MOST_TRIED]):
        if trial.differs([change]):
            return change
    return None


class _Trial:
    """The old rules with some of the changes, and whether the same move differs there."""

    def __init__(self, record: Record, number: int, data: dict[str, Any]) -> None:
        self.record, self.number, self.data = record, number, data
        self.old = game_of(data)

    def differs(self, some: list[Changed]) -> bool:
        """Rules that make no game with these changes alone tell nothing."""
        made = copy.deepcopy(self.data)
        try:
            for change in some:
                _put(made["root"], change)
            difference = first_difference(self.record, self.old, game_of(made))
        except (TilewrightError, LookupError, ValueError):
            return False
        return difference is not None and difference.number == self.number


def _put(root: dict[str, Any], change: Changed) -> None:
    """One change on plain data."""
    here: Any = root
    for step in change.path[:-1]:
        here = here[step] if isinstance(here, dict) else here[item_names(here).index(step)]
    last = change.path[-1]
    if isinstance(here, list):
        here[item_names(here).index(last)] = change.new
    elif change.new is GONE:
        del here[last]
    else:
        here[last] = change.new
