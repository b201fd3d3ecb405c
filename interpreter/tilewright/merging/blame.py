"""Blame: a problem in a file of a game, because of a change that a variant makes, is told where
that change stands.

The game alone is fine, so the operation without which the problem is gone is to blame.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.merging.addresses import joined
from tilewright.merging.layers import Layers, layered
from tilewright.model import FALLBACK
from tilewright.packs.order import Order, id_of
from tilewright.packs.pack import read_pack
from tilewright.problems import Place, Problem, Problems

if TYPE_CHECKING:
    from tilewright.merging.content import Content
    from tilewright.merging.history import History, Write
    from tilewright.packs.pack import Pack

Key = tuple[str, Place]
Link = Callable[["Content", Problems], object]
QUOTED = re.compile(r"'([^']+)'")
# So many operations are tried; each takes as long as loading the game, so fewer of a big one.
MOST = 24
MOST_VALUES = 200_000
CHANGES = ("remove", "replace", "set", "plus", "times")
# What is wrong with an operation itself stands where the operation does.
OWN = ("overlay-", "pack-", "art-", "defined-twice", "renamed-nowhere", "variant-of",
       "language-version")


def blamed(order: Order, layers: Layers | None, problems: Problems, link: Link) -> Problems:
    """The same problems, at the lines of the packs that cause them; `link` finds them again."""
    history = layers.history if layers is not None else None
    if history is None or not history.writes:
        return problems
    found = problems.sorted()
    last = order.packs[-1].sources
    unknown = [p for p in found if not p.code.startswith(OWN) and p.place.file not in last]
    trials: dict[int, set[Key]] = {}
    made = Problems()
    made.extend(placed(p, _culprit(order, history, p, found, trials, link), order)
                if p in unknown else p for p in found)
    told = {id(p) for p in found}
    made.extend(p for p in problems if id(p) not in told)
    made.take_notes(problems)
    return made


def placed(problem: Problem, culprit: Write | None, order: Order) -> Problem:
    """A problem where its author can mend it: at the change behind it, or in the pack's texts."""
    if problem.code == "text-missing" and (culprit is None or culprit.verb != "remove"):
        return _missing_text(problem, order.packs[-1])
    return _moved(problem, culprit) if culprit is not None else problem


def _missing_text(problem: Problem, pack: Pack) -> Problem:
    """A text for something that a pack brings belongs into the texts of that pack."""
    texts = pack.texts.get(FALLBACK)
    place = texts.place if texts is not None else pack.manifest.at("id")
    where = texts.name if texts is not None else "a file under 'texts'"
    return Problem(problem.code, place, problem.message, f"{problem.hint} (in {where})")


def named_by(problem: Problem, writes: list[Write]) -> Write | None:
    """The last change of something that the message of a problem names."""
    words = {w for quoted in QUOTED.findall(problem.message) for w in (quoted, *quoted.split("."))}
    return next((w for w in reversed(writes) if not w.lost and not w.uses
                 and {*w.path[-1].split(".")} & words), None)


def _moved(problem: Problem, culprit: Write) -> Problem:
    """A problem at the line of the change that is behind it."""
    said = (f"this change of '{joined(culprit.path)}' does not fit the rest: {problem.message} "
            f"({problem.place})")
    return Problem(problem.code, culprit.place, said, problem.hint)


def _culprit(order: Order, history: History, problem: Problem, found: list[Problem],
             trials: dict[int, set[Key]], link: Link) -> Write | None:
    """The operation without which the problem is gone.

    First those are tried that the message names; others only count if no problem comes instead.
    """
    before = {(p.code, p.place) for p in found}
    for number, write in _candidates(order, history, problem):
        if number not in trials:
            if len(trials) >= _most(order):
                continue
            trials[number] = _without(order, number, link)
        left = trials[number]
        named = f"'{write.path[-1]}'" in problem.message and write.verb in CHANGES
        own = next(p.sources for p in order.packs if id_of(p) == write.pack)
        # What follows in the pack's own files only shows that they belong together.
        others = [place for _, place in left - before if place.file not in own]
        if (problem.code, problem.place) not in left and (named or not others):
            return write
    return None


def _candidates(order: Order, history: History, problem: Problem) -> list[tuple[int, Write]]:
    """Operations of packs after the one where the problem is told, the likeliest first."""
    ids = [id_of(p) for p in order.packs]
    home = next((i for i, p in enumerate(order.packs) if problem.place.file in p.sources), 0)
    later = [(n, w) for n, w in history.first_of.items() if ids.index(w.pack) > home]
    named = [pair for pair in later if f"'{pair[1].path[-1]}'" in problem.message]
    return [*reversed(named), *(pair for pair in reversed(later) if pair not in named)]


def _most(order: Order) -> int:
    return max(1, min(MOST, MOST_VALUES // (1 + sum(p.values for p in order.packs))))


def _without(order: Order, number: int, link: Link) -> set[Key]:
    """The problems that are there when one operation is left out."""
    quiet = Problems()
    packs = [read_pack(p.folder, quiet) for p in order.packs]
    again = Order([p for p in packs if p is not None], order.edges, order.before)
    layers = layered(again, quiet, number)
    if layers.fits:
        link(layers.content, quiet)
    return {(p.code, p.place) for p in quiet}
