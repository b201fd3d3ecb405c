"""One game of a series: printed move by move, and saved so that other commands take it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.problems import UsageError, printable

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.lab.plan import Plan
    from tilewright.playing.game import Game

SHOWN = re.compile(r"(?P<block>[0-9]{1,9}):(?P<rotation>[0-9]{1,2})")


def check_shown(which: str | None, save: Path | None) -> None:
    """Whether a game is named where one is wanted."""
    if save is not None and which is None:
        raise UsageError("'--save' needs '--show BLOCK:ROTATION', which names the game to save")
    if which is not None and SHOWN.fullmatch(which) is None:
        raise UsageError(f"'{printable(which)}' names no game; write it as BLOCK:ROTATION, such as "
                         "17:2")


def show(game: Game, plan: Plan, which: str, lang: str, save: Path | None) -> None:
    """Print one game of the series, and write its record if somebody wants that."""
    from tilewright.cli.page import Page
    from tilewright.cli.reference import write_file
    from tilewright.playing.record import Session
    from tilewright.telling.words import lines

    block, rotation = _named(plan, which)
    moves = _moves(game, plan, block, rotation)
    session = Session(game, plan.players, plan.seed_of(block), dict(plan.arm.options))
    page = Page(game, lang)
    for number, move in enumerate(moves, 1):
        page.tell(lines(session.state.program, session.apply(move), lang), number)
    if session.state.over:
        page.result(session.state)
    else:
        page.position(session.state, max(session.state.decider or 0, 0))
    if save is not None:
        write_file(save, "\n".join(session.lines()) + "\n")
        print(f"saved: {printable(str(save))}")


def _named(plan: Plan, which: str) -> tuple[int, int]:
    named = SHOWN.fullmatch(which)
    assert named is not None
    rotation = int(named["rotation"])
    if rotation >= plan.players:
        raise UsageError(f"with {plan.players} players there are the rotations 0 to "
                         f"{plan.players - 1}, not {rotation}")
    return int(named["block"]), rotation


def _moves(game: Game, plan: Plan, block: int, rotation: int) -> list[int]:
    from tilewright.lab.noting import play_one

    moves: list[int] = []
    play_one(plan.program(game), plan, block, rotation, tell=moves.append)
    return moves
