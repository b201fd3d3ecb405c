"""What things know: the attributes, fields and links of each kind, with types and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.handbook.words import type_words
from tilewright.model import FALLBACK, GAME
from tilewright.reference.layout import table
from tilewright.reference.words import KNOWN
from tilewright.text import plain, text

if TYPE_CHECKING:
    from tilewright.language.types import Type
    from tilewright.model import Attribute, Field, Game, Kind

INTRO = """\
`thing.NAME` in an expression: what never changes is an attribute, what changes in play is a field,
and a link is a list of what the thing is connected with. In `by=`, `until=` and start values `it`
is the thing itself, so `it.NAME` is the same. `tilewright show {game} KIND` lists the elements.
"""
OF_GAME = "Fields that belong to nobody; expressions name them as they are."
# What grids bring, in the words of the reference.
BROUGHT = {entry.name: f"{entry.about[:1].lower()}{entry.about[1:]}".rstrip(".")
           for entry in KNOWN if entry.name in ("column", "row", "beside", "around", "diagonals")}
NEXT_TO = {"corners": "the corners at the other ends of its edges",
           "edges": "the edges that share a corner with it"}
# What has which corners and edges of its own.
ENDS = {"squares": ("corners", "edges"), "hexagons": ("corners", "edges"), "edges": ("corners",)}
SEEN = {"owner": "only its player sees it", "none": "nobody sees it"}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a thing knows."""

    name: str
    type: str
    about: str


def things(game: Game) -> list[str]:
    """The part of a page about all kinds of a game."""
    lines = ["## What things know", "", INTRO.format(game=game.id)]
    bare = []
    for owner in (GAME, *game.kinds):
        facts = known(game, owner)
        if facts:
            lines += _part(game, owner, facts)
        elif owner != GAME:
            bare.append(f"`{owner}` ({len(game.kinds[owner].items)})")
    return [*lines, *([f"These have nothing but their names: {', '.join(bare)}.", ""]
                      if bare else [])]


def _part(game: Game, owner: str, facts: list[Fact]) -> list[str]:
    if owner == GAME:
        head = ["### Of the game", "", OF_GAME, ""]
    else:
        kind = game.kinds[owner]
        head = [f"### {owner}", "", f"{_elements(kind)}; all of them: `{kind.plural}`.", ""]
    begin = "" if owner == GAME else f"{owner}."
    rows = [(f"`{begin}{fact.name}`", fact.type, fact.about) for fact in facts]
    return [*head, *table(("written", "type", "meaning"), rows)]


def _elements(kind: Kind) -> str:
    first, last = (f"`{item}`" for item in (kind.items[0], kind.items[-1]))
    return f"{len(kind.items)} elements, {first} to {last}" if len(kind.items) > 1 else (
        f"1 element, {first}")


def known(game: Game, owner: str) -> list[Fact]:
    """What each element of a kind knows, or the game itself."""
    kind = game.kinds.get(owner)
    fixed = [_attribute(game, kind, a) for a in kind.attributes.values()] if kind else []
    return fixed + [_field(game, f) for (who, _), f in game.fields.items() if who == owner]


def _attribute(game: Game, kind: Kind, attribute: Attribute) -> Fact:
    name, words = attribute.name, _type_words(game, attribute.type)
    brought = _brought(game, kind, name, attribute.type)
    if brought:
        return Fact(name, words, brought)
    if (kind.name, name) in game.relations:
        target = game.kinds[game.relations[kind.name, name].target]
        return Fact(name, words, f"the {plain(target.plural)} to which '{name}' leads")
    return Fact(name, words, "; ".join([*_said(game, kind.name, name), "never changes"]))


def _brought(game: Game, kind: Kind, name: str, type_: Type) -> str:
    """What a board brings by itself: places, neighbours, lines, corners and edges."""
    cells = {*game.grids, *(t for t, tiling in game.tilings.items() if tiling.board == t)}
    others = type_.item.kind if type_.tag == "list" and type_.item is not None else ""
    if kind.name in cells and name in BROUGHT:
        return BROUGHT[name]
    here, there = (game.tilings[k].sort if k in game.tilings else "" for k in (kind.name, others))
    if others == kind.name and here:
        return NEXT_TO[here] if name == "beside" else ""
    if here and there:
        return f"the {plain(name)} that it touches" if there not in ENDS.get(here, ()) else (
            f"its {plain(name)}")
    if kind.name in cells and others and kind.plural in game.kinds[others].attributes:
        return f"the {plain(name)} through it"
    return f"its {plain(name)}, in order" if others in cells and name == game.kinds[
        others].plural else ""


def _type_words(game: Game, type_: Type) -> str:
    """A type for people; a list is one of several things."""
    if type_.item is not None and type_.item.kind in game.kinds and type_.tag == "list":
        return f"a list of {plain(game.kinds[type_.item.kind].plural)}"
    return type_words(type_)


def _field(game: Game, owned: Field) -> Fact:
    words = type_words(owned.value_type)
    if owned.zone:
        words = f"a zone of {plain(game.kinds[owned.type.kind].plural)}"
    told = [*_said(game, owned.owner, owned.name), *_details(game, owned)]
    return Fact(owned.name, words, "; ".join(told) or "changes in play")


def _details(game: Game, owned: Field) -> list[str]:
    """What else is said of a field, where it is not what fields normally are."""
    told = []
    if owned.zone and owned.cap < sum(game.kinds[owned.type.kind].copies or [0]):
        told.append(f"at most {owned.cap}")
    if not owned.zone and (owned.low or owned.high < limits.NUMBER):
        told.append(f"from {owned.low}" + (
            f" to {owned.high}" if owned.high < limits.NUMBER else ""))
    told += [SEEN[owned.visible]] if owned.visible in SEEN else []
    told += [f"as at first again with each {owned.reset}"] if owned.reset else []
    return [*told, *(["abilities of its tiles count"] if owned.in_play else [])]


def _said(game: Game, owner: str, name: str) -> list[str]:
    """What a text calls it, if that says more than its name."""
    said = text(game, f"field.{owner}.{name}", FALLBACK)
    return [said] if said and said.lower() != plain(name).lower() else []


def lines_of(game: Game, kind: str) -> list[str]:
    """What each element of a kind knows, line by line."""
    return [f"  {fact.name}: {fact.type}; {fact.about}" for fact in known(game, kind)]
