"""Ids and arguments into words. The engine emits ids; only this module makes sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model import FALLBACK

if TYPE_CHECKING:
    from tilewright import model
    from tilewright.compiling.program import Program



def text(game: model.Game, key: str, lang: str) -> str | None:
    """The text of a key in a language, else in English."""
    for language in (lang, FALLBACK):
        found = game.texts.get(language, {}).get(key)
        if found is not None:
            return found
    return None


def plain(word: str) -> str:
    """An id as words, where there is no text."""
    return word.replace("_", " ").replace(".", " ")


def element(game: model.Game, kind: str, index: int, lang: str) -> str:
    """The name of an element."""
    item = game.kinds[kind].items[index]
    return text(game, f"{kind}.{item}", lang) or plain(item)


def describe(program: Program, move: int, lang: str = FALLBACK, now: int = -1) -> str:
    """A move in words; `now` is the decision at which it is made, where passing has its words."""
    game = program.game
    group = program.group_of(move)
    if group is None:
        return f"move {move}"
    if group.name == "pass":
        return _pass(program, now, lang)
    index = move - group.base
    if group.names:
        word = group.names[index]
        question = group.name.rsplit(".", 1)[-1]
        key = f"move.{group.name}.{word}"
        return text(game, key, lang) or f"{plain(question)}: {plain(word)}"
    value = str(index) if group.kind == "int" else (
        element(game, group.kind, index, lang) if group.kind else "")
    template = text(game, f"move.{group.name}", lang)
    if template is None:
        return f"{plain(group.name)} {value}".strip()
    head, brace, rest = template.partition("{")
    if not brace:
        return template
    return head + value + rest.partition("}")[2]


def _pass(program: Program, now: int, lang: str) -> str:
    """To pass, or to decline; what that means depends on the decision."""
    node = program.nodes.get(now)
    keys = ["pass"] if node is None else [f"pass.{node.step or node.site}", "pass"]
    found = (text(program.game, key, lang) for key in keys)
    return next((words for words in found if words is not None), "pass")


def seat_name(game: model.Game, seat: int, lang: str = FALLBACK) -> str:
    return element(game, "player", seat, lang)


def title(game: model.Game, lang: str = FALLBACK) -> str:
    return text(game, "game", lang) or plain(game.id)


def reason(game: model.Game, name: str | None, lang: str = FALLBACK) -> str:
    if name is None:
        return ""
    return text(game, f"end.{name}", lang) or plain(name)
