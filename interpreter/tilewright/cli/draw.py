"""A position drawn with letters: grids as grids, boards by their coordinates, then the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.compiling.emit import NO_NUMBER
from tilewright.model import GAME, PLAYER
from tilewright.text import element, plain, seat_name, text

if TYPE_CHECKING:
    from tilewright.compiling.layout import Room
    from tilewright.model import Field, Game, Grid
    from tilewright.playing.view import View


def draw(view: View, lang: str) -> list[str]:
    """All that a seat may see, as lines."""
    lines: list[str] = []
    game = view.program.game
    for grid in game.grids.values():
        lines += _grid(view, grid)
    lines += _chart(view)
    lines += _common(view, lang)
    for seat in range(view.program.players):
        lines += _player(view, seat, lang)
    return lines


def symbol(game: Game, kind: str, index: int) -> str:
    """One to three characters for an element."""
    if index < 0:
        return "·"
    item = game.kinds[kind].items[index]
    return str(game.show.get("symbols", {}).get(item, item[:1].upper()))


def _shown_field(game: Game, kind: str) -> Field | None:
    """The field that is drawn in the cells of a kind: as `show` says, else the first."""
    named = game.show.get("cells", {}).get(kind)
    fields = [f for (owner, name), f in game.fields.items() if owner == kind and not f.zone
              and not f.per and (named is None or name == named)]
    return fields[0] if fields else None


def _grid(view: View, grid: Grid) -> list[str]:
    game = view.program.game
    field = _shown_field(game, grid.kind)
    if field is None:
        return []
    rows = range(grid.rows - 1, -1, -1) if grid.bottom_up else range(grid.rows)
    width = len(str(grid.rows))
    lines = []
    for row in rows:
        cells = [_cell(view, field, row * grid.columns + c) for c in range(grid.columns)]
        lines.append(f"  {row + 1:>{width}}  " + " ".join(f"{c:^3}" for c in cells).rstrip())
    names = [game.kinds[grid.kind].items[c][0] for c in range(grid.columns)]
    lines.append(" " * (width + 4) + " ".join(f"{n:^3}" for n in names).rstrip())
    return [*lines, ""]


def _chart(view: View) -> list[str]:
    """Sites at their coordinates; an empty one shows its name."""
    game = view.program.game
    found: dict[tuple[int, int], str] = {}
    for kind, spots in game.coordinates.items():
        field = _shown_field(game, kind)
        for index, (column, line) in spots.items():
            taken = field is not None and _read(view, field, index) >= 0
            word = _cell(view, field, index) if field is not None and taken else (
                game.kinds[kind].items[index])
            found[column, line] = word[:6]
    if not found:
        return []
    widest = {c: max(len(w) for (x, _), w in found.items() if x == c) for c, _ in found}
    columns = range(max(widest) + 1)
    lines = []
    for line in range(max(y for _, y in found) + 1):
        cells = [found.get((c, line), "").center(widest.get(c, 0)) for c in columns]
        lines.append("  " + " ".join(cells).rstrip())
    return [*lines, ""]


def _cell(view: View, field: Field, index: int) -> str:
    value = _read(view, field, index)
    if field.type.tag == "kind":
        return symbol(view.program.game, field.type.kind, value)
    return str(value)


def _read(view: View, field: Field, owner: int) -> int:
    room: Room = view.program.layout.room(field)
    return view.slots[room.base + owner * room.width]


def value_words(view: View, field: Field, owner: int, lang: str) -> str:
    """The value of a field in words; empty when there is nothing to tell."""
    game = view.program.game
    room = view.program.layout.room(field)
    base = room.base + owner * room.width
    if field.zone:
        items = view.slots[base + 1:base + 1 + view.slots[base]]
        if items and all(i < 0 for i in items):
            return f"{len(items)} hidden"
        return ", ".join("?" if i < 0 else element(game, field.type.kind, i, lang)
                         for i in items)
    if field.per:
        found = []
        for i in range(room.width):
            value = view.slots[base + i]
            if value and value != NO_NUMBER:
                what = element(game, field.per, i, lang)
                found.append(f"{what} {_word(game, field, value, lang)}")
        return ", ".join(found)
    return _word(game, field, view.slots[base], lang)


def _word(game: Any, field: Field, value: int, lang: str) -> str:
    if field.type.tag == "kind":
        return element(game, field.type.kind, value, lang) if value >= 0 else "–"
    if field.type.tag == "bool":
        return "yes" if value else "no"
    return "–" if value == NO_NUMBER else str(value)


def _field_title(game: Game, field: Field, lang: str) -> str:
    return text(game, f"field.{field.owner}.{field.name}", lang) or plain(field.name)


def _common(view: View, lang: str) -> list[str]:
    game = view.program.game
    lines = []
    for (owner, _), field in game.fields.items():
        if owner == GAME:
            words = value_words(view, field, 0, lang)
            lines.append(f"  {_field_title(game, field, lang)}: {words or '–'}")
    return lines


def _player(view: View, seat: int, lang: str) -> list[str]:
    game = view.program.game
    parts = []
    for (owner, _), field in game.fields.items():
        if owner == PLAYER:
            words = value_words(view, field, seat, lang)
            if words:
                parts.append(f"{_field_title(game, field, lang)} {words}")
    if not parts:
        return []
    return [f"  {seat_name(game, seat, lang)}: " + "; ".join(parts)]
