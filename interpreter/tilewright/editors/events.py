"""The schema for events in situations of one game: its zones and fields, seats, tiles and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.language.tree import Menu
from tilewright.linking.text_keys import statements
from tilewright.model import GAME, PLAYER
from tilewright.positions.decoder import single
from tilewright.positions.names import counted
from tilewright.situations.wanted import AMOUNTS, chances, tiles

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.editors.words import Schema
    from tilewright.model import Field, Game

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}


def with_events(schema: Schema, game: Game) -> None:
    """Say what stands below each word for an event, with the names of a game."""
    defs = schema["$defs"]
    defs |= {name: _either(_offered(paths), _named(paths))
             for name, paths in _fields(game).items()}
    defs["zone"] = _offered([path for path, owned in _paths(game) if owned.zone])
    defs["tile"] = _offered([name.partition(".")[2] for name in tiles(game)])
    seats = game.kinds[PLAYER].items[:game.most]
    defs["paid"] = _either(NUMBER, _exactly(dict.fromkeys(seats, NUMBER)))
    defs["points"] = _either(NUMBER, _exactly(dict.fromkeys(counted(game), NUMBER)))
    event = defs["situations_event"]["properties"]
    for word, made in _words(game).items():
        event[word] = {"description": event[word]["description"], **made}
    for end in ("from", "to"):
        moved = event["move"]["properties"]
        moved[end] = {"description": moved[end]["description"], **_of("zone")}


def _fields(game: Game) -> dict[str, list[str]]:
    """The paths of each sort of field."""
    fields = [(path, owned) for path, owned in _paths(game) if not owned.zone]
    return {"numbers": [path for path, owned in fields if single(owned).tag == "int"],
            "fields": [path for path, _ in fields],
            "zones": [path for path, owned in _paths(game) if owned.zone]}


def _words(game: Game) -> dict[str, Schema]:
    seats = game.kinds[PLAYER].items[:game.most]
    step = {"enum": sorted({s.step for s in statements(game) if isinstance(s, Menu) and s.step})}
    return {
        "decision": _by_seat(seats, TEXT), "reaction": _by_seat(seats, _of("tile")),
        "step": _by_seat(seats, step), "turn": {"enum": seats},
        "toll": _either(NUMBER, _exactly(dict.fromkeys(seats, _of("paid")))),
        "score": _either(NUMBER, _exactly(dict.fromkeys(seats, _of("points")))),
        "chance": _either({"type": ["string", "integer"]}, _exactly(_outcomes(game))),
        **dict.fromkeys(AMOUNTS, _of("numbers")), "set": _of("fields"), "reveal": _of("zones"),
        "shuffle": _of("zone"), "sort": _of("zone"),
        "end": {"enum": game.reasons}, "by": _of("tile")}


def _by_seat(seats: list[str], one: Schema) -> Schema:
    """By itself, or for a seat."""
    return _either(one, _exactly(dict.fromkeys(seats, one)))


def _of(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _paths(game: Game) -> Iterable[tuple[str, Field]]:
    """Fields of the game and of the players; others are named by their element as well."""
    for (owner, name), owned in game.fields.items():
        if owner == GAME:
            yield name, owned
        if owner == PLAYER:
            yield from ((f"{seat}.{name}", owned) for seat in game.kinds[PLAYER].items[:game.most])


def _outcomes(game: Game) -> dict[str, Schema]:
    """Where chance chooses, and what can come out."""
    return {site: {"enum": game.kinds[kind].items} if kind else NUMBER
            for site, kind in chances(game).items()}


def _offered(words: list[Any]) -> Schema:
    """Some words, and whatever else an editor cannot know."""
    return {"anyOf": [{"enum": words}, {"type": ["string", "null"]}]} if words else {
        "type": ["string", "null"]}


def _either(one: Schema, other: Schema) -> Schema:
    return {"anyOf": [one, other]}


def _named(paths: list[str]) -> Schema:
    return {"type": "object", "minProperties": 1, "properties": {path: {} for path in paths}}


def _exactly(keys: dict[str, Schema]) -> Schema:
    return {"type": "object", "minProperties": 1, "additionalProperties": False,
            "properties": keys}
