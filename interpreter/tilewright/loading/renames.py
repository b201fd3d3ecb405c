"""Ids that were others before: `was` in a manifest or on a tile.

Packs that still use the old id go on working: in paths of overlays, in `extends`, and in the keys
of texts. `tilewright migrate` writes the new id into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.loading.addresses import Path, split
from tilewright.loading.source import Map

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.loading.packs import Pack

# The beginnings of the keys of texts about an action.
OF_ACTIONS = ("action", "move", "ask")
MOST_STEPS = 20


def now_called(packs: Iterable[Pack]) -> dict[Path, str]:
    """The path of each old id, and what it is called now."""
    renamed: dict[Path, str] = {}
    for pack in packs:
        given: Any = pack.manifest.get("was")
        for path, old in (given.items() if isinstance(given, Map) else ()):
            *where, new = split(path)
            renamed[(*where, str(old))] = new
        for source in pack.files.get("tiles", ()):
            for tile, raw in source.data["tiles"].items():
                if isinstance(raw, Map) and "was" in raw:
                    renamed[("tiles", str(source.data["family"]), str(raw["was"]))] = tile
    return renamed


def newest(path: Path, renamed: dict[Path, str]) -> str:
    """What the thing at a path is called now, after any number of renames."""
    name = path[-1]
    for _ in range(MOST_STEPS):
        if (*path[:-1], name) not in renamed:
            break
        name = renamed[(*path[:-1], name)]
    return name


def text_key(key: str, renamed: dict[Path, str]) -> str:
    """The key of a text, with the id of today."""
    if not renamed:
        return key
    first, dot, rest = key.partition(".")
    old, end, tail = rest.partition(".")
    for path in renamed:
        kinds = OF_ACTIONS if path[0] == "actions" else path[1:2]
        if dot and path[-1] == old and first in kinds:
            return f"{first}.{newest(path, renamed)}{end}{tail}"
    return key
