"""Migrations: a pack of an older language, or with ids that have changed, is rewritten.

A migration is a list of edits, each a word at a place, so that comments, order and quotes stay.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import joined, split
from tilewright.merging.renames import text_key, text_keys
from tilewright.migrating.rewriting import replaced
from tilewright.packs.pack import LANGUAGE, Pack, language_of
from tilewright.problems import Problems, UsageError
from tilewright.reading.files import read_bytes, read_text
from tilewright.reading.source import Map, Seq, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path as FilePath

    from tilewright.merging.addresses import Path
    from tilewright.problems import Place


# What some editors put at the beginning of a file; places do not count it.
MARK = "\ufeff"
QUOTES = "quotes-needed"


@dataclass(frozen=True, slots=True)
class Edit:
    """Another word at a place, and why."""

    place: Place
    old: str
    new: str
    why: str


def edits(pack: Pack, renamed: dict[Path, str], whole: Collection[Place] = ()) -> list[Edit]:
    """All that a pack needs to be of today; `whole` are places where it set something whole."""
    found: list[Edit] = []
    written_in = language_of(pack.manifest) or LANGUAGE
    for version in range(written_in, LANGUAGE):
        found += STEPS[version](pack, whole)
    if written_in < LANGUAGE:
        given = pack.manifest["language"]
        # A range stays one, in a form that needs no quotes.
        new = f"=={LANGUAGE}.*" if isinstance(given, str) else str(LANGUAGE)
        found.append(Edit(pack.manifest.at("language"), str(given), new,
                          "the version of the rule language"))
    return found + list(_renames(pack, renamed))


def rewritten(pack: Pack, found: list[Edit]) -> dict[str, tuple[str, str]]:
    """The files that change: by the name of each its text before and after."""
    by_file: dict[str, list[Edit]] = defaultdict(list)
    for edit in found:
        by_file[edit.place.file].append(edit)
    made = {}
    for name, those in sorted(by_file.items()):
        raw = read_bytes(path_of(pack, name)).decode("utf-8")
        text = raw.removeprefix(MARK)
        # From the end, so that the places of earlier edits stay true.
        for edit in sorted(those, key=lambda e: e.place, reverse=True):
            text = _with(text, edit)
        made[name] = raw, MARK + text if raw.startswith(MARK) else text
    return made


def _with(text: str, edit: Edit) -> str:
    made = replaced(text, edit.place, edit.old, edit.new)
    if made is None:
        raise UsageError(f"{edit.place}: '{edit.old}' is written in an unusual way; write "
                         f"'{edit.new}' there by hand, then migrate again")
    return made


def path_of(pack: Pack, name: str) -> FilePath:
    """Where a file of a pack is, by the name that it is shown with."""
    return pack.folder / name.removeprefix(f"{pack.shown}/")


# -- from one language to the next ----------------------------------------------------------------


def _to_2(pack: Pack, whole: Collection[Place]) -> list[Edit]:
    """`set` wrote mappings and lists whole; in language 2 that is `replace`."""
    found = []
    for source in pack.files.get("overlays", ()):
        given: Any = source.data.get("set")
        if not isinstance(given, Map) or not any(
                isinstance(v, (Map, Seq)) or given.key_at(k) in whole for k, v in given.items()):
            continue
        at = source.data.key_at("set")
        if "replace" in source.data:
            raise UsageError(f"{at}: 'set' writes mappings or lists whole, and there is a "
                             "'replace' too; put the entries of both under 'replace' by hand")
        found.append(Edit(at, "set", "replace", "a mapping or a list is written whole with "
                                                "'replace'"))
    return found + list(_ends_of_rounds(pack))


def _ends_of_rounds(pack: Pack) -> Iterator[Edit]:
    """The end of a round was before what stands under `after`; in language 2 that is `turns`."""
    files = [source.data for source in pack.files.get("rules", ())]
    if not any("after" in _map(_map(data, "flow"), "round") for data in files):
        return
    for data in files:
        ends = _map(data, "ends")
        for name in ends:
            for key in ("check", "finish"):
                if _map(ends, name).get(key) == "round":
                    yield Edit(ends[name].at(key), "round", "turns", "the end is looked at before "
                               "'after'; with 'round' that would be after it")


def _map(data: Any, key: str) -> Map:
    """A mapping under a key, empty where there is none."""
    found = data.get(key) if isinstance(data, Map) else None
    return found if isinstance(found, Map) else Map(data.place)


STEPS: dict[int, Callable[[Pack, Collection[Place]], list[Edit]]] = {1: _to_2}


# -- what only some programs read -----------------------------------------------------------------


def quoted(pack: Pack) -> Iterator[Edit]:
    """Plain text in brackets that other programs read differently, in quotes."""
    for name in sorted({pack.manifest.place.file} | pack.named):
        found = Problems()
        text = read_text(path_of(pack, name), name, found)
        if text is None:
            continue
        lines = parse(text, name, found).lines
        for at in (p.place for p in found if p.code == QUOTES):
            line = lines[at.line - 1]
            plain = line[at.col - 1:at.end - 1]
            # A mark right before it says that it is a key, which quotes must not hide.
            marks = line[:at.col - 1].endswith("?")
            if not (marks or "?" in plain or plain == "-") or line[at.end - 1:at.end].isalnum():
                raise UsageError(f"{at}: this text is written in several lines; put quotes around "
                                 "it by hand, then migrate again")
            yield Edit(at._replace(col=at.col - marks), "?" * marks + plain, _in_quotes(plain),
                       "not every program reads it without quotes")


def _in_quotes(text: str) -> str:
    """Text in the quotes that its signs allow."""
    if {'"', "\\"} & {*text}:
        text = text.replace("'", "''")
        return f"'{text}'"
    return f'"{text}"'


# -- ids that have changed ------------------------------------------------------------------------


def _renames(pack: Pack, renamed: dict[Path, str]) -> Iterator[Edit]:
    if not renamed:
        return
    today = text_keys(renamed)
    for source in pack.files.get("overlays", ()):
        for given in source.data.values():
            yield from _paths(given, renamed, today)
    for source in pack.files.get("tiles", ()):
        family = ("tiles", str(source.data["family"]))
        yield from _parents(family, source.data, "tiles", renamed)
    for source in pack.texts.values():
        for key in source.data:
            yield from _changed(source.data.key_at(key), key, text_key(key, today))


def _changed(place: Place, old: str, new: str) -> Iterator[Edit]:
    if new != old:
        yield Edit(place, old, new, "an id has changed")


def _paths(given: Any, renamed: dict[Path, str], today: dict[str, str]) -> Iterator[Edit]:
    """The paths of one operation, and the parents of tiles that it brings."""
    for index, path in enumerate(given):
        place = given.at(index) if isinstance(given, Seq) else given.key_at(path)
        yield from _changed(place, str(path), _now(str(path), renamed, today))
        if isinstance(given, Map):
            yield from _parents(split(path), given, path, renamed)


def _now(path: str, renamed: dict[Path, str], today: dict[str, str]) -> str:
    taken: Path = ()
    for step in split(path):
        new = text_key(step, today) if taken[:1] == ("texts",) else renamed.get((*taken, step))
        taken = (*taken, new or step)
    return joined(taken) if taken != split(path) else path


def _parents(path: Path, holder: Map, key: str, renamed: dict[Path, str]) -> Iterator[Edit]:
    """What tiles extend, at a path or below it."""
    value = holder[key]
    if path[0] != "tiles" or len(path) > 4:
        return
    if isinstance(value, Map):
        for inner in value:
            yield from _parents((*path, inner), value, inner, renamed)
    elif path[3:] == ("extends",) and isinstance(value, str):
        new = renamed.get(("tiles", path[1], value), value)
        yield from _changed(holder.at(key), value, new)
