"""So many of something, in words: coins, or pieces of wood in a stock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import GAME, PLAYER
from tilewright.text import filler, plain, say, text
from tilewright.wording.filling import Thing

if TYPE_CHECKING:
    from tilewright.model import Field, Game
    from tilewright.positions.moves import Move


def counted(game: Game, owned: Field, element: str | None, n: int, lang: str) -> str | None:
    """So many, if the game has words for that: `field.player.coins.count`, `colour.wood.count`."""
    key = f"field.{owned.owner}.{owned.name}" if element is None else f"{owned.per}.{element}"
    template = text(game, f"{key}.count", lang)
    return filler(game, lang).fill(template, {"n": n}) if template else None


def title(game: Game, owned: Field, element: str | None, lang: str) -> str:
    """What is counted, by name."""
    if element is not None:
        return filler(game, lang).name(Thing(owned.per, element), "")
    return text(game, f"field.{owned.owner}.{owned.name}", lang) or plain(owned.name)


def amount(game: Game, owned: Field, element: str | None, n: int, lang: str) -> str:
    """So many, in one way or the other."""
    return counted(game, owned, element, n, lang) or f"{n} {title(game, owned, element, lang)}"


def costs(move: Move, lang: str) -> list[str]:
    """What a move costs, as far as that is certain: its price, then what goes to others."""
    game = move.program.game
    price, tolls = ([amount(game, *of_path(game, path), n, lang) for path, n in owed.items() if n]
                    for owed in (move.price, move.tolls))
    return [*price, *(say(game, "cli.toll", lang, {"what": what}) for what in tolls)]


def of_path(game: Game, path: str) -> tuple[Field, str | None]:
    """The field of a player, or of whose it is, that a path such as `stock.wood` means."""
    parts = path.split(".")
    for at, name in enumerate(parts):
        for owner in (PLAYER, GAME, *game.kinds):
            if (owner, name) in game.fields:
                return game.fields[owner, name], ".".join(parts[at + 1:]) or None
    raise KeyError(path)
