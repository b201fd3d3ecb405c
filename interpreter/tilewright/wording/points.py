"""Points as people read them, also where a game counts them in halves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.model import Game

HALF, MINUS = "½", "−"


def points_told(game: Game, number: int) -> str:
    """A number of the score sheet: 7½ for 15 in a game that counts halves."""
    whole, half = divmod(abs(number), 2) if game.halves else (abs(number), 0)
    said = f"{whole or ''}{HALF}" if half else str(whole)
    return f"{MINUS}{said}" if number < 0 else said


def points_meant(game: Game, number: float) -> float:
    """The points that a number, or a mean of numbers, stands for."""
    return number / 2 if game.halves else number
