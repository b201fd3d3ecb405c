"""`tilewright why` and `show --resolved`: where each value of a game comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import NotFound, Path, find, joined, split
from tilewright.merging.history import short
from tilewright.merging.layers import Layers, layered
from tilewright.merging.near_paths import nowhere
from tilewright.packs.order import Order
from tilewright.packs.pack import read_pack
from tilewright.problems import (
    ContentError,
    Place,
    Problems,
    UsageError,
    did_you_mean,
)
from tilewright.reading.source import Map, Seq
from tilewright.stages import Loaded, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.merging.history import Write

# What a tile does not take over from the tile that it extends.
OWN = ("extends", "count", "was")
SECTIONS = ("actions", "procedures", "functions", "queries", "events", "verbs", "conditions",
            "amounts", "kinds", "families", "sites", "relations", "grids", "options", "ends",
            "certain", "scoring", "bots", "state")
ORIGIN_COLUMN = 44


def loaded_layers(name: str, variants: list[str]) -> tuple[Loaded, Layers]:
    """A game with its layers; its problems are raised, unless it can be looked at all the same."""
    loaded = load(name, variants)
    if loaded.layers is None:
        raise ContentError(loaded.problems)
    return loaded, loaded.layers


# -- why ------------------------------------------------------------------------------------------


def print_why(name: str, variants: list[str], path: str) -> None:
    """The biography of a value."""
    loaded, layers = loaded_layers(name, variants)
    for line in biography(loaded, layers, split(path)):
        print(line)


def biography(loaded: Loaded, layers: Layers, path: Path, below: tuple[Path, ...] = ()
              ) -> list[str]:
    """Where a value began, each change of it, and what it is now.

    `below` are the paths of tiles that take the value over from this one.
    """
    try:
        spot = find(layers.root, path, layers.content.renamed)
        there, path = spot.exists, spot.path
    except NotFound:
        there, spot = False, None
    parent = _parent(layers, path, there)
    if parent is not None and parent[0] not in below:
        above, said_at = parent
        taken = (f"{joined(path)}: not said here, so it is taken over from '{above[2]}' "
                 f"(extends: {said_at})")
        return [taken, *biography(loaded, layers, above, (*below, path))]
    writes = _told(layers, path)
    if not there and not writes:
        raise UsageError(nowhere(layers.root, path))
    lines = [f"{joined(path)} = {short(spot.value)}" if spot is not None and there
             else f"{joined(path)} is not there any more"]
    lines += _beginning(loaded, layers, path)
    lines += [_change(w, path, layers) for w in writes]
    lines += [f"  conflict: '{a}' and '{b}' both write it, and nothing says which comes last"
              for a, b in dict.fromkeys((c.first.pack, c.second.pack)
                                        for c in layers.clashes if c.second in writes)]
    return lines


def _told(layers: Layers, path: Path) -> list[Write]:
    """The changes of a value, of what holds it and of what is below it, in order."""
    age = layers.history.ages()
    found = [w for w in layers.history.touching(path) if not w.uses or w.verb == "expect"]
    return sorted(found, key=lambda w: age[id(w)])


def _beginning(loaded: Loaded, layers: Layers, path: Path) -> list[str]:
    """What the game itself says, before any change."""
    game = loaded.order.packs[0]
    root = layers.root
    if layers.history.writes:
        again = read_pack(game.folder, Problems())
        root = layered(Order([again]), Problems()).root if again is not None else root
    try:
        spot = find(root, path)
    except NotFound:
        return []
    if not spot.exists:
        return []
    of = f"{game.manifest['id']} {game.manifest['version']}"
    return [f"  {of}: {short(spot.value)} ({spot.place})"]


def _change(write: Write, asked: Path, layers: Layers) -> str:
    where = "" if write.path == asked else f"{joined(write.path)} "
    what = {"remove": "taken away", "expect": "expected as it was"}.get(
        write.verb, f"{write.verb}: {write.after}")
    lost = ""
    if write.lost:
        lost = "; left out, a later pack decided for another one"
    elif write.verb != "expect" and any(
            later.path == write.path[:len(later.path)] and not later.uses and not later.lost
            for later in layers.history.writes[layers.history.ages()[id(write)] + 1:]):
        lost = "; written over later"
    return f"  {write.pack}: {where}{what} ({write.place}){lost}"


def _parent(layers: Layers, path: Path, there: bool) -> tuple[Path, Place] | None:
    """The same path in the tile that a tile extends, where it says nothing itself."""
    if len(path) < 4 or path[0] != "tiles":
        return None
    tile = _rows(layers.root, path[1]).get(path[2])
    own = there and path[1:4] not in layers.content.inherited
    if own or not isinstance(tile, Map) or not isinstance(tile.get("extends"), str) or (
            path[3] in OWN):
        return None
    above = str(tile["extends"])
    above = layers.content.renamed.get((*path[:2], above), above)
    return (*path[:2], above, *path[3:]), tile.at("extends")


def _rows(root: Map, family: str) -> Map:
    """The tiles of a family, also where a change made something else of them."""
    tiles: Any = root.get("tiles")
    rows: Any = tiles.get(family) if isinstance(tiles, Map) else None
    return rows if isinstance(rows, Map) else Map(root.place)


def has_path(name: str, variants: list[str], path: str) -> bool:
    """Whether a game has a value at a path, or had one."""
    loaded, layers = loaded_layers(name, variants)
    try:
        return bool(biography(loaded, layers, split(path)))
    except UsageError:
        return False


# -- show --resolved ----------------------------------------------------------------------------


def print_resolved(name: str, variants: list[str], id_: str | None) -> None:
    """A thing, or all rules of a game, after all changes, as YAML, with the origin of each line."""
    _, layers = loaded_layers(name, variants)
    for path in _sections(layers.root) if id_ is None else _paths(layers, id_):
        for line in resolved(layers.root, path):
            print(line)


def _sections(root: Map) -> list[Path]:
    """All sections but the words; the tiles of each family are one."""
    return [path for section in root if section != "texts" for path in (
        [(section, family) for family in root[section]] if section == "tiles" else [(section,)])]


def _paths(layers: Layers, id_: str) -> list[Path]:
    """Where a thing stands: its path, or its id in any section."""
    root = layers.root
    if "/" in id_:
        path = split(id_)
        try:
            if find(root, path).exists:
                return [path]
        except NotFound:
            pass
        raise UsageError(nowhere(root, path))
    if id_ in root:
        return [(id_,)]
    families: Any = root.get("tiles")
    families = families if isinstance(families, Map) else Map(root.place)
    tables = {s: t for s in SECTIONS if isinstance(t := root.get(s), Map)}
    found: list[Path] = [("tiles", family, id_) for family in families
                         if id_ in _rows(root, family)]
    found += [(section, id_) for section, table in tables.items() if id_ in table]
    for section in ("kinds", "sites"):
        for kind, given in tables.get(section, {}).items():
            items = given.get("items") if isinstance(given, Map) else None
            if isinstance(items, Map) and id_ in items:
                found.append((section, kind, "items", id_))
    if not found:
        known = [t for family in families for t in _rows(root, family)]
        known += [n for table in tables.values() for n in table]
        raise UsageError(f"there is no '{id_}'; {did_you_mean(id_, known)}".rstrip("; "))
    return found


def resolved(root: Map, path: Path) -> list[str]:
    """The lines of one thing; what a tile takes over from another one is filled in."""
    value, place = _at(root, path)
    steps = [f"{'  ' * depth}{_scalar(step)}:" for depth, step in enumerate(path[:-1])]
    return [*steps, *_entry(f"{'  ' * (len(path) - 1)}{_scalar(path[-1])}:", value, place,
                            len(path))]


def _at(root: Map, path: Path) -> tuple[Any, Place]:
    if len(path) == 2 and path[0] == "tiles":
        rows = root["tiles"][path[1]]
        made = Map(rows.place)
        for tile in rows:
            made.put(tile, _whole_tile(rows, tile, ()), rows.key_at(tile), rows.at(tile))
        return made, rows.place
    if len(path) == 3 and path[0] == "tiles":
        rows = root["tiles"][path[1]]
        return _whole_tile(rows, path[2], ()), rows.at(path[2])
    spot = find(root, path)
    return spot.value, spot.place


def _whole_tile(rows: Map, tile: str, chain: tuple[str, ...]) -> Any:
    """A tile with all that it takes over from others."""
    raw = rows[tile]
    parent = raw.get("extends") if isinstance(raw, Map) else None
    if not isinstance(parent, str) or parent not in rows or parent in chain:
        return raw
    made = Map(raw.place)
    above = _whole_tile(rows, parent, (*chain, tile))
    for source in (raw, above):
        for key, value in source.items():
            if key not in made and (source is raw or key not in OWN):
                made.put(key, value, source.key_at(key), source.at(key))
    return made


def _entry(head: str, value: Any, place: Place, depth: int) -> Iterator[str]:
    if isinstance(value, (Map, Seq)) and value:
        yield _noted(head, place)
        yield from _inner(value, depth)
    else:
        yield _noted(f"{head} {_scalar(value)}", place)


def _inner(value: Map | Seq, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(value, Map):
        for key, inner in value.items():
            yield from _entry(f"{indent}{_scalar(key)}:", inner, value.at(key), depth + 1)
        return
    for index, inner in enumerate(value):
        if not isinstance(inner, (Map, Seq)) or not inner:
            yield _noted(f"{indent}- {_scalar(inner)}", value.at(index))
            continue
        first, *rest = _inner(inner, depth + 1)
        yield f"{indent}- {first.lstrip()}"
        yield from rest


def _noted(line: str, place: Place) -> str:
    return f"{line:<{ORIGIN_COLUMN}}  # {place}"


def _scalar(value: Any) -> str:
    """A plain value as YAML writes it, in quotes where they are needed."""
    import yaml

    if isinstance(value, (dict, list)):
        return "{}" if isinstance(value, dict) else "[]"
    said: str = yaml.safe_dump(value, allow_unicode=True, width=10_000, default_flow_style=True)
    return said.removesuffix("\n").removesuffix("\n...")

