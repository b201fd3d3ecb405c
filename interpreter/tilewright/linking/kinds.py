"""Kinds and their elements: players, resources, tiles, sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.linking.attributes import Attributes
from tilewright.model import PLAYER, Kind
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.problems import Place


class Kinds(Attributes):
    """Makes all kinds first, then fills in attributes, which may refer to any kind."""

    def link(self) -> None:
        self._players()
        for name, raw, at, _ in self.content.each("kinds"):
            self._plain_kind(name, raw, at)
        for name, raw, at, _ in self.content.each("families"):
            self._family(name, raw, at)
        for name, raw, at, _ in self.content.each("grids"):
            self._grid(name, raw, at)
        for name, raw, at, _ in self.content.each("sites"):
            self._plain_kind(name, raw, at)
        for kind in self.game.kinds.values():
            self._reserved(kind)
        self._fill_attributes()

    def _players(self) -> None:
        raw, at = self.content.single.get("players", (Map(self.game.place), self.game.place))
        self.game.least, self.game.most = raw.get("min", 2), raw.get("max", 2)
        if self.game.least > self.game.most:
            self.problems.add("player-range", raw.at("min"),
                              "'min' is more than 'max'", "swap them")
        usual = raw.get("usual", self.game.least)
        if not self.game.least <= usual <= self.game.most and self.game.least <= self.game.most:
            self.problems.add("player-range", raw.at("usual"),
                              f"'usual' is {usual}, but {self.game.least} to {self.game.most} "
                              "can play", "change 'usual' as well")
        names = raw.get("names")
        items = list(names) if names else [f"p{i + 1}" for i in range(self.game.most)]
        if len(items) < self.game.most:
            self.problems.add("player-names", raw.at("names"),
                              f"'names' lists {len(items)} of {self.game.most} players",
                              "name every player")
            items += [f"p{i + 1}" for i in range(len(items), self.game.most)]
        self.game.default_players = raw.get("usual", self.game.least)
        kind = self.add_player(items, at)
        if names:
            self._no_repeats(items[: len(names)], names)
            for index, item in enumerate(items[: len(names)]):
                kind.places[item] = names.at(index)

    def add_player(self, items: list[str], at: Place) -> Kind:
        return self._put(Kind(PLAYER, "players", items, at))

    def _plain_kind(self, name: str, raw: Any, at: Place) -> None:
        if isinstance(raw, Seq):
            items = [str(i) for i in raw]
            kind = self.add(name, items, at)
            if kind:
                kind.places = {item: raw.at(i) for i, item in enumerate(items)}
                self._no_repeats(items, raw)
            return
        items, places, counts = self._items(name, raw)
        kind = self.add(name, items, at, raw.get("plural", ""))
        if kind:
            kind.places, kind.counts = places, counts

    def _no_repeats(self, items: list[str], raw: Seq) -> None:
        seen: set[str] = set()
        for index, item in enumerate(items):
            if item in seen:
                self.problems.add("defined-twice", raw.at(index), f"'{item}' is listed twice")
            seen.add(item)

    def _items(self, name: str, raw: Map) -> tuple[list[str], dict[str, Place], dict[int, int]]:
        given = raw.get("items")
        if isinstance(given, Seq):
            self._no_repeats([str(i) for i in given], given)
            return ([str(i) for i in given], {str(x): given.at(i) for i, x in enumerate(given)},
                    {})
        if isinstance(given, Map):
            return list(given), dict(given.keys_at), {}
        count = raw.get("count", 0)
        counts: dict[int, int] = {}
        if isinstance(count, Map):
            counts = self._counts(count, raw.key_at("count"))
            count = max(counts.values(), default=0)
        pattern = str(raw.get("names", f"{name}_{{n}}"))
        return ([pattern.replace("{n}", str(i + 1))
                 for i in range(min(count, limits.ELEMENTS + 1))], {}, counts)

    def _counts(self, raw: Map, place: Place) -> dict[int, int]:
        """How many elements there are with so many players: said once for each number of them."""
        found: dict[int, int] = {}
        least, most = self.game.least, self.game.most
        known = "players" in self.content.single and least <= most and not self.content.left
        for word in raw:
            players, at = int(word), raw.key_at(word)
            if players in found:
                self.problems.add("defined-twice", at, f"'{word}' is {players} players, and for "
                                  "them it is said already", "keep one of the two")
            # Where a variant has fewer players than its game, what the game says stays as it is.
            elif known and not least <= players <= most and (
                    not self.content.is_of_earlier(at.file)):
                self.problems.add("player-range", at, f"{least} to {most} can play, not {players}",
                                  "remove this number, or change 'players'")
            found.setdefault(players, raw[word])
        missing = [n for n in range(least, most + 1) if known and n not in found]
        if missing:
            self.problems.add("missing-key", place, f"how many there are with {missing[0]} "
                              "players is not said", f"add '{missing[0]}: …'")
        return found

    def _family(self, name: str, raw: Map, at: Place) -> None:
        items: list[str] = []
        places: dict[str, Place] = {}
        copies: list[int] = []
        for family, tiles in self.content.tiles:
            if family != name:
                continue
            for tile, value in tiles.items():
                if tile in places:
                    self.problems.add("defined-twice", tiles.key_at(tile),
                                      f"'{tile}' is already defined on line {places[tile].line}")
                    continue
                items.append(tile)
                places[tile] = tiles.key_at(tile)
                copies.append(value.get("count", 1))
        kind = self.add(name, items, at, raw.get("plural", ""))
        if kind:
            kind.places, kind.copies, kind.tiles = places, copies, True
        left, families = self.content.left, self.content.section("families")
        # Its tiles may stand in a file that could not be read, or under a slip of its name.
        if not items and not left.files and not left.anything and all(
                family in families for family, _ in self.content.tiles):
            self.problems.add("empty-family", at, f"there is no tile of the family '{name}'",
                              "add a tile file with this 'family'")
