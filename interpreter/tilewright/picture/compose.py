"""A view as a scene: the board, the table beside it, and the mats of the players."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from tilewright.model import GAME, PLAYER
from tilewright.picture.board import board_of, board_things
from tilewright.picture.colours import INK, LINE, QUIET, paint
from tilewright.picture.fields import Fields, Part, flow
from tilewright.picture.looks import Looks
from tilewright.picture.nodes import box, node, words
from tilewright.picture.scene import GROUND, MARKS, Scene, Thing
from tilewright.positions.shown import fields_told
from tilewright.text import say, seat_name, title

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.picture import board, fields
    from tilewright.playing.opened import Opened
    from tilewright.playing.view import View

MARGIN, GAP = 20.0, 18.0
WIDEST, NARROWEST = 1500.0, 640.0
# A table beside the board is at least so wide; else it lies below.
BESIDE = 420.0
MAT, MAT_ALONE, MAT_PAD = 430.0, 260.0, 14.0


def scene_of(view: View | Opened, lang: str = "en") -> Scene:
    """The scene of a view, in a language; or of what all know together."""
    return Composer(view.program, lang).scene(view)


class Composer:
    """Makes scenes of one game in one language, and remembers what it has drawn for them."""

    def __init__(self, program: Program, lang: str) -> None:
        self.lang, self.game = lang, program.game
        self.looks = Looks(self.game, lang)
        self.board = board_of(self.game, program.layout.sizes)
        self.sites: board.Drawn = {}
        self.parts: fields.Drawn = {}

    def scene(self, view: View | Opened) -> Scene:
        return _Composing(self, view).scene()


class _Composing:
    """One scene that is being made."""

    def __init__(self, by: Composer, view: View | Opened) -> None:
        self.by, self.view, self.reader, self.lang = by, view, view.reader, by.lang
        self.game, self.looks = by.game, by.looks
        self.fields = Fields(self.reader, self.looks, by.parts)

    def scene(self) -> Scene:
        board = self.by.board
        things = board_things(board, self.reader, self.looks, self.by.sites)
        wide = max(board.wide + 2 * MARGIN, NARROWEST)
        beside = WIDEST - board.wide - 2 * MARGIN - GAP
        has_table = bool(fields_told(self.game, GAME, "table"))
        is_beside = has_table and board.sites and beside >= BESIDE
        middle = MARGIN if is_beside else (wide - board.wide) / 2
        for thing in things:
            thing.x, thing.y = thing.x + middle, thing.y + MARGIN
        bottom = MARGIN + board.high
        if has_table:
            left = MARGIN + board.wide + GAP if is_beside else MARGIN
            room = beside if is_beside else max(wide - 2 * MARGIN, 900)
            table = self._table(room)
            top = MARGIN if is_beside else bottom + (GAP if board.sites else 0)
            things += table.at(left, top)
            wide = max(wide, left + table.wide + MARGIN)
            bottom = max(bottom, top + table.high)
        mats = self._mats(wide - 2 * MARGIN)
        things += mats.at(MARGIN, bottom + GAP)
        wide = max(wide, mats.wide + 2 * MARGIN)
        return Scene(wide, bottom + GAP + mats.high + MARGIN, title(self.game, self.lang), things)

    def _table(self, most: float) -> Part:
        """The fields of the game; before them the round, where it means something."""
        parts = [self._round()] if self.game.flow is not None and (
            self.game.flow.each is not None) else []
        parts += [part for owned in fields_told(self.game, GAME, "table")
                  for part in [self.fields.part(owned, 0, most)] if part is not None]
        return flow(parts, most, GAP)

    def _round(self) -> Part:
        said = say(self.game, "cli.round", self.lang)
        drawn = node("g", [words(0, 11, said, 11, fill=QUIET),
                           words(0, 41, str(self.reader.round), 24, bold=True)])
        return Part(54, 49, [Thing("round", 0, 0, drawn, f"{said} {self.reader.round}", MARKS)])

    # -- the players --------------------------------------------------------------------------

    def _mats(self, most: float) -> Part:
        players = self.view.program.players
        least = MAT if fields_told(self.game, PLAYER, "mat") else MAT_ALONE
        fit = min(max(int((most + GAP) // (least + GAP)), 1), players)
        columns = ceil(players / ceil(players / fit))
        wide = (most - GAP * (columns - 1)) / columns
        mats = [self._mat(seat, wide) for seat in range(players)]
        for start in range(0, players, columns):
            row = mats[start:start + columns]
            high = max(mat.high for mat in row)
            for mat in row:
                _framed(mat, high)
        return flow(mats, most + 1, GAP)

    def _mat(self, seat: int, wide: float) -> Part:
        """The name of a player, and what it has."""
        parts = [part for owned in fields_told(self.game, PLAYER, "mat")
                 for part in [self.fields.part(owned, seat, wide - 2 * MAT_PAD)]
                 if part is not None]
        inner = flow(parts, wide - 2 * MAT_PAD, 14)
        made = Part(wide, inner.high + 58, self._head(seat, wide))
        made.things += inner.at(MAT_PAD, 50)
        return made

    def _head(self, seat: int, wide: float) -> list[Thing]:
        """The frame of a mat; the one whose turn it is has a bolder one."""
        fill, _ = paint(self.looks.colour(PLAYER, seat))
        decides = self.reader.decider == seat
        frame = box(0, 0, wide, 0, fill="#fffdf7" if decides else "#f3ecdd", round_by=12,
                    stroke=fill if decides else LINE, stroke_width=4 if decides else 1.5)
        name = seat_name(self.game, seat, self.lang)
        points = self.view.scores()[seat]
        head = [self.looks.piece(PLAYER, seat, 30)]
        said = [words(44, 30, name, 17, bold=True)]
        if points is not None:
            said.append(words(wide - 14, 30, str(points), 20, anchor="end", bold=True, fill=INK))
        return [
            Thing(f"mat:{seat}", 0, 0, frame, "", GROUND, owner=seat, wide=wide),
            Thing(f"seat:{seat}", 24, 25, node("g", head), name, owner=seat),
            Thing(f"name:{seat}", 0, 0, node("g", said), f"{name} {points or ''}".strip(), MARKS,
                  owner=seat)]


def _framed(mat: Part, high: float) -> None:
    """A mat that is as high as its neighbours."""
    mat.high = high
    frame = mat.things[0]
    frame.node[1]["height"] = high
    frame.high = high
