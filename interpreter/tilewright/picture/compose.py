"""A view as a scene: the board, the table beside it, and the mats of the players."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from tilewright.model import GAME
from tilewright.picture.board import Drawing
from tilewright.picture.colours import QUIET
from tilewright.picture.faces import Faces
from tilewright.picture.fields import Fields
from tilewright.picture.ground import ground_of
from tilewright.picture.looks import Looks
from tilewright.picture.mats import GAP, LEAST, Mats, shown
from tilewright.picture.nodes import node, words
from tilewright.picture.parts import Part, flow
from tilewright.picture.places import board_of
from tilewright.picture.scene import MARKS, Scene, Thing
from tilewright.positions.shown import fields_told
from tilewright.text import say, title

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.picture import board, fields
    from tilewright.picture.places import Board
    from tilewright.playing.state import State
    from tilewright.playing.view import View

MARGIN, TIGHT = 20.0, 10.0
# How wide a scene becomes when nobody says; below the second, all stands in one column.
WIDEST, COLUMN, NARROWEST = 1240.0, 700.0, 640.0
# A table beside the board is at least so wide; else it lies below. So does one for which sites
# would have to lie closer together than this.
BESIDE, COMFORT = 458.0, 46.0
TWO_MATS = 2 * LEAST + GAP
# Narrower than any screen there is; less would leave no room for words.
LEAST_WIDE = 300.0
# How many games are remembered, each in its languages and widths.
KEPT = 24


def scene_of(view: View | State, lang: str = "en", wide: float | None = None) -> Scene:
    """The scene of a view, in a language; of a state, one in which all is open.

    With a width the scene is so wide, and on a narrow one all stands in one column.
    """
    key = id(view.program), lang, wide
    found = _KEPT.get(key)
    if found is None or found.program is not view.program:
        found = _KEPT[key] = Composer(view.program, lang, wide)
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)
    return found.scene(view)


class Composer:
    """Makes scenes of one game in one language, and remembers what it has drawn for them."""

    def __init__(self, program: Program, lang: str, wide: float | None = None) -> None:
        self.program, self.lang, self.game = program, lang, program.game
        self.wide = None if wide is None else max(wide, LEAST_WIDE)
        self.looks = Looks(self.game, lang)
        self.faces = Faces(self.looks)
        room = self.wide or WIDEST
        self.margin = TIGHT if room < COLUMN else MARGIN
        self.inner = room - 2 * self.margin
        self.has_table = bool(fields_told(self.game, GAME, "table"))
        self.board, self.is_beside = self._board()
        # Mats stand in columns where the board is wide enough for two.
        self.mats_below = self.is_beside and self.board.wide >= TWO_MATS
        self.ground = ground_of(self.board, self.looks)
        self.sites: board.Drawn = {}
        self.parts: fields.Drawn = {}

    def scene(self, view: View | State) -> Scene:
        return _Composing(self, view).scene()

    def _board(self) -> tuple[Board, bool]:
        """The board, and whether the table lies beside it; both stay through a whole game."""
        sizes = self.program.layout.sizes
        if self.has_table and self.inner >= COLUMN:
            made = board_of(self.game, sizes, self.inner - BESIDE - GAP)
            if made.sites and made.apart >= COMFORT:
                return made, True
        return board_of(self.game, sizes, self.inner), False


_KEPT: OrderedDict[tuple[int, str, float | None], Composer] = OrderedDict()


class _Composing:
    """One scene that is being made."""

    def __init__(self, by: Composer, view: View | State) -> None:
        self.by, self.view, self.reader, self.lang = by, view, view.reader, by.lang
        self.game, self.looks = by.game, by.looks
        fields = Fields(self.reader, self.looks, by.faces, by.parts)
        self.fields, self.mats = fields, Mats(view, self.looks, fields, by.board.standing)

    def scene(self) -> Scene:
        """Board, table and mats; the whole is as wide as was asked for, or as it needs to be."""
        made, margin = self._beside() if self.by.is_beside else self._stacked(), self.by.margin
        return Scene(made.wide + 2 * margin, made.high + 2 * margin, title(self.game, self.lang),
                     made.at(margin, margin))

    def _beside(self) -> Part:
        """The table beside the board; mats where there is room below either, or below both."""
        board, wide = self.by.board, self.by.inner
        right = board.wide + GAP
        table = self._table(wide - right)
        made = Part(wide, 0, [*self._board(0), *table.at(right, 0)])
        if self.by.mats_below:
            half = (board.wide - GAP) / 2
            columns = [(0, half, board.high), (half + GAP, half, board.high),
                       (right, wide - right, table.high)]
            mats = self.mats.below(columns)
            made.high, made.things = mats.high, made.things + mats.things
        else:
            made.high = max(board.high, table.high)
            _add(made, self.mats.part(wide))
        return made

    def _stacked(self) -> Part:
        """All below each other."""
        board, by = self.by.board, self.by
        wide = by.inner if by.wide is not None else self._needed()
        made = Part(wide, board.high, self._board((wide - board.wide) / 2))
        if by.has_table:
            _add(made, self._table(wide))
        _add(made, self.mats.part(wide))
        return made

    def _board(self, shift: float) -> list[Thing]:
        things = [thing.copy() for thing in self.by.ground]
        things += Drawing(self.by.board, self.reader, self.looks, self.by.sites).things()
        for thing in things:
            thing.x += shift
        return things

    def _needed(self) -> float:
        """The width of a scene whose board does not need all that there is."""
        if self.by.has_table or shown(self.game, self.by.board.standing):
            return self.by.inner
        return min(max(self.by.board.wide, NARROWEST - 2 * self.by.margin), self.by.inner)

    def _table(self, most: float) -> Part:
        """The fields of the game; before them the round, where it means something."""
        parts = [self._round()] if self.game.flow is not None and (
            self.game.flow.each is not None) else []
        parts += [part for owned in fields_told(self.game, GAME, "table")
                  for part in [self.fields.part(owned, 0, most)] if part is not None]
        return flow(parts, most, GAP)

    def _round(self) -> Part:
        said = say(self.game, "cli.round", self.lang)
        drawn = node("g", [words(0, 11.5, said, 11.5, fill=QUIET),
                           words(0, 42, str(self.reader.round), 24, bold=True)])
        return Part(54, 50, [Thing("round", 0, 0, drawn, f"{said} {self.reader.round}", MARKS)])


def _add(made: Part, lower: Part) -> None:
    """Put a part below what there is."""
    top = made.high + (GAP if made.high else 0)
    made.things += lower.at(0, top)
    made.high = top + lower.high
