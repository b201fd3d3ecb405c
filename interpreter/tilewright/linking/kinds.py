"""Kinds and their elements: players, resources, tiles, grids, sites, relations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language.names import RESERVED
from tilewright.language.types import INT, Type, many, one, parse_type, per
from tilewright.loading.source import Map, Seq
from tilewright.model import GAME, PLAYER, Attribute, Game, Grid, Kind, Relation
from tilewright.problems import Place, Problems, did_you_mean

if TYPE_CHECKING:
    from tilewright.linking.content import Content

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EXTENDS = 8
MOST_COORDINATE = 60
NOT_ATTRIBUTES = {"abilities", "count", "source", "extends", "was", "at"}


class Kinds:
    """Makes all kinds first, then fills in attributes, which may refer to any kind."""

    def __init__(self, game: Game, content: Content, problems: Problems) -> None:
        self.game = game
        self.content = content
        self.problems = problems
        self.elements = 0
        self.values = 0

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
        for name, raw, at, _ in self.content.each("relations"):
            self._relation(name, raw, at)

    # -- making kinds -------------------------------------------------------------------------

    def add(self, name: str, items: list[str], at: Place, plural: str = "") -> Kind | None:
        if name in self.game.kinds or name in RESERVED or name == GAME:
            self.problems.add("name-taken", at, f"'{name}' already means something",
                              "choose another name for this kind")
            return None
        self._charge(len(items), at)
        if len(items) > limits.ELEMENTS:
            self.problems.add("too-many", at, f"a kind has at most {limits.ELEMENTS:,} elements")
            return None
        plural = plural or f"{name}s"
        for other in self.game.kinds.values():
            if plural in (other.plural, other.name):
                self.problems.add("name-taken", at, f"the plural '{plural}' is taken",
                                  "give this kind another 'plural'")
        kind = Kind(name, plural, items, at)
        self.game.kinds[name] = kind
        return kind

    def _charge(self, count: int, at: Place) -> None:
        """Stop at once when there is too much work in all kinds together."""
        self.elements += count
        if self.elements > limits.ALL_ELEMENTS:
            self.problems.add("too-many", at, "all kinds together have at most "
                              f"{limits.ALL_ELEMENTS:,} elements")
            self.problems.stop_if_any()

    def _charge_values(self, count: int, at: Place) -> None:
        self.values += count
        if self.values > limits.ALL_VALUES:
            self.problems.add("too-many", at, "all elements together have at most "
                              f"{limits.ALL_VALUES:,} values")
            self.problems.stop_if_any()

    def _reserved(self, kind: Kind) -> None:
        for item in kind.items:
            if item in RESERVED:
                self.problems.add("name-taken", kind.places.get(item, kind.place),
                                  f"'{item}' already means something",
                                  "choose another name for this element")

    def _players(self) -> None:
        raw, at = self.content.single.get("players", (Map(self.game.place), self.game.place))
        self.game.least, self.game.most = raw.get("min", 2), raw.get("max", 2)
        if self.game.least > self.game.most:
            self.problems.add("player-range", raw.at("min"),
                              "'min' is more than 'max'", "swap them")
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
        kind = Kind(PLAYER, "players", items, at)
        self.game.kinds[PLAYER] = kind
        return kind

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
            counts = {int(k): v for k, v in count.items() if k.isdigit()}
            count = max(counts.values(), default=0)
        return [f"{name}_{i + 1}" for i in range(min(count, limits.ELEMENTS + 1))], {}, counts

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
        if not items:
            self.problems.add("empty-family", at, f"there is no tile of the family '{name}'",
                              "add a tile file with this 'family'")

    # -- grids --------------------------------------------------------------------------------

    def _grid(self, name: str, raw: Map, at: Place) -> None:
        columns, rows = raw["columns"], raw["rows"]
        if columns * rows > limits.ELEMENTS or columns > len(LETTERS):
            self.problems.add("too-many", at, "a grid has at most 26 columns and "
                              f"{limits.ELEMENTS:,} cells")
            return
        cells = [f"{LETTERS[c]}{r + 1}" for r in range(rows) for c in range(columns)]
        kind = self.add(name, cells, at, raw.get("plural", ""))
        if kind is None:
            return
        grid = Grid(name, columns, rows, raw.get("first_row", "bottom") == "bottom")
        self.game.grids[name] = grid
        self._attribute(kind, "column", INT, [i % columns + 1 for i in range(len(cells))], at)
        self._attribute(kind, "row", INT, [i // columns + 1 for i in range(len(cells))], at)
        for relation, steps in GRID_STEPS.items():
            self._grid_relation(kind, grid, relation, steps, at)
        lines = raw.get("lines", {})
        for line, shape in lines.items():
            self._lines(kind, grid, line, shape, lines.key_at(line))
        shapes = raw.get("shapes", {})
        for shape_name, shape in shapes.items():
            self._shape(kind, grid, shape_name, shape, shapes.key_at(shape_name))

    def _grid_relation(self, kind: Kind, grid: Grid, name: str, steps: list[tuple[int, int]],
                       at: Place) -> None:
        links = []
        for here in range(len(kind.items)):
            for dc, dr in steps:
                there = _step(grid, here, dc, dr)
                if there is not None:
                    links.append((here, there))
        self._add_relation(Relation(name, kind.name, kind.name, sorted(links), at))

    def _lines(self, kind: Kind, grid: Grid, name: str, shape: Map, at: Place) -> None:
        """Straight runs of cells, as a kind of their own."""
        length = shape.get("length")
        found: list[list[int]] = []
        names: list[str] = []
        for direction in shape.get("directions", ["row", "column", "diagonal"]):
            for run in _runs(grid, direction, length):
                found.append(run)
                names.append(f"{name}_{len(found)}")
        made = self.add(name, names, at, shape.get("plural", ""))
        if made is None:
            return
        if not found:
            self.problems.add("no-lines", at, "the grid is too small for such a line")
        self._attribute(made, kind.plural, many(one(kind.name)), found, at)
        through: list[list[int]] = [[] for _ in kind.items]
        for index, run in enumerate(found):
            for cell in run:
                through[cell].append(index)
        self._attribute(kind, made.plural, many(one(name)), through, at)
        self._values(made, shape)

    def _values(self, made: Kind, shape: Map) -> None:
        values = shape.get("values", Map(made.place))
        for key, given in values.items():
            if len(given) != len(made.items):
                self.problems.add("wrong-count", values.at(key),
                                  f"there are {len(made.items)} of these, and {len(given)} values")
            else:
                self._attribute(made, key, INT, list(given), values.key_at(key))

    def _shape(self, kind: Kind, grid: Grid, name: str, shape: Map, at: Place) -> None:
        """All ways to put a shape on a grid; the order of cells tells which half is where."""
        cells = [(c[0], c[1]) for c in shape["cells"]]
        ways = [cells]
        if shape.get("turns", False):
            for _ in range(3):
                ways.append([(-r, c) for c, r in ways[-1]])
        found: list[list[int]] = []
        seen: set[tuple[int, ...]] = set()
        for way in ways if len(set(cells)) == len(cells) <= len(kind.items) else ():
            for here in range(len(kind.items)):
                spot = _spot(grid, here, way)
                if spot and tuple(spot) not in seen:
                    seen.add(tuple(spot))
                    found.append(spot)
        if not found:
            self.problems.add("no-lines", shape.at("cells"), "no such shape fits on the grid",
                              "give each cell once, as [column, row] from [0, 0]")
        made = self.add(name, [f"{name}_" + "_".join(kind.items[c] for c in run)
                               for run in found], at, shape.get("plural", ""))
        if made:
            self._attribute(made, kind.plural, many(one(kind.name)), found, at)

    # -- relations ----------------------------------------------------------------------------

    def _relation(self, name: str, raw: Map, at: Place) -> None:
        kinds = [raw["from"], raw["to"]]
        for key in ("from", "to"):
            if raw[key] not in self.game.kinds:
                self.problems.add("unknown-kind", raw.at(key), f"'{raw[key]}' is not a kind",
                                  did_you_mean(raw[key], self.game.kinds))
                return
        source, target = self.game.kinds[kinds[0]], self.game.kinds[kinds[1]]
        if len(raw["links"]) > limits.RELATION_LINKS:
            self.problems.add("too-many", raw.at("links"),
                              f"a relation has at most {limits.RELATION_LINKS:,} links")
            return
        links: set[tuple[int, int]] = set()
        for index, pair in enumerate(raw["links"]):
            ends = [self._site(kind, pair, i) for i, kind in enumerate((source, target))]
            a, b = ends
            if a is None or b is None:
                continue
            if (a, b) in links or (a == b and source is target):
                self.problems.add("link-twice", raw["links"].at(index),
                                  "this link is given twice or leads to itself", "remove it")
            links.add((a, b))
        both_ways = raw.get("both_ways", source is target)
        if source is target and both_ways:
            links |= {(b, a) for a, b in links}
        self._add_relation(Relation(name, source.name, target.name, sorted(links), at))
        if source is not target:
            back = raw.get("back", name)
            self._add_relation(Relation(back, target.name, source.name,
                                        sorted((b, a) for a, b in links), at))

    def _site(self, kind: Kind, pair: Seq, index: int) -> int | None:
        if pair[index] in kind.items:
            return kind.items.index(pair[index])
        self.problems.add("unknown-element", pair.at(index),
                          f"'{pair[index]}' is not a {kind.name}",
                          did_you_mean(str(pair[index]), kind.items))
        return None

    def _add_relation(self, relation: Relation) -> None:
        self.game.relations[relation.source, relation.name] = relation
        source = self.game.kinds[relation.source]
        ends: list[list[int]] = [[] for _ in source.items]
        for a, b in relation.links:
            ends[a].append(b)
        self._attribute(source, relation.name, many(one(relation.target)), ends, relation.place)

    # -- attributes ---------------------------------------------------------------------------

    def _attribute(self, kind: Kind, name: str, type_: Type, values: list[Any], at: Place) -> None:
        if name in kind.attributes:
            self.problems.add("name-taken", at, f"a {kind.name} already has '{name}'",
                              "choose another name")
            return
        fixed = [tuple(v) if isinstance(v, list) else v for v in values]
        kind.attributes[name] = Attribute(name, type_, fixed, at)

    def _fill_attributes(self) -> None:
        for section in ("kinds", "sites"):
            for name, raw, _, _ in self.content.each(section):
                if isinstance(raw, Map) and name in self.game.kinds:
                    items = raw.get("items")
                    rows = items if isinstance(items, Map) else None
                    self._declared(self.game.kinds[name], raw.get("attributes"), rows)
                    self._coordinates(self.game.kinds[name], rows)
        for name, raw, _, _ in self.content.each("families"):
            if name in self.game.kinds:
                self._declared(self.game.kinds[name], raw.get("attributes"), self._rows(name))

    def _coordinates(self, kind: Kind, rows: Map | None) -> None:
        """Where elements are drawn: `at: [column, line]`."""
        found: dict[int, tuple[int, int]] = {}
        for item, row in (rows or {}).items():
            if not isinstance(row, Map) or "at" not in row:
                continue
            at = row["at"]
            fits = isinstance(at, Seq) and len(at) == 2 and all(
                type(n) is int and 0 <= n < MOST_COORDINATE for n in at)
            if fits:
                found[kind.items.index(item)] = (at[0], at[1])
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
            self._extend(rows, tile, ())
        return rows

    def _extend(self, rows: Map, tile: str, chain: tuple[str, ...]) -> None:
        """Copy what a tile does not say itself from the tile that it extends."""
        raw = rows[tile]
        parent = raw.get("extends")
        if parent is None or raw.get("extends") == "":
            return
        if parent in chain or parent == tile:
            self.problems.add("extends-cycle", raw.at("extends"),
                              f"'{tile}' extends itself: {' -> '.join([*chain, tile, parent])}")
            return
        if parent not in rows:
            self.problems.add("unknown-element", raw.at("extends"), f"there is no tile '{parent}'",
                              did_you_mean(str(parent), rows))
            return
        if len(chain) >= EXTENDS:
            self.problems.add("too-many", raw.at("extends"),
                              f"tiles extend each other over at most {EXTENDS} steps")
            return
        self._extend(rows, parent, (*chain, tile))
        self._charge_values(len(rows[parent]), raw.at("extends"))
        for key, value in rows[parent].items():
            if key not in raw and key not in ("extends", "count", "was"):
                raw.put(key, value, rows[parent].key_at(key), rows[parent].at(key))

    def _declared(self, kind: Kind, declared: Any, rows: Map | None) -> None:
        declared = declared if isinstance(declared, Map) else Map(kind.place)
        for name, spec in declared.items():
            type_, default, needed = self._attribute_type(spec, declared.at(name))
            if type_ is None:
                continue
            values = []
            self._charge_values(len(kind.items), declared.at(name))
            for item in kind.items:
                row = rows.get(item) if rows is not None else None
                row = row if isinstance(row, Map) else Map(kind.places.get(item, kind.place))
                if name in row:
                    values.append(self._value(row[name], row.at(name), type_))
                else:
                    if needed:
                        self.problems.add("missing-attribute", row.place,
                                          f"'{item}' has no '{name}'", f"add '{name}: …'")
                    values.append(default)
            self._attribute(kind, name, type_, values, declared.key_at(name))
        for item, row in (rows.items() if rows is not None else ()):
            for key in (row if isinstance(row, Map) else ()):
                if key not in declared and key not in NOT_ATTRIBUTES:
                    self.problems.add(
                        "unknown-key", row.key_at(key), f"'{key}' is not an attribute of '{item}'",
                        did_you_mean(key, [*declared, *(NOT_ATTRIBUTES if kind.tiles else ())]))

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
            size = len(self.game.kinds[raw["per"]].items)
            return per(raw["per"], type_), (0,) * size, False
        if raw is not None and "default" in raw:
            return type_, self._value(raw["default"], raw.at("default"), type_), False
        if type_.tag == "list":
            return type_, (), False
        if type_.tag == "bool":
            return type_, False, False
        return type_, None, not type_.optional

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
            items = self.game.kinds[type_.kind].items
            numbers = [0] * len(items)
            for key, n in value.items():
                index = self._element(key, value.key_at(key), type_.kind)
                if index >= 0:
                    numbers[index] = self._value(n, value.at(key), type_.item)
            return tuple(numbers)
        self.problems.add("wrong-type", at, f"{type_.words} is needed here")
        return () if type_.tag == "list" else 0

    def _element(self, word: str, at: Place, kind: str) -> int:
        items = self.game.kinds[kind].items
        if word in items:
            return items.index(word)
        self.problems.add("unknown-element", at, f"'{word}' is not a {kind}",
                          did_you_mean(word, items))
        return 0


GRID_STEPS: dict[str, list[tuple[int, int]]] = {
    "beside": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "around": [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)],
}
DIRECTIONS = {"row": [(1, 0)], "column": [(0, 1)], "diagonal": [(1, 1), (1, -1)]}


def _step(grid: Grid, here: int, columns: int, rows: int) -> int | None:
    column, row = here % grid.columns + columns, here // grid.columns + rows
    if 0 <= column < grid.columns and 0 <= row < grid.rows:
        return row * grid.columns + column
    return None


def _spot(grid: Grid, here: int, way: list[tuple[int, int]]) -> list[int]:
    """The cells of a shape that is put at a place; none if it does not fit there."""
    spot = []
    for columns, rows in way:
        there = _step(grid, here, columns, rows)
        if there is None:
            return []
        spot.append(there)
    return spot


def _runs(grid: Grid, direction: str, length: int | None) -> list[list[int]]:
    """The straight runs of one direction: of a length, or as long as the grid allows."""
    found = []
    for dc, dr in DIRECTIONS[direction]:
        for start in range(grid.columns * grid.rows):
            if length is None:
                if _step(grid, start, -dc, -dr) is not None:
                    continue
                run, here = [], start
                while True:
                    run.append(here)
                    there = _step(grid, here, dc, dr)
                    if there is None:
                        break
                    here = there
                found.append(run)
                continue
            if length > max(grid.columns, grid.rows):
                continue
            spots = [_step(grid, start, dc * i, dr * i) for i in range(length)]
            kept = [s for s in spots if s is not None]
            if len(kept) == length:
                found.append(kept)
    return found
