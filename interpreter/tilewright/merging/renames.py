"""Ids that were others before: `was` in a manifest or on a tile.

Packs that still use the old id go on working: in paths of overlays, in `extends`, and in the keys
of texts. `tilewright migrate` writes the new id into them.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import Path, split
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tilewright.packs.pack import Pack
    from tilewright.problems import Place, Problems

# The first words of the keys of texts about the things of a section.
KEYS = {"actions": ("action", "move", "ask"), "procedures": ("move", "ask", "pass"),
        "options": ("option",), "ends": ("end",), "scoring": ("score",)}


def now_called(packs: Iterable[Pack]) -> dict[Path, str]:
    """The path of each old id, and what it is called now, after any number of renames.

    An id that is in use again is itself, whatever else was called so once.
    """
    packs = list(packs)
    renamed = dict(_declared(packs))
    if not renamed:
        return {}
    there = _in_use(packs)
    once = {path: new for path, new in renamed.items() if path not in there}
    places: dict[Path, dict[str, str]] = {}
    for path, new in once.items():
        places.setdefault(path[:-1], {})[path[-1]] = new
    today = {where: _ends(there) for where, there in places.items()}
    return {path: today[path[:-1]][path[-1]] for path in once}


def _ends(renamed: dict[str, str]) -> dict[str, str]:
    """For each old id of a place what `newest_id` gives, each step of a chain gone once."""
    ends: dict[str, str] = {}
    for word in renamed:
        chain: dict[str, int] = {}
        here = word
        while here in renamed and here not in ends and here not in chain:
            chain[here] = len(chain)
            here = renamed[here]
        steps = list(chain)
        circle = steps[chain[here]:] if here in chain else []
        ends |= {step: circle[index - 1] for index, step in enumerate(circle)}
        ends |= dict.fromkeys(steps[:len(steps) - len(circle)], ends.get(here, here))
    return ends


def _declared(packs: list[Pack]) -> Iterator[tuple[Path, str]]:
    for pack in packs:
        given: Any = pack.manifest.get("was")
        for path, old in (given.items() if isinstance(given, Map) else ()):
            *where, new = split(path)
            yield (*where, str(old)), new
        for source in pack.files.get("tiles", ()):
            for tile, raw in source.data["tiles"].items():
                if isinstance(raw, Map) and "was" in raw:
                    yield ("tiles", str(source.data["family"]), str(raw["was"])), tile


def never_renamed(packs: Iterable[Pack], problems: Problems) -> None:
    """Tell an id that is said to have been itself before."""
    for pack in packs:
        for source in pack.files.get("tiles", ()):
            for tile, raw in source.data["tiles"].items():
                if isinstance(raw, Map) and raw.get("was") == tile:
                    _tell_same(tile, raw.at("was"), problems)
        for key in ("was", "fallback"):
            given: Any = pack.manifest.get(key)
            for path, other in (given.items() if isinstance(given, Map) else ()):
                if split(path)[-1] == str(other):
                    _tell_same(str(other), given.at(path), problems)


def _tell_same(name: str, at: Place, problems: Problems) -> None:
    problems.add("renamed-nowhere", at, f"'{name}' is its id now",
                 "write another id, or remove this")


def _in_use(packs: list[Pack]) -> set[Path]:
    """The paths of what files define and no overlay takes away."""
    there: set[Path] = set()
    for pack in packs:
        for source in (*pack.files.get("rules", ()), *pack.files.get("boards", ())):
            there.update(_defined((), source.data))
        for source in pack.files.get("tiles", ()):
            there |= {("tiles", str(source.data["family"]), t) for t in source.data["tiles"]}
        for source in pack.files.get("overlays", ()):
            there -= {split(str(path)) for path in source.data.get("remove", ())}
    return there


def _defined(above: Path, value: Any) -> Iterator[Path]:
    """What stands in a rules file, as deep as names go."""
    for name in value if isinstance(value, (dict, list)) else ():
        if isinstance(name, str):
            path = () if name == "vocabulary" and not above else (*above, name)
            yield path
            if isinstance(value, dict):
                yield from _defined(path, value[name])


def newest_id(word: str, renamed: dict[str, str]) -> str:
    """What an id of an old record is called now, after any number of renames."""
    seen = {word}
    while word in renamed and renamed[word] not in seen:
        word = renamed[word]
        seen.add(word)
    return word


def text_keys(renamed: dict[Path, str]) -> dict[str, str]:
    """With what the keys of texts about renamed things began, and with what they begin today."""
    found: dict[str, str] = {}
    for path, new in renamed.items():
        for before, after in zip(_keys(path, path[-1]), _keys(path, new), strict=True):
            found.setdefault(before, after)
    return found


def text_key(key: str, today: dict[str, str]) -> str:
    """The key of a text, with the id of today."""
    if today:
        for before in accumulate(key.split("."), "{}.{}".format):
            if before in today:
                return today[before] + key[len(before):]
    return key


def _keys(path: Path, name: str) -> list[str]:
    """With what the keys of the texts about a thing begin."""
    if path[0] == "state":
        return [f"field.{path[1]}.{name}"]
    return [f"{word}.{name}" for word in KEYS.get(path[0], path[1:2] if len(path) > 2 else ())]
