"""Checkers; forty moves without a jump are a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lockstep import wholes

if TYPE_CHECKING:
    from lockstep import Ways

OPENSPIEL = "checkers"
PLAYERS = 2
OPTIONS: dict[str, int] = {}


def ways(ours: Any) -> Ways:
    return wholes(ours, lambda moves: "".join(cell for m in moves for cell in m.picks.values()))


def their_ways(theirs: Any) -> Ways:
    return {theirs.action_to_string(action): [[action]] for action in theirs.legal_actions()}


def board(ours: Any, theirs: Any) -> tuple[str, str]:
    rows = [line[1:] for line in str(theirs).splitlines()[:8]]
    return "\n".join("".join(_sign(ours[f"{c}{r}"]) for c in "abcdefgh")
                     for r in range(8, 0, -1)), "\n".join(rows)


def _sign(cell: Any) -> str:
    if cell.side is None:
        return "."
    return {"white": "o8", "black": "+*"}[cell.side][cell.king]
