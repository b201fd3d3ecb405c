"""Overlays: changes to a game by path, before its names are resolved.

A path leads through keys, such as `rules/state/player/coins/start`. An operation that finds
nothing is a problem, and so are two overlays that write the same value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.loading.source import Map
from tilewright.problems import Place, Problems, did_you_mean

if TYPE_CHECKING:
    from tilewright.linking.content import Content


class Overlay:
    """Applies overlays to the sections of a game, in order."""

    def __init__(self, content: Content, problems: Problems) -> None:
        self.content = content
        self.problems = problems
        self.written: dict[str, Place] = {}

    def apply(self, data: Map) -> None:
        for path in data.get("set", ()):
            self._set(path, data["set"][path], data["set"].key_at(path), data["set"].at(path))
        for path in data.get("add", ()):
            self._add(path, data["add"][path], data["add"].key_at(path), data["add"].at(path))
        removed = data.get("remove", [])
        for index, path in enumerate(removed):
            self._remove(path, removed.at(index))

    def _holder(self, path: str, at: Place) -> tuple[Map, str] | None:
        """The mapping that holds the last step of a path."""
        steps = path.split("/")
        here: Any = self.roots()
        for step in steps[:-1]:
            if not isinstance(here, Map) or step not in here:
                known = here if isinstance(here, Map) else ()
                self.problems.add("overlay-path", at, f"there is no '{step}' in '{path}'",
                                  did_you_mean(step, known))
                return None
            here = here[step]
        if not isinstance(here, Map):
            self.problems.add("overlay-path", at, f"'{path}' does not lead to a key",
                              "name a key of a mapping")
            return None
        return here, steps[-1]

    def roots(self) -> Map:
        """All that a path can begin with."""
        root = Map(self.content.manifest.place)
        for name, section in self.content.sections.items():
            root.put(name, section, section.place, section.place)
        for name, (value, place) in self.content.single.items():
            root.put(name, value, place, place)
        tiles = Map(root.place)
        for family, rows in self.content.tiles:
            tiles.put(family, rows, rows.place, rows.place)
        root.put("tiles", tiles, root.place, root.place)
        texts = Map(root.place)
        for language, rows in self.content.texts.items():
            texts.put(language, rows, rows.place, rows.place)
        root.put("texts", texts, root.place, root.place)
        return root

    def _claim(self, path: str, at: Place) -> bool:
        if path in self.written:
            self.problems.add("overlay-conflict", at,
                              f"'{path}' is already written at {self.written[path]}",
                              "keep one of the two")
            return False
        self.written[path] = at
        return True

    def _set(self, path: str, value: Any, at: Place, value_at: Place) -> None:
        found = self._holder(path, at)
        if found is None or not self._claim(path, at):
            return
        holder, key = found
        if key not in holder:
            self.problems.add("overlay-path", at, f"there is no '{key}' to set in '{path}'",
                              did_you_mean(key, holder) or "use 'add' for something new")
            return
        holder.put(key, value, holder.key_at(key), value_at)
        self._write_back(path, value, value_at)

    def _add(self, path: str, value: Any, at: Place, value_at: Place) -> None:
        found = self._holder(path, at)
        if found is None or not self._claim(path, at):
            return
        holder, key = found
        if key in holder:
            self.problems.add("overlay-path", at, f"'{path}' is there already",
                              "use 'set' to change it")
            return
        holder.put(key, value, at, value_at)
        self._write_back(path, value, value_at)

    def _remove(self, path: str, at: Place) -> None:
        found = self._holder(path, at)
        if found is None or not self._claim(path, at):
            return
        holder, key = found
        if key not in holder:
            self.problems.add("overlay-path", at, f"there is no '{key}' to remove in '{path}'",
                              did_you_mean(key, holder))
            return
        for table in (holder, holder.keys_at, holder.values_at):
            table.pop(key, None)
        if "/" not in path:
            self.content.single.pop(path, None)
            self.content.sections.pop(path, None)

    def _write_back(self, path: str, value: Any, at: Place) -> None:
        """A single section, such as `flow`, is not part of a mapping of its own."""
        if "/" not in path:
            self.content.single[path] = (value, at)
