"""Migrations: a pack of an older language, or with ids that have changed, is rewritten.

A migration is a list of edits, each a word at a place, so that comments, order and quotes stay.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.loading.addresses import joined, split
from tilewright.loading.packs import LANGUAGE, Pack, language_of
from tilewright.loading.renames import newest, text_key
from tilewright.loading.rewriting import replaced
from tilewright.loading.source import Map, Seq

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.loading.addresses import Path
    from tilewright.problems import Place


@dataclass(frozen=True, slots=True)
class Edit:
    """Another word at a place, and why."""

    place: Place
    old: str
    new: str
    why: str


def edits(pack: Pack, renamed: dict[Path, str]) -> list[Edit]:
    """All that a pack needs to be of today."""
    found: list[Edit] = []
    written_in = language_of(pack.manifest) or LANGUAGE
    for version in range(written_in, LANGUAGE):
        found += STEPS[version](pack)
    if written_in < LANGUAGE:
        place = pack.manifest.at("language")
        found.append(Edit(place, str(pack.manifest["language"]), str(LANGUAGE),
                          "the version of the rule language"))
    return found + list(_renames(pack, renamed))


def rewritten(pack: Pack, found: list[Edit]) -> dict[str, str]:
    """The new texts of the files that change, by the name of the file."""
    by_file: dict[str, list[Edit]] = defaultdict(list)
    for edit in found:
        by_file[edit.place.file].append(edit)
    made = {}
    for name, those in by_file.items():
        text = "\n".join(pack.sources[name].lines)
        # From the end, so that the places of earlier edits stay true.
        for edit in sorted(those, key=lambda e: e.place, reverse=True):
            text = replaced(text, edit.place, edit.old, edit.new)
        made[name] = text
    return made


# -- from one language to the next ----------------------------------------------------------------


def _to_2(pack: Pack) -> list[Edit]:
    """`set` wrote mappings and lists whole; in language 2 that is `replace`."""
    found = []
    for source in pack.files.get("overlays", ()):
        given: Any = source.data.get("set")
        if isinstance(given, Map) and any(isinstance(v, (Map, Seq)) for v in given.values()):
            found.append(Edit(source.data.key_at("set"), "set", "replace",
                              "a mapping or a list is written whole with 'replace'"))
    return found


STEPS: dict[int, Callable[[Pack], list[Edit]]] = {1: _to_2}


# -- ids that have changed ------------------------------------------------------------------------


def _renames(pack: Pack, renamed: dict[Path, str]) -> Iterator[Edit]:
    if not renamed:
        return
    for source in pack.files.get("overlays", ()):
        for given in source.data.values():
            yield from _paths(given, renamed)
    for source in pack.files.get("tiles", ()):
        yield from _parents(source.data, renamed)
    for source in pack.texts.values():
        for key in source.data:
            now = text_key(key, renamed)
            if now != key:
                yield Edit(source.data.key_at(key), key, now, "an id has changed")


def _paths(given: Any, renamed: dict[Path, str]) -> Iterator[Edit]:
    for index, path in enumerate(given):
        now = _now(str(path), renamed)
        if now != path:
            place = given.at(index) if isinstance(given, Seq) else given.key_at(path)
            yield Edit(place, str(path), now, "an id has changed")


def _now(path: str, renamed: dict[Path, str]) -> str:
    taken: Path = ()
    for step in split(path):
        taken = (*taken, newest((*taken, step), renamed))
    return joined(taken) if taken != split(path) else path


def _parents(data: Map, renamed: dict[Path, str]) -> Iterator[Edit]:
    for tile in data["tiles"].values():
        parent = tile.get("extends") if isinstance(tile, Map) else None
        if isinstance(parent, str):
            now = newest(("tiles", str(data["family"]), parent), renamed)
            if now != parent:
                yield Edit(tile.at("extends"), parent, now, "an id has changed")
