"""Texts of a game: which keys there can be, and which are missing or unknown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.problems import Problems, did_you_mean

if TYPE_CHECKING:
    from tilewright.linking.content import Content
    from tilewright.model import Game

HOLE = re.compile(r"\{([^{}]*)\}")


def keys_of(game: Game) -> dict[str, set[str]]:
    """Each key that a text may have, with the holes that it may use."""
    keys: dict[str, set[str]] = {"game": set(), "game.about": set(), "pass": set()}
    for action in game.actions.values():
        for index, pick in enumerate(action.picks):
            key = f"move.{action.name}" if index == 0 else f"move.{action.name}.{pick.name}"
            keys[key] = {pick.name}
        if not action.picks:
            keys[f"move.{action.name}"] = set()
    for reason in game.reasons:
        keys[f"end.{reason}"] = set()
    for category in game.scoring:
        keys[f"score.{category}"] = set()
    for kind in game.kinds.values():
        keys[f"kind.{kind.name}"] = set()
        for item in kind.items:
            keys[f"{kind.name}.{item}"] = set()
    for owner, name in game.fields:
        keys[f"field.{owner}.{name}"] = set()
    return keys


def needed(game: Game) -> list[str]:
    """The keys without which a player would read ids."""
    actions = [f"move.{a.name}" for a in game.actions.values() if a.tile is None]
    return ["game", *actions, *(f"end.{r}" for r in game.reasons),
            *(f"score.{c}" for c in game.scoring)]


def check_texts(game: Game, content: Content, problems: Problems) -> None:
    known = keys_of(game)
    for language, texts in content.texts.items():
        for key, text in texts.items():
            base = key if key in known or key.startswith(("move.", "step.")) else None
            if base is None:
                problems.add("text-unknown", texts.key_at(key), f"no text is needed for '{key}'",
                             did_you_mean(key, known))
                continue
            holes = set(HOLE.findall(text))
            if key in known and not holes <= known[key]:
                odd = min(holes - known[key])
                problems.add("text-hole", texts.at(key), f"'{{{odd}}}' cannot be filled in here",
                             did_you_mean(odd, known[key]))
        for key in needed(game):
            if key not in texts:
                problems.add("text-missing", texts.place, f"the text '{key}' is missing",
                             f"add '{key}: …'")
        game.texts[language] = dict(texts)
