"""Boards: grids as grids, sites at their coordinates, and a legend of what the signs mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tilewright.cli.ink import (
    QUIET,
    UNKNOWN,
    centred,
    in_columns,
    inked,
    joined,
    named,
    packed,
    sign,
)
from tilewright.compiling.kernel import NO_NUMBER
from tilewright.model import PLAYER, Attribute
from tilewright.positions.shown import EMPTY, cell_fields, is_marked
from tilewright.text import element, plain, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.cli.look import Look
    from tilewright.model import Field, Game, Grid

    Writer = Callable[[Look, str, int], Text]

NARROWEST = 3
NUMBER = "bold"


def sites(game: Game) -> list[str]:
    """The kinds that are drawn on a board."""
    own = {f.per for (owner, _), f in game.fields.items() if owner == PLAYER}
    grids = [g.kind for g in game.grids.values() if cell_fields(game, g.kind) or g.kind in own]
    return [*grids, *(kind for kind in game.coordinates
                      if kind not in game.tilings or _is_drawn(game, kind))]


def _is_drawn(game: Game, kind: str) -> bool:
    """Whether something can be seen on cells, or on what lies between them."""
    return kind == game.tilings[kind].board or bool(cell_fields(game, kind))


def held(look: Look, owned: Field | Attribute, index: int) -> int:
    """The value of a field or an attribute; -1 for none."""
    if isinstance(owned, Attribute):
        value = owned.values[index]
        return -1 if value is None else int(value)
    return look.reader.number(owned, index)


def board(look: Look) -> list[Text]:
    """All boards of a game with what lies on them."""
    lines = _boards(look, cell)
    if not lines or not look.game.show.get("legend", True):
        return lines
    return [*lines, *_legend(look, max(line.cell_len for line in lines))]


def board_of_names(look: Look) -> list[Text]:
    """The boards with the name of each site, to look them up."""
    def name(look: Look, kind: str, index: int) -> Text:
        return named(look.game, kind, index, look.lang)

    lines = _boards(look, name)
    if all(line.cell_len <= look.width for line in lines):
        return lines
    # Long names do not fit on a map: they stand in a list, in the order of the board.
    return in_columns([name(look, kind, index) for kind in sites(look.game)
                       for index in range(look.size(kind))], look.width)


def _boards(look: Look, write: Writer) -> list[Text]:
    lines: list[Text] = []
    for grid in look.game.grids.values():
        if cell_fields(look.game, grid.kind):
            lines += _grid(look, grid, write)
    return lines + _chart(look, write)


# -- one cell ---------------------------------------------------------------------------------


def cell(look: Look, kind: str, index: int) -> Text:
    """The number of a move, then what lies there, then the marks."""
    made = Text()
    number = look.numbers.get((kind, index))
    there = content(look, kind, index)
    if number is not None:
        made.append(str(number), NUMBER)
        # Two numbers in a row would be read as one.
        made.append(":" if there.plain[:1].isdigit() else "")
    made.append_text(there)
    for name, mark in _marks(look.game, kind).items():
        if is_marked(look.game, look.reader, kind, index, name):
            made.append(mark)
    return made if made.plain else inked(_empty(look.game, kind, index), QUIET)


def content(look: Look, kind: str, index: int) -> Text:
    """The first thing that lies at a site; nothing where nothing does."""
    for owned in cell_fields(look.game, kind):
        if not isinstance(owned, Attribute) and not look.reader.knows(owned, index):
            return Text(UNKNOWN)
        value = held(look, owned, index)
        if owned.type.tag == "kind" and value >= 0:
            return sign(look.game, owned.type.kind, value)
        if owned.type.tag == "int" and value != NO_NUMBER:
            return Text(str(value))
        if owned.type.tag == "bool" and value:
            return Text(owned.name[:1].upper())
    return Text()


def _marks(game: Game, kind: str) -> dict[str, str]:
    found: dict[str, str] = game.show.get("marks", {}).get(kind, {})
    return found


def _empty(game: Game, kind: str, index: int) -> str:
    """The sign of a site where nothing lies; an edge between two cells is drawn as a line."""
    given = game.show.get("empty", {}).get(kind)
    tiling = game.tilings.get(kind)
    if given is not None or tiling is None or not tiling.ends:
        return str(given or EMPTY)
    (x, y), (to_x, to_y) = sorted(tiling.ends[index])
    return "|" if x == to_x else "-" if y == to_y else "\\" if to_y > y else "/"


# -- the shapes of boards ---------------------------------------------------------------------


def _grid(look: Look, grid: Grid, write: Writer) -> list[Text]:
    rows = range(grid.rows - 1, -1, -1) if grid.bottom_up else range(grid.rows)
    found = [[write(look, grid.kind, row * grid.columns + c) for c in range(grid.columns)]
             for row in rows]
    widest = max(NARROWEST, *(one.cell_len for row in found for one in row))
    left = len(str(grid.rows))
    lines = [_line(Text(f"  {row + 1:>{left}}  "), cells, widest)
             for row, cells in zip(rows, found, strict=True)]
    letters = [Text(look.game.kinds[grid.kind].items[c][0]) for c in range(grid.columns)]
    return [*lines, _line(Text(" " * (left + 4)), letters, widest)]


def _line(head: Text, cells: list[Text], width: int) -> Text:
    line = head + joined([centred(c, width) for c in cells], " ")
    line.rstrip()
    return line


def _chart(look: Look, write: Writer) -> list[Text]:
    """All sites at their coordinates; each board of cells by itself."""
    boards: dict[str, list[str]] = {}
    for kind in sites(look.game):
        if kind in look.game.coordinates:
            tiling = look.game.tilings.get(kind)
            boards.setdefault(tiling.board if tiling is not None else "", []).append(kind)
    return [line for kinds in boards.values() for line in _placed(look, kinds, write)]


def _placed(look: Look, kinds: list[str], write: Writer) -> list[Text]:
    """Sites in columns that are as wide as they need; cells with edges stand close together."""
    found = {at: write(look, kind, index) for kind in kinds
             for index, at in look.game.coordinates[kind].items() if index < look.size(kind)}
    if not found:
        return []
    last = max(column for column, _ in found)
    lines = list(range(max(y for _, y in found) + 1))
    is_fine = any(look.game.tilings[k].fine for k in kinds if k in look.game.tilings)
    if not is_fine and not any((x + 1, y) in found for x, y in found):
        half = max(NARROWEST, *(t.cell_len for t in found.values())) // 2 + 1
        return [_staggered(found, line, last, half) for line in lines]
    narrowest = 1 if is_fine else NARROWEST
    widths = [max([narrowest, *(t.cell_len for (x, _), t in found.items() if x == column)])
              for column in range(last + 1)]
    return [_across(found, line, widths) for line in
            (sorted({y for _, y in found}) if is_fine else lines)]


def _across(found: dict[tuple[int, int], Text], line: int, widths: list[int]) -> Text:
    cells = [centred(found.get((column, line), Text()), width)
             for column, width in enumerate(widths)]
    made = joined(cells, " ")
    made.rstrip()
    return made


def _staggered(found: dict[tuple[int, int], Text], line: int, last: int, half: int) -> Text:
    """A line of hexagons: each takes two columns, of which the second is free."""
    made = Text()
    for column in range(last + 1):
        if (column, line) in found:
            made.append(" " * (column * half - made.cell_len))
            made.append_text(centred(found[column, line], 2 * half - 1))
    made.rstrip()
    return made


# -- private grids ----------------------------------------------------------------------------


def own_grids(look: Look) -> list[Text]:
    """Grids that each player has, to be filled during play: those of the one who looks."""
    lines: list[Text] = []
    for (owner, _), owned in look.game.fields.items():
        grid = look.game.grids.get(owned.per) if owner == PLAYER else None
        if grid is not None and owned.type.tag == "kind":
            contents = dict(look.reader.amounts(owned, look.view.seat))

            def write(look: Look, kind: str, index: int, owned: Field = owned,
                      contents: dict[int, int] = contents) -> Text:
                return _private(look, kind, index, owned, contents.get(index, -1))

            lines += [inked(look.title(owned), NUMBER), *_grid(look, grid, write)]
    return lines


def _private(look: Look, kind: str, index: int, owned: Field, value: int) -> Text:
    """The number of a move, then what this player has there."""
    number = look.numbers.get((kind, index))
    made = Text() if number is None else inked(str(number), NUMBER)
    if not look.reader.knows(owned, look.view.seat, index):
        made.append(UNKNOWN)
    elif value >= 0:
        made.append_text(sign(look.game, owned.type.kind, value))
    return made if made.plain else inked(EMPTY, QUIET)


# -- the legend -------------------------------------------------------------------------------


def _legend(look: Look, width: int) -> list[Text]:
    """What the signs mean, each told once; a line of its own for each kind of site."""
    lines: list[Text] = []
    told = set[str]()
    for kind in sites(look.game):
        parts = [part for owned in cell_fields(look.game, kind) for part in _meanings(look, owned)]
        parts += [Text(f"{mark} {_mark_word(look, kind, name)}")
                  for name, mark in _marks(look.game, kind).items()]
        new = [part for part in parts if part.plain not in told]
        told.update(part.plain for part in new)
        if new:
            lines += packed(new, max(width, 50))
    return lines


def _meanings(look: Look, owned: Field | Attribute) -> list[Text]:
    """The elements that a field can hold, each with its symbol."""
    if owned.type.tag != "kind":
        return []
    kind = owned.type.kind
    pairs = [(sign(look.game, kind, i), element(look.game, kind, i, look.lang))
             for i in range(look.size(kind))]
    return [short + Text(f" {name}") for short, name in pairs if short.plain != name]


def _mark_word(look: Look, kind: str, name: str) -> str:
    return text(look.game, f"field.{kind}.{name}", look.lang) or plain(name)
