"""What can be answered by now, how surely, and about how many more games it would take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.lab.findings.course import options
from tilewright.lab.findings.figures import CANNOT_TELL, CLEAR, LIKELY, SHARE, known
from tilewright.lab.numbers.many import judge_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tilewright.lab.findings.games import Games

# A seat that wins so little more or less than others does not matter.
WORTH, RATE = 0.02, 0.05
Answer = dict[str, Any]


def answers(games: Games, things: Sequence[Mapping[str, Any]], robust: Sequence[Mapping[str, Any]],
            coverage: Mapping[str, Any] | None) -> list[Answer]:
    """One answer for each question of a designer."""
    found = [_seats(games)] if games.players > 1 else []
    found += [
        _answer("length", *known(games, games.each(lambda one: one.decisions))),
        _answer("choice", *known(games, games.each(options)))]
    if games.players > 1:
        found.append(_answer("tension", *known(games, games.each(lambda one: one.decided), 1.0)))
        found.append(_things(things))
    if coverage is not None:
        found.append(_answer("rules", LIKELY, None))
    if robust:
        found.append(_answer("robust", LIKELY, None, same=sum(r["same_sign"] for r in robust),
                             asked=len(robust)))
    return found


def _answer(about: str, verdict: str, more: int | None, **facts: Any) -> Answer:
    return {"about": about, "verdict": verdict, "more": more, "facts": facts}


def _seats(games: Games) -> Answer:
    """Whether it matters where somebody sits."""
    even = games.even
    series = [games.by_block(games.balanced[:, seat]) for seat in range(games.players)]
    found = judge_all(series, null=1 / games.players, rate=RATE, worth=WORTH, bounds=SHARE)
    means = games.shares.mean(axis=0).tolist()
    most = max(range(games.players), key=lambda seat: abs(means[seat] - even))
    small = all(one.small for one in found)
    told = {one.verdict.name.lower() for one in found}
    verdict = CLEAR if small or CLEAR in told else LIKELY if LIKELY in told else CANNOT_TELL
    more = [one.more for one in found if one.more]
    return _answer(
        "seats", verdict, 0 if verdict == CLEAR else min(more) * games.players if more else None,
        seat=most, share=means[most], even=even, difference=max(means) - min(means), small=small)


def _things(things: Sequence[Mapping[str, Any]]) -> Answer:
    """Whether something is stronger or weaker than the rest."""
    out = [one["id"] for one in things if one["stands_out"]]
    taken = [one for one in things if one["games_taken"]]
    likely = [one["id"] for one in taken if one["verdict"] == LIKELY]
    more = [one["more"] for one in taken if one["more"]]
    open_ = [one for one in taken if one["more"] != 0]
    verdict = CLEAR if out or not open_ else LIKELY if likely else CANNOT_TELL
    return _answer("things", verdict, 0 if verdict == CLEAR else min(more) if more else None,
                   stand_out=out, likely=likely, asked=len(taken), small=not out and not open_)
