"""Layers: the data of a game, with the changes of all packs carried out on it, in order.

Merging comes first and inheritance last: `extends` is resolved when names are linked, so a change
to a parent reaches its children. What comes out has to fit the schemas again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.merging.addresses import TABLES, NotFound, Path, find, joined, name_items, split
from tilewright.merging.content import Content
from tilewright.merging.history import Clash, History, clashes
from tilewright.merging.merge import Merge
from tilewright.merging.pictures import pictures
from tilewright.merging.renames import never_renamed, now_called, text_key, text_keys
from tilewright.merging.shape import fits_schemas
from tilewright.packs.order import Order, id_of
from tilewright.packs.pack import LANGUAGE, language_of
from tilewright.problems import Problems, did_you_mean
from tilewright.reading.pruning import words_in
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.packs.pack import Pack
    from tilewright.problems import Place


@dataclass(slots=True)
class Layers:
    """The merged data, who wrote what, where packs disagree, and which ids were others before."""

    content: Content
    root: Map
    history: History = field(default_factory=History)
    clashes: list[Clash] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    # Whether what came out has the shape that can be linked.
    fits: bool = True


def layered(order: Order, problems: Problems, without: int = 0) -> Layers:
    """Merge packs; the operation of that number is left out."""
    base, *changes = order.packs
    content = _base(order.packs, problems)
    made = Layers(content, content.root(), History(without))
    decided = _decisions(changes, order, problems)
    renamed = now_called(order.packs)
    never_renamed(order.packs, problems)
    content.renamed = renamed
    content.earlier = files_of_earlier(order)
    content.variants = tuple(id_of(pack) for pack in changes)
    if changes:
        name_items(made.root)
    for pack in changes:
        merge = Merge(made.root, id_of(pack), made.history, problems,
                      before=order.before[id_of(pack)], renamed=renamed,
                      decided=_binding(decided, pack, order),
                      language=language_of(pack.manifest) or LANGUAGE)
        _files(pack, merge, content)
        for source in pack.files.get("overlays", ()):
            merge.overlay(source.data)
    content.art = pictures(order, problems)
    made.renamed = _in_records(order.packs, renamed, made, problems)
    if changes:
        _settle(made, order, decided, problems)
        content.take(made.root)
        if made.history.writes:
            written = {w.path[:2] for w in made.history.writes}
            made.fits = fits_schemas(content, made.root, base.manifest.place, problems, written)
    return made


def miss_failed(order: Order, problems: Problems, content: Content) -> None:
    """Keep the words of operations that could not be carried out: they may be missed elsewhere."""
    places = {p.place for p in problems}
    for source in (s for pack in order.packs for s in pack.files.get("overlays", ())):
        for given in source.data.values():
            for path in (given if isinstance(given, Map) else ()):
                if not places.isdisjoint((given.key_at(path), given.at(path))):
                    content.left.words.update(words_in((path, given[path])))


def files_of_earlier(order: Order) -> frozenset[str]:
    """The files of packs that others come after by what they declare; the game is one of them."""
    before = set().union(*order.before.values())
    return frozenset(name for pack in order.packs if id_of(pack) in before
                     for name in (*pack.sources, *(p.file for p in pack.art.values())))


def _base(packs: list[Pack], problems: Problems) -> Content:
    base = packs[0]
    content = Content(base.manifest)
    for pack in packs:
        content.left.add(pack.left)
    for source in (*base.files.get("rules", ()), *base.files.get("boards", ())):
        if isinstance(source.data, Map):
            content.add(source.data, problems)
    for source in base.files.get("tiles", ()):
        content.add_tiles(source.data, problems)
    content.texts = {language: source.data for language, source in base.texts.items()}
    return content


# -- what a pack brings in files of its own -----------------------------------------------------


def _files(pack: Pack, merge: Merge, content: Content) -> None:
    for source in (*pack.files.get("rules", ()), *pack.files.get("boards", ())):
        _sections(source.data, merge)
    given: Any = pack.manifest.get("options")
    if isinstance(given, Map):
        _entries(("options",), given, merge)
    for source in pack.files.get("tiles", ()):
        family = str(source.data["family"])
        content.family_at.setdefault(family, source.data.at("family"))
        _entries(("tiles", family), source.data["tiles"], merge)
    today = text_keys(merge.renamed)
    for language, source in pack.texts.items():
        _holder(merge.root, ("texts", language), source.data.place)
        for key, value in source.data.items():
            merge.text(("texts", language, text_key(key, today)), value,
                       source.data.key_at(key), source.data.at(key))


def _sections(data: Map, merge: Merge) -> None:
    for name, value in data.items():
        if name == "vocabulary" and isinstance(value, Map):
            _sections(value, merge)
        elif name == "state" and isinstance(value, Map):
            for kind, fields in value.items():
                _entries((name, kind), fields, merge)
        elif name in TABLES and isinstance(value, Map):
            _entries((name,), value, merge)
        else:
            merge.entry((name,), value, data.key_at(name), data.at(name))


def _entries(path: Path, rows: Map, merge: Merge) -> None:
    _holder(merge.root, path, rows.place)
    for key, value in rows.items():
        merge.entry((*path, key), value, rows.key_at(key), rows.at(key))


def _holder(root: Map, path: Path, place: Place) -> None:
    """Make the mappings that lead to an entry, where the game has none yet."""
    here = root
    for step in path:
        if not isinstance(here.get(step), Map):
            here.put(step, Map(place), place, place)
        here = here[step]


# -- decisions, renames -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A pack says whose change counts at a path."""

    path: Path
    winner: str
    by: str
    place: Place


def _decisions(changes: list[Pack], order: Order, problems: Problems) -> list[Decision]:
    found = []
    for pack in changes:
        for source in pack.files.get("overlays", ()):
            given = source.data.get("decide", Map(source.place))
            for path, winner in given.items():
                before = order.before[id_of(pack)]
                if str(winner) not in before:
                    problems.add("overlay-decide", given.at(path),
                                 f"'{winner}' is no pack that comes before '{id_of(pack)}'",
                                 did_you_mean(str(winner), before) or "require it")
                    continue
                found.append(Decision(split(path), str(winner), id_of(pack), given.key_at(path)))
    _against(found, order, problems)
    return found


def _against(found: list[Decision], order: Order, problems: Problems) -> None:
    """Two packs that decide one thing differently need an order themselves."""
    seen: dict[Path, Decision] = {}
    for later in found:
        first = seen.setdefault(later.path, later)
        if first.winner != later.winner and first.by not in order.before[later.by] and (
                later.by not in order.before[first.by]):
            problems.add("overlay-decide", later.place,
                         f"'{later.by}' decides for '{later.winner}', and '{first.by}' for "
                         f"'{first.winner}' ({first.place})",
                         f"write 'after: [{first.by}]' in one of the two, or take one line out")


def _binding(decided: list[Decision], pack: Pack, order: Order) -> dict[Path, str]:
    """The decisions that bind a pack: those of packs that come after it."""
    return {d.path: d.winner for d in decided if id_of(pack) in order.before[d.by]}


def _in_records(packs: list[Pack], renamed: dict[Path, str], made: Layers, problems: Problems
                ) -> dict[str, str]:
    """Ids of old records and what they are now; `fallback` stands in for what is gone.

    What a later pack has taken away since need not be there any more.
    """
    found = {path[-1]: now for path, now in renamed.items()}
    for pack in packs:
        for key in ("was", "fallback"):
            given: Any = pack.manifest.get(key)
            for path, other in (given.items() if isinstance(given, Map) else ()):
                *where, last = split(path)
                there = (*where, last if key == "was" else str(other))
                if not _exists(made.root, there):
                    if made.history.touching(there):
                        continue
                    problems.add("renamed-nowhere", given.key_at(path) if key == "was"
                                 else given.at(path), f"there is no '{joined(there)}'",
                                 "name what is there now")
                elif key == "fallback":
                    found[last] = str(other)
    return found


def _exists(root: Map, path: Path) -> bool:
    try:
        return find(root, path).exists
    except NotFound:
        return False


# -- what came out ------------------------------------------------------------------------------


def _settle(made: Layers, order: Order, decided: list[Decision], problems: Problems) -> None:
    for decision in decided:
        if any(d.path == decision.path and d.winner != decision.winner for d in decided):
            continue   # that is told, or a later pack decides this anew
        touching = made.history.touching(decision.path)
        if not any(w.lost for w in touching) or not any(
                w.pack == decision.winner and not w.lost for w in touching):
            problems.add("overlay-decide", decision.place,
                         f"no two packs disagree about '{joined(decision.path)}'",
                         "take this line out")
    # One for each path and pair of packs; two that write say more than one that only looks.
    found: dict[tuple[Path, str, str], Clash] = {}
    for clash in clashes(made.history, order.before):
        key = (clash.path, clash.first.pack, clash.second.pack)
        if key not in found or found[key].first.uses or found[key].second.uses:
            found[key] = clash
    made.clashes = list(found.values())
    for clash in made.clashes:
        a, b = clash.first, clash.second
        problems.add(
            "overlay-conflict", b.place,
            f"'{joined(clash.path)}' is written here and at {a.place} (pack '{a.pack}'), and "
            "nothing says which comes last",
            f"write 'after: [{a.pack}]' in the manifest of '{b.pack}', or decide in a pack of "
            f"your own: tilewright packs reconcile {a.pack} {b.pack}")
