"""The sections of all files of a pack, put together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import TABLES
from tilewright.reading.pruning import LeftOut
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.packs.art import Picture
    from tilewright.problems import Place, Problems

VOCABULARY = ("queries", "events", "verbs", "conditions", "amounts")


@dataclass(slots=True)
class Content:
    """What a game is made of, section by section, whatever files it stands in."""

    manifest: Map
    sections: dict[str, Map] = field(default_factory=dict)
    single: dict[str, tuple[Any, Place]] = field(default_factory=dict)
    tiles: list[tuple[str, Map]] = field(default_factory=list)
    texts: dict[str, Map] = field(default_factory=dict)
    keys_at: dict[str, Place] = field(default_factory=dict)
    earlier: frozenset[str] = frozenset()
    renamed: dict[tuple[str, ...], str] = field(default_factory=dict)
    # What tiles took over from the tiles that they extend: family, tile and key.
    inherited: set[tuple[str, ...]] = field(default_factory=set)
    family_at: dict[str, Place] = field(default_factory=dict)
    # What could not be read.
    left: LeftOut = field(default_factory=LeftOut)
    # The pictures of all packs; nobody knows them where a game comes out of a record.
    art: dict[str, Picture] | None = None
    # The ids of the packs that change the game.
    variants: tuple[str, ...] = ()

    def section(self, name: str) -> Map:
        return self.sections.get(name) or Map(self.manifest.place)

    def each(self, name: str) -> Iterator[tuple[str, Any, Place, Place]]:
        """Name, value, place of the name and place of the value, for each entry of a section."""
        section = self.section(name)
        for key, value in section.items():
            yield key, value, section.key_at(key), section.at(key)

    def add(self, data: Map, problems: Problems) -> None:
        """Put the sections of one rules or board file in."""
        for key, value in data.items():
            if key == "vocabulary" and isinstance(value, Map):
                self.add(value, problems)
            elif key in TABLES and isinstance(value, Map):
                self._merge(key, value, problems)
            elif key in self.single:
                problems.add("section-twice", data.key_at(key),
                             f"'{key}' stands in {self.single[key][1].file} already",
                             "keep it in one file")
            else:
                self.single[key] = (value, data.at(key))

    def add_tiles(self, data: Map, problems: Problems) -> None:
        """The tiles of one file; those of a family are kept together."""
        family, rows = str(data["family"]), data["tiles"]
        self.family_at.setdefault(family, data.at("family"))
        known = next((r for name, r in self.tiles if name == family), None)
        if known is None:
            self.tiles.append((family, rows))
            return
        for tile in rows:
            _put_once(known, rows, tile, problems)

    def is_of_earlier(self, file: str) -> bool:
        """Whether a file belongs to a pack that the last one changes."""
        return file in self.earlier

    def root(self) -> Map:
        """All that an address can begin with, as one mapping."""
        top = self.manifest.place
        root, tiles, texts = Map(top), Map(top), Map(top)
        for name, section in self.sections.items():
            root.put(name, section, section.place, section.place)
        for name, (value, place) in self.single.items():
            root.put(name, value, place, place)
        for family, rows in self.tiles:
            tiles.put(family, rows, rows.place, rows.place)
        for language, words in self.texts.items():
            texts.put(language, words, words.place, words.place)
        root.put("tiles", tiles, top, top)
        root.put("texts", texts, top, top)
        return root

    def take(self, root: Map) -> None:
        """The sections of such a mapping, instead of those that there were."""
        self.sections, self.single = {}, {}
        for name, value in root.items():
            if name in TABLES and isinstance(value, Map):
                self.sections[name] = value
            elif name not in ("tiles", "texts"):
                self.single[name] = (value, root.at(name))
                self.keys_at[name] = root.key_at(name)
        self.tiles = list(_maps(root.get("tiles")).items())
        self.texts = _maps(root.get("texts"))

    def as_rules(self) -> Map:
        """All sections in the form of one rules file."""
        whole, words = Map(self.manifest.place), Map(self.manifest.place)
        for name, section in self.sections.items():
            target = words if name in VOCABULARY else whole
            target.put(name, section, section.place, section.place)
        for name, (value, place) in self.single.items():
            target = words if name in VOCABULARY else whole
            target.put(name, value, self.keys_at.get(name, place), place)
        if words:
            whole.put("vocabulary", words, words.place, words.place)
        return whole

    def keep_only(self, rules: Map) -> bool:
        """Of all sections those that are left in a rules file made of them; true if some are not.
        """
        there = {*rules, *rules.get("vocabulary", ())}
        gone = [(holder, name) for holder in (self.sections, self.single)
                for name in holder if name not in there]
        for holder, name in gone:
            holder.pop(name)
        return bool(gone)

    def _merge(self, name: str, value: Map, problems: Problems) -> None:
        target = self.sections.setdefault(name, Map(value.place))
        for key, inner in value.items():
            if key in target and name == "state":
                for part in inner:
                    _put_once(target[key], inner, part, problems)
            else:
                _put_once(target, value, key, problems)


def _maps(given: Any) -> dict[str, Map]:
    """The mappings in a mapping; what is something else is no table of tiles or texts."""
    return {k: v for k, v in given.items() if isinstance(v, Map)} if isinstance(given, Map) else {}


def _put_once(target: Map, source: Map, key: str, problems: Problems) -> None:
    """Take an entry over from another file, unless the name is taken."""
    if key not in target:
        target.put(key, source[key], source.key_at(key), source.at(key))
        return
    first = target.key_at(key)
    problems.add("defined-twice", source.key_at(key),
                 f"'{key}' is already defined in {first.file}, line {first.line}",
                 "rename or remove one of them")
