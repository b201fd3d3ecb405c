"""The texts that an example needs, where the game has none for its words yet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.proofreading.drafts import draft
from tilewright.wording.pieces import keys_of_rules

if TYPE_CHECKING:
    from tilewright.handbook.words import Facts


def missing_texts(facts: Facts, ability: dict[str, Any]) -> dict[str, str]:
    """Texts that an ability needs and the game does not have, with first words for them."""
    game = facts.game
    if not game.texts:
        return {}
    mine = replace(game, published=replace(
        game.published, abilities={("", 0): {"": ability}}))
    return {key: draft(game, key, holes) for key, holes in keys_of_rules(mine)
            if not key.startswith("family.") and not facts.has_text(key)}
