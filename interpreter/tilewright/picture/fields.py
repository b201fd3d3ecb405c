"""What fields hold, drawn beside the board: numbers, pieces, cards, and what lies face down."""

from __future__ import annotations

from collections import Counter
from math import ceil
from typing import TYPE_CHECKING, Any

from tilewright.kernel.bounds import NO_NUMBER
from tilewright.model import GAME, PLAYER
from tilewright.picture.colours import paint
from tilewright.picture.counters import (
    PIECE,
    SMALL,
    chip,
    counted,
    labelled,
    place,
    stacked,
    tag,
    track,
)
from tilewright.picture.faces import PILE_HIGH, PILE_WIDE
from tilewright.picture.nodes import box, cut, node, shape, width, words
from tilewright.picture.owned import CELL_NAMES, OwnGrid
from tilewright.picture.parts import TITLE, TITLE_HIGH, Part, fan, flow, titled
from tilewright.picture.rooms import FANNED, TAG_WIDE
from tilewright.picture.scene import Thing
from tilewright.picture.shapes import SHAPES
from tilewright.positions.shown import in_order

if TYPE_CHECKING:
    from tilewright.model import Field
    from tilewright.picture.rooms import Rooms
    from tilewright.positions.reader import Reader

FEW, NAME_SIZE = 4, 11.0
# Numbers that cannot be larger are marks on a track.
TRACK = 12
NOTHING = "–"

# What was drawn of fields, by what they held. It is emptied when it grows past this.
Drawn = dict[tuple[Any, ...], Part]
MOST_DRAWN = 1_500


class Fields:
    """Draws fields for one reader; what was drawn before is taken from `drawn`."""

    def __init__(self, reader: Reader, rooms: Rooms, drawn: Drawn) -> None:
        self.reader, self.rooms, self.drawn = reader, rooms, drawn
        self.looks, self.faces = rooms.looks, rooms.faces

    def laid(self, shown: list[Field], owner: int, most: float, gap: float,
             first: Part | None = None) -> Part:
        """Fields beside each other; where each begins is decided by the room that all need.

        What grows does so downwards in its own column, or takes what is left of its line.
        """
        made, x, y, line = Part(most, 0), 0.0, 0.0, 0.0
        shown = [owned for owned in shown if not self._is_away(owned, owner)]
        if first is not None:
            made.things, x, line = first.things, first.wide + gap, first.high
        low = first is not None
        for owned in shown:
            least, wish = self.rooms.needs(owned)
            # Cards beside what is not as high would leave a hole.
            is_new = low and self.rooms.is_row(owned) and not self.rooms.is_hand(owned)
            part = self.part(owned, owner, most if is_new or x + least > most else most - x)
            low = not self.rooms.is_row(owned)
            if x and (is_new or x + max(least, part.wide) > most):
                x, y, line = 0.0, y + line + gap, 0.0
            made.things += part.at(x, y)
            x += ceil(max(part.wide, min(wish, most - x))) + gap
            line = max(line, part.high)
        made.high = y + line
        return made

    def hands(self, shown: list[Field], owner: int, most: float, gap: float) -> Part:
        """What only its owner sees, in one row for which there is room from the start."""
        made = self.laid(shown, owner, most, gap)
        high = max((self.rooms.of(owned).high for owned in shown if owned.cap > FANNED), default=0)
        made.high = max(made.high, TITLE_HIGH + high if high else 0)
        return made

    def _is_away(self, owned: Field, owner: int) -> bool:
        """Whether a hand has nothing to show, not even its title."""
        return self.rooms.is_hand(owned) and not self.reader.zone(owned, owner) and (
            self.reader.size(owned, owner) is not None)

    def part(self, owned: Field, owner: int, most: float) -> Part:
        """A field of an owner with its title, and with room for what may come."""
        key = (owned.owner, owned.name, owner, most, self.reader.hides,
               self.reader.held(owned, owner), self._on_things(owned, owner))
        if key not in self.drawn:
            if len(self.drawn) > MOST_DRAWN:
                self.drawn.clear()
            self.drawn[key] = self._part(owned, owner, most)
        return self.drawn[key].copy()

    def _on_things(self, owned: Field, owner: int) -> tuple[Any, ...]:
        """What those things carry that a field holds."""
        kind = owned.type.kind if owned.type.tag == "kind" else owned.per
        carries = self.looks.carries(kind) if kind else []
        if not carries:
            return ()
        items = self.reader.zone(owned, owner) if owned.zone else range(
            self.reader.program.layout.sizes[kind])
        return tuple(self.reader.held(f, i) for f in carries for i in items if i >= 0)

    def _part(self, owned: Field, owner: int, most: float) -> Part:
        id_ = f"{owned.owner}:{owner}:{owned.name}"
        return titled(cut(self.looks.title(owned), TITLE, max(most, 60)),
                      self.inner(owned, owner, most), id_)

    def inner(self, owned: Field, owner: int, most: float) -> Part:
        """A field without its title."""
        id_, grid = f"{owned.owner}:{owner}:{owned.name}", self.rooms.grid(owned)
        if owned.zone:
            inner = self._zone(owned, owner, most, id_)
        elif grid is not None:
            inner = OwnGrid(self.reader, self.looks, owned, owner, id_).part(
                grid, min(self.rooms.cell, (most - CELL_NAMES) / grid.columns))
        elif self.rooms.is_board(owned):
            inner = OwnGrid(self.reader, self.looks, owned, owner, id_).spread(
                owned.per, self.rooms.cell, most)
        elif owned.per:
            inner = self._amounts(owned, owner, most, id_)
        else:
            inner = self._value(owned, owner, id_)
        room = self.rooms.of(owned)
        if not self.rooms.is_hand(owned):
            inner.wide = max(inner.wide, min(room.wide, most))
            inner.high = max(inner.high, room.high)
        return inner

    # -- the sorts of fields ------------------------------------------------------------------

    def _value(self, owned: Field, owner: int, id_: str) -> Part:
        if not self.reader.knows(owned, owner):
            return chip("?", id_)
        found = self.reader.number(owned, owner)
        if owned.type.tag == "kind":
            return self._element(owned.type.kind, found, id_) if found >= 0 else chip(NOTHING, id_)
        if owned.type.tag == "bool":
            return chip("✓" if found else NOTHING, id_)
        if found == NO_NUMBER:
            return chip(NOTHING, id_)
        named = owned.name if owned.name in SHAPES else owned.name.removesuffix("s")
        if named in SHAPES:
            # What is called like a shape looks like it.
            is_own = owned.owner == PLAYER
            colour = self.looks.colour(PLAYER, owner) if is_own else "white"
            sign = self.looks.sign(PLAYER, owner) if is_own else ""
            return counted(shape(named, colour, sign, PIECE), shape(named, colour, "", PIECE),
                            found, id_, f"{self.looks.title(owned)}: {found}", many=True)
        if owned.low == 0 < owned.high <= TRACK and found <= owned.high:
            return track(found, owned.high, id_)
        return chip(str(found), id_)

    def _element(self, kind: str, index: int, id_: str, count: int = 1) -> Part:
        """An element: a tile as a card, else a piece, and how many of it."""
        if self.looks.game.kinds[kind].tiles:
            return _part_of(self._card(kind, index, id_, 0))
        label = self.looks.name(kind, index)
        looks, piece = self.looks, self.looks.piece(kind, index, PIECE)
        name, colour, sign = (tell(kind, index) for tell in (looks.shape, looks.colour, looks.sign))
        # What lies below is plain, unless the game has drawn it itself.
        is_built_in = piece == shape(name, colour, sign, PIECE)
        ghost = shape(name, colour, "", PIECE) if is_built_in else piece
        made = counted(piece, ghost, count, id_, label)
        thing = made.things[0]
        thing.kind, thing.item = kind, self.looks.item(kind, index)
        on_it = self.looks.carried(self.reader, kind, index)
        return labelled(made, on_it) if on_it else made

    def _card(self, kind: str, index: int, id_: str, least: float) -> Thing:
        """A tile that lies open, as high as its neighbours."""
        face, says = self.faces.of(kind, index), self.looks.says(kind, index)
        label, high = self.looks.name(kind, index), max(face.high, least)
        drawn, on_it = self.faces.card(kind, index, high), self.looks.carried(
            self.reader, kind, index)
        if on_it:
            counts = self.looks.counts(kind)
            said = on_it if counts is None else str(self.reader.number(counts, index)) if (
                self.reader.knows(counts, index)) else "?"
            chip_ = self.faces.label(said, face, high, is_count=counts is not None)
            drawn = node("g", [drawn, chip_])
            label = f"{label} ({on_it})"
        return Thing(id_, 0, 0, drawn, f"{label}: {says}" if says else label, kind=kind,
                     item=self.looks.item(kind, index), wide=face.wide, high=high)

    def _amounts(self, owned: Field, owner: int, most: float, id_: str) -> Part:
        if self.rooms.has_places(owned):
            return self._places(owned, owner, most, id_)
        parts = []
        for index, found in self.reader.amounts(owned, owner):
            own = f"{id_}:{self.looks.item(owned.per, index)}"
            if owned.type.tag == "kind":
                parts.append(self._element(owned.type.kind, found, own))
            elif owned.type.tag == "int" and self.looks.game.kinds[owned.per].tiles:
                parts.append(_with_count(self._card(owned.per, index, own, 0), found))
            else:
                parts.append(self._element(owned.per, index, own,
                                           found if owned.type.tag == "int" else 1))
        unknown = self.reader.unknown(owned, owner)
        if unknown:
            parts.append(chip(f"?×{unknown}", f"{id_}:unknown"))
        return flow(parts, most)

    def _places(self, owned: Field, owner: int, most: float, id_: str) -> Part:
        """How many there are of each element, also of those of which there are none."""
        kind, amounts, parts = owned.per, dict(self.reader.amounts(owned, owner)), []
        for index in range(self.reader.program.layout.sizes[kind]):
            item = self.looks.item(kind, index)
            part = place(self.looks.piece(kind, index, SMALL), amounts.get(index, 0),
                         f"{id_}:{item}", self.looks.name(kind, index))
            part.things[0].kind, part.things[0].item = kind, item
            parts.append(part)
        return flow(parts, most, 0)

    def _zone(self, owned: Field, owner: int, most: float, id_: str) -> Part:
        """What lies in a zone; what does not lie open is a pile."""
        kind, items = owned.type.kind, self.reader.zone(owned, owner)
        known = in_order(owned, [i for i in items if i >= 0])
        size, hidden = self.reader.size(owned, owner), len(items) - len(known)
        pile = [self._pile(kind, None if size is None else hidden, f"{id_}:hidden")] if (
            hidden or size is None) else []
        if self.rooms.is_tagged(owned):
            is_deck = owned.visible == "none"
            tags = [self._tag(kind, index, f"{id_}:{at}", most, is_plain=is_deck)
                    for at, index in enumerate(known)]
            return flow([*pile, *(stacked(tags) if is_deck else tags)], most)
        if self.looks.game.kinds[kind].tiles:
            parts = self._cards(owned, known, most, id_)
        else:
            parts = [self._element(kind, index, f"{id_}:{at}", n)
                     for at, (index, n) in enumerate(_grouped(known))]
        return flow([*pile, *parts], most)

    def _cards(self, owned: Field, known: list[int], most: float, id_: str) -> list[Part]:
        """Open cards beside each other; many in a hand as a fan."""
        kind = owned.type.kind
        cards = [self._card(kind, index, f"{id_}:{at}", self.faces.tall(kind))
                 for at, index in enumerate(known)]
        if owned.owner != GAME and owned.visible == "owner" and len(cards) > FANNED:
            return [fan(cards, most)]
        return [_part_of(card) for card in cards]

    def _tag(self, kind: str, index: int, id_: str, most: float, *, is_plain: bool) -> Part:
        on_it = self.looks.carried(self.reader, kind, index)
        name = self.looks.name(kind, index)
        made = tag(f"{name} ({on_it})" if on_it else name, self.faces.pale(kind),
                   [] if is_plain else self.faces.icons(kind, index), min(most, TAG_WIDE), id_)
        card = self._card(kind, index, id_, 0)
        thing = made.things[0]
        thing.label, thing.kind, thing.item = card.label, card.kind, card.item
        return made

    def _pile(self, kind: str, count: int | None, id_: str) -> Part:
        said = "?" if count is None else str(count)
        return Part(PILE_WIDE + 6, PILE_HIGH + 6,
                    [Thing(id_, 0, 0, self.faces.back(kind, count, said), said)])


def _with_count(card: Thing, count: int) -> Part:
    """A card with a number on its corner."""
    made, said = _part_of(card), f"×{count}"
    wide = width(said, 14, bold=True) + 10
    badge = node("g", [box(-wide / 2, -10, wide, 20, fill=paint("black")[0], round_by=10),
                       words(0, 5, said, 14, fill="#fff", anchor="middle", bold=True)])
    card.label = f"{card.label} {said}"
    made.things.append(Thing(f"{card.id}:count", card.wide - wide / 2 - 2, 12, badge))
    return made


def _part_of(card: Thing) -> Part:
    return Part(card.wide, card.high, [card])


def _grouped(items: list[int]) -> list[tuple[int, int]]:
    """Elements one by one; of many equal ones how many there are."""
    counts = Counter(items)
    if max(counts.values(), default=0) <= FEW:
        return [(index, 1) for index in items]
    return sorted(counts.items())
