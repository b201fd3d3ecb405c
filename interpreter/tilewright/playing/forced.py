"""The only move that there is, where everybody can know that there is no other one.

To make it at once must not tell others that somebody has nothing else in a hidden hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.language.operations import Expr, FieldOf
from tilewright.language.tree import Choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.compiling.context import Node
    from tilewright.compiling.program import Program
    from tilewright.model import Action, Game
    from tilewright.playing.state import State


def only_move(state: State, *, always: bool) -> int | None:
    """The move that can be made for a person, where the rules of the game or people wish so."""
    seat, node = state.decider, state.reader.node
    if seat is None or seat < 0 or node is None:
        return None
    wished = always or state.program.game.automatic
    if not (wished if node.menu is None or node.menu.automatic is None else
            node.menu.automatic or always):
        return None
    moves = state.legal()
    if len(moves) != 1 or not all_can_know(state.program, node):
        return None
    return moves[0]


def all_can_know(program: Program, node: Node) -> bool:
    """Whether everybody can work out what is offered in a decision."""
    if not program.plan.hides:
        return True
    if node.secret or not (node.menu is not None or isinstance(node.choice, Choose)):
        return False
    known = program.build.provenance
    return all(known.all_know(e) and not any(part.FAR for part in e.walk())
               for e in _asked(program.game, node))


def _asked(game: Game, node: Node) -> Iterator[Expr]:
    """All that decides about what is offered."""
    if isinstance(node.choice, Choose):
        yield from (e for e in (node.choice.source, node.choice.optional) if e is not None)
    if node.menu is None:
        return
    menu = node.menu
    yield from (e for e in (menu.test, menu.pass_when, menu.by) if e is not None)
    for action in game.actions.values():
        if action.name in menu.actions or (menu.powers and action.tile is not None):
            yield from _of_action(action)


def _of_action(action: Action) -> Iterator[Expr]:
    if action.guard is not None:
        yield action.guard
    yield from (pick.source for pick in action.picks)
    for cost in action.costs:
        held = cost.target
        yield from (cost.amount, FieldOf(held.type, held.place, held.field, held.index))
    yield from (toll.when for toll in action.tolls if toll.when is not None)
