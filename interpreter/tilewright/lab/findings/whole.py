"""All findings of a series as data for JSON; begin here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from tilewright.lab.findings import course
from tilewright.lab.findings.answers import answers
from tilewright.lab.findings.games import Games
from tilewright.lab.findings.names import game_names
from tilewright.lab.findings.odd import command, coverage_command, odd
from tilewright.lab.findings.robust import robust
from tilewright.lab.findings.things import seen_in, things, traffic
from tilewright.lab.numbers.sequences import LEAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tilewright.lab.noting import Noted
    from tilewright.lab.plan import Plan
    from tilewright.playing.game import Game

VERSION = 1
Findings = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """How a series was played: why it stopped (games, precise or interrupted), and how long it
    took, if that is told."""

    stopped: str = "games"
    seconds: float | None = 0.0
    engine: str = "python"
    command: str = ""


def findings(noted: Iterable[Noted], game: Game, plan: Plan, made: Made | None = None,
             others: Iterable[tuple[Plan, Iterable[Noted]]] = (),
             coverage: Mapping[str, Any] | None = None) -> Findings:
    """What whole blocks of a plan say; `others` are blocks with weaker and with stronger bots."""
    model, program = game.model, plan.program(game)
    games = Games.of(noted, replace(plan, arm=plan.arm.shared), model.best)
    seen = seen_in(games)
    told = things(games, program, seen)
    held = robust(games, told, [Games.of(some, other, model.best) for other, some in others])
    return {
        "version": VERSION, "made": _made(games, game, made or Made()),
        "answers": answers(games, told, held, coverage),
        "seats": course.seats(games, model), "length": course.length(games),
        "choice": course.choice(games), "tension": course.tension(games),
        "spread": course.spread(games), "points": course.points(games, model),
        "means": course.means(games), "ends": course.ends(games, model),
        "histogram": course.histogram(games),
        "things": told, "traffic": traffic(games, program, seen),
        "coverage": coverage and {**coverage, "command": coverage_command(games.plan)},
        "robust": held, "odd": odd(games), "warnings": warnings(games)}


def _made(games: Games, game: Game, made: Made) -> dict[str, Any]:
    plan, model = games.plan, game.model
    whole = command(plan, "--games", str(len(games.noted)))
    return {
        "command": made.command or whole, "tilewright": version("tilewright"),
        "game": {"id": game.id, "title": game_names(model), "version": model.version,
                 "hash": game.hash, "variants": list(model.variants),
                 "options": dict(plan.arm.options), "players": plan.players},
        "bots": list(plan.bots), "seed": plan.seed, "blocks": games.blocks,
        "games": len(games.noted), "stopped": made.stopped, "seconds": made.seconds,
        "engine": made.engine}


def warnings(games: Games) -> list[str]:
    """What whoever reads the figures has to know first."""
    found = {"few_blocks": games.blocks < LEAST,
             "weak_bots": set(games.plan.bots) == {"random"},
             "cut_off": bool(games.cut_off.any())}
    return [key for key, holds in found.items() if holds]
