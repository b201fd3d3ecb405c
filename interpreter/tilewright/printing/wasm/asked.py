"""What functions in the small language may call that is not written in it, with its types."""

from __future__ import annotations

from collections.abc import Sequence

Numbers = Sequence[int]
Lists = Sequence[Sequence[int]]


def opened(s: list[int], seed: int) -> list[int]:
    """Begin a game; the first moves."""
    raise NotImplementedError


def play(s: list[int], moves: Numbers, seed: int, most: int) -> int:
    """Make random moves from some on, at most so many; how many were made."""
    raise NotImplementedError


def sheet(s: list[int], seat: int) -> list[int]:
    """The points of a seat, one number for each category."""
    raise NotImplementedError


def ties(s: list[int], seat: int) -> list[int]:
    """What decides between seats with equal points."""
    raise NotImplementedError


def keep_state(s: list[int], found: list[int]) -> None:
    """Put all slots behind the numbers of a list."""
    raise NotImplementedError


def mixed(number: int) -> int:
    """The 64 bits of a number, well mixed."""
    raise NotImplementedError


def as_mark(mixture: int) -> int:
    """A number of 62 bits from one of 64."""
    raise NotImplementedError


def scaled(number: int, count: int) -> int:
    """A number below a count, from one of 64 bits."""
    raise NotImplementedError


def next_draw(state: int) -> int:
    """The generator of chance, one draw further."""
    raise NotImplementedError


def as_chance(state: int) -> int:
    """The generator of a guessed position, from a draw of who guesses."""
    raise NotImplementedError


def moves(s: list[int]) -> list[int]:
    """The moves of a position that was put there."""
    raise NotImplementedError


def root(number: int, count: int) -> int:
    """The square root of a quotient, without what follows the point."""
    raise NotImplementedError


def step(s: list[int], move: int) -> list[int]:
    """Make a legal move; those that come next."""
    raise NotImplementedError


def emptied(items: list[int]) -> None:
    """Take all elements from a list, which keeps its room."""
    raise NotImplementedError


def attempt(s: list[int], move: int, chance: int) -> None:
    """Make a move on a copy of the position, which has other chance."""
    raise NotImplementedError


def points_there(s: list[int], seat: int) -> int:
    """All points of a seat in that copy."""
    raise NotImplementedError


def hint(s: list[int], seat: int) -> int:
    """What a seat has beyond its points, as the game hints at; nothing when it is over."""
    raise NotImplementedError


def hint_there(s: list[int], seat: int) -> int:
    """What a seat has there beyond its points, as the game hints at."""
    raise NotImplementedError


def note_game(s: list[int], decisions: int, seats: int, keeps: int, found: list[int]) -> None:
    """Put how a game has ended behind the numbers of a list."""
    raise NotImplementedError


def look_ahead(s: list[int], held: Numbers, best: list[int], chance: int, sign: int, players: int
               ) -> None:
    """The moves after which who decides leads most."""
    raise NotImplementedError


def points(s: list[int], seat: int) -> int:
    """All points of a seat."""
    raise NotImplementedError


ASKED = (opened, play, sheet, ties, keep_state, mixed, as_mark, scaled, next_draw, as_chance, step,
         emptied, attempt, points_there, hint, hint_there, moves, root)
