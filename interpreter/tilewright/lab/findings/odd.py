"""Games that are worth a look, and the commands that show them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.lab.findings.games import Games
    from tilewright.lab.noting import Noted
    from tilewright.lab.plan import Plan


def command(plan: Plan, *more: str) -> str:
    """The command that plays such a series, where its packs are."""
    return _typed(plan, ["lab", plan.arm.game], ["--bot", bots_word(plan.bots)], more)


def coverage_command(plan: Plan) -> str:
    """The command that tells which rules random games of a plan never reach."""
    return _typed(plan, ["lab", "coverage", plan.arm.game], [], ())


def _typed(plan: Plan, which: Sequence[str], bots: Sequence[str], more: Sequence[str]) -> str:
    words = ["tilewright", *which]
    for variant in plan.arm.variants:
        words += ["--with", variant]
    words += ["--players", str(plan.players), *bots]
    for name, value in plan.arm.options:
        words += ["--option", f"{name}={value}"]
    return shlex.join([*words, "--seed", str(plan.seed), *more])


def bots_word(bots: tuple[str, ...]) -> str:
    """Bots as they are typed: one for all, or one for each person."""
    return bots[0] if len(set(bots)) == 1 else ",".join(bots)


def odd(games: Games) -> list[dict[str, Any]]:
    """The shortest and the longest game, and those won by most and by least."""
    decisions = games.each(lambda one: one.decisions)
    found = [_told(games, "shortest", int(decisions.argmin()), float(decisions.min())),
             _told(games, "longest", int(decisions.argmax()), float(decisions.max()))]
    ahead = np.where(games.winner >= 0, games.ahead, np.nan)
    if not np.isnan(ahead).all():
        found += [_told(games, "widest", int(np.nanargmax(ahead)), float(np.nanmax(ahead))),
                  _told(games, "closest", int(np.nanargmin(ahead)), float(np.nanmin(ahead)))]
    return found


def _told(games: Games, what: str, at: int, value: float) -> dict[str, Any]:
    one: Noted = games.noted[at]
    return {"what": what, "seed": one.seed, "block": one.block, "rotation": one.rotation,
            "value": value,
            "command": command(games.plan, "--show", f"{one.block}:{one.rotation}")}
