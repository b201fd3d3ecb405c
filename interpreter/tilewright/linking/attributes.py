"""Attributes: the columns of the tables that kinds and families are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.habits import plain_hint
from tilewright.language.types import INT, Type, parse_type, per
from tilewright.linking.grids import Grids
from tilewright.problems import Place, did_you_mean, nearest
from tilewright.reading.other_words import KINDS_OF_ABILITY, OTHER_KEYS, WORDY
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from tilewright.model import Kind


EXTENDS = 8
MOST_COORDINATE = 60
NOT_ATTRIBUTES = {"abilities", "count", "source", "extends", "was", "at"}


class Attributes(Grids):
    """Fills in what each element says of itself."""

    def _fill_attributes(self) -> None:
        for section in ("kinds", "sites"):
            for name, raw, _, _ in self.content.each(section):
                if isinstance(raw, Map) and name in self.game.kinds:
                    items = raw.get("items")
                    rows = items if isinstance(items, Map) else None
                    self._declared(self.game.kinds[name], raw.get("attributes"), rows)
                    self._coordinates(self.game.kinds[name], rows)
        for name, raw, _, _ in self.content.each("grids"):
            if name in self.rows_of:
                self._declared(self.game.kinds[name], raw.get("attributes"), self.rows_of[name])
        for name, raw, _, _ in self.content.each("families"):
            if name in self.game.kinds:
                self._declared(self.game.kinds[name], raw.get("attributes"), self._rows(name))

    def _coordinates(self, kind: Kind, rows: Map | None) -> None:
        """Where elements are drawn: `at: [column, line]`."""
        found: dict[int, tuple[int, int]] = {}
        drawn = {spot: self.game.kinds[name].items[index]
                 for name, spots in self.game.coordinates.items() for index, spot in spots.items()}
        for item, row in (rows or {}).items():
            if not isinstance(row, Map) or "at" not in row:
                continue
            at = row["at"]
            fits = isinstance(at, Seq) and len(at) == 2 and all(
                type(n) is int and 0 <= n < MOST_COORDINATE for n in at)
            if fits:
                spot = (at[0], at[1])
                if drawn.setdefault(spot, item) != item:
                    self.problems.add("defined-twice", row.at("at"),
                                      f"'{drawn[spot]}' is drawn at this place already",
                                      "give one of them another 'at'")
                found[kind.items.index(item)] = spot
            else:
                self.problems.add("wrong-value", row.at("at"),
                                  "'at' is a column and a line, two numbers from 0 to "
                                  f"{MOST_COORDINATE - 1}", "write it like this: at: [3, 1]")
        if found:
            self.game.coordinates[kind.name] = found

    def _rows(self, family: str) -> Map:
        """All tiles of a family as one mapping, with `extends` resolved."""
        rows = Map(self.game.place)
        for name, tiles in self.content.tiles:
            if name == family:
                for tile, value in tiles.items():
                    if tile not in rows:
                        rows.put(tile, value, tiles.key_at(tile), tiles.at(tile))
        for tile in list(rows):
            self._extend(family, rows, tile, ())
        return rows

    def _extend(self, family: str, rows: Map, tile: str, chain: tuple[str, ...]) -> None:
        """Copy what a tile does not say itself from the tile that it extends."""
        raw = rows[tile]
        parent = raw.get("extends")
        if parent is None or raw.get("extends") == "":
            return
        if parent not in rows:
            parent = self.content.renamed.get(("tiles", family, str(parent)), parent)
        if parent in chain or parent == tile:
            self.problems.add("extends-cycle", raw.at("extends"),
                              f"'{tile}' extends itself: {' -> '.join([*chain, tile, parent])}")
            return
        if parent not in rows:
            self.problems.add("unknown-element", raw.at("extends"), f"there is no tile '{parent}'",
                              did_you_mean(str(parent), rows))
            parent = nearest(str(parent), [name for name in rows if name != tile])
        if not parent or parent in chain:
            return
        if len(chain) >= EXTENDS:
            self.problems.add("too-many", raw.at("extends"),
                              f"tiles extend each other over at most {EXTENDS} steps")
            return
        self._extend(family, rows, parent, (*chain, tile))
        self._charge_values(len(rows[parent]), raw.at("extends"))
        for key, value in rows[parent].items():
            if key not in raw and key not in ("extends", "count", "was"):
                raw.put(key, value, rows[parent].key_at(key), rows[parent].at(key))
                self.content.inherited.add((family, tile, key))

    def _declared(self, kind: Kind, declared: Any, rows: Map | None) -> None:
        declared = declared if isinstance(declared, Map) else Map(kind.place)
        for name, spec in declared.items():
            type_, default, needed = self._attribute_type(spec, declared.at(name))
            if type_ is None:
                continue
            values, written = [], list[Place | None]()
            self._charge_values(len(kind.items), declared.at(name))
            for item in kind.items:
                row = rows.get(item) if rows is not None else None
                row = row if isinstance(row, Map) else Map(kind.places.get(item, kind.place))
                written.append(row.at(name) if name in row else None)
                if name in row:
                    values.append(self._value(row[name], row.at(name), type_))
                else:
                    if needed and name not in self._slips(row, declared):
                        self.problems.add("missing-attribute", row.place,
                                          f"'{item}' has no '{name}'", f"add '{name}: …'")
                    values.append(default)
            self._attribute(kind, name, type_, values, declared.key_at(name))
            if name in kind.attributes:
                kind.attributes[name].written = written
        # Tiles have no place of their own on a board.
        others = NOT_ATTRIBUTES - {"at"} if kind.tiles else NOT_ATTRIBUTES
        for item, row in (rows.items() if rows is not None else ()):
            for key in (row if isinstance(row, Map) else ()):
                if key not in declared and key not in others:
                    self.problems.add(
                        "unknown-key", row.key_at(key), f"'{key}' is not an attribute of '{item}'",
                        self._no_attribute(kind, item, key, [
                            *declared, *(others if kind.tiles else ())]))

    def _slips(self, row: Map, declared: Map) -> set[str]:
        """Attributes that are there under a name that is nearly theirs."""
        return {nearest(key, declared) for key in row
                if key not in declared and key not in NOT_ATTRIBUTES}

    def _no_attribute(self, kind: Kind, item: str, key: str, known: list[str]) -> str:
        """A way out for a value of an element that nothing declares."""
        if kind.tiles and key in KINDS_OF_ABILITY:
            return f"it stands under 'abilities': abilities: {{NAME: {{{key}: …}}}}"
        if key in WORDY and key not in known:
            return f"names stand in the texts: {kind.name}.{item}: …"
        meant = next((k for k in OTHER_KEYS.get(key, ()) if k in known), "") or nearest(key, known)
        where = "families" if kind.tiles else "kinds"
        return f"did you mean '{meant}'?" if meant else (
            f"declare it in '{where}': {kind.name}: {{attributes: {{{key}: int}}}}")

    def _attribute_type(self, spec: Any, at: Place) -> tuple[Type | None, Any, bool]:
        """The type of an attribute, its default, and whether each element must give it."""
        raw = spec if isinstance(spec, Map) else None
        word = str(raw["type"]) if raw is not None else str(spec)
        type_ = parse_type(word, self.game.kinds)
        if type_ is None:
            self.problems.add("unknown-type", raw.at("type") if raw is not None else at,
                              f"'{word}' is not a type",
                              did_you_mean(word, ["int", "bool", *self.game.kinds]))
            return None, None, False
        if raw is not None and "per" in raw:
            if raw["per"] not in self.game.kinds:
                self.problems.add("unknown-kind", raw.at("per"), f"'{raw['per']}' is not a kind",
                                  did_you_mean(raw["per"], self.game.kinds))
                return None, None, False
            type_ = per(raw["per"], type_)
        if raw is not None and "default" in raw:
            return type_, self._value(raw["default"], raw.at("default"), type_), False
        return type_, self._usual(type_), type_.must_be_said

    def _usual(self, type_: Type) -> Any:
        """What an attribute is where nobody says it."""
        if type_.tag == "map" and type_.item is not None:
            inner = 0 if type_.item == INT else self._usual(type_.item)
            return (inner,) * len(self.game.kinds[type_.kind].items)
        return {"list": (), "bool": False}.get(type_.tag)

    def _value(self, value: Any, at: Place, type_: Type) -> Any:
        """A constant of a type, as a number, or a problem."""
        if type_.tag == "int" and isinstance(value, int) and not isinstance(value, bool):
            return value
        if type_.tag == "bool" and isinstance(value, bool):
            return value
        if type_.optional and (value is None or value == "none"):
            return None
        if type_.tag == "kind" and isinstance(value, str):
            return self._element(value, at, type_.kind)
        if type_.tag == "list" and isinstance(value, Seq) and type_.item is not None:
            self._charge_values(len(value), at)
            return tuple(self._value(v, value.at(i), type_.item) for i, v in enumerate(value))
        if type_.tag == "map" and isinstance(value, Map) and type_.item is not None:
            self._charge_values(len(self.game.kinds[type_.kind].items), at)
            values = list(self._usual(type_))
            for key, n in value.items():
                index = self._element(key, value.key_at(key), type_.kind)
                one = self._value(n, value.at(key), type_.item)
                if values:   # a family may have no tile yet
                    values[index] = one
            if type_.must_be_said:
                self._all_said(value, at, type_)
            return tuple(values)
        each = type_.tag == "map" and self.game.kinds[type_.kind].items
        self.problems.add("wrong-type", at, f"{type_.words} is needed here",
                          f"write {{{each[0]}: …}}" if each else plain_hint(value))
        return () if type_.tag == "list" else 0

    def _all_said(self, value: Map, at: Place, type_: Type) -> None:
        """Of elements of a kind there is none that could stand for one that is not named."""
        items = self.game.kinds[type_.kind].items
        missing = [item for item in items if item not in value]
        if missing and all(key in items for key in value):
            self.problems.add("missing-attribute", at, f"there is no value for '{missing[0]}'",
                              f"add '{missing[0]}: …', or declare it with 'type: {type_.item}?'")

    def _element(self, word: str, at: Place, kind: str) -> int:
        items = self.game.kinds[kind].items
        if word in items:
            return items.index(word)
        self.problems.add("unknown-element", at, f"'{word}' is not a {kind}",
                          did_you_mean(word, items))
        return 0
