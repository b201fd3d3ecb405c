"""English words for what has no English text: names are told by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.linking.text_keys import keys_of
from tilewright.model import GAME, PLAYER
from tilewright.positions.shown import fields_told
from tilewright.text import plain

if TYPE_CHECKING:
    from collections.abc import Collection

    from tilewright.model import Game
    from tilewright.problems import Place

    Words = dict[str, str]


def named_by_ids(game: Game, english: Collection[str], elsewhere: Collection[str]) -> Words:
    """The names that English takes from ids: of elements, kinds, and fields that are shown, and
    what other languages have texts for. Codes and numbers such as `a1` or `line_3` are said alike
    everywhere."""
    elements = [f"{kind.name}.{item}" for kind in game.kinds.values() for item in kind.items
                if not any(sign.isdigit() for sign in item)]
    kinds = [f"kind.{name}" for name in game.kinds]
    fields = [f"field.{owner}.{field.name}" for owner, where in ((GAME, "table"), (PLAYER, "mat"))
              for field in fields_told(game, owner, where)]
    known = {*english, *(key.partition("@")[0] for key in english)}
    wanted = dict.fromkeys([*kinds, *fields, *elements, *(k for k in elsewhere if "@" not in k)])
    return {key: words for key in wanted
            if key not in known and (words := words_of_id(game, key))}


def words_of_id(game: Game, key: str) -> str:
    """How a name is told that has no text; nothing for what is told only in texts."""
    first, _, rest = key.partition(".")
    if first in game.kinds and rest in game.kinds[first].items:
        return plain(rest)
    if first in ("kind", "field", "action", "option", "score", "end", "step") and (
            key in keys_of(game) and not key.endswith((".count", ".about"))
            and ".move." not in key):
        return plain(rest.rpartition(".")[2] if first == "field" else rest)
    return ""


def place_of_id(game: Game, key: str) -> Place | None:
    """Where an element stands in the YAML."""
    kind, _, item = key.partition(".")
    return game.kinds[kind].places.get(item) if kind in game.kinds else None
