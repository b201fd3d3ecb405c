"""Blame: a problem in a file of a game, because of a change that a variant makes, is told where
that change stands.

The game alone is fine, so the operation without which the problem is gone is to blame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.linking.layers import Layers, layered
from tilewright.linking.link import link
from tilewright.loading.order import Order
from tilewright.loading.packs import read_pack
from tilewright.problems import ContentError, Place, Problem, Problems

if TYPE_CHECKING:
    from tilewright.loading.history import History, Write

# So many operations are tried; each takes as long as loading the game.
MOST = 24
CHANGES = ("remove", "replace", "set", "plus", "times")


def blamed(order: Order, layers: Layers | None, problems: Problems) -> Problems:
    """The same problems, at the lines of the packs that cause them."""
    history = layers.history if layers is not None else None
    if history is None or not history.writes:
        return problems
    own = {w.place.file for w in history.writes} | {order.packs[-1].manifest.place.file}
    found = problems.sorted()
    foreign = [p for p in found if p.place.file not in own]
    culprits = {id(p): _named(p, history.writes) for p in foreign}
    unknown = [p for p in foreign if culprits[id(p)] is None]
    for problem, write in _searched(order, history, unknown, found):
        culprits[id(problem)] = write
    made = Problems()
    for problem in found:
        culprit = culprits.get(id(problem))
        made.extend([_moved(problem, culprit) if culprit else problem])
    return made


def _moved(problem: Problem, culprit: Write) -> Problem:
    path = "/".join(culprit.path)
    said = f"this change of '{path}' does not fit the rest: {problem.message} ({problem.place})"
    return Problem(problem.code, culprit.place, said, problem.hint)


def _named(problem: Problem, writes: list[Write]) -> Write | None:
    """The last change that took away what the message names."""
    return next((w for w in reversed(writes) if w.verb in CHANGES and not w.lost
                 and f"'{w.path[-1]}'" in problem.message), None)


def _searched(order: Order, history: History, unknown: list[Problem], found: list[Problem]
              ) -> list[tuple[Problem, Write]]:
    """For each problem the operation without which it is gone, and no other one comes instead."""
    made: list[tuple[Problem, Write]] = []
    before = {(p.code, p.place) for p in found}
    for number, write in reversed(list(history.first_of.items())[-MOST:]):
        if not unknown:
            break
        left = _without(order, number)
        if left - before:
            continue
        gone = [p for p in unknown if (p.code, p.place) not in left]
        made += [(p, write) for p in gone]
        unknown = [p for p in unknown if p not in gone]
    return made


def _without(order: Order, number: int) -> set[tuple[str, Place]]:
    """The problems that are there when one operation is left out."""
    quiet = Problems()
    packs = [read_pack(p.folder, quiet) for p in order.packs]
    again = Order([p for p in packs if p is not None], order.edges, order.before)
    try:
        layers = layered(again, quiet, number)
        if not quiet:
            link(layers.content, quiet)
    except ContentError:
        pass
    return {(p.code, p.place) for p in quiet.sorted()}
