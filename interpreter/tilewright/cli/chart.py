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
from tilewright.cli.lines import Canvas
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.model import Attribute, Field, Function
from tilewright.playing.worked import worked
from tilewright.positions.shown import EMPTY, cell_fields, is_marked, links, own_boards
from tilewright.text import element, plain, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.cli.look import Look
    from tilewright.model import Game, Grid

    Writer = Callable[[Look, str, int], Text]
    Site = tuple[str, int]

NARROWEST = 3
NUMBER = "bold"
# At a place where a function that is shown fails.
FAILED = "!"


def sites(game: Game) -> list[str]:
    """The kinds that are drawn on a board."""
    grids = [g.kind for g in game.grids.values()
             if cell_fields(game, g.kind) or own_boards(game, g.kind)]
    return [*grids, *(kind for kind in game.coordinates
                      if kind not in game.tilings or _is_drawn(game, kind))]


def _is_drawn(game: Game, kind: str) -> bool:
    """Whether something can be seen on cells, or on what lies between them."""
    return kind == game.tilings[kind].board or bool(
        cell_fields(game, kind) or own_boards(game, kind))


def held(look: Look, shown: Field | Attribute | Function, index: int) -> int | None:
    """The value of a field, an attribute or a function at a place: -1 for none, None if the
    function fails."""
    if isinstance(shown, Function):
        return worked(look.reader, shown, index)
    if isinstance(shown, Attribute):
        value = shown.values[index]
        return -1 if value is None else int(value)
    return look.reader.number(shown, index)


def board(look: Look) -> list[Text]:
    """All boards of a game with what lies on them."""
    lines = _boards(look, cell, linked=True)
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


def _boards(look: Look, write: Writer, *, linked: bool = False) -> list[Text]:
    lines: list[Text] = []
    for grid in look.game.grids.values():
        if cell_fields(look.game, grid.kind):
            lines += grid_of(look, grid, write)
    return lines + _chart(look, write, linked=linked)


# -- one cell ---------------------------------------------------------------------------------


def cell(look: Look, kind: str, index: int) -> Text:
    """The number of a move, then what lies there, then the marks."""
    made = numbered(look.numbers.get((kind, index)), content(look, kind, index))
    for name, mark in _marks(look.game, kind).items():
        if is_marked(look.game, look.reader, kind, index, name):
            made.append(mark)
    return made if made.plain else inked(empty(look.game, kind, index), QUIET)


def numbered(number: int | None, there: Text) -> Text:
    """The number of a move before what lies at a place, kept apart from it."""
    if number is None:
        return there
    return inked(str(number), NUMBER) + Text(":" if there.plain else "") + there


def content(look: Look, kind: str, index: int) -> Text:
    """The first thing that lies at a site; nothing where nothing does."""
    for shown in look.on_cells(kind):
        if isinstance(shown, Field) and not look.reader.knows(shown, index):
            return Text(UNKNOWN)
        found = held(look, shown, index)
        if found is None:
            return Text(FAILED)
        there = written(look, shown, found)
        if there.plain:
            return there
    return Text()


def written(look: Look, shown: Field | Attribute | Function, found: int) -> Text:
    """A value as it stands on a board; nothing for none."""
    if shown.type.tag == "kind":
        return sign(look.game, shown.type.kind, found) if found >= 0 else Text()
    if shown.type.tag == "int":
        return Text(str(found) if found != NO_NUMBER else "")
    return Text(shown.name[:1].upper() if shown.type.tag == "bool" and found else "")


def _marks(game: Game, kind: str) -> dict[str, str]:
    found: dict[str, str] = game.show.get("marks", {}).get(kind, {})
    return found


def empty(game: Game, kind: str, index: int) -> str:
    """The sign of a site where nothing lies; an edge between two cells is drawn as a line."""
    given = game.show.get("empty", {}).get(kind)
    tiling = game.tilings.get(kind)
    if given is not None or tiling is None or not tiling.ends:
        return str(given or EMPTY)
    (x, y), (to_x, to_y) = sorted(tiling.ends[index])
    return "|" if x == to_x else "-" if y == to_y else "\\" if to_y > y else "/"


# -- the shapes of boards ---------------------------------------------------------------------


def grid_of(look: Look, grid: Grid, write: Writer) -> list[Text]:
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


def _chart(look: Look, write: Writer, *, linked: bool) -> list[Text]:
    """All sites at their coordinates; each board of cells by itself."""
    boards: dict[str, list[str]] = {}
    for kind in sites(look.game):
        if kind in look.game.coordinates and not _is_each_ones(look.game, kind):
            tiling = look.game.tilings.get(kind)
            boards.setdefault(tiling.board if tiling is not None else "", []).append(kind)
    return [line for kinds in boards.values() for line in placed(look, kinds, write, linked=linked)]


def _is_each_ones(game: Game, kind: str) -> bool:
    """Whether nothing lies at places but what each player has there for themselves."""
    return bool(own_boards(game, kind)) and not cell_fields(game, kind) and (
        kind not in game.show.get("marks", {}))


def placed(look: Look, kinds: list[str], write: Writer, *, linked: bool = False) -> list[Text]:
    """Sites in columns that are as wide as they need; cells with edges stand close together."""
    game = look.game
    found = {(kind, index): write(look, kind, index) for kind in kinds
             for index in game.coordinates[kind] if index < look.size(kind)}
    if not found:
        return []
    spots = {(kind, index): game.coordinates[kind][index] for kind, index in found}
    is_fine = any(kind in game.tilings and game.tilings[kind].fine for kind in kinds)
    rows = sorted({y for _, y in spots.values()}) if is_fine else range(
        max(y for _, y in spots.values()) + 1)
    canvas = Canvas(rows)
    columns = _columns(found, spots, 1 if is_fine else NARROWEST, look.width)
    for site, (x, y) in spots.items():
        canvas.put(site, y, *columns[x], found[site])
    if linked and not any(kind in game.tilings for kind in kinds):
        canvas.link([(one, other) for _, one, other in links(game, found)])
    return canvas.lines()


def _columns(found: dict[Site, Text], spots: dict[Site, tuple[int, int]], narrowest: int,
             most: int) -> list[tuple[int, int]]:
    """Where each column begins, and how wide it is; two take turns where no two sites touch."""
    taken = set(spots.values())
    last = max(x for x, _ in taken)
    if narrowest > 1 and not any((x + 1, y) in taken for x, y in taken):
        half = max(narrowest, *(t.cell_len for t in found.values())) // 2 + 1
        return [(x * half, 2 * half - 1) for x in range(last + 1)]
    needs = [max([t.cell_len for site, t in found.items() if spots[site][0] == x], default=0)
             for x in range(last + 1)]
    # A board that would be too wide has narrower columns, but none narrower than it needs.
    least = next((wide for wide in range(narrowest, 1, -1)
                  if sum(max(n, wide) + 1 for n in needs) <= most + 1), 1)
    widths = [max(n, least) for n in needs]
    return [(sum(widths[:x]) + x, width) for x, width in enumerate(widths)]


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


def _meanings(look: Look, owned: Field | Attribute | Function) -> list[Text]:
    """The elements that a field can hold, each with its symbol."""
    if owned.type.tag != "kind":
        return []
    kind = owned.type.kind
    pairs = [(sign(look.game, kind, i), element(look.game, kind, i, look.lang))
             for i in range(look.size(kind))]
    return [short + Text(f" {name}") for short, name in pairs if short.plain != name]


def _mark_word(look: Look, kind: str, name: str) -> str:
    return text(look.game, f"field.{kind}.{name}", look.lang) or plain(name)
