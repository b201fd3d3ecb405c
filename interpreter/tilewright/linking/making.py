"""Making kinds, attributes and relations, within limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.language.names import RESERVED
from tilewright.language.types import Type, many, one
from tilewright.model import GAME, Attribute, Game, Kind, Relation

if TYPE_CHECKING:
    from tilewright.merging.content import Content
    from tilewright.problems import Place, Problems
    from tilewright.reading.source import Map


class Making:
    """What all ways to declare things share."""

    def __init__(self, game: Game, content: Content, problems: Problems) -> None:
        self.game = game
        self.content = content
        self.problems = problems
        self.elements = 0
        self.values = 0
        self.placings = 0
        # Each name and plural of a kind: whose it is, and whether it is the plural.
        self.kind_words: dict[str, tuple[str, bool]] = {}
        # What drawings say of the cells of a kind.
        self.rows_of: dict[str, Map] = {}

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
        if plural in self.kind_words:
            other, of_many = self.kind_words[plural]
            what = "is the plural of" if of_many else "is"
            self.problems.add("name-taken", at, f"'{plural}', the plural of '{name}', {what} "
                              f"the kind '{other}' already", "give this kind another 'plural'")
        elif self.kind_words.get(name, ("", False))[1]:
            self.problems.add("name-taken", at, f"'{name}' is the plural of the kind "
                              f"'{self.kind_words[name][0]}' already",
                              f"choose another name for this kind, such as '{name}_kind'")
        return self._put(Kind(name, plural, items, at))

    def _put(self, kind: Kind) -> Kind:
        self.game.kinds[kind.name] = kind
        self.kind_words.setdefault(kind.plural, (kind.name, True))
        self.kind_words.setdefault(kind.name, (kind.name, False))
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

    def _charge_placings(self, count: int, at: Place, way_out: str) -> None:
        """Before runs of cells are looked for: what is found may be little, and took long."""
        self.placings += count
        if self.placings > limits.PLACINGS:
            self.problems.add("too-many", at, "to look for all lines and shapes of grids takes at "
                              f"most {limits.PLACINGS:,} steps, one for each cell of each try",
                              way_out)
            self.problems.stop_if_any()

    def _reserved(self, kind: Kind) -> None:
        for item in kind.items:
            if item in RESERVED:
                self.problems.add("name-taken", kind.places.get(item, kind.place),
                                  f"'{item}' already means something",
                                  "choose another name for this element")

    def _add_relation(self, relation: Relation) -> None:
        self.game.relations[relation.source, relation.name] = relation
        source = self.game.kinds[relation.source]
        ends: list[list[int]] = [[] for _ in source.items]
        for a, b in relation.links:
            ends[a].append(b)
        self._attribute(source, relation.name, many(one(relation.target)), ends, relation.place)

    # -- attributes ---------------------------------------------------------------------------

    def _attribute(self, kind: Kind, name: str, type_: Type, values: list[Any], at: Place) -> None:
        if name in kind.attributes or (kind.name, name) in self.game.fields:
            self.problems.add("name-taken", at, f"a {kind.name} already has '{name}'",
                              "choose another name")
            return
        fixed = [tuple(v) if isinstance(v, list) else v for v in values]
        kind.attributes[name] = Attribute(name, type_, fixed, at)
