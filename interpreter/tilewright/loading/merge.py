"""Merging: the changes of one pack carried out on the data of a game.

One grammar for everything: an operation and a path. Each operation has to hit something, and each
is written down in the history, so that every value can tell where it comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.loading.addresses import (
    NotFound,
    Path,
    Spot,
    find,
    item_names,
    joined,
    missing,
    names_of,
    split,
)
from tilewright.loading.history import History, Write, short
from tilewright.loading.numbers import changed
from tilewright.loading.placing import items_to_put, put_beside, sort_of
from tilewright.loading.source import Map, Seq, without_places

if TYPE_CHECKING:
    from tilewright.problems import Place, Problems

# The order in which the operations of one overlay are carried out.
VERBS = ("expect", "remove", "replace", "set", "plus", "times", "add", "insert")


class Merge:
    """Carries out the changes of one pack."""

    def __init__(self, root: Map, pack: str, history: History, problems: Problems,
                 *, before: set[str], decided: dict[Path, str],
                 renamed: dict[Path, str], language: int) -> None:
        self.root = root
        self.pack = pack
        self.history = history
        self.problems = problems
        self.before = before
        self.decided = decided
        self.renamed = renamed
        self.language = language

    def overlay(self, data: Map) -> None:
        """All operations of one overlay file."""
        for verb in VERBS:
            given = data.get(verb, ())
            for index, path in enumerate(given):
                value = None if isinstance(given, Seq) else given[path]
                key_at = given.at(index) if isinstance(given, Seq) else given.key_at(path)
                value_at = key_at if isinstance(given, Seq) else given.at(path)
                self._carry_out(verb, path, value, key_at, value_at)

    def _carry_out(self, verb: str, path: str, value: Any, at: Place, value_at: Place) -> None:
        steps = split(path)
        if not self.history.next():
            return
        if self._overruled(steps):
            self.history.add(Write(steps, verb, self.pack, at, after=short(value), lost=True))
            return
        try:
            spot = find(self.root, steps, self.renamed)
            if not spot.exists and verb != "add":
                raise missing(spot, steps)
            if self._overruled(spot.path):
                self.history.add(Write(spot.path, verb, self.pack, at, after=short(value),
                                       lost=True))
                return
            getattr(self, f"_{verb}")(spot, value, at, value_at)
        except NotFound as error:
            self._not_found(verb, steps, error, at)

    def _overruled(self, path: Path) -> bool:
        """Whether a later pack decided this path for another pack."""
        return any(path[:len(d)] == d and winner != self.pack
                   for d, winner in self.decided.items())

    def _not_found(self, verb: str, path: Path, error: NotFound, at: Place) -> None:
        """Nothing is there; it may be that another change took it away."""
        rival = next((w for w in self.history.touching(path) if not w.uses and not w.lost), None)
        if rival is None:
            self.problems.add("overlay-path", at, error.message, error.hint)
        elif rival.pack == self.pack:
            self._twice(path, rival.place, at)
        elif rival.pack in self.before:
            self.problems.add("overlay-path", at, error.message,
                              f"it was changed by '{rival.pack}' ({rival.place})")
        else:
            # Two packs without an order: that is told as a conflict.
            self.history.add(Write(path, verb, self.pack, at))

    def _twice(self, path: Path, first: Place, at: Place) -> None:
        self.problems.add("overlay-conflict", at,
                          f"'{joined(path)}' is already written at {first}",
                          "keep one of the two")

    def _note(self, verb: str, path: Path, at: Place, before: Any = None, after: str = "",
              was_at: Place | None = None) -> None:
        """Write a change down; two changes of one pack at one place are a mistake."""
        for other in self.history.touching(path):
            if other.pack == self.pack and not other.uses and other.place != at:
                self._twice(path, other.place, at)
                return
        self.history.add(Write(path, verb, self.pack, at, short(before) if was_at else "",
                               after, was_at))

    # -- the operations -----------------------------------------------------------------------

    def _expect(self, spot: Spot, value: Any, at: Place, _value_at: Place) -> None:
        self.history.add(Write(spot.path, "expect", self.pack, at, uses=True))
        if without_places(spot.value) != without_places(value):
            self.problems.add(
                "overlay-expect", at,
                f"'{joined(spot.path)}' should be {short(value)}, but it is {short(spot.value)} "
                f"({spot.place})", "look whether this overlay still fits, then correct 'expect'")

    def _set(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        old = spot.value
        if self.language == 1:
            self._write("set", spot, value, at, value_at)
            return
        if isinstance(value, Map) and isinstance(old, Map):
            for key in value:
                inner = Spot(old, key, (*spot.path, key), key in old)
                if inner.exists:
                    self._set(inner, value[key], value.key_at(key), value.at(key))
                    continue
                lost = missing(inner, inner.path)
                self.problems.add("overlay-path", value.key_at(key), lost.message,
                                  lost.hint or "use 'add' for something new")
            return
        if sort_of(value) != sort_of(old):
            self.problems.add(
                "overlay-sort", at,
                f"'{joined(spot.path)}' is {sort_of(old)}, and 'set' would make it "
                f"{sort_of(value)}",
                "use 'replace' to write it whole, or name the value below it that you mean")
            return
        self._write("set", spot, value, at, value_at)

    def _replace(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        self._write("replace", spot, value, at, value_at)

    def _write(self, verb: str, spot: Spot, value: Any, at: Place, value_at: Place,
               said: str = "") -> None:
        self._note(verb, spot.path, at, spot.value, said or short(value), spot.place)
        if isinstance(spot.holder, Map):
            key = str(spot.key)
            spot.holder.put(key, value, spot.holder.key_at(key), value_at)
        else:
            assert isinstance(spot.key, int)
            spot.holder[spot.key] = value
            spot.holder.items_at[spot.key] = value_at

    def _plus(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        self._number("plus", spot, value, at, value_at)

    def _times(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        self._number("times", spot, value, at, value_at)

    def _number(self, verb: str, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        old = spot.value
        if isinstance(old, Map) and old:
            for key in list(old):
                self._number(verb, Spot(old, key, (*spot.path, key), exists=True), value, at,
                             value_at)
            return
        if not isinstance(old, int) or isinstance(old, bool):
            self.problems.add("overlay-number", at,
                              f"'{joined(spot.path)}' is {short(old)}, which is no number",
                              "use 'set' to write another value")
            return
        new, said = changed(verb, old, value)
        if new is None:
            self.problems.add("overlay-number", value_at, said, "write another number")
            return
        self._write(verb, spot, new, at, value_at, said)

    def _remove(self, spot: Spot, _value: Any, at: Place, _value_at: Place) -> None:
        self._note("remove", spot.path, at, spot.value, was_at=spot.place)
        if isinstance(spot.holder, Map):
            spot.holder.drop(str(spot.key))
        else:
            assert isinstance(spot.key, int)
            del spot.holder[spot.key], spot.holder.items_at[spot.key]

    def _add(self, spot: Spot, value: Any, at: Place, value_at: Place) -> None:
        if spot.exists and isinstance(spot.value, Seq):
            self._put_items(spot.value, len(spot.value), value, spot.path, "add", at)
        elif spot.exists and isinstance(spot.value, Map) and isinstance(value, Map):
            for key in value:
                inner = Spot(spot.value, key, (*spot.path, key), key in spot.value)
                self._add(inner, value[key], value.key_at(key), value.at(key))
        elif spot.exists:
            self.problems.add("overlay-path", at,
                              f"'{joined(spot.path)}' is there already ({spot.place})",
                              "use 'set' to change it")
        elif isinstance(spot.holder, Seq):
            self.problems.add("overlay-path", at,
                              f"'{joined(spot.path)}' is no key of a mapping",
                              f"add to the list itself: {joined(spot.path[:-1])}: […]")
        else:
            self._note("add", spot.path, at, after=short(value))
            spot.holder.put(str(spot.key), value, at, value_at)

    def _insert(self, spot: Spot, value: Any, at: Place, _value_at: Place) -> None:
        for side in value:
            self.history.add(Write(spot.path, "insert", self.pack, at, uses=True))
            given, holder, where = value[side], spot.holder, spot.path[:-1]
            if isinstance(holder, Map):
                self._put_keys(holder, str(spot.key), side, given, where, at)
                continue
            assert isinstance(spot.key, int)
            self._put_items(holder, spot.key + (side == "after"), given, where, "insert", at)

    def _put_items(self, holder: Seq, index: int, value: Any, path: Path, verb: str, at: Place
                   ) -> None:
        for item, item_at in reversed(list(items_to_put(value, holder, at))):
            name = names_of(item)[0]
            if not isinstance(item, Map) and name in item_names(holder):
                self.problems.add("overlay-path", item_at, f"'{name}' is in the list already",
                                  "remove one of the two")
                continue
            self._note(verb, (*path, name), item_at, after=short(item))
            holder.insert(index, item)
            holder.items_at.insert(index, item_at)

    def _put_keys(self, holder: Map, anchor: str, side: str, given: Any, path: Path, at: Place
                  ) -> None:
        if not isinstance(given, Map):
            self.problems.add("overlay-sort", at, f"what stands {side} a key is a mapping",
                              f"write {side}: {{NEW_KEY: …}}")
            return
        taken = [k for k in given if k in holder]
        for key in taken:
            self.problems.add("overlay-path", given.key_at(key),
                              f"'{joined((*path, key))}' is there already ({holder.at(key)})",
                              "use 'set' to change it")
        if taken:
            return
        for key in given:
            self._note("insert", (*path, key), given.key_at(key), after=short(given[key]))
        put_beside(holder, anchor, side, given)

    # -- what stands in files of its own ------------------------------------------------------

    def entry(self, path: Path, value: Any, key_at: Place, value_at: Place) -> None:
        """A new entry that a rules, board or tile file of the pack brings."""
        if not self.history.next():
            return
        if self._overruled(path):
            self.history.add(Write(path, "add", self.pack, key_at, after=short(value), lost=True))
            return
        spot = find(self.root, path)
        assert isinstance(spot.holder, Map)
        if spot.exists:
            rival = next((w for w in self.history.touching(path) if w.pack != self.pack), None)
            if rival is not None and rival.pack not in self.before:
                self.history.add(Write(path, "add", self.pack, key_at))
                return
            first = spot.holder.key_at(str(spot.key))
            self.problems.add("defined-twice", key_at,
                              f"'{path[-1]}' is already defined in {first.file}, line {first.line}",
                              "change it in an overlay, or choose another name")
            return
        self._note("add", path, key_at, after=short(value))
        spot.holder.put(path[-1], value, key_at, value_at)

    def text(self, path: Path, value: Any, key_at: Place, value_at: Place) -> None:
        """A text of a text file of the pack: new, or instead of the one that is there."""
        if not self.history.next():
            return
        if self._overruled(path):
            self.history.add(Write(path, "set", self.pack, key_at, after=short(value), lost=True))
            return
        spot = find(self.root, path)
        assert isinstance(spot.holder, Map)
        was_at = spot.place if spot.exists else None
        self._note("set" if spot.exists else "add", path, key_at,
                   spot.value if spot.exists else None, short(value), was_at)
        spot.holder.put(path[-1], value, key_at, value_at)
