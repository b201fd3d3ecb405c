"""What the rules of a game cannot go on with."""

from __future__ import annotations

from typing import NoReturn


class Fault(Exception):
    """A rule cannot go on; the message is for the designer."""


class Spent(Fault):
    """All steps between two decisions are used up."""


class Passed(Fault):
    """A field would hold more, or less, than it was declared for; `title` is its name."""

    def __init__(self, title: str, said: str) -> None:
        super().__init__(f"{title} {said}")
        self.title = title


def fail(message: str) -> NoReturn:
    raise Fault(message)


def absent(item: str, players: int) -> int:
    raise Fault(f"'{item}' does not take part with {players} players")


def too_many_points() -> NoReturn:
    """Points have the bounds of all numbers that are worked out, so that each game can be saved."""
    raise Fault("the points become too large here")


def too_many(title: str, high: int) -> NoReturn:
    raise Passed(title, f"would become more than {high}; give it a larger 'max', or gain no more "
                 "than there is room for")


def no_room(held: int, title: str, capacity: int) -> NoReturn:
    """A zone cannot take one more: it is full, or its length is none that it can have."""
    if held != capacity:
        damaged(held)
    raise Passed(title, f"is full, it holds {capacity}")


def damaged(held: int) -> NoReturn:
    """No rule makes such a position, but a file that was changed by hand can hold one."""
    raise Fault(f"this position is damaged: no zone in it can hold {held}")
