"""Sections about things: how often they come, are taken, what takers win, and where on the board
it happens."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from tilewright.lab.report.digest import apart_from_sites, things_in_short, things_told
from tilewright.lab.report.parts import (
    Card,
    Cards,
    Cell,
    Folded,
    Head,
    Part,
    Plot,
    Plots,
    Points,
    Section,
    Series,
    Table,
    Text,
    Traits,
)
from tilewright.lab.report.plots import Scale, axis, interval_row, row_scale
from tilewright.lab.report.points import mean
from tilewright.lab.report.traits import key, tells
from tilewright.lab.report.words import LIFT, MEAN, SHARE, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.lab.report.pictures import Pictures
    from tilewright.picture.nodes import Node

    Findings = Mapping[str, Any]
    Thing = Mapping[str, Any]

CARDS, BUSIEST, NAMED = 6, 5, 12


def things(findings: Findings, words: Words, pictures: Pictures) -> Section:
    found, shown = findings.get("things") or (), sorted(things_told(findings), key=_order)
    if not shown:
        return Section("things", words.says("things"))
    names = {t["id"]: words.name(t["name"], t["id"]) for t in found}
    parts: list[Part] = [Text(words.says("things.note"), quiet=True)]
    if any(t.get("offer_share") is not None for t in shown):
        parts.append(Text(words.says("things.note.offer"), quiet=True))
    cards = _cards(shown, words, pictures)
    if cards:
        parts.append(Cards(cards))
    parts.append(_table(shown, names, words, pictures))
    if len(shown) < len(found):
        parts.append(Text(words.says("things.left", n=len(found) - len(shown)), quiet=True))
        parts += [_folded(some, names, words) for some in things_in_short(findings)]
    unused = _unused(apart_from_sites(findings), words)
    return Section("things", words.says("things"), [*parts, *([Points(unused)] if unused else [])])


def _order(thing: Thing) -> tuple[bool, float]:
    """What helps most stands first, of what nothing is known last."""
    lift = mean(thing.get("lift_share"))
    return lift is None, -(lift or 0.0)


def _cards(found: list[Thing], words: Words, pictures: Pictures) -> list[Card]:
    """What stands out after correction for looking at many."""
    out = [t for t in found if t.get("stands_out") and t.get("lift_share") is not None]
    most = sorted(sorted(out, key=lambda t: -abs(t["lift_share"]["mean"]))[:CARDS], key=_order)
    made = []
    for thing in most:
        name, lift = words.name(thing["name"], thing["id"]), thing["lift_share"]
        said = words.says("things.card", lift=words.interval(lift, LIFT),
                          taken=words.tell(thing["games_taken"], SHARE))
        made.append(Card(name, said, lift["mean"] > 0, pictures.face(thing, name), _traits(thing)))
    return made


def _table(found: list[Thing], names: Mapping[str, str], words: Words, pictures: Pictures) -> Table:
    lifts = row_scale([t.get("lift_share") for t in found], 0.0)
    has_offers = any(t.get("offer_share") is not None for t in found)
    heads = [Head(words.says("things.thing")),
             Head(words.says("things.lift"), number=True, axis=_axis(lifts, words), falling=True),
             *(Head(words.says(f"things.{key}"), number=True)
               for key in ("offered", "taken", "times", *(["offer"] if has_offers else [])))]
    return Table(words.says("things"), heads, [
        _row(t, names, lifts, words, pictures, has_offers=has_offers) for t in found],
        [_traits(t) for t in found])


def _axis(scale: Scale, words: Words) -> Node:
    return axis(scale, lambda v: words.tell(v, LIFT), 0.0)


def _row(thing: Thing, names: Mapping[str, str], scale: Scale, words: Words, pictures: Pictures,
         *, has_offers: bool) -> list[Cell]:
    """A thing: what takers win more than others, how often it comes and is taken, and what those
    win more to whom it is offered."""
    name, offer = names[thing["id"]], thing.get("offer_share")
    mates = [names.get(w["id"], w["id"]) for w in thing.get("with") or ()]
    below = words.says("things.with", what=words.listed(mates)) if mates else ""
    offered = [Cell(words.interval(offer, LIFT), mean(offer))] if has_offers else []
    return [Cell(name, name, icon=pictures.icon(thing), below=below,
                 mark="out" if thing.get("stands_out") else ""),
            _lift(thing, scale, words),
            *(Cell(words.tell(thing[k], SHARE), thing[k])
              for k in ("games_offered", "games_taken")),
            Cell(words.tell(thing["times"], MEAN), thing["times"]), *offered]


def _lift(thing: Thing, scale: Scale, words: Words) -> Cell:
    found = thing.get("lift_share")
    told = words.interval(found, LIFT)
    if found is None:
        return Cell(told)
    marked = bool(thing.get("stands_out"))
    return Cell(told, mean(found), drawn=interval_row(found, scale, 0.0, told, marked=marked))


def _traits(thing: Thing) -> Traits:
    """A thing goes by its move, and by the element that it is about."""
    about = (thing.get("kind"), thing.get("element"))
    return Traits((key(thing["id"]), *([key(*map(str, about))] if all(about) else [])),
                  bool(thing.get("stands_out")) or tells(thing.get("lift_share"), 0.0))


def _folded(some: list[Thing], names: Mapping[str, str], words: Words) -> Folded:
    """Things that are told in short, below the words with which all of them begin."""
    said = shared_words([names[t["id"]] for t in some]) or words.says("things")
    title = words.says("things.one", what=said, lift=words.count(len(some)))
    return Folded(title, [words.says(f"things.{key}") for key in ("thing", "lift", "taken")], [
        [names[t["id"]], words.interval(t.get("lift_share"), LIFT),
         words.tell(t["games_taken"], SHARE)] for t in some], [_traits(t) for t in some])


def shared_words(names: list[str]) -> str:
    """The words with which all names begin and end, and dots where they differ; nothing if they
    begin in different ways."""
    rows = [name.split() for name in names]
    before = _first_words(rows)
    after = _first_words([row[:len(before) - 1:-1] for row in rows])[::-1]
    if not before or all(len(before) == len(row) for row in rows):
        return " ".join(before)
    return " ".join([*before, "…", *after])


def _first_words(rows: list[list[str]]) -> list[str]:
    """The words with which all rows begin."""
    return [at[0] for at in takewhile(lambda at: len(set(at)) == 1, zip(*rows, strict=False))]


def _unused(found: list[Thing], words: Words) -> list[str]:
    """What nobody was offered, and what nobody wanted."""
    never = [words.name(t["name"], t["id"]) for t in found if not t["games_offered"]]
    left = [words.name(t["name"], t["id"]) for t in found
            if t["games_offered"] and not t["games_taken"]]
    return [words.says(f"things.{key}", what=words.listed(_first(names, NAMED, words)))
            for key, names in (("never", never), ("never_taken", left)) if names]


def _first(names: list[str], most: int, words: Words) -> list[str]:
    """The first few names, and how many more there are."""
    more = [words.says("things.more", n=len(names) - most)] if len(names) > most else []
    return [*names[:most], *more]


# -- the board ------------------------------------------------------------------------------------


def board(findings: Findings, words: Words, pictures: Pictures, *, hover: bool) -> Section:
    """Where on the board most happens, as a map and in words."""
    traffic = {kind: found for kind, found in (findings.get("traffic") or {}).items() if found}
    told = [_busiest(kind, found, words, pictures) for kind, found in traffic.items()]

    def tip(name: str, often: float) -> str:
        return words.says("board.tip", what=name, n=words.tell(often))

    drawn = pictures.board(findings["made"], traffic, " ".join(told), tip if hover else None)
    if drawn is None:
        return Section("board", words.says("board"))
    series = [Series(pictures.kind(kind), "heat", f'[data-kind="{kind}"]') for kind in traffic]
    plot = Plot(words.says("board.map"), words.says("board.note"), drawn, wide=True,
                series=series)
    return Section("board", words.says("board"), [Plots([plot]), Points(told)])


def _busiest(kind: str, found: Mapping[str, float], words: Words, pictures: Pictures) -> str:
    """The sites of a kind where most happens, and those where nothing does."""
    most = sorted(found, key=lambda site: -found[site])[:BUSIEST]
    named = [words.says("board.site", what=pictures.site(kind, site), n=words.tell(found[site]))
             for site in most]
    said = words.says("board.most", kind=pictures.kind(kind), what=words.listed(named))
    unused = [pictures.site(kind, site) for site, often in found.items() if not often]
    if not unused:
        return said
    never = words.says("board.unused", what=words.listed(_first(unused, BUSIEST, words)))
    return f"{said} {never}"
