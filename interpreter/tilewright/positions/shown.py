"""Which fields are shown to players, as the `show` section says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import PLAYER

if TYPE_CHECKING:
    from tilewright.model import Field, Game


def fields_told(game: Game, owner: str, listed: str) -> list[Field]:
    """What is told of the game or of a player: what a list of `show` names, else all."""
    chosen = game.show.get(listed)
    if chosen is not None:
        return [game.fields[owner, name] for name in chosen]
    return [f for (who, _), f in game.fields.items() if who == owner]


def unseen_zones(game: Game) -> list[Field]:
    """The zones of players that their owners may look at, and that stand nowhere."""
    told = [f.name for f in fields_told(game, PLAYER, "mat")]
    return [f for (owner, name), f in game.fields.items()
            if owner == PLAYER and f.zone and f.visible != "none" and name not in told]
