"""What was offered and taken, and how those fare who take it: told for each move by its label."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.counted import Grouped
from tilewright.lab.findings.figures import CANNOT_TELL, CLEAR, LIKELY, of_blocks, told
from tilewright.lab.findings.names import move_names
from tilewright.lab.findings.pairs import mates
from tilewright.lab.numbers.blocks import contrast
from tilewright.lab.numbers.evidence import judge
from tilewright.lab.numbers.many import corrected_level
from tilewright.lab.numbers.sequences import LEAST, e_value, interval
from tilewright.spoken import label_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tilewright.compiling.build import Group
    from tilewright.compiling.program import Program
    from tilewright.lab.counted import Numbers
    from tilewright.lab.findings.games import Games
    from tilewright.lab.numbers.base import Flags, Floats

# A difference of two shares, each beside the mean of its seat; what matters of it, and how many
# of those that stand out may be chance.
BOTH, WORTH, RATE = (-2.0, 2.0), 0.02, 0.05


@dataclass(frozen=True, slots=True)
class Seen:
    """A move: to which seats of which games it was offered, who took it, and how often.

    Seats are counted through all games: `game * players + seat`."""

    label: str
    offered: Numbers
    taken: Numbers
    times: int = 0


def seen_in(games: Games) -> dict[str, Seen]:
    """All moves that were offered, by label."""
    offered, taken = (Grouped([getattr(one, word) for one in games.noted])
                      for word in ("offered", "taken"))
    return {label: Seen(label, offered.places(label), taken.places(label),
                        int(taken.times([label]).sum())) for label in offered.labels}


def flags(games: Games, places: Numbers) -> Flags:
    """Which seats of which games are in a list of places."""
    found = np.zeros(len(games.noted) * games.players, dtype=np.bool_)
    found[places] = True
    return found


def lift(games: Games, values: Floats, taken: Flags) -> Floats:
    """Takers less others in the same game, one value a block; games with only one sort tell
    nothing."""
    took = taken.reshape(values.shape)
    takers = took.sum(axis=1)
    others = games.players - takers
    mixed = (takers > 0) & (others > 0)
    found = np.full(len(values), np.nan)
    found[mixed] = ((values * took).sum(axis=1)[mixed] / takers[mixed]
                    - (values * ~took).sum(axis=1)[mixed] / others[mixed])
    return games.by_block(found)


@dataclass(frozen=True, slots=True)
class Compared:
    """How takers of a move fare beside others: their share of the win, and their score."""

    share: Floats
    score: Floats

    def evidence(self) -> tuple[float, float]:
        return e_value(self.share, 0, bounds=BOTH), e_value(self.score, 0)


def compared(games: Games, seen: Iterable[Seen]) -> dict[str, Compared]:
    """The lifts of all moves, without what the seats make."""
    shares, scores = games.without_seats(games.shares), games.without_seats(games.scores)
    found = {}
    for one in seen:
        taken = flags(games, one.taken)
        found[one.label] = Compared(lift(games, shares, taken), lift(games, scores, taken))
    return found


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether takers of a move fare better or worse, after looking at many moves."""

    verdict: str
    more: int | None
    small: bool


def judged(games: Games, found: dict[str, Compared]) -> dict[str, Judged]:
    """A verdict for each move; of those that are clear only a small share is chance."""
    asked = {label: one for label, one in found.items() if one.share.size}
    evidence = {label: one.evidence() for label, one in asked.items()}
    level = corrected_level([e for both in evidence.values() for e in both], RATE)
    return {label: _judged(games, one, evidence[label], level) for label, one in asked.items()}


def _judged(games: Games, one: Compared, evidence: tuple[float, float], level: float) -> Judged:
    if max(evidence) >= 1 / (1 - level):
        return Judged(CLEAR, 0, small=False)
    share = judge(one.share, level=level, worth=WORTH, bounds=BOTH)
    score = judge(one.score, level=level)
    likely = LIKELY in (share.verdict.name.lower(), score.verdict.name.lower())
    more = [f.more for f in (share, score) if f.more is not None]
    # Only some blocks have takers and others.
    per_block = games.blocks / one.share.size * games.players
    return Judged(LIKELY if likely else CANNOT_TELL,
                  0 if share.small else math.ceil(min(more) * per_block) if more else None,
                  share.small)


def things(games: Games, program: Program, seen: Mapping[str, Seen]) -> list[dict[str, Any]]:
    """All that was offered, and tiles and actions that never were, in the order of the rules."""
    found = compared(games, seen.values())
    verdicts = judged(games, found)
    good = mates(games, {label: flags(games, one.taken) for label, one in seen.items()})
    offers = games.without_seats(games.shares).ravel()
    ids = np.repeat(games.ids, games.players)
    made = []
    for group, code in _moves(program):
        label = label_of(program, code)
        if label not in seen:
            if _is_of_interest(program, group):
                made.append({**_named(program, group, code, label),
                             **_usage(games, Seen(label, NONE, NONE)), **NEVER, "with": []})
            continue
        one = seen[label]
        verdict = verdicts.get(label, Judged(CANNOT_TELL, None, small=False))
        made.append({
            **_named(program, group, code, label), **_usage(games, one),
            "lift_share": told(interval(found[label].share, bounds=BOTH))
            if found[label].share.size else None,
            "lift_score": of_blocks(found[label].score),
            "offer_share": _offer(offers, flags(games, one.offered), ids),
            "verdict": verdict.verdict, "more": verdict.more,
            "stands_out": verdict.verdict == CLEAR, "with": good.get(label, [])})
    return made


NONE = np.empty(0, dtype=np.int64)
NEVER: dict[str, Any] = {"lift_share": None, "lift_score": None, "offer_share": None,
                         "verdict": CANNOT_TELL, "more": None, "stands_out": False}


def _moves(program: Program) -> Iterable[tuple[Group, int]]:
    return ((group, code) for group in program.groups
            for code in range(group.base, group.base + group.size))


def _is_of_interest(program: Program, group: Group) -> bool:
    """Whether it says something that a move was never offered: a board has sites that some moves
    never reach."""
    return group.kind in ("", None) or (
        group.kind in program.game.kinds and program.game.kinds[group.kind].tiles)


def _named(program: Program, group: Group, code: int, label: str) -> dict[str, Any]:
    kind = program.game.kinds.get(group.kind) if not group.names else None
    return {"id": label, "group": group.name,
            "element": kind.items[code - group.base] if kind is not None else None,
            "kind": kind.name if kind is not None else None,
            "name": move_names(program, code)}


def _usage(games: Games, one: Seen) -> dict[str, Any]:
    """In which share of games a move is offered and taken, and how often in a game."""
    count = len(games.noted)
    offered, taken = (_different(places // games.players) / count
                      for places in (one.offered, one.taken))
    return {"games_offered": offered, "games_taken": taken, "times": one.times / count}


def _offer(values: Floats, offered: Flags, ids: Any) -> dict[str, Any] | None:
    """Those to whom it was offered less those to whom it was not, taken or left. That is what the
    shuffle does as far as it alone decides; what has to be paid for is only offered to who can."""
    for side in (offered, ~offered):
        if _different(ids[side]) < LEAST:
            return None
    return of_blocks(contrast(values, offered, ids))


def _different(rising: Numbers) -> int:
    """How many different numbers there are, of such as never fall."""
    return int(np.count_nonzero(np.diff(rising))) + (rising.size > 0)


def traffic(games: Games, program: Program, seen: Mapping[str, Seen]
            ) -> dict[str, dict[str, float]]:
    """How often a game the sites of boards are named by moves, by kind and site."""
    game = program.game
    drawn = {*game.coordinates, *(grid.kind for grid in game.grids.values())}
    times = {label: one.times for label, one in seen.items()}
    found: dict[str, dict[str, float]] = {}
    for group, code in _moves(program):
        if group.kind in drawn and not group.names:
            site = game.kinds[group.kind].items[code - group.base]
            sites = found.setdefault(group.kind, {})
            sites[site] = sites.get(site, 0.0) + times.get(label_of(program, code), 0) / len(
                games.noted)
    return found
