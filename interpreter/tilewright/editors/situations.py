"""The schema for situations of one game: its fields, its steps and its moves by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.editors.events import with_events
from tilewright.editors.words import DRAFT
from tilewright.model import GAME, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.editors.words import Schema
    from tilewright.language.types import Type
    from tilewright.model import Field, Game

ORDER = "whose turns are still to come in this round, after the one that has begun"
# What else can be expected.
TOLD = {"decider": "who decides now", "actor": "whose turn it is", "question": "what is asked now",
        "round": "the number of the round", "over": "whether the game is over",
        "end": "why it is over", "order": ORDER, "scores": "the points of all seats",
        "winners": "who has won"}
COURSE = {"turn": "whose turn it is", "round": "the number of the round", "order": ORDER}


def with_words(schema: Schema, game: Game) -> Schema:
    """The schema of situations with the words of a game; elements may be named as well."""
    fields = dict(_fields(game))
    given = {**fields, **{key: {"description": about} for key, about in COURSE.items()},
             **{f"used.{name}": {"description": "how often each player has done it"}
                for name, action in game.actions.items() if action.limit[0]},
             "step": {"description": "the step or choice at which the game stands",
                      "anyOf": [{"enum": _steps(game)}, {"type": "string"}]}}
    expect = {**fields, **{key: {"description": about} for key, about in TOLD.items()},
              **{f"sheet.{name}": {"description": "the points of all seats in this line"}
                 for name in game.scoring}}
    situation = schema["$defs"]["situations_situation"]["properties"]
    step = schema["$defs"]["situations_step"]["properties"]
    for part in (situation, step):
        part["given"] = {**part["given"], "properties": given}
        part["expect"] = {**part["expect"],
                          "properties": {**part["expect"]["properties"], **expect}}
    with_events(schema, game)
    schema["properties"]["given"] = situation["given"]
    situation["options"] = {**situation["options"], "additionalProperties": False,
                            "properties": {name: {} for name in game.options}}
    about = f"Situations of '{game.id}': given this, do that, expect this."
    return {**schema, "description": about, "$schema": DRAFT}


def _fields(game: Game) -> Iterator[tuple[str, Schema]]:
    """Each field of the game and of each kind, and those of the players by name."""
    for (owner, name), owned in game.fields.items():
        about = _about(game, owned)
        yield (name if owner == GAME else f"{owner}.{name}"), {"description": about}
        if owner == PLAYER:
            for player in game.kinds[PLAYER].items[:game.most]:
                yield f"{player}.{name}", {"description": about}


def _about(game: Game, owned: Field) -> str:
    what = _said(game, owned.type.item or owned.type)
    if owned.zone:
        return f"a zone: a list with elements of {what}"
    return f"{what}, for each {owned.per}" if owned.per else what


def _said(game: Game, type_: Type) -> str:
    if type_.tag == "kind":
        some = ", ".join(game.kinds[type_.kind].items[:6])
        return f"{type_.kind} ({some}, …)" if len(game.kinds[type_.kind].items) > 6 else (
            f"{type_.kind} ({some})")
    return "true or false" if type_.tag == "bool" else "a number"


def _steps(game: Game) -> list[Any]:
    """The names of steps, and the actions that can be done."""
    from tilewright.language.tree import Menu
    from tilewright.linking.text_keys import statements

    return sorted({stmt.step or "_".join(stmt.actions) for stmt in statements(game)
                   if isinstance(stmt, Menu)})
