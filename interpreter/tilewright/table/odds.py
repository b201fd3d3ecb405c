"""What chance can bring with a move, as far as the one who moves can know it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tilewright.middle.header import NATURE
from tilewright.problems import IllegalMove, RuleError
from tilewright.wording.speech import percent

if TYPE_CHECKING:
    from tilewright.playing.state import State
    from tilewright.playing.view import View

# Ways in which hidden things may lie; where chance is not the same in all of them, nothing is told.
WORLDS = (1, 2, 3)
# More outcomes than these are nothing to read beside a move.
TOLD = 4


def odds(view: View, lang: str) -> dict[int, str]:
    """For each move after which chance decides at once: what can come, and how likely."""
    first, *others = WORLDS
    found = {move: seen for move, seen in _in_world(view, first, view.legal(), lang).items()
             if 0 < len(seen) <= TOLD}
    # Most moves leave nothing to chance, and then no other world need be made.
    for seed in others if found else ():
        there = _in_world(view, seed, list(found), lang)
        found = {move: seen for move, seen in found.items() if there.get(move) == seen}
    return {move: _said(seen, lang) for move, seen in found.items()}


def _in_world(view: View, seed: int, moves: list[int], lang: str) -> dict[int, Counter[str]]:
    """What can come after some moves, as hidden things may lie; nothing if that is not known."""
    try:
        world = view.determinize(seed)
    except IllegalMove:
        return {}
    world.show_chance(shuffles=False)
    return {move: _outcomes(world, move, lang) for move in moves}


def _outcomes(world: State, move: int, lang: str) -> Counter[str]:
    """What can come after a move, as often as it can; nothing if no chance follows."""
    tried = world.clone()
    try:
        tried.apply(move)
    except (IllegalMove, RuleError):
        return Counter()
    if tried.decider != NATURE:
        return Counter()
    return Counter(tried.describe(code, lang) for code in tried.legal())


def _said(found: Counter[str], lang: str) -> str:
    """The likeliest first."""
    total = found.total()
    return ", ".join(f"{percent(lang, round(100 * count / total))} {said}"
                     for said, count in found.most_common())
