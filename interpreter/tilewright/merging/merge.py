"""Merging: the changes of one pack carried out on the data of a game.

One grammar for everything: an operation and a path. Each operation has to hit something, and each
is written down in the history, so that every value can tell where it comes from.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import (
    COUNTED,
    TABLES,
    NotFound,
    Path,
    Spot,
    find,
    joined,
    missing,
    names_of,
    split,
)
from tilewright.merging.history import short
from tilewright.merging.ledger import Ledger
from tilewright.merging.near_paths import near_paths
from tilewright.merging.numbers import changed, has_numbers, is_number
from tilewright.merging.placing import items_to_put, put_beside, sort_of
from tilewright.problems import listed
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.problems import Place

# After so many problems, no more paths are searched for.
SEARCHED = 50
# The order in which the operations of one overlay are carried out.
VERBS = ("expect", "remove", "replace", "set", "plus", "times", "add", "insert")


class Merge(Ledger):
    """Carries out the changes of one pack."""

    def overlay(self, data: Map) -> None:
        """All operations of one overlay file."""
        for verb in VERBS:
            given = data.get(verb, ())
            for index, path in enumerate(given):
                value = None if isinstance(given, Seq) else given[path]
                key_at = given.at(index) if isinstance(given, Seq) else given.key_at(path)
                value_at = key_at if isinstance(given, Seq) else given.at(path)
                if self.history.next():
                    self._carry_out(verb, split(path), value, key_at, value_at)

    def _carry_out(self, verb: str, steps: Path, value: Any, at: Place, value_at: Place) -> None:
        if self.lost(verb, steps, value, at):
            return
        if verb == "add" and len(steps) > 1 and steps[0] in TABLES and steps[0] not in self.root:
            self.root.put(steps[0], Map(at), at, at)
        try:
            spot = find(self.root, steps, self.renamed)
            if not spot.exists and verb != "add":
                raise missing(spot, steps)
            if not self.lost(verb, spot.path, value, at):
                getattr(self, f"_{verb}")(spot, value, at, value_at)
        except NotFound as error:
            self.refuse(verb, steps, at, "overlay-path", error.message, self._way(steps, error),
                        value)

    def _way(self, steps: Path, error: NotFound) -> str:
        """Where a path that leads nowhere was probably meant to lead."""
        if error.hint.startswith(COUNTED):
            return error.hint
        paths = near_paths(self.root, steps) if len(self.problems) < SEARCHED else []
        if paths and joined(steps) not in paths:
            return f"did you mean {listed(paths)}?"
        if error.parent_is_there and not error.hint.startswith("did you mean"):
            return "; ".join(filter(None, (error.hint, "'add' brings something new")))
        return error.hint

    # -- the operations -----------------------------------------------------------------------

    def _expect(self, spot: Spot, value: Any, at: Place, _value_at: Place) -> None:
        self.uses("expect", spot.path, at)
        # As texts, because 0 and false are equal in Python.
        if json.dumps(spot.value, sort_keys=True) != json.dumps(value, sort_keys=True):
            self.problems.add(
                "overlay-expect", at,
                f"'{joined(spot.path)}' should be {short(value)}, but it is {short(spot.value)} "
                f"({spot.place})", "look whether this overlay still fits, then correct 'expect'")

    def _set(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        old = spot.value
        if self.language == 1:
            self._write("set", spot, value, at, value_at)
        elif isinstance(value, Map) and isinstance(old, Map):
            self._set_keys(spot, old, value, at)
        elif sort_of(value) != sort_of(old):
            self.refuse(
                "set", spot.path, at, "overlay-sort",
                f"'{joined(spot.path)}' is {sort_of(old)}, and 'set' would make it "
                f"{sort_of(value)}",
                f"name the value below it that you mean{_below(spot, value)}, or use 'replace' to "
                "write it whole", value)
        else:
            self._write("set", spot, value, at, value_at)

    def _set_keys(self, spot: Spot, old: Map, value: Map, at: Place) -> None:
        """Only the keys that are named; each has to be there."""
        if not value:
            self.nothing(spot.path, at)
        for key in value:
            name = key if key in old else self.renamed.get((*spot.path, key), key)
            inner = Spot(old, name, (*spot.path, name), name in old)
            key_at = value.key_at(key)
            if inner.exists:
                self._set(inner, value[key], key_at, value.at(key))
            elif not self.lost("set", inner.path, value[key], key_at):
                error = missing(inner, inner.path)
                self.refuse("set", inner.path, key_at, "overlay-path", error.message,
                            error.hint or "use 'add' for something new", value[key])

    def _replace(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        self._write("replace", spot, value, at, value_at)

    def _write(self, verb: str, spot: Spot, value: Any, at: Place, value_at: Place,
               said: str = "") -> None:
        if self.lost(verb, spot.path, value, at):
            return
        self.note(verb, spot.path, at, spot.value, said or short(value), spot.place,
                  short(value, cut=False) if verb == "set" else "")
        if isinstance(spot.holder, Map):
            key = str(spot.key)
            spot.holder.put(key, value, spot.holder.key_at(key), value_at)
        else:
            assert isinstance(spot.key, int)
            if isinstance(value, Map):
                # Another statement in the same place is still found by the name of the place.
                value.name = spot.path[-1]
            spot.holder[spot.key] = value
            spot.holder.items_at[spot.key] = value_at

    def _plus(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        self._number("plus", spot, value, at, value_at)

    def _times(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        self._number("times", spot, value, at, value_at)

    def _number(self, verb: str, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        old = spot.value
        if isinstance(old, Map) and has_numbers(old):
            # What another pack adds to the mapping would be counted or not, as it happens.
            self.uses(verb, spot.path, at)
            for key in [k for k, v in old.items() if is_number(v) or has_numbers(v)]:
                self._number(verb, Spot(old, key, (*spot.path, key), exists=True), value, at,
                             value_at)
            return
        if not is_number(old):
            self.refuse(verb, spot.path, at, "overlay-number",
                        f"'{joined(spot.path)}' is {short(old)}, which is no number",
                        "use 'set' to write another value")
            return
        new, said = changed(verb, old, value)
        if new is None:
            self.problems.add("overlay-number", value_at, said, "write another number")
            return
        self._write(verb, spot, new, at, value_at, said)

    def _remove(self, spot: Spot, _value: Any, at: Place, _value_at: Place) -> None:
        self.note("remove", spot.path, at, spot.value, was_at=spot.place)
        if isinstance(spot.holder, Map):
            spot.holder.drop(str(spot.key))
        else:
            assert isinstance(spot.key, int)
            del spot.holder[spot.key], spot.holder.items_at[spot.key]

    def _add(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        if spot.exists and isinstance(value, (Map, Seq)) and not value:
            self.nothing(spot.path, at)
        elif spot.exists and isinstance(spot.value, Seq):
            self._put_items(spot.value, len(spot.value), value, spot.path, "add", at)
        elif spot.exists and isinstance(spot.value, Map) and isinstance(value, Map):
            for key in value:
                inner = Spot(spot.value, key, (*spot.path, key), key in spot.value)
                self._add(inner, value[key], value.key_at(key), value.at(key))
        elif self.lost("add", spot.path, value, at):
            return
        elif spot.exists:
            self.there_already("add", spot.path, at, spot.place, value, spot.value)
        elif isinstance(spot.holder, Seq):
            self.refuse("add", spot.path, at, "overlay-path",
                        f"'{joined(spot.path)}' is no key of a mapping",
                        f"add to the list itself: {joined(spot.path[:-1])}: […]")
        else:
            self.note("add", spot.path, at, after=short(value))
            spot.holder.put(str(spot.key), value, at, value_at)

    def _insert(self, spot: Spot, value: Any, at: Place, _value_at: Place) -> None:
        # What comes after is put first, so that the neighbour stays where it is.
        for side in [s for s in ("after", "before") if s in value]:
            self.uses("insert", spot.path, at)
            given, holder, where = value[side], spot.holder, spot.path[:-1]
            if isinstance(given, (Map, Seq)) and not given:
                self.nothing(spot.path, at)
            elif isinstance(holder, Map):
                self._put_keys(holder, str(spot.key), side, given, where, at)
            else:
                assert isinstance(spot.key, int)
                self._put_items(holder, spot.key + (side == "after"), given, where, "insert", at)

    def _put_items(self, holder: Seq, index: int, value: Any, path: Path, verb: str, at: Place
                   ) -> None:
        for item, item_at in reversed(list(items_to_put(value, holder, at))):
            where = (*path, _own_name(item, item_at))
            if self.lost(verb, where, item, item_at):
                continue
            if not isinstance(item, Map) and item in holder:
                self.refuse(verb, where, item_at, "overlay-path",
                            f"'{where[-1]}' is in the list already", "remove one of the two",
                            item)
                continue
            self.note(verb, where, item_at, after=short(item))
            holder.insert(index, item)
            holder.items_at.insert(index, item_at)

    def _put_keys(self, holder: Map, anchor: str, side: str, given: Any, path: Path, at: Place
                  ) -> None:
        if not isinstance(given, Map):
            self.problems.add("overlay-sort", at, f"what stands {side} a key is a mapping",
                              f"write {side}: {{NEW_KEY: …}}")
            return
        new = Map(given.place)
        for key in given:
            where, key_at = (*path, key), given.key_at(key)
            if self.lost("insert", where, given[key], key_at):
                continue
            if key in holder:
                self.there_already("insert", where, key_at, holder.at(key), given[key])
                continue
            self.note("insert", where, key_at, after=short(given[key]))
            new.put(key, given[key], key_at, given.at(key))
        put_beside(holder, anchor, side, new)

    # -- what stands in files of its own ------------------------------------------------------

    def entry(self, path: Path, value: Any, key_at: Place, value_at: Place) -> None:
        """A new entry that a rules, board or tile file of the pack brings."""
        if not self.history.next() or self.lost("add", path, value, key_at):
            return
        spot = find(self.root, path)
        assert isinstance(spot.holder, Map)
        if spot.exists:
            first = spot.holder.key_at(str(spot.key))
            self.refuse("add", path, key_at, "defined-twice",
                        f"'{path[-1]}' is already defined in {first.file}, line {first.line}",
                        "change it in an overlay, or choose another name", value)
            return
        self.note("add", path, key_at, after=short(value))
        spot.holder.put(path[-1], value, key_at, value_at)

    def text(self, path: Path, value: Any, key_at: Place, value_at: Place) -> None:
        """A text of a text file of the pack: new, or instead of the one that is there."""
        if not self.history.next() or self.lost("set", path, value, key_at):
            return
        spot = find(self.root, path)
        assert isinstance(spot.holder, Map)
        was_at = spot.place if spot.exists else None
        self.note("set" if spot.exists else "add", path, key_at,
                  spot.value if spot.exists else None, short(value), was_at)
        spot.holder.put(path[-1], value, key_at, value_at)


def _below(spot: Spot, value: Any) -> str:
    """A value below a path that is of the same type."""
    old = spot.value
    key = next((k for k, v in old.items() if type(v) is type(value)), "") if (
        isinstance(old, Map)) else ""
    return f", such as '{joined((*spot.path, key))}'" if key else ""


def _own_name(item: Any, at: Place) -> str:
    """What a new item is called in the history: statements may be alike, so theirs has the place.
    """
    if isinstance(item, Map) and not isinstance(item.get("id"), str):
        return f"{names_of(item)[0]} ({at})"
    return names_of(item)[0]
