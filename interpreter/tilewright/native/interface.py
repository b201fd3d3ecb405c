"""What a host must know to use a module, as data for JSON; `docs/wasm.md` tells what it means.

Whoever has the module and this needs nothing else of us. What is promised here stays as it is while
`INTERFACE` does; what else a module exports is our own.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.kernel.bounds import NO_NUMBER
from tilewright.middle import header
from tilewright.model import GAME
from tilewright.printing.wasm import encode, runtime
from tilewright.printing.wasm.memory import HEAD
from tilewright.spoken import question_key

if TYPE_CHECKING:
    from tilewright.compiling.build import Group
    from tilewright.compiling.layout import Room
    from tilewright.compiling.program import Program
    from tilewright.native.making import Made

INTERFACE = 1

# What a host may call: what each function is given, and what it does.
EXPORTS: dict[str, tuple[tuple[str, ...], str]] = {
    "opened": (("state", "seed"), "begin a game; the list of first moves"),
    "step": (("state", "move"), "make a legal move; the list of those that come next"),
    "moves": (("state",), "the list of moves of a state that was put there"),
    "sheet": (("state", "seat"), "the points of a seat, a number for each category"),
    "ties": (("state", "seat"), "what decides between seats with equal points"),
    "reserve": (("bytes",), "room that stays; where it begins"),
    "random_games": (("state", "seeds", "most", "seats", "keep", "found"),
                     "play a random game for each seed, and add to a list how each ended"),
    "greedy_games": (("state", "seeds", "most", "seats", "keep", "found", "held", "best", "sign",
                      "players"),
                     "the same with greedy bots, in a game that hides nothing"),
    "playouts": (("state", "start", "moves", "seeds", "most", "seats", "found"),
                 "play on by random moves, once for each seed, and add the points to a list"),
}
GLOBALS = {"fault": "what stopped the last call: a number of `faults`",
           "reserved": "where room begins that is given back with each call"}
# The first slots, by their names.
HEADER = ("pc", "actor", "decider", "steps", "rng", "chance_key", "round", "reason", "ending",
          "manual", "turn_of", "power_back")
# Slots that differ between equal positions.
NOT_IN_KEYS = (header.STEPS, header.RNG, header.CHANCE_KEY, header.MANUAL)
# Faults that are told by no rule.
OWN_FAULTS = {
    runtime.NO_SUCH: "a list has no such element",
    runtime.BY_ZERO: "divided by zero",
    runtime.NO_MEMORY: "there is no more memory",
    runtime.DAMAGED: "this position is damaged",
    runtime.ROUND_AND_ROUND: "the rules go round and round without a decision",
}
TYPES = {encode.I32: "i32", encode.I64: "i64"}


def described(program: Program, made: Made) -> dict[str, Any]:
    """All that a host must know of a module."""
    return {
        "interface": INTERFACE, "tilewright": _version(),
        "module": {"bytes": len(made.data), "sha256": hashlib.sha256(made.data).hexdigest()},
        "game": _game(program),
        "memory": {
            "state": made.state, "slots": made.slots, "slot_bytes": 8,
            "most_bytes": limits.NATIVE_BYTES,
            "list": {"head_bytes": HEAD, "length": 0, "room": 4, "elements": 8}},
        "exports": {word: _export(word, made) for word in EXPORTS},
        "globals": GLOBALS,
        "header": {name: slot for slot, name in enumerate(HEADER)},
        "over": header.OVER,
        "key": {"without": [*NOT_IN_KEYS, *program.layout.streams],
                "digest": "blake2b", "bytes": 12},
        "kinds": {name: list(kind.items[:program.layout.sizes[name]])
                  for name, kind in program.game.kinds.items()},
        "fields": [_field(room) for room in program.layout.rooms.values()],
        "decisions": {str(label): {"asks": question_key(node), "secret": node.secret}
                      for label, node in sorted(program.nodes.items())},
        "moves": [_moves(group) for group in program.groups],
        "points": _points(program),
        "reasons": list(program.game.reasons),
        "faults": {str(number): said for number, said in [
            *OWN_FAULTS.items(), *enumerate(made.faults, runtime.FIRST_FAULT)]},
    }


def _version() -> str:
    from importlib.metadata import version

    return version("tilewright")


def _game(program: Program) -> dict[str, Any]:
    game = program.game
    return {"id": game.id, "version": game.version, "hash": game.hash,
            "variants": list(game.variants), "players": program.players,
            "options": dict(program.options)}


def _export(word: str, made: Made) -> dict[str, Any]:
    """A function: the names of what it is given, with their types, and what it gives."""
    names, about = EXPORTS[word]
    given, gives = made.exports[word]
    return {"given": [[name, TYPES[kind]] for name, kind in zip(names, given, strict=True)],
            "gives": TYPES[gives[0]] if gives else None, "about": about}


def _field(room: Room) -> dict[str, Any]:
    """Where a field lies and what it can hold; what it has not is left out."""
    field = room.field
    made: dict[str, Any] = {
        "name": field.name, "owner": None if field.owner == GAME else field.owner,
        "base": room.base, "owners": room.owners, "width": room.width, "values": room.values,
        "zone": field.zone, "type": field.type.tag}
    if field.type.tag == "kind":
        made["kind"] = field.type.kind
    if field.type.tag == "int":
        made |= {"low": field.low, "high": field.high}
    if field.type.optional:
        made["none"] = NO_NUMBER if field.type.tag == "int" else -1
    if field.per:
        made["per"] = field.per
    if field.secret:
        made |= {"visible": field.visible, "notes": room.notes}
    return made


def _moves(group: Group) -> dict[str, Any]:
    """Moves of one sort: what each picks is one of its ids, an element of a kind or a number."""
    made: dict[str, Any] = {"name": group.name, "base": group.base, "size": group.size}
    if group.names:
        made["ids"] = list(group.names)
    elif group.kind:
        made["kind"] = group.kind
    return made


def _points(program: Program) -> dict[str, Any]:
    """What is counted, and how winners are found."""
    game = program.game
    return {"categories": list(game.scoring), "best": game.best, "ties": len(game.ties),
            "unit": "half" if game.halves else "one",
            "winners": program.layout.winners or None, "needs": program.needs}
