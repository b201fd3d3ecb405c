"""What is shown to players, and by which signs, as the `show` section says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.names import ROUND
from tilewright.model import GAME, PLAYER

if TYPE_CHECKING:
    from tilewright.model import Attribute, Field, Game
    from tilewright.positions.reader import Reader

# The sign of nothing.
EMPTY = "·"


def fields_told(game: Game, owner: str, listed: str) -> list[Field]:
    """What is told of the game or of a player: what a list of `show` names, else all."""
    chosen = game.show.get(listed)
    if chosen is not None:
        return [game.fields[owner, name] for name in chosen]
    return [f for (who, _), f in game.fields.items() if who == owner]


def shows_round(game: Game) -> bool:
    """Whether the number of the round says something: where there are rounds of turns, and it
    stands with other facts or ends the game."""
    if game.flow is None or game.flow.each is None:
        return False
    ends = [*(e.test for e in game.endings), *(f.body for f in game.functions.values())]
    return bool(fields_told(game, GAME, "table")) or any(
        part.op == "var" and part.args[0] is ROUND for test in ends for part in test.walk())


def unseen_zones(game: Game) -> list[Field]:
    """The zones of players that their owners may look at, and that stand nowhere."""
    told = [f.name for f in fields_told(game, PLAYER, "mat")]
    return [f for (owner, name), f in game.fields.items()
            if owner == PLAYER and f.zone and f.visible != "none" and name not in told]


def has_symbol(game: Game, kind: str, index: int) -> bool:
    return game.kinds[kind].items[index] in game.show.get("symbols", {})


def symbol(game: Game, kind: str, index: int) -> str:
    """One to three characters for an element; without a word of `show`, its first letters."""
    if index < 0:
        return EMPTY
    items = game.kinds[kind].items
    given = game.show.get("symbols", {}).get(items[index])
    return str(given) if given is not None else letters(items, index)


def letters(items: list[str], index: int) -> str:
    """The shortest beginning that no other element has."""
    for length in (1, 2, 3):
        start = items[index][:length]
        if sum(item.startswith(start) for item in items) == 1:
            return start.upper()
    return f"{items[index][:1].upper()}{index + 1}"[:3]


def cell_fields(game: Game, kind: str) -> list[Field | Attribute]:
    """What is drawn at an element: as `show` says, else its first field."""
    chosen = game.show.get("cells", {}).get(kind)
    if chosen is None:
        plain_ones = [f for (owner, _), f in game.fields.items()
                      if owner == kind and not f.zone and not f.per]
        return list(plain_ones[:1])
    return [game.fields.get((kind, n)) or game.kinds[kind].attributes[n]
            for n in ([chosen] if isinstance(chosen, str) else chosen)]


def is_marked(game: Game, reader: Reader, kind: str, index: int, name: str) -> bool:
    """Whether a site is marked by a field or an attribute, as far as is known."""
    owned = game.fields.get((kind, name))
    if owned is not None:
        return reader.knows(owned, index) and bool(reader.number(owned, index))
    return bool(game.kinds[kind].attributes[name].values[index])
