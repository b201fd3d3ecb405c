"""A view as a scene: the board, the table beside it, and the mats of the players."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from tilewright import limits
from tilewright.model import GAME
from tilewright.picture.apart import apart_from, rows
from tilewright.picture.board import Drawing
from tilewright.picture.colours import QUIET
from tilewright.picture.faces import Faces
from tilewright.picture.fields import Fields
from tilewright.picture.ground import ground_of
from tilewright.picture.looks import Looks
from tilewright.picture.mats import GAP, Mats, shown
from tilewright.picture.nodes import node, words
from tilewright.picture.parts import Part
from tilewright.picture.places import UPRIGHT, board_of
from tilewright.picture.rooms import LINE_GAP, OWN_CELL, TOUCHED_CELL, Rooms
from tilewright.picture.scene import MARKS, Scene, Thing
from tilewright.positions.shown import fields_told, shows_round
from tilewright.problems import UsageError
from tilewright.text import say, title

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.model import Field
    from tilewright.picture import board, fields
    from tilewright.picture.apart import Apart
    from tilewright.picture.places import Board
    from tilewright.playing.state import State
    from tilewright.playing.view import View

MARGIN, TIGHT, ROUND_HIGH = 20.0, 10.0, 64.0
# How wide a scene becomes when nobody says; below the second, all stands in one column.
WIDEST, COLUMN, NARROWEST = 1320.0, 700.0, 640.0
# A table beside the board is at least so wide. If sites would have to lie closer together than
# this, only what is small stands there, in a column, and the rest lies below.
BESIDE, ASIDE, COMFORT, SPARE = 458.0, 330.0, 40.0, 38.0
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
        room = self.wide or WIDEST
        self.margin = TIGHT if room < COLUMN else MARGIN
        self.inner = room - 2 * self.margin
        self.rooms = Rooms(self.looks, Faces(self.looks),
                           TOUCHED_CELL if self.inner < COLUMN else OWN_CELL)
        self.table, self.rounds = fields_told(self.game, GAME, "table"), shows_round(self.game)
        self.board, self.beside = self._board()
        _check_size(len(self.board.sites))
        self.apart = apart_from(self.board, self.looks)
        # Whether there is more room for that below the board than below the table.
        self.below = self.beside > ASIDE and self.rooms.table_high(self.table) > self.board.high
        self.ground = ground_of(self.board, self.looks)
        self.sites: board.Drawn = {}
        self.parts: fields.Drawn = {}

    def scene(self, view: View | State) -> Scene:
        made = _Composing(self, view).scene()
        _check_size(len(made.things))
        return made

    def _board(self) -> tuple[Board, float]:
        """The board, and how much of the table lies beside it; both stay through a whole game."""
        sizes, upright = self.program.layout.sizes, self.inner < UPRIGHT
        if self.table and self.inner >= COLUMN:
            for least in (max(BESIDE, self.rooms.widest(self.table) + SPARE), ASIDE):
                made = board_of(self.game, sizes, self.inner - least - GAP,
                                upright=upright)
                if made.sites and made.apart >= COMFORT:
                    return made, least
        return board_of(self.game, sizes, self.inner, upright=upright), 0


_KEPT: OrderedDict[tuple[int, str, float | None], Composer] = OrderedDict()


def _check_size(parts: int) -> None:
    if parts > limits.SCENE_PARTS:
        raise UsageError(f"the picture of this position would have {parts:,} places and things; "
                         f"no more than {limits.SCENE_PARTS:,} are drawn, so make the board "
                         "smaller, or play in the terminal")


class _Composing:
    """One scene that is being made."""

    def __init__(self, by: Composer, view: View | State) -> None:
        self.by, self.view, self.reader, self.lang = by, view, view.reader, by.lang
        self.game, self.looks = by.game, by.looks
        fields = Fields(self.reader, by.rooms, by.parts)
        self.fields, self.mats = fields, Mats(view, self.looks, fields, by.board.standing)

    def scene(self) -> Scene:
        """Board, table and mats; the whole is as wide as was asked for, or as it needs to be."""
        made, margin = self._beside() if self.by.beside else self._stacked(), self.by.margin
        return Scene(made.wide + 2 * margin, made.high + 2 * margin, title(self.game, self.lang),
                     made.at(margin, margin))

    def _beside(self) -> Part:
        """The table beside the board, or what of it has room there; mats below both."""
        board, by = self.by.board, self.by
        right = board.wide + GAP
        column = by.inner - right
        apart = rows(by.apart, self.fields, board.wide if by.below else column, LINE_GAP)
        here = by.table if by.beside > ASIDE else by.rooms.fitting(
            by.table, column, board.high - (ROUND_HIGH if by.rounds else 0)
            - (apart.high + GAP if apart.high else 0))
        left = Part(board.wide, board.high, self._board(0))
        table = self._table(here, column)
        _add(left if by.below else table, apart)
        made = Part(by.inner, max(left.high, table.high), [*left.things, *table.at(right, 0)])
        rest = [owned for owned in by.table if owned not in here]
        if rest:
            _add(made, self.fields.laid(rest, 0, by.inner, LINE_GAP))
        # Where they lie depends on how long words are, their order must not: replays tell things
        # of all languages at once.
        order = {owned.name: at for at, owned in enumerate(by.table)}
        made.things.sort(key=lambda thing: _place(thing, order, by.apart))
        _add(made, self.mats.part(by.inner))
        return made

    def _stacked(self) -> Part:
        """All below each other."""
        board, by = self.by.board, self.by
        wide = by.inner if by.wide is not None else self._needed()
        made = Part(wide, board.high, self._board((wide - board.wide) / 2))
        if by.table or by.rounds or by.apart:
            table = self._table(by.table, wide)
            _add(table, rows(by.apart, self.fields, wide, LINE_GAP))
            _add(made, table)
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
        if self.by.table or self.by.apart or shown(self.game, self.by.board.standing):
            return self.by.inner
        return min(max(self.by.board.wide, NARROWEST - 2 * self.by.margin), self.by.inner)

    def _table(self, fields: list[Field], most: float) -> Part:
        """Fields of the game; before them the round, where it means something."""
        first = self._round() if self.by.rounds else None
        return self.fields.laid(fields, 0, most, LINE_GAP, first)

    def _round(self) -> Part:
        said = say(self.game, "cli.round", self.lang)
        drawn = node("g", [words(0, 11.5, said, 11.5, fill=QUIET),
                           words(0, 42, str(self.reader.round), 24, bold=True)])
        return Part(54, 50, [Thing("round", 0, 0, drawn, f"{said} {self.reader.round}", MARKS)])


def _place(thing: Thing, order: dict[str, int], apart: Apart) -> int:
    """Where something comes: the board, the table as `show` has it, then what lies apart."""
    first, *rest = thing.id.split(":")
    if first == GAME:
        return order[rest[1]]
    is_apart = first in apart and (thing.id.endswith((":apart", ":title")) or rest[0].isdigit())
    return len(order) if is_apart else -1


def _add(made: Part, lower: Part) -> None:
    """Put a part below what there is."""
    if not lower.high:
        return
    top = made.high + (GAP if made.high else 0)
    made.things += lower.at(0, top)
    made.high = top + lower.high
