"""Relations: links that are listed, or that follow from a rule."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.language.expressions import expression
from tilewright.language.names import Scope
from tilewright.language.tree import Var
from tilewright.language.types import BOOL, UNKNOWN, one
from tilewright.linking.fixed import ChangesError, Fixed
from tilewright.linking.making import Making
from tilewright.model import PLAYER, Relation
from tilewright.problems import did_you_mean, nearest
from tilewright.reading.source import Map

if TYPE_CHECKING:
    from tilewright.language.names import Names
    from tilewright.merging.content import Content
    from tilewright.model import Kind
    from tilewright.problems import Place
    from tilewright.reading.source import Seq

Links = set[tuple[int, int]]


class Relating(Making):
    """Links the places of a board with each other."""

    def __init__(self, names: Names, content: Content) -> None:
        super().__init__(names.game, content, names.problems)
        self.names = names
        self.fixed = Fixed(names.game, limits.BOARD_STEPS)

    def link(self) -> None:
        for name, raw, _, _ in self.content.each("sites"):
            if name in self.game.kinds and isinstance(raw, Map) and "track" in raw:
                self._track(self.game.kinds[name], raw)
        for name, raw, _, _ in self.content.each("kinds"):
            if isinstance(raw, Map) and "track" in raw:
                self.problems.add("key-not-here", raw.key_at("track"), "only sites lie on a track",
                                  f"declare '{name}' under 'sites', or remove 'track'")
        for name, raw, at, _ in self.content.each("relations"):
            self._relation(name, raw, at)

    def _track(self, kind: Kind, raw: Map) -> None:
        """Places in a row or a ring: what comes next, what was before, and both beside."""
        at, last = raw.at("track"), len(kind.items) - 1
        ring = raw["track"] == "ring" and last > 0
        after = [i + 1 if i < last else 0 if ring else None for i in range(last + 1)]
        before = [i - 1 if i else last if ring else None for i in range(last + 1)]
        for name, values in (("next", after), ("previous", before)):
            self._attribute(kind, name, one(kind.name).or_none(), values, at)
        links = {(i, n) for values in (after, before) for i, n in enumerate(values)
                 if n is not None}
        self._add_relation(Relation("beside", kind.name, kind.name, sorted(links), at))

    def _relation(self, name: str, raw: Map, at: Place) -> None:
        kinds = [raw["from"], raw["to"]]
        for index, key in enumerate(("from", "to")):
            if raw[key] not in self.game.kinds:
                self.problems.add("unknown-kind", raw.at(key), f"'{raw[key]}' is not a kind",
                                  did_you_mean(raw[key], self.game.kinds))
                kinds[index] = nearest(raw[key], self.game.kinds)
            if not kinds[index]:
                return
        source, target = self.game.kinds[kinds[0]], self.game.kinds[kinds[1]]
        both_ways = raw.get("both_ways", source is target)
        links: Links = set()
        if "when" in raw:
            links = self._by_rule(source, target, raw)
            if source is target and "both_ways" not in raw:
                one_way = [pair for pair in sorted(links) if pair[::-1] not in links]
                self.names.one_way.update({name: one_way[0]} if one_way else {})
        if "links" in raw:
            links |= self._listed(source, target, raw, links, both_ways=both_ways)
        if len(links) > limits.RELATION_LINKS:
            self.problems.add("too-many", at,
                              f"a relation has at most {limits.RELATION_LINKS:,} links")
            return
        if source is target and both_ways:
            links |= {(b, a) for a, b in links}
        self._add_relation(Relation(name, source.name, target.name, sorted(links), at))
        if source is target and both_ways and "back" in raw:
            self.problems.add("key-not-here", raw.key_at("back"),
                              f"links of '{name}' lead both ways, so none leads back apart",
                              "remove 'back', or add 'both_ways: false'")
        elif source is not target or "back" in raw:
            back = raw.get("back", name)
            self._add_relation(Relation(back, target.name, source.name,
                                        sorted((b, a) for a, b in links), at))

    # -- links that are listed ----------------------------------------------------------------

    def _listed(self, source: Kind, target: Kind, raw: Map, known: Links, *, both_ways: bool
                ) -> Links:
        links = set(known)
        for index, chain in enumerate(raw["links"]):
            at = raw["links"].at(index)
            if len(chain) > 2 and source is not target:
                self.problems.add("wrong-size", at, f"each of these links a {source.name} and a "
                                  f"{target.name}, so it has two ends", "write one pair for each")
                continue
            ends = [self._site(source if i == 0 else target, chain, i) for i in range(len(chain))]
            for a, b in pairwise(ends):
                if a is None or b is None:
                    continue
                turned = both_ways and source is target and (b, a) in links
                if (a, b) in links or turned or (a == b and source is target):
                    self.problems.add("link-twice", at,
                                      "this link is given twice or leads to itself", "remove it")
                links.add((a, b))
        return links

    def _site(self, kind: Kind, pair: Seq, index: int) -> int | None:
        if pair[index] in kind.items:
            return kind.items.index(pair[index])
        self.problems.add("unknown-element", pair.at(index),
                          f"'{pair[index]}' is not a {kind.name}",
                          did_you_mean(str(pair[index]), kind.items))
        return None

    # -- links by rule ------------------------------------------------------------------------

    def _by_rule(self, source: Kind, target: Kind, raw: Map) -> Links:
        """All pairs for which a test holds, from `here` to `there`; nothing leads to itself."""
        here, there = Var("here", one(source.name)), Var("there", one(target.name))
        scope = Scope(Var("me", one(PLAYER)), {"here": here, "there": there})
        test = expression(self.names, raw["when"], raw.at("when"), scope, BOOL)
        if test.type == UNKNOWN:
            return set()
        fixed = self.fixed
        try:
            return {(a, b) for a in range(len(source.items)) for b in range(len(target.items))
                    if (a != b or source is not target) and fixed.value(test, {here: a, there: b})}
        except ChangesError as stopped:
            if fixed.left < 0:
                self.problems.add("too-many", raw.at("when"), "to try this for all pairs takes "
                                  "too long: all rules of a board have "
                                  f"{limits.BOARD_STEPS:,} steps",
                                  "list the links, or make the test shorter")
            else:
                self.problems.add("not-fixed", stopped.args[0].place, "this changes in play, or "
                                  "cannot be asked here", "links follow from what never changes: "
                                  "attributes, numbers, index(here)")
            return set()
