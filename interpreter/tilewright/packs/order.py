"""The order of packs: from what their manifests declare, never from names of files.

Who requires a pack, uses it if it is there, or says `after`, comes after it. Packs that nothing
orders stand in the order of their ids, so that it does not matter how they were listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.packs.versions import ANY, fits
from tilewright.problems import Place, Problems, did_you_mean
from tilewright.reading.source import Map, Seq

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.packs.pack import Pack

RANGES = "write it like >=1.2,<2 or ~=1.4, in quotes; '*' is any"


@dataclass(frozen=True, slots=True)
class Edge:
    """One declared order: `before` comes before `after`, because the manifest of one says so."""

    before: str
    after: str
    why: str
    place: Place


@dataclass(slots=True)
class Order:
    """Packs in the order in which their changes are carried out."""

    packs: list[Pack] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    before: dict[str, set[str]] = field(default_factory=dict)


def id_of(pack: Pack) -> str:
    return str(pack.manifest.get("id", ""))


def ranges(manifest: Map, key: str) -> Iterator[tuple[str, str, Place]]:
    """The packs that a manifest names under a key, with the range of versions and the place."""
    given: Any = manifest.get(key)
    if isinstance(given, Seq):
        yield from ((str(name), ANY, given.at(i)) for i, name in enumerate(given))
    elif isinstance(given, Map):
        yield from ((name, str(given[name]), given.key_at(name)) for name in given)


def order(packs: list[Pack], problems: Problems) -> Order:
    """Put packs in order; the game itself is first. What cannot be is told."""
    base, changes = packs[0], sorted(packs[1:], key=id_of)
    by_id = {id_of(p): p for p in packs}
    _twice(packs, problems)
    for pack in changes:
        _itself(pack, problems)
        _ranges(pack, problems)
        _game(pack, base, problems)
        _requires(pack, by_id, problems)
        _conflicts(pack, by_id, problems)
    edges = list(_edges(changes))
    done, rest = _sorted(changes, edges)
    if rest:
        _circle(rest, edges, problems)
    made = Order([base, *done, *rest], edges)
    for pack in made.packs:
        mine = {e.before for e in edges if e.after == id_of(pack)}
        known = set().union(*(made.before.get(b, set()) for b in mine))
        made.before[id_of(pack)] = mine | known | ({id_of(base)} if pack is not base else set())
    return made


def _itself(pack: Pack, problems: Problems) -> None:
    for key in ("requires", "optional", "after", "conflicts"):
        for other, _, place in ranges(pack.manifest, key):
            if other == id_of(pack):
                problems.add("pack-circle", place, f"'{other}' names itself under '{key}'",
                             "name another pack, or take it out")


def _edges(changes: list[Pack]) -> Iterator[Edge]:
    names = {id_of(p) for p in changes}
    for pack in changes:
        manifest, own = pack.manifest, id_of(pack)
        for key, why in (("requires", "requires it"), ("optional", "uses it if it is there")):
            for other, _, place in ranges(manifest, key):
                if other in names and other != own:
                    yield Edge(other, own, f"{own} {why}", place)
        for other, _, place in ranges(manifest, "after"):
            if other in names and other != own:
                yield Edge(other, own, f"{own} says that it comes after", place)


def _sorted(changes: list[Pack], edges: list[Edge]) -> tuple[list[Pack], list[Pack]]:
    """Packs in order, the least id first among those that may come next; and what is left."""
    done: list[Pack] = []
    rest = list(changes)
    while rest:
        waiting = {id_of(p) for p in rest}
        free = next((p for p in rest if not any(
            e.after == id_of(p) and e.before in waiting for e in edges)), None)
        if free is None:
            break
        done.append(free)
        rest.remove(free)
    return done, rest


def _circle(rest: list[Pack], edges: list[Edge], problems: Problems) -> None:
    """Name the whole circle of packs that each come after the next."""
    names = {id_of(p) for p in rest}
    inside = [e for e in edges if e.before in names and e.after in names]
    here = min(names)
    seen: list[str] = []
    while here not in seen:
        seen.append(here)
        here = next(e.before for e in inside if e.after == here)
    circle = [*seen[seen.index(here):], here]
    place = next(e.place for e in inside if e.after == circle[0] and e.before == circle[1])
    problems.add("pack-circle", place, f"these packs wait for each other: {' -> '.join(circle)}",
                 "take one 'after', 'requires' or 'optional' out")


def _twice(packs: list[Pack], problems: Problems) -> None:
    seen: dict[str, Pack] = {}
    for pack in packs:
        first = seen.setdefault(id_of(pack), pack)
        if first is not pack:
            problems.add("pack-twice", pack.manifest.at("id"),
                         f"there are two packs '{id_of(pack)}', here and at "
                         f"{first.manifest.at('id')}",
                         "choose one of them")


def _ranges(pack: Pack, problems: Problems) -> None:
    """Ranges that cannot be read, also of packs that are not here."""
    for key in ("requires", "optional", "conflicts"):
        for _, wanted, place in ranges(pack.manifest, key):
            if fits("1.0", wanted) is None:
                problems.add("pack-range", place, f"'{wanted}' is no range of versions", RANGES)


def _game(pack: Pack, base: Pack, problems: Problems) -> None:
    manifest = pack.manifest
    wanted = manifest.get("variant_of")
    if wanted != base.manifest.get("id"):
        problems.add("variant-of", manifest.at("variant_of"),
                     f"this is a variant of '{wanted}', not of '{base.manifest.get('id')}'")
        return
    if "game_version" in manifest:
        _version(str(manifest["game_version"]), base, manifest.at("game_version"), problems)


def _requires(pack: Pack, by_id: dict[str, Pack], problems: Problems) -> None:
    for key in ("requires", "optional"):
        for other, wanted, place in ranges(pack.manifest, key):
            if other in by_id:
                _version(wanted, by_id[other], place, problems)
            elif key == "requires":
                problems.add(
                    "pack-missing", place,
                    f"'{id_of(pack)}' needs the variant '{other}'"
                    f"{'' if wanted == ANY else f' {wanted}'}, which is not here",
                    did_you_mean(other, by_id) if len(by_id) > 2 else
                    "install it, or name its folder with '--with'")


def _version(wanted: str, pack: Pack, place: Place, problems: Problems) -> None:
    version = str(pack.manifest.get("version", "0"))
    fine = fits(version, wanted)
    if fine is None:
        problems.add("pack-range", place, f"'{wanted}' is no range of versions", RANGES)
    elif not fine:
        problems.add("pack-version", place,
                     f"this needs '{id_of(pack)}' {wanted}, but version {version} is here",
                     "take a version that fits, or change the range")


def _conflicts(pack: Pack, by_id: dict[str, Pack], problems: Problems) -> None:
    """Declared by one of the two is enough."""
    for other, wanted, place in ranges(pack.manifest, "conflicts"):
        rival = by_id.get(other)
        if rival is None or rival is pack:
            continue
        fine = fits(str(rival.manifest.get("version", "0")), wanted)
        if fine is None:
            _version(wanted, rival, place, problems)
        elif fine:
            problems.add("pack-conflict", place,
                         f"'{id_of(pack)}' and '{other}' ({rival.manifest.at('id')}) cannot be "
                         "played together",
                         "leave one of them out")


def explained(made: Order) -> list[str]:
    """The order in words, with the reason for each place."""
    lines = []
    for number, pack in enumerate(made.packs):
        own = id_of(pack)
        version = pack.manifest.get("version", "")
        lines.append(f"{number + 1}. {own} {version} ({pack.shown})")
        reasons = [e for e in made.edges if e.after == own]
        if number == 0:
            lines.append("   the game itself comes first")
        lines += [f"   after {e.before}: {e.why} ({e.place})" for e in reasons]
        if number and not reasons:
            lines.append("   nothing says where it stands, so the ids decide")
    return lines

