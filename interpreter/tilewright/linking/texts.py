"""Texts of a game: which keys there can be, and which are missing or unknown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.language.tree import Choose, ChooseMany, Menu, OneOf, stmts_within
from tilewright.loading.source import Map
from tilewright.model import FALLBACK
from tilewright.problems import Problems, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.language.tree import Stmt
    from tilewright.linking.content import Content
    from tilewright.model import Game
    from tilewright.problems import Place

HOLE = re.compile(r"\{([^{}]*)\}")


def keys_of(game: Game) -> dict[str, set[str]]:
    """Each key that a text may have, with the holes that it may use."""
    keys: dict[str, set[str]] = {"game": set(), "game.about": set(), "pass": set()}
    for action in game.actions.values():
        for index, pick in enumerate(action.picks):
            key = f"move.{action.name}" if index == 0 else f"move.{action.name}.{pick.name}"
            keys[key] = {pick.name}
            if index:
                keys[f"ask.{action.name}.{pick.name}"] = set()
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
            keys[f"{kind.name}.{item}.about"] = set()
    for owner, name in game.fields:
        keys[f"field.{owner}.{name}"] = set()
    for stmt in statements(game):
        keys.update(_asked(stmt))
    return keys


def _asked(stmt: Stmt) -> dict[str, set[str]]:
    """The texts of the question that a statement asks, if it asks one."""
    if isinstance(stmt, (Choose, ChooseMany)):
        return {f"move.{stmt.site}": {stmt.var.name}, f"ask.{stmt.site}": set(),
                f"pass.{stmt.site}": set()}
    if isinstance(stmt, OneOf):
        branches: dict[str, set[str]] = {f"move.{stmt.site}.{b.name}": set() for b in stmt.branches}
        return branches | {f"ask.{stmt.site}": set()}
    if isinstance(stmt, Menu):
        name = stmt.step or "_".join(stmt.actions)
        return {f"step.{name}": set(), f"pass.{name}": set()}
    return {}


def statements(game: Game) -> Iterator[Stmt]:
    """All statements of a game, however deep."""
    todo = [s for action in game.actions.values() for s in action.body]
    todo += [s for procedure in game.procedures.values() for s in procedure.body]
    if game.flow is not None:
        todo += [*game.flow.setup, *game.flow.before, *game.flow.turn, *game.flow.after_turn,
                 *game.flow.after]
    yield from stmts_within(todo)


def needed(game: Game) -> list[str]:
    """The keys without which a player would read ids."""
    actions = [f"move.{a.name}" for a in game.actions.values() if a.tile is None]
    return ["game", *actions, *(f"end.{r}" for r in game.reasons),
            *(f"score.{c}" for c in game.scoring)]


def _of_base(content: Content, place: Place) -> bool:
    """Whether a text belongs to a game that a variant changes."""
    return bool(content.base) and place.file.startswith(f"{content.base}/")


def check_texts(game: Game, content: Content, problems: Problems) -> None:
    named = content.manifest.get("texts")
    if isinstance(named, Map) and named and FALLBACK not in named:
        problems.add("text-missing", content.manifest.key_at("texts"),
                     f"there are texts, but none in '{FALLBACK}'",
                     f"add '{FALLBACK}: …', which stands in where another language has no text")
    known = keys_of(game)
    for language, texts in content.texts.items():
        for key, text in texts.items():
            if key not in known and _of_base(content, texts.key_at(key)):
                # A variant has taken away what the game had a text for.
                continue
            if key not in known:
                problems.add("text-unknown", texts.key_at(key), f"no text is needed for '{key}'",
                             did_you_mean(key, known))
                continue
            holes = set(HOLE.findall(text))
            if not holes <= known[key]:
                odd = min(holes - known[key])
                problems.add("text-hole", texts.at(key), f"'{{{odd}}}' cannot be filled in here",
                             did_you_mean(odd, known[key]))
        for key in needed(game):
            if key not in texts:
                problems.add("text-missing", texts.place, f"the text '{key}' is missing",
                             f"add '{key}: …'")
        game.texts[language] = dict(texts)
