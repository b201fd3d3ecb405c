"""A game at play written as a situation, which comes to the same position when it is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright import limits
from tilewright.positions.facts import seat_name
from tilewright.problems import TilewrightError, UsageError
from tilewright.situations.run import played
from tilewright.situations.write import difference, given_of
from tilewright.telling.events import Chance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.playing.record import Session
    from tilewright.playing.state import State
    from tilewright.situations.files import SituationFile

Body = dict[str, Any]
# So many moves back a position is looked for that can be given; else the whole game is told.
MOST_BACK = 40


def written(session: Session, file: SituationFile, name: str) -> Body:
    """The situation of a position, as it stands in a file.

    In the middle of an action it is the last position that can be given, with the moves since.
    """
    if not session.game.hash:
        raise UsageError("this game is played with the rules of its record; a situation is of the "
                         "rules of today")
    for body in bodies(session):
        _, situation = file.with_one(name, body)
        try:
            found = played(session.game, situation)
        except TilewrightError:
            continue
        if not difference(found, session.state):
            return body
    raise UsageError(f"'{file.shown}' gives its situations values of its own, with which they come "
                     "to another position; name another file")


def in_file(session: Session, file: SituationFile, name: str = "") -> tuple[str, str]:
    """The text of a whole file with the position in it, and what it is called there."""
    name = name or file.free_name(name_of(session.state))
    return file.with_one(name, written(session, file, name))[0], name


def name_of(state: State) -> str:
    """What a position is called if nobody gives it a name."""
    asked = state.question
    where = f"{seat_name(state.program, asked.decider)} at {asked.name}" if asked else "the end"
    return f"{where} in round {state.round}"


def bodies(session: Session) -> Iterator[Body]:
    """What may come to the position, the shortest first; at last the whole game."""
    record = session.record
    seed = record.seed if abs(record.seed) <= limits.NUMBER else 0
    begun = session.game.new(record.players, seed, record.options)
    for count in range(min(MOST_BACK, len(record.moves)) + 1):
        try:
            given = given_of(session.before(count), begun)
        except UsageError:
            continue
        yield _body(session, seed, given, count)
    if seed == record.seed:
        given, *more = record.situation or [{}]
        yield _body(session, seed, given, len(record.moves), [{"given": one} for one in more])


def _body(session: Session, seed: int, given: Body, count: int, before: list[Body] | None = None
          ) -> Body:
    """A situation with some moves; with all of them, chance follows from the seed."""
    record = session.record
    start = len(record.moves) - count
    usual = {name: option.default for name, option in session.game.model.options.items()}
    options = {name: value for name, value in record.options.items() if value != usual[name]}
    begun = {"players": record.players, "options": options, "seed": seed, "given": given}
    chance = [event.value for events in session.events[start:] for event in events
              if isinstance(event, Chance)]
    done = {"chance": chance if before is None else [],
            "do": [*(before or []), *(label for _, label in record.moves[start:])],
            "expect": _expected(session.state)}
    return {key: value for key, value in {**begun, **done}.items() if value not in ({}, [])}


def _expected(state: State) -> Body:
    """What is easily seen to be so."""
    asked = state.question
    if asked is None:
        return {"over": True}
    return {"decider": seat_name(state.program, asked.decider), "question": asked.name}
