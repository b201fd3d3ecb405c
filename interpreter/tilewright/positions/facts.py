"""A position as plain data for JSON, and the JSON Schema of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.model import GAME, PLAYER
from tilewright.positions.decoder import single
from tilewright.positions.names import counted

if TYPE_CHECKING:
    from tilewright.compiling.program import Program
    from tilewright.language.types import Type
    from tilewright.model import Field, Game
    from tilewright.positions.decoder import Decoder
    from tilewright.positions.named import Named

CHANCE = "chance"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SEATS = {"decider", "actor"}


def facts(position: Named) -> dict[str, Any]:
    """All that holds in a position, by the names of its game.

    In a view, null stands for what the seat does not know, and `unknown` names the fields that it
    does not know wholly, so that null for none can be told from it.
    """
    reader, decoder, game = position.reader, position.decoder, position.program.game
    told: dict[str, Any] = {
        "game": game.id, "players": position.program.players,
        "round": reader.round, "over": reader.over,
        "decider": seat_name(position.program, reader.decider),
        "actor": seat_name(position.program, reader.actor), "end": reader.end_reason,
        "order": position.order,
        "fields": {kind: _fields(decoder, kind, fields) for kind, fields in _owning(game).items()},
        "points": {name: position.points(name) for name in counted(game)},
    }
    seats = decoder.names.items(PLAYER)
    used = {name: dict(zip(seats, times, strict=True)) for name, times in reader.used().items()}
    if used:
        told["used"] = used
    if game.halves:
        told["unit"] = "half"
    if position.hides:
        told["unknown"] = [
            owned.name if kind == GAME else f"{kind}.{owner}.{name}"
            for kind, fields in _owning(game).items()
            for index, owner in enumerate(decoder.names.owners(kind))
            for name, owned in fields.items()
            if owned.secret and not reader.knows_all(owned, index)]
    return told


def _fields(decoder: Decoder, kind: str, fields: dict[str, Field]) -> dict[str, dict[str, Any]]:
    """What all fields of each of a kind hold."""
    held = [decoder.all_held(owned) for owned in fields.values()]
    return {owner: dict(zip(fields, values, strict=True)) for owner, *values in zip(
        decoder.names.owners(kind), *held, strict=True)}


def seat_name(program: Program, seat: int | None) -> str | None:
    """A seat by its id; chance has a name too."""
    if seat is None:
        return None
    return program.game.kinds[PLAYER].items[seat] if seat >= 0 else CHANCE


def _owning(game: Game) -> dict[str, dict[str, Field]]:
    """The fields of each kind that has some."""
    found: dict[str, dict[str, Field]] = {}
    for (owner, name), owned in game.fields.items():
        found.setdefault(owner, {})[name] = owned
    return found


# -- its shape --------------------------------------------------------------------------------


def facts_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of what `facts` tells of a game, for all numbers of players."""
    seats = game.kinds[PLAYER].items
    points = _object({seat: {"type": "integer"} for seat in seats}, optional=seats)
    whose = {"enum": [*seats, CHANCE, None]}
    return {
        "$schema": DIALECT, "title": f"A position of {game.id}",
        **_object({
            "game": {"const": game.id},
            "players": {"type": "integer", "minimum": game.least, "maximum": game.most},
            "round": {"type": "integer"}, "over": {"type": "boolean"},
            "decider": whose, "actor": whose, "end": {"enum": [*game.reasons, None]},
            "order": {"type": "array", "items": {"type": "string"}},
            "fields": _object({kind: _of_kind(game, kind, fields)
                               for kind, fields in _owning(game).items()}),
            "points": _object(dict.fromkeys(counted(game), points)),
            "used": {"type": "object", "additionalProperties": points},
            "unknown": {"type": "array", "items": {"type": "string"}},
            **({"unit": {"const": "half"}} if game.halves else {}),
        }, optional=["unknown", "used"]),
    }


def _object(properties: dict[str, Any], optional: list[str] | None = None) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False,
            "required": [p for p in properties if p not in (optional or [])]}


def _of_kind(game: Game, kind: str, fields: dict[str, Field]) -> dict[str, Any]:
    held = _object({name: _held(game, owned) for name, owned in fields.items()})
    owners = [GAME] if kind == GAME else game.kinds[kind].items
    return _object(dict.fromkeys(owners, held), optional=owners)


def _held(game: Game, owned: Field) -> dict[str, Any]:
    """What a field can hold."""
    one = _value(game, single(owned), secret=owned.secret)
    if owned.zone:
        return {"type": "array", "items": one, "maxItems": owned.cap}
    if owned.per:
        items = game.kinds[owned.per].items
        return _object(dict.fromkeys(items, one), optional=items)
    return one


def _value(game: Game, type_: Type, *, secret: bool) -> dict[str, Any]:
    none = [None] if secret or type_.optional else []
    if type_.tag == "kind":
        return {"enum": [*game.kinds[type_.kind].items, *none]}
    word = "boolean" if type_.tag == "bool" else "integer"
    return {"type": [word, "null"] if none else word}
