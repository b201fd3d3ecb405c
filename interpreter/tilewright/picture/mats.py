"""The mats of the players: who they are, whose turn it is, and what they have."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from tilewright.model import PLAYER
from tilewright.picture.colours import LINE, PLAIN, QUIET, paint
from tilewright.picture.nodes import box, cut, node, shape, width, words
from tilewright.picture.parts import Part, flow
from tilewright.picture.scene import GROUND, MARKS, Thing
from tilewright.playing.view import View
from tilewright.positions.shown import fields_told
from tilewright.text import seat_name
from tilewright.wording.points import points_told

if TYPE_CHECKING:
    from tilewright.model import Field, Game
    from tilewright.picture.fields import Fields
    from tilewright.picture.looks import Looks
    from tilewright.playing.state import State

GAP, PAD, WITHIN = 16.0, 8.0, 8.0
# How wide a mat is at least, with something on it and without.
LEAST, LEAST_EMPTY = 300.0, 240.0
HEAD = 43.0
POINTED = "M0-9L15 0L0 9z"
MATS = ("#fffdf7", "#f3ecdd")


def shown(game: Game, elsewhere: list[Field]) -> list[Field]:
    """What stands on mats: as `show` says, else all that does not stand elsewhere."""
    told = fields_told(game, PLAYER, "mat")
    return told if "mat" in game.show else [f for f in told if f not in elsewhere]


class Mats:
    """The mats of one position."""

    def __init__(self, view: View | State, looks: Looks, fields: Fields, elsewhere: list[Field]
                 ) -> None:
        self.view, self.looks, self.fields = view, looks, fields
        self.shown = shown(looks.game, elsewhere)
        self.scores = view.scores()

    def part(self, most: float) -> Part:
        """All mats in rows, each row as wide as there is room and as high as it must be."""
        least = LEAST if self.shown else LEAST_EMPTY
        fit = int((most + GAP) // (least + GAP))
        seats = self._order(in_one_column=fit <= 1)
        fit = min(max(fit, 1), len(seats))
        columns = ceil(len(seats) / ceil(len(seats) / fit))
        made = Part(most, 0)
        for start in range(0, len(seats), columns):
            row = seats[start:start + columns]
            wide = (most - GAP * (len(row) - 1)) / len(row)
            line = _level([self._mat(seat, wide) for seat in row])
            made.things += line.at(0, made.high + (GAP if start else 0))
            made.high += line.high + (GAP if start else 0)
        return made

    def _order(self, *, in_one_column: bool) -> list[int]:
        """By seat; where all stand below each other, who looks comes first."""
        seats = list(range(self.view.program.players))
        mine = self.view.seat if isinstance(self.view, View) else -1
        if in_one_column and mine in seats:
            return [mine, *(s for s in seats if s != mine)]
        return seats

    def _mat(self, seat: int, wide: float) -> Part:
        """The name of a player, and what it has."""
        room = wide - 2 * PAD
        hands = [owned for owned in self.shown if self.fields.rooms.is_hand(owned)]
        inner = self.fields.laid([f for f in self.shown if f not in hands], seat, room, WITHIN)
        if hands:
            held = self.fields.hands(hands, seat, room, WITHIN)
            gap = WITHIN if held.high and inner.high else 0
            inner.things += held.at(0, inner.high + gap)
            inner.high += held.high + gap
        made = Part(wide, HEAD + (inner.high + PAD if self.shown else 0), self._head(seat, wide))
        made.things += inner.at(PAD, HEAD)
        return made

    def _head(self, seat: int, wide: float) -> list[Thing]:
        """The frame of a mat; the one whose turn it is has a bolder one, and an arrow."""
        colour = self.looks.colour(PLAYER, seat)
        # White would not be seen on a mat.
        fill = QUIET if colour == PLAIN else paint(colour)[0]
        decides = self.view.reader.decider == seat
        frame = box(0, 0, wide, 0, fill=MATS[not decides], round_by=12,
                    stroke=fill if decides else LINE, stroke_width=4 if decides else 1.5)
        name, points = seat_name(self.looks.game, seat, self.looks.lang), self.scores[seat]
        left = 34.0 if decides else 14.0
        said = [node("path", d=POINTED, fill=fill, transform="translate(12 25)")] if decides else []
        told = "" if points is None or not self.looks.game.scoring else points_told(
            self.looks.game, points)
        room = wide - left - 44 - (width(told, 20, bold=True) + 48 if told else 14)
        said.append(words(left + 40, 31, cut(name, 17, room, bold=True), 17, bold=True))
        if told:
            far = wide - 14 - width(told, 20, bold=True)
            said += [words(wide - 14, 32, told, 20, anchor="end", bold=True),
                     node("g", [shape("star", "yellow", "", 20)],
                          transform=f"translate({far - 16:.0f} 24)")]
        return [
            Thing(f"mat:{seat}", 0, 0, frame, "", GROUND, owner=seat, wide=wide),
            Thing(f"seat:{seat}", left + 16, 25, self.looks.piece(PLAYER, seat, 32), name,
                  owner=seat),
            Thing(f"name:{seat}", 0, 0, node("g", said), f"{name} {told}".strip(), MARKS,
                  owner=seat)]


def _level(mats: list[Part]) -> Part:
    """Mats beside each other, all as high as the highest."""
    high = max(mat.high for mat in mats)
    for mat in mats:
        _framed(mat, high)
    return flow(mats, sum(mat.wide + GAP for mat in mats), GAP)


def _framed(mat: Part, high: float) -> None:
    mat.high = high
    frame = mat.things[0]
    frame.node[1]["height"] = high
    frame.high = high
