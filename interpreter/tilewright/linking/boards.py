"""Boards that are probably not what was meant: places without links, links that lead elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.problems import listed

if TYPE_CHECKING:
    from tilewright.language.names import Names
    from tilewright.linking.tiles import Tiles
    from tilewright.merging.content import Content
    from tilewright.model import Game, Kind
    from tilewright.reading.source import Map

# So many places without a link are named in one sentence.
FEW = 4


def boards(names: Names, content: Content, tiles: Tiles) -> None:
    """What a designer of a board is told; not of a board that belongs to another pack."""
    del tiles
    for name, raw, at, _ in content.each("relations"):
        relation = names.game.relations.get((str(raw["from"]), name))
        if relation is None or content.is_of_earlier(at.file):
            continue
        if not relation.links:
            names.problems.add("never-linked", at, f"'{name}' links nothing",
                               "give it links, or a rule that holds for some pair"
                               if "links" in raw or "when" in raw else "give it 'links' or 'when'")
        elif relation.source == relation.target:
            _which_way(names, name, raw)
    for section in ("sites", "grids"):
        for name in content.section(section):
            kind = names.game.kinds.get(name)
            if kind is not None and not content.is_of_earlier(kind.place.file):
                _alone(names, kind)


def _which_way(names: Names, name: str, raw: Map) -> None:
    relation = names.game.relations[str(raw["from"]), name]
    items = names.game.kinds[relation.source].items
    links = set(relation.links)
    if name in names.one_way:
        a, b = (items[i] for i in names.one_way[name])
        names.problems.add(
            "which-way", raw.at("when"), f"this rule leads from '{a}' to '{b}' and not back, but "
            "links within one kind lead both ways",
            "write 'both_ways: false', or 'both_ways: true' if that is meant")
    elif raw.get("both_ways") is False and all((b, a) in links for a, b in links):
        names.problems.add(
            "which-way", raw.at("both_ways"), f"each link of '{name}' leads back as well",
            "leave 'both_ways: false' out and give each link once")


def _alone(names: Names, kind: Kind) -> None:
    """Places that nothing is linked with, on a board where others are."""
    linked = _linked(names.game, kind.name)
    alone = [i for i, name in enumerate(kind.items) if i not in linked]
    if not linked or not alone:
        return
    said = [kind.items[i] for i in alone]
    place = kind.places.get(said[0], kind.place)
    more = f", nor to {len(said) - FEW:,} more" if len(said) > FEW else ""
    names.problems.add(
        "never-linked", place, f"no link leads to {listed(said[:FEW])} or from there{more}",
        "link it with another place, or put it into a kind of its own" if len(said) == 1 else
        "link them with other places, or put them into a kind of their own")


def _linked(game: Game, kind: str) -> set[int]:
    """The places of a kind that a link of any relation leads to or from."""
    found: set[int] = set()
    for relation in game.relations.values():
        for end, name in enumerate((relation.source, relation.target)):
            if name == kind:
                found.update(link[end] for link in relation.links)
    return found
