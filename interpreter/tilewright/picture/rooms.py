"""How much room fields have, whatever they hold, so that scenes stay as they are in a game."""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING

from tilewright.model import GAME
from tilewright.picture.counters import PIECE, PLACE, PLACE_HIGH, TAG_HIGH, TAG_NAME, TAG_PAD
from tilewright.picture.faces import PILE_HIGH, PILE_WIDE
from tilewright.picture.nodes import width
from tilewright.picture.owned import CELL_NAMES, spread
from tilewright.picture.parts import GAP, TITLE_HIGH, Part
from tilewright.positions.shown import own_boards

if TYPE_CHECKING:
    from tilewright.model import Field, Grid
    from tilewright.picture.faces import Faces
    from tilewright.picture.looks import Looks

# Cells of a grid that each player has, where a scene is wide and where it is for fingers.
OWN_CELL, TOUCHED_CELL = 31.0, 42.0
# Kinds with no more elements have a place for each, whether there are any or not.
PLACES = 12
# Room is kept for so many cards of a zone; where more than the second may lie, and do nothing,
# only their names are told. More cards than the third in a hand lie on each other.
SLOTS, TAGGED, FANNED = 5, 6, 4
LINE_GAP, TAG_WIDE = 12.0, 150.0


class Rooms:
    """The room of the fields of one game, in one language and width."""

    def __init__(self, looks: Looks, faces: Faces, cell: float) -> None:
        self.looks, self.faces, self.cell = looks, faces, cell
        self._needs: dict[tuple[str, str], tuple[float, float]] = {}

    def needs(self, owned: Field) -> tuple[float, float]:
        """How wide a field is at least, and how wide it may become."""
        key = owned.owner, owned.name
        if key not in self._needs:
            self._needs[key] = self._asked(owned)
        return self._needs[key]

    def _asked(self, owned: Field) -> tuple[float, float]:
        room = self.of(owned)
        if self.is_hand(owned):
            return PILE_WIDE, PILE_WIDE
        if owned.zone and owned.visible == "none" and self.is_tagged(owned):
            wide = room.wide + GAP + self._name_wide(owned.type.kind)
            return wide, wide
        if owned.zone and self.is_tagged(owned) and self._lies_on_table(owned):
            return TAG_WIDE, TAG_WIDE
        if self.is_row(owned):
            slots = min(owned.cap, SLOTS)
            step = self.faces.wide(owned.type.kind) + GAP
            wish = slots * step - GAP
            return wish if owned.cap <= SLOTS else step - GAP, wish
        return room.wide, room.wide

    def _name_wide(self, kind: str) -> float:
        """How wide the longest name of some cards is, as a tag."""
        names = (width(self.looks.name(kind, index), TAG_NAME, bold=True) + TAG_PAD
                 for index in range(len(self.looks.game.kinds[kind].items)))
        return min(max(names, default=0), TAG_WIDE)

    def of(self, owned: Field) -> Part:
        """The room that a field has, whatever it holds."""
        of = owned.type.kind if owned.type.tag == "kind" else ""
        if self.is_row(owned):
            return Part(self.faces.wide(of), self.faces.tall(of))
        if owned.zone and owned.visible == "none" and self.looks.game.kinds[of].tiles:
            return Part(PILE_WIDE + 6, PILE_HIGH + 6)
        if owned.zone and self.is_tagged(owned):
            return Part(2 * PIECE, TAG_HIGH)
        grid = self.grid(owned)
        if grid is not None:
            return Part(grid.columns * self.cell + CELL_NAMES, 0)
        if self.is_board(owned):
            return Part(spread(self.looks.game, owned.per, self.cell, inf).wide, 0)
        if self.has_places(owned):
            return Part(PLACE * len(self.looks.game.kinds[owned.per].items), PLACE_HIGH)
        return Part(PIECE, PIECE)

    def is_hand(self, owned: Field) -> bool:
        """Whether it is a zone of cards that only its owner sees."""
        return self.is_row(owned) and owned.owner != GAME and owned.visible == "owner"

    def is_row(self, owned: Field) -> bool:
        """Whether cards of a zone lie open beside each other."""
        return owned.zone and self.looks.game.kinds[owned.type.kind].tiles and (
            owned.visible != "none") and not self.is_tagged(owned)

    def is_tagged(self, owned: Field) -> bool:
        """Whether of cards only the names are told: of many that do nothing where they lie, and of
        those that could be read on the table."""
        if not self.looks.game.kinds[owned.type.kind].tiles:
            return False
        return owned.visible == "none" or (
            owned.owner != GAME and owned.visible == "all" and (
                self._lies_on_table(owned) or (not owned.in_play and owned.cap > TAGGED))
        ) or self._passes_by(owned)

    def _lies_on_table(self, owned: Field) -> bool:
        """Whether such cards lie open for all to read before somebody has them."""
        return any(f.owner == GAME and f.zone and f.visible == "all"
                   and f.type.kind == owned.type.kind for f in self.looks.game.fields.values())

    def _passes_by(self, owned: Field) -> bool:
        """Whether it is a small hand beside cards that lie open; there is no row for it."""
        return owned.visible == "owner" and owned.owner != GAME and owned.cap <= FANNED and any(
            f.zone and f.in_play and f.owner == owned.owner
            and f.type.kind != owned.type.kind for f in self.looks.game.fields.values())

    def has_places(self, owned: Field) -> bool:
        """Whether each element has a place of its own, also when there are none of it."""
        kind = self.looks.game.kinds.get(owned.per)
        return owned.type.tag == "int" and not owned.secret and kind is not None and (
            not kind.tiles and len(kind.items) <= PLACES)

    def grid(self, owned: Field) -> Grid | None:
        return next((g for g in self.looks.game.grids.values() if g.kind == owned.per), None)

    def is_board(self, owned: Field) -> bool:
        """Whether each player has the places of a kind for themselves."""
        return owned in own_boards(self.looks.game, owned.per)

    def fitting(self, shown: list[Field], most: float, high: float) -> list[Field]:
        """Those for which there is room in a column, whatever they hold."""
        found: list[Field] = []
        x = y = line = 0.0
        for owned in shown:
            least, _ = self.needs(owned)
            room = self.of(owned)
            own = TITLE_HIGH + room.high * ceil(room.wide / most)
            is_next = bool(x) and x + least <= most
            left, top = (x, y) if is_next else (0.0, y + line + (LINE_GAP if line else 0))
            if self.is_row(owned) or top + own > high:
                continue
            line = max(line, own) if is_next else own
            x, y = left + least + LINE_GAP, top
            found.append(owned)
        return found

    def widest(self, shown: list[Field]) -> float:
        """How wide a table must be for the cards of its longest row."""
        return max((self.needs(owned)[1] for owned in shown if self.is_row(owned)), default=0.0)

    def table_high(self, shown: list[Field]) -> float:
        """How high a table is at least: rows of cards, and lines of what is small between them."""
        high, low = 0.0, False
        for owned in shown:
            if self.is_row(owned) or not low:
                high += TITLE_HIGH + self.of(owned).high + LINE_GAP
            low = not self.is_row(owned)
        return high
