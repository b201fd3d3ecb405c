"""The texts that an example needs, where the game has none for its words yet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.model import FALLBACK, PLAYER
from tilewright.text import plain, text
from tilewright.wording.pieces import keys_of_rules

if TYPE_CHECKING:
    from tilewright.handbook.words import Facts
    from tilewright.model import Game

WHO = {"me": "when you", "opponent": "when another player", "anyone": "when somebody"}


def missing_texts(facts: Facts, ability: dict[str, Any]) -> dict[str, str]:
    """Texts that an ability needs and the game does not have, with first words for them."""
    game = facts.game
    if not game.texts:
        return {}
    mine = replace(game, published=replace(
        game.published, abilities={("", 0): {"": ability}}))
    return {key: _suggested(game, key, holes) for key, holes in keys_of_rules(mine)
            if not key.startswith("family.") and not facts.has_text(key)}


def _suggested(game: Game, key: str, holes: set[str]) -> str:
    """A first text for a piece, made of its ids; the author finds better words."""
    sort, name, *rest = key.split(".")
    if sort == "event":
        return f"{WHO[rest[0]]} {plain(name)}"
    if sort == "toll":
        said = text(game, f"field.{PLAYER}.{name}", FALLBACK) or plain(name)
        return f"you get {{n}} {said}"
    shown = "".join(f" {{{hole}}}" for hole in sorted(holes))
    return f"{plain(name)}{shown}"
