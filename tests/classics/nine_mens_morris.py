"""Nine men's morris. A game is a draw after 200 turns; a mill is no turn of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lockstep import wholes

if TYPE_CHECKING:
    from lockstep import Ways

OPENSPIEL = "nine_mens_morris"
PLAYERS = 2
OPTIONS: dict[str, int] = {}
SIGNS = {None: ".", "white": "W", "black": "B"}


def ways(ours: Any) -> Ways:
    points = ours.program.game.kinds["point"].items

    def name(moves: list[Any]) -> int:
        """They have a number for each point, and one for each two of them."""
        at: list[int] = [points.index(point) for move in moves for point in move.picks.values()]
        return at[0] if len(at) == 1 else len(points) * (at[0] + 1) + at[1]

    return wholes(ours, name)


def board(ours: Any, theirs: Any) -> tuple[str, str]:
    points = ours.program.game.kinds["point"].items
    there = str(theirs).partition("Current")[0]
    return ("".join(SIGNS[ours[p].man] for p in points),
            "".join(sign for sign in there if sign in SIGNS.values()))
