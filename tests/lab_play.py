"""Blocks of random games, in a module, so that other processes can play them."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.lab import program as module
from tilewright.playing.bots import bot_named
from tilewright.playing.simulate import play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.lab.plan import Plan
    from tilewright.playing.game import Game

# The blocks that were played in this process, and those that are hard to play.
PLAYED: list[int] = []
FATAL = (5, 14)


def play_block(game: Game, plan: Plan, block: int) -> list[dict[str, Any]]:
    """A game for each rotation."""
    PLAYED.append(block)
    found = []
    for rotation in range(plan.players):
        state = game.new(plan.players, plan.seed_of(block), dict(plan.arm.options))
        rng = plan.chance_of(rotation, block)
        decisions = play_out(state, bot_named(plan.bots[rotation]), rng)
        found.append({"block": block, "rotation": rotation, "decisions": decisions,
                      "scores": state.scores(), "key": state.key()})
    return found


def play_and_die(game: Game, plan: Plan, block: int) -> list[dict[str, Any]]:
    """The same, but some blocks end their process when they are played first.

    The name of the arm is the folder where that is noted.
    """
    with suppress(FileExistsError):
        if block in FATAL:
            Path(plan.arm.name, str(block)).touch(exist_ok=False)
            assert os.getpid() != int(Path(plan.arm.name, "tests").read_text(encoding="utf-8"))
            os.kill(os.getpid(), signal.SIGKILL)
    return play_block(game, plan, block)


def play_and_fail(game: Game, plan: Plan, block: int) -> list[dict[str, Any]]:
    """The same, but one block cannot be played."""
    if block == FATAL[0]:
        raise ValueError(f"block {block} cannot be played")
    return play_block(game, plan, block)


def whose(number: int) -> tuple[int, int]:
    """Who was asked."""
    return number, os.getpid()


@cache
def real() -> Callable[[], str]:
    return module.program


def pretend(*, other: bool) -> None:
    """From now on this process runs another program, or its own one again."""
    own = real()
    module.program = (lambda: "0.0.9 (other)") if other else own
