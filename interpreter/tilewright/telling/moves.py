"""All events of one move: what was decided, what the rules made of it, and what is asked next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.kernel.notes import EVERYBODY
from tilewright.language.operations import variable_of
from tilewright.language.tree import Do, Target
from tilewright.linking.text_keys import statements
from tilewright.middle.header import DECIDER, NATURE, PC
from tilewright.positions.earlier import picked_before
from tilewright.positions.moves import move_of
from tilewright.telling.events import Chance, Decision, Event, Moved, Step
from tilewright.telling.knowing import Knowers
from tilewright.telling.reading import Reading, title

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.language.tree import Var
    from tilewright.model import Action, Field, Game
    from tilewright.positions.moves import Move
    from tilewright.problems import Place
    from tilewright.telling.watched import Watched


def events_of(program: Program, before: Sequence[int], code: int, after: Watched) -> list[Event]:
    """What happened with a move, in order."""
    move = move_of(program, code, before[PC])
    action = program.game.actions.get(move.action or "")
    reading = Reading(program, before, action.tile if action is not None else None)
    events = reading.read(after.notes)
    return [_decided(program, before, move, action, reading, events), *events,
            *_asked(program, before, after)]


def in_short(program: Program, before: Sequence[int], code: int, after: Sequence[int]
             ) -> list[Event]:
    """The decision alone, where a move did more than can be told.

    Who learns of a secret one follows from what happened, so it is told to nobody else.
    """
    move = move_of(program, code, before[PC])
    action = program.game.actions.get(move.action or "")
    node, seat = program.nodes[before[PC]], before[DECIDER]
    var = _picked(program, move, action)
    if seat == NATURE and node.choice is not None:
        var = node.choice.var
    known = Knowers(program).all
    if _is_secret(program, node, var):
        known = frozenset({seat} - {NATURE})
    return [_made(program, before, move, action, known), *_asked(program, before, after)]


def _decided(program: Program, before: Sequence[int], move: Move, action: Action | None,
             reading: Reading, events: list[Event]) -> Event:
    node, seat = program.nodes[before[PC]], before[DECIDER]
    seats = reading.knowers.seats(EVERYBODY)
    if seat == NATURE:
        seats = reading.knowers.seats(reading.knowers.of_chance(node, reading.written))
        return _made(program, before, move, action, seats)
    var = _picked(program, move, action)
    if _is_secret(program, node, var):
        seats = frozenset({seat})
        if not node.secret and var is not None:
            seats |= _shown(program.game, var, events)
    return _made(program, before, move, action, seats)


def _made(program: Program, before: Sequence[int], move: Move, action: Action | None,
          known: frozenset[int]) -> Event:
    """The decision, or what chance has brought, with the seats that learn of it."""
    node, seat = program.nodes[before[PC]], before[DECIDER]
    if seat == NATURE:
        return Chance(place=node.place, known=known, site=node.site,
                      value=next(iter(move.picks.values())), code=move.code)
    tile = action.tile if action is not None else None
    return Decision(
        place=action.place if action is not None and move.name == action.name else node.place,
        tile=title(program, tile), known=known, seat=seat, action=move.name, picks=move.picks,
        label=move.label, code=move.code, asked=before[PC],
        earlier=picked_before(program, move.code, before))


def taken_from(program: Program, move: Move) -> list[Field]:
    """The fields out of which the rules take what is picked with a move."""
    var = _picked(program, move, program.game.actions.get(move.action or ""))
    return [] if var is None else [
        place.field for stmt in statements(program.game) if isinstance(stmt, Do)
        for place in _sources(stmt, var)]


def _sources(stmt: Do, var: Var) -> Iterator[Target]:
    """What a statement takes from, if that is what a variable holds."""
    own = variable_of(stmt.args.get("item")) is var
    for place in (stmt.args.get("from"), stmt.args["target"] if stmt.word == "lose" else None):
        if isinstance(place, Target) and (
                own or any(variable_of(index) is var for index in place.index)):
            yield place


def _is_secret(program: Program, node: Node, var: Var | None) -> bool:
    """Whether not all learn what was decided, or brought by chance."""
    return node.secret or (var is not None and var in program.build.secrets)


def _picked(program: Program, move: Move, action: Action | None) -> Var | None:
    """The variable that holds what was picked with a move."""
    if not move.picks:
        return None
    if action is not None and action.name == move.name:
        return action.picks[0].var
    choices = (n.choice for n in program.nodes.values() if n.site == move.name)
    return next((choice.var for choice in choices if choice is not None), None)


def _shown(game: Game, var: Var, events: list[Event]) -> frozenset[int]:
    """Who sees what was picked out of a hidden zone, because it itself went elsewhere."""
    places = {_start(place) for place in _moves_of(game, var)}
    found = [who for event in events if isinstance(event, Moved) and event.place is not None
             and _start(event.place) in places for who in event.known_items]
    return frozenset.intersection(*found) if found else frozenset()


def _start(place: Place) -> tuple[str, int, int]:
    return place.file, place.line, place.col


def _moves_of(game: Game, var: Var) -> Iterator[Place]:
    """Where an element that a variable holds is moved."""
    for stmt in statements(game):
        item = stmt.args.get("item") if isinstance(stmt, Do) else None
        if variable_of(item) is var:
            yield stmt.place


def _asked(program: Program, before: Sequence[int], after: Sequence[int]) -> list[Event]:
    """The step that begins, if the one before is over."""
    was, now = program.nodes[before[PC]], program.nodes.get(after[PC])
    seat = after[DECIDER]
    if now is None or not now.step or (was.step, before[DECIDER]) == (now.step, seat):
        return []
    return [Step(place=now.place, known=Knowers(program).all, step=now.step, seat=seat)]
