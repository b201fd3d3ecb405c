"""What things are called, in all languages of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.lab.noting import CUT_OFF, LONGEST
from tilewright.model import FALLBACK
from tilewright.spoken import describe
from tilewright.text import plain, reason, seat_name, title, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright import model
    from tilewright.compiling.program import Program

Names = dict[str, str]


def in_all(game: model.Game, say: Callable[[str], str]) -> Names:
    """What is said in each language that the game has."""
    return {lang: say(lang) for lang in game.texts or (FALLBACK,)}


def game_names(game: model.Game) -> Names:
    return in_all(game, lambda lang: title(game, lang))


def seat_names(game: model.Game, seat: int) -> Names:
    return in_all(game, lambda lang: seat_name(game, seat, lang))


def category_names(game: model.Game, category: str) -> Names:
    return in_all(game, lambda lang: told(game, f"score.{category}", lang) or plain(category))


def move_names(program: Program, code: int) -> Names:
    return in_all(program.game, lambda lang: describe(program, code, lang))


def end_names(game: model.Game, word: str) -> Names:
    """Why games ended; what is not an end of the rules is only told in English."""
    if word == CUT_OFF:
        return {FALLBACK: f"cut off after {LONGEST:,} decisions"}
    return in_all(game, lambda lang: reason(game, word, lang)) if word else {
        FALLBACK: "the rules give no reason"}
