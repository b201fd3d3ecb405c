"""How games go: their length, how much there is to choose, who leads, where points come from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.lab.findings.figures import SHARE, figure
from tilewright.lab.findings.names import category_names, end_names, seat_names
from tilewright.lab.leading import PARTS

if TYPE_CHECKING:
    from tilewright import model
    from tilewright.lab.findings.games import Games
    from tilewright.lab.noting import Noted
    from tilewright.lab.numbers.base import Floats

# A rough guess at people: seconds for each decision, and more for each doubling of its moves.
SECONDS, PER_DOUBLING = 6.0, 3.0
QUANTILES = (0, 0.05, 0.5, 0.95, 1)
MOST_COLUMNS = 24


def seats(games: Games, game: model.Game) -> list[dict[str, Any]]:
    """How often each seat wins, and what it scores; one player alone only wins if rules say so."""
    wins = games.players > 1 or game.names_winners or game.needs is not None
    return [{"seat": seat, "name": seat_names(game, seat),
             "share": figure(games, games.shares[:, seat], SHARE) if wins else None,
             "score": figure(games, games.scores[:, seat])} for seat in range(games.players)]


def length(games: Games) -> dict[str, Any]:
    """How long games are; rounds are left out where rules know only one."""
    decisions, rounds = (games.each(lambda one, at=at: getattr(one, at))  # type: ignore[misc]
                         for at in ("decisions", "rounds"))
    forced = games.each(lambda one: one.forced / one.decisions if one.decisions else math.nan)
    counts = rounds.max() > 1
    return {"rounds": figure(games, rounds) if counts else None,
            "decisions": figure(games, decisions),
            "forced": figure(games, forced, SHARE),
            "minutes": figure(games, games.each(minutes)),
            "quantiles": {"decisions": _quantiles(decisions),
                          "rounds": _quantiles(rounds) if counts else []}}


def _quantiles(values: Floats) -> list[float]:
    return [float(n) for n in np.quantile(values, QUANTILES)]


def minutes(one: Noted) -> float:
    """About how long people take for such a game; a rough guess, good for comparing."""
    free = one.decisions - one.forced
    doublings = math.log2(one.options / free) if free else 0.0
    return (one.decisions * SECONDS + free * PER_DOUBLING * doublings) / 60


def options(one: Noted) -> float:
    """Moves that are offered where there is more than one."""
    free = one.decisions - one.forced
    return one.options / free if free else math.nan


def choice(games: Games) -> dict[str, Any]:
    clear = games.each(lambda one: one.clear / one.thought if one.thought else math.nan)
    return {"options": figure(games, games.each(options)),
            "clear": None if np.isnan(clear).all() else figure(games, clear, SHARE)}


def means(games: Games) -> dict[str, Any]:
    """Plain means of this series, also where it is too short to say more."""
    found = {"decisions": games.each(lambda one: one.decisions),
             "rounds": games.each(lambda one: one.rounds), "minutes": games.each(minutes),
             "options": games.each(options), "lead": games.ahead,
             "lead_changes": games.each(lambda one: one.lead_changes)}
    return {**{name: float(np.nanmean(values)) for name, values in found.items()
               if not np.isnan(values).all()},
            "scores": games.scores.mean(axis=0).tolist(), "even": games.even,
            "nobody": float(games.nobody.mean())}


def tension(games: Games) -> dict[str, Any]:
    return {"lead_changes": figure(games, games.each(lambda one: one.lead_changes)),
            "decided": figure(games, games.each(lambda one: one.decided), SHARE)}


def spread(games: Games) -> dict[str, Any]:
    """What the winner is ahead of the best other one, how often several win, and how often nobody
    does, if that happens."""
    nobody = games.nobody
    several = np.where(games.cut_off, np.nan, (games.winner < 0) & ~nobody)
    return {"lead": figure(games, games.ahead), "ties": figure(games, several, SHARE),
            "nobody": figure(games, nobody, SHARE) if nobody.any() else None}


def points(games: Games, game: model.Game) -> list[dict[str, Any]]:
    """Where points come from: all, those who won, and the others of the same games."""
    sheets = np.array([one.sheet for one in games.noted], dtype=np.float64)
    won = games.shares > 0
    mixed = (~won).any(axis=1) & ~games.nobody
    found = []
    for at, category in enumerate(game.scoring):
        values = sheets[:, :, at]
        sides = (np.where(mixed, _mean_of(values, side), np.nan) for side in (won, ~won))
        winners, others = (figure(games, side) for side in sides)
        found.append({"category": category, "name": category_names(game, category),
                      "mean": figure(games, values.mean(axis=1)),
                      "winners": winners, "others": others})
    return found


def _mean_of(values: Floats, some: Any) -> Floats:
    """The mean of some seats in each game; no number where there are none."""
    counts = some.sum(axis=1)
    found = np.full(len(values), np.nan)
    np.divide((values * some).sum(axis=1), counts, out=found, where=counts > 0)
    return found


def ends(games: Games, game: model.Game) -> list[dict[str, Any]]:
    """Why games end, the most usual reason first."""
    reasons = np.array([one.reason for one in games.noted])
    words = sorted(set(reasons.tolist()), key=lambda word: (-(reasons == word).sum(), word))
    return [{"reason": word, "name": end_names(game, word),
             "share": figure(games, reasons == word, SHARE)} for word in words]


def histogram(games: Games) -> dict[str, Any]:
    leads = [one.leads for one in games.noted if one.leads]
    means = np.mean(leads, axis=0).tolist() if leads else []
    return {"scores": columns(games.scores.ravel()),
            "decisions": columns(games.each(lambda one: one.decisions)),
            "leads_over_time": [[part / PARTS, mean] for part, mean in enumerate(means)]}


def columns(values: Floats) -> dict[str, list[float]]:
    """How many values lie between round numbers."""
    low, high = math.floor(values.min()), math.floor(values.max()) + 1
    power = 10 ** max(len(str(high - low)) - 3, 0)
    step = next(n * power for n in (1, 2, 5, 10, 20, 50, 100)
                if (high - low) / (n * power) <= MOST_COLUMNS)
    edges = np.arange(low // step * step, high + step, step)
    counts, _ = np.histogram(values, edges)
    return {"edges": edges.tolist(), "counts": counts.tolist()}
