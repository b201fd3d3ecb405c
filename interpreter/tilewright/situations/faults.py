"""Faults that random games have found, written as situations that fail until they are mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.playing.record import Session
from tilewright.problems import RuleError
from tilewright.situations.compare import Otherwise
from tilewright.situations.played import bodies
from tilewright.situations.run import NO_FAULT, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.playing.game import Game
    from tilewright.playing.trial import Fault
    from tilewright.situations.files import SituationFile
    from tilewright.situations.played import Body
    from tilewright.situations.read import Situation


def shown(game: Game, fault: Fault, file: SituationFile, name: str) -> Body | None:
    """The shortest situation in which a fault is seen; none if it is not seen again."""
    for body in _bodies(game, fault):
        _, situation = file.with_one(name, body)
        if _is_seen(game, situation, fault):
            return body
    return None


def name_of(fault: Fault) -> str:
    """What a fault is called: where it is, and in which game it was met."""
    file = fault.place.file.replace("\\", "/").rpartition("/")[2]
    return f"{fault.code} at {file}:{fault.place.line}, {fault.setting}, seed {fault.seed}"


def _bodies(game: Game, fault: Fault) -> Iterator[Body]:
    """What may come to the fault, the shortest first."""
    begun = {"players": fault.setting.players, "options": dict(fault.setting.options),
             "seed": fault.seed}
    try:
        session = Session(game, fault.setting.players, fault.seed, dict(fault.setting.options))
    except RuleError:
        yield {**{key: value for key, value in begun.items() if value != {}}, NO_FAULT: True}
        return
    # What a table asks may fail with what the last move has led to, so that one comes by itself.
    moves = fault.moves if fault.failing is not None else fault.moves[:-1]
    last = [fault.failing] if fault.failing is not None else fault.moves[-1:]
    for move in moves:
        session.apply(move)
    for body in bodies(session):
        done = [*body.pop("do", []), *map(session.state.label, last)]
        del body["expect"]
        yield {**body, **({"do": done} if done else {}), NO_FAULT: True}


def _is_seen(game: Game, situation: Situation, fault: Fault) -> bool:
    try:
        run(game, situation)
    except Otherwise as found:
        return str(fault.place) in found.message
    return False
